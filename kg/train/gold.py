"""Annotated abstracts as the words and tags that a model learns from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from kg.errors import InputError
from kg.extract.document import make_doc
from kg.extract.tags import LabelledSpan, tags_of
from kg.extract.words import Words, words_of
from kg.records import Extraction, PaperEntity
from kg.store import read_extractions

Tie = tuple[str, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """An entity as a network learns it: label, role, and the words of all its mentions."""

    label: str
    role: str
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An annotated abstract: its doc, its words, the tag of each word, its entities and what ties them.

    A tie is a kind of relation with the numbers of head and tail among the things.
    """

    doc: Doc
    words: Words
    tags: tuple[int, ...]
    things: tuple[Thing, ...] = ()
    ties: tuple[Tie, ...] = ()


def read_gold(paths: Iterable[Path]) -> list[Extraction]:
    """Return the annotated abstracts of some files.

    Raises
    ------
    InputError
        If a file cannot be read, an annotation does not fit its text, or there is none at all.
    """
    gold = [extraction for path in paths for extraction in read_extractions(path)]
    if not gold:
        raise InputError("no annotated abstract to learn from: name a file of them with --data")
    return gold


def examples_of(gold: Sequence[Extraction], nlp: Language) -> list[Example]:
    """Return the annotated abstracts as examples, tokenised by `nlp`."""
    return [_example(extraction, nlp) for extraction in gold]


def _example(extraction: Extraction, nlp: Language) -> Example:
    doc = make_doc(nlp, extraction.paper)
    words = words_of(doc)
    spans = [_spans(entity, doc, words) for entity in extraction.entities]
    order = [entity.id for entity in extraction.entities]
    return Example(
        doc=doc,
        words=words,
        tags=tuple(tags_of([span for of_entity in spans for span in of_entity], len(words))),
        things=tuple(
            Thing(label=one.label, role=one.role, words=tuple(at for first, end, _ in held for at in range(first, end)))
            for one, held in zip(extraction.entities, spans, strict=True)
        ),
        ties=tuple((one.label, order.index(one.head), order.index(one.tail)) for one in extraction.relations),
    )


def _spans(entity: PaperEntity, doc: Doc, words: Words) -> list[LabelledSpan]:
    """Return the mentions of an entity as spans of words; one that cuts a word covers the whole of it."""
    starts = [doc[at].idx for at in words.tokens]
    ends = [doc[at].idx + len(doc[at]) for at in words.tokens]
    spans = []
    for mention in entity.mentions:
        lead = 0 if mention.field == "title" else doc._.abstract_start
        covered = [
            at
            for at, (start, end) in enumerate(zip(starts, ends, strict=True))
            if start < mention.end + lead and end > mention.start + lead
        ]
        spans.append((covered[0], covered[-1] + 1, entity.label))
    return spans


def untitled(extraction: Extraction) -> Extraction:
    """Return an annotated abstract without its title and the mentions there, as a listing of abstracts gives it."""
    entities = (
        replace(entity, mentions=tuple(mention for mention in entity.mentions if mention.field == "text"))
        for entity in extraction.entities
    )
    return replace(extraction, paper=replace(extraction.paper, title=""), entities=tuple(entities))
