"""The page for people who read it by other means: axe-core finds nothing serious on it."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.graph import KnowledgeGraph
from tests.export.visiting import Open, Visit
from tests.graphs import hostile, library

pytestmark = pytest.mark.browser

AXE = gzip.decompress((Path(__file__).parent / "axe/axe.min.js.gz").read_bytes()).decode()
RUN = """async () => (await axe.run()).violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} at ${target}: ${any[0]?.message ?? ""}`))"""


def findings(seen: Visit) -> list[str]:
    """Return what axe-core takes for a serious fault, and where."""
    seen.page.evaluate(f"() => {{ {AXE} }}")
    return list(seen.page.evaluate(RUN))


def unfolded(seen: Visit) -> None:
    """Open everything that stands beside the drawing."""
    seen.page.locator("#narrow summary").click()
    seen.click("Table")
    seen.open("pinenet")
    seen.page.locator("#panel .why").first.click()


STATES: dict[str, Callable[[Visit], object]] = {
    "at first sight": lambda seen: None,
    "with all beside it": unfolded,
    "while searching": lambda seen: seen.seek("net"),
    "with nothing found": lambda seen: seen.seek("zebra"),
    "on a connection": lambda seen: seen.page.mouse.click(*seen.spot("OakNet")),
    "with a query": lambda seen: seen.click("SPARQL"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_axe_finds_nothing_serious(visit: Open, scheme: str, state: Callable[[Visit], object]):
    seen = visit(library(), scheme=scheme)
    state(seen)
    assert findings(seen) == []


@pytest.mark.parametrize("graph", [hostile(), KnowledgeGraph()], ids=["hostile", "nothing"])
def test_axe_finds_nothing_serious_on_odd_graphs(visit: Open, graph: KnowledgeGraph):
    assert findings(visit(graph)) == []


def test_every_control_has_a_name(visit: Open):
    seen = visit(library())
    unfolded(seen)
    for role in ("button", "checkbox", "combobox", "searchbox", "slider", "spinbutton", "region", "application"):
        for control in seen.page.get_by_role(role).all():  # type: ignore[arg-type]
            assert control.aria_snapshot().split('"')[1:2] not in ([], [""]), control.evaluate("node => node.outerHTML")
