"""Lexicons: what a user or a dictionary knows of names, as a table or as SKOS Turtle."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.files import read_bytes
from kg.names import match_key
from kg.resolve.entry import Entry, checked_link
from kg.resolve.rows import rows
from kg.resolve.skos import entries_of, is_turtle
from kg.resources import ontology_file
from kg.vocabulary import LABEL_OF_KIND

COLUMNS: Final = ("kind", "id", "name", "aliases", "links", "close")
SHIPPED: Final = "lexicon.tsv"
NONE: Final = "none"
"""What a user gives instead of a file to do without the lexicon that kg ships."""
NO_LEXICON: Final = b"# no lexicon, not even the one that kg ships\n"
"""Content of the file that keeps this choice beside a graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Entries in the order of their rows, or of their IRIs; `alone` if those that kg ships do not stand behind them."""

    entries: tuple[Entry, ...] = ()
    alone: bool = False


@cache
def shipped_lexicon() -> Lexicon:
    """Return the lexicon that comes with kg: acronyms of this field, close links to the Computer Science Ontology."""
    content = read_bytes(ontology_file(SHIPPED), "lexicon")
    entries = parse_lexicon(content, f"kg {SHIPPED}").entries
    return Lexicon(entries=tuple(replace(entry, own=False) for entry in entries))


def with_shipped(own: Lexicon | None = None) -> Lexicon:
    """Return a user's entries, and behind them those that kg ships, unless the user wants none."""
    if own and own.alone:
        return own
    return Lexicon(entries=(*(own.entries if own else ()), *shipped_lexicon().entries))


def lexicon_bytes(path: Path) -> bytes:
    """Return the content of a lexicon's file, or for the path ``none`` what stands for no lexicon at all."""
    return NO_LEXICON if path == Path(NONE) else read_bytes(path, "lexicon")


def read_lexicon(path: Path) -> Lexicon:
    """Read a lexicon from a file; see `lexicon_bytes` and `parse_lexicon`."""
    return parse_lexicon(lexicon_bytes(path), path.name)


def parse_lexicon(content: bytes, name: str = "the lexicon") -> Lexicon:
    r"""Read a lexicon: SKOS Turtle, or tab-separated kind, id, name, aliases, links, close links.

    In a table lists are separated by ``|``, kinds too; a first row that names the columns may stand there; the columns
    after the name may be missing or empty. Turtle
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
        has, a control character, or a link that is no IRI; at the first concept with such a fault; without entries.

    Examples
    --------
    >>> parse_lexicon(b"method\tQ1\tLASSO\tL1 regression|the lasso", "own.tsv").entries[0].aliases
    ('L1 regression', 'the lasso')
    """
    if content == NO_LEXICON:
        return Lexicon(alone=True)
    if is_turtle(content):
        return Lexicon(entries=_some(tuple(entries_of(content, name)), name))
    found: dict[str, tuple[Entry, ...]] = {}
    for number, fields in rows(content, name):
        if not found and tuple(field.casefold() for field in fields) == COLUMNS[: len(fields)]:
            continue
        entries = _entries(fields, f"{name}, row {number}")
        earlier = found.setdefault(entries[0].id, entries)
        if earlier is not entries:
            raise InputError(
                f"{entries[0].place}: the id {entries[0].id!r} is that of {earlier[0].place}; make one row of the two"
            )
    return Lexicon(entries=_some(tuple(entry for entries in found.values() for entry in entries), name))


def _some(entries: tuple[Entry, ...], name: str) -> tuple[Entry, ...]:
    if not entries:
        raise InputError(f"{name}: it holds no entry; write a row, or in Turtle a skos:Concept, for each thing")
    return entries


def _entries(fields: tuple[str, ...], place: str) -> tuple[Entry, ...]:
    """Return the entry of a row, one for each kind it is of."""
    if not 3 <= len(fields) <= len(COLUMNS):
        raise InputError(f"{place}: {len(fields)} columns; write {', '.join(COLUMNS)}, separated by tabs")
    kinds, key, name, aliases, links, close = (*fields, "", "", "")[: len(COLUMNS)]
    for kind in kinds.split("|"):
        if kind.strip() not in LABEL_OF_KIND:
            raise InputError(f"{place}: the kind {kind!r} is unknown; write one of {', '.join(LABEL_OF_KIND)}")
    if not key or not match_key(name):
        raise InputError(f"{place}: the {'name' if key else 'id'} is blank; fill it in or delete the row")
    entry = Entry(
        kind="",
        id=key,
        name=name,
        aliases=_listed(aliases),
        links=tuple(checked_link(link, place) for link in _listed(links)),
        close=tuple(checked_link(link, place) for link in _listed(close)),
        place=place,
    )
    return tuple(replace(entry, kind=kind) for kind in _listed(kinds))


def _listed(field: str) -> tuple[str, ...]:
    """Return the parts of a list that are not blank, each once, in their order."""
    return tuple(dict.fromkeys(part.strip() for part in field.split("|") if part.strip()))
