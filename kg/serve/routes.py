"""The addresses of the server, and who may ask."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from kg.query.disk import open_on_disk
from kg.query.names import base_of
from kg.serve import HOST, editor, sparql
from kg.serve.accept import best
from kg.serve.mentions import Mentions
from kg.serve.pages import POLICY, Site
from kg.serve.workers import Workers

PAGE_FILE: Final = "graph.html"
_HTML, _TURTLE = "text/html", "text/turtle"
_THIS_MACHINE: Final = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"


def application(folder: Path, store: Path, *, seconds: float, size: int, origins: Sequence[str]) -> Starlette:
    """Return the application that answers for a build from a store on disk; see `kg.serve.application`."""
    held = open_on_disk(store)
    site = Site(held, base_of(held), Mentions(folder / "extractions.jsonl"))
    workers = Workers(store, seconds=seconds, size=size)

    async def page(_: Request) -> Response:
        if not (folder / PAGE_FILE).is_file():
            return PlainTextResponse(f"{folder} holds no {PAGE_FILE}; SPARQL is at /sparql\n", status_code=404)
        return FileResponse(folder / PAGE_FILE, media_type=_HTML)

    async def query(request: Request) -> Response:
        return await sparql.answer(request, workers)

    async def write(_: Request) -> Response:
        return Response(editor.page(site.base), media_type=_HTML, headers={"Content-Security-Policy": editor.POLICY})

    async def part(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in editor.FILES:
            return PlainTextResponse("there is no such file\n", status_code=404)
        return FileResponse(editor.FOLDER / name, media_type=editor.FILES[name])

    async def search(request: Request) -> Response:
        return await run_in_threadpool(lambda: _page(site.search(request.query_params.get("q", ""))))

    async def node(request: Request) -> Response:
        return await run_in_threadpool(_node, request, site)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        workers.close()

    routes = [
        Route("/", page),
        Route("/sparql", query, methods=["GET", "POST"]),
        Route("/query", write),
        Route("/editor/{name}", part),
        Route("/search", search),
        Route("/{path:path}", node),
    ]
    return Starlette(routes=routes, middleware=_doors(origins), lifespan=lifespan)


def _doors(origins: Sequence[str]) -> list[Middleware]:
    """Return what lets requests in.

    Loopback is no fence against a page in the user's own browser: a name that resolves here is not let in, and the
    pages of other sites may read answers only if the user says so.
    """
    return [
        Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"]),
        Middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_origin_regex=_THIS_MACHINE,
            allow_methods=["GET", "POST"],
            allow_headers=["*"],
        ),
    ]


def _page(content: str) -> Response:
    return Response(content, media_type=_HTML, headers={"Vary": "Accept", "Content-Security-Policy": POLICY})


def _node(request: Request, site: Site) -> Response:
    path = request.scope.get("raw_path", request.url.path.encode()).decode("latin-1").partition("?")[0]
    found = site.node_of_path(path)
    if found is None:
        return PlainTextResponse("the graph says nothing of this address\n", status_code=404)
    media = best(request.headers.get("accept", ""), [_HTML, _TURTLE])
    if media == _TURTLE:
        return Response(site.turtle(found), media_type=f"{_TURTLE}; charset=utf-8", headers={"Vary": "Accept"})
    if media == _HTML:
        return _page(site.page(found))
    return PlainTextResponse(f"this comes as one of: {_HTML}, {_TURTLE}\n", status_code=406)
