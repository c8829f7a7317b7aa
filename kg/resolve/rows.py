"""Files that a user writes by hand: their text, and the rows of tables, with numbers for messages."""

import unicodedata
from collections.abc import Iterator

from kg.errors import InputError


def rows(content: bytes, name: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of each row, from 1, and its fields without blanks around them.

    Empty rows and rows that begin with ``#`` are left out.

    Raises
    ------
    InputError
        If the content is not UTF-8 text, or a field holds a control character.
    """
    text = decoded(content, name)
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            place = f"{name}, row {number}"
            yield number, tuple(without_control(field.strip(), place) for field in line.split("\t"))


def without_control(text: str, place: str) -> str:
    """Return a text if nothing in it is a control character: none has a place in a name.

    Raises
    ------
    InputError
        If one is; `place` says where the text stands.
    """
    for sign in text:
        if unicodedata.category(sign) == "Cc":
            raise InputError(f"{place}: {text!r} holds the control character U+{ord(sign):04X}; delete it")
    return text


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file.

    Raises
    ------
    InputError
        If it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content[: error.start].count(b"\n") + 1
        raise InputError(f"{name}, row {row}: not UTF-8 text; save the file as UTF-8") from error
