"""The nine BIO tags that the entity models give to words, and the spans they stand for."""

from collections.abc import Iterable, Sequence
from typing import Final

from kg.vocabulary import LABELS

OUTSIDE: Final = 0
TAGS: Final = ("O", *(f"{prefix}-{label}" for label in LABELS for prefix in "BI"))
"""Outside, then for each label its beginning (odd indices) and its inside (even indices)."""

LabelledSpan = tuple[int, int, str]
"""First word, word after the last one, label."""


def begin(label: int) -> int:
    """Return the tag that begins a mention of the label with the given index."""
    return 2 * label + 1


def inside(label: int) -> int:
    """Return the tag that continues a mention of the label with the given index."""
    return 2 * label + 2


def tags_of(spans: Iterable[LabelledSpan], length: int, labels: Sequence[str] = LABELS) -> list[int]:
    """Return the tag of each word of a text of `length` words whose mentions are given.

    >>> tags_of([(1, 3, "METHOD")], 4)
    [0, 1, 2, 0]
    """
    tags = [OUTSIDE] * length
    for start, end, name in spans:
        label = labels.index(name)
        tags[start:end] = [begin(label)] + [inside(label)] * (end - start - 1)
    return tags


def spans_of(tags: Sequence[int]) -> list[LabelledSpan]:
    """Return the mentions that a valid sequence of tags stands for, in order.

    >>> spans_of([0, 1, 2, 1, 3])
    [(1, 3, 'METHOD'), (3, 4, 'METHOD'), (4, 5, 'TASK')]
    """
    starts = [at for at, tag in enumerate(tags) if tag % 2 == 1]
    spans = []
    for start in starts:
        label = tags[start] // 2
        end = start + 1
        while end < len(tags) and tags[end] == inside(label):
            end += 1
        spans.append((start, end, LABELS[label]))
    return spans
