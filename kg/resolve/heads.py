"""Heads of names: those that add nothing to a name, and those that name nothing alone."""

from collections.abc import Iterator, Set
from typing import Final

from kg.resolve.groups import Node
from kg.resolve.naming import Usage

_LIGHT: Final = ("algorithm", "technique", "mechanism", "framework", "procedure", "scheme", "strategy", "module")
_HEAVY: Final = ("method", "approach", "model", "problem", "task", "setting", "attack", "benchmark", "corpus")
QUALIFIED: Final = 8
"""A word is generic once so many longer names of its kind end in it, and so many for each paper that uses it bare:"""
QUALIFIED_PER_PAPER: Final = {"task": 1, "method": 2, "dataset": 2, "metric": 2}
"""A bare task leaves its object open; a bare method (transformer) more often means the whole class."""
OPEN_TASKS: Final = frozenset(
    (
        "classification", "detection", "segmentation", "recognition", "prediction", "estimation", "generation",
        "retrieval", "reconstruction", "localization", "translation", "forecasting", "editing", "matching", "ranking",
        "tracking", "grounding", "restoration", "completion", "verification", "understanding", "optimization",
    )
)  # fmt: skip
"""Tasks that say nothing without their object, whatever the size of the collection."""


def headless(usage: Usage) -> Iterator[tuple[Node, Node]]:
    """Yield the names that another name with a generic head after it repeats: the longer one, the shorter one; sorted.

    "Self-attention mechanism" repeats "self-attention". "Kernel method" does not repeat "kernel": before a heavy
    head at least two words or an acronym must stand. Nor where as many papers tell the two apart as call them one.
    """
    for node in sorted(usage.papers):
        kind, key = node
        before, _, head = key.rpartition("-")
        base = (kind, before)
        if base not in usage.papers or not (head in _LIGHT or head in _HEAVY):
            continue
        if head in _LIGHT or "-" in before or base in usage.acronyms:
            pair = (min(base, node), max(base, node))
            if usage.apart(base, node) <= len(usage.together.get(pair, ())):
                yield node, base


def generic(usage: Usage) -> Set[Node]:
    """Return the names of one word that mean another thing in every paper: "classification", of images or of text."""
    qualified: dict[Node, int] = {}
    for kind, key in usage.papers:
        before, _, head = key.rpartition("-")
        if before:
            qualified[kind, head] = qualified.get((kind, head), 0) + 1
    return {
        node
        for node, papers in usage.papers.items()
        if (node[0] == "task" and node[1] in OPEN_TASKS)
        or (
            node not in usage.acronyms
            and qualified.get(node, 0) >= max(QUALIFIED, QUALIFIED_PER_PAPER[node[0]] * len(papers))
        )
    }
