"""Narrowing the page in Chromium: by line, year, support and confidence; away with a node, around a node, and back."""

from typing import Any

import pytest

from kg.graph import KnowledgeGraph
from tests.export.test_page import many_papers
from tests.export.visiting import Open, Visit
from tests.graphs import a_paper, an_entity, assembled, hostile, library

pytestmark = pytest.mark.browser

WHOLE = "Shown: 6 papers, 15 entities"


def narrowable(visit: Open, graph: KnowledgeGraph | None = None) -> Visit:
    """Open a page and unfold what narrows it."""
    seen = visit(graph or library())
    seen.page.locator("#narrow summary").click()
    return seen


def crowd() -> KnowledgeGraph:
    """Return a method that forty entities and forty papers with long names are joined to."""
    names = [f"a method of quite a long name {number}" for number in range(40)]
    papers = [
        a_paper(n, f"text:{n:03}", f"On the use of X in quite a long title {n}", ["It uses X."]) for n in range(40)
    ]
    first = papers[0].paper.id
    claims = [(paper.paper.id, "used", "method/x", {paper.paper.id: (0.9, 0)}) for paper in papers]
    claims += [(f"method/{n}", "PART-OF", "method/x", {first: (0.9, 0)}) for n in range(40)]
    entities = [an_entity("method/x", "X"), *(an_entity(f"method/{n}", name) for n, name in enumerate(names))]
    return assembled(papers, entities, claims)


NAMES = """() => {
    kgDrawing.network.redraw();
    return kgDrawing.painter.placed(kgDrawing.network.getScale()).map(({ thing, box }) => [thing.id, thing.near, box]);
}"""
"""The names that are shown: of which node, whether it is among what was chosen, and in which box of the screen."""


def overlaps(names: list[list[Any]]) -> int:
    """Return how many pairs of names lie on each other."""
    boxes = [box for *_, box in names]
    return sum(
        a["left"] < b["right"] and b["left"] < a["right"] and a["top"] < b["bottom"] and b["top"] < a["bottom"]
        for place, a in enumerate(boxes)
        for b in boxes[:place]
    )


def test_a_role_that_is_unchecked_takes_its_lines_and_lone_nodes_away(visit: Open):
    seen = narrowable(visit)
    seen.page.get_by_label("Uses", exact=False).first.uncheck()
    assert "used" not in seen.lines()
    assert len(seen.lines()) == 29  # 38 lines of which nine say that a paper uses something
    assert seen.status == "Shown: 6 papers, 13 entities"  # CIFAR-10 and ImageNet were only used


def test_lines_are_unchecked_and_checked_by_keyboard(visit: Open):
    seen = narrowable(visit)
    box = seen.page.locator('[data-line="USED-FOR"]')
    box.focus()
    seen.page.keyboard.press("Space")
    assert "USED-FOR" not in seen.lines()
    seen.page.keyboard.press("Space")
    assert seen.lines().count("USED-FOR") == 4


def test_years_leave_papers_of_those_years_alone(visit: Open):
    seen = narrowable(visit)
    seen.page.get_by_label("Papers from the year").fill("2020")
    assert seen.status.startswith("Shown: 3 papers")
    seen.page.get_by_label("Papers up to the year").focus()
    seen.page.keyboard.type("2020")
    assert seen.status.startswith("Shown: 1 paper,")


def test_support_leaves_relations_that_so_many_papers_state(visit: Open):
    seen = narrowable(visit)
    seen.page.get_by_label("Relations that at least so many papers state").fill("2")
    assert [line for line in seen.lines() if line.isupper() and line != "RELATED"] == ["USED-FOR"]


def test_confidence_leaves_what_is_surer(visit: Open):
    seen = narrowable(visit)
    slider = seen.page.get_by_label("Confidence of at least")
    slider.focus()
    for _ in range(15):
        seen.page.keyboard.press("ArrowRight")
    assert slider.input_value() == "0.75"
    assert len(seen.lines()) == 35  # 0.7, 0.6 and 0.7 are gone
    slider.fill("0.9")
    assert len(seen.lines()) == 29


@pytest.mark.parametrize("work", [Visit.click, Visit.press])
def test_a_node_is_put_away_until_the_reset(visit: Open, work):
    seen = visit(library())
    seen.open("oaknet")
    work(seen, "Hide")
    assert seen.status == "Shown: 6 papers, 14 entities"
    assert seen.page.locator("#panel").is_hidden()
    work(seen, "Reset")
    assert seen.status == WHOLE
    assert seen.page.locator("#reset").is_hidden()


@pytest.mark.parametrize("work", [Visit.click, Visit.press])
def test_a_focus_shows_a_node_and_its_neighbours_alone(visit: Open, work):
    seen = visit(library())
    seen.open("elmnet")
    work(seen, "Focus")
    assert seen.status == "Shown: 2 papers, 2 entities"
    work(seen, "Leave focus")
    assert seen.status == WHOLE


@pytest.mark.parametrize("work", [Visit.click, Visit.press])
def test_expanding_brings_in_neighbours_and_the_reset_takes_them_away(visit: Open, work):
    seen = visit(many_papers(80), "#method%2Fx")
    assert seen.status == "Shown: 60 papers, 1 entity"
    work(seen, "Expand (12 of 20)")
    assert seen.status == "Shown: 72 papers, 1 entity"
    work(seen, "Expand (8 of 8)")
    assert seen.status == "Shown: 80 papers, 1 entity"
    work(seen, "Reset")
    assert seen.status == "Shown: 60 papers, 1 entity"


def test_narrowing_to_years_brings_in_papers_of_those_years_that_are_not_drawn(visit: Open):
    papers = [a_paper(n, f"text:{n:03}", f"Paper {n}", ["It uses X."], year=2000 + n // 60) for n in range(120)]
    claims = [(paper.paper.id, "used", "method/x", {paper.paper.id: (0.9, 0)}) for paper in papers]
    seen = narrowable(visit, assembled(papers, [an_entity("method/x", "X")], claims))
    assert seen.status == "Shown: 60 papers, 1 entity"
    seen.page.get_by_label("Papers from the year").fill("2001")
    assert seen.status == "Shown: 60 papers, 1 entity"
    years = "kgDrawing.view.get().filter(({ kind }) => kind === 'paper').every(({ id }) => Number(id.slice(1)) >= 60)"
    assert seen.page.evaluate(years)
    seen.click("Reset")
    assert seen.page.evaluate("kgDrawing.nodes.length") == 61


def test_the_reset_puts_nodes_back_where_they_were(visit: Open):
    seen = visit(library())
    places = "kgDrawing.nodes.get({ order: 'id' }).map(({ id, x, y }) => [id, x, y])"
    before = seen.page.evaluate(places)
    seen.open("pinenet")
    seen.click("Focus")
    assert seen.page.evaluate(places) != before
    seen.click("Reset")
    assert seen.page.evaluate(places) == before


def test_the_address_keeps_what_was_narrowed(visit: Open):
    seen = narrowable(visit)
    seen.page.get_by_label("Papers from the year").fill("2020")
    seen.page.locator('[data-line="mentioned"]').uncheck()
    seen.page.get_by_label("Metrics").uncheck()
    seen.open("forest-10")
    address, status = "#" + seen.page.url.partition("#")[2], seen.status
    again = visit(library(), address)
    assert (again.status, again.heading) == (status, "Forest-10")
    assert not again.page.get_by_label("Metrics").is_checked()
    assert again.page.locator('[data-field="from"]').input_value() == "2020"


def test_choosing_what_lies_out_of_focus_leaves_it(visit: Open):
    seen = visit(library(), "#method%2Felmnet?focus=method%2Felmnet")
    assert seen.status == "Shown: 2 papers, 2 entities"
    seen.open("oaknet")
    assert seen.status == WHOLE


@pytest.mark.parametrize(
    "address",
    [
        "#?focus=nobody",
        "#?from=x&support=-3&sure=7e9",
        "#??&&==",
        "#?expand=<img src=x onerror=alert(1)>",
        "#?away=%E0%A4%A",
    ],
)
def test_an_address_that_narrows_by_nonsense_shows_a_page(visit: Open, address: str):
    assert visit(library(), address).status.startswith("Shown: ")


def test_names_around_a_chosen_node_do_not_lie_on_each_other(visit: Open):
    names = visit(crowd(), "#method%2Fx").page.evaluate(NAMES)
    assert sum(near for _, near, _ in names) > 20
    assert overlaps(names) == 0


def test_most_names_in_focus_are_there_and_none_lies_on_another(visit: Open):
    seen = visit(crowd(), "#method%2Fx?focus=method%2Fx")
    assert seen.status == "Shown: 18 papers, 19 entities"
    names = seen.page.evaluate(NAMES)
    assert len(names) > 20
    assert overlaps(names) == 0


def test_from_nearer_all_names_in_focus_are_there(visit: Open):
    seen = visit(crowd(), "#method%2Fx?focus=method%2Fx")
    for _ in range(4):
        seen.click("Zoom in")
    assert len(seen.page.evaluate(NAMES)) == 37


def test_hostile_names_stay_text_when_narrowed(visit: Open):
    seen = visit(hostile())
    seen.open("c++")
    seen.click("Focus")
    seen.click("Hide")
    assert seen.page.locator("b, img, x, script[src]").count() == 0
