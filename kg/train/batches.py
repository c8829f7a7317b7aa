"""Annotated abstracts as the batches of padded windows that an encoder learns from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from torch import Tensor

from kg.extract.windows import Subwords, Window
from kg.train.gold import Example

IGNORED: Final = -100
"""Tag of a subword that begins no word; the loss leaves it out."""
UNEVENNESS: Final = 20
"""Subwords by which the lengths of two windows of a batch may differ for the sake of a new mixture each epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A window and the tag of each of its words."""

    window: Window
    tags: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.window.ids)


Batch = Sequence[Piece]


def pieces_of(examples: Sequence[Example], subwords: Subwords) -> list[list[Piece]]:
    """Return the windows of each example."""
    return [
        [
            Piece(window=window, tags=tuple(example.tags[word] for word in window.words.tolist()))
            for window in subwords.windows(example.words)
        ]
        for example in examples
    ]


def epoch_of(
    titled: Sequence[list[Piece]], bare: Sequence[list[Piece]], *, untitled: float, size: int, seed: Sequence[int]
) -> list[Batch]:
    """Return the batches of an epoch, the same for the same seed.

    Parameters
    ----------
    titled, bare
        The windows of each abstract with and without its title.
    untitled
        Part of the abstracts that are taken without.
    size
        Subwords of a batch, padding included.
    """
    draw = np.random.default_rng(seed)
    without = (draw.random(len(titled)) < untitled).tolist()
    pieces = [
        piece for full, alone, bald in zip(titled, bare, without, strict=True) for piece in (alone if bald else full)
    ]
    return _batches(pieces, size, draw)


def _batches(pieces: Sequence[Piece], size: int, draw: np.random.Generator) -> list[Batch]:
    """Return the windows in batches of like length, in a random order."""
    noise = draw.uniform(0, UNEVENNESS, len(pieces))
    order = np.argsort([len(piece) + noise[at] for at, piece in enumerate(pieces)], kind="stable")
    batches: list[list[Piece]] = [[]]
    for at in order.tolist():
        longest = max(len(piece) for piece in [*batches[-1], pieces[at]])
        if batches[-1] and longest * (len(batches[-1]) + 1) > size:
            batches.append([])
        batches[-1].append(pieces[at])
    return [batches[at] for at in draw.permutation(len(batches)).tolist()]


def tensors_of(batch: Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return ids, types, mask and tags of a batch, padded to its longest window."""
    length = max(len(piece) for piece in batch)
    ids, types, mask = (np.zeros((len(batch), length), dtype=np.int64) for _ in range(3))
    tags = np.full((len(batch), length), IGNORED, dtype=np.int64)
    for row, piece in enumerate(batch):
        used = len(piece)
        ids[row, :used], types[row, :used], mask[row, :used] = piece.window.ids, piece.window.types, 1
        tags[row, piece.window.heads] = piece.tags
    return torch.from_numpy(ids), torch.from_numpy(types), torch.from_numpy(mask), torch.from_numpy(tags)
