from dataclasses import replace

from kg.records import Extraction, Mention, Paper, PaperEntity, Relation, Source
from kg.train.measure import mention_cases, relation_cases, reliability, role_cases

PAPER = Paper(id="p", source_id="p", title="Adam and SGD", source=Source(file="a", record=1))


def extraction(*mentions: tuple[int, int, float]) -> Extraction:
    entities = (
        PaperEntity(
            id=f"M{at}",
            label="METHOD",
            role="used",
            mentions=(Mention(field="title", start=a, end=b, text=PAPER.title[a:b], confidence=p),),
        )
        for at, (a, b, p) in enumerate(mentions)
    )
    return Extraction(paper=PAPER, extractor="", sentences=(), entities=tuple(entities))


def test_mentions_of_like_confidence_are_counted_together() -> None:
    gold = [extraction((0, 4, 1.0), (9, 12, 1.0))]
    found = [extraction((0, 4, 0.9), (5, 8, 0.96), (9, 12, 0.5))]
    assert reliability(mention_cases(gold, found))["reliability"] == [
        {"from": 0.5, "answers": 1, "confidence": 0.5, "right": 1.0},
        {"from": 0.9, "answers": 2, "confidence": 0.93, "right": 0.5},
    ]


def test_the_calibration_error_weighs_bins_by_their_mentions() -> None:
    gold = [extraction((0, 4, 1.0), (9, 12, 1.0))]
    found = [extraction((0, 4, 0.9), (5, 8, 0.96), (9, 12, 0.5))]
    # One mention is off by 0.5, two by 0.43.
    assert reliability(mention_cases(gold, found))["calibration_error"] == round((0.5 + 2 * 0.43) / 3, 4)


def test_nothing_found_has_no_error() -> None:
    assert reliability(mention_cases([extraction()], [extraction()])) == {"calibration_error": 0.0, "reliability": []}


def test_a_confidence_of_one_has_a_bin() -> None:
    (row,) = reliability(mention_cases([extraction((0, 4, 1.0))], [extraction((0, 4, 1.0))]))["reliability"]
    assert (row["from"], row["right"]) == (0.9, 1.0)


def test_a_role_is_judged_where_the_entity_is_one_of_the_gold() -> None:
    gold, found = extraction((0, 4, 1.0), (9, 12, 1.0)), extraction((0, 4, 0.9), (5, 8, 0.9), (9, 12, 0.9))
    first, *others = gold.entities
    gold = replace(gold, entities=(replace(first, role="proposed"), *others))
    found = replace(found, entities=tuple(replace(one, role_confidence=0.7) for one in found.entities))
    assert list(role_cases([gold], [found])) == [(0.7, False), (0.7, True)]


def test_a_relation_is_right_if_the_gold_states_it_of_the_same_entities() -> None:
    gold, found = extraction((0, 4, 1.0), (9, 12, 1.0)), extraction((9, 12, 0.9), (0, 4, 0.9), (5, 8, 0.9))
    stated = Relation(head="M0", label="PART-OF", tail="M1", confidence=1.0)
    gold = replace(gold, relations=(stated,))
    right = Relation(head="M1", label="PART-OF", tail="M0", confidence=0.6)
    found = replace(found, relations=(right, replace(right, head="M2"), replace(right, label="SUBCLASS-OF")))
    assert list(relation_cases([gold], [found])) == [(0.6, True), (0.6, False), (0.6, False)]
