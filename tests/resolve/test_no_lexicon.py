"""`--lexicon none`: names are resolved by the papers alone; and what is no lexicon's file at all."""

import os
from pathlib import Path

import pytest

import kg
from kg.cli import main
from kg.errors import InputError
from kg.records import Extraction
from kg.resolve import Lexicon, read_lexicon, with_shipped
from kg.store import dump_line
from tests.collecting import collection

PAPERS = collection({"a": [("method", "SVM")], "b": [("method", "support vector machine")]})


@pytest.fixture
def extractions(tmp_path: Path) -> Path:
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(map(dump_line, PAPERS)), encoding="utf-8")
    return path


def names(graph: kg.KnowledgeGraph) -> list[str]:
    return [entity.name for entity in graph.entities]


def test_nothing_stands_behind_no_lexicon() -> None:
    assert read_lexicon(Path("none")) == with_shipped(read_lexicon(Path("none"))) == Lexicon(alone=True)


def test_without_lexicon_an_acronym_that_no_paper_defines_stands_alone() -> None:
    assert names(kg.build(PAPERS)) == ["support vector machine"]
    assert names(kg.build(PAPERS, lexicon="none")) == ["support vector machine", "SVM"]


def test_a_graph_built_without_lexicon_is_loaded_without(tmp_path: Path) -> None:
    graph = kg.build(PAPERS, lexicon="none")
    graph.save(tmp_path)
    assert kg.load(tmp_path) == graph
    assert names(kg.build(graph.extractions, lexicon=tmp_path / "lexicon.tsv")) == names(graph)


def test_the_commands_take_none_for_a_lexicon(extractions: Path, tmp_path: Path, capsys) -> None:
    assert main(["resolve", str(extractions), "--lexicon", "none"]) == 0
    assert {row.split("\t")[2] for row in capsys.readouterr().out.splitlines()[1:]} == {
        "method/support-vector-machine",
        "method/svm",
    }
    assert main(["build", str(extractions), "--lexicon", "none", "--out", str(tmp_path / "out")]) == 0
    assert names(kg.load(tmp_path / "out")) == ["support vector machine", "SVM"]


@pytest.mark.parametrize("option", ["--lexicon", "--corrections"])
@pytest.mark.parametrize("what", ["folder", "pipe", "device"])
def test_what_is_no_file_is_refused_in_a_line(
    extractions: Path, tmp_path: Path, capsys, option: str, what: str
) -> None:
    paths = {"folder": tmp_path, "pipe": tmp_path / "pipe", "device": Path("/dev/zero")}
    if what != "folder" and not hasattr(os, "mkfifo"):
        pytest.skip("this system has no such files")
    if what == "pipe":
        os.mkfifo(paths["pipe"])
    assert main(["build", str(extractions), option, str(paths[what]), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err.strip()
    assert said.endswith(f"{paths[what]}: it is a folder, a pipe or a device; name a file")
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_kept_lexicon_that_was_replaced_by_a_pipe_is_refused(tmp_path: Path) -> None:
    kg.build(PAPERS, lexicon="none").save(tmp_path)
    (tmp_path / "lexicon.tsv").unlink()
    (tmp_path / "lexicon.tsv").mkdir()
    with pytest.raises(InputError, match="it is a folder, a pipe or a device"):
        kg.load(tmp_path)


LONG = "deep " * 1000 + "net"
HOSTILE = [".*", "A(b", "[a-z]+", "(a+)+$", LONG, "x" * 5000, "‮evil", "<script>"]


def test_hostile_names_of_a_lexicon_are_names(extractions: Path, tmp_path: Path) -> None:
    rows = "".join(f"method\t{number}\t{name}\talias {number}\n" for number, name in enumerate(HOSTILE))
    (tmp_path / "own.tsv").write_text(rows, encoding="utf-8")
    papers: tuple[Extraction, ...] = collection(
        {str(number): [("method", name), ("method", f"alias {number}")] for number, name in enumerate(HOSTILE)}
    )
    graph = kg.build(papers, lexicon=tmp_path / "own.tsv")
    assert sorted(names(graph)) == sorted(HOSTILE)
    assert all(len(entity.id) < 120 for entity in graph.entities)


def test_corrections_that_name_nothing_are_told(extractions: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "fix.tsv").write_text("merge\tmethod\tthing\tother thing\n", encoding="utf-8")
    for command in (["build", str(extractions), "--out", str(tmp_path / "out")], ["resolve", str(extractions)]):
        assert main([*command, "--corrections", str(tmp_path / "fix.tsv")]) == 0
        told = "kg: fix.tsv, row 1: merge method thing other thing applies to nothing in this collection; "
        assert capsys.readouterr().err == f"{told}delete the row or mend the name\n"
