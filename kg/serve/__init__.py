"""Serve a build on this machine: its page, SPARQL, and an answer for the IRI of every paper and entity.

>>> from kg.serve import application
>>> application("exports", "store")       # doctest: +SKIP
"""

import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import MissingExtraError, OptionError
from kg.serve.passing import passing_folder

if TYPE_CHECKING:
    from starlette.applications import Starlette

HOST = "127.0.0.1"
MOST_SECONDS = 30.0
"""How long a query may take unless told; the slowest named question takes a second at 10,000 papers."""
MOST_BYTES = 100_000_000
"""How large an answer may be unless told; it is held in memory, and so is what a browser makes of it."""
_MISSING = "kg serve needs starlette and uvicorn; install them with: pip install '.[serve]' in a clone"


def application(
    folder: str | Path,
    store: str | Path,
    *,
    seconds: float = MOST_SECONDS,
    size: int = MOST_BYTES,
    origins: Sequence[str] = (),
) -> "Starlette":
    """Return the application that answers for a build.

    Parameters
    ----------
    folder
        Holds ``graph.ttl``, and ``graph.html`` if there is to be a page at ``/``.
    store
        Where the graph is loaded to, on disk, unless it stands there already.
    seconds, size
        How long a query may take, and how many bytes its answer may have.
    origins
        Other sites whose pages may read the answers, such as ``https://example.org``; ``*`` for all.

    Raises
    ------
    MissingExtraError
        If starlette is not installed.
    InputError
        If the folder holds no build.
    OptionError
        If something else stands where the store should.
    """
    try:
        from kg.serve.routes import application as made
    except ImportError as error:
        raise MissingExtraError(_MISSING) from error
    from kg.query.disk import load_on_disk
    from kg.query.source import turtle_file

    load_on_disk(turtle_file(Path(folder)), Path(store))
    return made(Path(folder), Path(store), seconds=seconds, size=size, origins=origins)


def serve(
    folder: str | Path,
    port: int = 8000,
    *,
    store: str | Path | None = None,
    seconds: float = MOST_SECONDS,
    size: int = MOST_BYTES,
    origins: Sequence[str] = (),
) -> None:
    """Answer for a build on the loopback interface until interrupted.

    Parameters
    ----------
    store
        Where the graph is kept loaded for the next time; in a folder that goes with the server unless given.

    Raises
    ------
    MissingExtraError
        If starlette or uvicorn is not installed.
    OptionError
        If the port cannot be had, or something else stands where the store should.
    InputError
        If the folder holds no build.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtraError(_MISSING) from error
    with _listening(port) as listener, passing_folder() as passing:
        app = application(folder, store or passing / "store", seconds=seconds, size=size, origins=origins)
        print(f"Serving {folder} at http://{HOST}:{listener.getsockname()[1]}/ (stop with Ctrl-C)", flush=True)  # noqa: T201 - says where, for people
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise OptionError(f"port {port} cannot be had: {error.strerror}; choose another with --port") from error
    return listener
