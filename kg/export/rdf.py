"""A knowledge graph as RDF: a file of any form, or an rdflib graph."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from kg.errors import OptionError
from kg.export.terms import XSD, checked_base, prefixes
from kg.export.triples import described, triples
from kg.export.turtle import trig, turtle
from kg.graph import KnowledgeGraph

if TYPE_CHECKING:
    import rdflib


_NODES_AT_ONCE: Final = 500
"""Nodes whose text is encoded and written together: enough to be fast, few enough to be small."""


def write_rdf(graph: KnowledgeGraph, target: Path | IO[bytes], form: str = "turtle") -> None:
    """Write a graph as RDF, node by node; equal graphs give equal bytes.

    Parameters
    ----------
    graph
        What to write.
    target
        A file, or a binary handle that is open for writing.
    form
        One of `FORMS`. All hold the same triples; in ``trig``, what a paper is and says stands in a named graph that
        bears the IRI of the paper.

    Raises
    ------
    OptionError
        If there is no such form, or the base of the graph's IRIs is none.
    """
    if form not in FORMS:
        raise OptionError(f"RDF is written as one of {', '.join(FORMS)}, not as {form!r}")
    checked_base(graph.options.base)
    if isinstance(target, Path):
        with target.open("wb") as handle:
            FORMS[form](graph, handle)
    else:
        FORMS[form](graph, target)


def _turtle(graph: KnowledgeGraph, handle: IO[bytes]) -> None:
    _write(turtle(described(graph), graph.options.base), handle)


def _trig(graph: KnowledgeGraph, handle: IO[bytes]) -> None:
    _write(trig(described(graph), graph.options.base), handle)


def _write(lines: Iterator[str], handle: IO[bytes]) -> None:
    while chunk := "".join(islice(lines, _NODES_AT_ONCE)):
        handle.write(chunk.encode())


def _n_triples(graph: KnowledgeGraph, handle: IO[bytes]) -> None:
    serialize(triples(graph), handle, format=RdfFormat.N_TRIPLES)


def _json_ld(graph: KnowledgeGraph, handle: IO[bytes]) -> None:
    serialize(triples(graph), handle, format=RdfFormat.JSON_LD)


FORMS: Final[Mapping[str, Callable[[KnowledgeGraph, IO[bytes]], None]]] = {
    "turtle": _turtle,
    "ntriples": _n_triples,
    "trig": _trig,
    "jsonld": _json_ld,
}
"""The forms of RDF, that of a build first."""


def to_rdflib(graph: KnowledgeGraph) -> "rdflib.Graph":
    """Return a graph as rdflib holds it: the same triples as in the Turtle file."""
    return in_rdflib(triples(graph), prefixes(graph.options.base))


def in_rdflib(made: Iterable[Triple], names: Mapping[str, str]) -> "rdflib.Graph":
    """Return triples as rdflib holds them, letter for letter.

    Parameters
    ----------
    names
        Prefixes to bind; rdflib's own are left out.
    """
    import rdflib

    known: dict[NamedNode | BlankNode | Literal | Triple, rdflib.term.Node] = {}

    def term(item: NamedNode | BlankNode | Literal | Triple) -> rdflib.term.Node:
        if item not in known:
            known[item] = _rdflib_term(item)
        return known[item]

    result = rdflib.Graph(bind_namespaces="none")
    for prefix, namespace in names.items():
        result.bind(prefix, namespace)
    for subject, predicate, value in made:
        result.add((term(subject), term(predicate), term(value)))
    return result


def _rdflib_term(item: NamedNode | BlankNode | Literal | Triple) -> "rdflib.term.Node":
    import rdflib

    if isinstance(item, NamedNode):
        return rdflib.URIRef(item.value)
    if isinstance(item, Literal):
        datatype = item.datatype.value
        plain = item.language or datatype == f"{XSD}string"
        return rdflib.Literal(item.value, item.language, None if plain else datatype, normalize=False)
    return rdflib.BNode(item.value if isinstance(item, BlankNode) else str(item))
