"""An entry of a lexicon: one thing, its names and where else it is known."""

from dataclasses import dataclass
from typing import Final

from kg.errors import InputError

_SCHEMES: Final = ("http://", "https://", "urn:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing of a lexicon.

    Attributes
    ----------
    id
        What the lexicon calls it; unique in the lexicon.
    name, aliases
        Its preferred name and the other ones.
    links, close
        IRIs of the same thing outside, and of close ones.
    place
        Where it stands: the file and the row, or the IRI.
    own
        Whether a user brings it. One that kg ships suggests: it names nothing, makes no vague word clear, and gives
        an acronym no meaning besides those that the collection defines.
    """

    kind: str
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    place: str = ""
    own: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the preferred one first."""
        return (self.name, *self.aliases)


def checked_link(link: str, place: str) -> str:
    """Return a link if it is an IRI that any format can hold.

    Raises
    ------
    InputError
        If it is none; `place` says where it stands.
    """
    if not link.startswith(_SCHEMES) or not link.isprintable() or any(sign in link for sign in ' <>"{}|\\^`'):
        raise InputError(f"{place}: the link {link!r} is no IRI; write it out, with http:// or https://")
    return link
