"""Listings: headings, paragraphs, and what becomes of both."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.readers import read_files
from kg.readers.headings import Heading, is_heading, understood
from kg.records import Record

Read = Callable[..., Any]
ONE = "We study one thing with **care**, $x^2$ and a [link](https://example.org/one), " + "and write more of it. " * 12
TWO = "Two things are compared - with each other; see 1. and 2. below - " + "at some length here. " * 12
ONE, TWO = ONE.strip(), TWO.strip()


def placed(reading: Any) -> list[tuple[str, str, int | None]]:
    return [(record.abstract, record.venue, record.year) for record in reading]


def test_the_seeds_are_38_papers_with_venue_and_year(shared: Path) -> None:
    reading = read_files(sorted((shared / "seeds").glob("*.txt")))
    records = [record for record in reading if isinstance(record, Record)]
    assert Counter((record.venue, record.year) for record in records) == {("ICML 2026", 2026): 38}
    assert not any(record.title for record in records)
    assert (reading.skipped, reading.noted) == ((), ())


def test_a_paragraph_is_a_record_letter_for_letter(read: Read) -> None:
    reading = read(f"ICML 2026 论文列表\n\n{ONE}\n\n{TWO}\n", "list.txt")
    assert placed(reading) == [(ONE, "ICML 2026", 2026), (TWO, "ICML 2026", 2026)]
    assert [record.source_id for record in reading] == ["list.txt#1", "list.txt#2"]


def test_each_heading_holds_for_the_paragraphs_below_it(read: Read) -> None:
    reading = read(f"# ICML 2026\n\n{ONE}\n\n## NeurIPS 2025\n{TWO}\n\nACL 2024 papers\n\n{ONE} Or so.")
    assert [(venue, year) for _, venue, year in placed(reading)] == [
        ("ICML 2026", 2026),
        ("NeurIPS 2025", 2025),
        ("ACL 2024", 2024),
    ]


def test_a_heading_without_venue_changes_nothing_and_is_noted(read: Read) -> None:
    reading = read(f"ICML 2026\n\n{ONE}\n\nGraph learning\n\n{TWO}")
    assert placed(reading) == [(ONE, "ICML 2026", 2026), (TWO, "ICML 2026", 2026)]
    assert ["line 5 (Graph learning)" in remark.reason for remark in reading.noted] == [True]


def test_a_paragraph_of_ten_words_is_kept_and_noted_as_short(read: Read) -> None:
    reading = read(f"ICML 2026\n\nOur paper shows that ten words are still a paragraph\n\n{ONE}")
    assert len(reading) == 2
    assert [(remark.record, remark.reason) for remark in reading.noted] == [
        (1, "is short (10 words); check that it is a whole abstract")
    ]


def test_a_listing_without_heading_has_neither_venue_nor_year(read: Read) -> None:
    assert placed(read(f"{ONE}\n\n{TWO}")) == [(ONE, "", None), (TWO, "", None)]


def test_without_blank_lines_each_long_line_is_a_paragraph(read: Read) -> None:
    assert placed(read(f"ICML 2026\n{ONE}\n{TWO}\nA last one is short.")) == [
        (ONE, "ICML 2026", 2026),
        (TWO, "ICML 2026", 2026),
        ("A last one is short.", "ICML 2026", 2026),
    ]


def test_wrapped_lines_stay_one_paragraph(read: Read) -> None:
    wrapped = "In the year 2020 we began\nto study how lines that are wrapped\nmay be told from lines that are not."
    assert [abstract for abstract, _, _ in placed(read(f"ICML 2026\n\n{wrapped}\n\n{ONE}"))] == [wrapped, ONE]
    assert [abstract for abstract, _, _ in placed(read(wrapped))] == [wrapped]


def test_signs_of_lists_and_rules_are_no_text(read: Read) -> None:
    reading = read(f"ICML 2026\n=========\n\n- {ONE}\n\n---\n\n2. {TWO}\n\n[3] {ONE} Or so.\n")
    assert [abstract for abstract, _, _ in placed(reading)] == [ONE, TWO, f"{ONE} Or so."]


def test_emphasis_at_the_beginning_stays(read: Read) -> None:
    assert placed(read(f"*Deep* {ONE}"))[0][0] == f"*Deep* {ONE}"


def test_an_abstract_in_chinese_is_read(read: Read) -> None:
    chinese = (
        "我们提出一种新的方法，用于研究许多不同的事物，并在两个数据集上进行了详细的实验，结果表明该方法有效而且简单。"
    )
    reading = read(f"ICML 2026 论文列表\n\n{chinese}\n")
    assert placed(reading) == [(chinese, "ICML 2026", 2026)]
    assert reading.noted == ()


@pytest.mark.parametrize(
    "line, venue, year",
    [
        ("ICML 2026 Papers", "ICML 2026", 2026),
        ("ICML 2026 论文列表", "ICML 2026", 2026),
        ("2026年 ICML 论文", "ICML 2026", 2026),
        ("ICML2026论文", "ICML 2026", 2026),
        ("# **CVPR 2025** #", "CVPR 2025", 2025),
        ("Accepted papers at NeurIPS 2025", "NeurIPS 2025", 2025),
        ("Proceedings of the 43rd International Conference on Machine Learning (ICML 2026)", "ICML 2026", 2026),
        ("Conference on Robot Learning 2025", "Conference on Robot Learning 2025", 2025),
        ("arXiv papers, May 2026", "arXiv 2026", 2026),
        ("Papers of 2026", "", 2026),
        ("ICML papers", "ICML", None),
    ],
)
def test_a_heading_names_venue_and_year(line: str, venue: str, year: int | None) -> None:
    assert is_heading(line)
    assert understood(line, above=Heading()) == Heading(venue, year)


def test_a_year_below_a_venue_belongs_to_it() -> None:
    assert understood("## 2025", above=Heading("NeurIPS")) == Heading("NeurIPS 2025", 2025)


@pytest.mark.parametrize(
    "line", ["It is short.", "它很短。", "Is it?", "We evaluate on the data of 2012 and find that it is good", "…"]
)
def test_a_sentence_is_no_heading(line: str) -> None:
    assert not is_heading(line)
