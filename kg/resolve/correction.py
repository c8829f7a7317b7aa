"""A correction: one thing that a person decides about a name."""

from dataclasses import dataclass

from kg.names import match_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One row of a corrections file.

    Attributes
    ----------
    verb
        ``merge``, ``split``, ``rename``, ``retype`` or ``drop``.
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
