"""Extracted papers measured against gold: `load` both files, `score` one against the other, print the `table`."""

from kg.evaluate.documents import Document, faults, load
from kg.evaluate.figures import Figure, Figures, match, score, surfaces, table

__all__ = ["Document", "Figure", "Figures", "faults", "load", "match", "score", "surfaces", "table"]
