"""Heads of names: those that add nothing to a name, and those that name nothing alone."""

from collections.abc import Iterator, Set
from typing import Final

from kg.resolve.groups import Node
from kg.resolve.naming import Usage

_LIGHT: Final = ("algorithm", "technique", "mechanism", "framework", "procedure", "scheme", "strategy", "module")
_HEAVY: Final = (
    "method", "approach", "model", "problem", "task", "setting", "attack", "benchmark", "corpus", "function",
    "distance", "operation",
)  # fmt: skip
_TELLING: Final = ("learning", "prompting", "reasoning", "layer", "search", "score", "system", "training", "network")
"""Heads that say what kind of thing a name is: a paper must say that the name is one with it and without."""
_EVERY_HEAD: Final = frozenset((*_LIGHT, *_HEAVY, *_TELLING))
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
OPEN_PARTS: Final = frozenset(
    (
        "encoder", "decoder", "generator", "classifier", "detector", "predictor", "estimator", "planner", "retriever",
        "router", "adapter", "controller", "selector", "extractor", "evaluator", "verifier",
    )
)  # fmt: skip
"""Parts of methods that every paper builds anew, likewise."""
_OPEN: Final = {"task": OPEN_TASKS, "method": OPEN_PARTS}


def headless(usage: Usage) -> Iterator[tuple[Node, Node]]:
    """Yield the names that another name with a generic head after it repeats: the longer one, the shorter one; sorted.

    "Self-attention mechanism" repeats "self-attention". "Kernel method" does not repeat "kernel": before a heavy head
    at least two words or an acronym must stand, or a paper must call one thing by both, as always before a telling
    head. Nor where as many papers tell the two apart as call them one.
    """
    for node in sorted(usage.papers):
        kind, key = node
        before, _, head = key.rpartition("-")
        base = (kind, before)
        if base not in usage.papers or head not in _EVERY_HEAD:
            continue
        said = len(usage.together.get((min(base, node), max(base, node)), ()))
        surely = head in _LIGHT or (head in _HEAVY and ("-" in before or base in usage.acronyms))
        if (surely or said) and usage.apart(base, node) <= said - (not surely):
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
        if node[1] in _OPEN.get(node[0], ())
        or (
            node not in usage.acronyms
            and not usage.name(node)[:1].isupper()  # most papers write "Transformer": a name, whatever ends in it
            and qualified.get(node, 0) >= max(QUALIFIED, QUALIFIED_PER_PAPER[node[0]] * len(papers))
        )
    }
