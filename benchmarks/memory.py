"""Whether memory grows with the number of abstracts read.

    python benchmarks/memory.py PAPERS.jsonl [--model fast] [--papers 10000]

Prints the resident memory after each thousand, and how it grew a thousand abstracts after the first.
"""

import argparse
from pathlib import Path

import kg
from kg.extract import extract, load
from kg.records import Paper
from kg.vocabulary import DEFAULT_MODEL

STEP = 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--papers", type=int, default=10_000)
    arguments = parser.parse_args()
    papers = [paper for paper in kg.read(arguments.file) if isinstance(paper, Paper)][: arguments.papers]
    held = []
    for done, _ in enumerate(extract(papers, load(arguments.model)), start=1):
        if done % STEP == 0:
            held.append(resident())
            print(f"{done:6} abstracts {held[-1]:8.1f} MB", flush=True)
    print(f"{(held[-1] - held[0]) / (len(held) - 1):.2f} MB a thousand abstracts after the first")


def resident() -> float:
    """Return the memory of this process, in MB; Linux only."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


if __name__ == "__main__":
    main()
