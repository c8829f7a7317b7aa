"""JSON: an object a line, or an array, or a page of results; records, and extractions that kg itself wrote."""

import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from kg.errors import InputError
from kg.lines import DECODER, mended, parsed
from kg.readers import openalex
from kg.readers.entry import Entry
from kg.records import Extraction, Source
from kg.store import from_json

NAME: Final = "JSON or JSONL"

_START = re.compile(r"""\s*(?:\[\s*)*(?:\{\s*["'}]|\[\s*["\]]|\])""")
_LINES_TRIED: Final = 50
_CONTAINERS: Final = ("results", "works", "papers", "data")


def recognises(sample: str) -> bool:
    """Return whether a file begins as JSON does, or one of its first lines is an object."""
    return bool(_START.match(sample)) or any(_is_object(line) for line in sample.split("\n")[:_LINES_TRIED])


def read(lines: Iterator[str], file: str) -> Iterator[Entry | Extraction]:
    """Yield the entries and extractions of a file; an object a line is read line by line, numbered by line."""
    head: list[str] = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    if head and _is_object(head[-1]) and _content(parsed(head[-1])) is None:
        yield from _by_line(chain(head, lines), file)
        return
    text = "".join(chain(head, lines))
    if not text.lstrip().startswith("[") and not _decodes(text) and any(map(_is_object, io.StringIO(text))):
        yield from _by_line(io.StringIO(text), file)
    else:
        yield from _by_value(text, file)


def _is_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(parsed(line), dict)
    except (ValueError, RecursionError):
        return False


def _decodes(text: str) -> bool:
    try:
        DECODER.raw_decode(text, _past_blanks(text, 0))
    except (ValueError, RecursionError):
        return False
    return True


def _content(value: Any) -> list[Any] | None:
    """Return the items of a list, or of an object that is but a page of results."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and not {"title", "abstract", "text", "schema"} & value.keys():
        return next((value[key] for key in _CONTAINERS if isinstance(value.get(key), list)), None)
    return None


def _by_line(lines: Iterable[str], file: str) -> Iterator[Entry | Extraction]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = parsed(line)
        except (ValueError, RecursionError) as error:
            yield Entry(number=number, fault=f"line {number} is not JSON ({_reason(error)}); mend it or leave it out")
        else:
            yield _entry(value, number, file)


def _by_value(text: str, file: str) -> Iterator[Entry | Extraction]:
    """Yield the entries of an array, or of values one after another; after a fault no more can be told apart."""
    number = 0
    for value, fault in _values(text):
        content = _content(value)
        for item in [value] if content is None else content:
            number += 1
            yield Entry(number=number, fault=fault) if fault else _entry(item, number, file)


def _values(text: str) -> Iterator[tuple[Any, str]]:
    """Yield the values that stand in a text, those of an array one by one, and at last a fault if there is one."""
    at = _past_blanks(text, 0)
    array = text.startswith("[", at)
    at += array
    while (at := _past_blanks(text, at)) < len(text):
        if array and text[at] == "]":
            array, at = False, at + 1
            continue
        try:
            value, end = DECODER.raw_decode(text, at)
            value = mended(value, text[at:end])
            yield value, ""
            at = _past_blanks(text, end)
            if array and not text.startswith("]", at):
                if not text.startswith(",", at):
                    raise json.JSONDecodeError("Expecting ',' or ']'", text, at)
                at += 1
        except (ValueError, RecursionError) as error:
            line = text.count("\n", 0, getattr(error, "pos", at)) + 1
            yield None, f"line {line} is not JSON ({_reason(error)}); mend it: what follows there could not be read"
            return


_BLANKS = re.compile(r"[ \t\n\r\ufeff]*")


def _past_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, column {error.colno}"
    return "nested too deeply" if isinstance(error, RecursionError) else "a number is too long"


def _entry(value: Any, number: int, file: str) -> Entry | Extraction:
    if not isinstance(value, dict):
        return Entry(number=number, fault="is not a JSON object; give each paper as an object with title and abstract")
    if "schema" in value:
        source = Source(file=file, record=number)
        try:
            return from_json(value, source=source)
        except InputError as error:
            return Entry(number=number, fault=str(error).removeprefix(f"{file}, line {number}: "))
    return Entry(number=number, fields=openalex.flattened(value) if openalex.is_work(value) else value)
