"""Text that a terminal shows as it is, whoever wrote it; loads nothing heavy."""

import unicodedata
from typing import Final

_ACTING: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of characters that act on a terminal: controls, direction marks, surrogates, line separators."""
_JOINERS: Final = "\u200c\u200d"
"""Of these two, which are such characters too, some scripts and emoji are spelt."""


def plain(text: str) -> str:
    r"""Return text that a terminal shows as it is: no control character, escape or direction mark acts.

    Examples
    --------
    >>> plain("a\x1b[31mb")
    'a�[31mb'
    """
    if text.isprintable():
        return text
    return "".join("�" if unicodedata.category(sign) in _ACTING and sign not in _JOINERS else sign for sign in text)
