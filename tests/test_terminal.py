"""Text for a terminal: nothing in it acts, and everything that is spelt stays."""

import pytest

from kg.terminal import plain


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x9b", "\n", "\t", "\u2028", "\u202e", "\u2066", "\ud800"])
def test_what_acts_on_a_terminal_is_replaced(sign: str):
    assert plain(f"a{sign}b") == "a\ufffdb"


@pytest.mark.parametrize("text", ["", "naïve β-VAE", "论文", "می\u200cخواهم", "👩\u200d🔬"])
def test_what_is_spelt_stays(text: str):
    assert plain(text) == text
