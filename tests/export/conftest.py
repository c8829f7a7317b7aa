"""Chromium for the tests of the page: offline, and one for all of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.export.page import write_page
from kg.graph import KnowledgeGraph
from tests.conftest import CHROMIUM
from tests.export.visiting import FLAGS, PATIENCE, Open, Visit


@pytest.fixture(scope="session")
def tab(chromium: Any) -> Iterator[Any]:
    """A tab of a browser that is offline."""
    browser = chromium.launch(executable_path=str(CHROMIUM), args=FLAGS, timeout=PATIENCE)
    tab = browser.new_context(offline=True, reduced_motion="reduce").new_page()
    tab.set_default_timeout(PATIENCE)
    yield tab
    browser.close()


@pytest.fixture
def visit(tab: Any, tmp_path: Path) -> Iterator[Open]:
    """Open the page of a graph; whatever leaves the disk or shows in the console fails the test at its end."""
    path, seen = tmp_path / "graph.html", Visit(tab)
    listeners = {
        "request": lambda request: seen.requests.append(request.url),
        "console": lambda message: seen.complaints.append(message.text),
        "pageerror": lambda error: seen.complaints.append(str(error)),
        "dialog": lambda dialog: (seen.complaints.append(dialog.message), dialog.dismiss()),
    }

    def opened(graph: KnowledgeGraph, address: str = "", scheme: str = "light", width: int = 1280) -> Visit:
        tab.emulate_media(color_scheme=scheme)
        tab.set_viewport_size({"width": width, "height": 800})
        write_page(graph, path)
        tab.goto("about:blank")
        tab.goto(f"{path.as_uri()}{address}")
        tab.wait_for_selector("html[data-ready]")
        return seen

    for event, listener in listeners.items():
        tab.on(event, listener)
    yield opened
    for event, listener in listeners.items():
        tab.remove_listener(event, listener)
    assert seen.complaints == []
    left = {url.partition("#")[0] for url in seen.requests if not url.startswith("blob:file:///")}
    assert left <= {"about:blank", path.as_uri()}
