"""Terms of RDF: one function mints IRIs, one makes literals, and every outside name is written once."""

import hashlib
import re
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode

from kg.errors import OptionError
from kg.export.characters import storable
from kg.vocabulary import KINDS, ONTOLOGY

RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
DCTERMS: Final = "http://purl.org/dc/terms/"
DCAT: Final = "http://www.w3.org/ns/dcat#"
VOID: Final = "http://rdfs.org/ns/void#"
PROV: Final = "http://www.w3.org/ns/prov#"
OA: Final = "http://www.w3.org/ns/oa#"
BIBO: Final = "http://purl.org/ontology/bibo/"
FABIO: Final = "http://purl.org/spar/fabio/"
SCHEMA_ORG: Final = "https://schema.org/"

VOCABULARIES: Final = MappingProxyType(
    {
        "bibo": BIBO,
        "dcat": DCAT,
        "dcterms": DCTERMS,
        "fabio": FABIO,
        "kg": ONTOLOGY,
        "oa": OA,
        "prov": PROV,
        "rdf": RDF,
        "rdfs": RDFS,
        "schema": SCHEMA_ORG,
        "skos": SKOS,
        "void": VOID,
        "xsd": XSD,
    }
)
"""Prefixes of the vocabularies that the export uses."""

MINTED: Final = (*KINDS, "statement", "evidence", "passage", "mention", "link", "match", "run", "extractor", "graph")
"""First segments of the ids of all nodes of a graph in RDF."""

_XSD_DECIMAL: Final = NamedNode(XSD + "decimal")
_XSD_INTEGER: Final = NamedNode(XSD + "integer")
_XSD_YEAR: Final = NamedNode(XSD + "gYear")
A: Final = NamedNode(RDF + "type")
LABEL: Final = NamedNode(RDFS + "label")

_READABLE: Final = "/:"
_RUN: Final = ("javascript:", "data:", "vbscript:")
_BASE: Final = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]*[/#:]", re.IGNORECASE)
_WEB: Final = re.compile(r"https?://[^/?#\s]", re.IGNORECASE)
DIGEST_LENGTH: Final = 20
"""Hexadecimal digits of a digest: 80 bits, a collision in a hundred million statements has odds of 1 in 10^8."""


MOST_KEPT: Final = 1 << 16
"""Terms that are remembered at a time; more would let memory grow with the graph."""

Row = tuple[NamedNode, NamedNode | Literal]
"""Predicate and object of a triple."""


class Described(NamedTuple):
    """A node with all triples that start at it; `paper` is the paper whose own it is, None if it is of the collection.

    A tuple of rows instead of triples: whoever writes text needs no `Triple`, which costs more to make than to write.
    """

    node: NamedNode
    rows: list[Row]
    paper: NamedNode | None = None


def checked_base(base: str) -> str:
    """Return a base of IRIs if it is one.

    Raises
    ------
    OptionError
        If it is no absolute IRI, does not end where an id can follow, or would mix ids with terms of a vocabulary.

    Examples
    --------
    >>> checked_base("https://example.org/id/")
    'https://example.org/id/'
    """
    try:
        NamedNode(base)
    except ValueError as error:
        raise OptionError(f"the base {base!r} is no IRI; give one such as https://example.org/id/") from error
    if base.casefold().startswith(_RUN):
        raise OptionError(f"the base {base!r} is a script to a browser; give one such as https://example.org/id/")
    if not _BASE.fullmatch(base):
        raise OptionError(f"the base {base!r} must end in '/', '#' or ':', so that an id can follow it")
    if any(base.startswith(name) or name.startswith(base) for name in VOCABULARIES.values()):
        raise OptionError(f"the base {base!r} is shared with a vocabulary; give one of your own")
    return base


def iri(base: str, node_id: str) -> NamedNode:
    """Return the IRI of a node: the base and its id, percent-encoded but for ``/`` and ``:``.

    Different ids give different IRIs, whatever they hold.

    Parameters
    ----------
    base
        A base that `checked_base` returned.
    node_id
        Id of a paper, an entity or another node of the graph.

    Examples
    --------
    >>> iri("https://example.org/id/", "method/c++").value
    'https://example.org/id/method/c%2B%2B'
    """
    return NamedNode(base + quote(node_id, safe=_READABLE, errors="surrogatepass"))


class Nodes(dict[str, NamedNode]):
    """The IRIs of papers and entities by id, each minted once while it is remembered."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base

    def __missing__(self, node_id: str) -> NamedNode:
        if len(self) > MOST_KEPT:
            self.clear()
        node = self[node_id] = iri(self.base, node_id)
        return node

    def tail(self, node_id: str) -> str:
        """Return what follows the base in the IRI of a node."""
        return self[node_id].value[len(self.base) :]


def prefixes(base: str) -> dict[str, str]:
    """Return the prefixes of an export: those of the vocabularies, and one for each sort of node under the base."""
    return {**VOCABULARIES, **{segment: f"{base}{segment}/" for segment in MINTED}}


def prefixed(node: NamedNode) -> str:
    """Return the IRI of a term of a vocabulary with its prefix in place of the namespace, any other as it is.

    Examples
    --------
    >>> prefixed(LABEL), prefixed(NamedNode("https://example.org/"))
    ('rdfs:label', 'https://example.org/')
    """
    for prefix, namespace in VOCABULARIES.items():
        if node.value.startswith(namespace):
            return f"{prefix}:{node.value.removeprefix(namespace)}"
    return node.value


def web_iri(text: str) -> NamedNode | None:
    """Return the IRI that a text is, or None if it is no web address that stands in a file as it is.

    Examples
    --------
    >>> web_iri("https://example.org/a b"), web_iri("javascript:alert(1)")
    (None, None)
    """
    if not _WEB.match(text):
        return None
    try:
        return NamedNode(text)
    except ValueError:
        return None


def literal(text: str) -> Literal:
    r"""Return the literal of a text; characters that a format cannot hold become U+FFFD.

    Examples
    --------
    >>> literal("a\x00b").value
    'a\ufffdb'
    """
    return Literal(storable(text))


@lru_cache(maxsize=1 << 12)
def decimal(number: float) -> Literal:
    """Return the literal of a finite number as ``xsd:decimal``, with every digit that it has.

    Examples
    --------
    >>> decimal(1.0).value, decimal(0.1).value, decimal(1e-7).value
    ('1.0', '0.1', '0.0000001')
    """
    digits = format(Decimal(repr(float(number))), "f")
    return Literal(digits if "." in digits else f"{digits}.0", datatype=_XSD_DECIMAL)


@lru_cache(maxsize=1 << 12)
def integer(number: int) -> Literal:
    """Return the literal of a whole number."""
    return Literal(str(number), datatype=_XSD_INTEGER)


def boolean(value: bool) -> Literal:
    """Return the literal of a truth value."""
    return Literal(value)


@lru_cache(maxsize=1 << 10)
def year(number: int) -> Literal:
    """Return the literal of a year, four digits at least.

    Examples
    --------
    >>> year(2017).value, year(7).value
    ('2017', '0007')
    """
    return Literal(f"{number:04d}", datatype=_XSD_YEAR)


def digest(*parts: str) -> str:
    """Return a short name for contents: the same for the same parts, everywhere and always."""
    content = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH]
