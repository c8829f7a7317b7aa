"""Listings: plain text or Markdown, a heading line, then one abstract a paragraph, without titles."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from kg.likeness import count_words
from kg.readers.entry import Entry, shown
from kg.readers.headings import Heading, is_heading, opens, understood

NAME: Final = "a listing (a heading, then one abstract a paragraph)"

LONG: Final = 200
"""Characters of a line that is a paragraph by itself; wrapped text stays under 120."""
_PROSE: Final = 8
"""Words of a paragraph that shows a file to be prose."""
_OTHER = re.compile(r"\s*(?:<!doctype|<html|<\?xml|<svg|\{\\rtf|%!PS|\\documentclass|#!|TY  -|PMID-)", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:[-=*_~]\s*){3,}")
_ITEM = re.compile(r"(?:[-*+•]|\(?\d{1,4}[.)]|\[\d{1,4}\])\s+")


@dataclass(frozen=True, slots=True)
class _Part:
    """A heading, or the lines of a paragraph; `line` is the number of the first."""

    line: int
    heading: bool
    lines: tuple[str, ...]


def recognises(sample: str) -> bool:
    """Return whether a file is prose; HTML, XML, RIS and the like are not."""
    paragraphs = re.split(r"\n[ \t]*\n", sample)
    return not _OTHER.match(sample) and any(
        count_words(part) >= _PROSE and any(c.isalpha() for c in part) for part in paragraphs
    )


def read(lines: Iterator[str], file: str) -> Iterator[Entry]:  # noqa: ARG001 (all readers are called alike)
    """Yield a paragraph an entry, with the venue and year that the headings above it name.

    Paragraphs are parted by blank lines; where there are none, and the lines are long, each line is one. The signs
    of lists are taken off. A heading that names neither venue nor year changes nothing, and is noted.
    """
    parts = list(_parts(lines))
    if _is_paragraph_a_line(parts):
        parts = [single for part in parts for single in _single_lines(part)]
    heading, number = Heading(), 0
    for part in parts:
        text = "\n".join(part.lines).strip()
        if part.heading:
            named = understood(text, above=heading)
            heading = named or heading
            if named is None:
                yield Entry(number=0, note=_unused(part.line, text))
        else:
            number += 1
            sign = _ITEM.match(text)
            text = text[sign.end() :] if sign else text
            yield Entry(number=number, fields={"abstract": text, "venue": heading.venue, "year": heading.year})


def _unused(line: int, text: str) -> str:
    return (
        f"line {line} ({shown(text)}) is taken for a heading of the list, not for a title, and names no venue or year; "
        "to give titles, write CSV or BibTeX"
    )


def _parts(lines: Iterable[str]) -> Iterator[_Part]:
    """Yield headings and paragraphs in order."""
    block: list[str] = []
    start = 0
    for number, line in enumerate((*lines, ""), start=1):
        blank = not line.strip() or _RULE.fullmatch(line.rstrip("\n"))
        if not blank and not block:
            start = number
        if not blank:
            block.append(line.rstrip("\n"))
        elif block:
            yield from _parts_of_block(block, start)
            block = []


def _parts_of_block(block: Sequence[str], start: int) -> Iterator[_Part]:
    """Yield the headings that open a block of lines, and the rest as a paragraph."""
    at = 0
    while at < len(block):
        alone = at + 1 == len(block)
        if not (is_heading(block[at]) if alone else opens(block[at], block[at + 1])):
            break
        yield _Part(start + at, True, (block[at],))
        at += 1
    if at < len(block):
        yield _Part(start + at, False, tuple(block[at:]))


def _is_paragraph_a_line(parts: Sequence[_Part]) -> bool:
    """Return whether no blank line parts any paragraphs and their lines are too long to be wrapped."""
    parted = any(not one.heading and not other.heading for one, other in pairwise(parts))
    lengths = [len(line) for part in parts if not part.heading for line in part.lines]
    return not parted and bool(lengths) and median(lengths) >= LONG


def _single_lines(part: _Part) -> Iterator[_Part]:
    for number, line in enumerate(part.lines, start=part.line):
        yield _Part(number, part.heading or is_heading(line), (line,))
