"""What became of a graph from one build to the next: what came, went, changed or is called by another id.

>>> import kg
>>> from kg.changes import changes
>>> changes(kg.load("exports"), kg.load("exports"))       # doctest: +SKIP
()
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from kg.graph import KnowledgeGraph
from kg.names import match_key
from kg.records import Claim, Entity, Paper

Key = tuple[str, ...]
"""The id of a paper or an entity; subject, predicate and object of a claim."""
Sort = Literal["paper", "entity", "claim"]

SORTS: Final[tuple[Sort, ...]] = ("paper", "entity", "claim")
FATES: Final = ("came", "went", "moved", "changed")
"""What can have become of a thing; what moved is called by another id, and may have changed besides."""

_OF_PAPER: Final = ("title", "abstract", "authors", "year", "venue", "identifiers", "url")
_OF_ENTITY: Final = ("kind", "name", "names", "links", "ambiguous")
_DIGITS: Final = 2
"""Decimals to which the confidence of a claim is compared; a new model moves every one of them a little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What became of one thing.

    Attributes
    ----------
    before, after
        Its key in the older and in the newer graph; empty where it is not.
    said
        What differs, a phrase each.
    """

    sort: Sort
    before: Key = ()
    after: Key = ()
    said: tuple[str, ...] = ()

    @property
    def fate(self) -> str:
        """One of `FATES`."""
        if not self.before:
            return "came"
        if not self.after:
            return "went"
        return "changed" if self.before == self.after else "moved"


def changes(old: KnowledgeGraph, new: KnowledgeGraph) -> tuple[Change, ...]:
    """Return what became of everything in a graph, in the order of `SORTS` and `FATES`, then of keys.

    A paper is the same if it keeps its id, an identifier, or its title and abstract; an entity if it keeps its id;
    or if most places where it was named, or else its name, are now another's who was not there or took it in. A claim
    is the same if its ends are.
    """
    papers = _same_papers(old, new)
    entities = _same_entities(old, new, papers)
    nodes = papers | entities
    claims = {_key(claim): claim for claim in new.claims}
    kept = {_key(claim): key for claim in old.claims if (key := _moved(claim, nodes)) in claims}
    found = [
        *_compared("paper", _by_id(old.papers), _by_id(new.papers), _keys(papers)),
        *_compared("entity", _by_id(old.entities), _by_id(new.entities), _keys(entities)),
        *_compared("claim", {_key(claim): claim for claim in old.claims}, claims, kept),
    ]
    return tuple(sorted(found, key=_order))


def _order(change: Change) -> tuple[int, int, Key, Key]:
    return SORTS.index(change.sort), FATES.index(change.fate), change.before, change.after


def _key(claim: Claim) -> Key:
    return claim.subject, claim.predicate, claim.object


def _moved(claim: Claim, nodes: Mapping[str, str]) -> Key:
    """Return the key that a claim has if its ends are called as they are now."""
    return nodes.get(claim.subject, claim.subject), claim.predicate, nodes.get(claim.object, claim.object)


def _keys(ids: Mapping[str, str]) -> dict[Key, Key]:
    return {(before,): (after,) for before, after in ids.items()}


def _by_id(things: Iterable[Paper] | Iterable[Entity]) -> "dict[Key, Paper | Entity]":
    return {(thing.id,): thing for thing in things}


def _compared(
    sort: Sort,
    old: "Mapping[Key, Paper | Entity | Claim]",
    new: "Mapping[Key, Paper | Entity | Claim]",
    kept: Mapping[Key, Key],
) -> Iterator[Change]:
    """Yield what became of things of one sort, given the newer key of each that is still there."""
    for before, thing in old.items():
        after = kept.get(before)
        if after is None:
            yield Change(sort=sort, before=before)
        elif (said := tuple(_differences(thing, new[after]))) or before != after:
            yield Change(sort=sort, before=before, after=after, said=said)
    for after in new.keys() - set(kept.values()):
        yield Change(sort=sort, after=after)


def _differences(old: Paper | Entity | Claim, new: Paper | Entity | Claim) -> Iterator[str]:
    if isinstance(old, Claim) and isinstance(new, Claim):
        before, after = round(old.confidence, _DIGITS), round(new.confidence, _DIGITS)
        if old.support != new.support:
            yield f"support {old.support} → {new.support}"
        if before != after:
            yield f"confidence {before} → {after}"
        return
    for name in _OF_PAPER if isinstance(old, Paper) else _OF_ENTITY:
        if (was := getattr(old, name)) != (now := getattr(new, name)):
            short = name in ("kind", "name", "year", "venue") and was and now
            yield f"{name} {was} → {now}" if short else name


def _same_papers(old: KnowledgeGraph, new: KnowledgeGraph) -> dict[str, str]:
    """Return the newer id of each paper that is still there."""
    kept = {paper: paper for paper in old.paper if paper in new.paper}
    known = _unique((mark, paper.id) for paper in new.papers for mark in _marks(paper))
    for paper in old.papers:
        found = [known[mark] for mark in _marks(paper) if mark in known]
        if paper.id not in kept and found:
            kept[paper.id] = found[0]
    return kept


def _marks(paper: Paper) -> list[Hashable]:
    """Return what makes a paper known again under another id, the strongest first."""
    return [*paper.identifiers, (paper.title, paper.abstract)]


def _same_entities(old: KnowledgeGraph, new: KnowledgeGraph, papers: Mapping[str, str]) -> dict[str, str]:
    """Return the newer id of each entity that is still there."""
    kept = {entity: entity for entity in old.entity if entity in new.entity}
    held = {(place.paper, mention.span): place.entity for place in new.occurrences for mention in place.mentions}
    named: dict[str, Counter[str]] = defaultdict(Counter)
    for place in old.occurrences:
        if place.entity not in kept:
            now = (held.get((papers.get(place.paper, ""), mention.span)) for mention in place.mentions)
            named[place.entity].update(entity for entity in now if entity is not None)
    called = _unique((mark, entity.id) for entity in new.entities for mark in _names(entity))
    for entity in old.entities:
        if entity.id not in kept:
            places = named[entity.id]
            most = min(places, key=lambda other: (-places[other], other), default=None)
            successor = most if most and 2 * places[most] > places.total() else called.get(_names(entity)[0])
            if successor is not None:
                kept[entity.id] = successor
    return kept


def _names(entity: Entity) -> list[Hashable]:
    return [(entity.kind, match_key(name)) for name in (entity.name, *entity.names)]


def _unique(pairs: Iterable[tuple[Hashable, str]]) -> dict[Hashable, str]:
    """Return what each mark stands for, if it is one thing."""
    found: dict[Hashable, set[str]] = defaultdict(set)
    for mark, node in pairs:
        found[mark].add(node)
    return {mark: next(iter(nodes)) for mark, nodes in found.items() if len(nodes) == 1}
