"""JSON: records and extractions, in lines, arrays and pages."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers import jsonl, read_files
from kg.readers.entry import Entry
from kg.records import Extraction, Mention, Paper, PaperEntity, Record, Source
from kg.store import dump_line

Read = Callable[..., Any]

EXTRACTION = Extraction(
    paper=Paper(id="paper/arxiv:2401.00001", source_id="x1", title="On Zig", abstract="We use Zig.",
                identifiers=(("arxiv", "2401.00001"),), source=Source(file="first.txt", record=7)),
    extractor="fast 1 abc",
    sentences=((0, 11),),
    entities=(PaperEntity(id="M1", label="METHOD", role="used",
                          mentions=(Mention(field="text", start=7, end=10, text="Zig"),)),),
)  # fmt: skip


def test_a_line_with_schema_is_an_extraction_and_comes_back_as_written(read: Read) -> None:
    assert read(dump_line(EXTRACTION)).items == (EXTRACTION,)


def test_a_line_without_schema_is_a_record_even_if_it_carries_entities(read: Read) -> None:
    gold = {
        "id": "g",
        "title": None,
        "text": "We use Zig.",
        "entities": [{"id": "M1", "label": "METHOD", "mentions": []}],
    }
    (record,) = read(json.dumps(gold))
    assert isinstance(record, Record)
    assert (record.source_id, record.title, record.abstract) == ("g", "", "We use Zig.")


def test_records_and_extractions_may_stand_in_one_file(read: Read) -> None:
    items = read('{"title": "A"}\n' + dump_line(EXTRACTION)).items
    assert [type(item) for item in items] == [Record, Extraction]


def test_an_extraction_that_does_not_fit_is_skipped_by_its_line(read: Read) -> None:
    broken = dump_line(EXTRACTION).replace('"text": "Zig"', '"text": "Zag"')
    reading = read('{"title": "A"}\n' + broken, "e.jsonl")
    assert len(reading) == 1
    assert str(reading.skipped[0]).startswith("e.jsonl, record 2: the mention 'Zag' does not stand at text 7:10")


@pytest.mark.parametrize("value", ["1e999", "-1e999", "null", '"x"', "[]"])
def test_an_extraction_with_an_offset_that_is_none_is_skipped(read: Read, value: str) -> None:
    reading = read(dump_line(EXTRACTION).replace('"start": 7', f'"start": {value}'))
    assert (len(reading), len(reading.skipped)) == (0, 1)


def test_a_lone_surrogate_becomes_a_replacement_character(read: Read) -> None:
    (record,) = read(r'{"id": "a\udc00", "title": "A \ud800 B \ud83e\udd9c", "authors": ["\udfff X"]}')
    assert (record.source_id, record.title, record.authors) == ("a\ufffd", "A \ufffd B 🦜", ("\ufffd X",))


def test_a_raw_tab_in_a_string_is_taken(read: Read) -> None:
    assert [record.title for record in read('{"title": "A\tB"}')] == ["A\tB"]


def test_nan_is_no_value(read: Read) -> None:
    (record,) = read('{"title": "A", "abstract": NaN, "year": NaN}')
    assert (record.abstract, record.year) == ("", None)


@pytest.mark.parametrize(
    "text",
    [
        '{"title": "A"}\n{"title": "B"}\n',
        '[{"title": "A"}, {"title": "B"}]',
        '[\n{"title": "A"},\n{"title": "B"}\n]\n',
        '{\n "title": "A"\n}\n{\n "title": "B"\n}',
        '{"meta": {}, "results": [{"title": "A"}, {"title": "B"}]}',
        '{\n "results": [\n  {"title": "A"},\n  {"title": "B"}\n ]\n}',
        '{"results": [{"title": "A"}]}\n{"results": [{"title": "B"}]}',
        '\n\n[{"title": "A"}, {"title": "B"},]',
    ],
)
def test_objects_may_stand_in_lines_arrays_and_pages(read: Read, text: str) -> None:
    assert [record.title for record in read(text)] == ["A", "B"]


def test_the_number_of_a_record_is_its_line(read: Read) -> None:
    assert [record.source_id for record in read('\n{"title": "A"}\n\n{"title": "B"}', "a.jsonl")] == [
        "a.jsonl#2",
        "a.jsonl#4",
    ]


def test_the_pool_is_read_whole(shared: Path) -> None:
    path = shared / "data" / "abstracts" / "pool.jsonl.gz"
    if not path.exists():
        pytest.skip(f"needs {path}")
    reading = read_files([path])
    assert (len(reading), reading.skipped) == (19_432, ())


def test_a_fault_in_an_array_of_lines_is_found_where_it_is(read: Read) -> None:
    reading = read('[\n{"title": "A"},\n{"title": "B",\n{"title": "C"}\n]')
    assert [record.title for record in reading] == ["A"]
    assert ["line 4 is not JSON" in remark.reason for remark in reading.skipped] == [True]


TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_texts_come_back_as_written(texts: list[tuple[str, str]], escaped: bool, array: bool) -> None:
    objects = [{"title": title, "abstract": abstract} for title, abstract in texts]
    lines = [json.dumps(item, ensure_ascii=escaped) + "\n" for item in objects]
    written = [json.dumps(objects, indent=2, ensure_ascii=escaped)] if array else lines
    entries = list(jsonl.read(iter(written), "a"))
    assert [entry.fields for entry in entries if isinstance(entry, Entry)] == objects


@pytest.mark.parametrize("index", [{"a": ["x"]}, {"a": 1}, [7, {"a": 1}]])
def test_an_inverted_index_that_places_no_word_is_noted(read: Read, index: object) -> None:
    noted = read(json.dumps({"title": "A", "abstract_inverted_index": index})).noted
    assert any(remark.reason.startswith(("its abstract (", "1 of the 2 parts of its abstract")) for remark in noted)
