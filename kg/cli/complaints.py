"""Complaints on standard error; loads nothing heavy."""

import sys

from kg.terminal import plain


def complain(message: str) -> None:
    """Say in one line on standard error what is wrong."""
    print(f"kg: {plain(message)}", file=sys.stderr)
