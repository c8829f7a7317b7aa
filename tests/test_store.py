"""A line of extractions and the record it stands for."""

import gzip
import json
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.records import Extraction, Mention, Paper, PaperEntity, Relation, Source, Span
from kg.store import dump_line, from_json, read_extractions, to_json, write_extractions

HERE = Source(file="x.jsonl", record=1)

TEXT = "We propose FooNet for bar detection."
PAPER = Paper(id="paper/arxiv:2001.00001", source_id="a", title="FooNet", abstract=TEXT, authors=("Ada L.",), year=2020,
              venue="V", identifiers=(("arxiv", "2001.00001"),), url="https://example.org", source=HERE)  # fmt: skip
FOONET = PaperEntity(id="M1", label="METHOD", confidence=0.9, role="proposed", role_confidence=0.8,
                     evidence=(Span(field="text", start=0, end=36),),
                     mentions=(Mention(field="title", start=0, end=6, text="FooNet", confidence=0.7),
                               Mention(field="text", start=11, end=17, text="FooNet")))  # fmt: skip
TASK = PaperEntity(id="T1", label="TASK", role="addressed",
                   mentions=(Mention(field="text", start=22, end=35, text="bar detection"),))  # fmt: skip
EXTRACTION = Extraction(paper=PAPER, extractor="n v f", sentences=((0, 36),), entities=(FOONET, TASK),
                        relations=(Relation(head="M1", label="USED-FOR", tail="T1", confidence=0.5),))  # fmt: skip


def test_a_line_has_the_keys_of_the_contract():
    line = to_json(EXTRACTION)
    assert list(line) == ["schema", "id", "paper", "extractor", "title", "text", "sentences", "entities", "relations"]
    assert list(line["paper"]) == ["id", "authors", "year", "venue", "identifiers", "url", "source"]
    assert list(line["entities"][0]) == ["id", "label", "confidence", "role", "role_confidence", "evidence", "mentions"]
    assert line["relations"] == [{"head": "M1", "label": "USED-FOR", "tail": "T1", "confidence": 0.5, "evidence": []}]


def test_written_extractions_read_back_equal(tmp_path: Path):
    path = tmp_path / "e.jsonl"
    write_extractions(path, [EXTRACTION, EXTRACTION])
    assert list(read_extractions(path)) == [EXTRACTION, EXTRACTION]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_survives_a_line(title: str, abstract: str):
    extraction = replace(
        EXTRACTION, paper=replace(PAPER, title=title, abstract=abstract), sentences=(), entities=(), relations=()
    )
    assert from_json(json.loads(json.dumps(to_json(extraction))), source=HERE) == extraction


def test_gold_lines_need_neither_roles_nor_confidences():
    mention = {"field": "text", "start": 0, "end": 2, "text": "Ab"}
    line = {
        "id": "g",
        "title": "",
        "text": "Ab c",
        "entities": [{"id": "D1", "label": "DATASET", "mentions": [mention]}],
    }
    entity = from_json(line, source=HERE).entities[0]
    assert (entity.role, entity.confidence, entity.mentions[0].confidence) == ("mentioned", 1.0, 1.0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": "another text altogether, long enough"}, "does not stand at"),
        ({"entities": None}, "does not fit the format"),
        ({"relations": [{"head": "M9", "label": "USED-FOR", "tail": "T1"}]}, "does not fit its ends"),
        ({"relations": [{"head": "T1", "label": "USED-FOR", "tail": "M1"}]}, "does not fit its ends"),
        ({"entities": [to_json(EXTRACTION)["entities"][0]] * 2}, "two entities have one id"),
        ({"sentences": [1]}, "does not fit the format"),
        ({"paper": {"source": 3}}, "does not fit the format"),
        ({"sentences": [[-1, 36]]}, "there is no text at text -1:36"),
        ({"sentences": [[0, 37]]}, "there is no text at text 0:37"),
        ({"title": 1984}, "1984 stands where a text should"),
        ({"text": {"en": TEXT}}, "stands where a text should"),
        ({"id": ["a"]}, r"\['a'\] stands where a text or a whole number should"),
        ({"paper": {"authors": "Ada L."}}, "'Ada L.' stands where a list should"),
        ({"paper": {"authors": [{"name": "Ada L."}]}}, "stands where a text should"),
        ({"paper": {"year": "2020"}}, "'2020' stands where a whole number should"),
        ({"paper": {"year": 2020.5}}, "2020.5 stands where a whole number should"),
        ({"paper": {"venue": ["V"]}}, "stands where a text should"),
        ({"paper": {"identifiers": {"doi": 10.1}}}, "10.1 stands where a text should"),
    ],
)
def test_a_damaged_line_is_an_input_error(change: dict, said: str):
    with pytest.raises(InputError, match=said) as caught:
        from_json(to_json(EXTRACTION) | change, source=HERE)
    assert "x.jsonl, line 1" in str(caught.value)


@pytest.mark.parametrize(
    "field, start, end",
    [("text", -1, 5), ("text", 5, 5), ("text", 30, 37), ("title", 0, 7), ("abstract", 0, 5), (None, 0, 5), ([], 0, 5)],
)
@pytest.mark.parametrize("part", ["entities", "relations"])
def test_evidence_outside_the_texts_is_an_input_error(part: str, field: object, start: int, end: int):
    line = to_json(EXTRACTION)
    line[part][0]["evidence"] = [{"field": field, "start": start, "end": end}]
    with pytest.raises(InputError, match="there is no text at"):
        from_json(line, source=HERE)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, 1e9, float("nan"), float("inf")])
@pytest.mark.parametrize("place", ["confidence", "role_confidence", "mention", "relation"])
def test_a_confidence_outside_its_range_is_an_input_error(place: str, confidence: float):
    line = to_json(EXTRACTION)
    entity = line["entities"][0]
    holder = {"mention": entity["mentions"][0], "relation": line["relations"][0]}.get(place, entity)
    holder["role_confidence" if place == "role_confidence" else "confidence"] = confidence
    with pytest.raises(InputError, match="not from 0 to 1"):
        from_json(line, source=HERE)


def test_a_blank_mention_is_an_input_error():
    line = to_json(EXTRACTION)
    line["entities"][0]["mentions"] = [{"field": "text", "start": 2, "end": 3, "text": " "}]
    with pytest.raises(InputError, match="does not stand at"):
        from_json(line, source=HERE)


def test_what_is_said_of_a_damaged_line_is_short():
    line = to_json(EXTRACTION)
    line["entities"][0]["label"] = "X" * 10_000
    with pytest.raises(InputError) as caught:
        from_json(line, source=HERE)
    assert len(str(caught.value)) < 250


def test_a_missing_key_is_named():
    line = to_json(EXTRACTION)
    del line["entities"]
    with pytest.raises(InputError, match="lacks 'entities'"):
        from_json(line, source=HERE)


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_line_that_is_no_object_is_an_input_error(tmp_path: Path, content: bytes):
    (tmp_path / "e.jsonl").write_bytes(content)
    with pytest.raises(InputError):
        list(read_extractions(tmp_path / "e.jsonl"))


def test_extractions_packed_with_gzip_are_read(tmp_path: Path):
    path = tmp_path / "e.jsonl.gz"
    path.write_bytes(gzip.compress(dump_line(EXTRACTION).encode()))
    assert list(read_extractions(path)) == [EXTRACTION]


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are of POSIX")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_extractions_are_read_from_a_pipe(tmp_path: Path, pack: Callable[[bytes], bytes]):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[pack(dump_line(EXTRACTION).encode())])
    writer.start()
    assert list(read_extractions(tmp_path / "pipe")) == [EXTRACTION]
    writer.join()


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path):
    (tmp_path / "e.jsonl").write_text(dump_line(EXTRACTION), encoding="utf-8-sig")
    assert list(read_extractions(tmp_path / "e.jsonl")) == [EXTRACTION]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_wide_characters_are_named(tmp_path: Path, encoding: str):
    (tmp_path / "e.jsonl").write_bytes(dump_line(EXTRACTION).encode(encoding))
    with pytest.raises(InputError, match=r"e\.jsonl is UTF-16 or UTF-32; save it as UTF-8"):
        list(read_extractions(tmp_path / "e.jsonl"))


@pytest.mark.parametrize("content", [b"", b"\n \n", gzip.compress(b"{}" * 999)[:-9], b"%PDF-1.7\xff"])
def test_a_file_without_extractions_says_how_to_write_one(tmp_path: Path, content: bytes):
    (tmp_path / "e.jsonl").write_bytes(content)
    with pytest.raises(InputError, match=r"kg extract INPUT\.\.\. --out FILE"):
        list(read_extractions(tmp_path / "e.jsonl"))


def test_half_a_surrogate_pair_that_no_file_can_hold_is_replaced(tmp_path: Path):
    line = to_json(replace(EXTRACTION, paper=replace(PAPER, source_id="a\ud800")))
    (tmp_path / "e.jsonl").write_text(json.dumps(line))
    assert [item.paper.source_id for item in read_extractions(tmp_path / "e.jsonl")] == ["a\ufffd"]


def test_all_gold_reads(shared: Path):
    for name, documents in (("train", 2227), ("dev", 212), ("seeds-000", 19)):
        assert sum(1 for _ in read_extractions(shared / "data" / "gold" / f"{name}.jsonl")) == documents
