"""Content negotiation: which of the forms on offer a client likes best."""

from collections.abc import Sequence


def best(accept: str, offers: Sequence[str]) -> str | None:
    """Return the media type on offer that an ``Accept`` header likes best, the first of equals; None if it wants none.

    Parameters
    ----------
    accept
        The header; empty means that anything will do.
    offers
        Media types, the preferred one first.

    Examples
    --------
    >>> best("text/turtle;q=0.9, text/html;q=0.5, */*;q=0.1", ["text/html", "text/turtle"])
    'text/turtle'
    >>> best("image/png", ["text/html"]) is None
    True
    """
    wishes = [_wish(part) for part in accept.split(",") if part.strip()]
    if not wishes:
        return offers[0]
    liked = [_liking(offer, wishes) for offer in offers]
    return offers[liked.index(max(liked))] if max(liked) > 0 else None


def _wish(part: str) -> tuple[str, float]:
    """Return the range of media types of a part of the header, and its quality; one that makes no sense is 0."""
    media, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = next((piece.removeprefix("q=") for piece in parameters if piece.startswith("q=")), "1")
    try:
        return media, min(max(float(quality), 0.0), 1.0)
    except ValueError:
        return media, 0.0


def _liking(offer: str, wishes: Sequence[tuple[str, float]]) -> float:
    """Return the quality of the most specific range that an offer is in."""
    ranges = (offer, f"{offer.partition('/')[0]}/*", "*/*")
    for wanted in ranges:
        if found := [quality for media, quality in wishes if media == wanted]:
            return max(found)
    return 0.0
