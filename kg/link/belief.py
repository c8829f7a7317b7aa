"""Belief: how far a claim can be trusted, given how surely each paper that makes it was read."""

import math
from collections.abc import Callable, Iterable
from typing import Final

Belief = Callable[[Iterable[float]], float]
"""From the confidence of each paper's evidence to the confidence of the claim, both in [0, 1]."""

CEILING: Final = 0.99
"""No number of papers makes a claim surer: readers of one kind share their mistakes."""
DECIMALS: Final = 4


def noisy_or(confidences: Iterable[float]) -> float:
    """Return the chance that not all papers were misread, were they read independently; at most `CEILING`.

    Parameters
    ----------
    confidences
        One for each paper, in [0, 1]; repeats within a paper must not count.

    References
    ----------
    Pearl (1988), Probabilistic Reasoning in Intelligent Systems, section 4.3.2.

    Examples
    --------
    >>> noisy_or([0.5]), noisy_or([0.5, 0.5, 0.5]), noisy_or([0.9] * 50)
    (0.5, 0.875, 0.99)
    """
    missed = math.prod(1.0 - confidence for confidence in sorted(confidences))
    return round(min(CEILING, 1.0 - missed), DECIMALS)
