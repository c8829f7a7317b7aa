import io
from dataclasses import replace

import numpy as np
import pytest

from kg.errors import ModelError
from kg.extract.insight import CLASSES, KINDS, POINTS_DIGEST, WIDTH, Blend, Gauge, Insight, Judgement, Reading, gauge_of
from kg.extract.model_files import ModelFiles
from kg.extract.relations import relate
from kg.extract.roles import best_role, role_odds, role_points
from kg.extract.words import words_of
from kg.vocabulary import LABELS, RELATIONS, ROLES

PLAIN = {
    "roles": {label: {"cues": 0.0, "network": 1.0, "shift": dict.fromkeys(ROLES[label], 0.0)} for label in LABELS},
    "relations": {kind: {"cues": 0.0, "network": 1.0, "shift": 0.0, "threshold": 0.5} for kind in RELATIONS},
    "curve": {"low": 1.0, "high": 1.0, "shift": 0.0},
}
PAIRS = np.zeros((len(KINDS), WIDTH + 1, WIDTH + 1), dtype=np.float32)


def judgement(*, roles: dict[tuple[str, str], float], pairs=PAIRS, blend=PLAIN, ends=None) -> Judgement:
    scores = np.array([[roles.get(each, 0.0) for each in CLASSES]], dtype=np.float32)
    ends = np.zeros((1, 2 * WIDTH), dtype=np.float32) if ends is None else ends
    return Judgement(roles=scores, ends=ends, gauge=Gauge(pairs=pairs, blend=Blend.of(blend)))


def test_roles_are_weighed_among_those_of_the_label_alone():
    seen = judgement(roles={("TASK", "addressed"): 2.0, ("METHOD", "used"): 50.0}).role(0, "TASK")
    assert seen == pytest.approx({"addressed": -0.1269, "mentioned": -2.1269}, abs=1e-4)  # log 1/(1+e⁻²), minus 2


def test_a_relation_is_scored_by_the_vectors_of_its_ends_and_a_constant():
    pairs = PAIRS.copy()
    at = KINDS.index("PART-OF")
    pairs[at, 0, 1], pairs[at, WIDTH, WIDTH] = 8.0, -1.0
    ends = np.zeros((2, 2 * WIDTH), dtype=np.float32)
    ends[0, 0], ends[1, WIDTH + 1] = np.arctanh(0.5), np.arctanh(-0.25)
    seen = judgement(roles={}, pairs=pairs, ends=ends)
    assert seen.relation("PART-OF", 0, 1) == pytest.approx(8 * 0.5 * -0.25 - 1)
    assert seen.relation("PART-OF", 1, 0) == pytest.approx(-1)
    assert seen.relation("USED-FOR", 0, 1) == 0


def test_an_entity_is_judged_by_the_mean_over_the_words_of_all_its_mentions(marked):
    doc = marked("We apply [M1 deep nets] to [T1 leaves]. [M1 Deep] wins.")
    words = words_of(doc)
    roles = np.zeros((len(words), len(CLASSES)), dtype=np.float32)
    for word, value in (("deep", 3.0), ("nets", 6.0), ("Deep", 9.0), ("leaves", 5.0)):
        roles[words.texts.index(word)] = value
    ends = np.zeros((len(words), 2 * WIDTH), dtype=np.float32)
    insight = Insight(
        words=words,
        reading=Reading(tags=roles, roles=roles, ends=ends),
        gauge=Gauge(pairs=PAIRS, blend=Blend.of(PLAIN)),
    )
    seen = insight.judge(doc, doc._.entities)
    assert {one.id: row[0] for one, row in zip(doc._.entities, seen.roles, strict=True)} == {"M1": 6.0, "T1": 5.0}


def test_cues_and_network_count_as_the_blend_says(marked):
    doc = marked("We propose [M1 LeafNet].")
    from kg.extract.outline import outline

    (one,) = outline(doc, doc._.entities).entities
    cues = {"propose X": 0}
    seen = judgement(roles={("METHOD", "mentioned"): 9.0})
    assert best_role(role_odds(one, cues, None))[0] == "proposed"
    assert best_role(role_odds(one, cues, seen))[0] == "mentioned"
    shifted = {
        **PLAIN,
        "roles": {
            **PLAIN["roles"],
            "METHOD": {"cues": 2.0, "network": 0.0, "shift": dict.fromkeys(ROLES["METHOD"], 1.0)},
        },
    }
    points = role_points("METHOD", cues)
    assert role_odds(one, cues, judgement(roles={}, blend=shifted)) == pytest.approx(
        {r: 2 * v + 1 for r, v in points.items()}
    )


def model(**changes) -> ModelFiles:
    given = {"name": "x", "kind": "encoder", "settings": {}, "calibration": {}, "files": {}, "blend": {}}
    return ModelFiles(**{**given, **changes})


def forms(array=PAIRS) -> dict[str, bytes]:
    content = io.BytesIO()
    np.save(content, array)
    return {"pairs.npy": content.getvalue()}


def test_a_model_without_a_blend_judges_nothing():
    assert gauge_of(model()) is None


@pytest.mark.parametrize("files", [{}, {"pairs.npy": b"nothing of the kind"}, forms(PAIRS[:1])])
def test_a_blend_without_its_forms_is_refused(files):
    with pytest.raises(ModelError, match="does not fit"):
        gauge_of(model(blend={"points": POINTS_DIGEST, **PLAIN}, files=files))


def test_a_blend_is_refused_beside_cues_of_other_points():
    assert gauge_of(model(blend={"points": POINTS_DIGEST, **PLAIN}, files=forms())) is not None
    with pytest.raises(ModelError, match="cues of other points"):
        gauge_of(model(blend={"points": "0" * 12, **PLAIN}, files=forms()))


def test_a_blend_that_leaves_out_a_label_is_refused():
    with pytest.raises(KeyError):
        Blend.of({**PLAIN, "roles": {}})


@pytest.mark.parametrize("wrong", ["one", None])
def test_a_blend_of_something_else_than_numbers_is_refused(wrong):
    with pytest.raises(TypeError):
        Blend.of(
            {**PLAIN, "relations": {**PLAIN["relations"], "PART-OF": {**PLAIN["relations"]["PART-OF"], "shift": wrong}}}
        )


def test_a_relation_has_the_confidence_that_the_curve_of_the_model_says(marked):
    doc = marked("We apply [M1 deep nets] to [T1 leaves].")
    doc._.entities = tuple(replace(one, confidence=1.0) for one in doc._.entities)
    words, pairs = words_of(doc), PAIRS.copy()
    pairs[KINDS.index("USED-FOR"), WIDTH, WIDTH] = 2.0  # log-odds of 2 for any two ends
    rows = np.zeros((len(words), 2 * WIDTH), dtype=np.float32)
    reading = Reading(tags=rows, roles=np.zeros((len(words), len(CLASSES)), dtype=np.float32), ends=rows)
    curved = {**PLAIN, "curve": {"low": 1.0, "high": 1.0, "shift": -1.0}}
    given = []
    for blend in (PLAIN, curved):
        doc._.insight = Insight(words=words, reading=reading, gauge=Gauge(pairs=pairs, blend=Blend.of(blend)))
        given.append({one.label: one.confidence for one in relate(doc)._.relations}["USED-FOR"])
    assert given == pytest.approx([0.8808, 0.7311], abs=1e-4)  # the logistic of 2, and of 2 - 1
