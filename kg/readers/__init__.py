"""Readers: files of papers in any known format become records; what cannot be read is reported, never raised.

A format is recognised by what stands in a file, not by how the file is called. To add one, write a module with
`NAME`, `recognises` and `read`, and name it in `FORMATS`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, dropwhile
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.readers import bibtex, jsonl, listing, table
from kg.readers.entry import Entry, read_record
from kg.readers.text import Lines, base_name
from kg.records import Extraction, Reading, Record, Remark

__all__ = ["FORMATS", "Format", "read_file", "read_files"]

SAMPLE: Final = 1 << 16
"""Characters by which a format is recognised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of files: what messages call it, how it is recognised, and how it is read.

    Attributes
    ----------
    recognises
        Says of the first characters of a file whether it has this format.
    read
        Turns the lines of a file, and its base name, into entries, and extractions if it holds any.
    """

    name: str
    recognises: Callable[[str], bool]
    read: Callable[[Iterator[str], str], Iterator[Entry | Extraction]]


FORMATS: Final = (
    Format(name=jsonl.NAME, recognises=jsonl.recognises, read=jsonl.read),
    Format(name=bibtex.NAME, recognises=bibtex.recognises, read=bibtex.read),
    Format(name=table.NAME, recognises=table.recognises, read=table.read),
    Format(name=listing.NAME, recognises=listing.recognises, read=listing.read),
)
"""The formats that are read; the first one that recognises a file reads it."""


def read_files(paths: Iterable[str | Path]) -> Reading[Record | Extraction]:
    """Read the papers of files, in the order given.

    JSON, JSONL, BibTeX, CSV, TSV and listings are read, plain or packed with gzip. An object of JSON with a field
    ``schema`` is an extraction, all else is a record. The heading of a listing, "ICML 2026 Papers", gives all
    paragraphs below it the venue "ICML 2026" and the year 2026.

    Parameters
    ----------
    paths
        Files; a single path is taken for a list of one.

    Returns
    -------
    Reading
        Everything readable in `items`; a remark for each file, line or entry that is not in `skipped`; one for each
        record that has a flaw in `noted`. Remarks name files without their folder.
    """
    if isinstance(paths, (str, Path)):
        paths = [paths]
    readings = [read_file(path) for path in paths]
    return Reading(
        items=tuple(chain.from_iterable(reading.items for reading in readings)),
        skipped=tuple(chain.from_iterable(reading.skipped for reading in readings)),
        noted=tuple(chain.from_iterable(reading.noted for reading in readings)),
    )


def read_file(path: str | Path) -> Reading[Record | Extraction]:
    """Read the papers of one file; see `read_files`."""
    file, lines = base_name(Path(path)), Lines(Path(path))
    items: list[Record | Extraction] = []
    skipped: list[Remark] = []
    noted: list[Remark] = []
    try:
        for entry in _entries(lines, file):
            if isinstance(entry, Extraction):
                items.append(entry)
            elif entry.note:
                noted.append(Remark(file=file, record=entry.number, reason=entry.note))
            else:
                record, flaws = read_record(entry, file)
                if record is not None:
                    items.append(record)
                source_id = record.source_id if record else ""
                remarks = (Remark(file=file, record=entry.number, source_id=source_id, reason=flaw) for flaw in flaws)
                (skipped if record is None else noted).extend(remarks)
    except InputError as error:
        skipped.append(Remark(file=file, reason=str(error)))
    else:
        if lines.damage:
            skipped.append(Remark(file=file, reason=lines.damage))
    if lines.foreign:
        noted.append(Remark(file=file, reason=_foreign(lines.foreign)))
    return Reading(items=tuple(items), skipped=tuple(skipped), noted=tuple(noted))


def _foreign(lines: int) -> str:
    some = "a line is" if lines == 1 else f"{lines} lines are"
    return f"{some} not UTF-8 and read as Windows-1252; save the file as UTF-8 if letters look wrong"


def _entries(lines: Lines, file: str) -> Iterator[Entry | Extraction]:
    """Yield what the format of a file finds in it.

    Raises
    ------
    InputError
        If it is no text, of no known format, or holds nothing.
    """
    rest = iter(lines)
    head = _head(rest)
    sample = "".join(dropwhile(lambda line: not line.strip(), head))[:SAMPLE]
    if not sample:
        raise InputError("is empty; check that it was written")
    form = next((form for form in FORMATS if form.recognises(sample)), None)
    if form is None:
        raise InputError(f"is none of what can be read: {', '.join(form.name for form in FORMATS)}; convert it")
    empty = True
    for entry in form.read(chain(head, rest), file):
        empty = empty and isinstance(entry, Entry) and bool(entry.note)
        yield entry
    if empty:
        raise InputError(f"holds no paper (it was read as {form.name}); check that it is complete")


def _head(lines: Iterator[str]) -> list[str]:
    """Return the first lines of a file, up to the size of a sample after those that are blank."""
    head: list[str] = []
    size = 0
    for line in lines:
        head.append(line)
        size += len(line) if size or line.strip() else 0
        if size >= SAMPLE:
            break
    return head
