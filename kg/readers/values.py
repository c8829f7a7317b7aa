"""Values of fields, of whatever type: the text, address or year that they state, and what is doubtful in them.

What formats really write is understood as it is: a title in a list of one, a year as text, authors as one string.
Where it takes a guess, or a part is lost, `doubts` says so.
"""

import re
from collections.abc import Iterator
from typing import Final

from kg.readers.names import unnamed

YEARS: Final = (1500, 2099)
"""First and last number that is taken for a year."""
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", re.ASCII)
_WEB_ADDRESS = re.compile(r"(?![a-z][a-z0-9+.-]*:)|(?:https?|ftp)://", re.IGNORECASE)
_LONGEST_SHOWN: Final = 60
_PROSE: Final = ("title", "abstract", "venue")


def text_of(value: object) -> str:
    """Return a value as text: a number in digits, a list joined by blanks, empty if it is no text.

    Examples
    --------
    >>> text_of(["One title"]), text_of(1984), text_of({"a": 1})
    ('One title', '1984', '')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return " ".join(filter(None, map(_scalar_of, value)))
    return _scalar_of(value)


def _scalar_of(value: object) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def line_of(value: object) -> str:
    """Return a value as text on one line."""
    return " ".join(text_of(value).split())


def address_of(value: object) -> str:
    """Return a web address, of a list the first one; empty if it would not lead to a page (``javascript:…``)."""
    addresses = ("".join(_scalar_of(one).split()) for one in (value if isinstance(value, list) else [value]))
    return next((address for address in addresses if address and _WEB_ADDRESS.match(address)), "")


def year_of(value: object) -> int | None:
    """Return the year that a number, a date or the parts of a date state.

    Examples
    --------
    >>> year_of("May 2024"), year_of(2024.0), year_of({"date-parts": [[2024, 5]]}), year_of("n.d.")
    (2024, 2024, 2024, None)
    """
    if isinstance(value, dict):
        value = value.get("date-parts") or value.get("year")
    for _ in range(2):
        if isinstance(value, list) and value:
            value = value[0]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int):
        return value if YEARS[0] <= value <= YEARS[1] else None
    match = _YEAR.search(value) if isinstance(value, str) else None
    return int(match[0]) if match else None


def doubts(name: str, value: object) -> Iterator[str]:
    """Yield what had to be guessed of the value that was taken for a field, and what of it is lost.

    Examples
    --------
    >>> [*doubts("title", 1984)], [*doubts("title", ["One title"])], [*doubts("authors", ["Ada Lovelace", 7])]
    (['its title is a number (1984), taken as text'], [], ['1 of its 2 authors is not understood and left out'])
    """
    if isinstance(value, list):
        lost = unnamed(value) if name == "authors" else sum(bool(part) and not _scalar_of(part) for part in value)
        if lost:
            some = f"its {len(value)} authors" if name == "authors" else f"the {len(value)} parts of its {name}"
            yield f"{lost} of {some} {'is' if lost == 1 else 'are'} not understood and left out"
        if name not in ("authors", "year") and len(value) - lost > 1:
            done = "the first is taken" if name == "url" else "joined by blanks"
            yield f"its {name} is a list of {len(value)}: {done}"
    elif name in _PROSE and not isinstance(value, str):
        yield f"its {name} is a number ({str(value)[:_LONGEST_SHOWN]}), taken as text"
