"""What is drawn: all of a small collection's papers, what matters most of a large one, never more than is readable."""

import pytest

from kg.export.importance import ROLE_STRENGTH, naming, ranked_entities
from kg.export.overview import ALL_PAPERS, EDGES, NODES, overview
from kg.graph import KnowledgeGraph
from kg.vocabulary import EVERY_ROLE
from tests.graphs import a_paper, an_entity, assembled, library


def collection(papers: int, entities: int) -> KnowledgeGraph:
    """Return papers of which number n uses the entities that divide it, from 1 on, and proposes one of its own."""
    made = [a_paper(n, f"text:{n:04}", f"Paper {n}", [f"It names M{n}."]) for n in range(1, papers + 1)]
    named = [an_entity(f"method/m{m}", f"M{m}") for m in range(1, entities + 1)]
    own = [an_entity(f"method/own{n:04}", f"Own {n}") for n in range(1, papers + 1)]
    claims = []
    for n in range(1, papers + 1):
        paper = f"paper/text:{n:04}"
        claims.append((paper, "proposed", f"method/own{n:04}", {paper: (0.9, 0)}))
        claims += [(paper, "used", f"method/m{m}", {paper: (0.9, 0)}) for m in range(1, entities + 1) if n % m == 0]
    return assembled(made, [*named, *own], claims)


def test_every_role_has_a_strength():
    assert set(ROLE_STRENGTH) == set(EVERY_ROLE)


def test_entities_rank_by_papers_then_by_what_papers_do_with_them():
    graph = library()
    ranked = ranked_entities(graph, naming(graph))
    # PineNet is named in four papers; image classification in three, each of which addresses it.
    assert ranked[:2] == ["method/pinenet", "task/image-classification"]


def test_a_small_collection_is_drawn_with_all_its_papers():
    assert set(library().paper) <= set(overview(library()).nodes)


def test_what_papers_share_is_drawn_before_what_one_names():
    graph = collection(ALL_PAPERS, 40)
    nodes = overview(graph).nodes
    shared = [f"method/m{m}" for m in range(1, 31)]
    assert set(shared) <= set(nodes)


def test_what_a_paper_proposes_and_addresses_is_drawn_before_what_it_uses():
    papers = [a_paper(n, f"text:{n:02}", f"Paper {n}", ["It proposes, addresses, uses."]) for n in range(40)]
    kinds = {"method": "proposed", "task": "addressed", "dataset": "used"}
    entities = [an_entity(f"{kind}/{n:02}", f"{kind} {n}") for n in range(40) for kind in kinds]
    claims = [
        (p.paper.id, role, f"{kind}/{n:02}", {p.paper.id: (0.9, 0)})
        for n, p in enumerate(papers)
        for kind, role in kinds.items()
    ]
    nodes = overview(assembled(papers, entities, claims)).nodes
    assert sum(node.startswith("method/") for node in nodes) == 40
    assert not any(node.startswith("dataset/") for node in nodes)


def test_where_there_is_room_everything_is_drawn():
    graph = library()
    assert set(overview(graph).nodes) == {*graph.paper, *graph.entity}


@pytest.mark.parametrize(("papers", "entities"), [(ALL_PAPERS, 100), (ALL_PAPERS + 1, 100), (400, 200)])
def test_no_more_is_drawn_than_can_be_read(papers: int, entities: int):
    shown = overview(collection(papers, entities))
    assert len(shown.nodes) <= NODES
    assert len(shown.claims) <= EDGES


def test_of_a_large_collection_the_most_named_entities_are_drawn():
    nodes = overview(collection(400, 200)).nodes
    assert {f"method/m{m}" for m in range(1, 50)} <= set(nodes)


def test_a_drawn_entity_is_tied_to_something_drawn():
    graph = collection(400, 200)
    shown = overview(graph)
    ends = {end for place in shown.claims for end in (graph.claims[place].subject, graph.claims[place].object)}
    assert {node for node in shown.nodes if node in graph.entity} <= ends


def test_edges_join_drawn_nodes():
    graph = collection(400, 200)
    shown = overview(graph)
    for place in shown.claims:
        assert {graph.claims[place].subject, graph.claims[place].object} <= set(shown.nodes)


def test_nothing_is_drawn_of_nothing():
    assert overview(KnowledgeGraph()).nodes == ()


def test_a_proposed_method_ranks_before_a_mentioned_one_of_as_many_papers():
    graph = library()
    ranked = ranked_entities(graph, naming(graph))
    assert ranked.index("method/elmnet") < ranked.index("task/scene-understanding")
