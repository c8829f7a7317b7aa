"""The served pages in Chromium, which may reach this server and nothing else: what a person asks, clicks and reads."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from kg.export.rdf import write_rdf
from kg.query import questions
from kg.store import write_extractions
from tests.conftest import CHROMIUM
from tests.graphs import extracted, library

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install papers-kg[dev])")

ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", ALONE]

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    write_rdf(library(), folder / "graph.ttl")
    write_extractions(folder / "extractions.jsonl", extracted(library()))
    command = [sys.executable, "-c", "import sys; from kg.serve import serve; serve(sys.argv[1], 0)", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]  # type: ignore[index]
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def browser(chromium: Any) -> Iterator["playwright_api.Browser"]:
    browser = chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def tab(browser: "playwright_api.Browser", address: str) -> Iterator["playwright_api.Page"]:
    """A tab in which nothing may go wrong and from which no request may leave for elsewhere."""
    context = browser.new_context()
    untoward: list[str] = []
    context.on("request", lambda r: None if r.url.startswith((address, "data:")) else untoward.append(r.url))
    context.on("console", lambda m: untoward.append(m.text) if m.type == "error" else None)
    context.on("weberror", lambda e: untoward.append(str(e.error)))
    tab = context.new_page()
    tab.set_default_timeout(90_000)  # a busy machine takes a while
    yield tab
    context.close()
    assert untoward == []


def test_every_named_question_is_an_example_and_one_is_answered_by_a_click(tab, address: str):
    tab.goto(f"{address}/query")
    buttons = tab.locator("#questions button")
    assert buttons.all_text_contents() == [question.description for question in questions()]
    buttons.filter(has_text="Which datasets are used most?").click()
    tab.wait_for_selector(".tabPanel.active .yasr .dataTable tbody tr >> text=CIFAR-10")
    # CIFAR-10 is used by two papers, ImageNet and Forest-10 by one each
    names = tab.locator(".tabPanel.active .dataTable tbody tr").all_text_contents()
    assert [name for row in names for name in ("CIFAR-10", "Forest-10", "ImageNet") if name in row] == [
        "CIFAR-10",
        "Forest-10",
        "ImageNet",
    ]


def test_an_entity_in_an_answer_leads_to_its_page_on_this_server(tab, address: str):
    tab.goto(f"{address}/query")
    tab.locator("#questions button").filter(has_text="Which datasets are used most?").click()
    with tab.context.expect_page() as opened:
        tab.locator(".tabPanel.active .dataTable a[href$='dataset/cifar-10']").click()
    assert opened.value.url == f"{address}/papers-kg/id/dataset/cifar-10"
    opened.value.wait_for_selector("h1 >> text=CIFAR-10")


def test_a_person_searches_reads_an_entity_and_goes_on_to_a_paper(tab, address: str):
    tab.goto(f"{address}/query")
    tab.fill("nav input", "pine network")
    tab.press("nav input", "Enter")
    tab.get_by_role("link", name="PineNet", exact=True).click()
    assert tab.locator("blockquote mark").first.text_content() == "PineNet"
    tab.get_by_role("link", name="OakNet: wider than PineNet").first.click()
    assert tab.locator("h1").text_content() == "OakNet: wider than PineNet paper"


def test_a_wrong_query_is_answered_with_line_and_column(browser, address: str):
    tab = browser.new_page()  # the browser itself complains of the status, as it should
    tab.goto(f"{address}/query")
    tab.wait_for_selector(".tabPanel.active .CodeMirror")
    tab.evaluate("() => { const tab = yasgui.getTab(); tab.setQuery('SELECT * { ?s ?p '); tab.query().catch(() => 0) }")
    tab.wait_for_selector(".tabPanel.active .yasr >> text=line 1, column 18")
    tab.close()
