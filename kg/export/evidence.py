"""The evidence of a graph as triples: statements, what each paper says for them, and the sentences quoted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Final

from pyoxigraph import NamedNode, Triple

from kg.export.describe import run_of_extractor
from kg.export.terms import OA, PROV, RDF, A, Nodes, decimal, digest, integer, literal
from kg.graph import KnowledgeGraph
from kg.records import Claim, Evidence, Extraction, Mention, Span
from kg.vocabulary import ONTOLOGY

_STATEMENT_CLASSES: Final = (NamedNode(ONTOLOGY + "Statement"), NamedNode(RDF + "Statement"))
_SUBJECT, _PREDICATE, _OBJECT = (NamedNode(RDF + name) for name in ("subject", "predicate", "object"))
_SUPPORT: Final = NamedNode(ONTOLOGY + "support")
_CONFIDENCE: Final = NamedNode(ONTOLOGY + "confidence")
_HAS_EVIDENCE: Final = NamedNode(ONTOLOGY + "hasEvidence")

_EVIDENCE: Final = NamedNode(ONTOLOGY + "Evidence")
_IN_PAPER: Final = NamedNode(ONTOLOGY + "inPaper")
_GENERATED_BY: Final = NamedNode(PROV + "wasGeneratedBy")
_HAS_SELECTOR: Final = NamedNode(OA + "hasSelector")
_HAS_MENTION: Final = NamedNode(ONTOLOGY + "hasMention")

_PASSAGE_CLASSES: Final = (
    NamedNode(ONTOLOGY + "Passage"),
    NamedNode(OA + "TextQuoteSelector"),
    NamedNode(OA + "TextPositionSelector"),
)
_MENTION: Final = NamedNode(ONTOLOGY + "Mention")
_REFERS_TO: Final = NamedNode(ONTOLOGY + "refersTo")
_FIELD: Final = NamedNode(ONTOLOGY + "field")
_EXACT, _START, _END = (NamedNode(OA + name) for name in ("exact", "start", "end"))

_FIRST, _LAST = itemgetter(0), itemgetter(1)
Place = tuple[str, str, int, int]
"""A paper's id, a field of it, start and end."""


def statements(graph: KnowledgeGraph, nodes: Nodes, properties: Mapping[str, NamedNode]) -> Iterator[Triple]:
    """Yield a statement for each claim, each followed by its evidence, then every sentence that is quoted, once.

    Parameters
    ----------
    properties
        The property of each predicate of a claim.
    """
    extractions = {extraction.paper.id: extraction for extraction in graph.extractions}
    run = {extractor: nodes[node] for extractor, node in run_of_extractor(graph).items()}
    named = _mentions_by_entity(graph) if graph.options.evidence == "mentions" else {}
    quoted: dict[Place, NamedNode] = {}
    for claim in graph.claims:
        name = digest(claim.subject, claim.predicate, claim.object)
        pieces = [_under(nodes, f"evidence/{name}", evidence.paper) for evidence in claim.evidence]
        yield from _statement(claim, nodes.mint(f"statement/{name}"), nodes, properties[claim.predicate], pieces)
        for node, evidence in zip(pieces, claim.evidence, strict=True):
            places = _places(evidence, extractions[evidence.paper])
            yield Triple(node, A, _EVIDENCE)
            yield Triple(node, _IN_PAPER, nodes[evidence.paper])
            yield Triple(node, _CONFIDENCE, decimal(evidence.confidence))
            yield Triple(node, _GENERATED_BY, run[evidence.extractor])
            for place in places:
                if place not in quoted:
                    quoted[place] = _passage_node(nodes, place)
                yield Triple(node, _HAS_SELECTOR, quoted[place])
            if named:
                for entity, mention in _mentions_within(claim, evidence, places, named):
                    yield Triple(node, _HAS_MENTION, mention_node(nodes, entity, evidence.paper, mention))
    for place in sorted(quoted):
        yield from _passage(graph, place, quoted[place], nodes)


def _statement(
    claim: Claim, node: NamedNode, nodes: Nodes, predicate: NamedNode, pieces: list[NamedNode]
) -> Iterator[Triple]:
    for kind in _STATEMENT_CLASSES:
        yield Triple(node, A, kind)
    yield Triple(node, _SUBJECT, nodes[claim.subject])
    yield Triple(node, _PREDICATE, predicate)
    yield Triple(node, _OBJECT, nodes[claim.object])
    yield Triple(node, _SUPPORT, integer(claim.support))
    yield Triple(node, _CONFIDENCE, decimal(claim.confidence))
    for piece in pieces:
        yield Triple(node, _HAS_EVIDENCE, piece)


def _places(evidence: Evidence, extraction: Extraction) -> list[Place]:
    """Return where the sentences stand that hold the spans of a piece of evidence, sorted, each once."""
    return sorted({(evidence.paper, *sentence_around(extraction, span)) for span in evidence.spans})


def sentence_around(extraction: Extraction, span: Span) -> tuple[str, int, int]:
    """Return field, start and end of the sentence, or the run of sentences, that holds a span.

    A title is one sentence. A span outside all sentences stands for itself.
    """
    if span.field == "title":
        return span.field, 0, len(extraction.paper.title)
    sentences = extraction.sentences
    first = bisect_right(sentences, span.start, key=_FIRST) - 1
    last = bisect_left(sentences, span.end, key=_LAST)
    start = min(sentences[first][0], span.start) if first >= 0 else span.start
    end = max(sentences[last][1], span.end) if last < len(sentences) else span.end
    return span.field, start, end


def _passage(graph: KnowledgeGraph, place: Place, node: NamedNode, nodes: Nodes) -> Iterator[Triple]:
    paper, field, start, end = place
    for kind in _PASSAGE_CLASSES:
        yield Triple(node, A, kind)
    yield Triple(node, _IN_PAPER, nodes[paper])
    text = graph.paper[paper].title if field == "title" else graph.paper[paper].abstract
    yield from _quote(node, field, start, end, text[start:end])


def _quote(node: NamedNode, field: str, start: int, end: int, text: str) -> Iterator[Triple]:
    yield Triple(node, _FIELD, literal(field))
    yield Triple(node, _START, integer(start))
    yield Triple(node, _END, integer(end))
    yield Triple(node, _EXACT, literal(text))


def mentions(graph: KnowledgeGraph, nodes: Nodes) -> Iterator[Triple]:
    """Yield every place where an entity is named."""
    for occurrence in graph.occurrences:
        for mention in occurrence.mentions:
            node = mention_node(nodes, occurrence.entity, occurrence.paper, mention)
            yield Triple(node, A, _MENTION)
            yield Triple(node, _IN_PAPER, nodes[occurrence.paper])
            yield Triple(node, _REFERS_TO, nodes[occurrence.entity])
            yield Triple(node, _CONFIDENCE, decimal(mention.confidence))
            yield from _quote(node, mention.field, mention.start, mention.end, mention.text)


def mention_node(nodes: Nodes, entity: str, paper: str, mention: Mention) -> NamedNode:
    """Return the IRI of a mention: the place and the entity."""
    place = _under(nodes, "mention", paper).value
    return NamedNode(f"{place}/{mention.field}/{mention.start}-{mention.end}/{nodes.tail(entity)}")


def _passage_node(nodes: Nodes, place: Place) -> NamedNode:
    paper, field, start, end = place
    return NamedNode(f"{_under(nodes, 'passage', paper).value}/{field}/{start}-{end}")


def _under(nodes: Nodes, prefix: str, paper: str) -> NamedNode:
    """Return the IRI of something that belongs to a paper."""
    return NamedNode(f"{nodes.base}{prefix}/{nodes.tail(paper).removeprefix('paper/')}")


def _mentions_by_entity(graph: KnowledgeGraph) -> dict[tuple[str, str], tuple[Mention, ...]]:
    return {(occurrence.entity, occurrence.paper): occurrence.mentions for occurrence in graph.occurrences}


def _mentions_within(
    claim: Claim, evidence: Evidence, places: list[Place], named: Mapping[tuple[str, str], tuple[Mention, ...]]
) -> Iterator[tuple[str, Mention]]:
    """Yield the mentions of both ends of a claim that stand in the sentences of a piece of evidence."""
    for entity in (claim.subject, claim.object):
        for mention in named.get((entity, evidence.paper), ()):
            if any(mention.field == field and start <= mention.start < end for _, field, start, end in places):
                yield entity, mention
