"""Training of the fast model: a tagger small enough to be trained on any machine in minutes."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from thinc.api import Adam, Optimizer, fix_random_seed, set_dropout_rate
from thinc.types import Floats2d

from kg.errors import InputError
from kg.extract.convolution import (
    WEIGHTS,
    ConvolutionScorer,
    Network,
    Shape,
    build,
    get_weights,
    initialise,
    one_thread,
)
from kg.extract.model_files import amend_card, read_card, write_model
from kg.extract.tokens import word_pipeline
from kg.records import Paper
from kg.train.calibrate import calibrate
from kg.train.card import describe
from kg.train.gold import examples_of, read_gold
from kg.train.score import mentions_f1
from kg.train.teach import TAUGHT, Lesson, annotated, taught, unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How the fast model is trained.

    Attributes
    ----------
    held
        One in so many abstracts is kept from learning and tells when to stop.
    patience
        Epochs without a better figure on the held-out abstracts after which training stops.
    batch
        Abstracts a step.
    gold
        How often an annotated abstract is learnt from in an epoch that also goes through a pool.
    """

    epochs: int = 40
    patience: int = 6
    held: int = 12
    rate: float = 0.001
    dropout: float = 0.3
    batch: int = 8
    gold: int = 2
    seed: int = 0


def learn(
    gold: Sequence[Lesson], pool: Sequence[Lesson], shape: Shape, recipe: Recipe
) -> Iterator[tuple[Network, dict[str, Any]]]:
    """Yield after each epoch the network with averaged weights, and the figures of the epoch."""
    fix_random_seed(recipe.seed)
    network = build(shape)
    initialise(network)
    optimizer = Adam(recipe.rate, use_averages=True, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0)
    order = [*gold, *(list(gold) * (recipe.gold - 1) if pool else ()), *pool]
    draw = random.Random(recipe.seed)  # noqa: S311 - an order of examples, not a secret
    for epoch in range(recipe.epochs):
        draw.shuffle(order)
        losses = []
        for at in range(0, len(order), recipe.batch):
            with one_thread():
                losses.append(_step(network, order[at : at + recipe.batch], optimizer, recipe))
        with network.use_params(optimizer.averages):
            yield network, {"epoch": epoch + 1, "loss": round(float(np.mean(losses)), 4)}


def _step(network: Network, batch: Sequence[Lesson], optimizer: Optimizer, recipe: Recipe) -> float:
    """Learn from some abstracts; return the mean loss of their words."""
    set_dropout_rate(network, recipe.dropout)
    outputs, backprop = network.begin_update([lesson.doc for lesson in batch])
    total = sum(len(lesson.rows) for lesson in batch)
    loss, gradients = 0.0, []
    for output, lesson in zip(map(np.asarray, outputs), batch, strict=True):
        gradient = np.zeros_like(output)
        gradient[lesson.rows] = (output[lesson.rows] - lesson.targets) / total
        gradients.append(cast(Floats2d, gradient))
        loss -= float((lesson.targets * np.log(np.maximum(output[lesson.rows], 1e-30))).sum()) / total
    backprop(gradients)
    network.finish_update(optimizer)
    set_dropout_rate(network, 0.0)
    return loss


def train_fast(
    data: Sequence[Path],
    out: Path,
    *,
    shape: Shape | None = None,
    recipe: Recipe | None = None,
    pool: Sequence[Paper] = (),
    teacher: str = "accurate",
    report: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Train the fast model and write it, with its card, into a folder that `kg.extract.load` takes.

    Parameters
    ----------
    data
        Files of annotated abstracts; one in `recipe.held` is kept to tell when to stop.
    out
        Folder of the model; its folder `taught` keeps what the teacher answered.
    pool
        Papers without annotations, which the teacher reads; those that are annotated are left out.
    teacher
        Name or folder of the model that reads the pool.
    report
        Called with a line of text after each epoch.

    Returns
    -------
    dict
        The card.

    Raises
    ------
    InputError
        If a file cannot be read or holds an annotation that does not fit its text.
    """
    shape, recipe = shape or Shape(), recipe or Recipe()
    gold = read_gold(data)
    nlp = word_pipeline()
    examples = examples_of(gold, nlp)
    learnt = [annotated(example) for at, example in enumerate(examples) if at % recipe.held]
    lessons = list(taught(unseen(pool, gold), teacher, out / TAUGHT, nlp)) if pool else []
    held = [example for at, example in enumerate(examples) if not at % recipe.held]
    if not learnt or not held:
        raise InputError(f"{len(gold)} annotated abstracts are too few to learn from: give more with --data")
    best, latest = -1.0, 0
    curve: list[dict[str, Any]] = []
    for network, figures in learn(learnt, lessons, shape, recipe):
        f1 = mentions_f1(ConvolutionScorer(network), held)
        curve.append({**figures, "f1": round(f1, 4)})
        if report:
            report(f"epoch {figures['epoch']}: loss {figures['loss']:.4f}, mentions on held-out abstracts {f1:.4f}")
        if f1 > best:
            best, latest = f1, figures["epoch"]
            files = {WEIGHTS: get_weights(network)}
            card = describe(data, gold, recipe=asdict(recipe), curve=curve, taught=len(lessons))
            write_model(out, kind="convolution", settings=shape.settings(), files=files, card=card)
        elif figures["epoch"] - latest >= recipe.patience:
            break
    amend_card(out, curve=curve)
    calibrate(out, held)
    return read_card(out)
