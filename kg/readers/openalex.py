"""Works of OpenAlex: their nested fields under the names that other formats use."""

from collections.abc import Mapping
from typing import Any


def is_work(fields: Mapping[str, Any]) -> bool:
    """Return whether an object is a work of OpenAlex."""
    return "abstract_inverted_index" in fields or "authorships" in fields


def flattened(work: Mapping[str, Any]) -> dict[str, Any]:
    """Return a work with its abstract as text, its authors as names and its venue.

    Examples
    --------
    >>> flattened({"abstract_inverted_index": {"things": [1], "Many": [0]}})["abstract"]
    'Many things'
    """
    place, index = work.get("primary_location"), work.get("abstract_inverted_index")
    venue = place.get("source") if isinstance(place, dict) else None
    return {
        **work,
        # one that is not understood is handed on, to be reported
        "abstract": abstract_of(index) or work.get("abstract") or index,
        "authors": work.get("authorships") or work.get("authors"),
        "venue": (venue.get("display_name") if isinstance(venue, dict) else None) or work.get("venue"),
    }


def abstract_of(index: object) -> str:
    """Return the text whose words an inverted index places; what is no position is passed over."""
    if not isinstance(index, dict):
        return ""
    placed = (
        (position, word)
        for word, positions in index.items()
        if isinstance(positions, list)
        for position in positions
        if isinstance(position, int)
    )
    return " ".join(word for _, word in sorted(placed))
