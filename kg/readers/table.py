"""Tables: CSV and TSV with a header that names the columns."""

import csv
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from kg.readers.entry import NAMES, Entry, plain, shown

NAME: Final = "CSV or TSV with a header"

_DELIMITERS: Final = ("\t", ",", ";", "|")
_KNOWN: Final = frozenset(chain.from_iterable(NAMES.values()))
_TEXTS: Final = frozenset(NAMES["title"] + NAMES["abstract"])
_LINES_TRIED: Final = 20
_ROWS_TRIED: Final = 5
_LONGEST_NAME: Final = 6
"""Words of a column's name; a longer first cell is prose."""
_LARGEST_CELL: Final = 2**31 - 1
"""The csv module's own limit, 128 KB, is less than some abstracts."""


def recognises(sample: str) -> bool:
    """Return whether a file begins with a header that names a text, or at least has the shape of a table."""
    return bool(_delimiter(sample.lstrip("\n").split("\n", _LINES_TRIED)[:_LINES_TRIED]))


def _delimiter(lines: Sequence[str]) -> str:
    """Return what parts the cells: that which gives the most known names, else even rows; empty if nothing does."""
    best = max(_DELIMITERS, key=lambda delimiter: _known(_cells(lines[0], delimiter)))
    known = _known(_cells(lines[0], best))
    paragraph_follows = len(lines) < 2 or not lines[1].strip()
    if known > 1 or (known == 1 and not paragraph_follows):
        return best
    even = (delimiter for delimiter in "\t," if _is_even(lines, delimiter))
    return "" if paragraph_follows else next(even, "")


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter), [])


def _known(header: Sequence[str]) -> int:
    """Return how many names of a header are known; 0 if none of them is that of a text, or it is prose or Markdown."""
    if len(header) == 1 and header[0].lstrip().startswith("#"):
        return 0
    names = [plain(name) for name in header]
    return sum(name in _KNOWN for name in names) if _TEXTS & set(names) and _are_short(header) else 0


def _are_short(header: Sequence[str]) -> bool:
    return all(len(name.split()) <= _LONGEST_NAME for name in header)


def _is_even(lines: Sequence[str], delimiter: str) -> bool:
    """Return whether the first rows all have as many cells as the first, and those of the first are short."""
    rows = list(islice((row for row in csv.reader(lines, delimiter=delimiter) if row), _ROWS_TRIED))
    columns = {len(row) for row in rows}
    return len(rows) > 2 and _are_short(rows[0]) and len(columns) == 1 and columns != {1}


def read(lines: Iterator[str], file: str) -> Iterator[Entry]:  # noqa: ARG001 (all readers are called alike)
    """Yield the rows of a table; the number of an entry counts the rows below the header."""
    csv.field_size_limit(_LARGEST_CELL)
    numbered = ((number, line) for number, line in enumerate(lines, start=1))
    above, first = next((number, line) for number, line in numbered if line.strip())
    head = list(islice((line for _, line in numbered), _LINES_TRIED))
    delimiter = _delimiter([first, *head]) or ","
    header = [name.strip() for name in _cells(first, delimiter)]
    if not _known(header):
        yield Entry(
            number=1, fault=f"its header names neither title nor abstract ({shown(', '.join(header))}); add one"
        )
        return
    number = 0
    for cells, fault in _rows(_Kept(chain(head, (line for _, line in numbered)), above), delimiter, len(header)):
        if fault or any(cell.strip() for cell in cells):
            number += 1
            yield Entry(number=number, fields=dict(zip(header, cells, strict=False)), fault=fault)


class _Kept:
    """Lines passed on to the csv reader, numbered, and kept until their row is complete."""

    def __init__(self, lines: Iterator[str], above: int) -> None:
        self._lines = enumerate(lines, start=above + 1)
        self.kept: list[tuple[int, str]] = []

    def __iter__(self) -> Iterator[str]:
        for numbered in self._lines:
            self.kept.append(numbered)
            yield numbered[1]


def _rows(source: _Kept, delimiter: str, columns: int) -> Iterator[tuple[list[str], str]]:
    """Yield the cells of each row, or what is wrong with it.

    A quotation mark that opens a cell and never closes it would swallow the rows below. What is read so does not
    fit the header: its lines are then read one by one.
    """
    rows = csv.reader(source, delimiter=delimiter, strict=True)
    while True:
        source.kept.clear()
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error:
            cells = None
        if cells is not None and _fits(cells, columns, whole=len(source.kept) > 1):
            yield cells, ""
        else:
            for number, line in list(source.kept):
                yield _row_of_line(number, line, delimiter, columns)


def _fits(cells: Sequence[str], columns: int, *, whole: bool) -> bool:
    """Return whether cells fit a header; a row that is not `whole` may lack the last ones, as spreadsheets write it."""
    return (len(cells) >= columns or not whole) and not any(cell.strip() for cell in cells[columns:])


def _row_of_line(number: int, line: str, delimiter: str, columns: int) -> tuple[list[str], str]:
    """Return the cells of a line by itself, with its quotation marks as they stand if they do not pair."""
    cells: list[str] = []
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        try:
            cells = next(csv.reader([line], delimiter=delimiter, strict=True, quoting=quoting), [])
        except csv.Error:
            continue
        if not cells or (_fits(cells, columns, whole=True)):
            return cells, ""
    return [], f"line {number} has {len(cells)} cells under {columns} names; quote each cell that holds {delimiter!r}"
