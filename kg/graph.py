"""The knowledge graph: papers, entities, claims and links of one collection, and the views of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.records import Claim, Entity, Extraction, Linked, Occurrence, Paper, PaperLink, Remark, Span
from kg.vocabulary import DEFAULT_BASE, PAPER

if TYPE_CHECKING:
    import networkx
    import pyvis.network
    import rdflib


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices a graph was built with; they are kept beside it so that it can be built again.

    Attributes
    ----------
    base
        Base of the IRIs of papers and entities.
    model
        Name of the extraction model.
    min_confidence
        Entities, mentions and relations below it, in [0, 1], stay out of the graph (never out of `extractions`).
    evidence
        How much evidence the exports carry: ``none``, ``statements`` or ``mentions``.
    """

    base: str = DEFAULT_BASE
    model: str = "fast"
    min_confidence: float = 0.0
    evidence: str = "statements"


@dataclass(frozen=True, kw_only=True)
class KnowledgeGraph:
    """A graph of papers and the methods, tasks, datasets and metrics they share.

    It is a record: everything in it is sorted, nothing changes after it was built. The NetworkX graph, the RDF and
    the page are views of it, each complete.

    Attributes
    ----------
    extractions
        One for each paper, sorted by paper id, unfiltered.
    entities, claims, occurrences, related, links
        What resolving and linking gave, each sorted.
    skipped, noted
        What was left out of the inputs, and what was kept with a flaw.
    """

    extractions: tuple[Extraction, ...] = ()
    entities: tuple[Entity, ...] = ()
    claims: tuple[Claim, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    related: tuple[tuple[str, str], ...] = ()
    links: tuple[PaperLink, ...] = ()
    skipped: tuple[Remark, ...] = ()
    noted: tuple[Remark, ...] = ()
    options: Options = field(default_factory=Options)
    lexicon: bytes = b""
    corrections: bytes = b""
    unused_corrections: tuple[str, ...] = ()
