"""What cannot be read is reported with place and reason; nothing raises, and what can be read is."""

import gzip
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.readers import FORMATS, read_file, read_files
from kg.records import Record

Read = Callable[..., Any]
ABSTRACT = "We look at many things in turn and count how often each of them is met in the two places that we know of."


def test_a_missing_file_is_skipped_by_its_base_name(tmp_path: Path) -> None:
    (remark,) = read_files([tmp_path / "no-such.bib"]).skipped
    assert (remark.file, remark.record) == ("no-such.bib", 0)
    assert "no such file" in remark.reason
    assert str(tmp_path) not in str(remark)


def test_a_folder_is_skipped_and_its_files_asked_for(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (remark,) = read_files([tmp_path / "papers"]).skipped
    assert str(remark) == "papers: is a folder; give the files in it, as in papers/*"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "closed.txt"
    path.write_text(ABSTRACT)
    path.chmod(0)
    assert "permissions" in read_files([path]).skipped[0].reason


def test_a_path_that_no_system_takes_is_skipped() -> None:
    assert [remark.record for remark in read_files(["a\0b", "x" * 5000]).skipped] == [0, 0]


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"", "is empty"),
        (b" \n\r\n\t\n", "is empty"),
        (b"%PDF-1.7\n\x00\x01", "is a PDF; export the text or a BibTeX file"),
        (b"PK\x03\x04\x14\x00", "office file or a zip"),
        (bytes(range(256)) * 40, "is not text"),
        ("a b c".encode("utf-16-le") * 20, "is UTF-16 or UTF-32 without a byte order mark; save it as UTF-8"),
        (ABSTRACT.encode("utf-16-be"), "is UTF-16 or UTF-32 without a byte order mark; save it as UTF-8"),
        (ABSTRACT.encode("utf-32-le"), "is UTF-16 or UTF-32 without a byte order mark; save it as UTF-8"),
        (b"<!DOCTYPE html>\n<html><body>" + ABSTRACT.encode(), "is none of what can be read"),
        (b"<?xml version='1.0'?><a>" + ABSTRACT.encode() + b"</a>", "is none of what can be read"),
        (b"TY  - JOUR\nTI  - A title\nAB  - " + ABSTRACT.encode(), "is none of what can be read"),
        (b"foo\n", "is none of what can be read"),
        (b"[]", "holds no paper"),
        (b'{"results": []}', "holds no paper"),
        (b"title,abstract\n", "holds no paper"),
        (b"@comment{nothing, here}\n", "holds no paper"),
        (gzip.compress(b"%PDF-1.7"), "is a PDF"),
        (gzip.compress(ABSTRACT.encode() * 9)[:-9], "is damaged"),
        (b"\x1f\x8b\x08", "is damaged"),
    ],
)
def test_a_file_without_papers_is_skipped_with_its_reason(read: Read, content: bytes, reason: str) -> None:
    reading = read(content)
    assert [remark.record for remark in reading.skipped] == [0]
    assert reason in reading.skipped[0].reason


def test_the_lines_before_a_damage_are_read(read: Read) -> None:
    lines = "".join(f'{{"title": "Title {number}", "abstract": "{ABSTRACT}"}}\n' for number in range(100))
    reading = read(gzip.compress(lines.encode(), mtime=0)[:-9])
    assert [record.title for record in reading][:2] == ["Title 0", "Title 1"]
    assert [str(remark).split(" (")[0] for remark in reading.skipped] == [
        "papers: is damaged, and what follows is lost"
    ]


@pytest.mark.parametrize("field", ["title", "abstract"])
def test_a_text_that_would_fill_the_memory_is_skipped(read: Read, field: str) -> None:
    reading = read(json.dumps({field: "word " * 60_001}) + "\n" + json.dumps({field: "word " * 60_000}))
    assert [remark.record for remark in reading.skipped] == [1]
    assert "has a text of 300,005 characters" in reading.skipped[0].reason
    assert len(reading) == 1


def test_unknown_content_names_all_formats(read: Read) -> None:
    (remark,) = read("<html><p>Text</p></html>").skipped
    assert all(form.name in remark.reason for form in FORMATS)


def test_one_bad_file_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(ABSTRACT)
    reading = read_files([tmp_path / "missing", good, tmp_path])
    assert [record.source_id for record in reading if isinstance(record, Record)] == ["good.txt#1"]
    assert len(reading.skipped) == 2


def test_a_single_path_is_taken_for_a_list_of_one(tmp_path: Path) -> None:
    path = tmp_path / "good.txt"
    path.write_text(ABSTRACT)
    assert len(read_files(str(path))) == len(read_files(path)) == 1


def test_a_broken_line_of_json_is_skipped_by_its_number_and_the_others_are_read(read: Read) -> None:
    lines = ['{"id": "a", "title": "A"}', '{"id": "b", "title": ', "", '{"id": "d", "title": "D"}', "[1]"]
    reading = read("\n".join(lines), "x.jsonl")
    assert [record.source_id for record in reading] == ["a", "d"]
    assert [remark.record for remark in reading.skipped] == [2, 5]
    assert "line 2 is not JSON" in reading.skipped[0].reason
    assert "not a JSON object" in reading.skipped[1].reason


@pytest.mark.parametrize("first", ['{"title": "broken', "garbage"])
def test_a_broken_first_line_of_json_is_skipped_like_any_other(read: Read, first: str) -> None:
    reading = read(first + '\n{"title": "B"}\n{"title": "C"}\n', "x.jsonl")
    assert [record.source_id for record in reading] == ["x.jsonl#2", "x.jsonl#3"]
    assert [remark.record for remark in reading.skipped] == [1]


def test_what_stands_before_a_fault_in_an_array_is_read(read: Read) -> None:
    reading = read('[{"title": "A"},\n {"title": "B"},\n {"title": C}]')
    assert [record.title for record in reading] == ["A", "B"]
    assert "line 3 is not JSON" in reading.skipped[0].reason


def test_an_array_cut_short_is_reported(read: Read) -> None:
    reading = read('[{"title": "A"}')
    assert len(reading) == len(reading.skipped) == 1


def test_json_nested_too_deeply_is_skipped(read: Read) -> None:
    reading = read('{"title": "A"}\n{"title": ' + "[" * 100_000 + "]" * 100_000 + "}\n")
    assert len(reading) == 1
    assert "nested too deeply" in reading.skipped[0].reason


def test_a_number_too_long_for_python_is_skipped(read: Read) -> None:
    reading = read('{"title": "A"}\n{"title": "B", "year": ' + "9" * 10_000 + "}\n")
    assert (len(reading), len(reading.skipped)) == (1, 1)


@pytest.mark.parametrize("record", [{}, {"title": ""}, {"title": " ", "abstract": "\n"}, {"title": None, "text": {}}])
def test_a_record_with_neither_title_nor_abstract_is_skipped(read: Read, record: dict[str, Any]) -> None:
    reading = read('{"title": "A"}\n' + json.dumps(record))
    assert len(reading) == 1
    assert [remark.record for remark in reading.skipped] == [2]
    assert "neither title nor abstract" in reading.skipped[0].reason


def test_remarks_show_no_control_characters(read: Read) -> None:
    reading = read(json.dumps({"title": "A", "abstract": ABSTRACT, "year": "\x1b[31m\nred"}))
    assert "(" + "[31m red" + ")" in reading.noted[0].reason


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "a", "date-parts"]), inner),
    max_leaves=8,
)
NAMES = ["title", "abstract", "text", "id", "authors", "year", "venue", "url", "doi", "ids", "eprint", "schema"]
OPENALEX = ["authorships", "abstract_inverted_index", "primary_location", "results", "entities"]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(st.sampled_from(NAMES + OPENALEX), VALUES, max_size=8), max_size=3))
def test_fields_of_any_type_give_a_record_or_a_reason(tmp_path: Path, objects: list[dict[str, Any]]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(['{"title": "A"}', *map(json.dumps, objects)]), encoding="utf-8")
    reading = read_file(path)
    assert len(reading.items) + len(reading.skipped) == 1 + len(objects)
    repr(reading.items).encode("utf-8")


PIECES = [
    *("@article{", "@misc(", '@string{a = "b"}', "{", "}", '"', "'", "\\", "#", ",", "=", "\n", "\n\n", "\r", "\t"),
    *("title", "abstract", " and ", "[", "]", '{"title": "A"}', '{"schema": 1}', "ICML 2026", "# ", "論文", "\0"),
    *("title,abstract\n", "title\tabstract\n", '"a "b" c"', '"open,', ";", "|", "\u2028", "\x85", "é", "---\n", "1. "),
    *("All works well on the eight sets of data.", "\ufeff", "@", "%", "1e999", "\\ud800"),
]


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["utf-8", "cp1252", "utf-16"]))
def test_any_text_gives_records_or_reasons(tmp_path: Path, pieces: list[str], encoding: str) -> None:
    path = tmp_path / "x"
    path.write_bytes("".join(pieces).encode(encoding, "replace"))
    reading = read_file(path)
    assert reading.items or reading.skipped
