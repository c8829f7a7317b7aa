"""Validation: a sound build has no fault, and for each shape and check there is a build that breaks just it."""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph
import pytest
from pyoxigraph import Literal, NamedNode, Triple

from kg.errors import InputError, MissingExtraError
from kg.export.rdf import write_rdf
from kg.export.triples import triples
from kg.graph import KnowledgeGraph
from kg.store import write_extractions
from kg.validate import CHECKS, validate
from kg.vocabulary import ONTOLOGY
from tests.graphs import OAK, PINE, SCENES, hostile, library, part

ID = "https://w3id.org/papers-kg/id/"
NAMESPACES = {
    "kg": ONTOLOGY,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "oa": "http://www.w3.org/ns/oa#",
    "prov": "http://www.w3.org/ns/prov#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
COUNT = NAMESPACES["void"] + "triples"
GROVE = part(library("mentions"), (PINE, OAK, SCENES))
"""Three papers of the library: enough to hold one of each thing, small enough to check many times."""
MADE = tuple(triples(GROVE))


def name(short: str) -> NamedNode:
    """Return the IRI of a prefixed name, or of a node of the grove."""
    prefix, _, local = short.partition(":")
    return NamedNode(NAMESPACES[prefix] + local if prefix in NAMESPACES else ID + short)


def number(value: str, datatype: str) -> Literal:
    return Literal(value, datatype=name(f"xsd:{datatype}"))


def first_of(kind: str) -> NamedNode:
    """Return the first node of a class."""
    return next(t.subject for t in MADE if t.predicate == name("rdf:type") and t.object == name(kind))


def of(subject: NamedNode, predicate: str) -> list[Triple]:
    return [t for t in MADE if t.subject == subject and t.predicate == name(predicate)]


@dataclass
class Change:
    """What is taken out of the grove's triples, and what is put in."""

    out: list[Triple] = field(default_factory=list)
    new: list[Triple] = field(default_factory=list)

    def made(self) -> list[Triple]:
        """Return the triples after the change, with their number told rightly."""
        kept = [t for t in MADE if t not in self.out and t.predicate.value != COUNT]
        told = next(t for t in MADE if t.predicate.value == COUNT)
        everything = [*kept, *self.new]
        return [*everything, Triple(told.subject, told.predicate, number(str(len(everything) + 1), "integer"))]


def without(kind: str, predicate: str) -> Change:
    return Change(out=of(first_of(kind), predicate))


def with_other(kind: str, predicate: str, value: NamedNode | Literal) -> Change:
    """Give the first node of a class another value in place of the one it has."""
    node = first_of(kind)
    return Change(out=of(node, predicate), new=[Triple(node, name(predicate), value)])


def with_more(node: NamedNode, predicate: str, value: NamedNode | Literal) -> Change:
    return Change(new=[Triple(node, name(predicate), value)])


def stated(subject: str, predicate: str, thing: str) -> Change:
    """Put in a triple, with a statement and evidence that are sound in themselves."""
    node, piece = name("statement/new"), name("evidence/new")
    like = of(first_of("kg:Evidence"), "prov:wasGeneratedBy")[0].object
    one = number("1", "integer")
    half = number("0.5", "decimal")
    return Change(
        new=[
            Triple(name(subject), name(predicate), name(thing)),
            Triple(node, name("rdf:type"), name("kg:Statement")),
            Triple(node, name("rdf:subject"), name(subject)),
            Triple(node, name("rdf:predicate"), name(predicate)),
            Triple(node, name("rdf:object"), name(thing)),
            Triple(node, name("kg:support"), one),
            Triple(node, name("kg:confidence"), half),
            Triple(node, name("kg:hasEvidence"), piece),
            Triple(piece, name("rdf:type"), name("kg:Evidence")),
            Triple(piece, name("kg:inPaper"), name(PINE)),
            Triple(piece, name("kg:confidence"), half),
            Triple(piece, name("prov:wasGeneratedBy"), like),
        ]
    )


def build(folder: Path, made: list[Triple] | None = None, graph: KnowledgeGraph | None = None) -> Path:
    graph = graph or GROVE
    if made is None:
        write_rdf(graph, folder / "graph.ttl")
    else:
        pyoxigraph.serialize(made, folder / "graph.ttl", format=pyoxigraph.RdfFormat.TURTLE)
    write_extractions(folder / "extractions.jsonl", graph.extractions)
    (folder / "report.json").write_text(json.dumps({"papers": len(graph.extractions)}), encoding="utf-8")
    return folder


SHAPES: dict[str, tuple[Change, str]] = {
    "paper-label": (without("kg:Paper", "rdfs:label"), "has to have one readable name"),
    "paper-title": (with_more(name(PINE), "dcterms:title", Literal("Another")), "may have one title"),
    "paper-date": (with_other("kg:Paper", "dcterms:date", Literal("2020")), "may have one year, of four digits"),
    "paper-venue": (with_more(name(PINE), "kg:venue", Literal("Elsewhere")), "may have one venue"),
    "paper-authors": (with_more(name(PINE), "kg:authorList", Literal("A; B")), "may have one list of authors"),
    "proposes": (stated(PINE, "kg:proposes", "task/image-classification"), "from a paper to a method or dataset"),
    "uses": (stated(PINE, "kg:uses", "metric/accuracy"), "from a paper to a method or dataset"),
    "comparesWith": (stated(PINE, "kg:comparesWith", "metric/accuracy"), "from a paper to a method"),
    "addresses": (stated(PINE, "kg:addresses", "metric/accuracy"), "from a paper to a task"),
    "reports": (stated(PINE, "kg:reports", "dataset/imagenet"), "from a paper to a metric"),
    "usedFor": (stated("method/oaknet", "kg:usedFor", "metric/accuracy"), "from a method to a task"),
    "partOf": (stated("method/oaknet", "kg:partOf", "metric/accuracy"), "from a method to a method"),
    "kindOf": (stated("method/oaknet", "kg:kindOf", "metric/accuracy"), "from a method to a method"),
    "evaluatedWith": (stated("method/oaknet", "kg:evaluatedWith", "metric/accuracy"), "from a method to a dataset"),
    "trainedWith": (stated("method/oaknet", "kg:trainedWith", "metric/accuracy"), "from a method to a dataset"),
    "comparedWith": (stated("method/oaknet", "kg:comparedWith", "metric/accuracy"), "from a method to a method"),
    "subTaskOf": (stated("task/image-classification", "kg:subTaskOf", "metric/accuracy"), "from a task to a task"),
    "benchmarkFor": (stated("dataset/imagenet", "kg:benchmarkFor", "metric/accuracy"), "from a dataset to a task"),
    "entity-name": (without("kg:Method", "skos:prefLabel"), "has to have one preferred name"),
    "entity-other-name": (
        with_more(name("method/pinenet"), "skos:altLabel", Literal("PineNet")),
        "must not list its preferred name",
    ),
    "entity-kind": (with_more(name("metric/accuracy"), "rdf:type", name("kg:Dataset")), "has to be of one kind"),
    "statement-support": (without("kg:Statement", "kg:support"), "has to say how many papers support it"),
    "statement-confidence": (
        with_other("kg:Statement", "kg:confidence", number("1.5", "decimal")),
        "has to have one confidence, a decimal from 0 to 1",
    ),
    "statement-predicate": (
        with_more(first_of("kg:Statement"), "rdf:predicate", name("kg:uses")),
        "has to have one predicate",
    ),
    "evidence-confidence": (without("kg:Evidence", "kg:confidence"), "has to have one confidence"),
    "evidence-run": (without("kg:Evidence", "prov:wasGeneratedBy"), "has to say which run read it"),
    "evidence-passage": (
        with_more(first_of("kg:Evidence"), "oa:hasSelector", name(PINE)),
        "has to quote passages of the graph",
    ),
    "passage-field": (without("kg:Passage", "kg:field"), "has to name its field"),
    "passage-words": (without("kg:Passage", "oa:exact"), "has to quote its words"),
    "passage-start": (without("kg:Passage", "oa:start"), "has to start at one place"),
    "passage-end": (without("kg:Passage", "oa:end"), "has to end at one place"),
    "passage-paper": (without("kg:Passage", "kg:inPaper"), "has to stand in one paper"),
    "mention-entity": (without("kg:Mention", "kg:refersTo"), "has to name one entity"),
    "mention-confidence": (without("kg:Mention", "kg:confidence"), "has to have one confidence"),
    "mention-words": (without("kg:Mention", "oa:exact"), "has to quote its words"),
    "link-papers": (with_more(first_of("kg:Link"), "kg:connects", name(SCENES)), "two papers"),
    "link-weight": (with_other("kg:Link", "kg:weight", number("0.0", "decimal")), "has to have one weight above 0"),
    "link-shared": (without("kg:Link", "kg:shared"), "has to say which entities the papers share"),
    "run-extractor": (without("prov:Activity", "prov:wasAssociatedWith"), "has to name its extractor"),
    "description-title": (without("void:Dataset", "dcterms:title"), "has to have one title"),
}
"""For each shape a change that breaks it, and what is then said."""

COUPLED: dict[str, tuple[Change, str]] = {
    "mentions": (stated(PINE, "kg:mentions", OAK), "from a paper to a method, task, dataset or metric"),
    "statement-subject": (without("kg:Statement", "rdf:subject"), "has to have one subject"),
    "statement-object": (without("kg:Statement", "rdf:object"), "has to have one object"),
    "statement-evidence": (without("kg:Statement", "kg:hasEvidence"), "has to have evidence"),
    "evidence-statement": (without("kg:Statement", "kg:hasEvidence"), "has to be evidence for one statement"),
    "evidence-paper": (without("kg:Evidence", "kg:inPaper"), "has to stand in one paper of the graph"),
    "mention-paper": (
        with_other("kg:Mention", "kg:inPaper", name("metric/accuracy")),
        "has to stand in one paper of the graph",
    ),
    "description-count": (with_more(first_of("void:Dataset"), "void:triples", Literal("many")), "how many triples"),
    "description-base": (without("void:Dataset", "void:uriSpace"), "under which base its IRIs lie"),
}
"""Shapes that cannot be broken alone, since a check beyond the shapes looks at the same thing."""

BEYOND: dict[str, tuple[Change, str]] = {
    "quote": (
        with_other("kg:Passage", "oa:exact", Literal("Nobody wrote this.")),
        "quote: passage/arxiv:1801.00001/text/0-60 quotes 'Nobody wrote this.', which does not stand at text 0:60",
    ),
    "quote-place": (
        with_other("kg:Passage", "oa:start", number("1", "integer")),
        "which does not stand at text 1:60 of the stored text",
    ),
    "quote-mention": (with_other("kg:Mention", "oa:exact", Literal("oak")), "quote: mention/"),
    "support": (
        with_other("kg:Statement", "kg:support", number("7", "integer")),
        "says support 7, but 1 papers stand behind it",
    ),
    "statement-without-triple": (
        Change(out=[Triple(name(PINE), name("kg:proposes"), name("method/pinenet"))]),
        "speaks of a triple that is not there",
    ),
    "triple-without-statement": (
        with_more(name(PINE), "kg:uses", name("dataset/imagenet")),
        f"statement: {PINE} is in {PINE} uses dataset/imagenet, which no statement speaks of",
    ),
    "two-statements": (
        stated(PINE, "kg:proposes", "method/pinenet"),
        "statement: statement/new says what another statement says",
    ),
    "id": (
        with_more(name("dataset/imagenet"), "skos:related", name("task/nowhere")),
        "id: dataset/imagenet leads by http://www.w3.org/2004/02/skos/core#related to task/nowhere, which is nowhere",
    ),
}
"""For each check beyond the shapes a change that breaks it, and what is then said."""


def test_a_sound_build_has_no_fault(tmp_path: Path):
    assert validate(build(tmp_path)) == ()


@pytest.mark.parametrize("level", ["none", "statements", "mentions"])
def test_a_build_full_of_traps_has_no_fault(tmp_path: Path, level: str):
    assert validate(build(tmp_path, graph=hostile(level))) == ()


@pytest.mark.parametrize("change, said", SHAPES.values(), ids=SHAPES)
def test_a_build_that_breaks_one_shape_has_one_fault(tmp_path: Path, change: Change, said: str):
    (fault,) = validate(build(tmp_path, change.made()))
    assert fault.check == "shape"
    assert said in fault.message


@pytest.mark.parametrize("change, said", COUPLED.values(), ids=COUPLED)
def test_a_build_that_breaks_a_shape_is_faulty(tmp_path: Path, change: Change, said: str):
    assert [fault for fault in validate(build(tmp_path, change.made())) if said in fault.message]


@pytest.mark.parametrize("change, said", BEYOND.values(), ids=BEYOND)
def test_a_build_that_breaks_one_check_has_one_fault(tmp_path: Path, change: Change, said: str):
    (fault,) = validate(build(tmp_path, change.made()))
    assert said in str(fault)


def test_two_pieces_of_evidence_of_one_paper_are_a_fault(tmp_path: Path):
    node = first_of("kg:Statement")
    piece = name("evidence/twice")
    first = of(node, "kg:hasEvidence")[0].object
    copy = [Triple(piece, t.predicate, t.object) for t in MADE if t.subject == first]
    (fault,) = validate(build(tmp_path, Change(new=[Triple(node, name("kg:hasEvidence"), piece), *copy]).made()))
    assert fault.message == "has two pieces of evidence of one paper"


def test_a_cycle_is_found_at_each_node_of_it(tmp_path: Path):
    change = stated("task/scene-understanding", "kg:subTaskOf", "task/object-detection")
    faults = validate(build(tmp_path, change.made()))
    assert [str(fault) for fault in faults] == [
        "cycle: task/object-detection is under itself by subTaskOf",
        "cycle: task/scene-understanding is under itself by subTaskOf",
    ]


def test_a_file_cut_short_is_found_by_its_count(tmp_path: Path):
    made = [t for t in MADE if t.object != Literal("Pine Network")]
    (fault,) = validate(build(tmp_path, made))
    assert fault.message == f"says {len(MADE)} triples, {len(MADE) - 1} are there"


def test_papers_that_are_in_one_file_only_are_found(tmp_path: Path):
    graph = GROVE
    build(tmp_path)
    fewer = [extraction for extraction in graph.extractions if extraction.paper.id != SCENES]
    write_extractions(tmp_path / "extractions.jsonl", fewer)
    faults = [str(fault) for fault in validate(tmp_path)]
    assert f"papers: {SCENES} is not in extractions.jsonl" in faults
    write_rdf(KnowledgeGraph(extractions=()), tmp_path / "graph.ttl")
    assert f"papers: {PINE} is in extractions.jsonl, but not in the graph" in [str(f) for f in validate(tmp_path)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"papers": 4}', "tells of 4 papers, where there are 3"),
        ("{", "cannot be read (it is damaged)"),
        ("[]", "cannot be read (it is damaged)"),
        ("{}", "cannot be read (it is damaged)"),
        (None, "cannot be read (No such file or directory)"),
    ],
)
def test_a_report_that_does_not_fit_its_build_is_a_fault(tmp_path: Path, content: str | None, said: str):
    path = build(tmp_path) / "report.json"
    path.unlink() if content is None else path.write_text(content, encoding="utf-8")
    assert [str(fault) for fault in validate(tmp_path)] == [f"report: report.json {said}"]


def test_blank_nodes_do_no_harm(tmp_path: Path):
    build(tmp_path)
    with (tmp_path / "graph.ttl").open("a", encoding="utf-8") as handle:
        handle.write("[] <http://example.org/p> [] .")
    (fault,) = validate(tmp_path)
    assert fault.check == "count"


def test_a_folder_without_build_is_said(tmp_path: Path):
    with pytest.raises(InputError, match=r"graph\.ttl is missing; build a graph with"):
        validate(tmp_path)


def test_a_file_that_is_not_turtle_is_said_in_one_line(tmp_path: Path):
    (build(tmp_path) / "graph.ttl").write_text("<a> <b", encoding="utf-8")
    with pytest.raises(InputError, match=r"graph\.ttl is not Turtle: ") as caught:
        validate(tmp_path)
    assert "\n" not in str(caught.value)


def test_missing_pyshacl_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyshacl", None)
    with pytest.raises(MissingExtraError, match=r"pip install '.\[validate\]'"):
        validate(build(tmp_path))


def test_every_check_is_broken_by_some_test():
    assert len(CHECKS) == 7  # count, quotes, papers, support, statements, ids, cycles
