"""Lexicons: what a user or a dictionary knows of names, as a table or as SKOS Turtle."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.files import read_bytes
from kg.names import match_key
from kg.resolve.entry import Entry, checked_link
from kg.resolve.rows import rows
from kg.resolve.skos import entries_of, is_turtle
from kg.vocabulary import LABEL_OF_KIND

COLUMNS: Final = ("kind", "id", "name", "aliases", "links")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Entries in the order of their rows, or of their IRIs."""

    entries: tuple[Entry, ...] = ()


def read_lexicon(path: Path) -> Lexicon:
    """Read a lexicon from a file; see `parse_lexicon`."""
    return parse_lexicon(read_bytes(path, "lexicon"), path.name)


def parse_lexicon(content: bytes, name: str = "the lexicon") -> Lexicon:
    r"""Read a lexicon: SKOS Turtle, or tab-separated kind, id, name, aliases, links; lists are separated by ``|``.

    In a table a first row that names the columns may stand there; the last two columns may be missing or empty. Turtle
    is read by `kg.resolve.skos.entries_of`. The build does not go on with a lexicon that has a fault.

    Parameters
    ----------
    content
        The bytes of the file.
    name
        Its name, for messages.

    Raises
    ------
    InputError
        At the first row with too few or too many columns, an unknown kind, a blank name, an id that another row
        has, or a link that is no IRI; at the first concept with such a fault.

    Examples
    --------
    >>> parse_lexicon(b"method\tQ1\tLASSO\tL1 regression|the lasso", "own.tsv").entries[0].aliases
    ('L1 regression', 'the lasso')
    """
    if is_turtle(content):
        return Lexicon(entries=tuple(entries_of(content, name)))
    entries: dict[str, Entry] = {}
    for number, fields in rows(content, name):
        if not entries and tuple(field.casefold() for field in fields) == COLUMNS[: len(fields)]:
            continue
        entry = _entry(fields, f"{name}, row {number}")
        if entry.id in entries:
            raise InputError(
                f"{entry.place}: the id {entry.id!r} is that of {entries[entry.id].place}; make one row of the two"
            )
        entries[entry.id] = entry
    return Lexicon(entries=tuple(entries.values()))


def _entry(fields: tuple[str, ...], place: str) -> Entry:
    if not 3 <= len(fields) <= len(COLUMNS):
        raise InputError(f"{place}: {len(fields)} columns; write {', '.join(COLUMNS)}, separated by tabs")
    kind, key, name, aliases, links = (*fields, "", "")[: len(COLUMNS)]
    if kind not in LABEL_OF_KIND:
        raise InputError(f"{place}: the kind {kind!r} is unknown; write one of {', '.join(LABEL_OF_KIND)}")
    if not key or not match_key(name):
        raise InputError(f"{place}: the {'name' if key else 'id'} is blank; fill it in or delete the row")
    outside = tuple(checked_link(link, place) for link in _listed(links))
    return Entry(kind=kind, id=key, name=name, aliases=_listed(aliases), links=outside, place=place)


def _listed(field: str) -> tuple[str, ...]:
    """Return the parts of a list that are not blank, each once, in their order."""
    return tuple(dict.fromkeys(part.strip() for part in field.split("|") if part.strip()))
