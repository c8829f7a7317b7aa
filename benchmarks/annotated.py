"""Make annotated abstracts of the blocks in benchmarks/annotations: python benchmarks/annotated.py --out more.jsonl

The blocks hold names and identifiers and no text; the text comes from the pool beside the repository, as kg cleans it.
Exit status 1 if a block does not fit its text.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import kg
from kg.records import Paper

SHARED = Path(__file__).resolve().parents[2] / "shared"
BLOCKS = Path(__file__).parent / "annotations"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    pool = SHARED / "data/abstracts/pool.jsonl.gz"
    if not pool.exists():
        sys.exit(f"needs the shared data at {SHARED}")
    files = sorted(BLOCKS.glob("*.txt"))
    wanted = {line[4:].strip() for file in files for line in file.read_text("utf-8").split("\n") if line[:4] == "### "}
    papers = (paper for paper in kg.read(pool) if isinstance(paper, Paper) and paper.source_id in wanted)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as source:
        for paper in papers:
            line = {"id": paper.source_id, "title": paper.title, "abstract": paper.abstract}
            source.write(json.dumps(line, ensure_ascii=False) + "\n")
        source.flush()
        convert = [sys.executable, str(SHARED / "tools/annotations.py"), "convert", *map(str, files)]
        return subprocess.run([*convert, "--source", source.name, "-o", str(arguments.out)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
