"""What matters in a graph: which entities, how much an edge tells, which entities belong together."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from kg.graph import KnowledgeGraph
from kg.records import Claim
from kg.vocabulary import MENTIONED

ROLE_STRENGTH: Mapping[str, int] = MappingProxyType(
    {"proposed": 3, "addressed": 3, "used": 2, "reported": 2, "compared": 1, MENTIONED: 0}
)
"""How much a role says of what a paper is about."""
COMPANIONS = 4
"""Other entities that an entity is drawn towards, at most."""

Naming = Mapping[str, Mapping[str, int]]
"""For each entity the papers that name it, each with the strength of the strongest role it has there."""


def naming(graph: KnowledgeGraph) -> Naming:
    """Return which papers name each entity, and how much they do with it."""
    named: dict[str, dict[str, int]] = {entity.id: {} for entity in graph.entities}
    for place in graph.occurrences:
        named[place.entity][place.paper] = 0
    for claim in graph.claims:
        strength = ROLE_STRENGTH.get(claim.predicate)
        if strength is not None:
            papers = named[claim.object]
            papers[claim.subject] = max(strength, papers.get(claim.subject, 0))
    return named


def ranked_entities(graph: KnowledgeGraph, named: Naming) -> list[str]:
    """Return the ids of the entities, those that matter most first: by papers, roles in them, then name."""

    def rank(entity: str) -> tuple[int, int, str, str]:
        strengths = named[entity].values()
        return -len(strengths), -sum(strengths), graph.entity[entity].name, entity

    return sorted(named, key=rank)


def pull(claim: Claim, named: Naming) -> float:
    """Return how much an edge tells, and how near it brings its ends.

    A role tells by its strength, a relation by its support; what holds of something that is named everywhere tells
    little, and would bring everything together in one heap.
    """
    told = ROLE_STRENGTH.get(claim.predicate, 2 * math.log2(claim.support))
    common = len(named[claim.object]) + len(named.get(claim.subject, ()))
    return (1 + told) / (1 + math.log2(1 + common))


def companions(entities: Sequence[str], named: Naming) -> list[tuple[str, str, float]]:
    """Return pairs of entities that the same papers name, with the cosine of their papers: the best few of each."""
    papers = {entity: named[entity].keys() for entity in entities}
    pairs = []
    for first, second in combinations(sorted(entities), 2):
        both = len(papers[first] & papers[second])
        if both > 1:
            pairs.append((both / math.sqrt(len(papers[first]) * len(papers[second])), first, second))
    kept, taken = [], dict.fromkeys(entities, 0)
    for cosine, first, second in sorted(pairs, key=lambda pair: (-pair[0], pair[1:])):
        if min(taken[first], taken[second]) < COMPANIONS:
            kept.append((first, second, cosine))
            taken[first] += 1
            taken[second] += 1
    return kept
