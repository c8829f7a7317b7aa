"""Annotated abstracts as the batches of padded windows that an encoder learns from."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from kg.extract.insight import CLASSES, KINDS
from kg.extract.windows import Subwords, Window
from kg.train.gold import Example, Thing, Tie
from kg.train.network import Tagger
from kg.vocabulary import RELATIONS

IGNORED: Final = -100
"""Tag of a subword that begins no word; the loss leaves it out."""
ROLES_COUNT: Final = 0.1
TIES_COUNT: Final = 0.5
"""Weights of the losses of roles and relations beside that of tags, so that entities come first."""
UNEVENNESS: Final = 20
"""Subwords by which the lengths of two windows of a batch may differ for the sake of a new mixture each epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A window, the tag of each of its words, and the things that it names; those hold positions in the window."""

    window: Window
    tags: tuple[int, ...]
    things: tuple[Thing, ...] = ()
    ties: tuple[Tie, ...] = ()

    def __len__(self) -> int:
        return len(self.window.ids)


Batch = Sequence[Piece]
Sizes = TypeVar("Sizes", bound=Sized)


def pieces_of(examples: Sequence[Example], subwords: Subwords) -> list[list[Piece]]:
    """Return the windows of each example."""
    return [[_piece(window, example) for window in subwords.windows(example.words)] for example in examples]


def _piece(window: Window, example: Example) -> Piece:
    """Return a window with what it holds of an example."""
    words = window.words.tolist()
    places = dict(zip(words, window.heads.tolist(), strict=True))
    things = [
        replace(thing, words=tuple(places[word] for word in thing.words if word in places)) for thing in example.things
    ]
    here = [at for at, thing in enumerate(things) if thing.words]
    numbers = {at: number for number, at in enumerate(here)}
    return Piece(
        window=window,
        tags=tuple(example.tags[word] for word in words),
        things=tuple(things[at] for at in here),
        ties=tuple((kind, numbers[h], numbers[t]) for kind, h, t in example.ties if h in numbers and t in numbers),
    )


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
    return batches_of(pieces, size, draw)


def batches_of(pieces: Sequence[Sizes], size: int, draw: np.random.Generator) -> list[Sequence[Sizes]]:
    """Return windows in batches of like length, in a random order."""
    noise = draw.uniform(0, UNEVENNESS, len(pieces))
    order = np.argsort([len(piece) + noise[at] for at, piece in enumerate(pieces)], kind="stable")
    batches: list[list[Sizes]] = [[]] if pieces else []
    for at in order.tolist():
        longest = max(len(piece) for piece in [*batches[-1], pieces[at]])
        if batches[-1] and longest * (len(batches[-1]) + 1) > size:
            batches.append([])
        batches[-1].append(pieces[at])
    return [batches[at] for at in draw.permutation(len(batches)).tolist()]


def padded(windows: Sequence[Window]) -> tuple[Tensor, Tensor, Tensor]:
    """Return ids, types and mask of some windows, padded to the longest."""
    length = max(len(window.ids) for window in windows)
    ids, types, mask = (np.zeros((len(windows), length), dtype=np.int64) for _ in range(3))
    for row, window in enumerate(windows):
        used = len(window.ids)
        ids[row, :used], types[row, :used], mask[row, :used] = window.ids, window.types, 1
    return torch.from_numpy(ids), torch.from_numpy(types), torch.from_numpy(mask)


def loss_of(tagger: Tagger, batch: Batch) -> Tensor:
    """Return the loss of a batch: that of its tags, and a little of that of its roles and relations."""
    ids, types, mask = padded([piece.window for piece in batch])
    tags = np.full(ids.shape, IGNORED, dtype=np.int64)
    for row, piece in enumerate(batch):
        tags[row, piece.window.heads] = piece.tags
    hidden = tagger.dropout(tagger.hidden(ids, types, mask))
    logits = tagger.tags(hidden).float().flatten(0, 1)
    loss = functional.cross_entropy(logits, torch.from_numpy(tags).flatten(), ignore_index=IGNORED)
    if not any(piece.things for piece in batch):
        return loss
    things = [
        torch.stack([hidden[row, list(thing.words)].mean(dim=0) for thing in piece.things])
        for row, piece in enumerate(batch)
        if piece.things
    ]
    named = [piece for piece in batch if piece.things]
    roles = _role_loss(tagger.roles(torch.cat(things)).float(), [thing for piece in named for thing in piece.things])
    odds = [tagger.related(tagger.ends(each).float()) for each in things]
    return loss + ROLES_COUNT * roles + TIES_COUNT * _tie_loss(odds, named)


def _role_loss(scores: Tensor, things: Sequence[Thing]) -> Tensor:
    """Return the cross-entropy of the roles, each among those of its label."""
    open_to = torch.tensor([[owner == thing.label for owner, _ in CLASSES] for thing in things])
    right = torch.tensor([CLASSES.index((thing.label, thing.role)) for thing in things])
    return functional.cross_entropy(scores.masked_fill(~open_to, -1e4), right)


def _tie_loss(odds: Sequence[Tensor], pieces: Sequence[Piece]) -> Tensor:
    """Return the cross-entropy of the relations, a mean over all pairs between which a kind may hold."""
    asked, right = [], []
    for each, piece in zip(odds, pieces, strict=True):
        labels = [thing.label for thing in piece.things]
        held = torch.zeros(each.shape)
        for kind, head, tail in piece.ties:
            held[KINDS.index(kind), head, tail] = 1
        may = ~torch.eye(len(labels), dtype=torch.bool) & torch.tensor(
            [[[RELATIONS[kind] == (head, tail) for tail in labels] for head in labels] for kind in KINDS]
        )
        asked.append(each[may])
        right.append(held[may])
    if not sum(map(len, asked)):
        return torch.zeros(())
    return functional.binary_cross_entropy_with_logits(torch.cat(asked), torch.cat(right))
