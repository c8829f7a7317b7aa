"""The endpoint: SPARQL 1.1 Protocol, queries only."""

from typing import Final
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kg.serve.workers import Workers

LONGEST_QUERY: Final = 1_000_000
"""Bytes of a request; the longest query of a person has a few thousand."""

_FORM: Final = "application/x-www-form-urlencoded"
_QUERY: Final = "application/sparql-query"
_READ_ONLY: Final = "this endpoint is read-only: it answers queries, not updates"


class _RefusedError(Exception):
    """A request that is no query; carries the status and what to say."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


async def answer(request: Request, workers: Workers) -> Response:
    """Return the answer to a request of the protocol: GET, POST of a form, or POST of the query itself."""
    try:
        query = await _query(request)
    except _RefusedError as refused:
        return PlainTextResponse(f"{refused}\n", status_code=refused.status)
    found = await run_in_threadpool(workers.ask, query, request.headers.get("accept", ""))
    return Response(found.body, found.status, media_type=found.media)


async def _query(request: Request) -> str:
    if request.method == "GET":
        return _only_query(parse_qs(request.url.query, keep_blank_values=True))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (_FORM, _QUERY):
        wrong = _READ_ONLY if kind == "application/sparql-update" else f"send the query as {_FORM} or {_QUERY}"
        raise _RefusedError(415, wrong)
    try:
        body = (await _body(request)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _RefusedError(400, "the query is not UTF-8 text") from error
    return body if kind == _QUERY else _only_query(parse_qs(body, keep_blank_values=True))


async def _body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_QUERY:
            raise _RefusedError(413, f"the query is longer than {LONGEST_QUERY} bytes")
    return body


def _only_query(given: dict[str, list[str]]) -> str:
    if "update" in given:
        raise _RefusedError(400, _READ_ONLY)
    if len(given.get("query", ())) != 1:
        raise _RefusedError(400, "give one parameter: query")
    if other := sorted({"default-graph-uri", "named-graph-uri"} & given.keys()):
        raise _RefusedError(400, f"there is one graph only: leave out {', '.join(other)}")
    return given["query"][0]
