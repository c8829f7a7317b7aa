"""A knowledge graph as nodes of RDF and their triples: each once, in a fixed order, without blank nodes."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from pyoxigraph import NamedNode, Triple

from kg.export.describe import description, runs
from kg.export.evidence import Witnesses
from kg.export.terms import (
    BIBO,
    DCTERMS,
    FABIO,
    LABEL,
    RDF,
    SCHEMA_ORG,
    SKOS,
    A,
    Described,
    Nodes,
    Row,
    boolean,
    checked_base,
    decimal,
    digest,
    literal,
    web_iri,
    year,
)
from kg.graph import KnowledgeGraph
from kg.records import Entity, OutsideLink, Paper, PaperLink
from kg.vocabulary import CLASS_OF_KIND, ONTOLOGY, PAPER, PROPERTY_OF_EDGE

CLASSES: Final = {kind: NamedNode(ONTOLOGY + name) for kind, name in CLASS_OF_KIND.items()}
PROPERTIES: Final = {edge: NamedNode(ONTOLOGY + name) for edge, name in PROPERTY_OF_EDGE.items()}

_PAPER_ROWS: Final[tuple[Row, ...]] = (
    (A, CLASSES[PAPER]),
    (A, NamedNode(FABIO + "ScholarlyWork")),
    (A, NamedNode(SCHEMA_ORG + "ScholarlyArticle")),
)
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

_ABOUT: Final = attrgetter("subject")
"""What a claim is about."""

_LINK: Final = NamedNode(ONTOLOGY + "Link")
_CONNECTS: Final = NamedNode(ONTOLOGY + "connects")
_SHARED: Final = NamedNode(ONTOLOGY + "shared")
_WEIGHT: Final = NamedNode(ONTOLOGY + "weight")


def described(graph: KnowledgeGraph) -> Iterator[Described]:
    """Yield every node of a graph with its triples, each once.

    Papers come first, each with what it says: its evidence, the sentences quoted and, if they are wanted, its mentions.
    Then come entities, statements, paper links, the runs and the description of the whole; within each, the order is
    that of the graph, which is sorted. How much evidence there is, ``graph.options.evidence`` says.

    Parameters
    ----------
    graph
        Nothing else matters: equal graphs give equal triples in equal order.

    Raises
    ------
    OptionError
        If the base of its IRIs is none.
    """
    nodes = Nodes(checked_base(graph.options.base))
    count = 0
    for node in _body(graph, nodes):
        count += len(node.rows)
        yield node
    yield from description(graph, nodes, count)


def triples(graph: KnowledgeGraph) -> Iterator[Triple]:
    """Yield every triple of a graph, each once, in the order of `described`."""
    return (Triple(node, predicate, value) for node, rows, _ in described(graph) for predicate, value in rows)


def _body(graph: KnowledgeGraph, nodes: Nodes) -> Iterator[Described]:
    witnesses = Witnesses(graph, nodes) if graph.options.evidence != "none" else None
    for extraction in graph.extractions:
        node, paper = nodes[extraction.paper.id], extraction.paper
        yield Described(node, _paper(paper, graph.labels[paper.id]) + _plain(graph, paper.id, nodes), node)
        if witnesses:
            yield from witnesses.of(extraction)
    yield from _entities(graph, nodes)
    if witnesses:
        yield from witnesses.statements(PROPERTIES)
    for link in graph.links:
        yield _link(link, nodes)
    yield from runs(graph, nodes)


def _paper(paper: Paper, label: str) -> list[Row]:
    rows: list[Row] = [*_PAPER_ROWS, (LABEL, literal(label))]
    if paper.title:
        rows.append((_TITLE, literal(paper.title)))
    rows.extend((_CREATOR, author) for author in dict.fromkeys(map(literal, paper.authors)))
    if paper.authors:
        rows.append((_AUTHOR_LIST, literal("; ".join(paper.authors))))
    if paper.year is not None:
        rows.append((_DATE, year(paper.year)))
    if paper.venue:
        rows.append((_VENUE, literal(paper.venue)))
    rows.extend((_IDENTIFIER, literal(f"{scheme}:{value}")) for scheme, value in paper.identifiers)
    rows.extend((_DOI, literal(value)) for scheme, value in paper.identifiers if scheme == "doi")
    if paper.url:
        rows.append((_URL, web_iri(paper.url) or literal(paper.url)))
    return rows


def _entities(graph: KnowledgeGraph, nodes: Nodes) -> Iterator[Described]:
    """Yield each entity, followed by how it came to be matched with things outside."""
    related = defaultdict(list)
    for first, second in graph.related:
        related[first].append(second)
    for entity in graph.entities:
        found = [(link, web_iri(link.iri)) for link in entity.links]
        outside = [(link, other) for link, other in found if other is not None]
        rows = _entity(entity) + _plain(graph, entity.id, nodes)
        rows += [(_RELATED, nodes[other]) for other in related.get(entity.id, ())]
        rows += [(_MATCHES[link.match], other) for link, other in outside]
        yield Described(nodes[entity.id], rows)
        for link, other in outside:
            yield _outside_link(entity, link, other, nodes)


def _entity(entity: Entity) -> list[Row]:
    name = literal(entity.name)
    rows: list[Row] = [(A, CLASSES[entity.kind]), (A, _CONCEPT), (LABEL, name), (_PREFERRED, name)]
    rows += [(_ALTERNATIVE, other) for other in dict.fromkeys(map(literal, entity.names)) if other != name]
    if entity.ambiguous:
        rows.append((_AMBIGUOUS, boolean(True)))
    notes = (f"{reason.rule}: {' = '.join(reason.names)} {reason.detail}".rstrip() for reason in entity.reasons)
    return rows + [(_NOTE, note) for note in dict.fromkeys(map(literal, notes))]


def _plain(graph: KnowledgeGraph, subject: str, nodes: Nodes) -> list[Row]:
    """Return the claims of a node as triples; all claims are sorted by what they are about."""
    first = bisect_left(graph.claims, subject, key=_ABOUT)
    last = bisect_right(graph.claims, subject, first, key=_ABOUT)
    return [(PROPERTIES[claim.predicate], nodes[claim.object]) for claim in graph.claims[first:last]]


def _outside_link(entity: Entity, link: OutsideLink, other: NamedNode, nodes: Nodes) -> Described:
    """Return the node that says with what score and method an entity was matched."""
    rows: list[Row] = [
        (A, _OUTSIDE_LINK),
        (_SUBJECT, nodes[entity.id]),
        (_PREDICATE, _MATCHES[link.match]),
        (_OBJECT, other),
        (_CONFIDENCE, decimal(link.score)),
        (_METHOD_OF_LINK, literal(link.method)),
    ]
    return Described(NamedNode(f"{nodes.base}match/{digest(entity.id, link.match, link.iri)}"), rows)


def _link(link: PaperLink, nodes: Nodes) -> Described:
    rows: list[Row] = [
        (A, _LINK),
        (_CONNECTS, nodes[link.first]),
        (_CONNECTS, nodes[link.second]),
        (_WEIGHT, decimal(link.weight)),
        *[(_SHARED, nodes[entity]) for entity in sorted(link.shared)],
    ]
    return Described(NamedNode(f"{nodes.base}link/{digest(link.first, link.second)}"), rows)
