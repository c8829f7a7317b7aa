"""kg: a knowledge graph of scientific papers, offline, with the sentence behind every statement.

>>> import kg
>>> graph = kg.build(kg.read("papers.bib"))       # doctest: +SKIP
>>> graph.to_networkx()                           # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.api import build, load, read
    from kg.graph import KnowledgeGraph

__version__ = "0.1.0"
__all__ = ["KnowledgeGraph", "__version__", "build", "load", "read"]

_HOME = {"build": "kg.api", "load": "kg.api", "read": "kg.api", "KnowledgeGraph": "kg.graph"}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for, so that `import kg` stays light."""
    if name not in _HOME:
        raise AttributeError(f"module 'kg' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
