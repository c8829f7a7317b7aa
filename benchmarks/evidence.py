"""Whether the sentences that a relation points to say it: python benchmarks/evidence.py [--show]

`--show` draws 100 relations at random, one a paper, from what the default model finds in abstracts of the pool
that bear no annotation, and prints each with the text it points to. A reader's verdicts are in `evidence.tsv`: names
and identifiers, no text. Without `--show` they are counted.
"""

import argparse
import csv
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import kg
from kg.extract import extract, load
from kg.records import Extraction, Paper, Relation
from kg.store import read_extractions

SHARED = Path(__file__).resolve().parents[2] / "shared"
ANNOTATED = Path(__file__).parent / "annotations"
VERDICTS = Path(__file__).with_suffix(".tsv")
DRAWN = 100
READ = 400
"""Papers that are read, to draw from."""
SEED = 22


def drawn() -> Iterator[tuple[Extraction, Relation]]:
    """Yield a relation of each of some papers."""
    draw = random.Random(SEED)
    lines = [line for file in ANNOTATED.glob("*.txt") for line in file.read_text(encoding="utf-8").split("\n")]
    learnt = {line[4:] for line in lines if line.startswith("### ")}
    learnt |= {one.paper.source_id for one in read_extractions(SHARED / "data/gold/train.jsonl")}
    pool = kg.read(SHARED / "data/abstracts/pool.jsonl.gz")
    papers = [one for one in pool if isinstance(one, Paper) and one.source_id not in learnt]
    chosen = sorted(draw.sample(papers, READ), key=lambda paper: paper.id)
    found = [one for one in extract(chosen, load()) if one.relations]
    for one in draw.sample(found, DRAWN):
        yield one, draw.choice(one.relations)


def show() -> None:
    for one, relation in drawn():
        name = {entity.id: entity.mentions[-1].text for entity in one.entities}
        print("\t".join((one.paper.source_id, name[relation.head], relation.label, name[relation.tail])))
        for span in relation.evidence:
            print(f"    {span.field}: {one.paper.field(span.field)[span.start : span.end]}")


def count() -> None:
    with VERDICTS.open(encoding="utf-8", newline="") as handle:
        verdicts = Counter(row["verdict"] for row in csv.DictReader(handle, delimiter="\t"))
    total = sum(verdicts.values())
    for verdict, number in sorted(verdicts.items()):
        print(f"{verdict:12} {number:4} of {total}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true")
    if not parser.parse_args().show:
        count()
    elif SHARED.is_dir():
        show()
    else:
        sys.exit(f"needs the shared data at {SHARED}")


if __name__ == "__main__":
    main()
