"""Corrections that cannot all hold: two of them together, or several through merges and rings."""

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from kg.records import Reason
from kg.resolve.correction import Correction
from kg.resolve.groups import Groups, Node

Pair = tuple[Correction, Correction]
"""Two rows that contradict each other, the earlier one first."""


def contradictions(found: Sequence[Correction]) -> Iterator[Pair]:
    """Yield pairs of rows that cannot both hold.

    What merges make one has one name and one kind and is dropped by none of its names; no split parts it, even under
    the kind that it is given; nor do merges, new names or new kinds lead in a ring.
    """
    merges = _merged(row for row in found if row.verb == "merge")
    yield from _dropped_and_merged(found)
    yield from _decided_twice(found, merges)
    yield from _split_and_merged(found, merges)
    for verb in ("merge", "rename", "retype"):
        yield from _rings([row for row in found if row.verb == verb])


def _merged(rows: Iterator[Correction], kinds: Mapping[Node, str] | None = None) -> Groups:
    """Return the groups that merges make of names, each under the kind that it is given."""
    groups = Groups()
    for row in rows:
        left, right = ((kinds.get(node, node[0]) if kinds else node[0], node[1]) for node in (row.node, row.other_node))
        groups.join(left, right, Reason(rule="correction", names=(row.name, row.other)))
    return groups


def _dropped_and_merged(found: Sequence[Correction]) -> Iterator[Pair]:
    """Yield each merge together with a row that drops one of its names."""
    order = {id(row): number for number, row in enumerate(found)}
    dropped = {row.node: row for row in reversed(found) if row.verb == "drop"}
    for row in found:
        for node in (row.node, row.other_node) if row.verb == "merge" else ():
            if drop := dropped.get(node):
                yield (drop, row) if order[id(drop)] < order[id(row)] else (row, drop)


def _decided_twice(found: Sequence[Correction], merges: Groups) -> Iterator[Pair]:
    """Yield two rows that give one thing two names or two kinds, or drop what another row speaks of."""
    decided: dict[Node, list[Correction]] = {}
    for row in found:
        if row.verb in ("rename", "retype", "drop"):
            earlier_rows = decided.setdefault(merges.find(row.node), [])
            for earlier in earlier_rows:
                if earlier.other != row.other if earlier.verb == row.verb else "drop" in (earlier.verb, row.verb):
                    yield earlier, row
            if not any((row.verb, row.other) == (earlier.verb, earlier.other) for earlier in earlier_rows):
                earlier_rows.append(row)


def _split_and_merged(found: Sequence[Correction], merges: Groups) -> Iterator[Pair]:
    """Yield each split together with a row of the chain of merges that makes its names one."""
    given = {merges.find(row.node): row.other for row in found if row.verb == "retype"}
    ends = [node for row in found for node in (row.node, row.other_node) if row.verb in ("merge", "split")]
    kinds = {node: given[merges.find(node)] for node in ends if merges.find(node) in given}
    groups = _merged((row for row in found if row.verb == "merge"), kinds)
    for number, row in enumerate(found):
        if row.verb == "split" and row.node != row.other_node:
            left, right = (groups.find((kinds.get(node, node[0]), node[1])) for node in (row.node, row.other_node))
            if left == right:
                place, merge = next(
                    (place, other)
                    for place, other in enumerate(found)
                    if other.verb == "merge" and groups.find((kinds.get(other.node, other.kind), other.node[1])) == left
                )
                yield (merge, row) if place < number else (row, merge)


def _rings(rows: Sequence[Correction]) -> Iterator[Pair]:
    """Yield the last two rows of a ring of rows that each lead from one name, or kind, to the next."""
    leading: dict[tuple[Node, Node], tuple[int, Correction]] = {}
    sorter: TopologicalSorter[Node] = TopologicalSorter()
    for number, row in enumerate(rows):
        after = (row.other, row.node[1]) if row.verb == "retype" else row.other_node
        if after != row.node and (row.node, after) not in leading:
            leading[row.node, after] = (number, row)
            sorter.add(after, row.node)
    try:
        sorter.prepare()
    except CycleError as error:
        ring: list[Node] = error.args[1]
        earlier, later = sorted((leading[step] for step in pairwise(ring)), key=lambda found: found[0])[-2:]
        yield earlier[1], later[1]
