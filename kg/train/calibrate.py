"""Fitting of the curve from a model's posteriors to confidences, on abstracts that it did not learn from."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kg.extract.calibration import NEAR, Calibration
from kg.extract.model_files import amend_card
from kg.extract.tagger import Scorer, find, open_scorer
from kg.extract.tags import spans_of
from kg.train.gold import Example

PULL: Final = 1.0
"""How firmly the curve is held to the straight line: as some mentions near a posterior of one half would."""
ROUNDS: Final = 50
DIGITS: Final = 4
TINY: Final = 1e-9


def calibrate(folder: Path, held: Iterable[Example]) -> Calibration:
    """Fit the confidences of a model to annotated abstracts and write the curve into its card.

    Parameters
    ----------
    folder
        Folder of the model.
    held
        Abstracts that it did not learn from.
    """
    posteriors, right = answers(open_scorer(str(folder)), held)
    curve = fit(posteriors, right)
    amend_card(folder, calibration=asdict(curve))
    return curve


def answers(scorer: Scorer, examples: Iterable[Example]) -> tuple[list[float], list[bool]]:
    """Return the posterior of each mention that a model finds, and whether it is right."""
    posteriors, right = [], []
    for example in examples:
        if not len(example.words):
            continue
        gold = set(spans_of(example.tags))
        for span, posterior in find(scorer.read(example.doc, example.words).tags, example.words).items():
            posteriors.append(posterior)
            right.append(span in gold)
    return posteriors, right


def fit(posteriors: Sequence[float], right: Sequence[bool]) -> Calibration:
    """Return the curve of greatest likelihood that never falls.

    Parameters
    ----------
    posteriors
        Of some mentions.
    right
        Whether each is one.
    """
    held = np.clip(np.array(posteriors, dtype=np.float64), NEAR, 1 - NEAR)
    low, high, one = np.log(held), -np.log1p(-held), np.ones_like(held)
    hits = np.array(right, dtype=np.float64)
    weights = logistic(np.stack([low, high, one], axis=1), hits, np.array([1.0, 1.0, 0.0]))
    if weights[:2].min() < 0:  # then one weight for both: Platt's curve
        slope, shift = logistic(np.stack([low + high, one], axis=1), hits, np.array([1.0, 0.0]))
        weights = np.array([slope, slope, shift])
    if weights[0] < 0:  # then the same confidence for all
        weights = np.array([0.0, 0.0, *logistic(one[:, None], hits, np.array([0.0]))])
    rounded = [round(float(weight), DIGITS) for weight in weights]
    return Calibration(low=rounded[0], high=rounded[1], shift=rounded[2])


def logistic(
    features: NDArray[np.float64], right: NDArray[np.float64], prior: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weights of a logistic regression, drawn to a prior, by Newton's method with steps that gain."""

    def cost(weights: NDArray[np.float64]) -> float:
        odds = features @ weights
        return float(np.logaddexp(0, odds).sum() - right @ odds + PULL / 2 * ((weights - prior) ** 2).sum())

    weights = prior.copy()
    for _ in range(ROUNDS):
        guess = 1 / (1 + np.exp(-np.clip(features @ weights, -500, 500)))
        slope = features.T @ (right - guess) - PULL * (weights - prior)
        bend = (features * (guess * (1 - guess))[:, None]).T @ features + PULL * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        while cost(weights + step) > cost(weights) and np.abs(step).max() > TINY:
            step = step / 2
        weights = weights + step
    return weights
