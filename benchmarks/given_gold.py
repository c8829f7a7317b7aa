"""Figures given the annotated mentions or entities: python benchmarks/given_gold.py [--model NAME] [--untitled]

Three readings of each file, each against its gold:

- identity: entities made of the gold's mentions;
- roles: roles given the gold's entities, and relations given those roles (what a perfect entity model would reach);
- relations: relations given the gold's entities and roles.

The model reads the text, which counts for roles and relations; the model `fast` leaves them to cues alone.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from spacy.tokens import Doc

from kg.evaluate import Figures, score
from kg.extract import load
from kg.extract.acronyms import tie_acronyms
from kg.extract.document import make_doc
from kg.extract.identity import identify
from kg.extract.relations import relate
from kg.extract.roles import assign_roles
from kg.extract.sentences import set_sentence_starts
from kg.records import Extraction
from kg.store import read_extractions, to_json
from kg.vocabulary import DEFAULT_MODEL, RELATIONS

GOLD = Path(__file__).resolve().parents[2] / "shared/data/gold"


def untitled(paper: Extraction) -> Extraction:
    entities = (
        replace(entity, mentions=tuple(mention for mention in entity.mentions if mention.field == "text"))
        for entity in paper.entities
    )
    kept = tuple(entity for entity in entities if entity.mentions)
    known = {entity.id for entity in kept}
    relations = tuple(r for r in paper.relations if r.head in known and r.tail in known)
    return replace(paper, paper=replace(paper.paper, title=""), entities=kept, relations=relations)


def doc_of(gold: Extraction) -> Doc:
    """Return the doc of an annotated abstract, its mentions as entity spans."""
    doc = TAGGER(set_sentence_starts(make_doc(NLP, gold.paper)))
    spans = []
    for entity in gold.entities:
        for mention in entity.mentions:
            lead = doc._.abstract_start if mention.field == "text" else 0
            span = doc.char_span(mention.start + lead, mention.end + lead, entity.label, alignment_mode="expand")
            spans.append(span)
    doc.ents = tuple(sorted(spans, key=lambda span: span.start))
    return doc


def identity(gold: Extraction) -> Doc:
    return identify(tie_acronyms(doc_of(gold)))


def roles(gold: Extraction) -> Doc:
    doc = doc_of(gold)
    doc._.entities = tuple(replace(entity, role="mentioned") for entity in gold.entities)
    return relate(assign_roles(doc))


def relations(gold: Extraction) -> Doc:
    doc = doc_of(gold)
    doc._.entities = gold.entities
    return relate(doc)


def figures(papers: Sequence[Extraction], read: Callable[[Extraction], Doc]) -> Figures:
    def line(doc: Doc, gold: Extraction) -> dict[str, object]:
        return to_json(replace(gold, entities=doc._.entities, relations=doc._.relations))

    return score(
        {gold.paper.source_id: to_json(gold) for gold in papers},
        {gold.paper.source_id: line(read(gold), gold) for gold in papers},
    )


def report(name: str, papers: Sequence[Extraction]) -> None:
    shown = {
        identity: ("entities.core", "entities.all"),
        roles: ("roles.core", "roles.proposed", "roles.used", "roles.compared", "roles.mentioned", "relations.all"),
        relations: ("relations.all", *(f"relations.{kind}" for kind in RELATIONS)),
    }
    for read, rows in shown.items():
        start = time.perf_counter()
        result = figures(papers, read)
        spent = 1000 * (time.perf_counter() - start) / len(papers)
        for row, one in result.rows:
            if row not in rows:
                continue
            print(f"{name:10} {read.__name__:10} {row:25} P {one.precision:.3f}  R {one.recall:.3f}  F1 {one.f1:.3f}")
        print(f"{name:10} {read.__name__:10} {spent:.1f} ms a paper, reading and scoring included")


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--model", default=DEFAULT_MODEL)
parser.add_argument("--untitled", action="store_true", help="without titles, as many listings are")
arguments = parser.parse_args()
NLP = load(arguments.model)
TAGGER = NLP.get_pipe("kg_entities")

for name in ("dev", "seeds-000"):
    papers = list(read_extractions(GOLD / f"{name}.jsonl"))
    report(name, [untitled(paper) for paper in papers] if arguments.untitled else papers)
