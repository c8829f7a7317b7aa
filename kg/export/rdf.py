"""A knowledge graph as RDF: a Turtle file, or an rdflib graph."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from kg.export.terms import XSD, checked_base, prefixes
from kg.export.triples import triples
from kg.graph import KnowledgeGraph

if TYPE_CHECKING:
    import rdflib


class _WithoutHead:
    """A handle that drops the first lines written to it."""

    def __init__(self, handle: IO[bytes], lines: int) -> None:
        self._handle, self._lines = handle, lines

    def write(self, content: bytes) -> int:
        rest = content
        while self._lines and rest:
            _, end, rest = rest.partition(b"\n")
            self._lines -= len(end)
        self._handle.write(rest)
        return len(content)

    def flush(self) -> None:
        self._handle.flush()


def write_turtle(graph: KnowledgeGraph, target: Path | IO[bytes]) -> None:
    """Write a graph as Turtle, triple by triple; equal graphs give equal bytes.

    Parameters
    ----------
    graph
        What to write.
    target
        A file, or a binary handle that is open for writing.

    Raises
    ------
    OptionError
        If the base of the graph's IRIs is none.
    """
    if isinstance(target, Path):
        with target.open("wb") as handle:
            write_turtle(graph, handle)
        return
    names = prefixes(checked_base(graph.options.base))
    # pyoxigraph lists prefixes in the order of a hash table of its own: ours is the same in every version of it.
    target.write("".join(f"@prefix {name}: <{names[name]}> .\n" for name in sorted(names)).encode())
    body: Any = _WithoutHead(target, lines=len(names))
    serialize(triples(graph), body, format=RdfFormat.TURTLE, prefixes=names)


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
