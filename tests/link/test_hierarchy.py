"""The hierarchy: which claim of a cycle goes, that none is left, and that it is told."""

import json
from pathlib import Path

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

import kg
from kg.link import link
from kg.link.hierarchy import acyclic
from kg.records import Claim, Evidence
from kg.resolve import resolve
from tests.collecting import naming_paper


def claim(head: str, tail: str, support: int = 1, confidence: float = 0.5, predicate: str = "SUBTASK-OF") -> Claim:
    evidence = tuple(Evidence(paper=f"p{n}", confidence=0.5, spans=(), extractor="hand") for n in range(support))
    return Claim(subject=head, predicate=predicate, object=tail, confidence=confidence, evidence=evidence)


def test_of_two_claims_that_contradict_each_other_the_one_that_fewer_papers_make_goes() -> None:
    kept, (broken,) = acyclic([claim("a", "b", support=2), claim("b", "a", confidence=0.9)])
    assert [(one.subject, one.object) for one in kept] == [("a", "b")]
    assert (broken.claim.subject, broken.claim.object, broken.back) == ("b", "a", ("a", "b"))


def test_of_claims_of_one_support_the_less_sure_one_goes() -> None:
    _, (broken,) = acyclic([claim("a", "b", confidence=0.4), claim("b", "a", confidence=0.6)])
    assert broken.claim.subject == "a"


def test_a_longer_cycle_loses_its_weakest_claim_only_and_says_the_way_back() -> None:
    claims = [claim("a", "b", 3), claim("b", "c", 1), claim("c", "d", 2), claim("d", "a", 4), claim("x", "a", 1)]
    kept, (broken,) = acyclic(claims)
    assert kept == tuple(one for one in claims if one.subject != "b")
    assert broken.back == ("c", "d", "a", "b")


def test_two_ways_up_to_one_thing_are_no_cycle() -> None:
    claims = (claim("a", "b"), claim("a", "c"), claim("b", "d"), claim("c", "d"))
    assert acyclic(claims) == (claims, ())


def test_only_subtasks_and_kinds_are_a_hierarchy_each_of_its_own() -> None:
    claims = (claim("a", "b"), claim("b", "a", predicate="SUBCLASS-OF"), claim("a", "b", predicate="COMPARE-WITH"))
    assert acyclic((*claims, claim("b", "a", predicate="COMPARE-WITH")))[1] == ()


CLAIMS = st.lists(
    st.builds(
        claim,
        st.sampled_from("abcdef"),
        st.sampled_from("abcdef"),
        st.integers(1, 3),
        st.sampled_from([0.3, 0.6]),
        st.sampled_from(["SUBTASK-OF", "SUBCLASS-OF"]),
    ).filter(lambda one: one.subject != one.object),
    max_size=25,
    unique_by=lambda one: (one.subject, one.predicate, one.object),
)


@settings(deadline=None, max_examples=150)
@given(CLAIMS, st.randoms(use_true_random=False))
def test_no_cycle_is_left_and_each_claim_left_out_would_close_one(claims: list[Claim], shuffler) -> None:
    kept, broken = acyclic(claims)
    for predicate in ("SUBTASK-OF", "SUBCLASS-OF"):
        graph = nx.DiGraph((one.subject, one.object) for one in kept if one.predicate == predicate)
        assert nx.is_directed_acyclic_graph(graph)
        for cycle in broken:
            if cycle.claim.predicate == predicate:
                assert (cycle.back[0], cycle.back[-1]) == (cycle.claim.object, cycle.claim.subject)
                assert nx.is_path(graph, cycle.back)
    assert sorted(map(repr, (*kept, *(cycle.claim for cycle in broken)))) == sorted(map(repr, claims))
    shuffled = shuffler.sample(claims, len(claims))
    assert acyclic(shuffled)[1] == broken


def test_a_claim_left_out_is_no_claim_of_the_graph_and_stands_in_the_report(tmp_path: Path) -> None:
    names = (("task", "berth sorting"), ("task", "sorting"))
    papers = [naming_paper(key, *names, text=key, relations=[(1, "SUBTASK-OF", 2)]) for key in "ab"]
    papers.append(naming_paper("c", *names, text="c", relations=[(2, "SUBTASK-OF", 1)]))
    (found,) = (one for one in link(papers, resolve(papers)).claims if one.predicate == "SUBTASK-OF")
    assert (found.subject, found.object, found.support) == ("task/berth-sorting", "task/sorting", 2)
    kg.build(papers).save(tmp_path)
    (told,) = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["broken_cycles"]
    assert told["left_out"] == ["task/sorting", "SUBTASK-OF", "task/berth-sorting"]
    assert told["back"] == ["task/berth-sorting", "task/sorting"]
    assert (told["support"], len(told["papers"])) == (1, 1)
