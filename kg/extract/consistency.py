"""A name means one thing throughout an abstract: what is found in one place is looked for in the others.

Annotators mark a name wherever it stands, and give it one label. The posteriors of all places of a name are
therefore pooled before the mentions are chosen: a place that the model doubts gains from places where it is sure,
a stray find loses from places where nothing was found.
"""

from collections import defaultdict
from typing import Final

from kg.extract.decode import Chain
from kg.extract.tags import LabelledSpan
from kg.extract.words import Words

POOLED: Final = 0.75
"""Weight of the other places of a name against the place itself."""
FIRM: Final = 0.6
"""A span this sure keeps the names inside it from counting as places of their own."""


def pooled(posteriors: dict[LabelledSpan, float], chain: Chain, words: Words) -> dict[LabelledSpan, float]:
    """Return the posteriors of all places of the names that the given spans stand for, each mixed with the others'.

    Parameters
    ----------
    posteriors
        Spans worth a look, from `decode.candidates`.
    chain
        The chain they come from, asked for the places that are not among them.
    words
        The words of the text.
    """
    keys = [_key(word) for word in words.texts]
    inner = _inside_firm(posteriors)
    standing: dict[str, list[int]] = defaultdict(list)
    for at, key in enumerate(keys):
        standing[key].append(at)
    mixed: dict[LabelledSpan, float] = {}
    for name, labels in sorted(_names(posteriors, keys).items()):
        places = [place for place in _places(name, standing[name[0]], keys, words) if place not in inner]
        for label in sorted(labels):
            values = {place: _value((*place, label), posteriors, chain) for place in places}
            mean = sum(values.values()) / max(1, len(values))
            for place, value in values.items():
                mixed[(*place, label)] = (1 - POOLED) * value + POOLED * mean
    return {span: mixed.get(span, value) for span, value in posteriors.items()} | mixed


def _value(span: LabelledSpan, posteriors: dict[LabelledSpan, float], chain: Chain) -> float:
    known = posteriors.get(span)
    return chain.posterior(span) if known is None else known


def _key(word: str) -> str:
    """Return a word without case and plural."""
    low = word.casefold()
    return low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith("ss") else low


def _names(posteriors: dict[LabelledSpan, float], keys: list[str]) -> dict[tuple[str, ...], set[str]]:
    names: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for start, end, label in posteriors:
        names[tuple(keys[start:end])].add(label)
    return names


def _places(name: tuple[str, ...], starts: list[int], keys: list[str], words: Words) -> list[tuple[int, int]]:
    """Return where a name stands of which `starts` are the places of the first word.

    Never across a blank line or in a link.
    """
    size = len(name)
    return [
        (at, at + size)
        for at in starts
        if tuple(keys[at : at + size]) == name
        and not words.fresh[at + 1 : at + size].any()
        and not words.closed[at : at + size].any()
    ]


def _inside_firm(posteriors: dict[LabelledSpan, float]) -> set[tuple[int, int]]:
    """Return the spans that lie within a longer one that is sure."""
    firm = [(start, end) for (start, end, _), value in posteriors.items() if value >= FIRM]
    return {
        (first, last)
        for start, end in firm
        for first in range(start, end)
        for last in range(first + 1, end + 1)
        if (first, last) != (start, end)
    }
