"""What each paper brings to its links: the entities that it names, by its role for them, and those their names hold."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from kg.records import Entity

ROLE_WEIGHTS: Final = {
    "proposed": 0.7,
    "addressed": 1.0,
    "used": 0.8,
    "compared": 0.8,
    "reported": 0.8,
    "mentioned": 0.4,
}
"""How much of an entity's rarity a paper brings to a link, by what it does with the entity (benchmarks/linking.md)."""
WITHIN: Final = 0.8
"""How much of that it brings for an entity that it names within a longer name only (benchmarks/linking.md)."""
LONGEST: Final = 6
"""Words of a name that is looked for within longer ones."""

Roles = Mapping[str, Mapping[str, str]]
"""For each paper its entities, each with the role that the paper has for it."""
Uses = Mapping[str, Mapping[str, float]]
"""For each paper its entities, each with what it brings to a link."""
Held = Mapping[str, tuple[str, ...]]
"""For each entity those whose names its name holds."""


def weigh(roles: Roles, held: Held, *, weights: Mapping[str, float] = ROLE_WEIGHTS, within: float = WITHIN) -> Uses:
    """Return how much each entity of a paper brings to its links, the most where several of its names hold it.

    Parameters
    ----------
    roles
        For each paper its entities with their roles.
    held
        What `held_names` gave for the entities.
    weights
        Of the roles.
    within
        The share of the weight for an entity that is named within a longer name.
    """
    return {paper: _weighed(entities, held, weights, within) for paper, entities in roles.items()}


def _weighed(entities: Mapping[str, str], held: Held, weights: Mapping[str, float], within: float) -> dict[str, float]:
    found = {entity: weights[role] for entity, role in entities.items()}
    for entity, role in entities.items():
        for inner in held.get(entity, ()):
            found[inner] = max(found.get(inner, 0.0), within * weights[role])
    return {entity: weight for entity, weight in found.items() if weight}


def key_in(entity: str) -> str:
    """Return the match key of the preferred name of an entity, which is in its id; that it needn't be made again.

    Examples
    --------
    >>> key_in("method/deep-forest"), key_in("method/sam~segment-anything")
    ('deep-forest', 'sam')
    """
    return entity.partition("/")[2].partition("~")[0]


def held_names(entities: Iterable[Entity]) -> Held:
    """Return for each entity the others of its kind whose preferred name stands in its own, word by word.

    "Few-shot image classification" holds "image classification". A name that goes on with a number is another thing:
    "ImageNet-21K" does not hold "ImageNet". Ambiguous entities hold none and are held by none.

    Parameters
    ----------
    entities
        Those of the collection.
    """
    named: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for entity in entities:
        if not entity.ambiguous:
            named[entity.kind, tuple(key_in(entity.id).split("-"))].append(entity.id)
    found = {}
    for (kind, words), ids in named.items():
        inner = tuple(id_ for part in _parts(words) for id_ in named.get((kind, part), ()))
        if inner:
            found.update(dict.fromkeys(ids, inner))
    return found


def _parts(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the shorter runs of words of a name after which no number stands."""
    numbers = [place for place, word in enumerate(words) if any(map(str.isdigit, word))]
    first_end = numbers[-1] + 1 if numbers else 1
    for end in range(first_end, len(words) + 1):
        for start in range(max(0, end - LONGEST), end):
            if end - start < len(words):
                yield words[start:end]
