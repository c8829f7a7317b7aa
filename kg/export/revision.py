"""What became of a graph from one build to the next, for people and as Turtle."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode

from kg.changes import FATES, SORTS, Change, Key, changes
from kg.export.describe import graph_id
from kg.export.evidence import statement_node
from kg.export.terms import DCTERMS, PROV, Described, Nodes, boolean, checked_base
from kg.export.turtle import turtle
from kg.graph import KnowledgeGraph

_REPLACED_BY: Final = NamedNode(DCTERMS + "isReplacedBy")
_REVISION_OF: Final = NamedNode(PROV + "wasRevisionOf")
_DEPRECATED: Final = NamedNode("http://www.w3.org/2002/07/owl#deprecated")
_GONE: Final[Literal] = boolean(True)

_WORDS: Final = {"came": "new", "went": "gone", "moved": "under another id", "changed": "changed"}
_SIGNS: Final = {"came": "+", "went": "-", "moved": ">", "changed": "~"}
_PLURALS: Final = {"paper": "papers", "entity": "entities", "claim": "claims"}


def change_report(old: KnowledgeGraph, new: KnowledgeGraph) -> str:
    """Return what became of a graph as text: for each sort of thing how many, then a line each."""
    found = changes(old, new)
    counts = Counter((change.sort, change.fate) for change in found)
    parts = []
    for sort in SORTS:
        told = [f"{counts[sort, fate]} {_WORDS[fate]}" for fate in FATES if counts[sort, fate]]
        parts.append(f"{_PLURALS[sort].capitalize()}: {', '.join(told) or 'all as they were'}")
        parts += [_line(change, old, new) for change in found if change.sort == sort]
    return "\n".join(parts) + "\n"


def _line(change: Change, old: KnowledgeGraph, new: KnowledgeGraph) -> str:
    graph, key = (new, change.after) if change.after else (old, change.before)
    shown = " ".join(key)
    if change.fate == "moved":
        shown = f"{' '.join(change.before)} → {shown}"
    if change.sort == "paper":
        shown += f"  {' '.join(graph.labels[key[0]].split())}"
    said = f"  ({'; '.join(change.said)})" if change.said else ""
    return f"  {_SIGNS[change.fate]} {shown}{said}"


def change_turtle(old: KnowledgeGraph, new: KnowledgeGraph) -> str:
    """Return what became of the IRIs of a graph as Turtle, to be loaded beside the newer one.

    An IRI that was replaced leads to its successor by ``dcterms:isReplacedBy``, and back by ``prov:wasRevisionOf``; one
    that stands for nothing any more is ``owl:deprecated``. The newer graph is a ``prov:wasRevisionOf`` the older one.

    Raises
    ------
    OptionError
        If the base of the IRIs of either is none.
    """
    return "".join(turtle(_described(old, new), new.options.base))


def _described(old: KnowledgeGraph, new: KnowledgeGraph) -> Iterator[Described]:
    before, after = (Nodes(checked_base(graph.options.base)) for graph in (old, new))
    yield from _revised(before[graph_id(old)], after[graph_id(new)])
    found = changes(old, new)
    for change in found:
        if change.before and change.after:
            yield from _revised(_node(before, change.before), _node(after, change.after))
        elif change.before:
            yield Described(_node(before, change.before), [(_DEPRECATED, _GONE)])
    if before.base != after.base:
        known = {change.before for change in found}
        for key in _every_key(old):
            if key not in known:
                yield from _revised(_node(before, key), _node(after, key))


def _revised(old: NamedNode, new: NamedNode) -> Iterable[Described]:
    if old == new:
        return ()
    return Described(old, [(_REPLACED_BY, new)]), Described(new, [(_REVISION_OF, old)])


def _node(nodes: Nodes, key: Key) -> NamedNode:
    return nodes[key[0]] if len(key) == 1 else statement_node(nodes, *key)


def _every_key(graph: KnowledgeGraph) -> Iterator[Key]:
    yield from ((node,) for node in (*graph.paper, *graph.entity))
    yield from ((claim.subject, claim.predicate, claim.object) for claim in graph.claims)
