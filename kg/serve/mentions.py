"""Where papers name things: the mentions that were extracted, looked up by paper in the file of a build."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Final

from kg.errors import InputError
from kg.names import match_key
from kg.records import Extraction, Source
from kg.store import from_json
from kg.vocabulary import KIND_OF_LABEL

_MOST_KEPT: Final = 256
"""Papers that are remembered: those of a long page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A sentence of a paper: the field, where it stands in it, and its words."""

    field: str
    start: int
    end: int
    text: str


class Mentions:
    """The mentions of a build, found in its file of extractions, which is sorted by paper.

    A file that is missing, or is none of ours, holds no mentions.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._of = lru_cache(_MOST_KEPT)(self._found)

    def within(self, passage: Passage, paper: str, kind: str, names: Collection[str]) -> list[tuple[int, int]]:
        """Return where a paper names an entity in a passage, counted from the start of the passage, in order.

        Parameters
        ----------
        paper
            Id of the paper.
        kind, names
            Of the entity of the collection; the paper's own is the one of that kind with one of these names.
        """
        keys = {match_key(name) for name in names}
        found = self._of(paper)
        return sorted(
            {
                (mention.start - passage.start, mention.end - passage.start)
                for entity in (found.entities if found else ())
                if KIND_OF_LABEL[entity.label] == kind and keys.intersection(match_key(m.text) for m in entity.mentions)
                for mention in entity.mentions
                if mention.field == passage.field and passage.start <= mention.start and mention.end <= passage.end
            }
        )

    def _found(self, paper: str) -> Extraction | None:
        try:
            with self._path.open("rb") as handle:
                return _searched(handle, paper, self._path.stat().st_size, self._path.name)
        except (OSError, ValueError, KeyError, TypeError, InputError):
            return None


def _searched(handle: BinaryIO, paper: str, size: int, name: str) -> Extraction | None:
    """Return the extraction of a paper: lines are sorted, so each look leaves half of the file."""
    first, last = 0, size
    while first < last:
        middle = (first + last) // 2
        start, line = _line_at(handle, middle, first)
        if start >= last:
            last = middle
            continue
        read = json.loads(line)
        there = read["paper"]["id"]
        if there == paper:
            return from_json(read, source=Source(file=name, record=0))
        first, last = (start + len(line), last) if there < paper else (first, middle)
    return None


def _line_at(handle: BinaryIO, place: int, first: int) -> tuple[int, bytes]:
    """Return the line that starts at a place of a file or after it, and where; at `first` a line is known to start."""
    handle.seek(place if place == first else place - 1)
    if place != first:
        handle.readline()
    start = handle.tell()
    return start, handle.readline()


def marked(length: int, places: Collection[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    """Yield the pieces of a text in order, and whether each is marked; places that overlap are one mark.

    Examples
    --------
    >>> list(marked(9, [(2, 4), (3, 6)]))
    [(0, 2, False), (2, 6, True), (6, 9, False)]
    """
    reached = 0
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    for start, end in joined:
        if reached < start:
            yield reached, start, False
        yield start, end, True
        reached = end
    if reached < length:
        yield reached, length, False
