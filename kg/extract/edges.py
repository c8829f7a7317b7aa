"""Where a mention may begin and end: not at a conjunction, an article or a hyphen, nor in the middle of a number.

A model doubts the words at the edges of a name most, and what it cannot decide is cut badly now and then: ``Gigaword
and``, ``GPT-``, ``SQuAD 1.`` (of 1.1). Spans that no annotator would draw are left to the others that hold the name.
"""

import re
from collections import defaultdict
from typing import Final

from kg.extract.tags import LabelledSpan
from kg.extract.words import Words

LINKING: Final = frozenset(
    {
        *("an", "and", "are", "as", "be", "but", "by", "for", "from", "is", "its", "nor", "of", "or", "our", "that"),
        *("the", "their", "these", "this", "those", "through", "to", "using", "via", "was", "were", "which", "while"),
        "with",
    }
)
"""Words at the edge of 9 of the 37,196 annotated mentions, nearly all of them acronyms spelt like a word."""
_OPENING: Final = re.compile(r"[\w(\[{<\"'“‘«$\\#@*+^~∇∂]")
"""Signs that a name may begin with."""
_CLOSING: Final = re.compile(r"[\w)\]}>\"'”’»$#*+^!?%°′²³]")
"""Signs that a name may end with."""


def drawable(posteriors: dict[LabelledSpan, float], words: Words) -> dict[LabelledSpan, float]:
    """Return the spans that begin and end where a name may; one that ends in a number goes on to the end of it.

    Parameters
    ----------
    posteriors
        Spans and the probability of each.
    words
        The words of the text.
    """
    kept: dict[LabelledSpan, float] = defaultdict(float)
    for (start, end, label), value in posteriors.items():
        last = _end_of_number(end, words)
        if _may_stand(words.texts[start], _OPENING) and _may_stand(words.texts[last - 1], _CLOSING):
            kept[start, last, label] += value
    return {span: min(1.0, value) for span, value in kept.items()}


def _may_stand(word: str, signs: re.Pattern[str]) -> bool:
    return (word.casefold() not in LINKING or word.isupper()) and signs.match(word) is not None


def _end_of_number(end: int, words: Words) -> int:
    """Return where the number ends in whose middle a span ends: at ``1`` or ``1.`` of ``1.1``."""
    texts, glued = words.texts, words.glued
    dot = end - 1 if texts[end - 1] == "." else end
    while (
        0 < dot < len(texts) - 1
        and texts[dot - 1].isdecimal()
        and texts[dot] == "."
        and texts[dot + 1].isdecimal()
        and glued[dot]
        and glued[dot + 1]
    ):
        end = dot = dot + 2
    return end
