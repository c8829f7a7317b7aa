"""What people are told of names, as they meet it: small collections, and entities as `kg show` prints them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import kg
from kg.cli import main
from kg.cli.card import card
from kg.find import find
from kg.records import Source
from kg.review import review
from kg.store import dump_line
from tests.collecting import Named, collection, naming_paper

Build = Callable[..., kg.KnowledgeGraph]


@pytest.fixture
def built(tmp_path: Path) -> Build:
    """Build papers, each naming what is listed for it, with the lexicon that ships and rows of corrections."""

    def build(*papers: list[Named], corrections: str = "") -> kg.KnowledgeGraph:
        (tmp_path / "fix.tsv").write_text(corrections, encoding="utf-8")
        named = collection({f"p{number}": names for number, names in enumerate(papers)})
        return kg.build(named, corrections=tmp_path / "fix.tsv")

    return build


def shown(graph: kg.KnowledgeGraph, name: str) -> str:
    """Return what `kg show` prints of a name."""
    return "\n".join(card(graph, node) for node in find(graph, name))


def test_the_command_shows_what_was_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    papers = collection({"a": [("method", "SGD")], "b": [("method", "stochastic gradient descent")]})
    (tmp_path / "papers.jsonl").write_text("".join(map(dump_line, papers)), encoding="utf-8")
    assert main(["build", str(tmp_path / "papers.jsonl"), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2 papers · 1 method · 1 paper link\n")
    assert main(["show", "SGD", "--graph", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.rstrip() == shown(kg.build(papers), "SGD").rstrip()


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("dataset", ["CIFAR-10", "CIFAR-100"]),
        ("method", ["GPT-3", "GPT-4"]),
        ("method", ["C", "C++", "C#"]),
        ("method", ["A", "A*"]),
        ("dataset", ["ImageNet", "ImageNet-21K", "ImageNet-1K"]),
        ("task", ["OOD detection", "OOD generalization"]),
    ],
)
def test_versions_sizes_signs_and_symbols_stay(built: Build, kind: str, names: list[str]) -> None:
    graph = built(*([(kind, name)] for name in names))
    assert sorted(entity.name for entity in graph.entities) == sorted(names)


@pytest.mark.parametrize(
    ("kind", "one", "other", "why"),
    [
        ("dataset", "ImageNet", "the ImageNet dataset", "same key"),
        ("dataset", "CIFAR10", "CIFAR-10", "same key"),
        ("method", "fine-tuning", "finetuning", "same key"),
        ("method", "colour normalisation", "color normalization", "same key"),
        ("method", "β-VAE", "beta-VAE", "same key"),
        ("method", "Graph Neural Networks", "graph neural network", "same key"),
        ("method", "SGD", "stochastic gradient descent", "lexicon: SGD = stochastic gradient descent (kg lexicon.tsv"),
        ("task", "out-of-distribution (OOD) detection", "OOD detection", "out-of-distribution detection"),
    ],
)
def test_spellings_and_certain_synonyms_are_one_and_the_card_says_why(
    built: Build, kind: str, one: str, other: str, why: str
) -> None:
    graph = built([(kind, one)], [(kind, other)])
    assert [entity.kind for entity in graph.entities] == [kind]
    assert why in shown(graph, other)


MEANINGS = {
    "SSL": ("method", "self-supervised learning", "semi-supervised learning"),
    "SAM": ("method", "segment anything model", "sharpness-aware minimization"),
    "CP": ("task", "conformal prediction", "constraint programming"),
    "MAE": ("method", "masked autoencoder", "model-agnostic explanation"),
    "RL": ("task", "reinforcement learning", "representation learning"),
    "DP": ("method", "differential privacy", "dynamic programming"),
}


@pytest.mark.parametrize("acronym", sorted(MEANINGS))
def test_no_chain_runs_through_an_acronym_of_two_meanings(built: Build, acronym: str) -> None:
    kind, one, other = MEANINGS[acronym]
    bare: list[list[Named]] = [[(kind, acronym), ("metric", metric)] for metric in ("spread", "drift")]
    graph = built([(kind, f"{one}|{acronym}")], [(kind, f"{other}|{acronym}")], *bare)
    clear = [entity for entity in graph.entities if not entity.ambiguous and entity.kind == kind]
    assert [entity.name for entity in clear] == sorted((one, other))
    assert all(entity.names == (acronym,) for entity in clear)
    assert sum(entity.ambiguous for entity in graph.entities) == 2
    for meaning in (one, other):
        assert f"one because of acronym: {acronym} = {meaning} ({_id(graph, meaning)})" in shown(graph, acronym)


def _id(graph: kg.KnowledgeGraph, meaning: str) -> str:
    return next(item.paper.id for item in graph.extractions if meaning in item.paper.abstract)


@pytest.mark.parametrize("acronym", sorted(MEANINGS))
def test_one_paper_does_not_give_an_acronym_its_meaning_in_others(built: Build, acronym: str) -> None:
    kind, one, _ = MEANINGS[acronym]
    graph = built([(kind, f"{one}|{acronym}")], [(kind, acronym), ("metric", "spread")], [("metric", "spread")])
    assert [entity.name for entity in graph.entities if entity.ambiguous] == [acronym]


def test_the_definition_in_the_same_paper_wins_over_that_of_many(built: Build) -> None:
    many: list[list[Named]] = [[("task", "reinforcement learning|RL")] for _ in range(9)]
    graph = built(*many, [("task", "relation lifting|RL")])
    assert sorted(entity.name for entity in graph.entities) == ["reinforcement learning", "relation lifting"]


def test_a_model_and_its_benchmark_of_one_name_are_two_nodes_tied(built: Build) -> None:
    graph = built([("method", "Timer", "proposed"), ("dataset", "Timer", "proposed")])
    assert graph.related == (("dataset/timer", "method/timer"),)
    assert {(claim.predicate, claim.object) for claim in graph.claims} == {
        ("proposed", "dataset/timer"),
        ("proposed", "method/timer"),
    }
    assert "related" in graph.to_rdflib().serialize(format="turtle")


VERBS = {
    "merge\tmethod\ttide pruning\tebb pruning\n": {"method": [("ebb pruning", ("tide pruning",))]},
    "split\tmethod\tfine-tuning\tfinetuning\n": {"method": [("fine-tuning", ()), ("finetuning", ())]},
    "rename\tmethod\ttide pruning\tTP\n": {"method": [("TP", ("tide pruning",))]},
    "retype\tmethod\ttide pruning\ttask\n": {"task": [("tide pruning", ())]},
    "drop\tmethod\ttide pruning\n": {"method": []},
}


@pytest.mark.parametrize("rows", sorted(VERBS))
def test_a_correction_survives_rebuilds_and_says_that_it_is_one(built: Build, rows: str) -> None:
    papers: list[list[Named]] = [
        [("method", "tide pruning")], [("method", "ebb pruning")],
        [("method", "fine-tuning")], [("method", "finetuning")],
    ]  # fmt: skip
    before = {entity.name: entity for entity in built(*papers).entities}
    first = built(*papers, corrections=rows)
    again = built(*papers, [("metric", "spread")], corrections=rows)
    assert first.unused_corrections == again.unused_corrections == ()
    for graph in (first, again):
        ((kind, wanted),) = VERBS[rows].items()
        found = [(one.name, one.names) for one in graph.entities if one.kind == kind and one.name in _names(rows)]
        assert found == wanted
        untouched = [one for one in graph.entities if not _names(rows) & {one.name, *one.names}]
        assert all(one == before[one.name] for one in untouched if one.kind != "metric")


def _names(rows: str) -> set[str]:
    return set(rows.strip().split("\t")[2:])


def test_rows_that_review_proposes_are_corrections_that_apply(built: Build) -> None:
    papers: list[list[Named]] = [
        [("method", "self-supervised learning|SSL")], [("method", "semi-supervised learning|SSL")], [("method", "SSL")],
        [("method", "SGD")], [("method", "stochastic gradient descent")], [("task", "tidal reasoning about ports")],
        [("task", "tidal reason about ports")], [("method", "wave net|ripple net")], [("method", "ripple net")],
    ]  # fmt: skip
    rows = [proposal.row for proposal in review(built(*papers))]
    assert len(rows) >= 2
    for row in rows:
        assert built(*papers, corrections=row + "\n").unused_corrections == ()


def test_a_preprint_and_its_publication_are_one_paper_whose_sources_are_all_told() -> None:
    text = "We prune ports. Pruned ports are deep, and the tide is fast, so that each berth is free again."
    preprint, published = (naming_paper(key, ("method", "tidal pruning")) for key in "ab")
    first = replace(
        preprint.paper, id="", title="Tidal Pruning of Deep Ports", abstract="", authors=("Ada Pier",),
        identifiers=(("arxiv", "2601.01234"),), source=Source(file="a.jsonl", record=1),
    )  # fmt: skip
    second = replace(
        published.paper, id="", title="Tidal pruning of deep ports.", abstract=text, authors=("A. Pier",), year=2026,
        identifiers=(("doi", "10.1234/tide.7"),), source=Source(file="b.jsonl", record=1),
    )  # fmt: skip
    records = [replace(preprint, paper=first, entities=()), replace(published, paper=second, entities=())]
    for order in (records, records[::-1]):
        graph = kg.build(order)
        (paper,) = graph.papers
        assert dict(paper.identifiers) == {"arxiv": "2601.01234", "doi": "10.1234/tide.7"}
        assert (paper.id, paper.year, paper.abstract) == ("paper/doi:10.1234/tide.7", 2026, text)
        assert [str(remark) for remark in graph.skipped] == ["a.jsonl, record 1: the same paper as record 1 of b.jsonl"]
