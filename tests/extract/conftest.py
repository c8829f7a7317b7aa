"""Docs made by hand, their entities marked in the text: ``We use [M1 FedAvg] for [T1 federated learning].``"""

import re
from collections.abc import Callable

import pytest
from spacy.tokens import Doc

from kg.extract.document import make_doc, place
from kg.extract.sentences import set_sentence_starts
from kg.extract.tokens import word_pipeline
from kg.records import Mention, Paper, PaperEntity, Source

LABELS = {"M": "METHOD", "T": "TASK", "D": "DATASET", "E": "METRIC"}
NLP = word_pipeline()
MARK = re.compile(r"\[([MTDE]\d+) ([^\]]+)\]")


def marked_doc(abstract: str, title: str = "") -> Doc:
    """Return the doc of a paper with sentences, entity spans, and entities whose role is not known yet."""
    plain = [MARK.sub(r"\2", part) for part in (title, abstract)]
    paper = Paper(id="paper/x", source_id="x", title=plain[0], abstract=plain[1], source=Source(file="x", record=1))
    doc = set_sentence_starts(make_doc(NLP, paper))
    mentions: dict[str, list[Mention]] = {}
    spans = []
    for part, lead in ((title, 0), (abstract, doc._.abstract_start)):
        taken = 0
        for mark in MARK.finditer(part):
            start = lead + mark.start() - taken
            end = start + len(mark[2])
            taken += len(mark[0]) - len(mark[2])
            spans.append(doc.char_span(start, end, LABELS[mark[1][0]], alignment_mode="expand"))
            spot = place(doc, start, end)
            mention = Mention(field=spot.field, start=spot.start, end=spot.end, text=mark[2])
            mentions.setdefault(mark[1], []).append(mention)
    doc.ents = tuple(spans)
    doc._.entities = tuple(
        PaperEntity(id=name, label=LABELS[name[0]], role="mentioned", mentions=tuple(places))
        for name, places in mentions.items()
    )
    return doc


@pytest.fixture(scope="session")
def marked() -> Callable[..., Doc]:
    """The function that makes a doc of a marked text."""
    return marked_doc
