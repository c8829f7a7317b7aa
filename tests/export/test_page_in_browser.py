"""The page in Chromium, opened from disk with the network off: what a person sees, finds and asks for."""

from urllib.parse import quote

import pytest

from kg.graph import KnowledgeGraph
from tests.export.visiting import Open
from tests.graphs import (
    ELM,
    HOSTILE_NAME,
    HOSTILE_TITLE,
    LONG_NAME,
    OAK,
    PINE,
    a_paper,
    an_entity,
    assembled,
    hostile,
    library,
)

pytestmark = pytest.mark.browser


def many_papers(number: int) -> KnowledgeGraph:
    """Return papers that all use X; the last one alone uses Y."""
    papers = [a_paper(n, f"text:{n:05}", f"Paper {n}", ["It uses X and Y."]) for n in range(number)]
    claims = [(p.paper.id, "used", "method/x", {p.paper.id: (0.9, 0)}) for p in papers]
    last = papers[-1].paper.id
    entities = [an_entity("method/x", "X"), an_entity("method/y", "Y of the last")]
    return assembled(papers, entities, [*claims, (last, "used", "method/y", {last: (0.9, 0)})])


@pytest.mark.parametrize("graph", [KnowledgeGraph(), assembled([a_paper(1, "text:0", "", ["Alone."])], [], [])])
def test_a_graph_of_next_to_nothing_opens(visit: Open, graph: KnowledgeGraph):
    assert visit(graph).page.locator("h1").text_content() in ("0 papers", "1 paper")


def test_the_first_sight_says_what_the_collection_is(visit: Open):
    page = visit(library()).page
    assert page.title() == "6 papers, 2018–2021"
    assert "With 4 methods, 6 tasks, 3 datasets and 2 metrics." in (page.locator("#summary").text_content() or "")
    assert page.locator("#top-list button").first.text_content() == "PineNet4"


def test_search_finds_by_another_name_and_opens_the_panel(visit: Open):
    seen = visit(library())
    seen.seek("pine netw")
    seen.page.keyboard.press("Enter")
    assert seen.heading == "PineNet"
    assert "Also written: Pine Network" in (seen.page.locator("#panel").text_content() or "")


def test_search_forgives_case_and_accents(visit: Open):
    seen = visit(library())
    seen.seek("  OÁKNÉT ")
    assert seen.page.locator("#hits li").first.locator(".name").text_content() == "OakNet"


def test_search_is_walked_by_arrow_keys(visit: Open):
    seen = visit(library())
    seen.seek("net")
    second = seen.page.locator("#hits li").nth(1).locator(".name").text_content()
    seen.page.keyboard.press("ArrowDown")
    seen.page.keyboard.press("Enter")
    assert seen.heading == second


@pytest.mark.parametrize("query", ["ann pine", "PINE, Ann", "pine"])
def test_search_finds_papers_by_an_author(visit: Open, query: str):
    seen = visit(library())
    seen.seek(query)
    found = seen.page.locator("#hits li", has=seen.page.locator(".by"))
    assert found.locator(".by").all_text_contents() == [" Ann Pine", " Ann Pine"]


@pytest.mark.parametrize(
    "query",
    ["1801.00001", "arXiv:1801.00001", "https://arxiv.org/abs/1801.00001v2", "http://arxiv.org/pdf/1801.00001v1.pdf"],
)
def test_search_finds_a_paper_by_its_arxiv_id(visit: Open, query: str):
    seen = visit(library())
    seen.open(query)
    assert seen.heading == "PineNet: pruned networks for image classification"


def test_search_finds_a_paper_by_an_identifier_that_is_not_its_id(visit: Open):
    seen = visit(hostile())
    seen.open("2001.00001")
    assert seen.heading == HOSTILE_TITLE


def test_search_for_what_is_not_there_says_so(visit: Open):
    seen = visit(library())
    seen.seek("zebra")
    assert seen.page.locator("#hits").text_content() == "Nothing has this name"


def test_search_brings_in_what_is_not_drawn(visit: Open):
    seen = visit(many_papers(80))
    assert seen.status == "Shown: 60 papers, 1 entity"
    seen.seek("of the last")
    seen.page.keyboard.press("Enter")
    assert seen.heading == "Y of the last"
    assert seen.status == "Shown: 60 papers, 2 entities"


def test_a_click_on_a_node_opens_its_panel(visit: Open):
    seen = visit(library())
    seen.page.mouse.click(*seen.spot("OakNet"))
    assert seen.heading == "OakNet"


def test_a_narrow_screen_moves_to_the_panel_that_was_asked_for(visit: Open):
    seen = visit(library(), width=390)
    seen.seek("oaknet")
    seen.page.keyboard.press("Enter")
    box = seen.page.locator("#panel h2").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 400


def test_a_click_takes_the_tip_away(visit: Open):
    seen = visit(library())
    x, y = seen.spot("OakNet")
    seen.page.mouse.move(x + 1, y)
    seen.page.wait_for_selector("#tip:not([hidden])")
    seen.page.mouse.click(x, y)
    assert seen.heading == "OakNet"
    assert seen.page.locator("#tip").is_hidden()


def test_the_panel_of_an_entity_lists_papers_by_role_and_neighbours_by_relation(visit: Open):
    page = visit(library(), "#method%2Fpinenet").page
    assert page.locator("#panel h3").all_text_contents() == [
        "Proposed by  1",
        "Used by  3",
        "Used for  1",
        "Kind of  1",
        "Has kind  1",
        "Evaluated on  1",
        "Compared with  1",
    ]


def test_a_relation_that_reads_the_same_from_both_ends_stands_under_one_heading(visit: Open):
    paper = a_paper(1, "text:0", "T", ["A beats B, and B beats C."])
    said = {paper.paper.id: (0.9, 0)}
    claims = [("method/a", "COMPARE-WITH", "method/b", said), ("method/b", "COMPARE-WITH", "method/c", said)]
    entities = [an_entity(f"method/{name.lower()}", name) for name in "ABC"]
    page = visit(assembled([paper], entities, claims), "#method%2Fb").page
    assert page.locator("#panel h3").all_text_contents() == ["Compared with  2"]
    assert page.locator("#panel .go").all_text_contents() == ["A", "C"]


def test_the_panel_of_a_paper_lists_what_it_does_and_papers_like_it(visit: Open):
    page = visit(library(), f"#{quote(PINE, safe='')}").page
    titles = page.locator("#panel h3").all_text_contents()
    assert titles == [
        "Proposes  1",
        "Addresses  1",
        "Uses  1",
        "Reports  1",
        "Relations read from it  2",
        "Papers like it  2",
    ]
    assert page.locator("#panel a").get_attribute("href") == "https://arxiv.org/abs/1801.00001"


def test_an_item_of_the_panel_shows_the_sentence_with_the_mention_marked(visit: Open):
    page = visit(library(), "#method%2Fpinenet").page
    page.get_by_role("button", name="Quote: PineNet: pruned networks for image classification proposes PineNet").click()
    quotes = page.locator("#panel blockquote")
    assert quotes.all_text_contents() == ["PineNet is a convolutional network for image classification."]
    assert quotes.locator("mark").all_text_contents() == ["PineNet"]


def test_a_click_on_an_edge_shows_the_sentences_behind_it(visit: Open):
    seen = visit(library())
    (x1, y1), (x2, y2) = seen.spot("image segmentation"), seen.spot("scene understanding")
    seen.page.mouse.click(x1 + (x2 - x1) * 0.4, y1 + (y2 - y1) * 0.4)
    assert seen.page.locator("#panel .says").text_content() == "image segmentation subtask of scene understanding"
    assert seen.page.locator("#panel blockquote mark").count() > 0


def test_an_edge_tells_which_papers_say_so(visit: Open):
    page = visit(library(), "#method%2Fpinenet&USED-FOR&task%2Fimage-classification").page
    text = page.locator("#panel").text_content() or ""
    assert "PineNet used for image classification" in text
    assert "2 papers say so, confidence 0.95" in text
    assert page.locator("#panel blockquote").count() == 2
    assert page.locator("#panel mark").all_text_contents() == [
        "PineNet",
        "image classification",
        "image classification",
    ]


def test_the_legend_hides_a_kind(visit: Open):
    seen = visit(library())
    assert seen.status == "Shown: 6 papers, 15 entities"
    seen.page.get_by_label("Methods").uncheck()
    assert seen.status == "Shown: 6 papers, 11 entities"
    assert seen.page.evaluate("kgDrawing.network.body.nodeIndices.length") == 17
    seen.page.get_by_label("Methods").check()
    assert seen.status == "Shown: 6 papers, 15 entities"


def test_choosing_what_is_hidden_shows_its_kind_again(visit: Open):
    seen = visit(library())
    seen.page.get_by_label("Methods").uncheck()
    seen.seek("oaknet")
    seen.page.keyboard.press("Enter")
    assert seen.page.get_by_label("Methods").is_checked()


def test_escape_closes_the_panel_and_gives_the_focus_back(visit: Open):
    seen = visit(library())
    seen.seek("oaknet")
    seen.page.keyboard.press("Enter")
    assert seen.page.locator("#panel").is_visible()
    seen.page.keyboard.press("Escape")
    assert seen.page.locator("#panel").is_hidden()
    assert "#" not in seen.page.url


def test_the_address_keeps_the_view_and_back_returns_to_it(visit: Open):
    seen = visit(library(), f"#{quote(OAK, safe='')}")
    assert seen.heading == "OakNet: wider than PineNet"
    seen.page.locator("#panel .go", has_text="ImageNet").first.click()
    assert seen.heading == "ImageNet"
    assert seen.page.url.endswith("#dataset%2Fimagenet")
    seen.page.go_back()
    assert seen.heading == "OakNet: wider than PineNet"


def test_everything_is_reached_by_keyboard_alone(visit: Open):
    page = visit(library()).page
    page.keyboard.press("/")
    page.keyboard.type("elmnet")
    page.keyboard.press("Enter")
    for _ in range(5):  # past what closes the panel, focuses and hides
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("#panel blockquote").first.text_content() == "ElmNet is used for image segmentation."


@pytest.mark.parametrize(
    "address", ["#nothing-of-the-kind", "#%", "#a&b&c", "#<img src=x onerror=alert(1)>", "#method%2Fpinenet&x&y"]
)
def test_an_address_that_names_nothing_shows_nothing(visit: Open, address: str):
    assert visit(library(), address).page.locator("#panel").is_hidden()


def test_hostile_names_stay_text(visit: Open):
    seen = visit(hostile())
    seen.seek("c++")
    assert HOSTILE_NAME in seen.page.locator("#hits .name").all_text_contents()
    seen.page.locator("#hits .name", has_text=HOSTILE_NAME).first.click()
    assert seen.heading == HOSTILE_NAME
    seen.page.locator("#panel .go").first.click()
    assert seen.heading == HOSTILE_TITLE
    for button in seen.page.locator("#panel .why").all():
        button.click()
    assert seen.page.locator("#panel blockquote").count() > 0
    assert seen.page.locator("b, img, x, script[src]").count() == 0


def test_a_record_that_runs_code_as_its_address_is_no_link(visit: Open):
    paper = a_paper(1, "text:0", "T", ["S."], url="javascript:alert(1)")
    seen = visit(assembled([paper], [], []), "#paper%2Ftext%3A0")
    assert seen.heading == "T"
    assert seen.page.locator("a").count() == 0


def test_links_leave_without_a_trace(visit: Open):
    page = visit(library(), f"#{quote(PINE, safe='')}").page
    assert page.locator("#panel a").get_attribute("rel") == "noopener noreferrer"


def test_a_name_of_five_thousand_letters_breaks_nothing(visit: Open):
    seen = visit(hostile())
    seen.seek("xxxx")
    seen.page.keyboard.press("Enter")
    assert LONG_NAME in seen.heading
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert seen.page.evaluate(
        "document.getElementById('panel').scrollWidth <= document.getElementById('panel').clientWidth"
    )


def test_an_entity_of_five_thousand_papers_opens_in_portions(visit: Open):
    seen = visit(many_papers(5000), "#method%2Fx")
    assert "Method named in 5,000 papers" in (seen.page.locator("#panel").text_content() or "")
    before = seen.page.locator("#panel .item").count()
    seen.page.get_by_role("button", name="Show 100 more").click()
    assert seen.page.locator("#panel .item").count() == before + 100


def test_offsets_count_characters_beyond_the_first_plane(visit: Open):
    paper = a_paper(1, "text:0", "\U0001f332\U0001f332 PineNet", ["\U0001f332\U0001f332 PineNet grows."])
    claim = ("paper/text:0", "proposed", "method/pinenet", {"paper/text:0": (0.9, 0)})
    page = visit(assembled([paper], [an_entity("method/pinenet", "PineNet")], [claim]), "#paper%2Ftext%3A0").page
    page.locator("#panel .why").first.click()
    assert page.locator("#panel mark").all_text_contents() == ["PineNet"]


def test_dark_and_light_differ(visit: Open):
    grounds = {
        visit(library(), scheme=scheme).page.evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("dark", "light")
    }
    assert len(grounds) == 2


def test_a_narrow_screen_holds_the_page(visit: Open):
    page = visit(library(), f"#{quote(ELM, safe='')}", width=390).page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("name", ["رؤية حاسوبية", "עיבוד שפה", "\U0001f332\U0001f332 net", "視覚 認識", "y" * 5000])
def test_names_of_any_writing_are_drawn_found_and_opened(visit: Open, name: str):
    paper = a_paper(1, "text:0", name, [f"It uses {name}."])
    claim = ("paper/text:0", "used", "method/n", {"paper/text:0": (0.9, 0)})
    seen = visit(assembled([paper], [an_entity("method/n", name)], [claim]))
    placed = "kgDrawing.painter.placed(kgDrawing.network.getScale()).length"
    assert seen.page.evaluate(placed) == 2
    seen.open(name[:40])
    assert seen.heading == name
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_click_on_a_name_opens_its_panel(visit: Open):
    seen = visit(library())
    x, y = seen.spot("OakNet")
    seen.page.mouse.click(x, y + 26)
    assert seen.heading == "OakNet"


@pytest.mark.parametrize(("width", "scheme"), [(1440, "dark"), (1920, "light"), (390, "light")])
def test_no_names_lie_on_each_other_at_any_size(visit: Open, width: int, scheme: str):
    boxes = visit(many_papers(80), scheme=scheme, width=width).page.evaluate(
        "kgDrawing.painter.placed(kgDrawing.network.getScale()).map(({ box }) => box)"
    )
    assert boxes
    for place, a in enumerate(boxes):
        for b in boxes[:place]:
            apart = a["right"] <= b["left"] or b["right"] <= a["left"]
            assert apart or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]
