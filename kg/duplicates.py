"""Duplicates: which of many records are one paper, and which identifiers two papers dispute."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kg.likeness import count_words, last_name, letters, same_letters, unlike
from kg.records import Paper

TITLE_WORDS: Final = 4
"""Shortest title that says by itself which paper it is: "Introduction" and "Editorial Preface" do not."""
ABSTRACT_WORDS: Final = 20
"""Shortest abstract that says so: "No abstract is available." does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A paper, the records it was made of, and what it may share with another.

    Attributes
    ----------
    records
        Their numbers in order of rank, the one that was kept first.
    keys
        What makes any two papers that share it one.
    title
        The letters of the title, empty if it is too short to tell.
    """

    records: tuple[int, ...]
    paper: Paper
    keys: tuple[object, ...]
    title: str

    @property
    def schemes(self) -> set[str]:
        """The schemes of the paper's identifiers."""
        return {scheme for scheme, _ in self.paper.identifiers}


def candidate(records: tuple[int, ...], paper: Paper) -> Candidate:
    """Return a paper as a candidate: it may share an identifier, an abstract or, without identifier, all its text."""
    keys: list[object] = list(paper.identifiers)
    if not keys:
        keys.append(("text", _digest(same_letters(paper.title) + "\x1f" + same_letters(paper.abstract))))
    if count_words(paper.abstract) >= ABSTRACT_WORDS:
        keys.append(("abstract", _digest(letters(paper.abstract))))
    title = letters(paper.title) if count_words(paper.title) >= TITLE_WORDS else ""
    return Candidate(records=records, paper=paper, keys=tuple(keys), title=title)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def disputed(papers: Sequence[Paper]) -> Mapping[tuple[str, str], tuple[Paper, Paper]]:
    """Return each identifier that clearly different papers bear, with two of them.

    All that bear it are compared with the first, the richest; so the time grows with their number only.
    """
    bearers: dict[tuple[str, str], list[Paper]] = defaultdict(list)
    for paper in papers:
        if paper.title.strip():
            for identifier in paper.identifiers:
                bearers[identifier].append(paper)
    rivals = {}
    for identifier, (first, *others) in bearers.items():
        other = next((paper for paper in others if _are_different(first, paper)), None)
        if other is not None:
            rivals[identifier] = (first, other)
    return rivals


def _are_different(one: Paper, other: Paper) -> bool:
    """Return whether two papers that bear one identifier clearly are two: by title, and no abstract says otherwise."""
    if not unlike(one.title, other.title):
        return False
    both = one.abstract.strip() and other.abstract.strip()
    return not both or unlike(one.abstract, other.abstract)


def grouped(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return the candidates in groups of one paper each, all in the order given."""
    groups = _Groups([found.schemes for found in candidates])
    first: dict[object, int] = {}
    for position, found in enumerate(candidates):
        for key in found.keys:
            groups.join(first.setdefault(key, position), position)
    _join_by_title(groups, candidates)
    return [[candidates[position] for position in group] for group in groups.members()]


class _Groups:
    """Positions that are joined (union–find), and the schemes of identifiers that each group has."""

    def __init__(self, schemes: Sequence[set[str]]) -> None:
        self._parent = list(range(len(schemes)))
        self._schemes = [set(known) for known in schemes]

    def root(self, position: int) -> int:
        while self._parent[position] != position:
            self._parent[position] = self._parent[self._parent[position]]
            position = self._parent[position]
        return position

    def join(self, one: int, other: int) -> None:
        low, high = sorted((self.root(one), self.root(other)))
        if low != high:
            self._parent[high] = low
            self._schemes[low] |= self._schemes[high]

    def schemes(self, position: int) -> set[str]:
        return self._schemes[self.root(position)]

    def members(self) -> list[list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for position in range(len(self._parent)):
            found[self.root(position)].append(position)
        return list(found.values())


def _join_by_title(groups: _Groups, candidates: Sequence[Candidate]) -> None:
    """Join candidates that share a title, and the first author's last name or the year, unless identifiers differ.

    Where several papers of one title bear different identifiers, one without any could be any of them, and stays
    apart.
    """
    titled: dict[str, list[int]] = defaultdict(list)
    for position, found in enumerate(candidates):
        if found.title:
            titled[found.title].append(position)
    for positions in filter(lambda positions: len(positions) > 1, titled.values()):
        for agreeing in _agreeing(positions, candidates):
            roots = {groups.root(position) for position in agreeing}
            bearers = Counter(scheme for root in roots for scheme in groups.schemes(root))
            joined = [agreeing]
            if any(count > 1 for count in bearers.values()):
                joined = _agreeing([position for position in agreeing if not groups.schemes(position)], candidates)
            for one, *others in joined:
                for other in others:
                    groups.join(one, other)


def _agreeing(positions: Sequence[int], candidates: Sequence[Candidate]) -> list[list[int]]:
    """Return positions of one title in groups that hang together by the first author's last name or the year."""
    groups = _Groups([set() for _ in positions])
    first: dict[object, int] = {}
    for index, position in enumerate(positions):
        paper = candidates[position].paper
        for key in (paper.year, last_name(*paper.authors[:1])):
            if key:
                groups.join(first.setdefault(key, index), index)
    return [[positions[index] for index in group] for group in groups.members()]
