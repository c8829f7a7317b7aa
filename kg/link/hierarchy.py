"""The hierarchy of tasks and of methods: no claim may put a thing, however far round, under itself."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scipy import sparse
from scipy.sparse.csgraph import connected_components

from kg.records import BrokenCycle, Claim

HIERARCHIES: Final = ("SUBCLASS-OF", "SUBTASK-OF")
"""The relations of which the things above the things above are above too."""


def acyclic(claims: Sequence[Claim]) -> tuple[tuple[Claim, ...], tuple[BrokenCycle, ...]]:
    """Return the claims without those that close a cycle of the hierarchy, in their order, and those, sorted.

    The claims that most papers make go first, then the surest ones, ties by what they say; one that would close a
    cycle with those before it is left out. So of each cycle at least the weakest claim goes.

    Parameters
    ----------
    claims
        All claims of a collection, each once.
    """
    broken: list[BrokenCycle] = []
    for predicate in HIERARCHIES:
        broken += _broken([claim for claim in claims if claim.predicate == predicate])
    out = {_key(cycle.claim) for cycle in broken}
    kept = tuple(claim for claim in claims if _key(claim) not in out) if out else tuple(claims)
    return kept, tuple(sorted(broken, key=lambda cycle: _key(cycle.claim)))


def _broken(claims: Sequence[Claim]) -> Iterator[BrokenCycle]:
    """Yield those of the claims of one relation that are left out."""
    ring = _rings(claims)
    kept: dict[str, list[str]] = defaultdict(list)
    for claim in sorted(claims, key=lambda claim: (-claim.support, -claim.confidence, _key(claim))):
        if ring[claim.subject] == ring[claim.object]:  # no other claim can close a cycle
            back = _way(kept, claim.object, claim.subject)
            if back:
                yield BrokenCycle(claim=claim, back=back)
            else:
                kept[claim.subject].append(claim.object)


def _rings(claims: Sequence[Claim]) -> Mapping[str, int]:
    """Return for each node a number that it shares with all nodes from which and to which a way leads."""
    nodes = sorted({node for claim in claims for node in (claim.subject, claim.object)})
    place = {node: number for number, node in enumerate(nodes)}
    ends = [place[claim.subject] for claim in claims], [place[claim.object] for claim in claims]
    matrix = sparse.csr_matrix(([1] * len(claims), ends), shape=(len(nodes), len(nodes)))
    labels = connected_components(matrix, connection="strong")[1] if nodes else ()
    return dict(zip(nodes, map(int, labels), strict=True))


def _way(above: Mapping[str, Sequence[str]], start: str, end: str) -> tuple[str, ...]:
    """Return the shortest way up from one node to another, both with it, or nothing if there is none."""
    came: dict[str, str] = {start: ""}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        if node == end:
            way = [node]
            while came[way[-1]]:
                way.append(came[way[-1]])
            return tuple(reversed(way))
        for upper in above.get(node, ()):
            if upper not in came:
                came[upper] = node
                waiting.append(upper)
    return ()


def _key(claim: Claim) -> tuple[str, str, str]:
    return claim.subject, claim.predicate, claim.object
