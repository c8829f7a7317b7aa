"""Corrections: what a person decides about names, kept in a file that outlives every build."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kg.errors import InputError
from kg.files import read_bytes
from kg.names import match_key
from kg.resolve.contradictions import contradictions
from kg.resolve.correction import Correction
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
    for earlier, later in contradictions(found):
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
