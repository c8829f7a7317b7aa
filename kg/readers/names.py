"""Names of authors: lists of them in the shapes that people write, each name first name first."""

import re
from collections.abc import Iterable
from typing import Any, Final

_BETWEEN = re.compile(r" ?[;|\n] ?|,? and ", re.IGNORECASE)
_ANONYMOUS: Final = frozenset({"", "others", "et al.", "et al"})
_SUFFIXES: Final = frozenset(
    {
        "jr",
        "jr.",
        "sr",
        "sr.",
        "ii",
        "iii",
        "iv",
        "phd",
        "ph.d.",
        "md",
        "m.d.",
        "inc",
        "inc.",
        "ltd",
        "ltd.",
        "llc",
        "gmbh",
    }
)
_WHOLE: Final = ("name", "display_name", "displayName", "full_name", "fullName", "literal")
_PARTS: Final = (("given", "family"), ("first", "last"), ("firstName", "lastName"))


def authors_of(value: object) -> tuple[str, ...]:
    """Return the names in a list of names, a list of objects with names, or one string.

    Examples
    --------
    >>> authors_of("Lovelace, Ada; Noether, Emmy")
    ('Ada Lovelace', 'Emmy Noether')
    >>> authors_of([{"name": "Ada Lovelace"}, {"given": "Emmy", "family": "Noether"}])
    ('Ada Lovelace', 'Emmy Noether')
    >>> authors_of("Ada Lovelace, Emmy Noether and Sofja Kowalewskaja")
    ('Ada Lovelace', 'Emmy Noether', 'Sofja Kowalewskaja')
    """
    if isinstance(value, str):
        return _named(_split(value))
    if isinstance(value, dict):
        return _named([_name_in(value)])
    if isinstance(value, list):
        return _named(item if isinstance(item, str) else _name_in(item) for item in value)
    return ()


def unnamed(authors: list[Any]) -> int:
    """Return how many items of a list say something, but name nobody."""
    return sum(bool(item) and not (isinstance(item, str) or _name_in(item).strip()) for item in authors)


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in map(natural_order, names) if name.casefold() not in _ANONYMOUS)


def _name_in(author: Any) -> str:
    if not isinstance(author, dict):
        return ""
    if isinstance(author.get("author"), dict):
        author = author["author"]
    for key in _WHOLE:
        if isinstance(author.get(key), str):
            return str(author[key])
    for first, last in _PARTS:
        if isinstance(author.get(last), str):
            return f"{author.get(first) or ''} {author[last]}"
    return ""


def _split(text: str) -> list[str]:
    """Split a string of names; commas part names only where nothing else does and no part is a bare last name."""
    text = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    names = _BETWEEN.split(text)
    if all(name.count(",") == 1 for name in names) and (len(names) > 1 or ";" in text):
        return names
    split: list[str] = []
    for name in names:
        parts = [part.strip() for part in name.split(",")]
        whole = all(len(part.split()) > 1 or not part for part in parts)
        split.extend(parts if whole and ";" not in text and "|" not in text else [name])
    return split


def natural_order(name: str) -> str:
    """Return a name first name first, on one line.

    Examples
    --------
    >>> natural_order("Beethoven, Ludwig van"), natural_order("King, Jr., Martin Luther"), natural_order("J. Doe, PhD")
    ('Ludwig van Beethoven', 'Martin Luther King Jr.', 'J. Doe, PhD')
    """
    parts = [" ".join(part.split()) for part in name.split(",")]
    if len(parts) == 2 and parts[1].casefold() not in _SUFFIXES:
        parts = [parts[1], parts[0]]
    elif len(parts) == 3 and parts[1].casefold() in _SUFFIXES:
        parts = [parts[2], parts[0], parts[1]]
    else:
        return ", ".join(filter(None, parts))
    return " ".join(filter(None, parts))
