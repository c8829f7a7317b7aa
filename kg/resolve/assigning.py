"""Decide which entity of the collection an entity of a paper is."""

import re
from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kg.resolve.acronyms import spells
from kg.resolve.entities import Assigned, alone
from kg.resolve.groups import Groups, Node
from kg.resolve.meanings import Meanings
from kg.resolve.naming import Named, Usage

KNOWN: Final = 2
"""A name is established once so many papers use it; before that it is taken for one paper's wording."""
_LONE: Final = re.compile(r"[a-z]{1,2}")
"""An acronym of two letters that no paper defines is taken to mean another thing in each paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigner:
    """All that is known of the names of a collection once they are grouped.

    Attributes
    ----------
    vague
        Names that mean another thing in every paper.
    settled
        Nodes that a correction speaks of: neither vague nor ambiguous.
    """

    usage: Usage
    groups: Groups
    meanings: Meanings
    vague: Set[Node]
    settled: Set[Node]
    spread: Mapping[Node, int]

    def assign(self, named: Named) -> Assigned:
        """Return the node of an entity: that of its long form, else what its acronym means, else one of its own."""
        long = [node for node in named.nodes if node not in self.usage.acronyms]
        clear = [node for node in long if node in self.settled or node not in self.vague]
        short = [node for node in named.nodes if node in self.usage.acronyms]
        if clear and not short and len(clear) == 1:  # as with most
            return Assigned(named, self.groups.find(clear[0]))
        if clear:
            return Assigned(named, self.groups.find(self._best(clear + self._spelt(short, long))))
        for node in short:
            meaning, sources = self._meaning(node, named.paper)
            if meaning is not None:
                why = self.meanings.reason(node, meaning, sources, named.paper) if sources else None
                return Assigned(named, self.groups.find(meaning), why=why)
        return Assigned(named, alone((short or long)[0], named.paper), alone=True)

    def _spelt(self, short: list[Node], long: list[Node]) -> list[Node]:
        """Return the meanings of acronyms that say more than the long forms beside them, or are better known.

        "Language model (LLM)" is a large language model, "tabular MDP (MDP)" a Markov decision process, if no other
        paper has the long form. But a paper that spells the acronym out defines it anew, and one whose long form
        shares no word with the meaning speaks of something else.
        """
        name, lone = self.usage.name, all(self.spread[self.groups.find(node)] < KNOWN for node in long)
        found = []
        for node in short:
            meaning = self.meanings.only(node)
            if meaning is None or any(spells(name(node), name(other)) for other in long):
                continue
            kin = any(_words(other) & {*_words(meaning), node[1]} for other in long)
            if (lone and kin) or any(_words(other) < _words(meaning) for other in long):
                found.append(meaning)
        return found

    def _best(self, nodes: list[Node]) -> Node:
        """Return the most specific of the names that other papers use too, the most frequent of several."""
        find, spread = self.groups.find, self.spread
        if len(nodes) == 1:
            return nodes[0]
        known = [node for node in nodes if spread[find(node)] >= KNOWN] or nodes
        specific = [node for node in known if not any(_words(node) < _words(other) for other in known)]
        return min(specific, key=lambda node: (-spread[find(node)], node))

    def _meaning(self, short: Node, paper: str) -> tuple[Node | None, Set[str]]:
        """Return what a bare acronym means in a paper, None if that is not clear, and who defines it so, if not all."""
        if short in self.settled or self.meanings.only(short):
            return short, frozenset()
        known = self.meanings.of.get(short) or self.meanings.borrowed(short, self.groups)
        if known:
            meaning = self.meanings.likely(known, paper)
            if meaning and not self.groups.parted(short, meaning):
                return meaning, known[meaning]
            return None, frozenset()
        return None if _LONE.fullmatch(short[1]) else short, frozenset()


def spread_of(usage: Usage, groups: Groups) -> Mapping[Node, int]:
    """Return how many papers name a group by any of its names."""
    papers: dict[Node, set[str]] = defaultdict(set)
    for node, where in usage.papers.items():
        papers[groups.find(node)] |= where
    return {root: len(where) for root, where in papers.items()}


@lru_cache(maxsize=1 << 17)
def _words(node: Node) -> frozenset[str]:
    return frozenset(node[1].split("-"))
