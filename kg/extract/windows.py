"""Words as the windows of subwords that a BERT encoder reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from kg.errors import ModelError
from kg.extract.words import Words

LIMIT: Final = 512
"""Subwords a window holds at most, its two end marks included: the encoder knows no more positions."""
OVERLAP: Final = 128
"""Subwords that two windows of a long text share, so that each word is read with at least half of them around it."""
PIECES_A_WORD: Final = 64
"""Subwords of a word that are read; only words of another script or of nonsense have more."""
CASES: Final = 5
TYPES: Final = 2 * CASES
"""Token types: how a word is capitalised (the subwords are lower case), and whether it is glued to the one before."""

MARKS: Final = ("[CLS]", "[SEP]", "[UNK]")
"""Start of a window, its end or a blank line, a word without known subwords."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What the encoder reads at once.

    Attributes
    ----------
    ids, types
        Subword ids and token types, end marks included.
    heads
        Position of the first subword of each word that counts here.
    words
        Index of those words.
    """

    ids: Integers
    types: Integers
    heads: Integers
    words: Integers


def case_of(word: str) -> int:
    """Return how a word is capitalised: not, first letter, all letters, otherwise, a single capital.

    >>> [case_of(word) for word in ("graph", "Graph", "BERT", "ImageNet", "K")]
    [0, 1, 2, 3, 4]
    """
    if word == word.lower():
        return 0
    if len(word) == 1:
        return 4
    if word == word.upper():
        return 2
    return 1 if word[1:] == word[1:].lower() else 3


def _id(tokenizer: Tokenizer, mark: str) -> int:
    found: int | None = tokenizer.token_to_id(mark)
    if found is None:
        raise ModelError(f"the tokenizer does not know {mark}: it is not the one of a BERT encoder")
    return found


class Subwords:
    """Cuts words into the subwords of a tokenizer and those into windows."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._first, self._break, self._unknown = (_id(tokenizer, mark) for mark in MARKS)

    def windows(self, words: Words) -> list[Window]:
        """Return windows in which each word counts exactly once, where it stands farthest from an end."""
        if not len(words):
            return []
        pieces = self._pieces(words)
        sizes = np.array([len(ids) for ids in pieces]) + words.fresh
        sizes[0] -= 1
        bounds = np.concatenate([[0], np.cumsum(sizes)])
        cuts = _cuts(bounds, LIMIT - 2, OVERLAP)
        counts = _owners(cuts, bounds)
        return [
            self._window(words, pieces, range(*cut), range(*count)) for cut, count in zip(cuts, counts, strict=True)
        ]

    def _pieces(self, words: Words) -> list[list[int]]:
        encoding = self._tokenizer.encode(list(words.texts), is_pretokenized=True, add_special_tokens=False)
        pieces: list[list[int]] = [[] for _ in words.texts]
        for word, piece in zip(encoding.word_ids, encoding.ids, strict=True):
            if word is not None and len(pieces[word]) < PIECES_A_WORD:
                pieces[word].append(piece)
        return [ids or [self._unknown] for ids in pieces]

    def _window(self, words: Words, pieces: Sequence[list[int]], cut: range, count: range) -> Window:
        ids, types, heads = [self._first], [0], []
        for at in cut:
            if words.fresh[at] and at > cut.start:
                ids.append(self._break)
                types.append(0)
            if at in count:
                heads.append(len(ids))
            ids.extend(pieces[at])
            types.extend([case_of(words.texts[at]) + CASES * int(words.glued[at])] * len(pieces[at]))
        ids.append(self._break)
        types.append(0)
        return Window(ids=np.array(ids), types=np.array(types), heads=np.array(heads), words=np.array(count))


def _cuts(bounds: Integers, room: int, overlap: int) -> list[tuple[int, int]]:
    """Return ranges of words that fit into `room` subwords; neighbours share about `overlap` of them."""
    last = len(bounds) - 1
    cuts, start = [], 0
    while True:
        end = int(np.searchsorted(bounds, bounds[start] + room, side="right")) - 1
        cuts.append((start, end))
        if end == last:
            return cuts
        start = max(start + 1, int(np.searchsorted(bounds, bounds[end] - overlap)))


def _owners(cuts: Sequence[tuple[int, int]], bounds: Integers) -> list[tuple[int, int]]:
    """Return for each range the words that count in it: neighbours part in the middle of what they share."""
    parts = [cuts[0][0]]
    for (_, end), (start, _) in pairwise(cuts):
        middle = (bounds[start] + bounds[end]) / 2
        parts.append(min(max(int(np.searchsorted(bounds, middle)), start), end))
    parts.append(cuts[-1][1])
    return list(pairwise(parts))
