"""Text that is safe to show, and complaints on standard error; loads nothing heavy."""

import sys
import unicodedata

_ACTING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of characters that act on a terminal: controls, direction marks, surrogates, line separators."""


def plain(text: str) -> str:
    r"""Return text that a terminal shows as it is: no control character, escape or direction mark acts.

    Examples
    --------
    >>> plain("a\x1b[31mb")
    'a�[31mb'
    """
    return "".join("�" if unicodedata.category(character) in _ACTING else character for character in text)


def complain(message: str) -> None:
    """Say in one line on standard error what is wrong."""
    print(f"kg: {plain(message)}", file=sys.stderr)
