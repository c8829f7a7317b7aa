"""Names that no rule ties, tied by what the text around them says."""

import pytest

from kg.extract.acronyms import tie_acronyms
from kg.extract.identity import identify
from kg.extract.points import SAMENESS_POINTS
from kg.extract.sameness import MOST_COMPARED, Thing, pairs, same


def names(doc):
    return [sorted({mention.text for mention in one.mentions}) for one in identify(tie_acronyms(doc))._.entities]


def thing(name, *, label="METHOD", before="", sentence=0, title_only=False):
    return Thing(
        label=label,
        names=[name],
        before=before,
        sentences=frozenset({sentence}),
        title_only=title_only,
    )


def cues(*things):
    return [found for _, _, found in pairs(things)]


def test_the_same_words_in_another_order_and_form_are_one_task(marked):
    doc = marked("We study [T1 anomaly detection]. Our tests ask for [T1 detecting anomalies] in time.")
    assert names(doc) == [["anomaly detection", "detecting anomalies"]]


def test_the_name_of_a_title_is_found_again_in_other_words(marked):
    doc = marked(
        "We train it. The [M1 layered sparse gating method] helps.", title="[M1 Layered Sparse Gating Approach]"
    )
    assert names(doc) == [["Layered Sparse Gating Approach", "layered sparse gating method"]]


@pytest.mark.parametrize(
    ("one", "other"),
    [("ImageNet", "ImageNet-21K"), ("CIFAR-10", "CIFAR-100"), ("GPT-3", "GPT-4"), ("2D pose model", "3D pose model")],
)
def test_what_differs_in_a_number_is_never_one(one, other):
    assert cues(thing(one), thing(other, before="the", sentence=3)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIL", "CLIP-based CIL"),
        ("federated learning", "vertical federated learning"),
        ("attention", "sparse attention"),
        ("SAM", "SAM-Med"),
        ("image classification", "image segmentation"),
    ],
)
def test_a_broader_and_a_narrower_thing_in_one_sentence_stay_two(one, other):
    assert list(same([thing(one), thing(other)], SAMENESS_POINTS)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("domain generalization", "domain generation"),
        ("image interpretation", "image interpolation"),
        ("object detection", "objective detection"),
        ("transfer learning", "transformer learning"),
        ("contrastive learning", "control learning"),
        ("distributed training", "distributional training"),
    ],
)
@pytest.mark.parametrize("sentence", [0, 3])
def test_words_that_begin_alike_do_not_make_two_tasks_one(one, other, sentence):
    found = same([thing(one, label="TASK"), thing(other, label="TASK", sentence=sentence)], SAMENESS_POINTS)
    assert list(found) == []


def test_things_of_two_kinds_are_not_compared():
    assert cues(thing("graph matching"), thing("matching graphs", label="TASK", sentence=1)) == []


def test_names_without_a_common_word_are_not_compared():
    assert cues(thing("belief propagation"), thing("message passing", sentence=1)) == []


def test_cues_say_how_two_names_differ():
    (found,) = cues(
        thing("graph matching network", title_only=True), thing("matching module", before="our", sentence=2)
    )
    assert found >= {"one in the title only", "the later one is the paper's", "both have words of their own"}
    assert "two generic last words" in found  # network, module
    assert "in one sentence" not in found


def test_a_paper_of_very_many_things_compares_the_first_ones_only():
    many = [thing(f"graph {chr(97 + n % 26)}{chr(97 + n // 26)}") for n in range(300)]
    assert len(list(pairs(many))) == MOST_COMPARED * (MOST_COMPARED - 1) / 2
