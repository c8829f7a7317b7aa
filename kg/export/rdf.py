"""A knowledge graph as RDF: a Turtle file, or an rdflib graph."""

from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pyoxigraph import RdfFormat, serialize

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
    import rdflib

    known: dict[str, rdflib.URIRef] = {}

    def reference(value: str) -> rdflib.URIRef:
        return known.setdefault(value, rdflib.URIRef(value))

    result = rdflib.Graph(bind_namespaces="none")
    for prefix, namespace in prefixes(graph.options.base).items():
        result.bind(prefix, namespace)
    for subject, predicate, value in triples(graph):
        node: rdflib.term.Node
        if hasattr(value, "datatype"):
            datatype = None if value.datatype.value == f"{XSD}string" else reference(value.datatype.value)
            node = rdflib.Literal(value.value, datatype=datatype, normalize=False)
        else:
            node = reference(value.value)
        result.add((reference(subject.value), reference(predicate.value), node))
    return result
