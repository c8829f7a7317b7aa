"""First stage of the accurate model: abstracts without annotations, read before the annotated ones.

Each text has some of its subwords masked. The network learns to guess these, as BERT did (Devlin et al., NAACL 2019),
so that it knows the language of the field; and to tag the masked text as a teacher tags the whole one, so that it
learns from the pool what the annotated abstracts say too seldom (Xie et al., *Self-training with noisy student*, CVPR
2020).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from kg.errors import ModelError
from kg.extract.windows import Subwords, Window
from kg.extract.words import words_of
from kg.train.batches import batches_of, padded
from kg.train.network import Reader, Tagger
from kg.train.run import Recipe, Run
from kg.train.teach import Lesson, Targets

MASKED: Final = 0.15
"""Part of the subwords that are guessed: of ten, eight are masked, one is another, one stays."""
GUESSING: Final = 0.5
"""Weight of the loss of guessing, beside that of tagging."""
BATCH: Final = 1_800
"""Subwords of a batch, padding included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A window of a text and the probabilities of the tags of each of its words."""

    window: Window
    targets: Targets

    def __len__(self) -> int:
        return len(self.window.ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    """Masks subwords; `mask` is the id of the mask, above which lie those of words, `size` the number of all ids."""

    mask: int
    size: int

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> Self:
        """Return the masking for a tokenizer."""
        mask = tokenizer.token_to_id("[MASK]")
        if mask is None:
            raise ModelError("the tokenizer does not know [MASK]: it is not the one of a BERT encoder")
        return cls(mask=mask, size=tokenizer.get_vocab_size())

    def choose(self, ids: Tensor) -> Tensor:
        """Return where subwords are to be guessed."""
        return (torch.rand(ids.shape) < MASKED) & (ids > self.mask)

    def apply(self, ids: Tensor, masked: Tensor) -> Tensor:
        """Return the subwords as they are read."""
        draw = torch.rand(ids.shape)
        other = torch.randint(self.mask + 1, self.size, ids.shape)
        read = torch.where(masked & (draw < 0.8), torch.full_like(ids, self.mask), ids)
        return torch.where(masked & (draw >= 0.9), other, read)


def pretrain(
    tagger: Tagger,
    lessons: Iterable[Lesson],
    tokenizer: Tokenizer,
    folder: Path,
    recipe: Recipe,
    report: Callable[[dict[str, Any]], None],
) -> None:
    """Teach a tagger by texts without annotations; call again with the same arguments to resume.

    Parameters
    ----------
    tagger
        What learns.
    lessons
        Texts with the tags that a teacher gives them.
    tokenizer
        That of the encoder; its special subwords come first, the mask last of them.
    folder
        Where the state of this stage is kept.
    recipe
        Rates, seed, and how often the texts are read.
    report
        Called with the figures of each epoch.
    """
    settled = folder / "settled.pt"
    if settled.exists():
        tagger.load_state_dict(torch.load(settled, weights_only=True))
        return
    torch.manual_seed(recipe.seed)
    reader = Reader(tagger)
    subwords, hiding = Subwords(tokenizer), Hiding.of(tokenizer)
    readings = [reading for lesson in lessons for reading in _readings(lesson, subwords)]
    plan = [
        batches_of(readings, BATCH, np.random.default_rng((recipe.seed, epoch))) for epoch in range(recipe.readings)
    ]
    run = Run(folder, reader, recipe, plan, lambda batch: _loss(reader, batch, hiding))
    for figures in run.epochs():
        run.log(figures)
        report(figures)
    part = settled.with_suffix(".part")
    torch.save(tagger.state_dict(), part)
    part.replace(settled)


def _readings(lesson: Lesson, subwords: Subwords) -> list[Reading]:
    words = words_of(lesson.doc)
    return [Reading(window=window, targets=lesson.targets[window.words]) for window in subwords.windows(words)]


def _loss(reader: Reader, batch: Sequence[Reading], hiding: Hiding) -> Tensor:
    """Return the loss of guessing and tagging a batch, masked anew."""
    ids, types, mask = padded([reading.window for reading in batch])
    masked = hiding.choose(ids)
    tags, guesses = reader(hiding.apply(ids, masked), types, mask, masked)
    guessing = functional.cross_entropy(guesses.float(), ids[masked]) if masked.any() else torch.zeros(())
    heads = torch.cat([tags[row, torch.from_numpy(reading.window.heads)] for row, reading in enumerate(batch)])
    targets = torch.from_numpy(np.concatenate([reading.targets for reading in batch]).astype(np.float32))
    return functional.cross_entropy(heads.float(), targets) + GUESSING * guessing
