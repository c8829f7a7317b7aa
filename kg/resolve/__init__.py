"""Resolve: the entities of papers become entities of the collection, and every merge has a reason."""

from kg.resolve.correction import Correction
from kg.resolve.corrections import Corrections, parse_corrections, read_corrections
from kg.resolve.entry import Entry
from kg.resolve.lexicon import Lexicon, lexicon_bytes, parse_lexicon, read_lexicon, shipped_lexicon, with_shipped
from kg.resolve.resolve import resolve
from kg.resolve.skos import is_turtle
from kg.resolve.table import table

__all__ = [
    "Correction",
    "Corrections",
    "Entry",
    "Lexicon",
    "is_turtle",
    "lexicon_bytes",
    "parse_corrections",
    "parse_lexicon",
    "read_corrections",
    "read_lexicon",
    "resolve",
    "shipped_lexicon",
    "table",
    "with_shipped",
]
