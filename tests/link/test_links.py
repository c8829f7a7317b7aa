"""Paper links: hand-solved weights, the top few of either end, ties by id, and nothing through what all share."""

import math
import random
from collections import Counter, defaultdict
from itertools import permutations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.link import paper_links
from kg.link.links import UBIQUITOUS
from kg.records import PaperLink


def triples(links: tuple[PaperLink, ...]) -> list[tuple[str, str, float]]:
    return [(link.first, link.second, link.weight) for link in links]


def test_a_hand_solved_graph() -> None:
    """Rare is in 2 papers (rarity 1 / √2 = 0.707107), known in 4 (1 / √4 = 0.5)."""
    uses = {
        "p1": {"rare": 1.0, "known": 1.0},
        "p2": {"rare": 0.5, "known": 1.0},
        "p3": {"known": 0.5},
        "p4": {"known": 1.0, "lone": 1.0},
    }
    assert paper_links(uses) == (
        PaperLink(first="p1", second="p2", weight=0.853553, shared=("rare", "known")),
        PaperLink(first="p1", second="p3", weight=0.25, shared=("known",)),
        PaperLink(first="p1", second="p4", weight=0.5, shared=("known",)),
        PaperLink(first="p2", second="p3", weight=0.25, shared=("known",)),
        PaperLink(first="p2", second="p4", weight=0.5, shared=("known",)),
        PaperLink(first="p3", second="p4", weight=0.25, shared=("known",)),
    )


def test_a_link_stays_if_it_is_among_the_strongest_of_either_end() -> None:
    uses = {"a": {"x": 1.0, "y": 1.0}, "b": {"x": 1.0}, "c": {"y": 0.5}}
    assert triples(paper_links(uses, top=1)) == [("a", "b", 0.707107), ("a", "c", 0.353553)]


def test_ties_go_to_the_smaller_id() -> None:
    uses = {f"p{n}": {"x": 1.0} for n in range(5)}
    pairs = [(first, second) for first, second, _ in triples(paper_links(uses, top=1))]
    assert pairs == [("p0", "p1"), ("p0", "p2"), ("p0", "p3"), ("p0", "p4")]


@pytest.mark.parametrize("papers, links", [(UBIQUITOUS, True), (UBIQUITOUS + 1, False)])
def test_an_entity_in_too_many_papers_links_none(papers: int, links: bool) -> None:
    assert bool(paper_links({f"p{n}": {"x": 1.0} for n in range(papers)})) is links


def test_an_entity_that_links_none_is_not_named_behind_a_link() -> None:
    uses = {f"p{n}": {"all": 1.0} for n in range(UBIQUITOUS + 1)}
    uses["p0"]["x"] = uses["p1"]["x"] = 1.0
    (link,) = paper_links(uses)
    assert link.shared == ("x",)


def test_one_entity_of_five_thousand_papers_does_not_grow_with_the_square() -> None:
    uses = {f"p{n:04}": {"all": 1.0, f"x{n // 2}": 1.0} for n in range(5000)}
    assert len(paper_links(uses)) == 2500


def test_the_links_of_papers_with_a_hundred_in_common_are_at_most_the_top_of_each() -> None:
    uses = {f"p{n:02}": {f"x{e}": 1.0 for e in range(9)} for n in range(100)}
    assert len(paper_links(uses)) <= 5 * 100


@pytest.mark.parametrize("uses", [{}, {"a": {}}, {"a": {"x": 1.0}}, {"a": {"x": 1.0}, "b": {"y": 1.0}}])
def test_papers_that_share_nothing_have_no_links(uses: dict[str, dict[str, float]]) -> None:
    assert paper_links(uses) == ()


def asked_for(uses: dict[str, dict[str, float]], top: int) -> dict[tuple[str, str], float]:
    """Return the links by their definition, pair by pair."""
    spread = Counter(entity for entities in uses.values() for entity in entities)
    partners: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for one, other in permutations(uses, 2):
        shared = sorted(uses[one].keys() & uses[other].keys())
        if shared:
            weight = math.fsum(uses[one][e] * uses[other][e] / math.sqrt(spread[e]) for e in shared)
            partners[one].append((-round(weight, 6), other))
    return {
        (min(one, other), max(one, other)): -weight
        for one, found in partners.items()
        for weight, other in sorted(found)[:top]
    }


def test_many_papers_with_many_ties_are_linked_as_defined() -> None:
    """Papers enough for several parts, entities few enough that most of the strongest partners are tied."""
    chance = random.Random(3)
    uses = {f"p{n:03}": {f"x{chance.randrange(90)}": chance.choice((0.3, 1.0)) for _ in range(3)} for n in range(700)}
    found = {(one, other): weight for one, other, weight in triples(paper_links(uses, top=4))}
    expected = asked_for(uses, top=4)
    assert found.keys() == expected.keys()
    assert found == pytest.approx(expected, abs=1.1e-6)


def test_without_weights_and_cut_a_hand_counted_graph_is_that_of_networkx() -> None:
    """Three papers share `all`; a and b share `x` and `y` too; d is alone."""
    named = {"a": ["all", "x", "y"], "b": ["y", "x", "all"], "c": ["all", "z"], "d": ["w"]}
    counted = [("a", "b", 3.0), ("a", "c", 1.0), ("b", "c", 1.0)]
    graph: nx.Graph[str] = nx.Graph([(paper, entity) for paper, entities in named.items() for entity in entities])
    projected = nx.bipartite.weighted_projected_graph(graph, list(named))
    assert sorted((*sorted((one, other)), float(n)) for one, other, n in projected.edges(data="weight")) == counted
    uses = {paper: dict.fromkeys(entities, 1.0) for paper, entities in named.items()}
    assert triples(paper_links(uses, top=len(uses), ubiquitous=len(uses), rarity=lambda _: 1.0)) == counted


USES = st.dictionaries(
    st.sampled_from("abcdefghij"),
    st.dictionaries(st.sampled_from("stuvwxyz"), st.sampled_from([0.3, 0.6, 1.0]), max_size=6),
    max_size=10,
)


@settings(deadline=None)
@given(USES)
def test_without_weights_the_links_are_those_of_networkx(uses: dict[str, dict[str, float]]) -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from((*uses, "an entity of no paper"))
    graph.add_edges_from((paper, entity) for paper, entities in uses.items() for entity in entities)
    projected = nx.bipartite.weighted_projected_graph(graph, list(uses))
    expected = sorted((*sorted((one, other)), float(weight)) for one, other, weight in projected.edges(data="weight"))
    plain = {paper: dict.fromkeys(entities, 1.0) for paper, entities in uses.items()}
    assert triples(paper_links(plain, top=10, rarity=lambda _: 1.0)) == expected


@settings(deadline=None, max_examples=200)
@given(USES, st.integers(1, 3), st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(
    uses: dict[str, dict[str, float]], top: int, shuffler: random.Random
) -> None:
    papers = list(uses)
    shuffler.shuffle(papers)
    turned = {paper: dict(reversed(uses[paper].items())) for paper in papers}
    assert paper_links(turned, top=top) == paper_links(uses, top=top)
