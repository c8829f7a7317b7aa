r"""A sentence seen through its entities: one character stands for each mention, so that a pattern can speak of them.

``We propose FedAvg (FA) for image classification.`` becomes ``we propose Ⓜ for Ⓣ.``, and the pattern
``\bwe propose {M}`` finds the method whatever it is called. The characters are of Unicode's private use area;
such a character of the paper's own becomes a blank.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc

from kg.extract.document import place
from kg.extract.sentences import sentence_bounds
from kg.records import Mention, PaperEntity, Span

SLOTS: Final = {"METHOD": "\ue000", "TASK": "\ue001", "DATASET": "\ue002", "METRIC": "\ue003"}
"""The character that stands for a mention of each label."""

_OWN: Final = re.compile("[\ue000-\ue003]")
_QUOTES: Final = re.compile('["“”‘*_`]')
_BLANKS: Final = re.compile(r"\s+")
_SHORT_FORM: Final = re.compile(r"^\s?\((?=[^\s)]*[A-Z])[\w-]{2,10}\)")
"""A short form in brackets, not a mention itself, right after a mention."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A sentence with one character for each mention.

    Attributes
    ----------
    text
        In small letters, blanks and quotes made even.
    slots
        Offset in `text` and index in the paper's entities of each mention, in order.
    place
        Where the sentence stands in the paper.
    number
        Of the sentence in its field, from 0.
    """

    text: str
    slots: tuple[tuple[int, int], ...]
    place: Span
    number: int

    @property
    def entities(self) -> frozenset[int]:
        """The indices of the entities that the sentence mentions."""
        return frozenset(entity for _, entity in self.slots)


def frames(doc: Doc, entities: Sequence[PaperEntity]) -> tuple[Frame, ...]:
    """Return the frames of all sentences of a paper, the title's first."""
    mentions = sorted((*_bounds(doc, mention), index) for index, one in enumerate(entities) for mention in one.mentions)
    text, made = doc.text, list[Frame]()
    position, numbers = 0, {"title": 0, "text": 0}
    for start, end in sentence_bounds(doc):
        first = position
        while position < len(mentions) and mentions[position][0] < end:
            position += 1
        span = place(doc, start, end)
        reduced, slots = _reduce(text, (start, end), mentions[first:position], entities)
        made.append(Frame(text=reduced, slots=slots, place=span, number=numbers[span.field]))
        numbers[span.field] += 1
    return tuple(made)


def _bounds(doc: Doc, mention: Mention) -> tuple[int, int]:
    lead = doc._.abstract_start if mention.field == "text" else 0
    return mention.start + lead, mention.end + lead


def _reduce(
    text: str, bounds: tuple[int, int], mentions: Sequence[tuple[int, int, int]], entities: Sequence[PaperEntity]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return a sentence with a slot for each mention, and the offsets and entities of the slots.

    A short form in brackets right after its long form adds no slot: ``Ⓜ (Ⓜ)`` of one entity becomes ``Ⓜ``.
    """
    done, reduced, slots = bounds[0], "", list[tuple[int, int]]()
    for start, end, index in mentions:
        between = _even(text[done:start], after_slot=bool(slots))
        again = slots and slots[-1][1] == index and len(reduced) == slots[-1][0] + 1
        if again and between.strip() == "(" and text[end : end + 1] == ")":
            done = end + 1
            continue
        reduced += between
        slots.append((len(reduced), index))
        reduced += SLOTS[entities[index].label]
        done = max(done, end)
    return reduced + _even(text[done : bounds[1]], after_slot=bool(slots)), tuple(slots)


def _even(words: str, *, after_slot: bool) -> str:
    """Return the words between two mentions in small letters, without what hides the pattern of a sentence."""
    if after_slot:
        words = _SHORT_FORM.sub("", words)
    return _BLANKS.sub(" ", _QUOTES.sub("", _OWN.sub(" ", words))).lower()
