"""A training that can be interrupted at any time and goes on where it stopped."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from kg.train.network import MINILM_SHA256, is_new

Batch = TypeVar("Batch")

KEEP_EVERY: Final = 300
"""Steps after which the state is written: some minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How the accurate model is trained.

    Attributes
    ----------
    rate, new_rate
        Highest learning rate of the encoder, and of the layers that it did not bring.
    warmup
        Part of the steps in which the rate rises; then it falls to zero in a line.
    batch
        Subwords of a batch, padding included.
    untitled
        Part of the abstracts that are read without their title, since many listings give none.
    averaged
        Epochs at the end whose weights are averaged into the network that is kept.
    readings
        Times that a pool is read before the annotated abstracts are learnt from.
    held
        One in so many abstracts is kept from learning, for confidences to be fitted to; 0: none is.
    encoder_sha256
        Hash of the weights that training starts from.
    """

    epochs: int = 6
    averaged: int = 4
    rate: float = 2e-4
    new_rate: float = 1e-3
    warmup: float = 0.1
    weight_decay: float = 0.01
    dropout: float = 0.1
    batch: int = 900
    untitled: float = 0.1
    readings: int = 1
    held: int = 12
    seed: int = 0
    threads: int = 1
    encoder_sha256: str = MINILM_SHA256


class Run(Generic[Batch]):
    """The training of one network by a plan: the batches of each epoch.

    What is drawn at a step depends on the seed and the number of the step alone, so that a training that was
    interrupted ends as one that was not.

    Parameters
    ----------
    folder
        Where the state, the weights after each epoch and the curve are kept; what is there is gone on with.
    network
        What learns.
    recipe
        How.
    plan
        The batches of each epoch.
    loss
        Returns the loss of a batch.
    """

    def __init__(
        self,
        folder: Path,
        network: nn.Module,
        recipe: Recipe,
        plan: Sequence[Sequence[Batch]],
        loss: Callable[[Batch], Tensor],
    ) -> None:
        self._folder, self._network, self._recipe, self._plan, self._loss = folder, network, recipe, plan, loss
        self._total = sum(map(len, plan))
        self._optimizer = torch.optim.AdamW(self._groups(), weight_decay=recipe.weight_decay, fused=True)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimizer, self._factor)
        self._done = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    def _groups(self) -> list[dict[str, Any]]:
        named = list(self._network.named_parameters())
        new = [weights for name, weights in named if is_new(name)]
        old = [weights for name, weights in named if not is_new(name)]
        return [{"params": old, "lr": self._recipe.rate}, {"params": new, "lr": self._recipe.new_rate}]

    def _factor(self, step: int) -> float:
        """Return the part of the highest rate that holds at a step."""
        rising = max(1, int(self._total * self._recipe.warmup))
        return min((step + 1) / rising, max(0.0, (self._total - step) / max(1, self._total - rising)))

    @property
    def _state(self) -> Path:
        return self._folder / "state.pt"

    def _resume(self) -> None:
        if self._state.exists():
            state = torch.load(self._state, weights_only=True)
            self._network.load_state_dict(state["network"])
            self._optimizer.load_state_dict(state["optimizer"])
            self._schedule.load_state_dict(state["schedule"])
            self._done = state["done"]

    def _keep(self) -> None:
        """Write the state, whole or not at all."""
        part = self._state.with_suffix(".part")
        held: dict[str, Any] = {"network": self._network, "optimizer": self._optimizer, "schedule": self._schedule}
        torch.save({**{name: holder.state_dict() for name, holder in held.items()}, "done": self._done}, part)
        part.replace(self._state)

    def epochs(self) -> Iterator[dict[str, Any]]:
        """Learn, and yield the figures of each epoch."""
        first = 0
        for epoch, batches in enumerate(self._plan, start=1):
            last = first + len(batches)
            if self._done < last:
                began = time.monotonic()
                losses = [self._step(batches[step - first]) for step in range(self._done, last)]
                torch.save(self._network.state_dict(), self._after(epoch))
                yield {
                    "epoch": epoch,
                    "loss": round(float(np.mean(losses)), 4),
                    "seconds": round(time.monotonic() - began),
                }
                self._keep()  # only now, that an epoch whose figures were not yet noted ends once more
            first = last

    def _after(self, epoch: int) -> Path:
        """Return the file of the weights after an epoch."""
        return self._folder / f"epoch-{epoch}.pt"

    def settle(self) -> None:
        """Give the network the mean of its weights after the last epochs: surer, and less sure of itself, than one."""
        last = len(self._plan)
        first = max(1, last + 1 - self._recipe.averaged)
        weights = [torch.load(self._after(epoch), weights_only=True) for epoch in range(first, last + 1)]
        self._network.load_state_dict(
            {name: torch.stack([each[name].double() for each in weights]).mean(dim=0) for name in weights[0]}
        )

    def _step(self, batch: Batch) -> float:
        """Learn from a batch; return its loss."""
        torch.manual_seed(self._recipe.seed * 1_000_000 + self._done)
        self._network.train()
        with torch.autocast("cpu", torch.bfloat16):
            loss = self._loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
        self._optimizer.step()
        self._schedule.step()
        self._optimizer.zero_grad()
        self._done += 1
        if self._done % KEEP_EVERY == 0:
            self._keep()
        return float(loss.detach())

    def log(self, figures: dict[str, Any]) -> None:
        """Add the figures of an epoch to the curve."""
        with (self._folder / "curve.jsonl").open("a", encoding="utf-8") as handle:
            handle.write(json.dumps(figures) + "\n")

    def curve(self) -> list[dict[str, Any]]:
        """Return the figures of all epochs."""
        lines = (self._folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]
