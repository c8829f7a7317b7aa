"""RDF: what a graph says in triples, that every parser reads the same, and that nothing a name holds breaks it."""

import io
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple

from kg.errors import OptionError
from kg.export.characters import storable
from kg.export.evidence import sentence_around
from kg.export.rdf import FORMS, to_rdflib, write_rdf
from kg.export.terms import checked_base, decimal, iri, literal, web_iri
from kg.export.triples import triples
from kg.export.turtle import Names
from kg.graph import KnowledgeGraph, Options
from kg.records import Span
from kg.vocabulary import ONTOLOGY
from tests.graphs import (
    BIRCH,
    ELM,
    FOREST,
    HOSTILE_NAME,
    LONG_NAME,
    OAK,
    PINE,
    RIGHT_TO_LEFT,
    SCENES,
    a_paper,
    an_entity,
    assembled,
    hostile,
    library,
)

ID = "https://w3id.org/papers-kg/id/"
RDF_SUBJECT = "http://www.w3.org/1999/02/22-rdf-syntax-ns#subject"
RDF_OBJECT = "http://www.w3.org/1999/02/22-rdf-syntax-ns#object"
RDF_PREDICATE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate"
FORMATS = {
    "turtle": RdfFormat.TURTLE,
    "ntriples": RdfFormat.N_TRIPLES,
    "trig": RdfFormat.TRIG,
    "jsonld": RdfFormat.JSON_LD,
}
LEVELS = ("none", "statements", "mentions")


ESCAPED = [
    "\\",
    "\\\\",
    '"',
    '""',
    '"""',
    "'''",
    "\t",
    "\b",
    "\n",
    "\r",
    "\f",
    "\r\n",
    "\\u0041",
    "\U0001f332",
    "\x85\u2028",
    "a\\",
    "".join(map(chr, range(0x20))),
    "".join(sign for sign in map(chr, range(0x20, 0x80)) if not sign.isalnum()),
    "\x80\u07ff\u0800\u0fff\u1000\ucfff\ud000\ud7ff\ue000\ufffd",
    "\U00010000\U0003fffd\U00040000\U000ffffd\U00100000\U0010fffd\U0010ffff",
    "<a> . # @en ^^<b>",
]
"""What the test suites of the W3C for Turtle and N-Triples put into literals: escapes, controls, bounds of UTF-8."""


TITLE = f"Knowledge graph of {len(ESCAPED)} papers"
"""Of the graph itself."""


def escaped() -> KnowledgeGraph:
    """A paper and a method for each text that needs escapes, called by it."""
    papers = [a_paper(n, f"text:{n:02}", f"x{text}y", ["S."]) for n, text in enumerate(ESCAPED)]
    return assembled(papers, [an_entity(f"method/m{n:02}", f"x{text}y") for n, text in enumerate(ESCAPED)], [])


GRAPHS = {f"{make.__name__}-{level}": make(level) for make in (hostile, library) for level in LEVELS}
GRAPHS["escaped"] = escaped()


def written(graph: KnowledgeGraph, form: str) -> bytes:
    handle = io.BytesIO()
    write_rdf(graph, handle, form)
    return handle.getvalue()


def turtle(graph: KnowledgeGraph) -> bytes:
    return written(graph, "turtle")


def objects(made: Iterable[Triple], subject: str, predicate: str) -> list[str]:
    return [t.object.value for t in made if t.subject.value == subject and t.predicate.value == predicate]


def statement(made: list[Triple], subject: str, predicate: str, thing: str) -> str:
    """Return the IRI of the statement of a triple."""
    wanted = {RDF_SUBJECT: ID + subject, RDF_PREDICATE: ONTOLOGY + predicate, RDF_OBJECT: ID + thing}
    nodes = [t.subject.value for t in made if t.predicate.value == RDF_SUBJECT and t.object.value == ID + subject]
    (found,) = [node for node in nodes if all(objects(made, node, key) == [value] for key, value in wanted.items())]
    return found


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_every_triple_comes_once_and_without_blank_nodes(graph: KnowledgeGraph):
    made = list(triples(graph))
    assert len(made) == len(set(made))
    assert not any(isinstance(term, BlankNode) for triple in made for term in triple)


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_pyoxigraph_reads_the_triples_that_were_made(graph: KnowledgeGraph):
    read = {tuple(quad)[:3] for quad in pyoxigraph.parse(turtle(graph), format=pyoxigraph.RdfFormat.TURTLE)}
    assert read == {tuple(triple) for triple in triples(graph)}


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_rdflib_reads_the_graph_that_to_rdflib_gives(graph: KnowledgeGraph):
    read = rdflib.Graph(bind_namespaces="none").parse(data=turtle(graph), format="turtle")
    assert set(read) == set(to_rdflib(graph))
    assert len(read) == len(list(triples(graph)))


@pytest.mark.parametrize("command", [("rapper", "-q", "-i", "turtle", "-o", "ntriples"), ("serdi", "-o", "ntriples")])
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_other_parsers_read_the_same_triples(graph: KnowledgeGraph, command: tuple[str, ...], tmp_path: Path):
    if not shutil.which(command[0]):
        pytest.skip(f"needs {command[0]}")
    (tmp_path / "graph.ttl").write_bytes(turtle(graph))
    done = subprocess.run([*command, tmp_path / "graph.ttl"], capture_output=True, check=True)
    assert done.stderr == b""
    read = pyoxigraph.parse(done.stdout, format=pyoxigraph.RdfFormat.N_TRIPLES)
    assert {tuple(quad)[:3] for quad in read} == {tuple(triple) for triple in triples(graph)}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_pyoxigraph_reads_the_same_triples_in_every_form(graph: KnowledgeGraph, form: str):
    read = [tuple(quad)[:3] for quad in pyoxigraph.parse(written(graph, form), format=FORMATS[form])]
    assert set(read) == {tuple(triple) for triple in triples(graph)}
    assert len(read) == len(set(read))


@pytest.mark.parametrize("form, name", [("ntriples", "nt"), ("trig", "trig"), ("jsonld", "json-ld")])
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_rdflib_reads_the_same_triples_in_every_form(graph: KnowledgeGraph, form: str, name: str):
    read = rdflib.Dataset(default_union=True)
    read.parse(data=written(graph, form), format=name)
    assert {quad[:3] for quad in read.quads()} == set(to_rdflib(graph))


def test_each_paper_is_a_named_graph_of_what_it_is_and_says():
    quads = pyoxigraph.parse(written(library("mentions"), "trig"), format=RdfFormat.TRIG)
    named: dict[str, set[str]] = {}
    for quad in quads:
        if isinstance(quad.graph_name, NamedNode):
            named.setdefault(quad.graph_name.value.removeprefix(ID), set()).add(quad.subject.value.removeprefix(ID))
    assert set(named) == {PINE, OAK, FOREST, SCENES, ELM, BIRCH}
    for paper, subjects in named.items():
        tail = paper.removeprefix("paper/")
        assert {subject.partition("/")[0] for subject in subjects} == {"paper", "evidence", "passage", "mention"}
        assert all(tail in subject for subject in subjects)


def test_the_graph_of_a_paper_is_written_in_one_piece():
    lines = written(library("mentions"), "trig").decode().splitlines()
    assert sum(line.endswith(" {") for line in lines) == sum(line == "}" for line in lines) == 6


def test_a_form_that_is_none_is_refused(tmp_path: Path):
    with pytest.raises(OptionError, match="turtle, ntriples, trig, jsonld, not as 'xml'"):
        write_rdf(library(), tmp_path / "graph.xml", "xml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", FORMS)
def test_equal_graphs_give_equal_bytes_under_any_hash_seed(tmp_path: Path, form: str):
    code = (
        "import sys, pathlib; from kg.export.rdf import write_rdf; from tests.graphs import library\n"
        "write_rdf(library('mentions'), pathlib.Path(sys.argv[1]), sys.argv[2])"
    )
    root = Path(__file__).parents[2]
    for seed in "1", "2":
        command = [sys.executable, "-c", code, str(tmp_path / seed), form]
        subprocess.run(command, check=True, cwd=root, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)})
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes() == written(library("mentions"), form)


@pytest.mark.parametrize("form", FORMS)
def test_what_must_be_escaped_comes_back_as_it_was(form: str):
    made = written(escaped(), form)
    told = {f"x{storable(text)}y" for text in ESCAPED}
    for predicate, whole in ((rdflib.DCTERMS.title, {TITLE}), (rdflib.SKOS.prefLabel, set())):
        read = pyoxigraph.parse(made, format=FORMATS[form])
        assert {quad.object.value for quad in read if quad.predicate.value == str(predicate)} == told | whole
        if form == "turtle":
            again = rdflib.Graph(bind_namespaces="none").parse(data=made, format="turtle")
            assert {str(name) for name in again.objects(None, predicate)} == told | whole


@given(st.text(st.sampled_from("a0_%./:-~#é 2F"), max_size=8))
def test_a_name_behind_a_prefix_stands_for_the_iri_that_it_shortens(tail: str):
    node = iri(ID, f"method/{tail}")
    text = f"@prefix method: <{ID}method/> . {Names(ID)[node]} a <a:b> ."
    (quad,) = pyoxigraph.parse(text, format=RdfFormat.TURTLE)
    (subject,) = rdflib.Graph(bind_namespaces="none").parse(data=text, format="turtle").subjects()
    assert quad.subject.value == str(subject) == node.value


def test_prefixes_stand_once_at_the_head_in_order():
    lines = turtle(library()).decode().splitlines()
    heads = [line for line in lines if line.startswith("@prefix")]
    assert heads == sorted(set(heads)) == lines[: len(heads)]
    assert "@prefix kg: <https://w3id.org/papers-kg/ontology#> ." in heads


def test_a_graph_of_nothing_describes_itself():
    made = list(triples(KnowledgeGraph()))
    assert "Knowledge graph of 0 papers" in {t.object.value for t in made}


# What a graph says


def test_a_paper_is_described():
    made = list(triples(library()))
    oak = ID + OAK
    assert objects(made, oak, "http://purl.org/dc/terms/title") == ["OakNet: wider than PineNet"]
    assert objects(made, oak, "http://purl.org/dc/terms/creator") == ["Bo Oak", "Ann Pine"]
    assert objects(made, oak, ONTOLOGY + "authorList") == ["Bo Oak; Ann Pine"]
    assert objects(made, oak, ONTOLOGY + "venue") == ["ICML"]
    assert objects(made, oak, "http://purl.org/dc/terms/identifier") == ["arxiv:1901.00002"]
    year = Literal("2019", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#gYear"))
    assert Triple(NamedNode(oak), NamedNode("http://purl.org/dc/terms/date"), year) in made


def test_a_doi_stands_as_such():
    assert objects(triples(library()), f"{ID}paper/doi:10.1000/scenes", "http://purl.org/ontology/bibo/doi") == [
        "10.1000/scenes"
    ]


def test_a_paper_without_title_has_a_label_only():
    made = list(triples(library()))
    node = f"{ID}paper/text:0123456789abcdef"
    assert objects(made, node, "http://www.w3.org/2000/01/rdf-schema#label") == ["ElmNet"]
    assert objects(made, node, "http://purl.org/dc/terms/title") == []


def test_claims_are_plain_triples():
    made = set(triples(library("none")))
    kg = ONTOLOGY
    assert Triple(NamedNode(ID + OAK), NamedNode(kg + "uses"), NamedNode(ID + "dataset/imagenet")) in made
    assert (
        Triple(
            NamedNode(ID + "task/object-detection"),
            NamedNode(kg + "subTaskOf"),
            NamedNode(ID + "task/scene-understanding"),
        )
        in made
    )


def test_a_statement_counts_papers_and_leads_to_the_evidence_of_each():
    made = list(triples(library()))
    node = statement(made, "method/pinenet", "usedFor", "task/image-classification")
    assert objects(made, node, ONTOLOGY + "support") == ["2"]
    assert objects(made, node, ONTOLOGY + "confidence") == ["0.95"]
    evidence = objects(made, node, ONTOLOGY + "hasEvidence")
    assert [objects(made, piece, ONTOLOGY + "inPaper") for piece in evidence] == [[ID + PINE], [ID + OAK]]
    assert [objects(made, piece, ONTOLOGY + "confidence") for piece in evidence] == [["0.9"], ["0.5"]]


def test_evidence_quotes_its_sentence_and_says_where_it_stands():
    made = list(triples(library()))
    node = statement(made, PINE, "reports", "metric/accuracy")
    (piece,) = objects(made, node, ONTOLOGY + "hasEvidence")
    (passage,) = objects(made, piece, "http://www.w3.org/ns/oa#hasSelector")
    oa = "http://www.w3.org/ns/oa#"
    assert objects(made, passage, oa + "exact") == ["It is trained on CIFAR-10 and reaches a high accuracy."]
    # The first sentence has 60 characters, a blank follows, and the second has 54.
    assert objects(made, passage, oa + "start") == ["61"]
    assert objects(made, passage, oa + "end") == ["115"]
    assert objects(made, passage, ONTOLOGY + "field") == ["text"]


def test_evidence_leads_to_extractor_and_version():
    made = list(triples(library()))
    node = statement(made, PINE, "reports", "metric/accuracy")
    (piece,) = objects(made, node, ONTOLOGY + "hasEvidence")
    (run,) = objects(made, piece, "http://www.w3.org/ns/prov#wasGeneratedBy")
    (agent,) = objects(made, run, "http://www.w3.org/ns/prov#wasAssociatedWith")
    assert objects(made, agent, "http://www.w3.org/2000/01/rdf-schema#label") == ["hand"]
    assert objects(made, agent, "https://schema.org/softwareVersion") == ["1.0"]
    assert objects(made, agent, "http://purl.org/dc/terms/identifier") == ["0123abcd"]


def test_mentions_are_tied_to_entity_and_evidence():
    made = list(triples(library("mentions")))
    node = statement(made, PINE, "uses", "dataset/cifar-10")
    (piece,) = objects(made, node, ONTOLOGY + "hasEvidence")
    (mention,) = objects(made, piece, ONTOLOGY + "hasMention")
    assert objects(made, mention, ONTOLOGY + "refersTo") == [ID + "dataset/cifar-10"]
    assert objects(made, mention, "http://www.w3.org/ns/oa#exact") == ["CIFAR-10"]


def test_a_mention_outside_the_sentence_is_not_tied_to_the_evidence():
    made = list(triples(library("mentions")))
    node = statement(made, "method/oaknet", "comparedWith", "method/pinenet")  # said in the second sentence
    (piece,) = objects(made, node, ONTOLOGY + "hasEvidence")
    assert objects(made, piece, ONTOLOGY + "hasMention") == []  # both are first named in title and first sentence


@pytest.mark.parametrize(
    "level, classes",
    [
        ("none", set()),
        ("statements", {"Statement", "Evidence", "Passage"}),
        ("mentions", {"Statement", "Evidence", "Passage", "Mention"}),
    ],
)
def test_the_level_of_evidence_says_how_much_is_written(level: str, classes: set[str]):
    written = {
        t.object.value.removeprefix(ONTOLOGY) for t in triples(library(level)) if t.predicate.value.endswith("type")
    }
    assert written & {"Statement", "Evidence", "Passage", "Mention"} == classes


def test_a_link_holds_both_papers_its_weight_and_what_they_share():
    made = list(triples(library()))
    (node,) = [t.subject.value for t in made if t.predicate.value == ONTOLOGY + "weight" and t.object.value == "0.9"]
    assert objects(made, node, ONTOLOGY + "connects") == [ID + PINE, ID + OAK]
    assert objects(made, node, ONTOLOGY + "shared") == [ID + "dataset/cifar-10", ID + "method/pinenet"]


def test_what_papers_share_is_written_in_order_whatever_the_rank():
    made = list(triples(library()))
    (node,) = [t.subject.value for t in made if t.predicate.value == ONTOLOGY + "weight" and t.object.value == "0.3"]
    assert objects(made, node, ONTOLOGY + "shared") == [ID + "method/pinenet", ID + "task/image-classification"]


def test_a_preferred_name_is_not_among_the_other_names():
    other = "http://www.w3.org/2004/02/skos/core#altLabel"
    assert objects(triples(hostile()), iri(ID, "method/c++").value, other) == ["C plus plus"]


def test_an_outside_link_is_a_match_with_score_and_method_and_a_broken_one_is_left_out():
    made = list(triples(hostile()))
    task = iri(ID, f"task/{RIGHT_TO_LEFT}").value
    match = "http://www.w3.org/2004/02/skos/core#exactMatch"
    assert objects(made, task, match) == ["http://www.wikidata.org/entity/Q844240"]
    assert not objects(made, task, "http://www.w3.org/2004/02/skos/core#closeMatch")
    (node,) = [t.subject.value for t in made if t.predicate.value == ONTOLOGY + "linkedBy"]
    assert objects(made, node, ONTOLOGY + "confidence") == ["0.9"]


def test_one_name_of_two_kinds_is_related_once():
    made = [t for t in triples(library()) if t.predicate.value == "http://www.w3.org/2004/02/skos/core#related"]
    assert [(t.subject.value, t.object.value) for t in made] == [(ID + "dataset/forest-10", ID + "task/forest-10")]


def test_the_graph_counts_its_own_triples():
    made = list(triples(library()))
    (told,) = [t.object.value for t in made if t.predicate.value == "http://rdfs.org/ns/void#triples"]
    assert int(told) == len(made)


def test_another_extractor_is_another_run():
    def run(graph: KnowledgeGraph) -> set[str]:
        return {t.subject.value for t in triples(graph) if t.predicate.value.endswith("wasAssociatedWith")}

    first = a_paper(1, "text:00", "A title", [])
    one, two = (KnowledgeGraph(extractions=(replace(first, extractor=name),)) for name in ("a 1 x", "a 2 x"))
    assert run(one) == run(one)
    assert not run(one) & run(two)


def test_another_version_of_kg_is_another_run(monkeypatch: pytest.MonkeyPatch):
    before = set(triples(library()))
    monkeypatch.setattr("kg.export.describe.__version__", "99.0")
    runs = {t.subject.value for t in triples(library()) if t.predicate.value.endswith("wasAssociatedWith")}
    assert not runs & {t.subject.value for t in before}


# Sentences


@pytest.mark.parametrize(
    "span, place",
    [
        (Span(field="text", start=12, end=15), ("text", 11, 21)),  # within the second sentence
        (Span(field="text", start=5, end=15), ("text", 0, 21)),  # across both
        (Span(field="text", start=0, end=10), ("text", 0, 10)),  # the first itself
        (Span(field="text", start=22, end=23), ("text", 11, 23)),  # ends behind the last
        (Span(field="title", start=2, end=3), ("title", 0, 5)),
    ],
)
def test_a_span_stands_in_its_sentence_or_run_of_sentences(span: Span, place: tuple[str, int, int]):
    extraction = a_paper(1, "text:00", "Trees", ["One, two.1", "Three, fo."])
    assert extraction.sentences == ((0, 10), (11, 21))
    assert sentence_around(extraction, span) == place


def test_a_span_of_a_paper_without_sentences_stands_for_itself():
    extraction = replace(a_paper(1, "text:00", "", ["Trees."]), sentences=())
    assert sentence_around(extraction, Span(field="text", start=1, end=3)) == ("text", 1, 3)


# Terms


@pytest.mark.parametrize(
    "node, tail",
    [
        ("paper/arxiv:1706.03762", "paper/arxiv:1706.03762"),
        ("paper/doi:10.1/a(b)<c>", "paper/doi:10.1/a%28b%29%3Cc%3E"),
        ("method/c++", "method/c%2B%2B"),
        ("method/c#", "method/c%23"),
        ("method/a*", "method/a%2A"),
        ('method/"\\"', "method/%22%5C%22"),
        ("method/μp", "method/%CE%BCp"),
        ("method/a b%20", "method/a%20b%2520"),
        ("method/\ud800\x00", "method/%ED%A0%80%00"),
    ],
)
def test_an_iri_is_base_and_percent_encoded_id(node: str, tail: str):
    assert iri(ID, node) == NamedNode(ID + tail)


@given(st.text(), st.text())
def test_different_ids_have_different_iris(one: str, two: str):
    assert (iri(ID, one) == iri(ID, two)) == (one == two)


@pytest.mark.parametrize(
    "base",
    [
        "",
        "no base",
        "example.org/",
        "http://example.org/a b/",
        "http://example.org/kg",
        "javascript:x/",
        "DATA:text/html,/",
    ],
)
def test_a_base_that_is_none_is_refused(base: str):
    with pytest.raises(OptionError, match="the base"):
        list(triples(replace(library(), options=Options(base=base))))


@pytest.mark.parametrize("base", ["http://", "https://w3id.org/papers-kg/", "https://w3id.org/papers-kg/ontology#"])
def test_a_base_that_would_mix_ids_with_terms_is_refused(base: str):
    with pytest.raises(OptionError, match="shared with a vocabulary"):
        checked_base(base)


@pytest.mark.parametrize("base", ["http://example.org/", "urn:kg:", "https://example.org/kg#", "https://exämple.org/"])
def test_a_base_of_ones_own_is_taken(base: str):
    assert checked_base(base) == base
    graph = hostile("mentions", base=base)
    read = rdflib.Graph(bind_namespaces="none").parse(data=turtle(graph), format="turtle")
    assert (rdflib.URIRef(f"{base}method/c%2B%2B"), None, None) in read


@pytest.mark.parametrize(
    "text", ["javascript:alert(1)", "not a url", "http://", "https://a b", "ftp://a", "https://a/<b>"]
)
def test_what_is_no_web_address_is_no_iri(text: str):
    assert web_iri(text) is None


def test_a_url_that_is_none_stays_a_literal():
    assert Literal("not a url") in [
        t.object for t in triples(hostile()) if t.predicate.value == "https://schema.org/url"
    ]


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_a_literal_that_turtle_gives_back(text: str):
    made = Triple(NamedNode("http://a/s"), NamedNode("http://a/p"), literal(text))
    written = f"<http://a/s> <http://a/p> {Names(ID).literal(made.object)} .".encode()  # type: ignore[arg-type]
    (quad,) = pyoxigraph.parse(written, format=pyoxigraph.RdfFormat.TURTLE)
    assert quad.object == made.object
    (_, _, value) = next(iter(rdflib.Graph(bind_namespaces="none").parse(data=written, format="turtle")))
    assert str(value) == made.object.value


@pytest.mark.parametrize(
    "number, digits", [(0.0, "0.0"), (1, "1.0"), (0.1, "0.1"), (1e-7, "0.0000001"), (1e22, "1" + "0" * 22 + ".0")]
)
def test_a_number_is_a_decimal_without_exponent(number: float, digits: str):
    assert decimal(number).value == digits


def test_hostile_names_are_said_as_they_are():
    names = {t.object.value for t in triples(hostile()) if t.predicate.value.endswith("prefLabel")}
    assert {HOSTILE_NAME, RIGHT_TO_LEFT, LONG_NAME, "a\ufffdb\ufffd"} <= names
