"""What the page draws: the entities that matter most and the papers around them, never more than the eye can take."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from kg.export.importance import Naming, naming, pull, ranked_entities
from kg.graph import KnowledgeGraph

NODES = 120
"""Nodes drawn at most: labels of more than that no longer fit on a laptop's screen at a size that can be read."""
ALL_PAPERS = 60
"""A collection of at most so many papers is drawn with all of them; of a larger one, so many are drawn."""
EDGES = 200
"""Edges drawn at most; the weakest are left out, and shown when one of their ends is chosen."""
PAPER_EDGES = 3
"""Edges drawn of one paper of a larger collection; a paper that is tied to everything would only add lines."""
OWN_ENTITIES = 2
"""Entities drawn for the sake of one paper, at most, where no other paper names them …"""
ROOMY = 60
"""… unless no more than so many nodes are drawn."""

FEW = 15
"""Entities beside which there is room for the names of all papers drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The part of a graph that is drawn.

    Attributes
    ----------
    nodes
        Ids of papers and entities, sorted.
    claims
        Positions in `KnowledgeGraph.claims`, ascending.
    related
        Positions in `KnowledgeGraph.related`, ascending.
    named
        Whether papers bear their names at first sight, or only from near: where all are drawn, or little else.
    """

    nodes: tuple[str, ...]
    claims: tuple[int, ...]
    related: tuple[int, ...]
    named: bool


def overview(graph: KnowledgeGraph) -> Overview:
    """Choose what is drawn of a graph.

    All papers of a small collection, else for each entity drawn one that does most with it; the entities named by
    most papers, ties broken by what the papers do with them, then by name; then, as long as there is room, what each
    paper is about though no other names it.
    """
    named = naming(graph)
    ranked = ranked_entities(graph, named)
    whole = len(graph.papers) <= ALL_PAPERS
    room = min(len(graph.papers), ALL_PAPERS)
    shared = [entity for entity in ranked if len(named[entity]) > 1][: NODES - room]
    papers = [paper.id for paper in graph.papers] if whole else _papers_around(graph, shared, named, room)
    own, more = _own_entities(graph, papers, shared, named)
    nodes = dict.fromkeys([*papers, *shared, *own][:NODES])
    nodes |= dict.fromkeys(more[: max(0, ROOMY - len(nodes))])
    related = (place for place, pair in enumerate(graph.related) if nodes.keys() >= set(pair))
    return Overview(
        nodes=tuple(sorted(nodes)),
        claims=tuple(_claims_among(graph, nodes.keys(), named, EDGES if whole else PAPER_EDGES)),
        related=tuple(related),
        named=whole or len(nodes) <= ROOMY + FEW,
    )


def _papers_around(graph: KnowledgeGraph, entities: Sequence[str], named: Naming, room: int) -> list[str]:
    """Return the papers to draw: each entity in turn brings one that does most with it, then with the others drawn."""
    worth: dict[str, int] = defaultdict(int)
    for entity in entities:
        for paper, strength in named[entity].items():
            worth[paper] += strength
    queues = []
    for entity in entities:
        best = sorted((-strength, -worth[paper], paper) for paper, strength in named[entity].items())
        queues.append([paper for *_, paper in best[:room]])
    rest = [paper.id for paper in graph.papers[:room]]
    return list(dict.fromkeys([*_in_turns(queues), *rest]))[:room]


def _own_entities(
    graph: KnowledgeGraph, papers: Sequence[str], shared: Sequence[str], named: Naming
) -> tuple[list[str], list[str]]:
    """Return entities to draw for the sake of single papers, in turns, papers with the fewest entities first.

    First those that every paper may have, then those for which there must be room.
    """
    drawn, taken = dict.fromkeys(papers, 0), set(shared)
    own: dict[str, dict[str, list[str]]] = {paper: defaultdict(list) for paper in papers}
    best_first = ((-strength, entity, paper) for entity, roles in named.items() for paper, strength in roles.items())
    for _, entity, paper in sorted(best_first):
        if paper in drawn and entity in taken:
            drawn[paper] += 1
        elif paper in drawn:
            own[paper][graph.entity[entity].kind].append(entity)
    order = sorted(papers, key=lambda paper: (drawn[paper], paper))
    queues = {paper: list(_in_turns([*own[paper].values()])) for paper in order}
    allowed = {paper: max(0, OWN_ENTITIES - drawn[paper]) for paper in order}
    first = _in_turns([queue[: allowed[paper]] for paper, queue in queues.items()])
    more = _in_turns([queue[allowed[paper] :] for paper, queue in queues.items()])
    return list(first), list(more)


def _in_turns(queues: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield the first of each queue, then the second of each, and so on."""
    for turn in range(max(map(len, queues), default=0)):
        yield from (queue[turn] for queue in queues if turn < len(queue))


def _claims_among(graph: KnowledgeGraph, nodes: Set[str], named: Naming, most: int) -> list[int]:
    """Return the positions of the claims to draw among nodes: the best of each node, then the best of all.

    At most `most` of them start from one paper.
    """
    ranked = sorted(
        (-pull(claim, named), place)
        for place, claim in enumerate(graph.claims)
        if claim.subject in nodes and claim.object in nodes
    )
    best: dict[str, int] = {}
    for _, place in ranked:
        for end in (graph.claims[place].subject, graph.claims[place].object):
            best.setdefault(end, place)
    chosen = dict.fromkeys(sorted(best.values()))
    drawn = Counter(graph.claims[place].subject for place in chosen)
    for _, place in ranked:
        subject = graph.claims[place].subject
        if place not in chosen and (subject in graph.entity or drawn[subject] < most):
            drawn[subject] += 1
            chosen[place] = None
    return sorted(list(chosen)[:EDGES])
