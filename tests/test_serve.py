"""The server: the protocol of SPARQL, an answer for each IRI, and a door that stays shut."""

import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pyoxigraph
import pytest
import rdflib
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from starlette.testclient import TestClient

from kg.errors import InputError, MissingExtraError, OptionError
from kg.export.rdf import write_rdf
from kg.export.terms import iri
from kg.records import Mention, PaperEntity
from kg.serve import application, serve
from kg.serve.accept import best
from kg.serve.mentions import Mentions, Passage
from kg.serve.sparql import LONGEST_QUERY
from kg.store import write_extractions
from tests.graphs import (
    FOREST,
    HOSTILE_NAME,
    OAK,
    PINE,
    RIGHT_TO_LEFT,
    a_paper,
    an_entity,
    assembled,
    extracted,
    hostile,
    library,
)

JSON = "application/sparql-results+json"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
BASE = "https://w3id.org/papers-kg/id/"


def client(folder: Path, **limits: float | tuple[str, ...]) -> TestClient:
    app = application(folder, folder / "store", **limits)  # type: ignore[arg-type]
    return TestClient(app, base_url="http://127.0.0.1:8000", follow_redirects=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build")
    write_rdf(library(), folder / "graph.ttl")
    write_extractions(folder / "extractions.jsonl", extracted(library()))
    (folder / "graph.html").write_text("<!doctype html><title>A page</title>", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def web(folder: Path) -> Iterator[TestClient]:
    with client(folder) as web:
        yield web


@pytest.fixture(scope="module")
def traps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("traps")
    write_rdf(hostile(), folder / "graph.ttl")
    with client(folder) as traps:
        yield traps


def path_of(node: str) -> str:
    return iri(BASE, node).value.removeprefix("https://w3id.org")


def test_the_page_of_the_build_is_at_the_root(web: TestClient):
    found = web.get("/")
    assert found.status_code == 200
    assert "<title>A page</title>" in found.text


def test_a_build_without_page_says_so(traps: TestClient):
    found = traps.get("/")
    assert (found.status_code, "holds no graph.html" in found.text) == (404, True)


# SPARQL 1.1 Protocol


def asked(web: TestClient, way: str, query: str):
    if way == "get":
        return web.get("/sparql", params={"query": query}, headers={"Accept": JSON})
    if way == "form":
        return web.post("/sparql", data={"query": query}, headers={"Accept": JSON})
    return web.post("/sparql", content=query, headers={"Accept": JSON, "Content-Type": "application/sparql-query"})


@pytest.mark.parametrize("way", ["get", "form", "direct"])
def test_a_query_is_answered_each_way_it_may_come(web: TestClient, folder: Path, way: str):
    found = asked(web, way, COUNT)
    assert found.status_code == 200
    assert found.headers["content-type"] == JSON
    count = sum(1 for _ in pyoxigraph.parse(path=folder / "graph.ttl"))
    assert found.json()["results"]["bindings"][0]["n"]["value"] == str(count)


@pytest.mark.parametrize(
    "accept, media",
    [
        ("", JSON),
        ("*/*", JSON),
        ("application/json", "application/json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("text/csv", "text/csv; charset=utf-8"),
        ("text/tab-separated-values, text/csv;q=0.5", "text/tab-separated-values; charset=utf-8"),
    ],
)
def test_rows_come_in_the_form_that_is_asked_for(web: TestClient, accept: str, media: str):
    found = web.get("/sparql", params={"query": "SELECT ?a { VALUES ?a { 'x' } }"}, headers={"Accept": accept})
    assert found.headers["content-type"] == media
    assert "x" in found.text


@pytest.mark.parametrize(
    "accept, form",
    [
        ("*/*", pyoxigraph.RdfFormat.TURTLE),
        ("text/turtle", pyoxigraph.RdfFormat.TURTLE),
        ("application/n-triples", pyoxigraph.RdfFormat.N_TRIPLES),
        ("application/rdf+xml", pyoxigraph.RdfFormat.RDF_XML),
    ],
)
@pytest.mark.parametrize("query", ["CONSTRUCT WHERE { ?s a ?o }", f"DESCRIBE <{BASE}{PINE}>"])
def test_triples_come_in_the_form_that_is_asked_for(web: TestClient, accept: str, form, query: str):
    found = web.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert found.status_code == 200
    assert list(pyoxigraph.parse(found.content, format=form))


def test_a_yes_or_no_question_is_answered(web: TestClient):
    assert asked(web, "get", "ASK { ?s ?p ?o }").json() == {"head": {}, "boolean": True}


def test_a_form_that_is_not_on_offer_is_refused(web: TestClient):
    assert web.get("/sparql", params={"query": COUNT}, headers={"Accept": "image/png"}).status_code == 406


def test_a_syntax_error_has_status_400_and_says_where(web: TestClient):
    found = asked(web, "get", "SELECT * WHERE {\n ?s ?p ?o \n")
    assert found.status_code == 400
    assert "line 3, column 1" in found.text


@pytest.mark.parametrize("way", ["get", "form", "direct"])
@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:b> <a:c> 1 }",
        "LOAD <file:///etc/passwd>",
        "CLEAR ALL",
        "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "",
    ],
)
def test_what_writes_or_reaches_outside_is_refused_and_nothing_changes(web: TestClient, way: str, query: str):
    before = asked(web, "get", COUNT).json()
    found = asked(web, way, query)
    assert found.status_code == 400
    assert "root:" not in found.text
    assert asked(web, "get", COUNT).json() == before


@pytest.mark.parametrize("data", [{"update": "CLEAR ALL"}, {"update": "CLEAR ALL", "query": COUNT}])
def test_an_update_is_refused(web: TestClient, data: dict[str, str]):
    found = web.post("/sparql", data=data)
    assert (found.status_code, "read-only" in found.text) == (400, True)


@pytest.mark.parametrize("kind", ["application/sparql-update", "text/plain", "multipart/form-data; boundary=x"])
def test_another_type_of_body_is_refused(web: TestClient, kind: str):
    assert web.post("/sparql", content="CLEAR ALL", headers={"Content-Type": kind}).status_code == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(web: TestClient, method: str):
    assert web.request(method, "/sparql").status_code == 405


@pytest.mark.parametrize("params", [{}, {"query": [COUNT, COUNT]}, {"query": COUNT, "default-graph-uri": "http://a"}])
def test_parameters_that_make_no_sense_are_refused(web: TestClient, params):
    assert web.get("/sparql", params=params).status_code == 400


def test_a_query_that_is_not_utf8_is_refused(web: TestClient):
    found = web.post("/sparql", content=b"\xff", headers={"Content-Type": "application/sparql-query"})
    assert found.status_code == 400


def test_a_query_of_endless_length_is_refused(web: TestClient):
    body = b"#" * (LONGEST_QUERY + 1)
    assert web.post("/sparql", content=body, headers={"Content-Type": "application/sparql-query"}).status_code == 413


# Pages


def test_the_iri_of_a_paper_is_answered_as_a_page(web: TestClient):
    found = web.get(path_of(PINE), headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert found.status_code == 200
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>PineNet: pruned networks for image classification <small>paper</small></h1>" in found.text
    assert '<a href="/papers-kg/id/method/pinenet">PineNet</a>' in found.text


def test_the_iri_of_an_entity_is_answered_as_turtle(web: TestClient):
    found = web.get(path_of("method/pinenet"), headers={"Accept": "text/turtle"})
    assert found.headers["content-type"] == "text/turtle; charset=utf-8"
    triples = {quad.triple for quad in pyoxigraph.parse(found.content, format=pyoxigraph.RdfFormat.TURTLE)}
    subjects = {triple.subject.value for triple in triples}
    assert subjects == {f"{BASE}method/pinenet"}
    assert "PineNet" in {triple.object.value for triple in triples}


def test_every_iri_that_a_page_leads_to_is_answered(web: TestClient):
    seen, ahead = set(), [path_of(PINE)]
    while ahead:
        path = ahead.pop()
        if path not in seen:
            seen.add(path)
            found = web.get(path, headers={"Accept": "text/html"})
            assert found.status_code == 200, path
            ahead += re.findall(r'href="(/papers-kg[^"]+)"', found.text)
    assert len(seen) > 50


@pytest.mark.parametrize("path", ["method/c++", "method/c%2B%2B", "method/c%2b%2b", "method/%63%2B+"])
def test_an_iri_is_answered_however_the_client_encodes_it(traps: TestClient, path: str):
    assert traps.get(f"/papers-kg/id/{path}").status_code == 200


def test_names_full_of_traps_stand_escaped_on_their_pages(traps: TestClient):
    for node in ("method/c++", "paper/doi:10.1000/a(b)<c>", f"task/{RIGHT_TO_LEFT}", "metric/é%20 \ud800"):
        found = traps.get(path_of(node), headers={"Accept": "text/html"})
        assert found.status_code == 200, node
        assert not re.search(r"<script|<b>|<x>|<c>|<Trees>", found.text)
        assert found.headers["content-security-policy"].startswith("default-src 'none'")
    assert "C++ &lt;x&gt; &quot;q&quot; &#x27;a&#x27; \\" in traps.get(path_of("method/c++")).text
    assert HOSTILE_NAME not in traps.get(path_of("method/c++")).text


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/papers-kg/id/method/none", "/papers-kg/id/%FF", "/papers-kg/id/", "/../etc/passwd", "/graph.ttl"],
)
def test_an_address_of_nothing_is_not_found(web: TestClient, path: str):
    assert web.get(path).status_code == 404


def test_a_page_in_a_form_that_is_not_on_offer_is_refused(web: TestClient):
    assert web.get(path_of(PINE), headers={"Accept": "image/png"}).status_code == 406


# The door


@pytest.mark.parametrize("path", ["/", "/sparql?query=ASK%7B%7D", path_of(PINE)])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
def test_a_host_from_outside_is_refused(web: TestClient, path: str, host: str):
    assert web.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:8000"])
def test_this_machine_is_let_in(web: TestClient, host: str):
    assert web.get("/", headers={"Host": host}).status_code == 200


def test_a_port_in_use_is_said(folder: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OptionError, match="cannot be had: Address already in use; choose another with --port"):
            serve(folder, taken.getsockname()[1])


def test_a_folder_without_build_is_said(tmp_path: Path):
    with pytest.raises(InputError, match=r"graph\.ttl is missing"):
        serve(tmp_path, 0)


def test_missing_libraries_are_said(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtraError, match=r"pip install '.\[serve\]'"):
        serve(folder, 0)


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The address of a real server in a process of its own."""
    code = "import sys; from kg.serve import serve; serve(sys.argv[1], 0)"
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]  # type: ignore[index]
        finally:
            process.terminate()


def test_ten_clients_at_once_are_answered_alike(address: str):
    answers: list[str] = []

    def client_asks() -> None:
        url = f"{address}/sparql?{urlencode({'query': COUNT})}"
        with urllib.request.urlopen(url, timeout=30) as response:
            answers.append(json.loads(response.read())["results"]["bindings"][0]["n"]["value"])

    threads = [threading.Thread(target=client_asks) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 10
    assert len(set(answers)) == 1


def test_what_a_killed_server_left_is_cleared_away_and_what_a_living_one_needs_is_not(folder: Path, tmp_path: Path):
    code = "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit()); "
    code += "from kg.serve import serve; serve(sys.argv[1], 0)"
    command = [sys.executable, "-c", code, str(folder)]
    there = os.environ | {"TMPDIR": str(tmp_path)}
    (tmp_path / "kg-serve-mine.txt").write_text("a name alike", encoding="utf-8")
    servers = []
    try:
        for expected in (1, 2):
            server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=there)
            servers.append(server)
            assert server.stdout
            assert server.stdout.readline().startswith("Serving")
            assert sum(path.is_dir() for path in tmp_path.iterdir()) == expected
        servers[0].kill()
        servers[0].wait()
        living = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=there)
        servers.append(living)
        assert living.stdout
        assert living.stdout.readline().startswith("Serving")
        assert sum(path.is_dir() for path in tmp_path.iterdir()) == 2
    finally:
        for server in servers:
            server.terminate()
            server.wait()
            assert server.stdout
            server.stdout.close()
    assert [path.name for path in tmp_path.iterdir()] == ["kg-serve-mine.txt"]


# Content negotiation


@pytest.mark.parametrize(
    "accept, chosen",
    [
        ("", "text/html"),
        ("*/*", "text/html"),
        ("text/turtle", "text/turtle"),
        ("text/*;q=0.3, text/turtle;q=0.2", "text/html"),
        ("text/html;q=0, */*;q=0.1", "text/turtle"),
        ("TEXT/Turtle; Q=1", "text/turtle"),
        ("text/html;q=0.5, text/turtle;q=x", "text/html"),
        ("text/html;level=1;q=0.2, text/turtle;q=0.3", "text/turtle"),
        ("text/html;q=0.9, text/html;q=0.1, text/turtle;q=0.5", "text/html"),
        ("image/png", None),
        ("text/html;q=0", None),
        (",;,", None),
    ],
)
def test_the_best_form_on_offer_is_chosen(accept: str, chosen: str | None):
    assert best(accept, ["text/html", "text/turtle"]) == chosen


# Limits


ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


def test_a_query_that_never_ends_is_stopped_at_the_limit_and_the_server_answers_on(folder: Path):
    with client(folder, seconds=1) as web:
        found = asked(web, "get", ENDLESS)
        assert (found.status_code, "took more than 1 seconds" in found.text) == (500, True)
        assert asked(web, "get", COUNT).status_code == 200


def test_a_query_that_is_stopped_leaves_no_process_behind(folder: Path):
    before = set(multiprocessing.active_children())
    with client(folder, seconds=1) as web:
        asked(web, "get", ENDLESS)
        assert set(multiprocessing.active_children()) <= before


def test_a_million_rows_are_refused_once_they_outgrow_the_limit(folder: Path):
    rows = "SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } LIMIT 1000000"
    with client(folder, size=10_000_000) as web:
        found = asked(web, "get", rows)
        assert (found.status_code, "more than 10 megabytes" in found.text) == (500, True)
        assert "LIMIT" in found.text
        assert asked(web, "get", rows.replace("1000000", "10")).status_code == 200


def test_as_many_clients_as_like_wait_for_their_turn(folder: Path):
    with client(folder, seconds=20) as web:
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda: answers.append(asked(web, "get", COUNT).status_code)) for _ in range(10)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [200] * 10


# Other sites


def allowed(web: TestClient, origin: str) -> str | None:
    return web.get("/sparql", params={"query": COUNT}, headers={"Origin": origin}).headers.get(
        "access-control-allow-origin"
    )


@pytest.mark.parametrize("origin", ["http://localhost:5173", "http://127.0.0.1:8080", "https://localhost"])
def test_a_page_of_this_machine_may_read_the_answers(web: TestClient, origin: str):
    assert allowed(web, origin) == origin


@pytest.mark.parametrize("origin", ["https://example.org", "http://localhost.example.org", "null", "http://127.0.0.1x"])
def test_a_page_of_another_site_may_not_read_the_answers(web: TestClient, origin: str):
    assert allowed(web, origin) is None


def test_a_site_that_the_user_names_may_read_the_answers(folder: Path):
    with client(folder, origins=("https://example.org",)) as web:
        assert allowed(web, "https://example.org") == "https://example.org"
        assert allowed(web, "https://example.com") is None


def test_a_browser_may_ask_first_whether_it_may_post_a_query(web: TestClient):
    headers = {
        "Origin": "http://localhost:5173",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    found = web.options("/sparql", headers=headers)
    assert (found.status_code, found.headers["access-control-allow-origin"]) == (200, "http://localhost:5173")


# What pages tell


def told(web: TestClient, node: str) -> str:
    found = web.get(path_of(node), headers={"Accept": "text/html"})
    assert found.status_code == 200
    return found.text.partition("<details>")[0]


def section(page: str, heading: str) -> str:
    """Return the list below a heading."""
    found = re.search(rf"<h2>{re.escape(heading)} <small>[\d,]+</small></h2><ul>(.*?)</ul>", page, re.DOTALL)
    assert found, heading
    return found[1]


def test_the_page_of_an_entity_lists_its_papers_by_role_newest_first(web: TestClient):
    page = told(web, "method/pinenet")
    assert re.findall(r">([^<]+)</a> <small>(\d*)", section(page, "Proposed by")) == [
        ("PineNet: pruned networks for image classification", "2018")
    ]
    assert re.findall(r">([^<]+)</a> <small>(\d{4}|)", section(page, "Used by")) == [
        ("Forest-10: a benchmark for image classification", "2020"),
        ("OakNet: wider than PineNet", "2019"),
        ("Captions for trees", ""),
    ]


def test_the_sentence_that_says_so_is_quoted_with_the_mention_marked(web: TestClient):
    used = section(told(web, "method/pinenet"), "Used by")
    assert "<blockquote>We report accuracy and F1 of <mark>PineNet</mark> on Forest-10.</blockquote>" in used


def test_the_sentences_on_the_page_of_a_paper_have_their_mentions_marked(web: TestClient):
    reported = section(told(web, FOREST), "Reports")
    assert "<blockquote>We report <mark>accuracy</mark> and F1 of PineNet on Forest-10.</blockquote>" in reported
    assert "<blockquote>We report accuracy and <mark>F1</mark> of PineNet on Forest-10.</blockquote>" in reported


def served(folder: Path, sentence: str, mentions: list[tuple[int, int]]) -> str:
    """Return the page of a method of one paper that names it at some places of its second sentence."""
    paper = a_paper(1, "text:00", "A title", ["Nothing here.", sentence])
    node, key = "method/oak", paper.paper.id
    first = paper.sentences[1][0]
    graph = assembled([paper], [an_entity(node, "OAK", "the oak")], [(key, "used", node, {key: (0.9, 1)})])
    named = tuple(
        Mention(field="text", start=first + start, end=first + end, text=sentence[start:end]) for start, end in mentions
    )
    other = Mention(field="text", start=0, end=7, text="Nothing")
    entities = (
        PaperEntity(id="M1", label="METHOD", role="used", mentions=named),
        PaperEntity(id="T1", label="TASK", role="mentioned", mentions=(other, *named[:1])),
    )
    write_rdf(graph, folder / "graph.ttl")
    write_extractions(folder / "extractions.jsonl", [replace(paper, entities=entities)])
    with client(folder) as web:
        return section(told(web, node), "Used by")


def test_a_mention_is_marked_where_it_was_found_and_not_wherever_its_letters_stand(tmp_path: Path):
    sentence = "An OAK is a tree, but the oak is <b>our</b> net: it beats OAK & co."
    page = served(tmp_path, sentence, [(22, 29), (58, 61)])
    assert (
        "<blockquote>An OAK is a tree, but <mark>the oak</mark> is &lt;b&gt;our&lt;/b&gt; net: "
        "it beats <mark>OAK</mark> &amp; co.</blockquote>"
    ) in page


def test_a_mention_within_another_is_marked_once(tmp_path: Path):
    assert "<blockquote>By <mark>the oak net</mark>.</blockquote>" in served(
        tmp_path, "By the oak net.", [(3, 14), (7, 10), (3, 10)]
    )


def test_every_paper_is_found_in_a_file_sorted_by_paper_and_none_that_is_not_there(tmp_path: Path):
    word = Mention(field="text", start=0, end=3, text="Oak")
    entity = (PaperEntity(id="M1", label="METHOD", role="used", mentions=(word,)),)
    papers = [
        replace(a_paper(n, f"text:{n:02}", "", [f"Oak{'s' * (n * 7 % 31)}."]), entities=entity) for n in range(40)
    ]
    write_extractions(tmp_path / "extractions.jsonl", papers)
    mentions, passage = Mentions(tmp_path / "extractions.jsonl"), Passage(field="text", start=0, end=4, text="Oaks")
    for number in range(40):
        assert mentions.within(passage, f"paper/text:{number:02}", "method", ["oak"]) == [(0, 3)], number
    for none in ("paper/a", "paper/text:07x", "paper/zz"):
        assert mentions.within(passage, none, "method", ["oak"]) == []


@pytest.mark.parametrize("content", [None, b"", b"{}\n[1]\n", b"\xff\xfe\n", b"no JSON\n"])
def test_a_build_whose_extractions_cannot_be_read_has_pages_without_marks(tmp_path: Path, content: bytes | None):
    write_rdf(library(), tmp_path / "graph.ttl")
    if content is not None:
        (tmp_path / "extractions.jsonl").write_bytes(content)
    with client(tmp_path) as web:
        used = section(told(web, "method/pinenet"), "Used by")
        assert "<blockquote>We report accuracy and F1 of PineNet on Forest-10.</blockquote>" in used


def test_the_page_of_an_entity_lists_its_neighbours_by_relation_in_both_directions(web: TestClient):
    page = told(web, "method/pinenet")
    assert ">convolutional network</a>" in section(page, "Kind of")
    assert ">OakNet</a>" in section(page, "Has kind")
    # two papers say so, with the confidence that follows from 0.9 and 0.5
    assert ">image classification</a> <small>task · 2 papers · 0.95</small>" in section(page, "Used for")


def test_the_page_of_an_entity_counts_papers_by_year(web: TestClient):
    page = told(web, "task/image-classification")
    rows = re.findall(r"<tr><td>(\d+)<td><span[^>]*></span> (\d+)", page)
    assert rows == [("2018", "1"), ("2019", "1"), ("2020", "1")]


def test_the_page_of_an_entity_leads_to_what_it_is_outside(traps: TestClient):
    assert '<a href="http://www.wikidata.org/entity/Q844240">' in told(traps, f"task/{RIGHT_TO_LEFT}")


def test_the_page_of_a_paper_tells_what_it_is_and_does(web: TestClient):
    page = told(web, OAK)
    assert "<p>Bo Oak; Ann Pine · ICML · 2019" in page
    assert '<a href="https://arxiv.org/abs/1901.00002">arxiv:1901.00002</a>' in page
    assert re.findall(r">([^<]+)</a> <small>(\w+)", section(page, "Uses")) == [
        ("CIFAR-10", "dataset"),
        ("ImageNet", "dataset"),
        ("PineNet", "method"),
    ]


def test_the_page_of_a_paper_lists_those_most_like_it_first(web: TestClient):
    alike = section(told(web, PINE), "Similar papers")
    assert re.findall(r"<li><a[^>]*>([^<]+)</a> <small>(\d*) · ([\d.]+)", alike) == [
        ("OakNet: wider than PineNet", "2019", "0.90"),
        ("Forest-10: a benchmark for image classification", "2020", "0.30"),
    ]
    assert ">CIFAR-10</a>, <a" in alike


def test_a_graph_without_evidence_has_pages_without_sentences(tmp_path: Path):
    write_rdf(library("none"), tmp_path / "graph.ttl")
    with client(tmp_path) as web:
        page = told(web, "method/pinenet")
        assert ">OakNet: wider than PineNet</a>" in section(page, "Used by")
        assert "<blockquote>" not in page


# Search


@pytest.mark.parametrize(
    "text, first",
    [
        ("pinenet", "PineNet"),
        ("WIDER  net", "OakNet: wider than PineNet"),
        ("cnn", "convolutional network"),
        ("arxiv:1901", "OakNet: wider than PineNet"),
        ("image class", "image classification"),
        ("elmnet", "ElmNet"),
    ],
)
def test_a_search_finds_a_thing_by_any_of_its_names_or_part_of_it(web: TestClient, text: str, first: str):
    found = web.get("/search", params={"q": text})
    assert re.search(r'<li><a href="/papers-kg[^"]+">([^<]+)</a>', found.text)[1] == first  # type: ignore[index]


def test_a_search_shows_each_thing_once(web: TestClient):
    hits = re.findall(r'<li><a href="([^"]+)"', web.get("/search", params={"q": "pine"}).text)
    assert len(hits) == len(set(hits)) == 3


def test_a_search_that_finds_nothing_offers_what_is_near(web: TestClient):
    assert ">PineNet</a>" in web.get("/search", params={"q": "PineNett"}).text


@pytest.mark.parametrize("text", ["", "  ", "<script>alert(1)</script>", '"><b>', "x" * 5000, "\u202e", "zzzz"])
def test_a_search_for_anything_is_answered_and_does_no_harm(web: TestClient, text: str):
    found = web.get("/search", params={"q": text})
    assert found.status_code == 200
    assert "<script" not in found.text
    assert "<b>" not in found.text
    assert found.headers["content-security-policy"].startswith("default-src 'none'")


# Clients that others wrote


USED_FOR = "PREFIX kg: <https://w3id.org/papers-kg/ontology#> SELECT ?method ?task { ?method kg:usedFor ?task }"
PAIRS = {
    ("pinenet", "image-classification"),
    ("oaknet", "image-classification"),
    ("oaknet", "object-detection"),
    ("elmnet", "image-segmentation"),
}


def ends(rows) -> set[tuple[str, str]]:
    return {(str(method).rpartition("/")[2], str(task).rpartition("/")[2]) for method, task in rows}


def test_clients_that_others_wrote_are_answered(address: str):
    wrapper = pytest.importorskip("SPARQLWrapper").SPARQLWrapper(f"{address}/sparql")
    wrapper.setQuery(USED_FOR)
    wrapper.setReturnFormat("json")
    bindings = wrapper.queryAndConvert()["results"]["bindings"]
    assert ends((row["method"]["value"], row["task"]["value"]) for row in bindings) == PAIRS


def test_rdflib_asks_it_as_a_store_and_from_within_a_query_of_its_own(address: str):
    remote = rdflib.Graph(SPARQLStore(f"{address}/sparql"))
    assert ends(remote.query(USED_FOR)) == PAIRS
    # rdflib 7.6 takes no prefixed name within SERVICE
    pattern = "{ ?method <https://w3id.org/papers-kg/ontology#usedFor> ?task }"
    federated = f"SELECT ?method ?task {{ SERVICE <{address}/sparql> {pattern} }}"
    assert ends(rdflib.Graph().query(federated)) == PAIRS


# The editor


def test_the_editor_is_made_of_files_of_this_server_alone(web: TestClient):
    page = web.get("/query")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    parts = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page.text)
    assert parts
    for part in parts:
        assert web.get(part).status_code == 200, part


@pytest.mark.parametrize("name", ["editor.html", "..%2feditor.py", "none.js", "%2e%2e/__init__.py"])
def test_no_other_file_is_given(web: TestClient, name: str):
    assert web.get(f"/editor/{name}").status_code == 404
