"""Where nodes stand: never on one another, the same each time, neighbours near."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.export.layout import Box, Point, layout

SIDE = st.floats(min_value=1, max_value=300)


def overlaps(points: dict[str, Point], boxes: dict[str, Box]) -> list[tuple[str, str]]:
    """Return pairs of boxes that overlap by more than the pixel that rounding costs."""
    names = sorted(boxes)
    return [
        (one, other)
        for place, one in enumerate(names)
        for other in names[:place]
        if all(
            abs(points[one][axis] - points[other][axis]) < (boxes[one][axis] + boxes[other][axis]) / 2 - 1
            for axis in (0, 1)
        )
    ]


@settings(max_examples=30, deadline=None)
@given(
    sizes=st.lists(st.tuples(SIDE, SIDE), max_size=14),
    pairs=st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13), st.floats(0.1, 3)), max_size=25),
)
def test_no_box_lies_on_another(sizes: list[Box], pairs: list[tuple[int, int, float]]):
    boxes = {f"n{number}": size for number, size in enumerate(sizes)}
    edges = [(f"n{a}", f"n{b}", weight) for a, b, weight in pairs if a != b and max(a, b) < len(sizes)]
    points = dict(layout(boxes, edges).points)
    assert points.keys() == boxes.keys()
    assert overlaps(points, boxes) == []


def two_cliques() -> tuple[dict[str, Box], list[tuple[str, str, float]]]:
    boxes = {f"{side}{number}": (60.0, 20.0) for side in "ab" for number in range(6)}
    edges = [(f"{s}{i}", f"{s}{j}", 1.0) for s in "ab" for i in range(6) for j in range(i)]
    return boxes, [*edges, ("a0", "b0", 0.1)]


def test_the_order_of_nodes_and_edges_does_not_matter():
    boxes, edges = two_cliques()
    mixed = random.Random(3)
    other_boxes = dict(mixed.sample(sorted(boxes.items()), len(boxes)))
    assert layout(boxes, edges) == layout(other_boxes, mixed.sample(edges, len(edges)))


def test_each_clique_is_an_area():
    area = layout(*two_cliques()).area
    assert sorted(len([name for name in area if area[name] == number]) for number in (0, 1)) == [6, 6]
    assert len({area[f"a{number}"] for number in range(6)}) == 1


def test_communities_stand_apart():
    boxes, edges = two_cliques()
    points = dict(layout(boxes, edges).points)
    centres = [[sum(points[name][axis] for name in boxes if name[0] == side) / 6 for axis in (0, 1)] for side in "ab"]
    reach = max(math.dist(points[name], centres["ab".index(name[0])]) for name in boxes)
    assert math.dist(*centres) > reach


@pytest.mark.parametrize("number", [0, 1, 2])
def test_few_or_no_nodes_have_places_too(number: int):
    assert len(layout({f"n{place}": (10.0, 10.0) for place in range(number)}, []).points) == number
