"""The addresses of the server, and who may ask."""

from pathlib import Path

from pyoxigraph import Store
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from kg.query import open_store
from kg.query.names import base_of
from kg.serve import HOST, sparql
from kg.serve.accept import best
from kg.serve.pages import POLICY, described, html, node_of_path, turtle

PAGE_FILE = "graph.html"
_HTML, _TURTLE = "text/html", "text/turtle"


def application(folder: Path) -> Starlette:
    """Return the application that answers for a build; see `kg.serve.application`."""
    store = open_store(folder)
    base = base_of(store)

    async def page(_: Request) -> Response:
        if not (folder / PAGE_FILE).is_file():
            return PlainTextResponse(f"{folder} holds no {PAGE_FILE}; SPARQL is at /sparql\n", status_code=404)
        return FileResponse(folder / PAGE_FILE, media_type=_HTML)

    async def query(request: Request) -> Response:
        return await sparql.answer(request, store)

    async def node(request: Request) -> Response:
        return await run_in_threadpool(_node, request, store, base)

    routes = [
        Route("/", page),
        Route("/sparql", query, methods=["GET", "POST"]),
        Route("/{path:path}", node),
    ]
    # Loopback is no fence against a page in the user's own browser: a name that resolves here must not be let in.
    return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])])


def _node(request: Request, store: Store, base: str) -> Response:
    path = request.scope.get("raw_path", request.url.path.encode()).decode("latin-1").partition("?")[0]
    found = node_of_path(base, path)
    outgoing, incoming = described(store, found) if found else ([], [])
    if found is None or not outgoing:
        return PlainTextResponse("the graph says nothing of this address\n", status_code=404)
    media = best(request.headers.get("accept", ""), [_HTML, _TURTLE])
    headers = {"Vary": "Accept"}
    if media == _TURTLE:
        return Response(turtle(outgoing, base), media_type=f"{_TURTLE}; charset=utf-8", headers=headers)
    if media == _HTML:
        content = html(store, found, outgoing, incoming, base)
        return Response(content, media_type=_HTML, headers={**headers, "Content-Security-Policy": POLICY})
    return PlainTextResponse(f"this comes as one of: {_HTML}, {_TURTLE}\n", status_code=406)
