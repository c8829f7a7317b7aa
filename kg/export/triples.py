"""A knowledge graph as triples: every statement once, in a fixed order, without blank nodes."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode, Triple

from kg.export.describe import description, runs
from kg.export.evidence import mentions, statements
from kg.export.terms import (
    BIBO,
    DCTERMS,
    FABIO,
    LABEL,
    RDF,
    SCHEMA_ORG,
    SKOS,
    A,
    Nodes,
    boolean,
    checked_base,
    decimal,
    digest,
    literal,
    web_iri,
    year,
)
from kg.graph import KnowledgeGraph
from kg.records import Claim, Entity, OutsideLink, Paper, PaperLink
from kg.vocabulary import CLASS_OF_KIND, ONTOLOGY, PAPER, PROPERTY_OF_EDGE

CLASSES: Final = {kind: NamedNode(ONTOLOGY + name) for kind, name in CLASS_OF_KIND.items()}
PROPERTIES: Final = {edge: NamedNode(ONTOLOGY + name) for edge, name in PROPERTY_OF_EDGE.items()}

_PAPER_CLASSES: Final = (CLASSES[PAPER], NamedNode(FABIO + "ScholarlyWork"), NamedNode(SCHEMA_ORG + "ScholarlyArticle"))
_TITLE: Final = NamedNode(DCTERMS + "title")
_CREATOR: Final = NamedNode(DCTERMS + "creator")
_AUTHOR_LIST: Final = NamedNode(ONTOLOGY + "authorList")
_DATE: Final = NamedNode(DCTERMS + "date")
_VENUE: Final = NamedNode(ONTOLOGY + "venue")
_IDENTIFIER: Final = NamedNode(DCTERMS + "identifier")
_DOI: Final = NamedNode(BIBO + "doi")
_URL: Final = NamedNode(SCHEMA_ORG + "url")

_CONCEPT: Final = NamedNode(SKOS + "Concept")
_PREFERRED: Final = NamedNode(SKOS + "prefLabel")
_ALTERNATIVE: Final = NamedNode(SKOS + "altLabel")
_NOTE: Final = NamedNode(SKOS + "editorialNote")
_RELATED: Final = NamedNode(SKOS + "related")
_MATCHES: Final = {match: NamedNode(SKOS + match) for match in ("exactMatch", "closeMatch")}
_AMBIGUOUS: Final = NamedNode(ONTOLOGY + "ambiguous")

_OUTSIDE_LINK: Final = NamedNode(ONTOLOGY + "OutsideLink")
_METHOD_OF_LINK: Final = NamedNode(ONTOLOGY + "linkedBy")
_SUBJECT, _PREDICATE, _OBJECT = (NamedNode(RDF + name) for name in ("subject", "predicate", "object"))
_CONFIDENCE: Final = NamedNode(ONTOLOGY + "confidence")

_LINK: Final = NamedNode(ONTOLOGY + "Link")
_CONNECTS: Final = NamedNode(ONTOLOGY + "connects")
_SHARED: Final = NamedNode(ONTOLOGY + "shared")
_WEIGHT: Final = NamedNode(ONTOLOGY + "weight")


def triples(graph: KnowledgeGraph) -> Iterator[Triple]:
    """Yield every triple of a graph, each once.

    Papers come first, then entities, statements with their evidence, passages, mentions, paper links, the runs and
    the description of the whole; within each, the order is that of the graph, which is sorted. All triples of a
    subject come together. How much evidence there is, ``graph.options.evidence`` says.

    Parameters
    ----------
    graph
        Nothing else matters: equal graphs give equal triples in equal order.

    Raises
    ------
    OptionError
        If the base of its IRIs is none.
    """
    nodes, level = Nodes(checked_base(graph.options.base)), graph.options.evidence
    count = 0
    for triple in _body(graph, nodes, level):
        count += 1
        yield triple
    yield from description(graph, nodes, count)


def _body(graph: KnowledgeGraph, nodes: Nodes, level: str) -> Iterator[Triple]:
    claims: dict[str, list[Claim]] = defaultdict(list)
    for claim in graph.claims:
        claims[claim.subject].append(claim)
    for paper in graph.papers:
        yield from _paper(paper, graph.labels[paper.id], nodes)
        yield from _plain(claims.get(paper.id, ()), nodes)
    related = defaultdict(list)
    for first, second in graph.related:
        related[first].append(second)
    for entity in graph.entities:
        yield from _entity(entity, nodes)
        yield from _plain(claims.get(entity.id, ()), nodes)
        for other in related.get(entity.id, ()):
            yield Triple(nodes[entity.id], _RELATED, nodes[other])
        yield from _outside(entity, nodes)
    if level != "none":
        yield from statements(graph, nodes, PROPERTIES)
    if level == "mentions":
        yield from mentions(graph, nodes)
    for link in graph.links:
        yield from _link(link, nodes)
    yield from runs(graph, nodes)


def _paper(paper: Paper, label: str, nodes: Nodes) -> Iterator[Triple]:
    node = nodes[paper.id]
    for kind in _PAPER_CLASSES:
        yield Triple(node, A, kind)
    yield Triple(node, LABEL, literal(label))
    if paper.title:
        yield Triple(node, _TITLE, literal(paper.title))
    for author in dict.fromkeys(map(literal, paper.authors)):
        yield Triple(node, _CREATOR, author)
    if paper.authors:
        yield Triple(node, _AUTHOR_LIST, literal("; ".join(paper.authors)))
    if paper.year is not None:
        yield Triple(node, _DATE, year(paper.year))
    if paper.venue:
        yield Triple(node, _VENUE, literal(paper.venue))
    for scheme, value in paper.identifiers:
        yield Triple(node, _IDENTIFIER, literal(f"{scheme}:{value}"))
        if scheme == "doi":
            yield Triple(node, _DOI, literal(value))
    if paper.url:
        yield Triple(node, _URL, web_iri(paper.url) or literal(paper.url))


def _entity(entity: Entity, nodes: Nodes) -> Iterator[Triple]:
    node, name = nodes[entity.id], literal(entity.name)
    yield Triple(node, A, CLASSES[entity.kind])
    yield Triple(node, A, _CONCEPT)
    yield Triple(node, LABEL, name)
    yield Triple(node, _PREFERRED, name)
    for other in dict.fromkeys(map(literal, entity.names)):
        if other != name:
            yield Triple(node, _ALTERNATIVE, other)
    if entity.ambiguous:
        yield Triple(node, _AMBIGUOUS, boolean(True))
    notes = (f"{reason.rule}: {' = '.join(reason.names)} {reason.detail}".rstrip() for reason in entity.reasons)
    for note in dict.fromkeys(map(literal, notes)):
        yield Triple(node, _NOTE, note)


def _plain(claims: list[Claim] | tuple[()], nodes: Nodes) -> Iterator[Triple]:
    for claim in claims:
        yield Triple(nodes[claim.subject], PROPERTIES[claim.predicate], nodes[claim.object])


def _outside(entity: Entity, nodes: Nodes) -> Iterator[Triple]:
    """Yield the links of an entity to things outside, then for each a node with its score and method."""
    found = [(link, web_iri(link.iri)) for link in entity.links]
    known = [(link, other) for link, other in found if other is not None]
    for link, other in known:
        yield Triple(nodes[entity.id], _MATCHES[link.match], other)
    for link, other in known:
        yield from _outside_link(entity, link, other, nodes)


def _outside_link(entity: Entity, link: OutsideLink, other: NamedNode, nodes: Nodes) -> Iterator[Triple]:
    node = nodes.mint(f"match/{digest(entity.id, link.match, link.iri)}")
    yield Triple(node, A, _OUTSIDE_LINK)
    yield Triple(node, _SUBJECT, nodes[entity.id])
    yield Triple(node, _PREDICATE, _MATCHES[link.match])
    yield Triple(node, _OBJECT, other)
    yield Triple(node, _CONFIDENCE, decimal(link.score))
    yield Triple(node, _METHOD_OF_LINK, literal(link.method))


def _link(link: PaperLink, nodes: Nodes) -> Iterator[Triple]:
    node = nodes.mint(f"link/{digest(link.first, link.second)}")
    yield Triple(node, A, _LINK)
    yield Triple(node, _CONNECTS, nodes[link.first])
    yield Triple(node, _CONNECTS, nodes[link.second])
    yield Triple(node, _WEIGHT, decimal(link.weight))
    for entity in sorted(link.shared):
        yield Triple(node, _SHARED, nodes[entity])
