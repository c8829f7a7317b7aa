"""The table beside the graph in Chromium: sorted, narrowed and linked, by mouse and by keyboard."""

import pytest

from tests.export.visiting import Open, Visit
from tests.graphs import HOSTILE_NAME, hostile, library

pytestmark = pytest.mark.browser

both_ways = pytest.mark.parametrize("work", [Visit.click, Visit.press])


def tabled(visit: Open, address: str = "") -> Visit:
    """Open the page with its table."""
    seen = visit(library(), address)
    seen.click("Table")
    return seen


def row(seen: Visit, number: int) -> list[str]:
    """Return the cells of a row."""
    return seen.page.locator("#table-body tr").nth(number).locator("th, td").all_text_contents()


def names(seen: Visit) -> list[str]:
    return seen.page.locator("#table-body th").all_text_contents()


@both_ways
def test_the_table_opens_with_what_most_papers_name_and_closes(visit: Open, work):
    seen = visit(library())
    work(seen, "Table")
    assert row(seen, 0) == ["PineNet", "method", "4", "2018", "5"]
    assert seen.page.locator("#table-count").text_content() == "15 entities"
    work(seen, "Close")
    assert seen.page.locator("#table").is_hidden()


@both_ways
def test_a_heading_sorts_and_sorts_the_other_way(visit: Open, work):
    seen = tabled(visit)
    work(seen, "Name")
    assert names(seen)[:2] == ["accuracy", "CIFAR-10"]
    assert seen.page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    work(seen, "Name")
    assert names(seen)[0] == "scene understanding"
    assert seen.page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_years_that_are_not_known_come_last_either_way(visit: Open):
    seen = tabled(visit)
    for _ in range(2):
        seen.click("First year")
        assert row(seen, 14)[3] == ""


def test_the_table_is_narrowed_by_another_name_and_by_kind(visit: Open):
    seen = tabled(visit)
    seen.page.keyboard.type("cnn")
    assert names(seen) == ["convolutional network"]
    seen.page.fill("#table-name", "")
    seen.page.locator("#table-kind").select_option("metric")
    assert sorted(names(seen)) == ["F1", "accuracy"]


def test_the_table_shows_only_what_is_seen_if_asked(visit: Open):
    seen = tabled(visit, "#?focus=method%2Felmnet")
    seen.page.get_by_label("Only what is seen").check()
    assert sorted(names(seen)) == ["ElmNet", "image segmentation"]
    seen.click("Reset")
    assert len(names(seen)) == 15


@both_ways
def test_a_row_chooses_its_entity_in_the_drawing(visit: Open, work):
    seen = tabled(visit)
    work(seen, "ImageNet")
    assert seen.heading == "ImageNet"
    assert seen.page.locator("#table-body tr[aria-current]").locator("th").text_content() == "ImageNet"


def test_a_choice_in_the_drawing_is_marked_in_the_table(visit: Open):
    seen = tabled(visit)
    seen.page.mouse.click(*seen.spot("OakNet"))
    assert seen.page.locator("#table-body tr[aria-current] th").text_content() == "OakNet"


def test_the_table_is_taken_away_as_it_is_listed(visit: Open):
    seen = tabled(visit)
    seen.page.locator("#table-kind").select_option("metric")
    name, content = seen.taken(lambda: seen.page.locator("#table-csv").click())
    assert name == "entities.csv"
    assert content.decode().splitlines() == [
        "id,name,kind,papers,first year,relations",
        "metric/accuracy,accuracy,metric,3,2018,0",
        "metric/f1,F1,metric,1,2020,0",
    ]


def test_hostile_names_stay_text_in_the_table(visit: Open):
    seen = visit(hostile())
    seen.click("Table")
    assert HOSTILE_NAME in names(seen)
    assert seen.page.locator("b, img, x, script[src]").count() == 0
