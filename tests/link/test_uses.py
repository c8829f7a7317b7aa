"""What a paper brings to its links: its roles weigh, and a name brings those that stand in it."""

import pytest

from kg.link.uses import held_names, weigh
from kg.names import match_key
from kg.records import Entity


def entity(name: str, kind: str = "method", *, ambiguous: bool = False) -> Entity:
    return Entity(id=f"{kind}/{match_key(name)}", kind=kind, name=name, ambiguous=ambiguous)


@pytest.mark.parametrize(
    "longer, name, holds",
    [
        ("few-shot image classification", "image classification", True),
        ("image classification networks", "image classification", True),
        ("robust image classification network", "Image Classifications", True),
        ("3D object detection", "object detection", True),
        ("image and text classification", "image classification", False),
        ("birdsong detection", "bird", False),
        ("ImageNet-21K", "ImageNet", False),
        ("GPT-4 turbo", "GPT", False),
        ("CIFAR-100", "CIFAR-10", False),
        ("C++ compiler", "C", False),
    ],
)
def test_a_name_holds_another_word_by_word_unless_a_number_follows(longer: str, name: str, holds: bool) -> None:
    outer, inner = entity(longer), entity(name)
    assert held_names([outer, inner]) == ({outer.id: (inner.id,)} if holds else {})


def test_a_name_holds_none_of_another_kind() -> None:
    assert held_names([entity("graph learning", "task"), entity("graph", "method")]) == {}


@pytest.mark.parametrize("which", [0, 1])
def test_ambiguous_entities_hold_none_and_are_held_by_none(which: int) -> None:
    given = [entity(name, ambiguous=place == which) for place, name in enumerate(("SAM tuning", "SAM"))]
    assert held_names(given) == {}


def test_a_name_of_five_thousand_letters_holds_what_its_key_holds() -> None:
    long = entity(" ".join(f"word{chr(97 + number % 26)}" for number in range(1000)))
    assert held_names([long, entity("wordb wordc")]).keys() <= {long.id}


def test_what_a_paper_names_weighs_by_its_role_and_what_that_holds_less() -> None:
    roles = {"p": {"bird tracking": "addressed", "boosting": "mentioned"}}
    held = {"bird tracking": ("tracking",)}
    found = weigh(roles, held, weights={"addressed": 1.0, "mentioned": 0.4}, within=0.5)
    assert found == {"p": {"bird tracking": 1.0, "boosting": 0.4, "tracking": 0.5}}


def test_an_entity_named_several_ways_weighs_by_the_most() -> None:
    roles = {"p": {"bird tracking": "addressed", "tracking": "mentioned", "fish tracking": "mentioned"}}
    held = {"bird tracking": ("tracking",), "fish tracking": ("tracking",)}
    found = weigh(roles, held, weights={"addressed": 1.0, "mentioned": 0.4}, within=0.5)
    assert found["p"]["tracking"] == 0.5


def test_a_role_without_weight_brings_nothing() -> None:
    assert weigh({"p": {"boosting": "mentioned"}}, {}, weights={"mentioned": 0.0}) == {"p": {}}
