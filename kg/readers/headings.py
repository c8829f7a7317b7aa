"""Headings of listings: which lines are headings, and the venue and year that they name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kg.likeness import count_words

SHORT_HEADING: Final = 8
"""Words of the longest line that is a heading for being short; a paragraph of ten words is none."""
LONG_HEADING: Final = 20
"""Words of the longest line that is a heading for what it says: a year, and a word such as "proceedings"."""

_MARKDOWN = re.compile(r"\s{0,3}#{1,6}\s+\S")
_SENTENCE_END = re.compile(r"[.!?;,…。！？；，][\s*_\"'”’)]*$")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)", re.ASCII)
_CUE = re.compile(
    r"proceedings|conference|workshop|symposium|transactions|journal|papers|accepted|论文|会议", re.IGNORECASE
)
_ACRONYM = re.compile(r"(?<![A-Za-z0-9])(?=[a-z0-9]*[A-Z][a-z0-9]*[A-Z])[A-Za-z0-9][A-Za-z0-9&-]*")
_CONNECTING: Final = frozenset({"of", "on", "for", "and", "the", "in", "&"})
_AROUND = re.compile(
    r"papers?|accepted|list(?:ing)?|abstracts?|proceedings|all|selected|orals?|posters?|best|award"
    r"|of|on|for|and|the|in|at|from"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?",
    re.IGNORECASE,
)
"""Words around the name of a venue that are no part of it."""
_VENUE = re.compile(
    r"(?<![A-Za-z0-9])(?:ICML|ICLR|NeurIPS|NIPS|AAAI|IJCAI|AISTATS|UAI|COLT|CoRL|COLM|MLSys|TMLR|JMLR"
    r"|ACL|EMNLP|NAACL|EACL|TACL|COLING|CVPR|ICCV|ECCV|WACV|3DV|KDD|WWW|SIGIR|CIKM|WSDM|RecSys|ICRA|IROS|RSS"
    r"|ICASSP|INTERSPEECH|arXiv)(?![A-Za-z0-9])"
)
"""Venues that are known without a year beside them."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What the headings so far say of the paragraphs below them; the venue bears its year: ``ICML 2026``."""

    venue: str = ""
    year: int | None = None


def is_heading(line: str) -> bool:
    """Return whether a line that stands alone is a heading: in Markdown's sign, or short and no sentence.

    Examples
    --------
    >>> is_heading("ICML 2026 论文列表"), is_heading("# All papers."), is_heading("It works well.")
    (True, True, False)
    """
    if _MARKDOWN.match(line):
        return True
    words = count_words(line)
    if _SENTENCE_END.search(line.rstrip()) or not any(c.isalnum() for c in line):
        return False
    return words <= SHORT_HEADING or (words <= LONG_HEADING and bool(_YEAR.search(line) and _CUE.search(line)))


def opens(line: str, following: str) -> bool:
    """Return whether a line is the heading of the text that follows it without a blank line.

    The first line of a wrapped paragraph is about as long as the second, however much it looks like a heading.
    """
    return bool(_MARKDOWN.match(line)) or (is_heading(line) and len(following) >= 2 * len(line.strip()) + 40)


def understood(line: str, *, above: Heading) -> Heading | None:
    """Return the venue and year that a heading names, None if it names neither.

    Parameters
    ----------
    line
        The heading.
    above
        What holds above it: a year under a venue belongs to that.

    Examples
    --------
    >>> understood("ICML 2026 Papers", above=Heading())
    Heading(venue='ICML 2026', year=2026)
    >>> understood("## Oral papers", above=Heading("ICML 2026", 2026)) is None
    True
    """
    match = _YEAR.search(line)
    if match is None:
        known = _VENUE.search(line)
        return Heading(known[0]) if known else None
    name = _name_before(line[: match.start()]) or _acronym(line)
    if not name and above.year is None:
        name = above.venue
    return Heading(f"{name} {match[0]}" if name else "", int(match[0]))


def _acronym(line: str) -> str:
    return next((token for token in _ACRONYM.findall(line) if not _AROUND.fullmatch(token)), "")


def _name_before(text: str) -> str:
    """Return the capitalised words that stand right before a year."""
    words = re.split(r"[^\x00-\x7f]|[(\[:|]", text)[-1].strip(" \t,'*_#-").split()
    name = _without_last(words)
    start = len(name)
    while start and (any(c.isupper() for c in name[start - 1]) or name[start - 1] in _CONNECTING):
        start -= 1
    return " ".join(reversed(_without_last(name[start:][::-1])))


def _without_last(words: Sequence[str]) -> list[str]:
    """Return words without those at the end that only stand around a name."""
    kept = list(words)
    while kept and _AROUND.fullmatch(kept[-1].strip(",'*_#")):
        kept.pop()
    return kept
