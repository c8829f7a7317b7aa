"""Where the nodes of a drawing stand: communities apart, nothing on top of anything else, the same each time.

The drawing is laid out beforehand, since a browser that lets forces settle is unusable above some hundred nodes.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float]
"""Width and height in pixels of a node with its label."""
Point = tuple[int, int]
"""Centre of a box in pixels, y downwards."""
Points = NDArray[np.float64]

SEED = 7
ITERATIONS = 80
"""Steps of the spring layout of a community; more of them moved nothing visible."""
ASPECT = 1.3
"""Width of the drawing over its height: that of a laptop's window beside a list."""
MARGIN = 8.0
"""Pixels kept free around each box."""
GAP = 26.0
"""Pixels kept free around each community."""
FILLED = 0.9
"""Part of the drawing that boxes are asked to fill; pushed apart again, they fill about a third."""
SHAPINGS = 2
"""Times that a drawing which came out too wide or too high is brought nearer to its shape."""
PUSHES = 30
"""Steps in which overlapping boxes are pushed apart before all are stretched a little and pushed again."""
STRETCH = 1.02
PUSH = 0.7
"""Part of an overlap that one step takes away; all of it would make crowded boxes swing."""
TOUCH = 0.01
"""Pixels by which boxes may overlap."""
ANGLES = 32
"""Directions in which a place for a community is sought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where boxes stand.

    Attributes
    ----------
    points
        The centre of each box.
    area
        The number of the community of each box, 0 for the largest.
    """

    points: Mapping[str, Point]
    area: Mapping[str, int]


def layout(boxes: Mapping[str, Box], edges: Iterable[tuple[str, str, float]]) -> Layout:
    """Place boxes so that connected ones are near each other and none lies on another.

    Louvain finds the communities, a spring layout places the boxes of each, overlaps are pushed apart, and the
    communities are packed from the largest outwards, each as near as possible to those it has edges with.

    Parameters
    ----------
    boxes
        Size of each node by id.
    edges
        Pairs of ids with a positive weight.

    Returns
    -------
    Layout
        It depends on ids, sizes and weights only, never on the order in which they come.

    Examples
    --------
    >>> layout({"a": (10, 10)}, []).points
    {'a': (0, 0)}
    """
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(sorted(boxes))
    for first, second, weight in sorted(edges):
        known = graph.get_edge_data(first, second, {"weight": 0.0})
        graph.add_edge(first, second, weight=known["weight"] + weight)
    groups = communities(graph)
    placed = [_inside(graph, group, boxes) for group in groups]
    extents = [_extent(points, group, boxes) for points, group in zip(placed, groups, strict=True)]
    centres = _pack(extents, graph, groups)
    order = [node for group in groups for node in group]
    points = np.concatenate([np.zeros((0, 2)), *(part + centre for part, centre in zip(placed, centres, strict=True))])
    points = _drawn_in(points, np.array([boxes[node] for node in order], dtype=float).reshape(-1, 2) + MARGIN)
    return Layout(
        points={node: (round(x), round(y)) for node, (x, y) in zip(order, points, strict=True)},
        area={node: number for number, group in enumerate(groups) for node in group},
    )


def communities(graph: "nx.Graph[str]") -> list[list[str]]:
    """Return the communities of a graph by Louvain, each sorted, the largest first."""
    if not graph:
        return []
    found = nx.community.louvain_communities(graph, weight="weight", seed=SEED)
    return sorted((sorted(group) for group in found), key=lambda group: (-len(group), group))


def _inside(graph: "nx.Graph[str]", group: Sequence[str], boxes: Mapping[str, Box]) -> Points:
    """Return the places of the boxes of one community around its centre."""
    part: nx.Graph[str] = nx.Graph()
    part.add_nodes_from(group)
    part.add_edges_from(
        (first, second, {"weight": data["weight"]})
        for first, second, data in sorted(graph.subgraph(group).edges(data=True), key=lambda edge: edge[:2])
    )
    sprung = nx.spring_layout(part, seed=SEED, iterations=ITERATIONS, weight="weight")
    sizes = np.array([boxes[node] for node in group], dtype=float) + MARGIN
    points = np.array([sprung[node] for node in group], dtype=float)
    spread = math.sqrt(float(sizes.prod(axis=1).sum())) / 2
    points = _apart(points * np.array([spread * ASPECT, spread]), sizes)
    low, high = (points - sizes / 2).min(axis=0), (points + sizes / 2).max(axis=0)
    middle: Points = (low + high) / 2
    return points - middle


def _apart(points: Points, sizes: Points) -> Points:
    """Push boxes apart until none overlaps."""
    while True:
        for _ in range(PUSHES):
            push = _push(points, sizes)
            if not push.any():
                return points
            points = points + push
        points = points * STRETCH


def _push(points: Points, sizes: Points) -> Points:
    """Return by how much each box moves to leave the others, along the axis that needs the shorter way."""
    apart = points[:, None] - points[None]
    need = (sizes[:, None] + sizes[None]) / 2
    overlap = need - np.abs(apart)
    over: NDArray[np.bool_] = np.logical_and(overlap[:, :, 0] > TOUCH, overlap[:, :, 1] > TOUCH)
    np.fill_diagonal(over, False)
    along_x: NDArray[np.bool_] = overlap[:, :, 0] / need[:, :, 0] <= overlap[:, :, 1] / need[:, :, 1]
    order = np.arange(len(points))
    side = np.where(apart == 0, np.sign(order[:, None] - order[None])[:, :, None], np.sign(apart))
    step = np.where(over[:, :, None], side * overlap / 2, 0.0)
    step[:, :, 0][~along_x] = 0.0
    step[:, :, 1][along_x] = 0.0
    pushing: Points = PUSH * step.sum(axis=1) / np.sqrt(np.maximum(1, over.sum(axis=1)))[:, None]
    return pushing


def _extent(points: Points, group: Sequence[str], boxes: Mapping[str, Box]) -> Points:
    """Return width and height of a community with the gap around it."""
    sizes = np.array([boxes[node] for node in group], dtype=float)
    extent: Points = (points + sizes / 2).max(axis=0) - (points - sizes / 2).min(axis=0) + GAP
    return extent


def _drawn_in(points: Points, sizes: Points) -> Points:
    """Draw boxes together until they fill a fair part of the drawing, and bring that to its shape."""
    if len(points) < 2:
        return points
    width, height = _spread(points, sizes)
    filled = float(sizes.prod(axis=1).sum()) / (width * height)
    points = _apart(points * min(1.0, math.sqrt(filled / FILLED)), sizes)
    for _ in range(SHAPINGS):
        width, height = _spread(points, sizes)
        too_wide = math.sqrt(width / height / ASPECT)
        points = _apart(points * np.array([1 / too_wide, too_wide]), sizes)
    return points


def _spread(points: Points, sizes: Points) -> tuple[float, float]:
    width, height = (points + sizes / 2).max(axis=0) - (points - sizes / 2).min(axis=0)
    return float(width), float(height)


def _pack(extents: Sequence[Points], graph: "nx.Graph[str]", groups: Sequence[Sequence[str]]) -> list[Points]:
    """Return the centres of communities, placed one by one where they are free and near to what they belong to."""
    home = {node: place for place, group in enumerate(groups) for node in group}
    ties = np.zeros((len(groups), len(groups)))
    for first, second, data in sorted(graph.edges(data=True), key=lambda edge: edge[:2]):
        ties[home[first], home[second]] += data["weight"]
        ties[home[second], home[first]] += data["weight"]
    centres: list[Points] = []
    for place, extent in enumerate(extents):
        free = _free_places(extent, centres, extents)
        others = np.array(centres).reshape(-1, 2)
        centres.append(min(free, key=lambda spot: (_cost(spot, others, ties[place, : len(others)]), *spot)))
    return centres


def _cost(spot: Points, others: Points, ties: Points) -> float:
    """Return how bad a place is: far from the middle, or far from the communities it has edges with."""
    wide, high = abs(spot[0]) / ASPECT, abs(spot[1])
    middle = float(max(wide, high) + np.hypot(wide, high) / 4)
    if not ties.any():
        return round(middle, 3)
    ways = np.hypot(*(others - spot).T)
    return round(middle + float((ways * ties).sum() / ties.sum()), 3)


def _free_places(extent: Points, centres: Sequence[Points], extents: Sequence[Points]) -> list[Points]:
    """Return for each direction the place nearest to the middle where a community overlaps none that stands."""
    if not centres:
        return [np.zeros(2)]
    others, needs = np.array(centres), (np.array(extents[: len(centres)]) + extent) / 2
    places = []
    for turn in range(ANGLES):
        angle = 2 * math.pi * turn / ANGLES
        direction = np.array([math.cos(angle) * ASPECT, math.sin(angle)])
        way = 0.0
        while (np.abs(direction * way - others) < needs).all(axis=1).any():
            way += 12.0
        places.append(direction * way)
    return places
