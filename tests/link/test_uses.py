"""What a paper brings to its links: its roles weigh, and a name brings those that stand in it."""

import pytest

from kg.link.uses import held_names, weigh
from kg.records import Entity


def entity(name: str, kind: str = "method", *, ambiguous: bool = False) -> Entity:
    return Entity(id=f"{kind}/{name}", kind=kind, name=name, ambiguous=ambiguous)


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
    expected = {f"method/{longer}": (f"method/{name}",)} if holds else {}
    assert held_names([entity(longer), entity(name)]) == expected


def test_a_name_holds_none_of_another_kind() -> None:
    assert held_names([entity("graph learning", "task"), entity("graph", "method")]) == {}


@pytest.mark.parametrize("which", [0, 1])
def test_ambiguous_entities_hold_none_and_are_held_by_none(which: int) -> None:
    given = [entity(name, ambiguous=place == which) for place, name in enumerate(("SAM tuning", "SAM"))]
    assert held_names(given) == {}


def test_a_name_of_five_thousand_letters_is_read_in_no_time() -> None:
    long = " ".join(f"word{chr(97 + n % 26)}" for n in range(1000))
    assert held_names([entity(long), entity("worda wordb")]) in ({f"method/{long}": ("method/worda wordb",)}, {})


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
