"""A graph built in steps equals the one built at once: papers added in any order, papers removed."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kg
from kg.graph import KnowledgeGraph
from kg.records import Extraction
from tests.collecting import naming_paper

LEXICON = b"method\tQ1\tconvolutional sorting\tCSX|ripple sorting\ntask\tQ2\tharbour search\tHS\n"
CORRECTIONS = b"merge\tmethod\tpiling\tstacking\nsplit\tmethod\tbuoy network\tBNN\ndrop\tmetric\tnoise\n"

NAMES = {
    "method": [
        "convolutional sorting", "CSX", "ripple sorting", "curriculum search|CSX", "buoy network|BNN", "BNN", "LSTM",
        "long short-term memory|LSTM", "piling", "stacking", "buoy-network", "large tide model (LTM) agents", "LTM",
        "SVM", "support vector machine", "port learning", "port learning|port", "port",
        "tidal sorting node|TSN", "tidal search nest|TSN", "TSN",
    ],
    "task": [
        "harbour search", "HS", "classification", "harbor searching", "BNN", "heap sorting|HS", "image synthesis",
        "image generation", "detecting ships", "ship detection",
    ],
    "dataset": ["PortFlow", "PortFlow-2", "the PortFlow dataset"],
    "metric": ["noise", "berth error|BE"],
}  # fmt: skip
ENTITY = st.sampled_from(
    [(kind, name, role) for kind, names in NAMES.items() for name in names for role in ("", "first")]
)
STRONGEST = {"method": "proposed", "task": "addressed", "dataset": "used", "metric": "reported"}


@st.composite
def collections(draw: st.DrawFn) -> list[Extraction]:
    """Up to six papers, some of which are one under two records: they share a DOI."""
    papers = []
    for number in range(draw(st.integers(1, 6))):
        named = draw(st.lists(ENTITY, min_size=1, max_size=4, unique=True))
        entities = [(kind, name, STRONGEST[kind]) if role else (kind, name) for kind, name, role in named]
        tasks = [place for place, (kind, *_) in enumerate(entities, start=1) if kind == "task"]
        ties = [(tasks[0], "SUBTASK-OF", tasks[1])] if len(tasks) > 1 else []
        paper = naming_paper(f"p{number}", *entities, text=f"Of {number}.", relations=ties)
        doi = draw(st.sampled_from(["", "", "10.1/one", "10.1/two"]))
        identifiers = (("doi", doi),) if doi else ()
        papers.append(replace(paper, paper=replace(paper.paper, identifiers=identifiers, title=f"A study of {number}")))
    return papers


@pytest.fixture(scope="module")
def given_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("given")
    (folder / "own.tsv").write_bytes(LEXICON)
    (folder / "fix.tsv").write_bytes(CORRECTIONS)
    return {"lexicon": folder / "own.tsv", "corrections": folder / "fix.tsv"}


def told_nothing(graph: KnowledgeGraph) -> KnowledgeGraph:
    """Return a graph without its remarks: what an earlier step said of a record it left out stands in its report."""
    return replace(graph, skipped=(), noted=())


def in_steps(papers: Iterable[Extraction], **files: Path) -> KnowledgeGraph:
    graph = kg.build((), **files)
    for paper in papers:
        graph = kg.build([*graph.extractions, paper], **files)
    return graph


STEPS = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@STEPS
@given(collections(), st.randoms(use_true_random=False))
def test_adding_papers_one_by_one_in_any_order_gives_the_graph_of_all(given_files, papers, shuffler) -> None:
    order = shuffler.sample(papers, len(papers))
    assert told_nothing(in_steps(order, **given_files)) == told_nothing(kg.build(papers, **given_files))


@STEPS
@given(collections(), st.randoms(use_true_random=False))
def test_removing_papers_gives_the_graph_of_the_others(given_files, papers, shuffler) -> None:
    whole = kg.build(papers, **given_files)
    left = [one for one in whole.extractions if shuffler.random() < 0.6]
    without = kg.build(left, **given_files)
    assert {paper.id for paper in without.papers} == {one.paper.id for one in left}
    assert told_nothing(in_steps(left, **given_files)) == told_nothing(without)


TELLING: list[list[tuple[str, str]]] = [
    [("method", "tidal sorting node|TSN"), ("task", "harbour search")],
    [("method", "tidal search nest|TSN"), ("task", "ship detection")],
    [("method", "TSN"), ("task", "classification")],
    [("method", "TSN"), ("task", "detecting ships"), ("method", "SVM")],
    [("method", "support vector machine"), ("task", "image synthesis")],
    [("task", "image generation"), ("method", "port learning|port")],
    [("method", "port"), ("method", "port learning|PL")],
]
"""An acronym of two meanings, a vague word, wordings, heads, and names that only the lexicon that ships ties."""


def test_what_hangs_on_other_papers_is_the_same_in_steps_in_any_order_and_after_removal() -> None:
    papers = [naming_paper(f"p{n}", *named, text=f"Of {n}.") for n, named in enumerate(TELLING)]
    whole = kg.build(papers)
    assert {entity.name for entity in whole.entities if entity.ambiguous} == {"TSN", "classification"}
    assert {reason.detail.partition(",")[0] for entity in whole.entities for reason in entity.reasons} >= {
        "kg lexicon.tsv",
        "order of words",
    }
    for turn in (0, 3, 5):
        order = [*papers[turn:], *papers[:turn]]
        assert told_nothing(in_steps(order)) == told_nothing(in_steps(order[::-1])) == told_nothing(whole)
    for gone in whole.extractions:
        left = [one for one in whole.extractions if one is not gone]
        once = kg.build([one for one in papers if one.paper.source_id != gone.paper.source_id])
        assert told_nothing(kg.build(left)) == told_nothing(kg.build(left[::-1])) == told_nothing(once)


def test_a_build_that_was_saved_and_loaded_grows_like_one_that_was_not(tmp_path: Path, given_files) -> None:
    papers = [
        naming_paper(key, ("method", key, "proposed"), ("task", "harbour search"), text=key) for key in NAMES["method"]
    ]
    kg.build(papers[:5], **given_files).save(tmp_path)
    grown = kg.build([*kg.load(tmp_path).extractions, *papers[5:]], **given_files)
    assert grown == kg.build(papers, **given_files)
