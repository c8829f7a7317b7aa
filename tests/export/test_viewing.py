"""The page from Python: opened in a browser, framed in a notebook."""

import webbrowser
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kg.errors import OutputError
from kg.export.page import page
from kg.export.viewing import NOTEBOOK_PAPERS
from tests.export.test_page import many_papers
from tests.graphs import hostile, library


class Frames(HTMLParser):
    """The elements outside of any frame, and the attributes of the last."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were handed to the browser, none of which it opened."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses


def test_show_writes_the_page_and_opens_it(opened: list[str], tmp_path: Path):
    path = library().show(tmp_path / "a page.html")
    assert path.read_text(encoding="utf-8") == page(library())
    assert opened == [path.as_uri()]


def test_show_finds_a_place_of_its_own(opened: list[str]):
    path = library().show()
    assert path.name == "graph.html"
    assert opened == [path.as_uri()]


def test_show_says_where_it_cannot_write(opened: list[str], tmp_path: Path):
    with pytest.raises(OutputError, match=r"cannot write .*nowhere.*: No such file or directory; name another file"):
        library().show(tmp_path / "nowhere" / "page.html")
    assert opened == []


def test_a_notebook_gets_the_page_in_a_frame_that_cannot_reach_it():
    [(tag, attributes)] = Frames(hostile()._repr_html_()).found
    assert tag == "iframe"
    assert attributes["srcdoc"] == page(hostile())
    assert "allow-same-origin" not in (attributes["sandbox"] or "")


def test_a_notebook_is_spared_the_details_of_a_large_collection():
    framed = many_papers(NOTEBOOK_PAPERS + 1)._repr_html_()
    assert f"Search finds {NOTEBOOK_PAPERS} of the papers" in framed


@pytest.mark.browser
def test_the_frame_of_a_notebook_works_within_it(tab: Any, tmp_path: Path):
    """A notebook puts the frame into a page of its own: the picture is there, is searched, and asks for nothing."""
    asked: list[str] = []
    errors: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><title>Notebook</title><div>{library()._repr_html_()}</div>", encoding="utf-8")
    tab.goto(path.as_uri())
    framed = tab.frame_locator("iframe")
    framed.locator("html[data-ready]").wait_for(state="attached")
    framed.locator("#query").fill("oaknet")
    framed.locator("#query").press("Enter")
    assert framed.locator("#panel h2").text_content() == "OakNet"
    framed.get_by_role("button", name="Focus", exact=True).click()
    assert framed.locator("#reset").is_visible()
    framed.get_by_role("button", name="Close (Esc)").click()
    assert framed.locator("#panel").is_hidden()
    assert errors == []
    assert {url for url in asked if not url.startswith("about:")} == {path.as_uri()}
