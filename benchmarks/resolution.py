"""Resolution against the shared gold: time, and the figures of the shared tool.

    python benchmarks/resolution.py [--shared ../shared] [--papers N] [-v]

Prints, without the lexicon that kg ships and with it, the processor time of resolving and the shares of names that are
one, of names that must stay apart, and of ambiguous acronyms told right; `-v` lists each fault. With `--papers` the
figures are means over samples of so many papers: what a small collection does not define, a lexicon may know.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean

from kg.resolve import Lexicon, resolve, shipped_lexicon, table
from kg.store import read_extractions

SAMPLES = 20
JUDGED = {"same": "groups", "different": "pairs", "ambiguous": "acronym_pairs"}
"""Each figure and what it is a share of."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--papers", type=int, metavar="N", help=f"take the mean of {SAMPLES} samples of N papers")
    parser.add_argument("-v", "--verbose", action="store_true", help="list the faults")
    arguments = parser.parse_args()
    lines = (arguments.shared / "data/gold/train.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    shipped_lexicon()  # read once, before the clock runs
    for name, lexicon in (("no lexicon", Lexicon()), ("shipped lexicon", shipped_lexicon())):
        found = [measured(sample, lexicon, arguments) for sample in samples(lines, arguments.papers)]
        print(f"{name:15}  " + "  ".join(f"{key} {mean(found, key):.3f}" for key in JUDGED), end="  ")
        print(
            "  ".join(
                f"{key} {fmean(figures[key] for figures in found):.2f}" for key in ("entities", "linked", "seconds")
            )
        )


def mean(found: list[dict[str, float]], key: str) -> float:
    """Return the mean of a figure over the samples that hold anything to judge."""
    return fmean([figures[key] for figures in found if figures[JUDGED[key]]] or [0])


def samples(lines: list[str], size: int | None) -> list[list[str]]:
    """Return samples of some lines, the same ones each time; all of them if no size is given."""
    return [random.Random(seed).sample(lines, size) for seed in range(SAMPLES)] if size else [lines]


def measured(lines: list[str], lexicon: Lexicon, arguments: argparse.Namespace) -> dict[str, float]:
    """Return the figures of the shared tool for some documents, the number of entities and the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        gold, resolved = Path(folder) / "gold.jsonl", Path(folder) / "resolved.tsv"
        gold.write_text("".join(lines), encoding="utf-8")
        extractions = tuple(read_extractions(gold))
        started = time.process_time()
        resolution = resolve(extractions, lexicon=lexicon)
        seconds = time.process_time() - started
        resolved.write_text("".join(table(extractions, resolution)), encoding="utf-8")
        command = [sys.executable, str(arguments.shared / "tools/score_resolution.py"), str(gold), str(resolved)]
        command += [
            "--json",
            "--data",
            str(arguments.shared / "data/resolution"),
            *(["-v"] if arguments.verbose else []),
        ]
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    linked = sum(bool(entity.links) for entity in resolution.entities)
    return {"entities": len(resolution.entities), "linked": linked, "seconds": seconds, **json.loads(printed)}


if __name__ == "__main__":
    main()
