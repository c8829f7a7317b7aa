import pytest

from kg.extract.outline import outline
from kg.extract.points import ROLE_POINTS
from kg.extract.role_phrases import ROLE_PHRASES
from kg.extract.roles import RIVALRY, assign_roles, best_role, role_cues
from kg.extract.traits import TRAITS
from kg.vocabulary import ROLES

ABSTRACT = (
    "[M1 Neural networks] have become common for [T1 leaf counting]. Existing methods such as [M2 PlainNet] are slow."
    " In this paper, we propose [M3 LeafNet], a novel framework that counts leaves using [M4 graph convolution]."
    " We evaluate it on [D1 LeafSet]. [M3 LeafNet] outperforms [M2 PlainNet] by two points of [E1 accuracy]."
)
TITLE = "[M3 LeafNet]: Fast [T1 Leaf Counting]"


def roles(doc) -> dict[str, str]:
    return {entity.id: entity.role for entity in assign_roles(doc)._.entities}


def test_each_entity_of_a_plain_abstract_gets_its_role(marked):
    assert roles(marked(ABSTRACT, title=TITLE)) == {
        "M3": "proposed",
        "T1": "addressed",
        "M1": "used",
        "M2": "compared",
        "M4": "used",
        "D1": "used",
        "E1": "reported",
    }


def test_the_method_is_found_without_a_title(marked):
    assert roles(marked(ABSTRACT))["M3"] == "proposed"


def test_the_evidence_of_the_proposed_method_is_the_sentence_that_proposes_it(marked):
    doc = assign_roles(marked(ABSTRACT))
    (proposed,) = (entity for entity in doc._.entities if entity.id == "M3")
    (span,) = proposed.evidence
    assert doc.text[span.start : span.end].startswith("In this paper, we propose LeafNet, a novel")


def test_the_evidence_is_the_sentence_that_speaks_most_for_the_role(marked):
    text = "It rains. Much of it is due to [M1 LeafNet]. We propose [M1 LeafNet], a novel net. It runs [M1 LeafNet]."
    doc = assign_roles(marked(text))
    (span,) = doc._.entities[0].evidence
    assert doc.text[span.start : span.end] == "We propose LeafNet, a novel net."


def test_a_method_next_to_a_proposed_one_is_noted_to_have_a_rival(marked):
    doc = marked("We propose [M1 LeafNet]. It has a [M2 tanh].")
    proposed, other = role_cues(outline(doc, doc._.entities), ROLE_POINTS)
    assert RIVALRY[0] in other
    assert not set(RIVALRY) & set(proposed)
    doc = marked("Here is [M1 LeafNet].")
    (alone,) = role_cues(outline(doc, doc._.entities), ROLE_POINTS)
    assert RIVALRY[1] in alone


def test_two_systems_of_one_paper_are_both_proposed(marked):
    text = (
        "Counting leaves is slow. We introduce [M1 LeafNet] and [M2 RootNet], a net for roots."
        " [M1 LeafNet] and [M2 RootNet] both beat [M3 PlainNet] on [D1 LeafSet]."
    )
    found = roles(marked(text, title="[M1 LeafNet] and [M2 RootNet]"))
    assert (found["M1"], found["M2"]) == ("proposed", "proposed")


def test_a_survey_proposes_nothing(marked):
    text = (
        "[M1 Large language models] have changed [T1 code review]. We survey how [M1 large language models] are used"
        " for [T1 code review]. We discuss [M2 prompting] and open problems."
    )
    title = "[M1 Large Language Models] for [T1 Code Review]: A Survey"
    assert "proposed" not in roles(marked(text, title=title)).values()


def test_a_released_benchmark_is_proposed(marked):
    text = "Progress in [T1 leaf counting] is hard to measure. We introduce [D1 LeafBench], a benchmark of leaves."
    assert roles(marked(text, title="[D1 LeafBench]: A Benchmark for [T1 Leaf Counting]"))["D1"] == "proposed"


def test_a_method_named_after_a_common_word_is_proposed(marked):
    text = "We propose [M1 SCALE], a new training scheme. Our experiments show that [M1 SCALE] is fast."
    assert roles(marked(text))["M1"] == "proposed"


def test_a_paper_without_entities_stays_without(marked):
    assert assign_roles(marked("Nothing is named.", title="Nothing"))._.entities == ()


def test_a_paper_with_only_a_title_has_roles(marked):
    assert roles(marked("", title="[M1 LeafNet]: Fast [T1 Leaf Counting]")) == {"M1": "proposed", "T1": "addressed"}


def test_every_role_fits_its_label_and_every_evidence_stands_in_the_paper(marked):
    doc = assign_roles(marked(ABSTRACT, title=TITLE))
    for entity in doc._.entities:
        assert entity.role in ROLES[entity.label]
        assert 0 < entity.role_confidence <= 1
        assert entity.evidence


def test_the_evidence_of_a_role_names_the_entity(marked):
    doc = assign_roles(marked("It is fast.", title="Is it enough? Towards [T1 leaf counting]"))
    (task,) = doc._.entities
    (place,) = task.evidence
    assert "leaf counting" in doc.text[place.start : place.end]


def test_the_best_role_is_the_one_with_most_points_and_its_share_is_the_confidence():
    role, confidence = best_role({"used": 0.0, "proposed": 2.0})
    assert role == "proposed"
    assert confidence == pytest.approx(0.8808, abs=1e-4)  # e² / (e² + 1)


@pytest.mark.parametrize("label", ROLE_POINTS)
def test_points_are_given_to_cues_that_exist_and_every_phrase_has_some(label):
    phrases = {phrase.name for phrase in ROLE_PHRASES[label]}
    assert set(ROLE_POINTS[label]) <= phrases | set(TRAITS) | set(RIVALRY) | {""}
    assert {role for row in ROLE_POINTS[label].values() for role in row} <= set(ROLES[label])
    assert phrases <= set(ROLE_POINTS[label])
