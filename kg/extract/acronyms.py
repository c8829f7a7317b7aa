"""Short forms tied to the long forms that define them, within one paper.

The rule that reads a short form off a long one is that of Schwartz and Hearst: its letters stand in the long form in
order, read from the right, and the first one starts a word (digits are let pass: ``A3C``). Around it stand rules for
what abstracts do: plural short forms (``GNNs``), brackets that hold citations or formulas, the reversed order
``APT (Adaptive Physics Transformer)``, and titles of the form ``PISA: Prototype-Guided …``.

References
----------
A. S. Schwartz and M. A. Hearst (2003). A simple algorithm for identifying abbreviation definitions in biomedical text.
Pacific Symposium on Biocomputing 8, 451-462.
"""

import re
from collections.abc import Iterator
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

from kg.extract.document import SEPARATOR
from kg.names import singular_acronym

LONGEST_SHORT_FORM: Final = 12
"""Characters of a short form; Schwartz and Hearst take 10, names such as ``DINOv2-ViT-B`` are longer."""
REACH: Final = 160
"""Characters before a bracket in which its long form is looked for."""

_BRACKET: Final = re.compile(r"\(([^()\n]{2,200})\)|\[([^\[\]\n]{2,200})\]")
_SHORT: Final = re.compile(r"[^\W_][\w+*&./^’'-]*(?: [A-Z0-9][\w-]*)?")
_NO_SHORT: Final = re.compile(
    r"e\.g\b|i\.e\b|cf\b|see\b|\d[\d.]*[A-Za-z%]?$|(?:19|20)\d\d|.*\bet al\b|(?:Fig|Eq|Sec|Tab|Ref)\w*\.?(?: |$)",
    re.IGNORECASE,
)
_ROMAN: Final = re.compile(r"[IVX]+")
_SENTENCE_END: Final = re.compile(r"[.!?;:)]\s+|\n\s*\n")
_X_WORD: Final = "ex"
"""A word of which X is the short form: explainable, extreme."""
_CLOSING: Final = " \t\n\"”’'*"
_WORD: Final = re.compile(r"[^\W_]+")
_LAST_WORD: Final = re.compile(r"(?:^|[\s(\[“\"])([^\W_][\w+*&./-]*)\s?$")
_TITLE_NAME: Final = re.compile(r"(?P<short>[^\W_][\w+*&.-]*)\s?: ?(?P<rest>(?:An? |The )?\S.*)", re.DOTALL)
_TITLE_LONG: Final = 12
"""Words of a title after its colon that may be a long form."""


@Language.component("kg_acronyms", requires=["doc.ents"], assigns=["doc._.acronyms"])
def tie_acronyms(doc: Doc) -> Doc:
    """Set the pairs of short and long form that a paper defines, in order of the short form's place.

    They are texts, not spans: a doc that holds a span of its own is never freed.
    """
    found = sorted(set(definitions(doc.text, _spans_by_end(doc), doc._.abstract_start)))
    pairs = ((_span(doc, short), _span(doc, long)) for short, long in found)
    doc._.acronyms = tuple(
        (short.text, long.text) for short, long in pairs if short.end <= long.start or long.end <= short.start
    )
    return doc


def _span(doc: Doc, bounds: tuple[int, int]) -> DocSpan:
    span = doc.char_span(*bounds, alignment_mode="expand")
    assert span is not None  # bounds lie within the text
    return span


def _spans_by_end(doc: Doc) -> dict[int, int]:
    """Return the start of the entity span that ends at an offset, by that offset."""
    return {span.end_char: span.start_char for span in doc.ents}


Definition = tuple[tuple[int, int], tuple[int, int]]
"""Offsets of a short form and of its long form."""


def definitions(text: str, spans: dict[int, int], title_end: int = 0) -> Iterator[Definition]:
    """Yield the definitions of short forms in a text.

    Parameters
    ----------
    text
        Title and abstract.
    spans
        Start of each entity span by its end: a long form is preferably one that ends right before the bracket.
    title_end
        Where the title, with its separator, ends; 0 without one.

    Examples
    --------
    >>> text = "We use graph neural networks (GNNs)."
    >>> [(text[a:b], text[c:d]) for (a, b), (c, d) in definitions(text, {})]
    [('GNNs', 'graph neural networks')]
    """
    yield from _title_definition(text[: max(0, title_end - len(SEPARATOR))])
    for bracket in _BRACKET.finditer(text):
        inside = bracket.start() + 1
        content = re.split(r"[,;]| or ", text[inside : bracket.end() - 1], maxsplit=1)[0].rstrip()
        end = _end_of_words(text, bracket.start())
        long = _long_form(content, text, end, spans)
        if long:
            yield (inside, inside + len(content)), long
        else:
            yield from _reversed_definition(text, end, (inside, bracket.end() - 1))


def _end_of_words(text: str, end: int) -> int:
    """Return the end of the words before an offset, without the blank and the quote that close them."""
    while end > 0 and text[end - 1] in _CLOSING:
        end -= 1
    return end


def _long_form(short: str, text: str, end: int, spans: dict[int, int]) -> tuple[int, int] | None:
    """Return the offsets of the long form of a short one that ends at an offset."""
    if not _is_short_form(short):
        return None
    start = spans.get(end)
    window = text[start:end] if start is not None else ""
    offset = long_form_start(short, window)
    if offset is not None:
        # "offline reinforcement learning (RL)" defines RL by its last two words only.
        exact = _initials(window[offset:]) == singular_acronym(short).lower()
        return end - len(window) + (offset if exact else 0), end
    if not _has_capitals(short):
        return None
    window = _last_words(_SENTENCE_END.split(text[max(0, end - REACH) : end])[-1], _most_words(short))
    offset = long_form_start(short, window)
    if offset is None or (_ROMAN.fullmatch(short) and _initials(window[offset:]) != short.lower()):
        return None
    return end - len(window) + offset, end


def _reversed_definition(text: str, end: int, inside: tuple[int, int]) -> Iterator[Definition]:
    """Yield the definition of a short form that ends at an offset by a bracket after it that holds the long form."""
    word = _LAST_WORD.search(text[max(0, end - LONGEST_SHORT_FORM - 2) : end])
    content = text[slice(*inside)]
    if word and _is_short_form(word[1]) and _has_capitals(word[1]) and len(_WORD.findall(content)) > 1:
        long = re.split(r"[,;]", content, maxsplit=1)[0].rstrip()
        if long_form_start(word[1], long) == 0:
            yield (end - len(word[1]), end), (inside[0], inside[0] + len(long))


def _title_definition(title: str) -> Iterator[Definition]:
    """Yield the definition that a title of the form ``SHORT: Long Form …`` is: every letter starts a word of it."""
    match = _TITLE_NAME.match(title)
    if not match or not _is_short_form(match["short"]) or not _has_capitals(match["short"]):
        return
    letters = [letter.lower() for letter in singular_acronym(match["short"]) if letter.isalnum()]
    start = None
    for word in list(_WORD.finditer(title, match.start("rest")))[:_TITLE_LONG]:
        if letters and word[0][0].lower() == letters[0]:
            start = word.start() if start is None else start
            letters.pop(0)
            if not letters:
                yield match.span("short"), (start, word.end())
                return


def long_form_start(short: str, text: str) -> int | None:
    """Return where the long form of a short form starts in the text that it ends, or None.

    Examples
    --------
    >>> long_form_start("GNNs", "of graph neural networks")
    3
    >>> long_form_start("DP", "conformal prediction") is None
    True
    """
    low, at = text.lower(), len(text)
    letters = [letter for letter in singular_acronym(short).lower() if letter.isalpha()]
    if not letters or len(low) != len(text) or len(text) <= len(short):
        return None
    for letter in reversed(letters[1:]):
        at = low.rfind(letter, 0, at)
        if at < 0:
            return None
    first = (letters[0], _X_WORD) if letters[0] == "x" else (letters[0],)
    starts = [word.start() for word in _WORD.finditer(low, 0, at) if word[0].startswith(first)]
    return next((start for start in reversed(starts) if _is_balanced(text[start:])), None)


def _is_balanced(text: str) -> bool:
    """Tell whether every bracket of a text closes one that it opens."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def _is_short_form(word: str) -> bool:
    return bool(
        2 <= len(word) <= LONGEST_SHORT_FORM
        and _SHORT.fullmatch(word)
        and not _NO_SHORT.match(word)
        and any(letter.isupper() for letter in word)
    )


def _has_capitals(word: str) -> bool:
    """Tell whether a word looks like a short form by itself: two capitals, or one that is not its first letter."""
    return sum(letter.isupper() for letter in word) > 1 or any(letter.isupper() for letter in word[1:])


def _most_words(short: str) -> int:
    """Return how many words a long form may have: the bound of Schwartz and Hearst."""
    return min(len(short) + 5, 2 * len(short))


def _last_words(text: str, count: int) -> str:
    starts = [word.start() for word in re.finditer(r"\S+", text)]
    return text[starts[-count] :] if len(starts) > count else text.lstrip()


def _initials(text: str) -> str:
    return "".join(word[0].lower() for word in _WORD.findall(text))
