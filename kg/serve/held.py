"""What a served graph holds, looked up from its store: names, claims with their sentences, neighbours."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import unquote, urlsplit

from pyoxigraph import BlankNode, Literal, NamedNode, Store, Triple

from kg.export.characters import storable
from kg.export.evidence import statement_node
from kg.export.terms import DCTERMS, LABEL, OA, SKOS, A, Nodes, iri
from kg.export.triples import CLASSES, PROPERTIES
from kg.likeness import nearest, same_letters
from kg.serve.mentions import Passage
from kg.vocabulary import EVERY_ROLE, ONTOLOGY

Term = NamedNode | BlankNode | Literal | Triple

_KINDS: Final = {node: kind for kind, node in CLASSES.items()}
_PREFERRED, _ALTERNATIVE = NamedNode(SKOS + "prefLabel"), NamedNode(SKOS + "altLabel")
_TITLE, _IDENTIFIER, _DATE = (NamedNode(DCTERMS + name) for name in ("title", "identifier", "date"))
_NAMES: Final = (_PREFERRED, _ALTERNATIVE, _TITLE, _IDENTIFIER)
_SUPPORT, _CONFIDENCE, _HAS_EVIDENCE, _IN_PAPER, _CONNECTS, _SHARED, _WEIGHT = (
    NamedNode(ONTOLOGY + name)
    for name in ("support", "confidence", "hasEvidence", "inPaper", "connects", "shared", "weight")
)
_FIELD: Final = NamedNode(ONTOLOGY + "field")
_HAS_SELECTOR, _EXACT, _START, _END = (NamedNode(OA + name) for name in ("hasSelector", "exact", "start", "end"))

MOST_PIECES: Final = 5
"""Pieces of evidence of which sentences are looked up; a page quotes one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A claim as the graph states it: support and confidence, 0 without statements; who says so, in which words."""

    support: int = 0
    confidence: float = 0.0
    passages: tuple[tuple[NamedNode, Passage], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """A paper that another is like, how much, and through which entities."""

    paper: NamedNode
    weight: float
    shared: tuple[NamedNode, ...]


class Held:
    """A graph in a store.

    Parameters
    ----------
    base
        Base of its IRIs, empty if it does not say.
    """

    def __init__(self, store: Store, base: str) -> None:
        self.store, self.base = store, base

    def node_of_path(self, path: str) -> NamedNode | None:
        """Return the IRI under the base that a path stands for, however the client encoded it; None if there is none.

        Parameters
        ----------
        path
            The path of a request, still percent-encoded.

        Examples
        --------
        >>> Held(Store(), "https://example.org/id/").node_of_path("/id/method/c++").value
        'https://example.org/id/method/c%2B%2B'
        """
        prefix = urlsplit(self.base).path
        if not self.base.startswith("http") or not path.startswith(prefix):
            return None
        try:
            return iri(self.base, unquote(path[len(prefix) :], errors="surrogatepass"))
        except UnicodeDecodeError:
            return None

    def values(self, node: NamedNode, predicate: NamedNode) -> list[Term]:
        """Return the objects of a property of a node, sorted."""
        return sorted((quad.object for quad in self.store.quads_for_pattern(node, predicate, None)), key=str)

    def text(self, node: NamedNode, predicate: NamedNode) -> str:
        """Return a value of a property as text, empty if there is none."""
        return next((_text(term) for term in self.values(node, predicate)), "")

    def label(self, node: NamedNode) -> str:
        """Return the readable name of a node, else its id."""
        return self.text(node, LABEL) or storable(self.id(node))

    def id(self, node: NamedNode) -> str:
        """Return the id of a node under the base."""
        return unquote(node.value.removeprefix(self.base), errors="surrogatepass")

    def kind(self, node: NamedNode) -> str:
        """Return the kind of a node, empty if it is neither a paper nor an entity."""
        kinds = (_KINDS.get(term) for term in self.values(node, A) if isinstance(term, NamedNode))
        return next((kind for kind in kinds if kind), "")

    def names(self, node: NamedNode) -> list[str]:
        """Return the other names of an entity."""
        return [_text(term) for term in self.values(node, _ALTERNATIVE)]

    def ends(self, node: NamedNode, edge: str, *, outward: bool) -> list[NamedNode]:
        """Return what an edge leads to from a node, or from where it comes."""
        predicate = PROPERTIES[edge]
        if outward:
            found = (quad.object for quad in self.store.quads_for_pattern(node, predicate, None))
        else:
            found = (quad.subject for quad in self.store.quads_for_pattern(None, predicate, node))
        return [term for term in found if isinstance(term, NamedNode)]

    def said(self, subject: NamedNode, edge: str, value: NamedNode) -> Said:
        """Return what is stated of a claim, and the sentences that say so, paper by paper."""
        node = statement_node(Nodes(self.base), self.id(subject), edge, self.id(value))
        if not (support := self.text(node, _SUPPORT)):
            return Said()
        passages = [
            (paper, self._passage(quoted))
            for piece in self._nodes(node, _HAS_EVIDENCE)[:MOST_PIECES]
            for paper in self._nodes(piece, _IN_PAPER)
            for quoted in self._nodes(piece, _HAS_SELECTOR)
        ]
        confidence = float(self.text(node, _CONFIDENCE))
        return Said(support=int(support), confidence=confidence, passages=tuple(passages))

    def _passage(self, node: NamedNode) -> Passage:
        field, start, end, text = (self.text(node, name) for name in (_FIELD, _START, _END, _EXACT))
        return Passage(field=field, start=int(start), end=int(end), text=text)

    def _nodes(self, node: NamedNode, predicate: NamedNode) -> list[NamedNode]:
        return [term for term in self.values(node, predicate) if isinstance(term, NamedNode)]

    def year(self, paper: NamedNode) -> str:
        """Return the year of a paper, empty if it is not known."""
        return self.text(paper, _DATE)

    def years(self, entity: NamedNode) -> Counter[str]:
        """Return how many papers of each year name an entity."""
        papers = {paper for role in EVERY_ROLE for paper in self.ends(entity, role, outward=False)}
        return Counter(year for paper in papers if (year := self.year(paper)))

    def alike(self, paper: NamedNode) -> list[Alike]:
        """Return the papers that a paper is most like, the most alike first."""
        found = []
        for quad in self.store.quads_for_pattern(None, _CONNECTS, paper):
            link = quad.subject
            assert isinstance(link, NamedNode)
            for other in self.values(link, _CONNECTS):
                if other != paper and isinstance(other, NamedNode):
                    shared = tuple(term for term in self.values(link, _SHARED) if isinstance(term, NamedNode))
                    found.append(Alike(paper=other, weight=float(self.text(link, _WEIGHT)), shared=shared))
        return sorted(found, key=lambda alike: (-alike.weight, alike.paper.value))

    def described(self, node: NamedNode) -> tuple[list[Triple], list[Triple]]:
        """Return the triples that start at a node and those that lead to it, sorted."""
        outgoing = [quad.triple for quad in self.store.quads_for_pattern(node, None, None)]
        incoming = [quad.triple for quad in self.store.quads_for_pattern(None, None, node)]
        return sorted(outgoing, key=str), sorted(incoming, key=str)

    def find(self, text: str) -> list[tuple[str, NamedNode]]:
        """Return names that hold every word of a text with what they name, each thing once, the closest first."""
        form = same_letters(text)
        words = form.split()
        hits = [entry for entry in self._index if words and all(word in entry[0] for word in words)]
        hits.sort(key=lambda entry: (entry[0] != form, not entry[0].startswith(form), len(entry[0]), entry[0]))
        found: dict[NamedNode, str] = {}
        for _, name, node in hits:
            found.setdefault(node, name)
        return [(name, node) for node, name in found.items()]

    def near(self, text: str) -> list[str]:
        """Return the few names that may be meant by a text that finds nothing."""
        return nearest(text, (name for _, name, _ in self._index))

    @cached_property
    def _index(self) -> list[tuple[str, str, NamedNode]]:
        return sorted(self._named(), key=lambda entry: (entry[0], entry[2].value))

    def _named(self) -> Iterator[tuple[str, str, NamedNode]]:
        for predicate in (*_NAMES, LABEL):
            for quad in self.store.quads_for_pattern(None, predicate, None):
                if isinstance(quad.subject, NamedNode) and (predicate != LABEL or self._is_untitled(quad.subject)):
                    name = _text(quad.object)
                    yield same_letters(name), name, quad.subject

    def _is_untitled(self, node: NamedNode) -> bool:
        """Return whether a node is a paper that has a label only."""
        return self.kind(node) == "paper" and not self.values(node, _TITLE)


def _text(term: Term) -> str:
    return storable(term.value if isinstance(term, Literal) else str(term))
