"""Review: which merges and near-misses are proposed, in which order, and that a proposal does what it says."""

from pathlib import Path

import pytest

import kg
from kg.graph import KnowledgeGraph
from kg.records import Extraction
from kg.review import lines, review
from tests.collecting import Named, naming_paper

ONE_DEFINES: dict[str, list[Named]] = {
    "a": [("method", "Zonal Quick Ranking|ZQRK")],
    "b": [("method", "ZQRK")],
    "c": [("method", "ZQRK")],
    "d": [("method", "zonal quick ranking")],
    "e": [("method", "zonal quick ranking")],
}


def extracted(papers: dict[str, list[Named]]) -> list[Extraction]:
    """Papers of different texts, lest two count as one."""
    return [naming_paper(key, *named, text=f"Of {key}.") for key, named in papers.items()]


def built(papers: dict[str, list[Named]], corrections: Path | None = None) -> KnowledgeGraph:
    return kg.build(extracted(papers), corrections=corrections)


def rows(papers: dict[str, list[Named]]) -> list[tuple[int, str]]:
    return [(proposal.papers, proposal.row) for proposal in review(built(papers))]


def test_a_merge_that_more_papers_rely_on_than_state_may_be_split() -> None:
    (proposal,) = review(built(ONE_DEFINES))
    assert proposal.row == "split\tmethod\tZQRK\tzonal quick ranking"
    assert proposal.papers == 2
    assert proposal.why.startswith("one because of acronym (paper/")
    assert proposal.why.endswith("; papers that give both names: 1")


def test_a_merge_that_its_papers_state_is_not_doubted() -> None:
    papers = {key: [("method", "Zonal Quick Ranking|ZQRK")] for key in "ab"}
    assert rows({**papers, "c": [("method", "ZQRK")], "d": [("method", "zonal quick ranking")]}) == []


@pytest.mark.parametrize("other", ["deep-sorting", "deepsorting", "Deep Sortings"])
def test_spellings_of_one_name_are_not_doubted(other: str) -> None:
    assert rows({"a": [("method", "deep sorting")], "b": [("method", other)]}) == []


def test_entities_of_which_a_paper_calls_one_by_the_others_name_may_be_merged() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("method", "loss rescaling|gradient reweighting")],
        "b": [("method", "loss rescaling")],
        "c": [("method", "gradient reweighting")],
    }
    assert rows(papers) == [(1, "merge\tmethod\tgradient reweighting\tloss rescaling")]


def test_an_acronym_of_two_things_does_not_make_them_near() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("method", "contrastive sorting|CS")],
        "b": [("method", "curriculum search|CS")],
        "c": [("method", "curriculum search|contrastive sorting (CS)")],
    }
    assert all("CS" not in row for _, row in rows(papers))


def test_an_ambiguous_acronym_may_stand_for_the_best_known_entity_of_its_letters() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("method", "stochastic sorting")],
        "b": [("method", "stochastic sorting")],
        "c": [("method", "slow search")],
        "d": [("method", "SS")],
        "e": [("method", "SS")],
        "f": [("method", "SS")],
    }
    (proposal,) = review(built(papers))
    assert (proposal.papers, proposal.row) == (3, "merge\tmethod\tstochastic sorting\tSS")
    assert proposal.why == "an acronym left ambiguous; entities it may stand for: 2"


def test_names_that_differ_in_endings_or_order_may_be_merged_but_not_those_that_differ_in_numbers() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("task", "test-time computation"), ("task", "graph sorting by colour"), ("dataset", "Lane Set 10")],
        "b": [("task", "test-time compute"), ("task", "colour graph sorting"), ("dataset", "Lane Set 100")],
    }
    assert [row for _, row in rows(papers)] == [
        "merge\ttask\tcolour graph sorting\tgraph sorting by colour",
        "merge\ttask\ttest-time computation\ttest-time compute",
    ]


def test_what_moves_most_papers_comes_first() -> None:
    few: dict[str, list[Named]] = {"x": [("task", "test-time computation")], "y": [("task", "test-time compute")]}
    assert [papers for papers, _ in rows({**few, **ONE_DEFINES})] == [2, 1]


def test_a_proposal_pasted_into_a_file_does_what_it_says_and_is_not_made_again(tmp_path: Path) -> None:
    papers: dict[str, list[Named]] = {
        **ONE_DEFINES,
        "x": [("task", "test-time computation")],
        "y": [("task", "test-time compute")],
    }
    (tmp_path / "fix.tsv").write_text("\n".join(lines(review(built(papers)))), encoding="utf-8")
    corrected = built(papers, tmp_path / "fix.tsv")
    assert corrected.unused_corrections == ()
    assert [entity.id for entity in corrected.entities] == [
        "method/zonal-quick-ranking",
        "method/zqrk",
        "task/test-time-computation",
    ]
    assert review(corrected) == ()


def test_a_name_with_tabs_and_line_ends_stays_in_its_row() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("task", "test-time\tcompu\u200btation\nx")],
        "b": [("task", "test-time compute x")],
    }
    assert list(lines(review(built(papers))))[1].split("\t")[2:] == ["test-time computation x", "test-time compute x"]


def test_the_order_of_papers_does_not_matter() -> None:
    papers = extracted(ONE_DEFINES)
    assert review(kg.build(papers)) == review(kg.build(papers[::-1]))
