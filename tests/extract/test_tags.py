from kg.extract.tags import TAGS, spans_of, tags_of


def test_there_is_a_beginning_and_an_inside_for_each_label() -> None:
    assert TAGS == (
        "O",
        "B-METHOD",
        "I-METHOD",
        "B-TASK",
        "I-TASK",
        "B-DATASET",
        "I-DATASET",
        "B-METRIC",
        "I-METRIC",
    )


def test_spans_come_back_from_their_tags() -> None:
    spans = [(0, 2, "METHOD"), (2, 3, "METHOD"), (4, 7, "METRIC")]
    assert spans_of(tags_of(spans, 8)) == spans


def test_neighbours_of_one_label_stay_apart() -> None:
    assert tags_of([(0, 1, "TASK"), (1, 3, "TASK")], 3) == [3, 3, 4]
