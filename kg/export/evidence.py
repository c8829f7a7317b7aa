"""The evidence of a graph as nodes of RDF: statements, what each paper says for them, and the sentences quoted."""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Final

from pyoxigraph import NamedNode

from kg.export.describe import run_of_extractor
from kg.export.terms import DIGEST_LENGTH, OA, PROV, RDF, A, Described, Nodes, Row, decimal, digest, integer, literal
from kg.graph import KnowledgeGraph
from kg.records import Claim, Evidence, Extraction, Mention, Occurrence, Span
from kg.vocabulary import ONTOLOGY

_STATEMENT_ROWS: Final[tuple[Row, ...]] = (
    (A, NamedNode(ONTOLOGY + "Statement")),
    (A, NamedNode(RDF + "Statement")),
)
_SUBJECT, _PREDICATE, _OBJECT = (NamedNode(RDF + name) for name in ("subject", "predicate", "object"))
_SUPPORT: Final = NamedNode(ONTOLOGY + "support")
_CONFIDENCE: Final = NamedNode(ONTOLOGY + "confidence")
_HAS_EVIDENCE: Final = NamedNode(ONTOLOGY + "hasEvidence")

_EVIDENCE: Final = NamedNode(ONTOLOGY + "Evidence")
_IN_PAPER: Final = NamedNode(ONTOLOGY + "inPaper")
_GENERATED_BY: Final = NamedNode(PROV + "wasGeneratedBy")
_HAS_SELECTOR: Final = NamedNode(OA + "hasSelector")
_HAS_MENTION: Final = NamedNode(ONTOLOGY + "hasMention")

_PASSAGE_ROWS: Final[tuple[Row, ...]] = (
    (A, NamedNode(ONTOLOGY + "Passage")),
    (A, NamedNode(OA + "TextQuoteSelector")),
    (A, NamedNode(OA + "TextPositionSelector")),
)
_MENTION: Final = NamedNode(ONTOLOGY + "Mention")
_REFERS_TO: Final = NamedNode(ONTOLOGY + "refersTo")
_FIELD: Final = NamedNode(ONTOLOGY + "field")
_EXACT, _START, _END = (NamedNode(OA + name) for name in ("exact", "start", "end"))
_FIELDS: Final = {field: literal(field) for field in ("title", "text")}

_FIRST, _LAST = itemgetter(0), itemgetter(1)
Place = tuple[str, int, int]
"""A field of a paper, start and end."""


class Witnesses:
    """Which paper says what for which statement, looked up by paper.

    Parameters
    ----------
    graph
        Its options say whether mentions are told.
    """

    def __init__(self, graph: KnowledgeGraph, nodes: Nodes) -> None:
        self._nodes = nodes
        self._run = {extractor: nodes[node] for extractor, node in run_of_extractor(graph).items()}
        self._tail = {paper: _tail(nodes, paper) for paper in graph.paper}
        self._claims = graph.claims
        # one text and bare numbers: what grows with the graph is written aside and has to be small
        self._names = "".join(_name(claim.subject, claim.predicate, claim.object) for claim in graph.claims)
        self._said: dict[str, array[int]] = defaultdict(partial(array, "L"))
        for number, claim in enumerate(self._claims):
            for place, piece in enumerate(claim.evidence):
                self._said[piece.paper].extend((number, place))
        self._named: dict[str, list[Occurrence]] = defaultdict(list)
        for occurrence in graph.occurrences if graph.options.evidence == "mentions" else ():
            self._named[occurrence.paper].append(occurrence)

    def statements(self, properties: Mapping[str, NamedNode]) -> Iterator[Described]:
        """Yield a statement for each claim.

        Parameters
        ----------
        properties
            The property of each predicate of a claim.
        """
        nodes = self._nodes
        for number, claim in enumerate(self._claims):
            name = self._name_of(number)
            pieces = f"{nodes.base}evidence/{name}/"
            yield Described(
                NamedNode(f"{nodes.base}statement/{name}"),
                [
                    *_STATEMENT_ROWS,
                    (_SUBJECT, nodes[claim.subject]),
                    (_PREDICATE, properties[claim.predicate]),
                    (_OBJECT, nodes[claim.object]),
                    (_SUPPORT, integer(claim.support)),
                    (_CONFIDENCE, decimal(claim.confidence)),
                    *[(_HAS_EVIDENCE, NamedNode(pieces + self._tail[piece.paper])) for piece in claim.evidence],
                ],
            )

    def of(self, extraction: Extraction) -> Iterator[Described]:
        """Yield what a paper says: evidence by statement, then each sentence that is quoted, then each mention."""
        paper = extraction.paper.id
        node, tail = self._nodes[paper], self._tail[paper]
        named = {occurrence.entity: occurrence.mentions for occurrence in self._named.get(paper, ())}
        quoted: dict[Place, NamedNode] = {}
        for name, claim, said in self._said_in(paper):
            places = _sentences_around(extraction, said.spans)
            for place in places:
                if place not in quoted:
                    quoted[place] = NamedNode(f"{self._nodes.base}passage/{tail}/{place[0]}/{place[1]}-{place[2]}")
            rows: list[Row] = [
                (A, _EVIDENCE),
                (_IN_PAPER, node),
                (_CONFIDENCE, decimal(said.confidence)),
                (_GENERATED_BY, self._run[said.extractor]),
                *[(_HAS_SELECTOR, quoted[place]) for place in places],
            ]
            if named:
                for entity, mention in _mentions_within(claim, places, named):
                    rows.append((_HAS_MENTION, mention_node(self._nodes, entity, paper, mention)))
            yield Described(NamedNode(f"{self._nodes.base}evidence/{name}/{tail}"), rows, node)
        for place in sorted(quoted):
            yield Described(quoted[place], _passage(extraction, place, node), node)
        for entity, mentions in named.items():
            for mention in mentions:
                yield self._mention(entity, paper, mention)

    def _said_in(self, paper: str) -> Iterator[tuple[str, Claim, Evidence]]:
        """Yield what a paper says: the name of the statement, the claim, and the evidence for it."""
        numbers = iter(self._said.get(paper, ()))
        for number, place in zip(numbers, numbers, strict=True):
            claim = self._claims[number]
            yield self._name_of(number), claim, claim.evidence[place]

    def _name_of(self, number: int) -> str:
        return self._names[number * DIGEST_LENGTH : (number + 1) * DIGEST_LENGTH]

    def _mention(self, entity: str, paper: str, mention: Mention) -> Described:
        rows: list[Row] = [
            (A, _MENTION),
            (_IN_PAPER, self._nodes[paper]),
            (_REFERS_TO, self._nodes[entity]),
            (_CONFIDENCE, decimal(mention.confidence)),
            *_quote((mention.field, mention.start, mention.end), mention.text),
        ]
        return Described(mention_node(self._nodes, entity, paper, mention), rows, self._nodes[paper])


def _sentences_around(extraction: Extraction, spans: Sequence[Span]) -> list[Place]:
    """Return the sentences that hold some spans, in order, each once."""
    if len(spans) == 1:
        return [sentence_around(extraction, spans[0])]
    return sorted({sentence_around(extraction, span) for span in spans})


def sentence_around(extraction: Extraction, span: Span) -> Place:
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


def _passage(extraction: Extraction, place: Place, paper: NamedNode) -> list[Row]:
    field, start, end = place
    text = extraction.paper.title if field == "title" else extraction.paper.abstract
    return [*_PASSAGE_ROWS, (_IN_PAPER, paper), *_quote(place, text[start:end])]


def _quote(place: Place, text: str) -> tuple[Row, ...]:
    field, start, end = place
    return (_FIELD, _FIELDS[field]), (_START, integer(start)), (_END, integer(end)), (_EXACT, literal(text))


def statement_node(nodes: Nodes, subject: str, predicate: str, value: str) -> NamedNode:
    """Return the IRI of the statement of a claim."""
    return NamedNode(f"{nodes.base}statement/{_name(subject, predicate, value)}")


def _name(subject: str, predicate: str, value: str) -> str:
    """Return what the IRIs of a statement and its evidence call the claim."""
    return digest(subject, predicate, value)


def mention_node(nodes: Nodes, entity: str, paper: str, mention: Mention) -> NamedNode:
    """Return the IRI of a mention: the place and the entity."""
    place = f"{_tail(nodes, paper)}/{mention.field}/{mention.start}-{mention.end}"
    return NamedNode(f"{nodes.base}mention/{place}/{nodes.tail(entity)}")


def _tail(nodes: Nodes, paper: str) -> str:
    """Return what the IRI of a thing of a paper calls the paper."""
    return nodes[paper].value[len(nodes.base) + len("paper/") :]


def _mentions_within(
    claim: Claim, places: list[Place], named: Mapping[str, tuple[Mention, ...]]
) -> Iterator[tuple[str, Mention]]:
    """Yield the mentions of both ends of a claim that stand in the sentences of a piece of evidence."""
    for entity in (claim.subject, claim.object):
        for mention in named.get(entity, ()):
            if any(mention.field == field and start <= mention.start < end for field, start, end in places):
                yield entity, mention
