"""Find papers and entities of a graph by what people call them.

`kg.query.names` reads names in the same ways, but in a store of triples, which need not come from a graph in memory.
"""

from collections.abc import Iterator

from kg.errors import NotFoundError
from kg.graph import KnowledgeGraph
from kg.likeness import nearest, same_letters
from kg.names import match_key


def find(graph: KnowledgeGraph, text: str) -> tuple[str, ...]:
    """Return the ids of the nodes that a text names, papers first, then entities, each sorted.

    Parameters
    ----------
    text
        An id, a name of an entity or the title or source id of a paper; case, blanks and, where nothing is called
        just so, what `match_key` makes one do not matter.

    Raises
    ------
    NotFoundError
        If nothing is called so; the nearest names are offered.
    """
    return _find(text, [*_paper_names(graph), *_entity_names(graph)], "nothing")


def find_paper(graph: KnowledgeGraph, text: str) -> str:
    """Return the id of the one paper that a text names: by id, title or the part before its colon, or what it proposes.

    Raises
    ------
    NotFoundError
        If no paper, or more than one, is called so.
    """
    found = _find(text, [*_paper_names(graph), *_title_heads(graph), *_names_of_proposed(graph)], "no paper")
    if len(found) > 1:
        raise NotFoundError(f"{text!r} names {len(found)} papers; give one of their ids: {', '.join(found)}")
    return found[0]


def _find(text: str, names: list[tuple[str, str]], none: str) -> tuple[str, ...]:
    """Return the nodes of a name by the closest reading that gives any: letter for letter, then as a match key."""
    for reading in (same_letters, match_key):
        wanted = reading(text)
        found = dict.fromkeys(node for name, node in names if wanted and reading(name) == wanted)
        if found:
            return tuple(found)
    near = ", ".join(map(repr, nearest(text, (name for name, _ in names if name))))
    raise NotFoundError(f"{none} is called {text!r}" + (f"; near: {near}" if near else ""))


def _paper_names(graph: KnowledgeGraph) -> Iterator[tuple[str, str]]:
    for paper in graph.papers:
        short = paper.id.removeprefix("paper/")
        values = (value for _, value in paper.identifiers)
        for name in (paper.id, short, *values, paper.source_id, paper.title, graph.labels[paper.id]):
            yield name, paper.id


def _title_heads(graph: KnowledgeGraph) -> Iterator[tuple[str, str]]:
    """Yield what stands before the colon of a title: the name by which such a paper is mostly called."""
    for paper in graph.papers:
        head, colon, _ = paper.title.partition(":")
        if colon:
            yield head, paper.id


def _entity_names(graph: KnowledgeGraph) -> Iterator[tuple[str, str]]:
    for entity in graph.entities:
        for name in (entity.id, entity.name, *entity.names):
            yield name, entity.id


def _names_of_proposed(graph: KnowledgeGraph) -> Iterator[tuple[str, str]]:
    for claim in graph.claims:
        if claim.predicate == "proposed":
            entity = graph.entity[claim.object]
            for name in (entity.name, *entity.names):
                yield name, claim.subject
