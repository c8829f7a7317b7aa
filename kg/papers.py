"""Papers as things: their identifiers, the id that follows from them, and which records are one paper."""

import hashlib
import unicodedata

SCHEMES = ("doi", "arxiv", "openreview", "acl", "pmid")
"""Schemes of identifiers, strongest first."""


def paper_id(title: str, abstract: str, identifiers: tuple[tuple[str, str], ...]) -> str:
    """Return the id of a paper: its strongest identifier, else a hash of its title and abstract.

    Parameters
    ----------
    title, abstract
        Clean text.
    identifiers
        Pairs of scheme and normalised value.

    Examples
    --------
    >>> paper_id("A title", "", (("arxiv", "1706.03762"),))
    'paper/arxiv:1706.03762'
    >>> paper_id("A title", "Some text.", ())
    'paper/text:92cb7ff0cb53a1dd'
    """
    known = dict(identifiers)
    for scheme in SCHEMES:
        if scheme in known:
            return f"paper/{scheme}:{known[scheme]}"
    content = "\x1f".join(
        " ".join(unicodedata.normalize("NFKC", part).casefold().split()) for part in (title, abstract)
    )
    return "paper/text:" + hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
