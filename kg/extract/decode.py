"""From tag probabilities of words to mentions: one decoder for every entity model.

The model gives each word a probability of each BIO tag. Only valid sequences count (an inside follows its own
beginning or inside), which makes the words a chain whose forward and backward sums give the exact posterior of every
span: the probability that precisely these words are a mention of this label. The decoder takes the spans that do not
overlap and whose posteriors, calibrated, exceed `THRESHOLD` by most in sum. Compared with the single best sequence
(Viterbi) this aims at the score that counts, right mentions, and each mention comes with its confidence.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kg.extract.tags import LabelledSpan, begin, inside
from kg.extract.words import Words
from kg.vocabulary import LABELS

THRESHOLD: Final = 0.38
"""A mention is worth reporting from this confidence on: half of the F1 that mentions reach, about 0.77, where F1 is
highest (Lipton, Elkan and Naryanaswamy 2014). On abstracts held out from training 0.38 to 0.42 are best, and alike."""
FAINT: Final = 0.05
"""Spans of a smaller posterior are not looked at."""

Scores = NDArray[np.float32]
"""Log-probabilities, one row a word, one column a tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """The tags of a text as a chain of probabilities, each step scaled by what all valid sequences weigh.

    Attributes
    ----------
    begins, insides
        Words × labels: weight of beginning, or going on with, a mention at a word.
    ends
        Words + 1: weight of no mention going on into a word.
    labels
        The labels, in the order of their tags.
    """

    begins: NDArray[np.float64]
    insides: NDArray[np.float64]
    ends: NDArray[np.float64]
    labels: Sequence[str] = LABELS

    def posterior(self, span: LabelledSpan) -> float:
        """Return the probability that precisely this span is a mention of its label."""
        start, end, name = span
        label = self.labels.index(name)
        went_on = self.insides[start + 1 : end, label].prod()
        return float(min(1.0, self.begins[start, label] * went_on * self.ends[end]))


def chain_of(scores: Scores, words: Words, labels: Sequence[str] = LABELS) -> Chain:
    """Return the chain of a text; `scores` has a row for each of its words."""
    weights = np.exp(scores.astype(np.float64))
    weights[words.closed, 1:] = 0.0
    weights[words.closed, 0] = 1.0
    each = range(len(labels))
    begins, insides = weights[:, [begin(at) for at in each]], weights[:, [inside(at) for at in each]]
    insides[words.fresh] = 0.0
    fresh = weights[:, 0] + begins.sum(axis=1)
    scale = _forward(begins, insides, fresh)
    begins, insides = begins / scale[:, None], insides / scale[:, None]
    ends = _backward(begins, insides, weights[:, 0] / scale)
    return Chain(begins=begins, insides=insides, ends=ends, labels=labels)


def _forward(
    begins: NDArray[np.float64], insides: NDArray[np.float64], fresh: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what the valid sequences up to each word weigh, relative to those up to the one before."""
    scale = np.empty(len(begins))
    opened = [0.0] * begins.shape[1]
    for at, (begin_row, inside_row, anew) in enumerate(
        zip(begins.tolist(), insides.tolist(), fresh.tolist(), strict=True)
    ):
        going_on = [weight * mass for weight, mass in zip(inside_row, opened, strict=True)]
        total = max(anew + sum(going_on), 1e-300)
        opened = [(weight + more) / total for weight, more in zip(begin_row, going_on, strict=True)]
        scale[at] = total
    return scale


def _backward(
    begins: NDArray[np.float64], insides: NDArray[np.float64], outsides: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what the valid sequences from each word on weigh if no mention goes on into it."""
    ends = np.ones(len(begins) + 1)
    after, inside_after = 1.0, [0.0] * begins.shape[1]
    rows = zip(range(len(begins)), begins.tolist(), insides.tolist(), outsides.tolist(), strict=True)
    for at, begin_row, inside_row, outside in reversed(list(rows)):
        open_after = [after + more for more in inside_after]
        after = outside * after + sum(w * mass for w, mass in zip(begin_row, open_after, strict=True))
        inside_after = [w * mass for w, mass in zip(inside_row, open_after, strict=True)]
        ends[at] = after
    return ends


def candidates(chain: Chain, least: float = FAINT) -> dict[LabelledSpan, float]:
    """Return all spans whose posterior is at least `least`, with it."""
    found: dict[LabelledSpan, float] = {}
    ends = chain.ends.tolist()
    for start, label in np.argwhere(chain.begins >= least).tolist():
        mass = float(chain.begins[start, label])
        for end in range(start + 1, len(ends)):
            if mass * ends[end] >= least:
                found[start, end, chain.labels[label]] = min(1.0, mass * ends[end])
            mass *= float(chain.insides[end, label]) if end < len(ends) - 1 else 0.0
            if mass < least:
                break
    return found


def choose(posteriors: dict[LabelledSpan, float], threshold: float = THRESHOLD) -> list[LabelledSpan]:
    """Return the spans that do not overlap and exceed the threshold by most in sum, in order.

    >>> choose({(0, 2, "METHOD"): 0.5, (1, 2, "METHOD"): 0.45, (3, 4, "TASK"): 0.3}, threshold=0.4)
    [(0, 2, 'METHOD')]
    """
    spans = sorted((span for span, p in posteriors.items() if p > threshold), key=lambda span: (span[1], span))
    ends = [span[1] for span in spans]
    best = [0.0]
    before = []
    for at, span in enumerate(spans):
        before.append(bisect_right(ends, span[0], hi=at))
        best.append(max(best[at], best[before[at]] + posteriors[span] - threshold))
    return _trace(spans, best, before)


def _trace(spans: Sequence[LabelledSpan], best: Sequence[float], before: Sequence[int]) -> list[LabelledSpan]:
    chosen = []
    at = len(spans)
    while at:
        if best[at] > best[at - 1]:
            chosen.append(spans[at - 1])
            at = before[at - 1]
        else:
            at -= 1
    return chosen[::-1]
