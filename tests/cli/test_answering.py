"""`kg query`, `show`, `similar` and `validate`: what they answer, and that names act on no terminal."""

import re
from dataclasses import replace
from pathlib import Path

from kg.cli.card import card
from kg.terminal import plain
from tests.graphs import a_paper, an_entity, assembled


def test_show_prints_a_card_with_the_sentence(run, built: Path):
    status, out, _ = run("show", "folding harbour network", "--graph", built)
    assert status == 0
    assert "Folding Harbour Network" in out
    assert "We propose Folding Harbour Network (FHN)" in out


def test_a_card_lists_a_comparison_once_and_support_only_of_what_several_papers_may_say():
    paper = a_paper(1, "text:0", "T", ["A beats B, and B beats C."])
    said = {paper.paper.id: (0.9, 0)}
    claims = [
        ("method/a", "COMPARE-WITH", "method/b", said),
        ("method/b", "COMPARE-WITH", "method/c", said),
        (paper.paper.id, "used", "method/b", said),
    ]
    graph = assembled([paper], [an_entity(f"method/{name.lower()}", name) for name in "ABC"], claims)
    lines = [line.strip() for line in card(graph, "method/b").splitlines() if line.strip() and "“" not in line]
    assert lines == ["B  (method)", "used by", "T  [0.90]", "compared with", "A  [0.90, 1 paper]", "C  [0.90, 1 paper]"]


def test_an_unknown_name_offers_the_nearest(run, built: Path):
    status, _, err = run("show", "Folding Harbor Netwrok", "--graph", built)
    assert status == 1
    assert "near: 'Folding Harbour Network'" in err


def test_similar_names_the_papers_and_what_they_share(run, built: Path):
    status, out, _ = run("similar", "Folding Harbour Network", "--graph", built)
    assert status == 0
    [nearest] = [line for line in out.splitlines() if "Harbour traffic forecasting is hard" in line]
    assert "long short-term memory" in nearest


def test_every_named_question_is_listed_on_a_line_with_its_parameters_and_a_description(run):
    status, out, _ = run("query", "--list")
    rows = [re.split(r"  +", line) for line in out.splitlines()]
    assert status == 0
    assert len(rows) == 20
    assert ["methods-for-task --task TASK", "Which methods solve a task, by the number of papers that say so?"] in rows
    assert all(description.endswith("?") for _, description in rows)


def test_a_question_of_ones_own_is_answered(run, built: Path, tmp_path: Path):
    (tmp_path / "count.rq").write_text(
        "PREFIX kg: <https://w3id.org/papers-kg/ontology#> SELECT (COUNT(?p) AS ?papers) { ?p a kg:Paper }"
    )
    assert run("query", tmp_path / "count.rq", "--graph", built, "--format", "csv")[1].split() == ["papers", "3"]


def test_a_parameter_without_value_is_wrong_usage(run, built: Path):
    assert run("query", "papers-using-method", "--graph", built, "--method")[0] == 2


def test_no_control_character_reaches_the_terminal():
    assert plain("a\x1b[31m\u202eb\n") == "a\ufffd[31m\ufffdb\ufffd"


def test_a_card_names_what_has_the_same_name_and_another_kind():
    graph = replace(
        assembled([], [an_entity("method/clue", "CLUE"), an_entity("dataset/clue", "CLUE")], []),
        related=(("dataset/clue", "method/clue"),),
    )
    assert "  of one name with the dataset CLUE  (dataset/clue)" in card(graph, "method/clue").splitlines()
    assert "  of one name with the method CLUE  (method/clue)" in card(graph, "dataset/clue").splitlines()
