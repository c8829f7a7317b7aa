"""The knowledge graph: papers, entities, claims and links of one collection, and the views of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from kg.errors import OptionError
from kg.records import BrokenCycle, Claim, Entity, Extraction, Occurrence, Paper, PaperLink, Remark, Span
from kg.vocabulary import DEFAULT_BASE, DEFAULT_MODEL, PAPER

if TYPE_CHECKING:
    import networkx
    import pyvis.network
    import rdflib


KEPT_FILES: Final = MappingProxyType({"lexicon": ("lexicon.tsv", "lexicon.ttl"), "corrections": ("corrections.tsv",)})
"""Names under which the lexicon and the corrections that a graph was built with are kept beside it, one of each."""


EVIDENCE_LEVELS: Final = ("none", "statements", "mentions")
"""How much evidence the exports can carry, least first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenFile:
    """A user's lexicon or corrections: the base name of the file, for reasons and messages, and its content."""

    name: str
    content: bytes


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
        How much evidence the exports carry: one of `EVIDENCE_LEVELS`.

    Raises
    ------
    OptionError
        If `evidence` or `min_confidence` is out of bounds.
    """

    base: str = DEFAULT_BASE
    model: str = DEFAULT_MODEL
    min_confidence: float = 0.0
    evidence: str = "statements"

    def __post_init__(self) -> None:
        if self.evidence not in EVIDENCE_LEVELS:
            raise OptionError(f"evidence is one of {', '.join(EVIDENCE_LEVELS)}, not {self.evidence!r}")
        if not 0 <= self.min_confidence <= 1:
            raise OptionError(f"the least confidence is a number from 0 to 1, not {self.min_confidence!r}")


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
    broken
        Claims that were left out because they would put a thing under itself.
    skipped, noted
        What was left out of the inputs, and what was kept with a flaw.
    lexicon, corrections
        The files that decided on names, if there were any.
    """

    extractions: tuple[Extraction, ...] = ()
    entities: tuple[Entity, ...] = ()
    claims: tuple[Claim, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    related: tuple[tuple[str, str], ...] = ()
    links: tuple[PaperLink, ...] = ()
    broken: tuple[BrokenCycle, ...] = ()
    skipped: tuple[Remark, ...] = ()
    noted: tuple[Remark, ...] = ()
    options: Options = field(default_factory=Options)
    lexicon: GivenFile | None = None
    corrections: GivenFile | None = None
    unused_corrections: tuple[str, ...] = ()

    @cached_property
    def papers(self) -> tuple[Paper, ...]:
        """The papers, sorted by id."""
        return tuple(extraction.paper for extraction in self.extractions)

    @cached_property
    def paper(self) -> Mapping[str, Paper]:
        """The papers by id."""
        return {paper.id: paper for paper in self.papers}

    @cached_property
    def entity(self) -> Mapping[str, Entity]:
        """The entities by id."""
        return {entity.id: entity for entity in self.entities}

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """A readable name for each node: an entity's name, a paper's title.

        A paper without title is called by what it proposes, else by its opening words.
        """
        proposed: dict[str, Claim] = {}
        for claim in self.claims:
            if claim.predicate == "proposed":
                best = proposed.get(claim.subject)
                if best is None or claim.confidence > best.confidence:
                    proposed[claim.subject] = claim
        names = {entity.id: entity.name for entity in self.entities}
        for paper in self.papers:
            claim_made = proposed.get(paper.id)
            names[paper.id] = paper.title or (
                names[claim_made.object] if claim_made else opening_words(paper.abstract) or paper.source_id
            )
        return names

    def kind(self, node: str) -> str:
        """Return the kind of a node: ``paper``, or the kind of the entity.

        Raises
        ------
        KeyError
            If the graph has no such node.
        """
        if node in self.paper:
            return PAPER
        return self.entity[node].kind

    def similar(self, paper: str) -> tuple[PaperLink, ...]:
        """Return the links of a paper to those most like it, strongest first.

        Raises
        ------
        KeyError
            If the graph has no such paper.
        """
        self.paper[paper]
        links = [link for link in self.links if paper in (link.first, link.second)]
        return tuple(sorted(links, key=lambda link: (-link.weight, link.first, link.second)))

    def quote(self, paper: str, span: Span) -> str:
        """Return the words of a paper that stand at a span."""
        return self.paper[paper].field(span.field)[span.start : span.end]

    def to_networkx(self) -> "networkx.MultiDiGraph[str]":
        """Return the graph as NetworkX holds it; see `kg.export.network.to_networkx`."""
        from kg.export.network import to_networkx

        return to_networkx(self)

    def to_rdflib(self) -> "rdflib.Graph":
        """Return the graph as rdflib holds it; see `kg.export.rdf.to_rdflib`."""
        from kg.export.rdf import to_rdflib

        return to_rdflib(self)

    def to_pyvis(self) -> "pyvis.network.Network":
        """Return the part of the graph that the page draws; see `kg.export.page.to_pyvis`."""
        from kg.export.page import to_pyvis

        return to_pyvis(self)

    def show(self, path: str | Path | None = None) -> Path:
        """Open the page of the graph in the browser and return where it was written; see `kg.export.viewing.show`."""
        from kg.export.viewing import show

        return show(self, Path(path) if path is not None else None)

    def _repr_html_(self) -> str:
        from kg.export.viewing import frame

        return frame(self)

    def save(self, folder: str | Path) -> Mapping[str, Any]:
        """Write every output into a folder, all or none, and return the report; see `kg.export.save`."""
        from kg.export import save

        return save(self, Path(folder))

    def __repr__(self) -> str:
        return (
            f"<KnowledgeGraph: {len(self.extractions)} papers, {len(self.entities)} entities, "
            f"{len(self.claims)} claims, {len(self.links)} paper links>"
        )


OPENING_WORDS = 8


def opening_words(text: str) -> str:
    """Return the first words of a text, with an ellipsis if there are more.

    Examples
    --------
    >>> opening_words("One two three.")
    'One two three.'
    >>> opening_words("a b c d e f g h i j")
    'a b c d e f g h …'
    """
    words = text.split()
    return " ".join(words[:OPENING_WORDS]) + (" …" if len(words) > OPENING_WORDS else "")
