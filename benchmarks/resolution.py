"""How well names are resolved: `resolve` over the gold, scored by the shared tool.

    python benchmarks/resolution.py [--shared ../shared] [-v]

Prints the processor time of resolving and the shares of names that are one, of names that must stay apart, and of
ambiguous acronyms told right; `-v` lists each fault.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kg.resolve import resolve, table
from kg.store import read_extractions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("-v", "--verbose", action="store_true", help="list the faults")
    arguments = parser.parse_args()
    gold = arguments.shared / "data/gold/train.jsonl"
    extractions = tuple(read_extractions(gold))
    started = time.process_time()
    resolution = resolve(extractions)
    print(f"{len(extractions)} papers, {len(resolution.entities)} entities, {time.process_time() - started:.2f} s")
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as handle:
        handle.writelines(table(extractions, resolution))
        handle.flush()
        command = [sys.executable, str(arguments.shared / "tools/score_resolution.py"), str(gold), handle.name]
        command += ["--data", str(arguments.shared / "data/resolution"), *(["-v"] if arguments.verbose else [])]
        sys.stdout.flush()
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
