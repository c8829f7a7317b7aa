"""Text comes out as it was meant, whatever bytes it was saved as."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.readers import read_files
from kg.readers.text import Lines, base_name

Read = Callable[..., Any]
TABLE = "title,abstract\nA naïve café,“One – two”\n"


def test_windows_1252_is_read_where_utf_8_fails_and_noted(read: Read) -> None:
    reading = read(TABLE.encode("cp1252"), "old.csv")
    assert [(record.title, record.abstract) for record in reading] == [("A naïve café", "“One – two”")]
    assert [str(remark) for remark in reading.noted if not remark.record] == [
        "old.csv: a line is not UTF-8 and read as Windows-1252; save the file as UTF-8 if letters look wrong"
    ]


def test_one_foreign_line_does_not_spoil_the_others(read: Read) -> None:
    reading = read("title,year\nÄußerst 中文,2020\n".encode() + "Café,2021\n".encode("cp1252"))
    assert [record.title for record in reading] == ["Äußerst 中文", "Café"]


def test_bytes_that_are_nothing_in_windows_1252_survive(read: Read) -> None:
    assert [record.title for record in read(b"title,year\n\x81 \xe9,2020\n")] == ["\ufffd é"]


def test_a_stray_control_character_makes_no_binary_file(read: Read) -> None:
    assert len(read("title,year\nA \0 title,2020\n")) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_may(tmp_path: Path, end: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(f"one{end}{end}two\u2028still two{end}three".encode())
    assert list(Lines(path)) == ["one\n", "\n", "two\u2028still two\n", "three"]


def test_a_truncated_utf_16_file_survives(read: Read) -> None:
    assert len(read("title,year\nA,2020\n".encode("utf-16") + b"x")) >= 1


def test_what_stands_before_the_damage_of_a_packed_file_is_read(tmp_path: Path) -> None:
    lines = "".join(f'{{"title": "Paper {n * n * 7919}"}}\n' for n in range(20_000))
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(lines.encode())[:100_000])
    reading = read_files([path])
    assert 100 < len(reading) < 20_000
    assert "is damaged" in reading.skipped[-1].reason


def test_a_file_name_that_is_no_text_survives() -> None:
    assert base_name(Path("/some/where/a\udcff\nb.txt")) == "a\ufffd\ufffdb.txt"
