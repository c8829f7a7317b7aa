"""Quotation marks that are typed as LaTeX has them: ``so'' and `so'."""

import re

_MARKS = re.compile(r"``\"?|''|\"")
_OPENS = re.compile(r"(?<![^\s(\[{—–-])''(?=[^\s'])")
_SINGLE = re.compile(r"(?<![\w`\\])`(?=[^\s`'])(?=[^`]{0,200}?')")
_SINGLE_CURLY = re.compile(r"(?<![\w`\\])`(?=[^\s`'’][^`'’]{0,200}’)")


def plain_quotes(text: str) -> str:
    """Turn LaTeX's quotation marks into plain ones; two apostrophes that quote nothing stay.

    >>> print(plain_quotes("a ``red'' or `blue' apple, and f''(x)"))
    a "red" or 'blue' apple, and f''(x)
    """
    if "``" in text or "''" in text:
        text = _double(text)
    return _SINGLE_CURLY.sub("‘", _SINGLE.sub("'", text)) if "`" in text else text


def _double(text: str) -> str:
    pieces: list[str] = []
    position, is_open = 0, False
    for match in _MARKS.finditer(text):
        pieces.append(text[position : match.start()])
        position = match.end()
        mark = match[0]
        if mark == "''" and not is_open and not _OPENS.match(text, match.start()):
            pieces.append(mark)
            continue
        pieces.append('"')
        is_open = True if mark[0] == "`" and not is_open else not is_open
    return "".join([*pieces, text[position:]])
