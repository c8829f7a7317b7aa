"""Linking: claims merge, evidence accumulates, and each is worked out by hand."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.link import link
from kg.records import Claim, Entity, Evidence, Extraction, Linked, Relation, Resolution, Span
from kg.resolve import parse_corrections, resolve
from tests.collecting import collection, naming_paper


def linked(*papers: Extraction, corrections: str = "") -> Linked:
    return link(papers, resolve(papers, corrections=parse_corrections(corrections.encode())))


def claim(found: Linked, subject: str, predicate: str, object_: str) -> Claim:
    (one,) = (c for c in found.claims if (c.subject, c.predicate, c.object) == (subject, predicate, object_))
    return one


def test_a_role_is_a_claim_of_its_paper() -> None:
    found = linked(naming_paper("a", ("method", "deep forest", "proposed")))
    assert found.claims == (
        Claim(
            subject="paper/text:a",
            predicate="proposed",
            object="method/deep-forest",
            confidence=0.99,
            evidence=(
                Evidence(
                    paper="paper/text:a",
                    confidence=1.0,
                    spans=(Span(field="text", start=0, end=11),),
                    extractor="hand",
                ),
            ),
        ),
    )


def test_the_confidence_of_a_role_is_that_of_entity_and_role_together() -> None:
    paper = naming_paper("a", ("method", "deep forest", "proposed"))
    unsure = replace(paper.entities[0], confidence=0.8, role_confidence=0.5)
    (one,) = linked(replace(paper, entities=(unsure,))).claims
    assert one.confidence == one.evidence[0].confidence == 0.4


def test_the_strongest_role_of_several_entities_that_became_one_stays() -> None:
    paper = naming_paper("a", ("method", "deep forests", "mentioned"), ("method", "Deep-Forest", "used"))
    assert [(one.predicate, one.object) for one in linked(paper).claims] == [("used", "method/deep-forest")]


def relating(key: str, confidence: float) -> Extraction:
    paper = naming_paper(key, ("method", "deep forest"), ("task", "bird counting"))
    relation = Relation(
        head="E1", label="USED-FOR", tail="E2", confidence=confidence, evidence=(Span(field="text", start=3, end=5),)
    )
    return replace(paper, relations=(relation,))


def test_papers_that_make_one_claim_are_its_evidence() -> None:
    found = linked(relating("b", 0.5), relating("a", 0.8))
    one = claim(found, "method/deep-forest", "USED-FOR", "task/bird-counting")
    assert one.support == 2
    assert [evidence.paper for evidence in one.evidence] == ["paper/text:a", "paper/text:b"]
    assert one.confidence == 0.9


def test_a_paper_that_repeats_a_claim_counts_once_by_its_surest_saying() -> None:
    paper = relating("a", 0.5)
    again = replace(paper.relations[0], confidence=0.7, evidence=(Span(field="title", start=0, end=1),))
    found = linked(replace(paper, relations=(*paper.relations, again)))
    one = claim(found, "method/deep-forest", "USED-FOR", "task/bird-counting")
    assert (one.support, one.confidence) == (1, 0.7)
    assert [span.field for span in one.evidence[0].spans] == ["title", "text"]


@pytest.mark.parametrize("confidence", [0.05, 0.3, 0.6, 0.9])
def test_fifty_mentions_in_one_paper_weigh_less_than_three_papers(confidence: float) -> None:
    def boosting(name: str, times: int) -> Extraction:
        paper = naming_paper(name, ("method", "|".join(["deep forest"] * times), "used"), ("task", "bird counting"))
        method = replace(paper.entities[0], confidence=confidence)
        places = (mention.span for mention in method.mentions)
        said = [
            Relation(head="E1", label="USED-FOR", tail="E2", confidence=confidence, evidence=(at,)) for at in places
        ]
        return replace(paper, entities=(method, paper.entities[1]), relations=tuple(said))

    once, thrice = linked(boosting("a", 50)), linked(*(boosting(name, 1) for name in "abc"))
    of_one, of_three = (
        claim(found, "method/deep-forest", "USED-FOR", "task/bird-counting") for found in (once, thrice)
    )
    assert (of_one.support, of_three.support) == (1, 3)
    assert len(of_one.evidence[0].spans) == 50
    assert of_one.confidence == confidence < of_three.confidence
    assert claim(once, "paper/text:a", "used", "method/deep-forest").confidence == confidence


def test_a_relation_without_evidence_is_placed_at_its_ends() -> None:
    paper = naming_paper("a", ("method", "deep forest"), ("task", "counting"), relations=[(1, "USED-FOR", 2)])
    one = claim(linked(paper), "method/deep-forest", "USED-FOR", "task/counting")
    assert [(span.start, span.end) for span in one.evidence[0].spans] == [(0, 11), (13, 21)]


def test_a_relation_of_a_thing_with_itself_is_no_claim() -> None:
    paper = naming_paper("a", ("method", "forest"), ("method", "Forests"), relations=[(1, "PART-OF", 2)])
    assert [one.predicate for one in linked(paper).claims] == ["mentioned"]


def test_a_dropped_entity_leaves_no_trace() -> None:
    found = linked(relating("a", 0.5), corrections="drop\ttask\tbird counting")
    assert {one.object for one in found.claims} == {"method/deep-forest"}
    assert {place.entity for place in found.occurrences} == {"method/deep-forest"}


def test_a_role_or_relation_that_no_longer_fits_the_kind_gives_way() -> None:
    paper = replace(
        relating("a", 0.5),
        entities=naming_paper("a", ("method", "deep forest", "proposed"), ("task", "bird counting")).entities,
    )
    found = linked(paper, corrections="retype\tmethod\tdeep forest\ttask")
    assert [(one.predicate, one.object) for one in found.claims] == [
        ("mentioned", "task/bird-counting"),
        ("mentioned", "task/deep-forest"),
    ]


def test_occurrences_hold_every_place_of_an_entity_in_order() -> None:
    paper = naming_paper("a", ("method", "Forests"), ("task", "counting"), ("method", "forest"))
    (first, _) = linked(paper).occurrences
    assert (first.entity, first.paper) == ("method/forest", "paper/text:a")
    assert [mention.text for mention in first.mentions] == ["Forests", "forest"]


def entity(kind: str, key: str, name: str, *names: str, ambiguous: bool = False) -> Entity:
    return Entity(id=f"{kind}/{key}", kind=kind, name=name, names=names, ambiguous=ambiguous)


@pytest.mark.parametrize(
    "left, right, tied",
    [
        (entity("method", "clevr", "CLEVR"), entity("dataset", "clevr", "CLEVR"), True),
        (
            entity("method", "deep-forest", "deep forests"),
            entity("task", "deep-forest-learning", "Deep forest learning", "deep forest"),
            True,
        ),
        (entity("method", "clever-learning", "clever learning", "CLUE"), entity("dataset", "clue", "CLUE"), False),
        (
            entity("method", "clever-learning", "clever learning", "CL"),
            entity("task", "cat-listing", "cat listing", "CL"),
            False,
        ),
        (entity("task", "tracking~p", "tracking", ambiguous=True), entity("method", "tracking~x", "tracking"), False),
        (entity("method", "tracking~x", "tracking"), entity("method", "tracking~y", "tracking"), False),
    ],
)
def test_one_name_of_two_kinds_relates_them(left: Entity, right: Entity, tied: bool) -> None:
    resolution = Resolution(entities=tuple(sorted((left, right), key=lambda item: item.id)), assigned=())
    expected = ((min(left.id, right.id), max(left.id, right.id)),) if tied else ()
    assert link((), resolution).related == expected


def test_a_shared_acronym_relates_what_one_paper_names() -> None:
    papers = collection({"a": [("method", "clever unified encoder|CLUE"), ("dataset", "CLUE")]})
    assert linked(*papers).related == (("dataset/clue", "method/clever-unified-encoder"),)


@pytest.mark.parametrize("kind, role", [("method", "proposed"), ("task", "addressed"), ("method", "used")])
def test_papers_are_linked_by_what_they_propose_address_and_use_before_what_they_mention(kind: str, role: str) -> None:
    papers = collection({key: [(kind, "deep forest", role)] for key in "ab"})
    more = collection({key: [(kind, "forest")] for key in "de"})
    links = {(one.first[-1], one.second[-1]): one for one in linked(*papers, *more).links}
    assert links["a", "b"].weight > links["d", "e"].weight
    assert links["a", "b"].shared == (f"{kind}/deep-forest",)


def test_ambiguous_entities_link_no_papers() -> None:
    papers = collection({"a": [("task", "classification")], "b": [("task", "classification")]})
    assert linked(*papers, papers[0]).links == ()


def test_an_empty_collection_links_to_nothing() -> None:
    assert linked() == Linked(claims=(), occurrences=(), related=(), links=())


NAMES = st.sampled_from(["deep forest", "Deep Forests", "DF", "tree boosting", "bird counting", "BirdSet"])
ENTITIES = st.tuples(st.sampled_from(["method", "task"]), NAMES)
PAPERS = st.lists(st.lists(ENTITIES, min_size=2, max_size=4), max_size=8).map(
    lambda papers: tuple(
        naming_paper(
            f"p{number}",
            *named,
            relations=[(1, "PART-OF", 2)] if named[0][0] == named[1][0] == "method" else [],
        )
        for number, named in enumerate(papers)
    )
)


@settings(deadline=None, max_examples=150)
@given(PAPERS, st.randoms(use_true_random=False))
def test_the_order_of_papers_does_not_matter(papers: tuple[Extraction, ...], shuffler: random.Random) -> None:
    shuffled = list(papers)
    shuffler.shuffle(shuffled)
    assert linked(*shuffled) == linked(*papers)


@settings(deadline=None, max_examples=100)
@given(PAPERS)
def test_claims_are_sorted_made_once_and_have_evidence(papers: tuple[Extraction, ...]) -> None:
    found = linked(*papers)
    keys = [(one.subject, one.predicate, one.object) for one in found.claims]
    assert keys == sorted(set(keys))
    assert all(one.evidence and all(evidence.spans for evidence in one.evidence) for one in found.claims)
    roles = [(one.subject, one.object) for one in found.claims if one.subject.startswith("paper/")]
    assert len(roles) == len(set(roles))
