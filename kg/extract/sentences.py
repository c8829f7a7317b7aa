r"""Where sentences start: rules over the characters of title and abstract, no parser.

A sentence ends at ``. ! ?`` (with the quotes and brackets that close after it) when what follows can open one, at
``。 ！ ？`` always, at a blank line, and at the separator of title and abstract. It also ends where two sentences are
glued together (``performance.Empirically``): every sign is a token, so that one starts there.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

_GLUED: Final = r"(?:(?<=[a-z0-9)\]%’”])[.!?](?=[A-Z][a-z]|[AI]\s)|(?<=[a-z]{4})[.!?](?=[A-Z]{2}))"
"""A stop between two glued sentences, as in ``tasks.We`` and ``scale.RADAR``."""

_END: Final = re.compile(
    r"""(?<![.!?])(?P<stop>[.!?]++|…)["'”’)\]}]*+(?:\s+|$)"""
    rf"|(?P<glued>{_GLUED})"
    r"""|(?P<full>[。！？]+)["'”’」』）)]*\s*"""
    r"|(?P<blank>\n\s*\n\s*)"
)

_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\[\"'“‘/,-])"
    r"(?:e\.g|i\.e|cf|vs|resp|approx|viz|w\.r\.t|a\.k\.a|aka|fig|figs|eq|eqs|sec|secs|tab|tabs|alg|thm|ref|refs|app|ch|no|nos"
    r"|vol|pp|dr|mr|mrs|ms|prof|st|jr|inc|ltd|dept|univ)$",
    re.IGNORECASE,
)
"""What stands before a full stop that never ends a sentence."""

_DOUBTFUL: Final = re.compile(r"(?:^|[\s(\[\"'“‘])(?:et\.? al|etc|al|[A-Z]|(?:[A-Za-z]\.)+[A-Za-z])$")
"""What stands before a full stop that ends a sentence only if an `_OPENER` follows: ``et al.``, initials, ``U.S.``"""

_OPENER: Final = re.compile(
    r"(?:We|Our|Ours|In|The|This|These|That|Those|It|Its|To|For|However|Here|Moreover|Furthermore|Finally|Additionally|Existing"
    r"|Recent|Recently|Experiments?|Extensive|Experimental|Results|Unlike|While|When|Although|Despite|By|With|At|On|From|As|A|An"
    r"|Specifically|Especially|Empirical|Empirically|Then|Thus|Therefore|Hence|Such|First|Second|Third|Most|Many|Instead|Building|Based|Using|Through"
    r"|Compared|There|They|Code|Both|Each|Since|Because|But|And|Given|If|Motivated|Inspired|Further|Across|Under)\b"
)
"""A word that opens sentences and hardly ever goes on after an abbreviation."""

_LIST_NUMBER: Final = re.compile(r"(?:^|[.:;!?]\s+|\n\s*)\(?(?:\d{1,2}|[ivx]{1,4}|[a-zA-Z])$")
"""The number of a list's item before its full stop: the item follows, the sentence does not end."""

_LOWER_NAME: Final = re.compile(r"[a-z]{1,4}[A-Z]|[a-z]+-?[A-Z0-9]")
"""A word with a small first letter that may open a sentence since it is a name: ``iGPT``, ``mT5``."""

_ADDRESS: Final = re.compile(r"(?:://|www\.)\S*$|\w@[a-z][\w.-]*$")
"""What stands before a stop inside a link or an address."""


@Language.component("kg_sentences", assigns=["token.is_sent_start", "doc.sents"])
def set_sentence_starts(doc: Doc) -> Doc:
    """Mark each token as starting a sentence or not."""
    if len(doc):
        starts = sorted({0, doc._.abstract_start, *sentence_starts(doc.text)})
        flags = np.where(np.isin(doc.to_array("IDX"), starts), 1, -1)
        doc.from_array("SENT_START", flags.astype(np.int64).view(np.uint64))  # type: ignore[arg-type]  # thinc's own
    return doc


def sentence_bounds(doc: Doc) -> Iterator[tuple[int, int]]:
    """Yield the half-open offsets of each sentence of a doc's text, without the blanks around it; no empty one."""
    text = doc.text
    marks = doc.to_array(["SENT_START", "IDX"]).astype(np.int64)
    starts = marks[marks[:, 0] == 1, 1].tolist() if len(doc) else []
    for first, last in pairwise([*starts, len(text)]):
        stretch = text[first:last]
        start, end = first + len(stretch) - len(stretch.lstrip()), first + len(stretch.rstrip())
        if start < end:
            yield start, end


def sentence_starts(text: str) -> Iterator[int]:
    """Yield the offsets, after the first, where a sentence of a text starts.

    Examples
    --------
    >>> list(sentence_starts("It works, e.g. on CIFAR. We show why.Here is how."))
    [25, 37]
    """
    for match in _END.finditer(text):
        start = match.end()
        if start < len(text) and _ends(match, text):
            yield start


def _ends(match: re.Match[str], text: str) -> bool:
    """Say whether a sentence ends at a match of `_END`."""
    if match["full"] or match["blank"]:
        return True
    before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 20]
    if match["glued"]:
        return not (_ABBREVIATION.search(before) or _ADDRESS.search(before))
    if after[0].islower() and not (_LOWER_NAME.match(after) and match["stop"] == "."):
        return False
    if match["stop"] == ".":
        return _full_stop_ends(before, after)
    return bool(match["stop"] in ("!", "?") or _OPENER.match(after))


def _full_stop_ends(before: str, after: str) -> bool:
    if _ABBREVIATION.search(before) or _LIST_NUMBER.search(before):
        return False
    return not _DOUBTFUL.search(before) or bool(_OPENER.match(after))
