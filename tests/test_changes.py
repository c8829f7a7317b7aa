"""What became of a graph: known again under other ids, by what it holds; the rest came, went or changed."""

from collections.abc import Mapping
from dataclasses import replace

import pyoxigraph
import pytest

from kg.changes import Change, changes
from kg.export.revision import change_report, change_turtle
from kg.export.terms import iri
from kg.graph import KnowledgeGraph
from kg.records import Occurrence
from tests.graphs import BIRCH, ELM, OAK, PINE, a_paper, an_entity, assembled, library, part

ID = "https://w3id.org/papers-kg/id/"


def called(graph: KnowledgeGraph, ids: Mapping[str, str]) -> KnowledgeGraph:
    """Return the same graph with other ids for some of its nodes."""

    def now(node: str) -> str:
        return ids.get(node, node)

    return replace(
        graph,
        extractions=tuple(replace(e, paper=replace(e.paper, id=now(e.paper.id))) for e in graph.extractions),
        entities=tuple(replace(entity, id=now(entity.id)) for entity in graph.entities),
        claims=tuple(
            replace(
                claim,
                subject=now(claim.subject),
                object=now(claim.object),
                evidence=tuple(replace(piece, paper=now(piece.paper)) for piece in claim.evidence),
            )
            for claim in graph.claims
        ),
        occurrences=tuple(replace(o, entity=now(o.entity), paper=now(o.paper)) for o in graph.occurrences),
        related=(),
        links=(),
    )


def without_names(graph: KnowledgeGraph) -> KnowledgeGraph:
    """Return the graph with names that tell nothing, so that only places can."""
    return replace(graph, entities=tuple(replace(e, name=f"x{n}", names=()) for n, e in enumerate(graph.entities)))


def fates(found: tuple[Change, ...], sort: str) -> dict[str, int]:
    told = [change.fate for change in found if change.sort == sort]
    return {fate: told.count(fate) for fate in told}


def test_a_graph_is_as_it_was():
    assert changes(library(), library()) == ()


def test_papers_entities_and_claims_come_and_go():
    grove = part(library(), (PINE, OAK))
    added = changes(grove, library())
    assert fates(added, "paper") == {"came": 4}
    gone = changes(library(), grove)
    assert [change.before for change in gone if change.sort == "paper"] == [
        ("paper/acl:P21-1001",),
        ("paper/arxiv:2001.00003",),
        ("paper/doi:10.1000/scenes",),
        ("paper/text:0123456789abcdef",),
    ]
    assert all(change.fate == "went" for change in gone)
    assert {change.after for change in added} == {change.before for change in gone}
    # 25 roles and 12 relations, of which the two papers alone make 10 and 5.
    assert fates(gone, "claim") == {"went": 22}


@pytest.mark.parametrize("hide", [lambda graph: graph, without_names], ids=["names", "places alone"])
def test_an_entity_of_another_id_is_known_by_where_it_is_named_and_its_claims_with_it(hide):
    old = hide(library())
    found = changes(old, called(old, {"method/pinenet": "method/pine-network"}))
    assert [(c.before, c.after) for c in found if c.sort == "entity"] == [
        (("method/pinenet",), ("method/pine-network",))
    ]
    # Four papers propose or use it, and it stands at an end of five relations.
    assert fates(found, "claim") == {"moved": 9}


def test_an_entity_that_is_nowhere_named_is_known_by_its_name():
    old = replace(library(), occurrences=())
    found = changes(old, called(old, {"method/pinenet": "method/pine-network"}))
    assert fates(found, "entity") == {"moved": 1}


def test_an_entity_whose_places_are_shared_out_evenly_went():
    paper = a_paper(1, "text:00", "", ["Larch and larch."])
    old = assembled([paper], [an_entity("method/larch", "arch")], [])
    one, two = an_entity("method/a", "Larch"), an_entity("method/b", "larch")
    new = assembled([paper], [one, two], [])
    both = Occurrence(
        entity="method/larch", paper=paper.paper.id, mentions=new.occurrences[0].mentions + new.occurrences[1].mentions
    )
    found = changes(replace(old, occurrences=(both,)), new)
    assert fates(found, "entity") == {"went": 1, "came": 2}


def test_an_entity_that_another_took_in_moved_to_it():
    old = library()
    new = called(old, {"method/oaknet": "method/pinenet"})
    kept = {entity.id: entity for entity in new.entities}
    found = changes(old, replace(new, entities=tuple(kept.values())))
    assert [(c.before, c.after) for c in found if c.fate == "moved" and c.sort == "entity"] == [
        (("method/oaknet",), ("method/pinenet",))
    ]


def test_a_paper_that_gained_an_identifier_is_known_by_its_text():
    found = changes(library(), called(library(), {ELM: "paper/doi:10.1000/elm"}))
    assert [(c.before, c.after) for c in found if c.sort == "paper"] == [((ELM,), ("paper/doi:10.1000/elm",))]
    assert fates(found, "claim") == {"moved": 3}


def test_a_paper_is_known_by_an_identifier_whatever_its_text():
    old = library()
    new = called(old, {BIRCH: "paper/doi:10.1000/birch"})
    said = tuple(
        replace(e, paper=replace(e.paper, abstract="Rewritten.")) if "birch" in e.paper.id else e
        for e in new.extractions
    )
    (change,) = [c for c in changes(old, replace(new, extractions=said)) if c.sort == "paper"]
    assert (change.fate, change.said) == ("moved", ("abstract",))


def test_what_changed_is_said():
    old = library()
    papers = tuple(
        replace(e, paper=replace(e.paper, year=2020, venue="")) if e.paper.id == OAK else e for e in old.extractions
    )
    entities = tuple(replace(e, name="Oak") if e.id == "method/oaknet" else e for e in old.entities)
    claims = tuple(replace(c, evidence=c.evidence[:1], confidence=0.9) if c.support == 2 else c for c in old.claims)
    found = changes(old, replace(old, extractions=papers, entities=entities, claims=claims))
    assert [(c.fate, c.said) for c in found] == [
        ("changed", ("year 2019 → 2020", "venue")),
        ("changed", ("name OakNet → Oak",)),
        ("changed", ("support 2 → 1", "confidence 0.95 → 0.9")),
    ]


def test_a_confidence_that_hardly_moved_is_no_change():
    old = library()
    assert (
        changes(old, replace(old, claims=tuple(replace(c, confidence=c.confidence + 0.001) for c in old.claims))) == ()
    )


def test_the_report_counts_each_sort_and_shows_each_thing():
    text = change_report(library(), called(library(), {ELM: "paper/doi:10.1000/elm"}))
    lines = text.splitlines()
    assert lines[0] == "Papers: 1 under another id"
    assert lines[1] == f"  > {ELM} → paper/doi:10.1000/elm  ElmNet"
    assert lines[2:4] == ["Entities: all as they were", "Claims: 3 under another id"]


def said(text: str) -> set[tuple[str, str, str]]:
    triples = pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.TURTLE)
    return {(t.subject.value, t.predicate.value.rpartition("/")[2], t.object.value) for t in triples}  # type: ignore[union-attr]


def test_the_turtle_leads_from_each_old_iri_to_the_new_one_and_back():
    text = change_turtle(library(), called(library(), {"method/pinenet": "method/pine-network"}))
    triples = said(text)
    before, after = f"{ID}method/pinenet", f"{ID}method/pine-network"
    assert (before, "isReplacedBy", after) in triples
    assert (after, "prov#wasRevisionOf", before) in triples
    statements = {
        subject for subject, predicate, _ in triples if predicate == "isReplacedBy" and "/statement/" in subject
    }
    assert len(statements) == 9


def test_an_iri_that_stands_for_nothing_any_more_is_deprecated():
    triples = said(change_turtle(library(), part(library(), (PINE, OAK))))
    assert (iri(ID, BIRCH).value, "owl#deprecated", "true") in triples
    assert len([t for t in triples if t[1] == "owl#deprecated"]) == len(
        changes(library(), part(library(), (PINE, OAK)))
    )


def test_under_another_base_everything_has_another_iri():
    new = replace(library(), options=replace(library().options, base="https://example.org/"))
    triples = said(change_turtle(library(), new))
    assert (f"{ID}task/object-detection", "isReplacedBy", "https://example.org/task/object-detection") in triples
    # 6 papers, 15 entities, 37 claims and the graph itself
    assert len([t for t in triples if t[1] == "isReplacedBy"]) == 6 + 15 + 37 + 1
