"""Whether the system of each paper is found whole: python benchmarks/systems.py [--model NAME]

On the annotated abstracts of the first seed listing: the proposed method that is named most is found whole if an
entity in the role `proposed` has all its names, long form and acronym, and nothing else; case and plural do not count.
Papers that propose nothing named are listed with what is wrongly proposed; of those of dev.jsonl, which are more, it is
counted. Of the second listing, which bears no annotations, what is proposed is shown.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import kg
from kg.extract import extract, load
from kg.names import match_key
from kg.records import Extraction, Paper, PaperEntity
from kg.store import read_extractions
from kg.vocabulary import DEFAULT_MODEL

SHARED = Path(__file__).resolve().parents[2] / "shared"


def keys(entity: PaperEntity) -> frozenset[str]:
    return frozenset(match_key(mention.text) for mention in entity.mentions)


def names(entity: PaperEntity) -> str:
    return " = ".join(dict.fromkeys(mention.text for mention in entity.mentions))


def proposed(paper: Extraction) -> list[PaperEntity]:
    """Return the proposed methods, the one that is named most first."""
    methods = [entity for entity in paper.entities if (entity.label, entity.role) == ("METHOD", "proposed")]
    return sorted(methods, key=lambda entity: -len(entity.mentions))


def compare(gold: Sequence[Extraction], found: Sequence[Extraction]) -> None:
    whole = systems = 0
    for right, mine in zip(gold, found, strict=True):
        wanted, have = proposed(right), proposed(mine)
        if wanted:
            hit = keys(wanted[0]) in map(keys, have)
            whole, systems = whole + hit, systems + 1
            print(f"{'whole' if hit else 'MISSED':7} {names(wanted[0])}" + ("" if hit else f"   found: {listed(have)}"))
        else:
            print(f"{'none':7} {right.paper.title}   found: {listed(have)}")
    print(f"{whole} of {systems} systems found whole")


def count_nothing(gold: Sequence[Extraction], found: Sequence[Extraction]) -> None:
    """Print how many of the papers that propose nothing are shown to propose something."""
    nothing = [
        mine for right, mine in zip(gold, found, strict=True) if not any(e.role == "proposed" for e in right.entities)
    ]
    wrong = sum(any(entity.role == "proposed" for entity in mine.entities) for mine in nothing)
    print(f"of {len(nothing)} papers of dev that propose nothing, {wrong} get something proposed")


def listed(entities: Sequence[PaperEntity]) -> str:
    return "; ".join(map(names, entities)) or "nothing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default=DEFAULT_MODEL)
    nlp = load(parser.parse_args().model)
    if not SHARED.is_dir():
        sys.exit(f"needs the shared data at {SHARED}")
    gold = list(read_extractions(SHARED / "data/gold/seeds-000.jsonl"))
    compare(gold, list(extract([one.paper for one in gold], nlp)))
    dev = list(read_extractions(SHARED / "data/gold/dev.jsonl"))
    count_nothing(dev, list(extract([one.paper for one in dev], nlp)))
    for file in sorted((SHARED / "seeds").glob("*.txt"))[1:]:
        print(f"\n{file.name}")
        for paper in extract((one for one in kg.read(file) if isinstance(one, Paper)), nlp):
            print(f"{paper.paper.title}   proposes: {listed(proposed(paper))}")


if __name__ == "__main__":
    main()
