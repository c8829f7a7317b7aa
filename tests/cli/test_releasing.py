"""Commands that hand a build on: other forms of its RDF."""

from pathlib import Path

import pyoxigraph
import pytest
from pyoxigraph import RdfFormat

from tests.cli.conftest import process

Terms = set[tuple[object, ...]]
FORMATS = {
    "turtle": RdfFormat.TURTLE,
    "ntriples": RdfFormat.N_TRIPLES,
    "trig": RdfFormat.TRIG,
    "jsonld": RdfFormat.JSON_LD,
}


def read(content: bytes, form: str) -> Terms:
    return {tuple(quad)[:3] for quad in pyoxigraph.parse(content, format=FORMATS[form])}


@pytest.mark.parametrize("form", FORMATS)
def test_a_build_is_written_in_another_form_to_standard_output(built: Path, form: str):
    done = process("export", built, "--format", form)
    assert (done.returncode, done.stderr) == (0, b"")
    assert read(done.stdout, form) == read((built / "graph.ttl").read_bytes(), "turtle")


def test_the_turtle_of_an_export_is_that_of_the_build(built: Path, run, tmp_path: Path):
    assert run("export", built, "--out", tmp_path / "again.ttl")[0] == 0
    assert (tmp_path / "again.ttl").read_bytes() == (built / "graph.ttl").read_bytes()


def test_an_export_can_carry_more_evidence_than_the_build(built: Path, run, tmp_path: Path):
    assert run("export", built, "--evidence", "mentions", "--out", tmp_path / "all.ttl")[0] == 0
    assert b"a kg:Mention" in (tmp_path / "all.ttl").read_bytes()
    assert b"a kg:Mention" not in (built / "graph.ttl").read_bytes()


@pytest.mark.parametrize("wrong, said", [(("--format", "xml"), "not as 'xml'"), (("--evidence", "all"), "not 'all'")])
def test_a_wrong_option_is_said_and_nothing_is_written(built: Path, run, tmp_path: Path, wrong, said: str):
    status, _, err = run("export", built, *wrong, "--out", tmp_path / "graph")
    assert (status, said in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_build_does_not_differ_from_itself(built: Path, run):
    status, out, _ = run("diff", built, built)
    assert status == 0
    assert out == "Papers: all as they were\nEntities: all as they were\nClaims: all as they were\n"


def test_what_differs_comes_as_turtle_too(built: Path, run, tmp_path: Path):
    (tmp_path / "none.jsonl").write_text('{"title": "A berth", "id": "b"}\n', encoding="utf-8")
    assert run("build", tmp_path / "none.jsonl", "--out", tmp_path / "new")[0] == 0
    status, out, _ = run("diff", built, tmp_path / "new", "--format", "turtle")
    assert status == 0
    assert {str(term[1]) for term in read(out.encode(), "turtle")} >= {"<http://www.w3.org/2002/07/owl#deprecated>"}


def test_a_form_of_changes_that_is_none_is_refused(built: Path, run):
    status, _, err = run("diff", built, built, "--format", "html")
    assert (status, "report, turtle, not as 'html'" in err) == (2, True)
