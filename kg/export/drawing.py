"""How the drawn part of a graph looks: shape, colour, size and label of each node, and where it stands."""

import math
import textwrap
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kg.export.characters import storable
from kg.export.importance import ROLE_STRENGTH, Naming, companions, naming, pull
from kg.export.layout import Box, layout
from kg.export.overview import Overview
from kg.graph import KnowledgeGraph
from kg.vocabulary import MENTIONED, PAPER, RELATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Shape of a kind, and its colour on a light and on a dark ground."""

    shape: str
    light: str
    dark: str


LOOKS: Mapping[str, Look] = {
    "paper": Look(shape="square", light="#6b7684", dark="#98a4b3"),
    "method": Look(shape="dot", light="#0072b2", dark="#56b4e9"),
    "task": Look(shape="triangle", light="#d55e00", dark="#e9803a"),
    "dataset": Look(shape="diamond", light="#009e73", dark="#1fbf92"),
    "metric": Look(shape="star", light="#b8598c", dark="#cc79a7"),
}
"""Colours after Okabe and Ito, which the colour-blind can tell apart; kinds differ in shape as well."""

PAPER_FONT, PAPER_SIZE = 12, 6
SMALLEST_FONT, LARGEST_FONT = 13, 22
SMALLEST_SIZE, LARGEST_SIZE = 7, 20
"""Pixels of the label and the shape of an entity that one paper names, and of the one that most name."""
COMPANY = 3.0
"""Pull of two entities that are named by the same papers and by no others."""
NEAR = 16
"""Pixels from which on the label of a paper is shown in a large collection."""
LABEL_GAP = 5
"""Pixels between a shape and its label, as vis-network draws it."""
LINE_HEIGHT = 1.2
CHARACTER = 0.58
"""Mean width of a character over the size of its font, in the fonts of common systems."""
PAPER_LINE, ENTITY_LINE = 22, 20
"""Characters a line of a label; a label has two lines."""
WIDTHS: Mapping[str, float] = {"proposed": 2.0, MENTIONED: 0.6, RELATED: 0.6}
"""Width of an edge that says more than others, or less; those of roles without one are 1 wide."""
DASHES: Mapping[str, list[int]] = {"compared": [6, 4], MENTIONED: [2, 4], RELATED: [2, 4]}
"""Dashes of an edge that is no plain line."""


def drawn_nodes(graph: KnowledgeGraph, shown: Overview, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the nodes of an overview as vis-network takes them, placed.

    Parameters
    ----------
    graph, shown
        The graph and what is drawn of it.
    numbers
        The number of each node; its opaque id is ``n<number>``, so that no name is ever taken for markup.
    """
    named = naming(graph)
    papers = {node: len(named.get(node, ())) for node in shown.nodes}
    most = max(papers.values(), default=1)
    nodes = {node: _node(graph, node, _importance(papers[node], most)) for node in shown.nodes}
    if not shown.named:
        for looks in nodes.values():
            if looks["kind"] == PAPER:
                looks["scaling"] = {"label": {"drawThreshold": NEAR}}
    boxes = {node: _box(looks) for node, looks in nodes.items()}
    laid = layout(boxes, _pulls(graph, shown, named))
    for node, looks in nodes.items():
        x, y = laid.points[node]
        shift = boxes[node][1] / 2 - looks["size"]
        looks.update(id=f"n{numbers[node]}", x=x, y=round(y - shift), area=laid.area[node])
    return [nodes[node] for node in shown.nodes]


def _importance(papers: int, most: int) -> float:
    """Return how much an entity matters beside the one that most papers name, in [0, 1]."""
    return math.log(max(1, papers)) / math.log(most) if most > 1 else 0.0


def _node(graph: KnowledgeGraph, node: str, importance: float) -> dict[str, Any]:
    kind = graph.kind(node)
    look = LOOKS[kind]
    font, size = float(PAPER_FONT), float(PAPER_SIZE)
    if kind != PAPER:
        font = SMALLEST_FONT + (LARGEST_FONT - SMALLEST_FONT) * importance**2
        size = SMALLEST_SIZE + (LARGEST_SIZE - SMALLEST_SIZE) * importance**2
    return {
        "kind": kind,
        "label": short_label(graph.labels[node], PAPER_LINE if kind == PAPER else ENTITY_LINE),
        "shape": look.shape,
        "color": look.light,
        "size": round(size, 1),
        "font": {"size": round(font)},
    }


def short_label(name: str, line: int, lines: int = 2) -> str:
    r"""Return a name broken into lines and cut short where it has too many.

    Examples
    --------
    >>> short_label("Attention is all you need, and more than you need", 18)
    'Attention is all\nyou need, and …'
    """
    plain = " ".join(storable(name)[: 4 * line * lines].split())
    return "\n".join(textwrap.wrap(plain, line, max_lines=lines, placeholder=" …")) or "·"


def _box(looks: Mapping[str, Any]) -> Box:
    """Return the room that a node takes; one whose label is not shown at first sight takes that of its shape."""
    if "scaling" in looks:
        return 2.0 * looks["size"], 2.0 * looks["size"]
    widest = max(map(_characters, looks["label"].split("\n")))
    width = max(2 * looks["size"], widest * CHARACTER * looks["font"]["size"])
    return width, 2 * looks["size"] + _label_height(looks)


def _label_height(looks: Mapping[str, Any]) -> float:
    lines: int = looks["label"].count("\n") + 1
    return LABEL_GAP + lines * LINE_HEIGHT * float(looks["font"]["size"])


def _characters(line: str) -> float:
    """Return the width of a line in characters; those of East Asia and emoji count for two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def _pulls(graph: KnowledgeGraph, shown: Overview, named: Naming) -> list[tuple[str, str, float]]:
    """Return what draws nodes together: edges, names in common, and papers in common, drawn or not."""
    claims = [graph.claims[place] for place in shown.claims]
    pulls = [(claim.subject, claim.object, pull(claim, named)) for claim in claims]
    pulls += [(*graph.related[place], 0.5) for place in shown.related]
    entities = [node for node in shown.nodes if node in named]
    return pulls + [(first, second, COMPANY * cosine) for first, second, cosine in companions(entities, named)]


def drawn_edges(graph: KnowledgeGraph, shown: Overview, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the edges of an overview as vis-network takes them.

    ``c<place>`` is a claim, ``r<place>`` a pair of entities of one name.
    """
    edges = [_claim_edge(graph, place, numbers) for place in shown.claims]
    for place in shown.related:
        first, second = graph.related[place]
        ends = {"id": f"r{place}", "from": f"n{numbers[first]}", "to": f"n{numbers[second]}"}
        edges.append({**ends, "kind": RELATED, "width": WIDTHS[RELATED], "dashes": DASHES[RELATED], "arrows": ""})
    return edges


def _claim_edge(graph: KnowledgeGraph, place: int, numbers: Mapping[str, int]) -> dict[str, Any]:
    claim = graph.claims[place]
    role = claim.predicate in ROLE_STRENGTH
    width = WIDTHS.get(claim.predicate, 1.0) if role else 1.0 + min(2.0, math.log2(claim.support) / 2)
    return {
        "id": f"c{place}",
        "from": f"n{numbers[claim.subject]}",
        "to": f"n{numbers[claim.object]}",
        "kind": claim.predicate,
        "width": round(width, 1),
        "dashes": DASHES.get(claim.predicate, False),
        "arrows": "" if role else "to",
    }
