"""Acronyms: which long form spells one, and which of several meanings a paper's other words make likely."""

import re
from collections.abc import Iterable, Mapping, Set
from functools import lru_cache
from typing import Final, TypeVar

from kg.names import stem

FREE_PAPERS: Final = 2
"""An acronym of three letters means the same everywhere once so many papers define it so, and none otherwise."""
FREE_LETTERS: Final = 4
"""An acronym of so many letters needs one paper only.

Of those that two papers of the gold define, 2 of 20 with four letters or more have several meanings, but 41 of 118
with three and 11 of 37 with two.
"""
NOISE: Final = 20
"""A meaning with less than one in so many of the papers of the leading one is taken for a slip of the pen."""
CLEARLY: Final = 2.0
"""How many times the context of the best meaning must outweigh that of the next."""

Meaning = TypeVar("Meaning", str, tuple[str, str])

_LINK_WORDS: Final = frozenset(("of", "from", "with", "in", "on", "for", "and", "to", "the", "a", "an", "by", "via"))
_COMMON_WORDS: Final = frozenset(
    ("learning", "model", "modeling", "network", "neural", "deep", "data", "method", "analysis", "algorithm", "based")
)
_WORD: Final = re.compile(r"[^\W_]+")
_ENDING: Final = re.compile(r"(?<=\w{3})(?:ally|ing|ed|al|ly|e)$")


@lru_cache(maxsize=1 << 16)
def spells(acronym: str, long_form: str) -> bool:
    """Tell whether every word of a long form gives its first letter to an acronym, and nothing is left over.

    Stricter than `names.abbreviates`: "RL" abbreviates "offline reinforcement learning" but does not spell it. Words
    such as "of" may be skipped, a word may give more letters, "ex" counts as "x", a digit repeats its letter.

    Examples
    --------
    >>> spells("NeRFs", "neural radiance fields"), spells("RL", "offline reinforcement learning")
    (True, False)
    >>> spells("A3C", "asynchronous advantage actor-critic"), spells("XAI", "explainable AI")
    (True, True)
    """
    letters = "".join(_WORD.findall(acronym.removesuffix("s").casefold()))
    words = tuple(_WORD.findall(long_form.casefold()))
    if not letters or len("".join(words)) <= len(letters):
        return False
    repeated = re.sub(r"([a-z])(\d)", lambda found: found[1] * min(int(found[2]), 5), letters)
    return any(_consumes(form, words) for form in {letters, repeated})


def _consumes(letters: str, words: tuple[str, ...]) -> bool:
    """Tell whether words, each by its first letter and then any further ones in order, give exactly these letters."""
    reached = {0}
    for word in words:
        after = set(reached) if word in _LINK_WORDS else set()
        for start in reached:
            after.update(_ends(letters, start, word))
        reached = after
        if not reached:
            return False
    return len(letters) in reached


def _ends(letters: str, start: int, word: str) -> Iterable[int]:
    """Yield how far a word can bring an acronym that is spelt up to `start`."""
    if letters[start : start + 1] == word[0]:
        at = 1
    elif word.startswith("ex") and letters[start : start + 1] == "x":
        at = 2
    else:
        return
    for end in range(start + 1, len(letters) + 1):
        yield end
        at = word.find(letters[end : end + 1] or "\0", at) + 1
        if not at:
            return


def free(acronym: str, papers: int) -> bool:
    """Tell whether an acronym with one meaning, which so many papers give it, may take it where nothing else speaks."""
    letters = len(acronym)
    return letters >= FREE_LETTERS or papers >= FREE_PAPERS + max(0, 3 - letters)


def rivals(papers: Mapping[Meaning, Set[str]]) -> tuple[Meaning, ...]:
    """Return the meanings worth considering, the one that most papers give first, ties by name."""
    ranked = sorted(papers, key=lambda meaning: (-len(papers[meaning]), meaning))
    return tuple(meaning for meaning in ranked if len(papers[meaning]) * NOISE >= len(papers[ranked[0]]))


def skeleton(key: str) -> str:
    """Return what two long forms of one acronym share if they are one: their words without link words and endings.

    Examples
    --------
    >>> skeleton("graph-convolutional-network") == skeleton("graph-convolution-network")
    True
    >>> skeleton("reinforcement-learning-with-human-feedback") == skeleton("reinforcement-learning-from-human-feedback")
    True
    """
    return "-".join(stem(_ENDING.sub("", stem(word))) for word in key.split("-") if word not in _LINK_WORDS)


def telling_words(key: str, others: Iterable[str] = ()) -> frozenset[str]:
    """Return the words of a match key that tell it from the others and are not said everywhere."""
    common = {word for other in others for word in other.split("-")} | _COMMON_WORDS | _LINK_WORDS
    return frozenset(word for word in key.split("-") if word not in common and len(word) > 2)


def spoken(word: str, text: Set[str]) -> bool:
    """Tell whether a text, given by its words, says a word in any of its forms: "private" says "privacy"."""
    stem = word[: max(4, len(word) - 3)]
    return any(said.startswith(stem) for said in text)


def words_of(*texts: str) -> frozenset[str]:
    """Return the words of some texts in small letters."""
    return frozenset(word for text in texts for word in _WORD.findall(text.casefold()))
