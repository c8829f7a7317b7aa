"""What each paper brings to its links: the entities that it names, by its role for them."""

from collections.abc import Mapping
from typing import Final

ROLE_WEIGHTS: Final = {
    "proposed": 0.7,
    "addressed": 1.0,
    "used": 0.6,
    "compared": 0.5,
    "reported": 0.5,
    "mentioned": 0.5,
}
"""How much of an entity's rarity a paper brings to a link, by what it does with the entity (benchmarks/linking.md)."""

Roles = Mapping[str, Mapping[str, str]]
"""For each paper its entities, each with the role that the paper has for it."""
Uses = Mapping[str, Mapping[str, float]]
"""For each paper its entities, each with what it brings to a link."""


def weigh(roles: Roles, *, weights: Mapping[str, float] = ROLE_WEIGHTS) -> Uses:
    """Return how much each entity of a paper brings to its links: the weight of its role there, if it has any."""
    return {
        paper: {entity: weights[role] for entity, role in entities.items() if weights[role]}
        for paper, entities in roles.items()
    }
