"""A store on disk: loaded once, never half, never over what is not its own."""

import json
from pathlib import Path

import pytest

from kg.errors import InputError, OptionError
from kg.export.rdf import write_rdf
from kg.query import ask, open_store
from kg.query.disk import MARK, load_on_disk, open_on_disk
from tests.graphs import PINE, library, part


@pytest.fixture
def turtle(tmp_path: Path) -> Path:
    write_rdf(library(), tmp_path / "graph.ttl")
    return tmp_path / "graph.ttl"


def test_a_store_on_disk_holds_the_triples_of_its_file(turtle: Path, tmp_path: Path):
    load_on_disk(turtle, tmp_path / "deep" / "store")
    assert set(open_on_disk(tmp_path / "deep" / "store")) == set(open_store(turtle))


def test_a_question_is_asked_of_a_store_on_disk(turtle: Path, tmp_path: Path):
    load_on_disk(turtle, tmp_path / "store")
    answers = [ask(place, "papers-using-method", method="OakNet").values() for place in (turtle, tmp_path / "store")]
    assert answers[0] == answers[1] != []


def test_a_store_is_loaded_once_and_anew_when_its_file_changed(turtle: Path, tmp_path: Path):
    load_on_disk(turtle, tmp_path / "store")
    made = (tmp_path / "store" / MARK).stat().st_mtime_ns
    load_on_disk(turtle, tmp_path / "store")
    assert (tmp_path / "store" / MARK).stat().st_mtime_ns == made
    read_on = open_on_disk(tmp_path / "store")
    before = len(read_on)
    write_rdf(part(library(), (PINE,)), turtle)
    load_on_disk(turtle, tmp_path / "store")
    assert len(open_on_disk(tmp_path / "store")) < before == len(read_on)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.ttl", "store"]


def test_what_is_no_store_is_left_alone(turtle: Path, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("a life's work")
    with pytest.raises(OptionError, match="is no store of kg, so it is left alone"):
        load_on_disk(turtle, tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "a life's work"


def test_a_store_of_another_version_is_said_and_made_anew_when_loaded(turtle: Path, tmp_path: Path):
    load_on_disk(turtle, tmp_path / "store")
    mark = json.loads((tmp_path / "store" / MARK).read_text())
    (tmp_path / "store" / MARK).write_text(json.dumps(mark | {"engine": "0.0.1"}))
    with pytest.raises(InputError, match=r"was made by pyoxigraph 0\.0\.1; make it anew"):
        open_store(tmp_path / "store")
    load_on_disk(turtle, tmp_path / "store")
    assert len(open_store(tmp_path / "store"))


def test_a_damaged_store_is_said(turtle: Path, tmp_path: Path):
    load_on_disk(turtle, tmp_path / "store")
    (tmp_path / "store" / "CURRENT").write_text("nothing")
    with pytest.raises(InputError, match="is damaged"):
        open_store(tmp_path / "store")


def test_a_file_that_is_not_turtle_leaves_no_store(tmp_path: Path):
    (tmp_path / "graph.ttl").write_text("This is no Turtle.")
    with pytest.raises(InputError, match="is not Turtle"):
        load_on_disk(tmp_path / "graph.ttl", tmp_path / "store")
    assert [path.name for path in tmp_path.iterdir()] == ["graph.ttl"]


def test_a_store_is_opened_as_often_as_anybody_likes(turtle: Path, tmp_path: Path):
    load_on_disk(turtle, tmp_path / "store")
    first, second = open_on_disk(tmp_path / "store"), open_on_disk(tmp_path / "store")
    assert len(first) == len(second)
