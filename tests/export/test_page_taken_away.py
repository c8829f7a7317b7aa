"""What is taken away from the page in Chromium: a picture, JSON, CSV and a query, by mouse and by keyboard."""

import csv
import io
import json
import struct

import networkx as nx
import pytest

from kg.graph import KnowledgeGraph
from kg.query import open_store
from tests.export.visiting import Open, Visit
from tests.graphs import HOSTILE_NAME, OAK, a_paper, an_entity, assembled, hostile, library

pytestmark = pytest.mark.browser

both_ways = pytest.mark.parametrize("work", [Visit.click, Visit.press])


def answered(graph: KnowledgeGraph, query: str) -> list[tuple[str, str, str, str | None]]:
    """Return subject, predicate, object and papers of each answer, with the names that the query gave them."""
    return [
        (
            solution["from"].value,
            solution["predicate"].value.partition("#")[2],
            solution["to"].value,
            solution["papers"].value if solution["papers"] else None,
        )
        for solution in open_store(graph).query(query)
    ]


def query(seen: Visit) -> str:
    """Return the query that the page offers."""
    seen.click("SPARQL")
    text = seen.page.locator("#query-text").input_value()
    seen.click("Close")
    return text


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


@both_ways
def test_the_picture_is_a_png_of_the_view_with_a_line_below(visit: Open, work):
    seen = visit(library())
    name, content = seen.taken(lambda: work(seen, "PNG"))
    assert name == "graph.png"
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    view = seen.page.locator("#drawing").bounding_box()
    assert (width, height) == (view["width"], view["height"] + 34)
    assert len(content) > 10_000


@both_ways
def test_the_json_is_what_is_seen_as_networkx_reads_it(visit: Open, work):
    seen = visit(library(), "#?hide=metric&without=mentioned")
    name, content = seen.taken(lambda: work(seen, "JSON"))
    network = nx.node_link_graph(json.loads(content), edges="edges")
    assert name == "graph-part.json"
    assert isinstance(network, nx.MultiDiGraph)
    assert len(network) == 19  # 21 nodes without two metrics
    assert sorted(kind for *_, kind in network.edges(data="kind")) == seen.lines()
    assert network.nodes[OAK]["label"] == "OakNet: wider than PineNet"
    assert network.nodes["method/pinenet"]["papers"] == 4
    [shared] = network["method/pinenet"]["task/image-classification"].values()
    assert shared == {"kind": "USED-FOR", "confidence": 0.95, "support": 2}


@both_ways
def test_the_csv_has_a_row_an_edge_and_one_for_each_lone_node(visit: Open, work):
    papers = [a_paper(1, "text:0", "One", ["It uses X."]), a_paper(2, "text:1", "Two", ["Alone."])]
    claim = ("paper/text:0", "used", "method/x", {"paper/text:0": (0.9, 0)})
    seen = visit(assembled(papers, [an_entity("method/x", "X")], [claim]))
    name, content = seen.taken(lambda: work(seen, "CSV"))
    assert name == "graph-part.csv"
    assert rows(content)[1:] == [
        ["paper/text:0", "paper", "One", "used", "method/x", "method", "X", "1", "0.9"],
        ["paper/text:1", "paper", "Two", "", "", "", "", "", ""],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", "\tx"])
def test_no_spreadsheet_takes_a_name_for_a_formula(visit: Open, name: str):
    paper = a_paper(1, "text:0", name, ["Nothing."])
    seen = visit(assembled([paper], [], []))
    _, content = seen.taken(lambda: seen.click("CSV"))
    assert rows(content)[1][2] == f"'{name}"


def test_hostile_names_are_whole_in_csv_and_json(visit: Open):
    seen = visit(hostile())
    _, content = seen.taken(lambda: seen.click("CSV"))
    assert HOSTILE_NAME in {row[6] for row in rows(content)}
    _, content = seen.taken(lambda: seen.click("JSON"))
    assert HOSTILE_NAME in {node["label"] for node in json.loads(content)["nodes"]}


def test_the_query_for_a_node_finds_all_that_is_stated_of_it(visit: Open):
    found = answered(library(), query(visit(library(), "#method%2Felmnet")))
    assert sorted(found) == [
        ("Captions for trees", "uses", "ElmNet", "1"),
        ("ElmNet", "proposes", "ElmNet", "1"),  # the paper has no title and is called by what it proposes
        ("ElmNet", "usedFor", "image segmentation", "1"),
    ]


def test_the_query_for_an_edge_finds_what_joins_its_ends(visit: Open):
    text = query(visit(library(), "#method%2Fpinenet&USED-FOR&task%2Fimage-classification"))
    assert answered(library(), text) == [("PineNet", "usedFor", "image classification", "2")]


def test_the_query_for_nothing_chosen_finds_what_is_stated_among_what_is_seen(visit: Open):
    text = query(visit(library(), "#?focus=method%2Felmnet"))
    assert {found[1] for found in answered(library(), text)} == {"uses", "proposes", "addresses", "usedFor"}


def test_the_query_names_hostile_things_as_the_graph_does(visit: Open):
    found = answered(hostile(), query(visit(hostile(), "#method%2Fc%2B%2B")))
    assert {(predicate, papers) for _, predicate, _, papers in found} >= {
        ("proposes", "1"),
        ("uses", "1"),
        ("usedFor", "2"),
    }


def test_the_query_is_saved_copied_and_closed_by_keyboard(visit: Open):
    seen = visit(library(), "#method%2Felmnet")
    seen.press("SPARQL")
    assert seen.page.locator("#query-dialog").is_visible()
    name, content = seen.taken(lambda: seen.press("Save"))
    assert (name, content.decode()) == ("query.rq", seen.page.locator("#query-text").input_value())
    seen.press("Copy")
    assert seen.page.get_by_role("button", name="Copied").is_visible()
    seen.page.keyboard.press("Escape")
    assert seen.page.locator("#query-dialog").is_hidden()
    assert seen.heading == "ElmNet"
