"""From the posterior of a mention to how often mentions of that posterior are right."""

import math
from dataclasses import dataclass
from typing import Final

NEAR: Final = 1e-4
"""A posterior nearer to 0 or 1 counts as this near: the curve was fitted to nothing beyond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A curve fitted to abstracts that a model did not learn from: beta calibration [1]_; unfitted, none at all.

    Attributes
    ----------
    low, high
        What posteriors near 0, and near 1, count: the weights of ``ln p`` and of ``-ln(1 - p)`` in the log odds.
    shift
        What is added to the log odds.

    References
    ----------
    .. [1] M. Kull, T. Silva Filho, P. Flach: Beta calibration, AISTATS 2017.

    Examples
    --------
    >>> round(Calibration()(0.8), 4), round(Calibration(low=1.0, high=0.5, shift=0.0)(0.8), 4)
    (0.8, 0.6414)
    """

    low: float = 1.0
    high: float = 1.0
    shift: float = 0.0

    def __call__(self, posterior: float) -> float:
        """Return the calibrated confidence of a mention with the given posterior."""
        held = min(max(posterior, NEAR), 1 - NEAR)
        odds = self.low * math.log(held) - self.high * math.log(1 - held) + self.shift
        return 1 / (1 + math.exp(-odds))


UNFITTED: Final = Calibration()
"""Takes posteriors at their word."""
