"""The named questions, each with the answer that a reader of the library's six papers would give."""

import re

import pytest
from pyoxigraph import Store

from kg.query import ask, open_store, question, questions
from kg.query.names import KINDS_ASKED
from tests.graphs import BIRCH, ELM, FOREST, OAK, PINE, SCENES, library

ANSWERS = {
    ("papers-using-method", "PineNet"): [
        (FOREST, "Forest-10: a benchmark for image classification", "2020"),
        (OAK, "OakNet: wider than PineNet", "2019"),
        (BIRCH, "Captions for trees", ""),
    ],
    ("datasets-of-paper", "OakNet: wider than PineNet"): [
        ("dataset/cifar-10", "CIFAR-10"),
        ("dataset/imagenet", "ImageNet"),
    ],
    ("most-used-datasets",): [
        ("dataset/cifar-10", "CIFAR-10", "2"),
        ("dataset/forest-10", "Forest-10", "1"),
        ("dataset/imagenet", "ImageNet", "1"),
    ],
    ("tasks-of-venue", "ICML"): [
        ("task/image-classification", "image classification", "2"),
        ("task/object-detection", "object detection", "1"),
    ],
    ("metrics-reported",): [("metric/accuracy", "accuracy", "3"), ("metric/f1", "F1", "1")],
    ("papers-on-task-by-year", "image classification"): [("2018", "1"), ("2019", "1"), ("2020", "1")],
    ("papers-on-task-by-year", "image captioning"): [("", "1")],
    ("methods-for-task", "image classification"): [
        ("method/pinenet", "PineNet", "2", "0.95"),
        ("method/oaknet", "OakNet", "1", "0.8"),
    ],
    ("methods-on-dataset", "Forest-10"): [
        ("method/oaknet", "OakNet", "1", "0.8"),
        ("method/pinenet", "PineNet", "1", "0.7"),
    ],
    ("benchmarks-of-task", "image classification"): [
        ("dataset", "dataset/forest-10", "Forest-10", "1"),
        ("metric", "metric/accuracy", "accuracy", "3"),
        ("metric", "metric/f1", "F1", "1"),
    ],
    ("statements-about", "image segmentation"): [
        ("ElmNet", "addresses", "image segmentation", "1", "0.9"),
        ("image segmentation", "subTaskOf", "scene understanding", "1", "0.9"),
        ("ElmNet", "usedFor", "image segmentation", "1", "0.8"),
    ],
    ("hierarchy-of", "scene understanding"): [
        ("narrower", "task/image-segmentation", "image segmentation"),
        ("narrower", "task/object-detection", "object detection"),
    ],
    ("hierarchy-of", "OakNet"): [
        ("broader", "method/pinenet", "PineNet"),
        ("broader", "method/convolutional-network", "convolutional network"),
    ],
    ("introduced-by-paper", PINE): [("method/pinenet", "PineNet")],
    ("reused-by-paper", "Object detection in woods"): [
        ("dataset/forest-10", "Forest-10", "1", "2020"),
        ("method/oaknet", "OakNet", "1", "2019"),
    ],
    ("reused-by-paper", FOREST): [
        ("method/pinenet", "PineNet", "2", "2018"),
        ("metric/accuracy", "accuracy", "2", "2018"),
        ("task/image-classification", "image classification", "2", "2018"),
    ],
    ("introduced-in", "Forest-10"): [(FOREST, "Forest-10: a benchmark for image classification", "2020")],
    ("sentences-behind", "PineNet", "image classification"): [
        (
            "usedFor",
            PINE,
            "PineNet: pruned networks for image classification",
            "text",
            "0",
            "PineNet is a convolutional network for image classification.",
        ),
        (
            "usedFor",
            OAK,
            "OakNet: wider than PineNet",
            "text",
            "60",
            "On image classification with CIFAR-10 and ImageNet, OakNet beats PineNet in accuracy.",
        ),
    ],
    ("extractor-of", "PineNet", "image classification"): [
        ("usedFor", PINE, "hand", "1.0", "0123abcd", "0.9"),
        ("usedFor", OAK, "hand", "1.0", "0123abcd", "0.5"),
    ],
    ("papers-behind-pair", "PineNet", "OakNet"): [
        (OAK, "OakNet: wider than PineNet", "2019", "comparedWith; kindOf"),
    ],
    ("papers-behind-pair", "accuracy", "CIFAR-10"): [
        (OAK, "OakNet: wider than PineNet", "2019", ""),
        (PINE, "PineNet: pruned networks for image classification", "2018", ""),
    ],
    ("papers-like", PINE): [
        (OAK, "OakNet: wider than PineNet", "0.9", "CIFAR-10; PineNet"),
        (FOREST, "Forest-10: a benchmark for image classification", "0.3", "PineNet; image classification"),
    ],
    ("gaps-of-task", "object detection"): [("method/elmnet", "ElmNet", "1")],
    ("gaps-of-task", "scene understanding"): [
        ("method/elmnet", "ElmNet", "1"),
        ("method/oaknet", "OakNet", "1"),
    ],
    ("change-between-years", "2018", "2019"): [
        ("dataset/imagenet", "ImageNet", "0", "1", "appeared"),
        ("method/oaknet", "OakNet", "0", "1", "appeared"),
        ("dataset/cifar-10", "CIFAR-10", "1", "1", "held"),
        ("method/pinenet", "PineNet", "1", "1", "held"),
        ("metric/accuracy", "accuracy", "1", "1", "held"),
        ("task/image-classification", "image classification", "1", "1", "held"),
    ],
    ("change-between-years", "2018", "2021"): [
        ("task/scene-understanding", "scene understanding", "0", "2", "appeared"),
        ("method/elmnet", "ElmNet", "0", "1", "appeared"),
        ("dataset/forest-10", "Forest-10", "0", "1", "appeared"),
        ("method/oaknet", "OakNet", "0", "1", "appeared"),
        ("task/image-segmentation", "image segmentation", "0", "1", "appeared"),
        ("task/object-detection", "object detection", "0", "1", "appeared"),
        ("dataset/cifar-10", "CIFAR-10", "1", "0", "vanished"),
        ("method/pinenet", "PineNet", "1", "0", "vanished"),
        ("metric/accuracy", "accuracy", "1", "0", "vanished"),
        ("task/image-classification", "image classification", "1", "0", "vanished"),
    ],
}
"""For a question and its parameters in order, the rows, the parameters' own columns left out."""


@pytest.fixture(scope="module")
def store() -> Store:
    return open_store(library())


@pytest.mark.parametrize("asked", ANSWERS, ids="-".join)
def test_a_question_has_the_answer_worked_out_by_hand(store: Store, asked: tuple[str, ...]):
    name, *values = asked
    names = [parameter.name for parameter in question(name).parameters]
    answer = ask(store, name, **dict(zip(names, values, strict=True)))
    assert answer.values() == ANSWERS[asked]


def test_every_question_is_answered_above():
    assert {name for name, *_ in ANSWERS} == {item.name for item in questions()}


def test_the_questions_are_numbered_as_the_competency_questions_are():
    assert [item.number for item in questions()] == list(range(1, 21))


def test_the_paper_without_title_has_its_own_statements(store: Store):
    assert ("ElmNet", "proposes", "ElmNet", "1", "0.9") in ask(store, "statements-about", entity=ELM).values()


def test_a_question_answers_the_same_from_the_graph_in_memory():
    assert ask(library(), "datasets-of-paper", paper=SCENES).values() == [("dataset/forest-10", "Forest-10")]


@pytest.mark.parametrize("item", questions(), ids=lambda item: item.name)
def test_a_question_says_what_it_answers_and_what_it_takes(item):
    assert item.description.endswith("?")
    for parameter in item.parameters:
        assert set(parameter.kind.split("|")) <= {*KINDS_ASKED, "venue", "year", "text"}
        assert re.search(rf"\?{parameter.name}\b", item.text)


@pytest.mark.parametrize("item", questions(), ids=lambda item: item.name)
def test_a_question_orders_its_rows(item):
    assert "ORDER BY" in item.text
