"""Corrections: what a person decides about names, kept in a file that outlives every build."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.files import read_bytes
from kg.names import match_key
from kg.records import Reason
from kg.resolve.groups import Groups
from kg.resolve.rows import rows
from kg.vocabulary import LABEL_OF_KIND

VERBS: Final = {
    "merge": ("kind", "name", "name of the same thing"),
    "split": ("kind", "name", "alias that is another thing"),
    "rename": ("kind", "name", "preferred name"),
    "retype": ("kind", "name", "kind it has in truth"),
    "drop": ("kind", "name"),
}
"""The columns after each verb."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One row of a corrections file.

    Attributes
    ----------
    verb
        One of `VERBS`.
    kind, name
        What it speaks of.
    other
        The second name, or the new kind; empty for ``drop``.
    place
        Where it stands: the file and the row.
    """

    verb: str
    kind: str
    name: str
    other: str = ""
    place: str = ""

    @property
    def node(self) -> tuple[str, str]:
        """Kind and match key of its name."""
        return self.kind, match_key(self.name)

    @property
    def other_node(self) -> tuple[str, str]:
        """Kind and match key of its second name."""
        return self.kind, match_key(self.other)

    def __str__(self) -> str:
        return f"{self.place}: {' '.join(part for part in (self.verb, self.kind, self.name, self.other) if part)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections:
    """Corrections in the order of their rows."""

    rows: tuple[Correction, ...] = ()

    def of(self, verb: str) -> Iterator[Correction]:
        """Yield the corrections with a verb."""
        return (row for row in self.rows if row.verb == verb)


def read_corrections(path: Path) -> Corrections:
    """Read corrections from a file; see `parse_corrections`."""
    return parse_corrections(read_bytes(path, "corrections"), path.name)


def parse_corrections(content: bytes, name: str = "the corrections") -> Corrections:
    r"""Read corrections: tab-separated verb, kind, name and, save for ``drop``, a second name or kind.

    The build does not go on with corrections that have a fault.

    Parameters
    ----------
    content
        The bytes of the file.
    name
        Its name, for messages.

    Raises
    ------
    InputError
        At a row that does not fit its verb, or two rows that contradict each other.

    Examples
    --------
    >>> [row.verb for row in parse_corrections(b"# mine\nmerge\tmethod\tLASSO\tL1 regression", "fix.tsv").rows]
    ['merge']
    """
    found = tuple(_correction(fields, f"{name}, row {number}") for number, fields in rows(content, name))
    for earlier, later in _contradictions(found):
        raise InputError(f"{later} contradicts {earlier}; delete one of them")
    return Corrections(rows=found)


def _correction(fields: tuple[str, ...], place: str) -> Correction:
    verb = fields[0].casefold()
    if verb not in VERBS:
        raise InputError(f"{place}: {fields[0]!r} is no correction; begin with one of {', '.join(VERBS)}")
    if len(fields) != 1 + len(VERBS[verb]):
        raise InputError(f"{place}: {len(fields)} columns; write {verb}, {', '.join(VERBS[verb])}, separated by tabs")
    row = Correction(verb=verb, kind=fields[1], name=fields[2], other=fields[3] if len(fields) > 3 else "", place=place)
    for kind in (row.kind, row.other) if verb == "retype" else (row.kind,):
        if kind not in LABEL_OF_KIND:
            raise InputError(f"{place}: the kind {kind!r} is unknown; write one of {', '.join(LABEL_OF_KIND)}")
    if not match_key(row.name) or (verb != "drop" and not match_key(row.other)):
        raise InputError(f"{place}: a name is blank; fill it in or delete the row")
    if row.name == row.other:
        raise InputError(f"{place}: it names {row.name!r} twice; delete the row")
    return row


def _contradictions(found: tuple[Correction, ...]) -> Iterator[tuple[Correction, Correction]]:
    """Yield pairs of rows that cannot both hold, the earlier one first."""
    decided: dict[tuple[str, str], list[Correction]] = {}
    for row in found:
        if row.verb in ("rename", "retype", "drop"):
            for earlier in decided.get(row.node, ()):
                if earlier.other != row.other if earlier.verb == row.verb else "drop" in (earlier.verb, row.verb):
                    yield earlier, row
            decided.setdefault(row.node, []).append(row)
    yield from _contradicted_merges(found)
    yield from _split_and_merged(found)


def _contradicted_merges(found: tuple[Correction, ...]) -> Iterator[tuple[Correction, Correction]]:
    """Yield each merge together with a row that drops one of its names, or that merges them the other way round."""
    dropped = {row.node: row for row in reversed(found) if row.verb == "drop"}
    merged: dict[tuple[tuple[str, str], tuple[str, str]], Correction] = {}
    for number, row in enumerate(found):
        if row.verb == "merge":
            for drop in (dropped[node] for node in (row.node, row.other_node) if node in dropped):
                yield (drop, row) if drop in found[:number] else (row, drop)
            if row.node != row.other_node and (earlier := merged.get((row.other_node, row.node))):
                yield earlier, row
            merged.setdefault((row.node, row.other_node), row)


def _split_and_merged(found: Iterable[Correction]) -> Iterator[tuple[Correction, Correction]]:
    """Yield each split together with a row of the chain of merges that makes its names one."""
    found = tuple(found)
    groups = Groups()
    for row in found:
        if row.verb == "merge":
            groups.join(row.node, row.other_node, Reason(rule="correction", names=(row.name, row.other)))
    for row in found:
        one = groups.find(row.node)
        if row.verb == "split" and row.node != row.other_node and groups.find(row.other_node) == one:
            merge = next(other for other in found if other.verb == "merge" and groups.find(other.node) == one)
            yield (merge, row) if found.index(merge) < found.index(row) else (row, merge)
