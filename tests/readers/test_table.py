"""Tables: headers as people name them, and quotation marks as people forget them."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers import table

Read = Callable[..., Any]


@pytest.mark.parametrize(
    "header", ["Title,Abstract", "TITLE;TEXT", "paper title\tSummary", "\ttitle\tabstract note", "title|abstract"]
)
def test_headers_are_known_by_their_usual_names(read: Read, header: str) -> None:
    delimiter = next(c for c in "\t;,|" if c in header)
    row = delimiter.join(["0", "One", "Two"][-len(header.split(delimiter)) :])
    assert [(record.title, record.abstract) for record in read(f"{header}\n{row}\n")] == [("One", "Two")]


def test_a_single_column_is_a_table_too(read: Read) -> None:
    assert [record.title for record in read("Title\nOne, two\nThree\n")] == ["One, two", "Three"]


def test_a_header_without_texts_is_named(read: Read) -> None:
    (remark,) = read("name,score\na,1\nb,2\nc,3\n").skipped
    assert "names neither title nor abstract (name, score)" in remark.reason


@pytest.mark.parametrize(
    "text", ["Text, images and sound are three things that a model of ours may take and give. " * 4]
)
def test_prose_that_begins_like_a_header_is_no_table(read: Read, text: str) -> None:
    assert [record.abstract for record in read(f"{text}\n\n{text} Or so.")] == [text.strip(), f"{text} Or so."]
    assert [record.abstract for record in read(f"{text}\n{text} Or so.")] == [text.strip(), f"{text} Or so."]


def test_blank_rows_are_no_records(read: Read) -> None:
    reading = read("title,year\n\nOne,2001\n,\n  \nTwo,2002\n", "a.csv")
    assert [(record.title, record.source.record) for record in reading] == [("One", 1), ("Two", 2)]
    assert reading.skipped == ()


def test_a_row_may_lack_its_last_cells(read: Read) -> None:
    assert [(record.title, record.year) for record in read("title,year,venue\nOne,2001\n")] == [("One", 2001)]


def test_a_row_with_too_many_cells_is_skipped_by_its_line(read: Read) -> None:
    reading = read("title,year\nOne,2001\nTwo, or three,2002\nFour,2004\n")
    assert [record.title for record in reading] == ["One", "Four"]
    assert [(remark.record, remark.reason[:24]) for remark in reading.skipped] == [(2, "line 3 has 3 cells under")]


def test_a_quotation_mark_never_closed_swallows_no_rows(read: Read) -> None:
    reading = read('title,abstract\n"One,first\nTwo,second\nThree,third\n')
    assert [record.title for record in reading] == ['"One', "Two", "Three"]


def test_a_quotation_mark_closed_rows_later_swallows_no_rows(read: Read) -> None:
    reading = read('title,abstract\n"One,first\nTwo,second\n"Three",third\n')
    assert [record.title for record in reading] == ['"One', "Two", "Three"]


def test_rows_that_quotation_marks_join_by_mistake_are_told_apart(read: Read) -> None:
    reading = read('title,abstract,year\n"One,first,2001\nTwo",2002\nThree,third,2003\n')
    assert [record.title for record in reading] == ['"One', "Three"]
    assert ["line 3 has 2 cells" in remark.reason for remark in reading.skipped] == [True]


def test_a_title_that_opens_with_a_quotation_stays_whole(read: Read) -> None:
    reading = read('title\tabstract\n"Why should I?": On reasons\tA text\nNext\tAnother\n')
    assert [record.title for record in reading] == ['"Why should I?": On reasons', "Next"]


CELL = st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]))


@pytest.mark.parametrize("delimiter", ["\t", ",", ";", "|"])
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=4))
def test_cells_come_back_as_written(delimiter: str, rows: list[tuple[str, str]]) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([("title", "abstract"), *rows])
    lines = io.StringIO(out.getvalue(), newline="\n")
    entries = list(table.read(iter(lines), "a.csv"))
    assert [(entry.fields["title"], entry.fields["abstract"]) for entry in entries] == [
        row for row in rows if any(cell.strip() for cell in row)
    ]


def test_a_heading_in_markdown_is_not_the_name_of_a_column(read: Read) -> None:
    text = "We look at many things in turn and count how often each of them is met in the two places that we know of."
    reading = read(f"# Title\n{text}\n")
    assert [(record.title, record.abstract) for record in reading] == [("", text)]
    assert "line 1 (# Title) is taken for a heading of the list, not for a title" in reading.noted[0].reason
