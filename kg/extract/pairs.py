"""Pairs of entities of one paper, and the cues that speak for a relation between them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from kg.extract.outline import Outline, Standing
from kg.extract.traits import LATE

NEAR: Final = 3
"""Mentions between two others up to which they count as near in their sentence."""
MANY: Final = {"METHOD": 7, "TASK": 5, "DATASET": 5}
"""How many entities of a label make it a crowd."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Who plays what in a paper.

    Attributes
    ----------
    roles
        Of each entity.
    proposed
        The proposed methods, the main one first.
    main_task
        The addressed task that the title names, or that is named most.
    most
        The entity of each label that is named most.
    gaps
        For pairs of entities with at most `NEAR` mentions between them in a sentence, in that order: the fewest.
    sizes
        Number of entities of each label.
    """

    paper: Outline
    roles: tuple[str, ...]
    proposed: tuple[int, ...]
    main_task: int | None
    most: dict[str, int]
    gaps: dict[tuple[int, int], int]
    sizes: dict[str, int]

    @property
    def main(self) -> int | None:
        """The main method that the paper proposes."""
        return self.proposed[0] if self.proposed else None


def cast(paper: Outline, roles: Sequence[str]) -> Cast:
    """Return who plays what."""
    tasks = [one for one in paper.of_label("TASK") if roles[one.index] == "addressed"]
    proposed = [one for one in paper.of_label("METHOD") if roles[one.index] == "proposed"]
    proposed.sort(key=lambda one: (not one.leads_title, not one.in_title, -one.mentions, one.sentences, one.first))
    tasks.sort(key=lambda one: (not one.in_title, -one.mentions, one.sentences, one.first))
    most: dict[str, Standing] = {}
    sizes: dict[str, int] = {}
    for one in paper.entities:
        sizes[one.label] = sizes.get(one.label, 0) + 1
        if one.label not in most or one.mentions > most[one.label].mentions:
            most[one.label] = one
    return Cast(
        paper=paper,
        roles=tuple(roles),
        proposed=tuple(one.index for one in proposed),
        main_task=tasks[0].index if tasks else None,
        most={label: one.index for label, one in most.items()},
        gaps=_gaps(paper),
        sizes=sizes,
    )


def _gaps(paper: Outline) -> dict[tuple[int, int], int]:
    gaps: dict[tuple[int, int], int] = {}
    for frame in paper.frames:
        for place, (_, first) in enumerate(frame.slots):
            for gap, (_, second) in enumerate(frame.slots[place + 1 : place + 2 + NEAR]):
                gaps[first, second] = min(gap, gaps.get((first, second), gap))
    return gaps


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two entities of a paper; `shared` are the numbers of the frames that mention both."""

    cast: Cast
    head: Standing
    tail: Standing
    shared: tuple[int, ...]

    @property
    def roles(self) -> str:
        """Both roles, as cues write them."""
        return f"{self.cast.roles[self.head.index]} → {self.cast.roles[self.tail.index]}"

    def gap(self, first: Standing, second: Standing) -> int:
        """Return the fewest mentions between two that stand in this order in one sentence; many if none does."""
        return self.cast.gaps.get((first.index, second.index), NEAR + 1)


def pair(scene: Cast, head: Standing, tail: Standing) -> Pair:
    """Return a pair of entities."""
    return Pair(cast=scene, head=head, tail=tail, shared=tuple(sorted(set(head.sentences) & set(tail.sentences))))


def _neighbours(one: Pair) -> bool:
    return any(abs(a - b) == 1 for a in one.head.sentences for b in one.tail.sentences)


def _last_proposed(one: Pair, at: Standing) -> int | None:
    """Return the proposed method that was first named last before another entity was."""
    entities = one.cast.paper.entities
    earlier = [index for index in one.cast.proposed if entities[index].first < at.first]
    return max(earlier, key=lambda index: entities[index].first, default=None)


def _ends_with(longer: Standing, shorter: Standing) -> bool:
    return any(name.endswith(f"-{ending}") for name in longer.keys for ending in shorter.keys)


def _starts_with(longer: Standing, shorter: Standing) -> bool:
    return any(name.startswith(f"{start}-") for name in longer.keys for start in shorter.keys)


def _same_last_word(one: Pair) -> bool:
    return bool(
        {key.rpartition("-")[2] for key in one.head.keys if "-" in key}
        & {key.rpartition("-")[2] for key in one.tail.keys if "-" in key}
    )


def _is_late(one: Pair, end: Standing) -> bool:
    return one.cast.paper.share(end.sentences[0]) >= LATE


PAIR_CUES: Final[dict[str, Callable[[Pair], bool]]] = {
    "head is the main method": lambda one: one.head.index == one.cast.main,
    "tail is the main method": lambda one: one.tail.index == one.cast.main,
    "head is another proposal": lambda one: one.head.index in one.cast.proposed[1:],
    "tail is another proposal": lambda one: one.tail.index in one.cast.proposed[1:],
    "nothing is proposed": lambda one: not one.cast.proposed,
    "nothing is proposed, head named most": lambda one: (
        not one.cast.proposed and one.head.index == one.cast.most[one.head.label]
    ),
    "one proposal": lambda one: len(one.cast.proposed) == 1,
    "same sentence": lambda one: bool(one.shared),
    "two same sentences": lambda one: len(one.shared) > 1,
    "same sentence of the abstract": lambda one: bool(one.shared) and one.shared[-1] >= one.cast.paper.title,
    "far apart": lambda one: not one.shared and not _neighbours(one),
    "head right before tail": lambda one: one.gap(one.head, one.tail) == 0,
    "tail right before head": lambda one: one.gap(one.tail, one.head) == 0,
    "head near before tail": lambda one: one.gap(one.head, one.tail) <= NEAR,
    "tail near before head": lambda one: one.gap(one.tail, one.head) <= NEAR,
    "head in the title": lambda one: one.head.in_title,
    "tail in the title": lambda one: one.tail.in_title,
    "head named most": lambda one: one.head.index == one.cast.most[one.head.label],
    "tail named most": lambda one: one.tail.index == one.cast.most[one.tail.label],
    "tail is the main task": lambda one: one.tail.index == one.cast.main_task,
    "head is the main task": lambda one: one.head.index == one.cast.main_task,
    "tail is the only one": lambda one: one.cast.sizes[one.tail.label] == 1,
    "tail is one of many": lambda one: one.cast.sizes[one.tail.label] >= MANY[one.tail.label],
    "head is one of many": lambda one: one.cast.sizes[one.head.label] >= MANY[one.head.label],
    "head named once": lambda one: one.head.mentions == 1,
    "tail named once": lambda one: one.tail.mentions == 1,
    "tail named three times": lambda one: one.tail.mentions > 2,
    "head named first": lambda one: one.head.first < one.tail.first,
    "tail named late": lambda one: _is_late(one, one.tail),
    "head named late": lambda one: _is_late(one, one.head),
    "tail was proposed last": lambda one: _last_proposed(one, one.head) == one.tail.index,
    "head was proposed last": lambda one: _last_proposed(one, one.tail) == one.head.index,
    "head's name ends with tail's": lambda one: _ends_with(one.head, one.tail),
    "tail's name ends with head's": lambda one: _ends_with(one.tail, one.head),
    "head's name starts with tail's": lambda one: _starts_with(one.head, one.tail),
    "tail's name starts with head's": lambda one: _starts_with(one.tail, one.head),
    "same last word": _same_last_word,
    "main method, task addressed": lambda one: one.head.index == one.cast.main and one.roles.endswith("addressed"),
    "main method, used tail": lambda one: one.head.index == one.cast.main and one.roles.endswith("used"),
    "main method, compared tail": lambda one: one.head.index == one.cast.main and one.roles.endswith("compared"),
    "main method, same sentence": lambda one: one.head.index == one.cast.main and bool(one.shared),
    "part proposed with the main method": lambda one: (
        one.tail.index == one.cast.main and one.roles.startswith("proposed")
    ),
    "used, with the main method": lambda one: one.tail.index == one.cast.main and one.roles.startswith("used"),
    "tail is main, same sentence": lambda one: one.tail.index == one.cast.main and bool(one.shared),
}
"""The cues of a pair by name, besides the roles of its ends; `kg.extract.points` says what each counts for."""
