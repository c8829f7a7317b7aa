"""The outline of a paper: its sentences seen through its entities, and how each entity stands in them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc

from kg.extract.frames import SLOTS, Frame, frames
from kg.names import match_key
from kg.records import PaperEntity

_OWN_VOICE: Final = re.compile(r"\b(?:we|our|this (?:paper|work|study|article|research)|in this|here)\b")
PROPOSAL: Final = re.compile(r"\b(?:propose|introduce|present|develop|design|devise)s?\b")
_TITLE_LEAD: Final = re.compile(rf"(?:the )?{SLOTS['METHOD']}(?: \([^)]*\))?\s?(?:[:?—–]| - | -- )")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How an entity stands in its paper.

    Attributes
    ----------
    index
        Of the entity among the paper's.
    names, keys
        Its surface forms and their match keys, sorted.
    mentions
        How many there are.
    sentences
        Numbers of the frames that mention it, the title's first.
    in_title, leads_title
        Whether the title names it, and whether it does so first and before a colon.
    first
        Frame and offset where the abstract first names it; (-1, -1) if only the title does.
    """

    index: int
    label: str
    names: tuple[str, ...]
    keys: tuple[str, ...]
    mentions: int
    sentences: tuple[int, ...]
    in_title: bool
    leads_title: bool
    first: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A paper's sentences and entities.

    Attributes
    ----------
    frames
        The sentences, the title's first.
    title
        How many of them are the title's.
    own_voice
        Number of the first frame in which the paper speaks of itself, where none does the abstract's first.
    proposal
        Number of the first frame of the abstract with a verb of proposing, or None.
    entities
        How each entity stands, in the paper's order.
    unrivalled
        Indices of the entities that are named more often than any other of their label.
    """

    frames: tuple[Frame, ...]
    title: int
    own_voice: int
    proposal: int | None
    entities: tuple[Standing, ...]
    unrivalled: frozenset[int]

    def of_label(self, label: str) -> tuple[Standing, ...]:
        """Return the entities of a label."""
        return tuple(one for one in self.entities if one.label == label)

    def share(self, number: int) -> float:
        """Return how far down the abstract a frame stands, from 0 (first sentence) to nearly 1."""
        return (number - self.title) / max(1, len(self.frames) - self.title)


def outline(doc: Doc, entities: Sequence[PaperEntity]) -> Outline:
    """Return the outline of a paper; asked again for the same mentions, the same one."""
    held = tuple((entity.label, entity.mentions) for entity in entities)
    if doc._.outline is None or doc._.outline[0] != held:
        doc._.outline = held, _outline(doc, entities)
    drawn: Outline = doc._.outline[1]
    return drawn


def _outline(doc: Doc, entities: Sequence[PaperEntity]) -> Outline:
    sentences = frames(doc, entities)
    title = sum(frame.place.field == "title" for frame in sentences)
    abstract = range(title, len(sentences))
    standings = _standings(sentences, title, entities)
    return Outline(
        frames=sentences,
        title=title,
        own_voice=next((n for n in abstract if _OWN_VOICE.search(sentences[n].text)), title),
        proposal=next((n for n in abstract if PROPOSAL.search(sentences[n].text)), None),
        entities=standings,
        unrivalled=frozenset(_unrivalled(standings)),
    )


def _unrivalled(standings: Sequence[Standing]) -> Iterator[int]:
    by_label: dict[str, list[Standing]] = defaultdict(list)
    for one in standings:
        by_label[one.label].append(one)
    for rivals in by_label.values():
        rivals.sort(key=lambda one: -one.mentions)
        if len(rivals) == 1 or rivals[0].mentions > rivals[1].mentions:
            yield rivals[0].index


def _standings(sentences: Sequence[Frame], title: int, entities: Sequence[PaperEntity]) -> tuple[Standing, ...]:
    numbers: list[list[int]] = [[] for _ in entities]
    first: list[tuple[int, int]] = [(-1, -1)] * len(entities)
    for number, frame in enumerate(sentences):
        for offset, index in frame.slots:
            if not numbers[index] or numbers[index][-1] != number:
                numbers[index].append(number)
            if number >= title and first[index] == (-1, -1):
                first[index] = (number, offset)
    leads = sentences[0].slots[0][1] if title and _TITLE_LEAD.match(sentences[0].text) else None
    return tuple(
        Standing(
            index=index,
            label=entity.label,
            names=tuple(sorted({mention.text for mention in entity.mentions})),
            keys=tuple(sorted({match_key(mention.text) for mention in entity.mentions})),
            mentions=len(entity.mentions),
            sentences=tuple(numbers[index]),
            in_title=any(mention.field == "title" for mention in entity.mentions),
            leads_title=index == leads,
            first=first[index],
        )
        for index, entity in enumerate(entities)
    )
