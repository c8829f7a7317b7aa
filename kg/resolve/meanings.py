"""What a bare acronym means: by the definitions of the collection, else by what its paper says."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from typing import Final

from kg.records import Extraction, Reason
from kg.resolve.acronyms import CLEARLY, free, rivals, spoken, telling_words, words_of
from kg.resolve.groups import Groups, Node
from kg.resolve.naming import Usage

HEARD: Final = 0.5
"""Share of the telling words of a meaning that a paper must say, if nothing else speaks for it."""
SHARED: Final = 2.0
"""Rarity (in nats, added up) of what a paper must share with the papers of a meaning, if no word speaks for it."""

Definitions = Mapping[Node, Mapping[Node, Set[str]]]
"""For each acronym its long forms, and the papers that define it so."""


class Meanings:
    """The meanings of every acronym, once the long forms are grouped.

    Parameters
    ----------
    usage, groups
        The names of the collection, and which long forms are one.
    extractions
        The papers themselves: their words say which meaning is likely.
    listed, suggested
        Definitions that stand in a lexicon, which speaks for each like so many papers. Suggested ones count for
        meanings that the collection itself gives, or where it gives none.
    """

    def __init__(
        self,
        usage: Usage,
        groups: Groups,
        extractions: Iterable[Extraction],
        listed: Definitions,
        suggested: Definitions,
    ) -> None:
        self._usage = usage
        self._texts: dict[str, str] = defaultdict(str)
        for extraction in extractions:
            self._texts[extraction.paper.id] += f" {extraction.paper.title} {extraction.paper.abstract}"
        self.of: dict[Node, Mapping[Node, Set[str]]] = {}
        for short in sorted({*usage.definitions, *listed, *suggested}):
            by_root = defaultdict[Node, set[str]](set)
            for longs in (usage.definitions.get(short, {}), listed.get(short, {})):
                for long, papers in longs.items():
                    by_root[groups.find(long)] |= papers
            defined = set(by_root)
            for long, papers in suggested.get(short, {}).items():
                if not defined or groups.find(long) in defined:
                    by_root[groups.find(long)] |= papers
            leading = {root: self._leading(root, short, groups) for root in rivals(by_root)}
            self.of[short] = {leading[root]: by_root[root] for root in leading}
        self._of_key: dict[str, list[Node]] = defaultdict(list)
        for short in self.of:
            self._of_key[short[1]].append(short)
        self._unclear = {short for short in self.of if self.only(short) is None}

    def _leading(self, root: Node, short: Node, groups: Groups) -> Node:
        """Return the commonest long form of an acronym in a group."""
        longs = [long for long in self._usage.definitions.get(short, ()) if groups.find(long) == root]
        return min(longs, key=lambda long: (-len(self._usage.papers[long]), long), default=root)

    def only(self, short: Node) -> Node | None:
        """Return the meaning of an acronym that has exactly one, well enough known to hold in every paper."""
        known = self.of.get(short, {})
        if len(known) != 1:
            return None
        ((meaning, papers),) = known.items()
        return meaning if free(short[1], len(papers)) else None

    def reason(self, short: Node, meaning: Node, sources: Set[str], paper: str = "") -> Reason:
        """Return why an acronym means what it does: the paper itself, else another, else a lexicon defines it so."""
        names = (self._usage.name(short), self._usage.name(meaning))
        source = paper if paper in sources else min(sources & self._usage.of_paper.keys() or sources)
        if source in self._usage.of_paper:
            return Reason(rule="acronym", names=names, detail=source)
        return Reason(rule="lexicon", names=names, detail=source.rpartition(" (")[0])

    def borrowed(self, short: Node, groups: Groups) -> Mapping[Node, Set[str]]:
        """Return the meanings an acronym has in other kinds, as far as its own kind has names for them."""
        found: dict[Node, Set[str]] = {}
        for other in self._of_key.get(short[1], ()):
            for meaning, papers in self.of[other].items() if other != short else ():
                here = (short[0], meaning[1])
                if here in self._usage.papers:
                    found[groups.find(here)] = papers
        return found

    def likely(self, known: Mapping[Node, Set[str]], paper: str) -> Node | None:
        """Return the meaning that a paper defines elsewhere, else the one its words and entities speak for clearly."""
        defined = [meaning for meaning, papers in known.items() if paper in papers]
        if len(defined) == 1:
            return defined[0]
        scores = {meaning: self._score(meaning, known, paper) for meaning in known}
        ranked = sorted(known, key=lambda meaning: (-sum(scores[meaning]), meaning))
        heard, shared = scores[ranked[0]]
        rival_heard, rival_shared = scores[ranked[1]] if len(ranked) > 1 else (0.0, 0.0)
        if heard >= HEARD and heard > rival_heard and shared >= rival_shared:
            return ranked[0]
        if shared >= SHARED and shared >= CLEARLY * rival_shared and heard >= rival_heard:
            return ranked[0]
        return None

    def _score(self, meaning: Node, known: Mapping[Node, Set[str]], paper: str) -> tuple[float, float]:
        """Return the share of the telling words of a meaning that a paper says, and what it shares with its papers."""
        said = words_of(self._texts[paper])
        telling = telling_words(meaning[1], (other[1] for other in known if other != meaning))
        heard = sum(spoken(word, said) for word in telling) / max(len(telling), 1)
        return heard, self._shared(paper, known[meaning])

    def _shared(self, paper: str, others: Iterable[str]) -> float:
        """Return the rarity of the entities that a paper shares with others, added up; unclear acronyms say nothing."""
        of_paper, papers = self._usage.of_paper, self._usage.papers
        theirs = set[Node]().union(*(of_paper[other] for other in others if other != paper and other in of_paper))
        shared = (of_paper[paper] & theirs) - self._unclear
        return math.fsum(math.log(len(of_paper) / len(papers[node])) for node in shared)
