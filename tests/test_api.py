"""The stages in order: what a build depends on, and what it does not."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import kg
from kg.errors import InputError
from kg.records import Paper, Source
from tests.collecting import naming_paper

TABLE = b"method\tQ1\tLASSO\tridge\n"
TURTLE = b"""@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<https://example.org/lasso> a skos:Concept , <https://w3id.org/papers-kg/ontology#Method> ;
    skos:prefLabel "LASSO" ; skos:altLabel "ridge" .
"""


def test_of_two_extractions_of_one_text_the_same_one_counts_whatever_their_order():
    one = naming_paper("a", ("method", "ridge"), ("task", "sorting"), extractor="one")
    other = replace(one, extractor="other", entities=one.entities[:1])
    assert kg.build([one, other]) == kg.build([other, one])


def test_a_paper_with_more_entities_than_are_related_is_noted():
    named = [("method", f"net {'abcdefg'[n // 7]}{'abcdefg'[n % 7]}") for n in range(49)]
    crowded, full = (
        naming_paper("a", *named, extractor="kg-x 1 0"),
        naming_paper("b", *named[:48], extractor="kg-x 1 0"),
    )
    (remark,) = kg.build([crowded, full]).noted
    assert remark.reason == "it names 49 entities: relations were looked for among the 48 named most"
    assert remark.source_id == crowded.paper.source_id


@pytest.mark.parametrize("name, content, kept", [("own.txt", TABLE, "lexicon.tsv"), ("own.ttl", TURTLE, "lexicon.ttl")])
def test_a_lexicon_is_kept_beside_the_graph_and_named_in_its_reasons(tmp_path: Path, name, content, kept):
    (tmp_path / name).write_bytes(content)
    graph = kg.build([naming_paper("a", ("method", "ridge"))], lexicon=tmp_path / name)
    graph.save(tmp_path / "out")
    assert (tmp_path / "out" / kept).read_bytes() == content
    assert kg.load(tmp_path / "out") == graph
    assert [link.method.split(",")[0] for link in graph.entities[0].links] == [f"lexicon {name}"] * (name == "own.ttl")


def test_a_build_with_another_lexicon_keeps_that_one_only(tmp_path: Path):
    for name, content in (("one.tsv", TABLE), ("two.ttl", TURTLE)):
        (tmp_path / name).write_bytes(content)
        kg.build([naming_paper("a", ("method", "ridge"))], lexicon=tmp_path / name).save(tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").glob("lexicon.*")] == ["lexicon.ttl"]


def test_the_report_names_the_files_that_were_given(tmp_path: Path):
    (tmp_path / "fix.tsv").write_bytes(b"drop\tmethod\tunheard of\n")
    graph = kg.build([naming_paper("a", ("method", "ridge"))], corrections=tmp_path / "fix.tsv")
    graph.save(tmp_path / "out")
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["files"] == {"corrections": "fix.tsv"}
    assert report["unused_corrections"][0].startswith("fix.tsv, row 1: drop method unheard of applies to nothing")


@pytest.mark.parametrize(
    "option, content, said",
    [
        ("lexicon", b"method\tQ1\tx\nmodel\tQ2\ty\n", r"mine\.tsv, row 2: the kind 'model' is unknown; write one of"),
        ("corrections", b"drop\tmethod\tx\nforget\tmethod\tx\n", r"mine\.tsv, row 2: 'forget' is no correction; begin"),
    ],
)
def test_a_broken_row_ends_the_build_before_anything_is_extracted(tmp_path: Path, option, content, said):
    (tmp_path / "mine.tsv").write_bytes(content)
    paper = Paper(id="paper/text:a", source_id="a", abstract="We use ridge.", source=Source(file="a", record=1))
    extracted: list[int] = []
    with pytest.raises(InputError, match=said):
        kg.build([paper], progress=lambda done, _: extracted.append(done), **{option: tmp_path / "mine.tsv"})
    assert extracted == []


def test_a_kept_file_that_was_changed_is_refused(tmp_path: Path):
    (tmp_path / "own.tsv").write_bytes(TABLE)
    kg.build([naming_paper("a", ("method", "ridge"))], lexicon=tmp_path / "own.tsv").save(tmp_path / "out")
    (tmp_path / "out" / "lexicon.tsv").write_bytes(TABLE + b"#")
    with pytest.raises(InputError, match=r"lexicon\.tsv is not the file that the graph was built with"):
        kg.load(tmp_path / "out")
