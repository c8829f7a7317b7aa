"""What the page knows beyond the drawing: names, papers, claims, and the passages that say so."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from kg.export.characters import storable
from kg.export.importance import naming, ranked_entities
from kg.export.overview import Overview
from kg.export.passages import Passages
from kg.export.terms import web_iri
from kg.export.wording import EDGE_WORDS
from kg.graph import KnowledgeGraph
from kg.records import Claim, Entity, Evidence, Mention, Paper
from kg.vocabulary import EVERY_ROLE

CARRIED_PAPERS = 3000
"""Papers whose details one page carries at most; with evidence that is about four megabytes."""
QUOTED = 3
"""Passages that one paper gives for one claim, at most."""
PREDICATES = tuple(EDGE_WORDS)
"""What the page numbers the predicates of claims by."""
RESOLVERS: Mapping[str, str] = {
    "doi": "https://doi.org/",
    "arxiv": "https://arxiv.org/abs/",
    "openreview": "https://openreview.net/forum?id=",
    "acl": "https://aclanthology.org/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
}
"""Where a paper with an identifier of a scheme is found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The papers and entities that a page carries, numbered: papers from 0, then entities."""

    papers: tuple[str, ...]
    entities: tuple[str, ...]

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each node."""
        return {node: number for number, node in enumerate((*self.papers, *self.entities))}


def carried(graph: KnowledgeGraph, shown: Overview, most: int = CARRIED_PAPERS) -> Carried:
    """Choose what a page carries: everything, or what is drawn and as many papers more as it can hold.

    The entities are those that some paper carried names, or all of them if all papers are carried.
    """
    drawn = [node for node in shown.nodes if node in graph.paper]
    papers = set(list(dict.fromkeys([*drawn, *graph.paper]))[:most])
    if len(papers) == len(graph.papers):
        entities = [entity.id for entity in graph.entities]
    else:
        named = {place.entity for place in graph.occurrences if place.paper in papers}
        entities = sorted(named.union(node for node in shown.nodes if node in graph.entity))
    return Carried(papers=tuple(sorted(papers)), entities=tuple(entities))


def details(graph: KnowledgeGraph, held: Carried) -> dict[str, Any]:
    """Return the details of what a page carries, as plain data.

    Returns
    -------
    dict
        ``papers`` and ``entities`` by number, ``claims`` (place in the graph, subject, object, number of the predicate
        in ``predicates``, confidence, support, and for each paper its number, confidence and passages), ``related``
        (place in the graph, two entities), ``links`` (two papers, weight, entities), ``ranked`` (entities, those that
        matter most first). Offsets count characters.
    """
    numbers, named = held.numbers, naming(graph)
    quoting = _Quoting(graph, held)
    return {
        "predicates": PREDICATES,
        "claims": [
            [place, *_claim(claim, numbers, quoting)]
            for place, claim in enumerate(graph.claims)
            if claim.subject in numbers and claim.object in numbers
        ],
        "related": [
            [place, numbers[first], numbers[second]]
            for place, (first, second) in enumerate(graph.related)
            if first in numbers and second in numbers
        ],
        "links": [
            [numbers[link.first], numbers[link.second], round(link.weight, 3), [numbers[e] for e in link.shared]]
            for link in graph.links
            if link.first in numbers and link.second in numbers
        ],
        "ranked": [numbers[entity] for entity in ranked_entities(graph, named) if entity in numbers],
        "papers": [_paper(graph, paper, quoting) for paper in held.papers],
        "entities": [_entity(graph.entity[entity], len(named[entity])) for entity in held.entities],
    }


class _Quoting:
    """Which passage says what, gathered while the claims are written down."""

    def __init__(self, graph: KnowledgeGraph, held: Carried) -> None:
        self.wanted = graph.options.evidence
        self.numbers = held.numbers
        papers = set(held.papers)
        self.of_paper = {
            extraction.paper.id: Passages(extraction)
            for extraction in graph.extractions
            if extraction.paper.id in papers
        }
        self.mentions: dict[str, dict[str, Sequence[Mention]]] = defaultdict(dict)
        for place in graph.occurrences:
            self.mentions[place.paper][place.entity] = place.mentions

    def passages(self, claim: Claim, said: Evidence) -> list[int]:
        """Return the numbers of the passages in which a paper makes a claim."""
        if self.wanted == "none":
            return []
        quoted = self.of_paper[said.paper].of(said.spans)[:QUOTED]
        if self.wanted == "mentions" and claim.predicate in EVERY_ROLE:
            places = [mention.span for mention in self.mentions[said.paper].get(claim.object, ())]
            quoted = sorted({*quoted, *self.of_paper[said.paper].of(places)})
        return quoted

    def marks(self, paper: str) -> list[tuple[int, int, int, int]]:
        """Return the mentions in the passages quoted from a paper: entity, passage, start, end."""
        passages = self.of_paper[paper]
        return sorted(
            (self.numbers[entity], *mark)
            for entity, mentions in self.mentions[paper].items()
            if entity in self.numbers
            for mark in passages.marks(mentions)
        )


def _claim(claim: Claim, numbers: Mapping[str, int], quoting: _Quoting) -> list[Any]:
    return [
        numbers[claim.subject],
        numbers[claim.object],
        PREDICATES.index(claim.predicate),
        round(claim.confidence, 3),
        claim.support,
        [
            [numbers[said.paper], round(said.confidence, 3), quoting.passages(claim, said)]
            for said in claim.evidence
            if said.paper in numbers
        ],
    ]


def _paper(graph: KnowledgeGraph, paper_id: str, quoting: _Quoting) -> dict[str, Any]:
    paper = graph.paper[paper_id]
    passages = quoting.of_paper[paper_id]
    return _told(
        id=storable(paper_id),
        label=storable(graph.labels[paper_id] or paper_id),
        authors=storable(", ".join(paper.authors)),
        year=paper.year,
        venue=storable(paper.venue),
        link=web_address(paper),
        identifiers=[told for told in map(storable, map(":".join, paper.identifiers)) if paper_id != f"paper/{told}"],
        passages=passages.texts(),
        titles=passages.titles(),
        marks=quoting.marks(paper_id),
    )


def _entity(entity: Entity, papers: int) -> dict[str, Any]:
    return _told(
        id=storable(entity.id),
        kind=entity.kind,
        label=storable(entity.name or entity.id),
        names=[storable(name) for name in entity.names],
        links=[link.iri for link in entity.links if web_iri(link.iri)],
        ambiguous=entity.ambiguous,
        papers=papers,
    )


def _told(**values: Any) -> dict[str, Any]:
    """Return what there is to tell; empty values would only make the page larger."""
    return {name: value for name, value in values.items() if value not in (None, "", [], False)}


def web_address(paper: Paper) -> str:
    """Return where a paper is found on the web: its own address, else that of its strongest identifier, else nothing.

    Only ``http`` and ``https`` addresses count; anything else in a record is no link (``javascript:`` runs code).
    """
    known = dict(paper.identifiers)
    resolved = (RESOLVERS[scheme] + quote(known[scheme], safe="/:") for scheme in RESOLVERS if scheme in known)
    return next((address for address in (paper.url, *resolved) if web_iri(address)), "")
