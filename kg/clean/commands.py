"""Commands of LaTeX that build something out of their arguments: fractions, roots, links, footnotes."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from kg.clean.symbols import EDGE, FRACTIONS, GLUE, GONE, ROOTS, SECOND, STACKED

if TYPE_CHECKING:
    from kg.clean.reader import Reader

_COMPOUND = re.compile(r"[\s+\-−±·/,<>=]")
_SINGLE = re.compile(r"\d*|\w[\u0300-\u036f]*")


class Broken(Exception):  # noqa: N818 - it never leaves this package
    """A command whose arguments are not all there: it is left as it stands."""


def _is_bracketed(words: str) -> bool:
    return words.startswith("(") and words.find(")") == len(words) - 1


def _plain(words: str) -> str:
    return words.replace(EDGE, "").replace(GLUE, "")


def _bracketed(words: str) -> str:
    """Put brackets around what would otherwise be read as more than one factor."""
    words = words.strip()
    plain = _plain(words)
    return words if _is_bracketed(plain) or not _COMPOUND.search(plain[1:]) else f"({words})"


def _fraction(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    top, after = reader.argument(after, end, maths=True)
    bottom, after = reader.argument(after, end, maths=True)
    return f"{EDGE}{_bracketed(top)}/{_bracketed(bottom)}{EDGE}", after


def _root(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    behind = reader.skip_option(after)
    degree = reader.text[after + 1 : behind - 1].strip() if behind > after else "2"
    inner, after = reader.argument(behind, end, maths=True)
    inner = inner.strip()
    sign = ROOTS.get(degree, f"{degree}√")
    simple = _SINGLE.fullmatch(_plain(inner)) or _is_bracketed(_plain(inner))
    return f"{sign}{inner if simple else f'({inner})'}{EDGE}", after


def _choice(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    top, after = reader.argument(after, end, maths=True)
    bottom, after = reader.argument(after, end, maths=True)
    return f"{EDGE}C({top},{bottom})", after


def _stack(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    top, after = reader.argument(after, end, maths=True)
    bottom, after = reader.argument(after, end, maths=True)
    return f"{bottom}^{top}" if top else bottom, after


def _second(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    """Read the last of two arguments; the first is an address or a colour."""
    first = reader.skip_option(after)
    if first not in reader.closing:
        raise Broken
    behind = reader.closing[first] + 1
    second = behind
    while second < end and reader.text[second] == " ":
        second += 1
    if second not in reader.closing:
        if reader.text.startswith("{", second):
            raise Broken
        return reader.read(first + 1, behind - 1, maths=False), behind
    return reader.read(second + 1, reader.closing[second], maths=False), reader.closing[second] + 1


def _footnote(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    del end
    after = reader.skip_option(after)
    if after not in reader.closing:
        raise Broken
    words = reader.read(after + 1, reader.closing[after], maths=False).strip()
    return f" {GONE}{words}" if words.strip(GONE) else GONE, reader.closing[after] + 1


def _code_point(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    code, after = reader.argument(after, end, maths=False)
    if not re.fullmatch(r"x[0-9a-fA-F]{2,5}|\d{2,6}", code):
        raise Broken
    number = int(code[1:], 16) if code[0] == "x" else int(code)
    return chr(min(number, 0x10FFFF)).encode("utf-8", "replace").decode(), after


def _quantity(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    number, after = reader.argument(after, end, maths=True)
    unit, after = reader.argument(after, end, maths=True)
    return f"{number}{unit}" if unit.startswith(("°", "%")) else f"{number} {unit}", after


def _ket(reader: "Reader", after: int, end: int) -> tuple[str, int]:
    words, after = reader.argument(after, end, maths=True)
    return f"|{words}⟩", after


Builder = Callable[["Reader", int, int], tuple[str, int]]

BUILDERS: dict[str, Builder] = {
    **dict.fromkeys(FRACTIONS, _fraction),
    **dict.fromkeys(STACKED, _stack),
    **dict.fromkeys(SECOND, _second),
    "sqrt": _root,
    "binom": _choice,
    "footnote": _footnote,
    "footnotetext": _footnote,
    "unicode": _code_point,
    "SI": _quantity,
    "ket": _ket,
}
"""Command → the function that reads its arguments, from the place behind its name."""
