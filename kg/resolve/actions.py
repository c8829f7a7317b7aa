"""Tasks in one wording: "detect ships", "detecting ships", "detection of ships" and "ship detection" are one task."""

import re
from collections.abc import Iterator
from typing import Final

from kg.names import loose_key, stem

_LINK_WORDS: Final = frozenset(
    (
        "about", "across", "after", "against", "and", "as", "at", "between", "by", "during", "for", "from", "in",
        "into", "of", "on", "or", "over", "through", "to", "under", "using", "via", "vs", "with", "within", "without",
    )
)  # fmt: skip
_ARTICLES: Final = frozenset(("a", "an", "the", "its", "their"))
_NOUN_OF_ACTION: Final = re.compile(r"\w{3,}(?:ion|ing|ment|val|ysis|thesis|very|ure)|search|control")
_NO_OBJECT: Final = frozenset(("task", "problem", "setting", "method", "model", "system"))
"""Words after a verb in -ing that it does not act on: a reasoning task is no reasoning about tasks."""


def worded(key: str) -> Iterator[tuple[str, bool]]:
    """Yield what a task acts on and the stem of what it does, for each way to read its match key.

    The flag tells whether the reading is sure: that a bare word at the beginning is a verb is a guess.

    Examples
    --------
    >>> list(worded("detection-of-small-object")), list(worded("small-object-detection"))[0]
    ([('smallobjectdetect', True)], ('smallobjectdetect', True))
    >>> list(worded("estimate-the-causal-effect")), list(worded("causal-effect-estimation"))[0]
    ([('causaleffectestim', False)], ('causaleffectestim', True))
    """
    words = key.split("-")
    if len(words) == 1:
        yield stem(key), stem(key) != key
        return
    if "of" in words[1:-1]:
        at = words.index("of")
        before, noun, after = words[: at - 1], words[at - 1], _bare(words[at + 1 :])
        if after and _NOUN_OF_ACTION.fullmatch(noun) and _LINK_WORDS.isdisjoint((*before, *after)):
            yield _said((*before, *after), noun), True
        return
    first, rest = words[0], _bare(words[1:])
    if not rest or not _LINK_WORDS.isdisjoint(words):
        return
    if _NOUN_OF_ACTION.fullmatch(words[-1]):
        yield _said(words[:-1], words[-1]), True
    if first.endswith("ing"):
        if rest[-1] not in _NO_OBJECT:
            yield _said(rest, first), True
    elif not _NOUN_OF_ACTION.fullmatch(first):
        yield _said(rest, first), False


def _bare(words: list[str]) -> list[str]:
    return [word for word in words if word not in _ARTICLES]


def _said(acted_on: tuple[str, ...] | list[str], action: str) -> str:
    return loose_key("-".join((*acted_on, stem(action))))
