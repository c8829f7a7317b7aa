"""Graphs that can be asked: a build, a Turtle file, or a graph in memory, loaded into an RDF store."""

from pathlib import Path
from typing import Final

from pyoxigraph import Quad, RdfFormat, Store

from kg.errors import InputError
from kg.export.triples import triples
from kg.files import settle
from kg.graph import KnowledgeGraph
from kg.query.disk import is_store, open_on_disk

TURTLE_FILE: Final = "graph.ttl"


def open_store(source: KnowledgeGraph | str | Path) -> Store:
    """Return a store that holds a graph.

    Parameters
    ----------
    source
        A graph, the folder of a build, a Turtle file, or a store on disk.

    Raises
    ------
    InputError
        If there is no such file, or it is not Turtle, or the store is of another version.
    """
    if not isinstance(source, KnowledgeGraph) and is_store(Path(source)):
        return open_on_disk(Path(source))
    store = Store()
    if isinstance(source, KnowledgeGraph):
        store.bulk_extend(Quad(*triple) for triple in triples(source))
        return store
    path = turtle_file(Path(source))
    try:
        store.bulk_load(path=path, format=RdfFormat.TURTLE)
    except SyntaxError as error:
        raise InputError(f"{path} is not Turtle: {error.msg.splitlines()[0]}; build the graph again") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    return store


def turtle_file(source: Path) -> Path:
    """Return the Turtle file of a source: the file itself, or the one of a build.

    Raises
    ------
    InputError
        If it is not there.
    """
    if source.is_dir():
        settle(source)
    path = source / TURTLE_FILE if source.is_dir() else source
    if not path.is_file():
        hint = f"build one with: kg build INPUT... --out {source}" if source.is_dir() else "give a folder or a file"
        raise InputError(f"{path} is missing; {hint}")
    return path
