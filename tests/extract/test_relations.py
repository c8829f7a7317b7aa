from dataclasses import replace

import pytest

from kg.extract.outline import outline
from kg.extract.pairs import PAIR_CUES, cast, pair
from kg.extract.points import RELATION_POINTS, THRESHOLDS
from kg.extract.relation_phrases import RELATION_PHRASES
from kg.extract.relations import LEAST, relate, without_circles
from kg.extract.roles import assign_roles
from kg.vocabulary import RELATIONS, ROLES


def cast_as(doc, **roles: str):
    """Give entities their roles; those not named are `used`, or the first role of their label."""
    default = {"METHOD": "used", "TASK": "addressed", "DATASET": "used", "METRIC": "reported"}
    doc._.entities = tuple(replace(e, role=roles.get(e.id, default[e.label])) for e in doc._.entities)
    return doc


def relations(doc) -> set[tuple[str, str, str]]:
    return {(one.head, one.label, one.tail) for one in relate(doc)._.relations}


TITLE = "[M1 LeafNet]: Fast [T1 Leaf Counting]"
ABSTRACT = (
    "We study [T1 leaf counting]. We propose [M1 LeafNet], which combines [M2 graph convolution] with a [M3 leaf loss]."
    " We evaluate [M1 LeafNet] on [D1 LeafSet]. [M1 LeafNet] outperforms [M4 PlainNet] by far."
)
ROLES_GIVEN = {"M1": "proposed", "M3": "proposed", "M4": "compared"}


def test_a_plain_abstract_gives_the_relations_it_states(marked):
    assert relations(cast_as(marked(ABSTRACT, title=TITLE), **ROLES_GIVEN)) == {
        ("M1", "USED-FOR", "T1"),
        ("M2", "PART-OF", "M1"),
        ("M3", "PART-OF", "M1"),
        ("M1", "EVALUATED-WITH", "D1"),
        ("D1", "BENCHMARK-FOR", "T1"),
        ("M1", "COMPARE-WITH", "M4"),
    }


def test_a_narrower_task_is_a_sub_task_of_the_one_its_name_ends_with(marked):
    text = "We study [T1 counting]. We focus on [T2 leaf counting] and solve [T2 leaf counting] with [M1 LeafNet]."
    found = relations(cast_as(marked(text), M1="proposed"))
    assert ("T2", "SUBTASK-OF", "T1") in found
    assert ("T1", "SUBTASK-OF", "T2") not in found


def test_an_example_is_a_kind_of_what_it_is_an_example_of(marked):
    text = "Many [M1 optimisers] such as [M2 Adam] and [M3 SGD] are slow."
    assert {("M2", "SUBCLASS-OF", "M1"), ("M3", "SUBCLASS-OF", "M1")} <= relations(cast_as(marked(text)))


def test_the_sentence_with_both_ends_is_the_evidence(marked):
    doc = relate(cast_as(marked(ABSTRACT), **ROLES_GIVEN))
    (one,) = (r for r in doc._.relations if r.label == "COMPARE-WITH")
    assert [doc.text[s.start : s.end] for s in one.evidence] == ["LeafNet outperforms PlainNet by far."]


def test_a_sentence_with_both_ends_is_the_evidence_even_without_a_phrase_between_them(marked):
    text = "[T1 Leaf counting] is hard. We propose [M1 LeafNet]; now [T1 leaf counting] is easy."
    doc = relate(assign_roles(marked(text)))
    (one,) = doc._.relations
    assert [doc.text[s.start : s.end] for s in one.evidence] == ["We propose LeafNet; now leaf counting is easy."]


def test_two_sentences_are_the_evidence_where_none_has_both_ends(marked):
    text = "[T1 Leaf counting] is hard. It takes time. We propose [M1 LeafNet]. It is fast."
    doc = relate(assign_roles(marked(text)))
    (one,) = doc._.relations
    assert (one.head, one.label, one.tail) == ("M1", "USED-FOR", "T1")
    assert [doc.text[s.start : s.end] for s in one.evidence] == ["Leaf counting is hard.", "We propose LeafNet."]


def test_the_confidence_of_a_relation_is_no_more_than_that_of_its_ends(marked):
    doc = cast_as(marked(ABSTRACT, title=TITLE), **ROLES_GIVEN)
    sure = {(r.head, r.label, r.tail): r.confidence for r in relate(doc)._.relations}
    doc._.entities = tuple(replace(e, confidence=0.7) for e in doc._.entities)
    doubtful = {(r.head, r.label, r.tail): r.confidence for r in relate(doc)._.relations}
    assert doubtful
    for key, confidence in doubtful.items():
        assert confidence == pytest.approx(sure[key] * 0.49, abs=1e-4)
        assert confidence >= LEAST


def test_heads_and_tails_have_the_labels_of_their_kind_and_none_relates_to_itself(marked):
    doc = relate(assign_roles(marked(ABSTRACT, title=TITLE)))
    label = {entity.id: entity.label for entity in doc._.entities}
    for one in doc._.relations:
        assert (label[one.head], label[one.tail]) == RELATIONS[one.label]
        assert one.head != one.tail
        assert one.evidence


def test_the_surer_of_two_relations_that_close_a_circle_stays(marked):
    doc = marked("[M1 Foo], [M2 Bar] and [M3 Baz] are odd.")
    paper = outline(doc, doc._.entities)
    scene = cast(paper, ["used"] * 3)
    foo, bar, baz = paper.entities
    likely = [
        (0.9, "PART-OF", pair(scene, foo, bar)),
        (0.8, "PART-OF", pair(scene, bar, baz)),
        (0.7, "PART-OF", pair(scene, baz, foo)),
        (0.6, "SUBCLASS-OF", pair(scene, bar, foo)),
    ]
    kept = [(kind, ends.head.index, ends.tail.index) for _, kind, ends in without_circles(likely)]
    assert kept == [("PART-OF", 0, 1), ("PART-OF", 1, 2), ("SUBCLASS-OF", 1, 0)]


def test_comparisons_may_go_both_ways(marked):
    doc = marked("[M1 Foo] and [M2 Bar] are odd.")
    paper = outline(doc, doc._.entities)
    scene = cast(paper, ["used"] * 2)
    foo, bar = paper.entities
    likely = [(0.9, "COMPARE-WITH", pair(scene, foo, bar)), (0.8, "COMPARE-WITH", pair(scene, bar, foo))]
    assert len(without_circles(likely)) == 2


def test_of_300_entities_of_a_paper_the_48_named_most_are_related(marked):
    text = " ".join(f"We propose [M{i} Net{i}] for [T{i} job{i}] on [D{i} Set{i}]." for i in range(100))
    doc = assign_roles(marked(text))
    assert len(doc._.entities) == 300
    found = relate(doc)._.relations
    assert found
    assert len({end for one in found for end in (one.head, one.tail)}) <= 48


@pytest.mark.parametrize(("text", "title"), [("Nothing is named.", ""), ("", "[M1 LeafNet] alone"), ("", "")])
def test_a_paper_with_no_pair_has_no_relation(marked, text, title):
    assert relate(assign_roles(marked(text, title=title)))._.relations == ()


@pytest.mark.parametrize("kind", RELATIONS)
def test_points_are_given_to_cues_that_exist_and_every_phrase_has_some(kind):
    head, tail = RELATIONS[kind]
    roles = {f"{a} → {b}" for a in ROLES[head] for b in ROLES[tail]}
    phrases = {phrase.name for phrase in RELATION_PHRASES[kind]}
    assert set(RELATION_POINTS[kind]) <= phrases | set(PAIR_CUES) | roles | {""}
    assert phrases <= set(RELATION_POINTS[kind])
    assert 0 < THRESHOLDS[kind] < 1
