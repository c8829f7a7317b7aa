"""The words in which the page speaks of kinds, roles and relations."""

from collections.abc import Mapping
from types import MappingProxyType

KIND_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "paper": ("paper", "papers"),
        "method": ("method", "methods"),
        "task": ("task", "tasks"),
        "dataset": ("dataset", "datasets"),
        "metric": ("metric", "metrics"),
    }
)
"""One and many of each kind."""

EDGE_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "proposed": ("proposes", "proposed by"),
        "addressed": ("addresses", "addressed by"),
        "used": ("uses", "used by"),
        "reported": ("reports", "reported by"),
        "compared": ("compares with", "compared in"),
        "mentioned": ("mentions", "mentioned in"),
        "USED-FOR": ("used for", "done with"),
        "PART-OF": ("part of", "has part"),
        "SUBCLASS-OF": ("kind of", "has kind"),
        "SUBTASK-OF": ("subtask of", "has subtask"),
        "EVALUATED-WITH": ("evaluated on", "used to evaluate"),
        "TRAINED-WITH": ("trained on", "used to train"),
        "BENCHMARK-FOR": ("benchmark for", "measured on"),
        "COMPARE-WITH": ("compared with", "compared with"),
    }
)
"""How an edge reads from its subject and from its object, in the order in which a page lists them."""


def counted(number: int, kind: str) -> str:
    """Return a number of things of a kind in words.

    Examples
    --------
    >>> counted(1, "task"), counted(1200, "paper")
    ('1 task', '1,200 papers')
    """
    return f"{number:,} {KIND_WORDS[kind][number != 1]}"
