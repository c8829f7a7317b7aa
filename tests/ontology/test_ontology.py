"""The ontology: it declares what graphs are written in, no more and no less, and does not contradict itself."""

import shutil
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS, Namespace, URIRef
from rdflib.collection import Collection

from kg.errors import KgError
from kg.export.triples import triples
from kg.graph import KnowledgeGraph
from kg.resources import ontology_file
from kg.vocabulary import CLASS_OF_KIND, ONTOLOGY, PROPERTY_OF_EDGE, RELATIONS, ROLES
from tests.graphs import a_paper, an_entity, assembled, hostile, library

KG = Namespace(ONTOLOGY)
KINDS_OF_TERM = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph(bind_namespaces="none").parse(ontology_file("kg.ttl"), format="turtle")


def declared(ontology: rdflib.Graph) -> set[URIRef]:
    found = {node for kind in KINDS_OF_TERM for node in ontology.subjects(RDF.type, kind) if isinstance(node, URIRef)}
    return {node for node in found if node.startswith(ONTOLOGY)}


def written() -> set[URIRef]:
    """Return the terms of the ontology that graphs with everything in them hold as class, property or object."""
    terms = {
        term for graph in (hostile("mentions"), library("mentions"), every_edge()) for t in triples(graph) for term in t
    }
    found = {URIRef(term.value) for term in terms if isinstance(term, pyoxigraph.NamedNode)}
    return {term for term in found if term.startswith(ONTOLOGY) and term != URIRef(ONTOLOGY)}


def every_edge() -> KnowledgeGraph:
    """Return a graph with each relation of the contract."""
    paper = a_paper(1, "text:00", "All relations", ["Everything relates."])
    kinds = {"METHOD": "method", "TASK": "task", "DATASET": "dataset", "METRIC": "metric"}
    claims = [
        (f"{kinds[head]}/a", relation, f"{kinds[tail]}/b", {"paper/text:00": (0.5, 0)})
        for relation, (head, tail) in RELATIONS.items()
    ]
    roles = [
        ("paper/text:00", role, f"{kinds[label]}/a", {"paper/text:00": (0.5, 0)})
        for label in ROLES
        for role in ROLES[label]
    ]
    entities = [an_entity(f"{kind}/{name}", name.upper()) for kind in kinds.values() for name in "ab"]
    return assembled([paper], entities, claims + roles)


def test_every_term_that_is_written_is_declared(ontology: rdflib.Graph):
    assert written() - declared(ontology) == set()


def test_every_term_that_is_declared_is_written_or_marked_abstract(ontology: rdflib.Graph):
    abstract = {node for node, marked in ontology.subject_objects(KG.abstract) if marked.toPython() is True}
    assert declared(ontology) - written() == abstract


def test_every_class_and_property_of_the_vocabulary_is_declared(ontology: rdflib.Graph):
    names = {*CLASS_OF_KIND.values(), *PROPERTY_OF_EDGE.values()}
    assert {KG[name] for name in names} <= declared(ontology)


def test_every_term_has_a_label_and_a_definition(ontology: rdflib.Graph):
    for term in declared(ontology):
        assert ontology.value(term, RDFS.label), term
        assert str(ontology.value(term, SKOS.definition)).endswith("."), term


def test_every_property_has_a_domain_and_a_range(ontology: rdflib.Graph):
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty):
        for term in ontology.subjects(RDF.type, kind):
            if term.startswith(ONTOLOGY):
                assert ontology.value(term, RDFS.domain), term
                assert ontology.value(term, RDFS.range), term


@pytest.mark.parametrize("label", ROLES)
def test_a_role_is_a_way_to_mention(ontology: rdflib.Graph, label: str):
    for role in ROLES[label]:
        term = KG[PROPERTY_OF_EDGE[role]]
        assert term == KG.mentions or (term, RDFS.subPropertyOf, KG.mentions) in ontology


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_relation_has_the_ends_of_the_contract(ontology: rdflib.Graph, relation: str):
    classes = {"METHOD": KG.Method, "TASK": KG.Task, "DATASET": KG.Dataset}
    head, tail = RELATIONS[relation]
    term = KG[PROPERTY_OF_EDGE[relation]]
    assert ontology.value(term, RDFS.domain) == classes[head]
    assert ontology.value(term, RDFS.range) == classes[tail]


@pytest.mark.parametrize("name", ["kindOf", "subTaskOf"])
def test_the_hierarchies_are_skos_broader(ontology: rdflib.Graph, name: str):
    assert (KG[name], RDFS.subPropertyOf, SKOS.broader) in ontology


def test_every_claim_can_be_read_the_other_way_but_a_comparison_which_goes_both(ontology: rdflib.Graph):
    inverted = set(ontology.objects(None, OWL.inverseOf))
    assert {KG[name] for name in PROPERTY_OF_EDGE.values()} - inverted == {KG.comparedWith}
    for inverse, term in ontology.subject_objects(OWL.inverseOf):
        if term.startswith(ONTOLOGY):
            assert ends(ontology, inverse) == ends(ontology, term)[::-1], term


def ends(ontology: rdflib.Graph, term: URIRef) -> list[set[str]]:
    """Return the classes of domain and range of a property."""
    found = []
    for predicate in (RDFS.domain, RDFS.range):
        node = ontology.value(term, predicate)
        union = ontology.value(node, OWL.unionOf)
        found.append(set(map(str, Collection(ontology, union) if union else [node])))
    return found


def test_the_ontology_has_a_version(ontology: rdflib.Graph):
    (node,) = ontology.subjects(RDF.type, OWL.Ontology)
    assert node == URIRef(ONTOLOGY)
    version = ontology.value(node, OWL.versionInfo)
    assert str(ontology.value(node, OWL.versionIRI)) == f"https://w3id.org/papers-kg/ontology/{version}"


@pytest.mark.parametrize("added", ["", "kg:Sapling rdfs:subClassOf kg:Method , kg:Task ; a owl:Class ."])
def test_hermit_finds_the_ontology_consistent_and_a_contradiction_in_it(tmp_path: Path, added: str):
    owlready2 = pytest.importorskip("owlready2")
    if not shutil.which("java"):
        pytest.skip("needs Java")
    text = ontology_file("kg.ttl").read_text(encoding="utf-8") + added
    parsed = pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.TURTLE)
    made = (pyoxigraph.Triple(quad.subject, quad.predicate, quad.object) for quad in parsed)
    path = tmp_path / "kg.nt"
    pyoxigraph.serialize(made, path, format=pyoxigraph.RdfFormat.N_TRIPLES)
    world = owlready2.World()
    with world.get_ontology(path.as_uri()).load(format="ntriples"):
        owlready2.sync_reasoner_hermit(world, infer_property_values=False, debug=0)
    impossible = {thing.iri for thing in world.inconsistent_classes()} - {str(OWL.Nothing)}
    assert impossible == ({f"{ONTOLOGY}Sapling"} if added else set())


def test_a_missing_file_of_the_ontology_is_said():
    with pytest.raises(KgError, match=r"lacks ontology/no\.ttl"):
        ontology_file("no.ttl")
