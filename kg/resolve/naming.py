"""What the papers of a collection call their entities: the names, their match keys, and who uses them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from kg.names import is_acronym, loose_key, match_key, unfold
from kg.records import Extraction, PaperEntity
from kg.resolve.acronyms import spells
from kg.resolve.groups import Node
from kg.vocabulary import KIND_OF_LABEL

_PART: Final = re.compile(r"[^\s-]+")


@lru_cache(maxsize=1 << 18)
def forms(surface: str) -> tuple[tuple[str, str], ...]:
    """Return the names in the text of a mention, two for a phrase with an acronym in brackets, each with its match key.

    Examples
    --------
    >>> forms("language model (LM) agents")
    (('language model agents', 'language-model-agent'), ('LM agents', 'lm-agent'))
    """
    return tuple((form, match_key(form)) for form in unfold(surface))


Name = tuple[str, Node]
"""A name as it stands in a text, and its kind and match key."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity of one paper, reduced to what it is called there.

    Attributes
    ----------
    paper
        Id of the paper.
    names
        Its different names, both those of a phrase with an acronym in brackets; sorted.
    nodes
        The nodes of its names, each once; sorted.
    """

    paper: str
    kind: str
    names: tuple[Name, ...]
    nodes: tuple[Node, ...]


def naming(
    extractions: Iterable[Extraction], respelt: Mapping[Node, str], moved: Mapping[Node, str]
) -> tuple[tuple[Named, ...], ...]:
    """Return what each entity of each extraction is called.

    Parameters
    ----------
    extractions
        The collection.
    respelt
        Keys that corrections gave to names (kind and exact name) which would share one with another.
    moved
        The kind that corrections gave to names (kind and match key) of another.
    """
    known: dict[tuple[str, frozenset[str]], tuple[str, tuple[Name, ...], tuple[Node, ...]]] = {}

    def named(paper: str, entity: PaperEntity) -> Named:
        kind, surfaces = KIND_OF_LABEL[entity.label], frozenset(mention.text for mention in entity.mentions)
        return Named(paper, *(known.get((kind, surfaces)) or learn(kind, surfaces)))

    def learn(kind: str, surfaces: frozenset[str]) -> tuple[str, tuple[Name, ...], tuple[Node, ...]]:
        keys = {(form, respelt.get((kind, surface), key)) for surface in surfaces for form, key in forms(surface)}
        moves = sorted(moved[kind, key] for _, key in keys if (kind, key) in moved) if moved else ()
        place = moves[0] if moves else kind
        names = tuple(sorted((form, (place, key)) for form, key in keys))
        return known.setdefault((kind, surfaces), (place, names, tuple(sorted({node for _, node in names}))))

    return tuple(
        tuple(named(extraction.paper.id, entity) for entity in extraction.entities) for extraction in extractions
    )


class Usage:
    """How a collection uses its names: counts and sets that every rule of resolution asks for.

    Parameters
    ----------
    named
        What `naming` gave.
    """

    def __init__(self, named: Iterable[Sequence[Named]]) -> None:
        self.papers: dict[Node, set[str]] = defaultdict(set)
        self.together: dict[tuple[Node, Node], set[str]] = defaultdict(set)
        self.of_paper: dict[str, set[Node]] = defaultdict(set)
        self._surfaces: dict[Node, dict[str, int]] = {}
        for entities in named:
            for entity in entities:
                self._count(entity)

    def _count(self, entity: Named) -> None:
        nodes = entity.nodes
        for place, node in enumerate(nodes):
            self.papers[node].add(entity.paper)
            for other in nodes[place + 1 :]:
                self.together[node, other].add(entity.paper)
        self.of_paper[entity.paper].update(nodes)
        for form, node in entity.names:
            counts = self._surfaces.setdefault(node, {})
            counts[form] = counts.get(form, 0) + 1

    @cached_property
    def shown(self) -> Mapping[Node, str]:
        """The most frequent surface of each node, ties by string."""
        return {
            node: min(counts, key=lambda surface: (-counts[surface], surface))
            for node, counts in self._surfaces.items()
        }

    def name(self, node: Node) -> str:
        """Return a readable name for a node."""
        return self.shown.get(node, node[1].replace("-", " "))

    @cached_property
    def acronyms(self) -> Set[Node]:
        """The nodes that are written as acronyms more often than not."""
        return {
            node
            for node, counts in self._surfaces.items()
            if 2 * sum(count for surface, count in counts.items() if is_acronym(surface)) > sum(counts.values())
        }

    @cached_property
    def loose(self) -> Mapping[Node, tuple[Node, ...]]:
        """The nodes of each kind and loose key, sorted."""
        found: dict[Node, list[Node]] = defaultdict(list)
        for node in sorted(self.papers):
            found[node[0], loose_key(node[1])].append(node)
        return {key: tuple(nodes) for key, nodes in found.items()}

    @cached_property
    def definitions(self) -> Mapping[Node, Mapping[Node, Set[str]]]:
        """For each acronym, the long forms of one entity with it that spell it, and the papers that say so."""
        found: dict[Node, dict[Node, Set[str]]] = defaultdict(dict)
        for (left, right), papers in self.together.items():
            for short, long in ((left, right), (right, left)):
                if short in self.acronyms and long not in self.acronyms and spells(self.name(short), self.name(long)):
                    found[short][long] = papers
        return found

    def apart(self, left: Node, right: Node) -> int:
        """Return how many papers name both nodes, but for two things."""
        pair = (left, right) if left < right else (right, left)
        return len((self.papers[left] & self.papers[right]) - self.together.get(pair, set()))

    @cached_property
    def phrases(self) -> tuple[tuple[Node, str, tuple[str, ...]], ...]:
        """The names of several words that hold an acronym: the node, a name, the acronyms in it; sorted."""
        return tuple(
            (node, surface, parts)
            for node in sorted(self._surfaces)
            if "-" in node[1] and node not in self.acronyms
            for surface in sorted(self._surfaces[node])
            if not surface.islower()
            if (parts := tuple(part for part in _PART.findall(surface) if is_acronym(part)))
        )
