from kg.records import Extraction, Mention, Paper, PaperEntity, Source
from kg.train.measure import reliability

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
    assert reliability(gold, found)["reliability"] == [
        {"from": 0.5, "mentions": 1, "confidence": 0.5, "right": 1.0},
        {"from": 0.9, "mentions": 2, "confidence": 0.93, "right": 0.5},
    ]


def test_the_calibration_error_weighs_bins_by_their_mentions() -> None:
    gold = [extraction((0, 4, 1.0), (9, 12, 1.0))]
    found = [extraction((0, 4, 0.9), (5, 8, 0.96), (9, 12, 0.5))]
    # One mention is off by 0.5, two by 0.43.
    assert reliability(gold, found)["calibration_error"] == round((0.5 + 2 * 0.43) / 3, 4)


def test_nothing_found_has_no_error() -> None:
    assert reliability([extraction()], [extraction()]) == {"calibration_error": 0.0, "reliability": []}


def test_a_confidence_of_one_has_a_bin() -> None:
    (row,) = reliability([extraction((0, 4, 1.0))], [extraction((0, 4, 1.0))])["reliability"]
    assert (row["from"], row["right"]) == (0.9, 1.0)
