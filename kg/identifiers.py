"""Identifiers of papers: one normal form for each, however it was written.

Nothing is guessed: a text is an identifier only where it says so itself (a URL, ``arXiv:…``, ``doi:…``, ``10.…/…``)
or stands in a field that says so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote

SCHEMES: Final = ("doi", "arxiv", "openreview", "acl", "pmid")
"""Schemes of identifiers, strongest first."""

Pair = tuple[str, str]

LONGEST: Final = 256
"""Longest text that is taken for an identifier; the DOI handbook sets no limit, real ones stay under 200."""

_WEB = r"(?:https?://)?(?:www\.|dx\.|export\.|m\.)?"
_SELF_EVIDENT: Final = tuple(
    (scheme, re.compile(pattern, re.IGNORECASE))
    for scheme, pattern in (
        ("doi", rf"{_WEB}doi\.org/(?P<url>10\..+)"),
        ("doi", r"(?:doi\s*:\s*)?(10\.\d{4,9}(?:\.\d+)*/.+)"),
        ("arxiv", rf"{_WEB}arxiv\.org/(?:abs|pdf|html|ps|format|src|e-print)/(.+)"),
        ("arxiv", r"arxiv\s*:\s*(.+)"),
        ("openreview", rf"{_WEB}openreview\.net/(?:forum|pdf|references/pdf)\?(?:[^#]*&)?id=([^&#]+)(?:[&#].*)?"),
        ("acl", rf"{_WEB}aclanthology\.(?:org|info)/(?:papers/\w/\w+/)?(.+)"),
        ("acl", rf"{_WEB}aclweb\.org/anthology/(?:papers/\w/\w+/)?(.+)"),
        ("pmid", rf"{_WEB}pubmed\.ncbi\.nlm\.nih\.gov/(.+)"),
        ("pmid", rf"{_WEB}ncbi\.nlm\.nih\.gov/pubmed/(.+)"),
        ("pmid", r"pmid\s*:\s*(.+)"),
    )
)
_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
# Since January 2015 the number has five digits; before, four.
_ARXIV = re.compile(
    r"((?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.\d{4}|(?:1[5-9]|[2-9]\d)(?:0[1-9]|1[0-2])\.\d{5}"
    r"|([a-z]+(?:-[a-z]+)?)(?:\.[a-z]{2})?/(\d{7}))(?:v\d+)?(?:\.pdf|[\s\[?#/].*)?",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_OPENREVIEW = re.compile(r"[\w-]{8,16}", re.ASCII)
_ACL = re.compile(
    r"([A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d+)?(?:\.pdf|\.bib|/|[?#].*)?",
    re.ASCII | re.IGNORECASE,
)
_PMID = re.compile(r"([1-9]\d{0,8})(?:/|[?#].*)?", re.ASCII)
_LATEX_ESCAPE = re.compile(r"\\([_%&#$~])")
_ARXIV_IN_VENUE = re.compile(r"(?:corr,?\s+)?(?:arxiv preprint\s+)?(arxiv:\S+)", re.IGNORECASE)
_ARXIV_DOI: Final = "10.48550/arxiv."
_ACL_DOI: Final = "10.18653/v1/"


def _doi(text: str) -> str | None:
    text = _LATEX_ESCAPE.sub(r"\1", text).strip().rstrip(".,;")
    for opening, closing in ("()", "[]", "{}", "<>"):
        if text.endswith(closing) and text.count(closing) > text.count(opening):
            text = text[:-1]
    return text.lower() if _DOI.fullmatch(text) else None


def _arxiv(text: str) -> str | None:
    match = _ARXIV.fullmatch(text.strip())
    if match is None:
        return None
    # The subject class of an old id ("math.GT/0309136") is no part of it.
    return f"{match[2].lower()}/{match[3]}" if match[3] else match[1]


def _openreview(text: str) -> str | None:
    return text.strip() if _OPENREVIEW.fullmatch(text.strip()) else None


def _acl(text: str) -> str | None:
    match = _ACL.fullmatch(text.strip())
    if match is None:
        return None
    return match[1].lower() if "." in match[1] else match[1].upper()


def _pmid(text: str) -> str | None:
    match = _PMID.fullmatch(text.strip())
    return match[1] if match else None


_NORMAL_FORM: Final = MappingProxyType(
    {"doi": _doi, "arxiv": _arxiv, "openreview": _openreview, "acl": _acl, "pmid": _pmid}
)


def _pairs(scheme: str, text: str) -> Iterator[Pair]:
    """Yield what an identifier amounts to: itself in normal form, and what a DOI merely wraps."""
    value = _NORMAL_FORM[scheme](text)
    if value is None:
        return
    if scheme == "doi" and value.startswith(_ARXIV_DOI):
        yield from _pairs("arxiv", value.removeprefix(_ARXIV_DOI))
        return
    yield scheme, value
    if scheme == "doi" and value.startswith(_ACL_DOI):
        yield from _pairs("acl", value.removeprefix(_ACL_DOI))


def identify(text: str) -> tuple[Pair, ...]:
    """Return the identifiers that a text plainly is, each a pair of scheme and normalised value.

    Examples
    --------
    >>> identify("https://arxiv.org/pdf/1706.03762v5.pdf")
    (('arxiv', '1706.03762'),)
    >>> identify("doi:10.48550/arXiv.1706.03762")
    (('arxiv', '1706.03762'),)
    >>> identify("https://doi.org/10.18653/v1/P19-1001")
    (('doi', '10.18653/v1/p19-1001'), ('acl', 'P19-1001'))
    >>> identify("arxiv-1706.03762")
    ()
    """
    text = text.strip()
    if len(text) > LONGEST:
        return ()
    for scheme, pattern in _SELF_EVIDENT:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        value = match[1]
        if match.groupdict().get("url"):
            value = unquote(re.split(r"[?#]", value, maxsplit=1)[0])
        found = tuple(_pairs(scheme, value))
        if found:
            return found
    return ()


def claimed(scheme: str, text: str) -> tuple[Pair, ...]:
    """Return the identifiers that a field named after a scheme holds; nothing if its text is none.

    Examples
    --------
    >>> claimed("arxiv", "cs.CL/0001001v2")
    (('arxiv', 'cs/0001001'),)
    >>> claimed("arxiv", "to appear")
    ()
    """
    if len(text) > LONGEST:
        return ()
    return identify(text) or tuple(_pairs(scheme, text))


def collect(
    explicit: Mapping[str, Iterable[str]], *, url: str = "", source_id: str = "", venue: str = ""
) -> tuple[Pair, ...]:
    """Return the identifiers of a paper, one a scheme, sorted.

    Parameters
    ----------
    explicit
        For each scheme the texts of the fields that are named after it; they count before all others.
    url, source_id
        Taken where they plainly are an identifier, in this order.
    venue
        Taken where it names an arXiv preprint, as reference managers write it: ``arXiv preprint arXiv:1706.03762``.

    Examples
    --------
    >>> collect({"doi": ["10.1000/XYZ"]}, url="https://arxiv.org/abs/1706.03762v1", source_id="vaswani2017")
    (('arxiv', '1706.03762'), ('doi', '10.1000/xyz'))
    """
    found: dict[str, str] = {}
    for scheme in SCHEMES:
        for text in explicit.get(scheme, ()):
            for known, value in claimed(scheme, text):
                found.setdefault(known, value)
    preprint = _ARXIV_IN_VENUE.fullmatch(venue.strip()) if len(venue) <= LONGEST else None
    for text in (url, source_id, preprint[1] if preprint else ""):
        for known, value in identify(text):
            found.setdefault(known, value)
    return tuple(sorted(found.items()))
