"""The figure that training watches: exact mentions, as the whole pipeline finds them."""

from collections.abc import Iterable

from kg.extract.tagger import Scorer, find
from kg.extract.tags import spans_of
from kg.train.gold import Example

UNCOUNTED = "METRIC"
"""Label left out of the figure, as it is of ``mentions.core``."""


def mentions_f1(scorer: Scorer, examples: Iterable[Example]) -> float:
    """Return F1 of exact mentions of methods, tasks and data sets."""
    hit = found = right = 0
    for example in examples:
        if not len(example.words):
            continue
        gold = {span for span in spans_of(example.tags) if span[2] != UNCOUNTED}
        mine = {s for s in find(scorer.read(example.doc, example.words).tags, example.words) if s[2] != UNCOUNTED}
        hit, found, right = hit + len(gold & mine), found + len(mine), right + len(gold)
    return 2 * hit / (found + right) if found + right else 0.0
