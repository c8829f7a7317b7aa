"""Serve a build on this machine: its page, SPARQL, and an answer for the IRI of every paper and entity.

>>> from kg.serve import application
>>> application("exports")       # doctest: +SKIP
"""

import socket
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from starlette.applications import Starlette

HOST = "127.0.0.1"
_MISSING = "kg serve needs starlette and uvicorn; install them with: pip install 'papers-kg[serve]'"


def application(folder: str | Path) -> "Starlette":
    """Return the application that answers for a build.

    Parameters
    ----------
    folder
        Holds ``graph.ttl``, and ``graph.html`` if there is to be a page at ``/``.

    Raises
    ------
    MissingExtraError
        If starlette is not installed.
    InputError
        If the folder holds no build.
    """
    try:
        from kg.serve.routes import application as made
    except ImportError as error:
        raise MissingExtraError(_MISSING) from error
    return made(Path(folder))


def serve(folder: str | Path, port: int = 8000) -> None:
    """Answer for a build on the loopback interface until interrupted.

    Raises
    ------
    MissingExtraError
        If starlette or uvicorn is not installed.
    OptionError
        If the port cannot be had.
    InputError
        If the folder holds no build.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtraError(_MISSING) from error
    with _listening(port) as listener:
        app = application(folder)
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
