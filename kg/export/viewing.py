"""The page looked at from Python: opened in a browser, or in a frame of a notebook."""

import tempfile
import webbrowser
from html import escape
from pathlib import Path

from kg.errors import OutputError
from kg.export.page import page, write_page
from kg.graph import KnowledgeGraph

NOTEBOOK_PAPERS = 200
"""Papers whose details the page in a notebook carries at most: a notebook keeps every picture it ever showed."""
FRAME_HEIGHT = 640
"""Pixels of the frame in a notebook."""


def show(graph: KnowledgeGraph, path: Path | None = None) -> Path:
    """Write the page of a graph, open it in the browser and return where it is.

    Parameters
    ----------
    graph
        What to show.
    path
        Where the page is written; in a new folder for temporary files unless told.

    Raises
    ------
    OutputError
        If the page cannot be written.
    """
    try:
        written = (path or Path(tempfile.mkdtemp(prefix="kg-")) / "graph.html").resolve()
        write_page(graph, written)
    except OSError as error:
        raise OutputError(f"cannot write {error.filename or path}: {error.strerror}; name another file") from error
    webbrowser.open(written.as_uri())
    return written


def frame(graph: KnowledgeGraph) -> str:
    """Return the page of a graph in a frame, as notebooks show it.

    The frame has an origin of its own: the page can neither read the notebook nor be taken for a part of it.
    """
    held = escape(page(graph, most=NOTEBOOK_PAPERS))
    return (
        f'<iframe title="Knowledge graph" width="100%" height="{FRAME_HEIGHT}" style="border:0" '
        f'sandbox="allow-scripts allow-downloads allow-popups" srcdoc="{held}"></iframe>'
    )
