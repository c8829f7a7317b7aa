"""The answer to one query, in the form that the client likes best, up to a size."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, QueryTriples, RdfFormat, Store

from kg.errors import KgError
from kg.query.asking import run
from kg.serve.accept import best

RESULTS: Final = {
    "application/sparql-results+json": QueryResultsFormat.JSON,
    "application/sparql-results+xml": QueryResultsFormat.XML,
    "text/csv": QueryResultsFormat.CSV,
    "text/tab-separated-values": QueryResultsFormat.TSV,
    "application/json": QueryResultsFormat.JSON,
    "application/xml": QueryResultsFormat.XML,
}
GRAPHS: Final = {
    "text/turtle": RdfFormat.TURTLE,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/rdf+xml": RdfFormat.RDF_XML,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What goes back to a client."""

    status: int = 200
    media: str = "text/plain"
    body: bytes


class _TooLargeError(Exception):
    """An answer that outgrew its limit."""


class _Limited(BytesIO):
    """A buffer that takes so many bytes."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, content: bytes, /) -> int:  # type: ignore[override]
        if self.tell() + len(content) > self._most:
            raise _TooLargeError
        return super().write(content)


def reply(store: Store, query: str, accept: str, most: int) -> Reply:
    """Return the answer to a query, or what is wrong with it.

    Parameters
    ----------
    accept
        The header of that name; empty means that any form will do.
    most
        Bytes that the answer may have.
    """
    try:
        found = run(store, query)
    except KgError as error:
        return _said(400, str(error))
    offers = GRAPHS if isinstance(found, QueryTriples) else RESULTS
    media = best(accept, list(offers))
    if media is None:
        return _said(406, f"this answer comes as one of: {', '.join(offers)}")
    try:
        return Reply(media=media, body=_serialised(found, media, most))
    except _TooLargeError:
        return _said(
            500, f"the answer has more than {most / 1e6:g} megabytes; ask for a part of it by LIMIT and OFFSET"
        )


def _said(status: int, message: str) -> Reply:
    return Reply(status=status, body=f"{message}\n".encode())


def _serialised(found: QuerySolutions | QueryBoolean | QueryTriples, media: str, most: int) -> bytes:
    buffer = _Limited(most)
    if isinstance(found, QueryTriples):
        found.serialize(buffer, format=GRAPHS[media])
    else:
        found.serialize(buffer, format=RESULTS[media])
    return buffer.getvalue()
