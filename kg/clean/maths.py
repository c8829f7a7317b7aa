"""Where maths begins and ends, and which braces belong together; found before a text of LaTeX is read."""

import re
from dataclasses import dataclass

from kg.clean.symbols import MATHS_ENVIRONMENTS

_DEEPEST = 40
"""A group that holds more groups inside each other is no group: no abstract has one, and the reader would recurse."""
_REACH = 6
"""How many dollars a formula may hold inside its own braces before the search for its end is given up."""

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_OPENER = re.compile(
    rf"\\\\|\\[(\[]|\\begin\{{(?P<environment>(?:{'|'.join(sorted(MATHS_ENVIRONMENTS))})\*?)\}}|\\.|\$", re.DOTALL
)
_CLOSER = {"\\(": "\\)", "\\[": "\\]", "$$": "$$"}
_TEX_MARK = re.compile(r"\\[a-zA-Z%,;!|{} ]|[\^_{]")
_PROSE = re.compile(r"(?<!\\)\b[a-zA-Z][a-z]{2,}(?:[ ,;.:]|$)")
_NUMBER = re.compile(r"\s*[\d.,]*\d\s*%?\s*")
_PRICE = re.compile(r"\s*[\d.]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A stretch of maths: where its inside starts and ends, and where the text goes on."""

    start: int
    stop: int
    end: int


def formulas(text: str) -> dict[int, Formula]:
    """Return the stretches of maths by the place where they open. A dollar that is money opens none.

    >>> sorted(formulas("at $5 or $6 an hour for $n$ users"))
    [24]
    """
    found: dict[int, Formula] = {}
    absent: set[str] = set()
    position = 0
    while match := _OPENER.search(text, position):
        formula = _formula(text, match, absent)
        if formula:
            found[match.start()] = formula
        position = formula.end if formula else match.end()
    return found


def _formula(text: str, opener: re.Match[str], absent: set[str]) -> Formula | None:
    """Return the formula that opens here. What was looked for and does not come any more is kept in `absent`."""
    mark = opener[0]
    if mark == "$" and not text.startswith("$$", opener.start()):
        return _inline(text, opener.end())
    mark = "$$" if mark == "$" else mark
    closer = f"\\end{{{opener['environment']}}}" if opener["environment"] else _CLOSER.get(mark)
    start = opener.start() + len(mark)
    if closer is None or closer in absent:
        return None
    stop = text.find(closer, start)
    if stop < 0:
        absent.add(closer)
        return None
    if text.find(mark, start, stop) >= 0 or not _balanced(text, start, stop):
        return None
    # A bracket with a backslash may be an escaped bracket of Markdown, and then holds no maths.
    if not text[start:stop].strip() or (mark == "\\[" and not _TEX_MARK.search(text, start, stop)):
        return None
    return Formula(start=start, stop=stop, end=stop + len(closer))


def _inline(text: str, start: int) -> Formula | None:
    stop = start - 1
    for _ in range(_REACH):
        stop = _next_dollar(text, stop + 1)
        if stop < 0:
            return None
        if _balanced(text, start, stop):
            return Formula(start=start, stop=stop, end=stop + 1) if _is_maths(text, start, stop) else None
    return None


def _next_dollar(text: str, position: int) -> int:
    stop = text.find("$", position)
    while stop > 0 and text[stop - 1] == "\\" and text[stop - 2 : stop] != "\\\\":
        stop = text.find("$", stop + 1)
    return stop


def _balanced(text: str, start: int, stop: int) -> bool:
    depth = 0
    for match in _BRACE.finditer(text, start, stop):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth < 0:
            return False
    return depth == 0


def _is_maths(text: str, start: int, stop: int) -> bool:
    """Tell maths from two dollars that are money."""
    inside = text[start:stop]
    if not inside.strip() or "\n\n" in inside:
        return False
    after = text[stop + 1 : stop + 2]
    outside_braces = re.sub(r"\{[^{}]*\}|\\[a-zA-Z]+", " ", inside)
    prose = len(_PROSE.findall(outside_braces))
    if _TEX_MARK.search(inside):
        return prose < 2 or not (_PRICE.match(inside) or inside[-1].isspace())
    tight = not inside[0].isspace() and not inside[-1].isspace()
    if _NUMBER.fullmatch(inside):
        return not (after.isdigit() if tight else after.isalnum())
    if _PRICE.match(inside) and (inside[-1].isspace() or after.isdigit() or prose):
        return False
    if after.isalnum() and inside[-1] in "/,;:-–(" and inside[0].isalnum():
        return False
    return tight if prose else tight or len(inside.strip()) <= 12


def groups(text: str) -> dict[int, int]:
    """Return, for each opening brace that has a partner, the place of its partner.

    >>> groups("{a}{b")
    {0: 2}
    """
    found: list[tuple[int, int]] = []
    waiting: list[list[int]] = []  # place, how many pairs were found before, height of what it holds
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            waiting.append([match.start(), len(found), 0])
        elif match[0] == "}" and waiting:
            place, before, height = waiting.pop()
            if height < _DEEPEST:
                found.append((place, match.start()))
            else:
                del found[before:]
            if waiting:
                waiting[-1][2] = max(waiting[-1][2], height + 1)
    return dict(found)
