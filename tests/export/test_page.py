"""The page: one file that asks for nothing, in which no name is ever markup, the same bytes each time."""

import base64
import hashlib
import json
import re
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kg.export.details import CARRIED_PAPERS, carried, details, web_address
from kg.export.drawing import LOOKS, short_label
from kg.export.overview import ALL_PAPERS, overview
from kg.export.page import content_policy, embedded, heading, page, summary, to_pyvis, write_page
from kg.export.wording import EDGE_WORDS
from kg.graph import KnowledgeGraph
from kg.vocabulary import EVERY_ROLE, KINDS, RELATIONS
from tests.graphs import (
    HOSTILE_NAME,
    HOSTILE_TITLE,
    LONG_NAME,
    PINE,
    a_paper,
    an_entity,
    assembled,
    hostile,
    library,
)


class Elements(HTMLParser):
    """The elements of a page as a parser of HTML sees them, with the content of each script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.scripts and not data.isspace():
            attributes, content = self.scripts[-1]
            self.scripts[-1] = attributes, content + data


def many_papers(number: int, sentence: str = "It uses X.") -> KnowledgeGraph:
    """Return papers that all use one method."""
    papers = [a_paper(n, f"text:{n:05}", f"Paper {n}", [sentence], year=2000) for n in range(number)]
    claims = [(p.paper.id, "used", "method/x", {p.paper.id: (0.9, 0)}) for p in papers]
    return assembled(papers, [an_entity("method/x", "X")], claims)


def carried_details(graph: KnowledgeGraph) -> dict[str, Any]:
    """Return the details of a page as a browser reads them."""
    return json.loads(json.dumps(details(graph, carried(graph, overview(graph)))))


GRAPHS = {
    "hostile": hostile(),
    "library": library(),
    "nothing": KnowledgeGraph(),
    "one paper": assembled([a_paper(1, "text:0", "", ["A paper alone."])], [], []),
}
every_graph = pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())


@every_graph
def test_names_add_no_element_and_no_attribute(graph: KnowledgeGraph):
    plain, found = Elements(page(library())), Elements(page(graph))
    assert found.tags == plain.tags
    assert [name for name, _ in found.attributes] == [name for name, _ in plain.attributes]


@every_graph
def test_the_page_loads_nothing(graph: KnowledgeGraph):
    elements = Elements(page(graph))
    assert not {"link", "img", "iframe", "object", "embed", "base", "form"} & set(elements.tags)
    assert not {"src", "href", "srcset", "action"} & {name for name, _ in elements.attributes}


def test_the_policy_allows_just_the_scripts_that_are_there():
    html = page(library())
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    run = [text for attributes, text in re.findall(r"<script([^>]*)>(.*?)</script>", html, re.S) if not attributes]
    digests = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in run}
    assert set(re.findall(r"'sha256-([^']+)'", policy)) == digests
    assert len(digests) == 2
    assert "default-src 'none'" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2]


def test_a_policy_holds_one_hash_a_script():
    assert content_policy("a", "b").count("'sha256-") == 2


def test_embedded_data_holds_no_character_of_markup():
    text = embedded({"name": "</script><!--<script>&amp;\u2028\u2029"})
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == {"name": "</script><!--<script>&amp;\u2028\u2029"}


def test_hostile_names_are_whole_in_the_data():
    [data] = [text for attributes, text in Elements(page(hostile())).scripts if attributes.get("id") == "details"]
    told = json.loads(data)
    assert HOSTILE_NAME in {entity["label"] for entity in told["entities"]}
    assert LONG_NAME in {entity["label"] for entity in told["entities"]}
    assert HOSTILE_TITLE in {paper["label"] for paper in told["papers"]}


def test_long_details_are_compressed_and_whole():
    graph = many_papers(2000, "It uses X. " + "So we say at some length. " * 17)
    [(attributes, packed)] = [script for script in Elements(page(graph)).scripts if script[0].get("id") == "details"]
    assert attributes["type"] == "application/zlib"
    assert json.loads(zlib.decompress(base64.b64decode(packed))) == carried_details(graph)


def test_a_large_collection_carries_what_one_page_can_hold():
    graph = many_papers(CARRIED_PAPERS + 1)
    told = carried_details(graph)
    assert len(told["papers"]) == CARRIED_PAPERS
    assert told["entities"][0]["papers"] == CARRIED_PAPERS + 1
    assert f"{CARRIED_PAPERS:,} of the papers" in summary(graph, overview(graph), carried(graph, overview(graph)))


def test_a_claim_is_told_with_its_sentence_and_the_mention_in_it():
    told = carried_details(library())
    papers = {paper["id"]: number for number, paper in enumerate(told["papers"])}
    paper = told["papers"][papers[PINE]]
    number = next(n for n, e in enumerate(told["entities"]) if e["id"] == "method/pinenet") + len(papers)
    [said] = [claim[6] for claim in told["claims"] if claim[1:3] == [papers[PINE], number]]
    [[_, confidence, [passage]]] = said
    sentence = paper["passages"][passage]
    assert sentence == "PineNet is a convolutional network for image classification."
    assert confidence == 0.9
    marks = [mark[2:] for mark in paper["marks"] if mark[:2] == [number, passage]]
    assert [sentence[start:end] for start, end in marks] == ["PineNet"]


def test_without_evidence_no_sentence_is_told():
    told = carried_details(library("none"))
    assert not any("passages" in paper for paper in told["papers"])


def test_with_mentions_a_role_is_told_with_every_sentence_that_names_the_entity():
    counts = [
        sum(len(said[2]) for claim in carried_details(library(level))["claims"] for said in claim[6])
        for level in ("statements", "mentions")
    ]
    assert counts[0] < counts[1]


@pytest.mark.parametrize(
    ("url", "identifiers", "address"),
    [
        ("https://example.org/p", (("doi", "10.1/x"),), "https://example.org/p"),
        ("javascript:alert(1)", (("doi", "10.1000/a(b)<c>"),), "https://doi.org/10.1000/a%28b%29%3Cc%3E"),
        ("data:text/html,x", (("arxiv", "1706.03762"),), "https://arxiv.org/abs/1706.03762"),
        ("", (("acl", "P21-1001"), ("openreview", "abc_1-2")), "https://openreview.net/forum?id=abc_1-2"),
        (" https://example.org", (), ""),
        ("", (), ""),
    ],
)
def test_a_paper_is_linked_to_the_web_only(url: str, identifiers: tuple[tuple[str, str], ...], address: str):
    paper = a_paper(1, "text:0", "T", ["S."], url=url, identifiers=identifiers).paper
    assert web_address(paper) == address


def test_pyvis_gets_opaque_ids_and_fixed_places():
    network = to_pyvis(hostile())
    assert all(re.fullmatch(r"n\d+", node["id"]) for node in network.nodes)
    assert all(re.fullmatch(r"[cr]\d+", edge["id"]) for edge in network.edges)
    assert all(isinstance(node["x"], int) and isinstance(node["y"], int) for node in network.nodes)
    assert network.options["physics"] == {"enabled": False}


def test_the_edges_of_pyvis_join_its_nodes():
    network = to_pyvis(library())
    known = set(network.get_nodes())
    assert network.edges
    assert all({edge["from"], edge["to"]} <= known for edge in network.edges)


def test_pyvis_can_write_its_own_page_of_it():
    assert "vis.Network" in to_pyvis(hostile()).generate_html(notebook=False)


def test_kinds_differ_in_colour_and_in_shape():
    assert set(LOOKS) == set(KINDS)
    for trait in ("shape", "light", "dark"):
        assert len({getattr(look, trait) for look in LOOKS.values()}) == len(KINDS)


def test_every_predicate_has_words():
    assert set(EDGE_WORDS) == {*RELATIONS, *EVERY_ROLE}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour after WCAG 2."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("trait", "ground"), [("light", "#ffffff"), ("dark", "#14171c")])
@pytest.mark.parametrize("kind", KINDS)
def test_colours_stand_out_from_the_ground(kind: str, trait: str, ground: str):
    """WCAG 2 asks for a contrast of 3 for things that are no text."""
    one, other = sorted((luminance(getattr(LOOKS[kind], trait)), luminance(ground)))
    assert (other + 0.05) / (one + 0.05) >= 3


@pytest.mark.parametrize(
    ("venue", "years", "told"),
    [
        ("ICML 2026", (2026, 2026), "ICML 2026: 2 papers"),
        ("ICML", (2026, 2026), "ICML 2026: 2 papers"),
        ("ICML", (2024, 2026), "ICML 2024–2026: 2 papers"),
        ("", (2024, 2026), "2 papers, 2024–2026"),
        ("", (2026, 2026), "2 papers, 2026"),
        ("", (None, None), "2 papers"),
        ("ICML", (None, None), "ICML: 2 papers"),
    ],
)
def test_the_heading_says_what_the_collection_is(venue: str, years: tuple[int | None, ...], told: str):
    papers = [a_paper(n, f"text:{n}", "T", ["S."], venue=venue, year=year) for n, year in enumerate(years)]
    assert heading(assembled(papers, [], [])) == told


def test_the_summary_says_how_much_is_drawn():
    graph = many_papers(ALL_PAPERS + 10)
    told = summary(graph, overview(graph), carried(graph, overview(graph)))
    assert f"Drawn: {ALL_PAPERS} of {ALL_PAPERS + 10} papers and 1 of 1 entity," in told


def test_the_summary_of_nothing_is_a_sentence():
    graph = KnowledgeGraph()
    assert (
        summary(graph, overview(graph), carried(graph, overview(graph))) == "There is nothing in this collection yet."
    )


@pytest.mark.parametrize(
    "name", [LONG_NAME, "word " * 1000, "\U0001f332" * 100, "\u0631\u0624\u064a\u0629 " * 50, " ", ""]
)
def test_labels_on_the_drawing_are_short(name: str):
    label = short_label(name, 20)
    assert 1 <= len(label) <= 2 * 20 + 1
    assert label.count("\n") <= 1


def test_the_page_of_five_thousand_papers_of_one_entity_is_written(tmp_path: Path):
    write_page(many_papers(5000), tmp_path / "graph.html")
    assert (tmp_path / "graph.html").stat().st_size < 4_000_000


def test_the_page_does_not_change_the_graph():
    graph = library()
    before = repr(graph.claims), repr(graph.entities), repr(graph.extractions)
    page(graph)
    assert (repr(graph.claims), repr(graph.entities), repr(graph.extractions)) == before


DIGEST = """
import hashlib
from kg.export.page import page
from tests.graphs import hostile, library
print(hashlib.sha256((page(library()) + page(hostile())).encode()).hexdigest())
"""


def test_bytes_do_not_depend_on_the_hash_seed_or_the_locale():
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root), "LC_ALL": locale},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, locale in (("0", "C"), ("12345", "C.UTF-8"))
    }
    assert len(outputs) == 1
