"""BibTeX: entries with their fields, strings put in, names first name first; LaTeX stays as it is."""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Final

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names
from bibtexparser.model import Block, ImplicitComment, ParsingFailedBlock, String
from bibtexparser.model import Entry as BibEntry

from kg.likeness import count_words
from kg.readers.entry import SHORT, Entry, plain, shown

NAME: Final = "BibTeX"

_FIRST_ENTRY = re.compile(r"^[ \t]*@[A-Za-z]+[ \t]*[{(][^{}(),=\n]*[,=}\n]", re.MULTILINE)
_PROSE: Final = 200
"""Characters of a line that is prose; what precedes the entries of a BibTeX file has shorter ones."""
_URL_COMMAND = re.compile(r"\s*\\(?:url|href)\s*\{([^{}]*)\}.*", re.DOTALL)
_ESCAPE = re.compile(r"\{?\\([_%&#$~])(?:\{\})?\}?")
_VERBATIM: Final = frozenset({"url", "doi", "eprint", "howpublished", "link"})

# Its warnings on broken entries would reach the terminal; they are remarks here.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())


def recognises(sample: str) -> bool:
    """Return whether an entry stands near the beginning, with no prose before it."""
    match = _FIRST_ENTRY.search(sample)
    return bool(match) and all(len(line) < _PROSE for line in sample[: match.start()].split("\n")) if match else False


def read(lines: Iterator[str], file: str) -> Iterator[Entry]:  # noqa: ARG001 (all readers are called alike)
    """Yield the entries of a bibliography, also those whose key or fields stand twice; @string is put in."""
    blocks = parse_string("".join(lines), parse_stack=[]).blocks
    strings: dict[str, str] = {}
    for block in blocks:
        if isinstance(block, String):
            strings[block.key.casefold()] = _value(block.value, strings)
    number = 0
    for block in blocks:
        entry = _entry_in(block)
        if entry is not None or isinstance(block, ParsingFailedBlock):
            number += 1
            yield _entry(entry, number, strings) if entry is not None else _fault(block, number)
        elif isinstance(block, ImplicitComment) and count_words(block.comment) >= SHORT:
            line = (block.start_line or 0) + 1
            yield Entry(
                number=0, note=f"line {line} ({shown(block.comment)}) stands outside of all entries, as a comment"
            )


def _entry_in(block: Block) -> BibEntry | None:
    """Return the entry of a block; one is inside even where a key or a field stands twice."""
    inner = block.ignore_error_block if isinstance(block, ParsingFailedBlock) else block
    return inner if isinstance(inner, BibEntry) else None


def _fault(block: Block, number: int) -> Entry:
    line = (block.start_line or 0) + 1
    reason = getattr(getattr(block, "error", None), "abort_reason", "") or "its braces do not pair"
    return Entry(number=number, fault=f"the entry at line {line} is broken ({shown(reason)}); mend it")


def _entry(entry: BibEntry, number: int, strings: Mapping[str, str]) -> Entry:
    fields: dict[str, object] = {"key": entry.key}
    for field in entry.fields:
        name, value = plain(field.key), _value(str(field.value), strings)
        if name == "author":
            fields.setdefault("authors", _names(value))
        else:
            fields.setdefault(name, _verbatim(value) if name in _VERBATIM else value)
    address = str(fields.get("howpublished", ""))
    if address.startswith("http"):
        fields.setdefault("url", address)
    return Entry(number=number, fields=fields)


def _verbatim(value: str) -> str:
    r"""Return an address or identifier without the LaTeX around it: ``\url{…}``, ``\_``."""
    return _ESCAPE.sub(r"\1", _URL_COMMAND.sub(r"\1", value)).strip()


def _value(raw: str, strings: Mapping[str, str]) -> str:
    """Return the text of a value: its braces or quotation marks taken off, strings put in, parts joined at ``#``."""
    return "".join(_part(part, strings) for part in (_parts(raw) if "#" in raw else [raw.strip()]))


def _parts(raw: str) -> Iterator[str]:
    depth, quoted, start = 0, False, 0
    for match in re.finditer(r'(?<!\\)[{}"#]', raw):
        mark = match[0]
        if mark in "{}":
            depth += 1 if mark == "{" else -1
        elif depth == 0 and mark == '"':
            quoted = not quoted
        elif depth == 0 and not quoted:
            yield raw[start : match.start()].strip()
            start = match.end()
    yield raw[start:].strip()


def _part(part: str, strings: Mapping[str, str]) -> str:
    if len(part) > 1 and part[0] + part[-1] in ("{}", '""'):
        return part[1:-1]
    return strings.get(part.casefold(), part)


def _names(value: str) -> list[str]:
    return [_name(name) for name in split_multiple_persons_names(value)]


def _name(name: str) -> str:
    """Return a name first name first; one wholly in braces, of a group, as it stands in them."""
    merged: str = parse_single_name_into_parts(name, strict=False).merge_first_name_first
    whole = merged.startswith("{") and merged.endswith("}") and "{" not in merged[1:]
    return merged[1:-1] if whole else merged
