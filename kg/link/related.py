"""Entities of one name and two kinds, such as a model and the benchmark called after it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set

from kg.names import is_acronym, match_key
from kg.records import Entity


def related(entities: Iterable[Entity], papers: Mapping[str, Set[str]]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of entities of different kinds that share a name, the smaller id first, sorted.

    The name must be the preferred one of at least one of them. A shared acronym counts if it is the preferred name of
    both, or if some paper names both: "CLUE" is a benchmark and, elsewhere, an explanation method, unrelated.
    Ambiguous entities are related to none.

    Parameters
    ----------
    entities
        Those of the collection.
    papers
        For each entity the papers that name it.
    """
    preferred: dict[str, list[Entity]] = defaultdict(list)
    named: dict[str, dict[str, Entity]] = defaultdict(dict)
    for entity in entities:
        if not entity.ambiguous:
            preferred[key_in(entity.id)].append(entity)
            for key in (key_in(entity.id), *map(match_key, entity.names)):
                named[key][entity.id] = entity
    found: set[tuple[str, str]] = set()
    for key, owners in preferred.items():
        if len(named[key]) > 1:
            found.update(_pairs(key, owners, named[key].values(), papers))
    return tuple(sorted(found))


def _pairs(
    key: str, owners: Iterable[Entity], others: Iterable[Entity], papers: Mapping[str, Set[str]]
) -> Iterator[tuple[str, str]]:
    for left in owners:
        for right in others:
            sure = key_in(right.id) == key or not is_acronym(left.name)
            if left.kind != right.kind and (sure or papers[left.id] & papers[right.id]):
                yield min(left.id, right.id), max(left.id, right.id)


def key_in(entity: str) -> str:
    """Return the match key of the preferred name of an entity, which is in its id; that it needn't be made again.

    Examples
    --------
    >>> key_in("method/deep-forest"), key_in("method/sam~segment-anything")
    ('deep-forest', 'sam')
    """
    return entity.partition("/")[2].partition("~")[0]
