"""Make docs/ontology.md of ontology/kg.ttl: ``python docs/ontology.py``."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pyoxigraph import RdfFormat, parse

from kg.resources import ontology_file

PAGE: Final = Path(__file__).with_suffix(".md")

_OWL: Final = "http://www.w3.org/2002/07/owl#"
_RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
_SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
_TERMS: Final = "http://purl.org/dc/terms/"

_GROUPS: Final = {
    "Classes": "Class",
    "Properties between nodes": "ObjectProperty",
    "Properties with a value": "DatatypeProperty",
    "Properties of the ontology itself": "AnnotationProperty",
}
_BETWEEN: Final = frozenset({"ObjectProperty", "DatatypeProperty"})
"""Kinds of property that have a domain and a range."""
_TRAITS: Final = {"FunctionalProperty": "at most one", "InverseFunctionalProperty": "of one node only"}


class Ontology:
    """The triples of the ontology, looked up by subject and predicate, in the order of the file."""

    def __init__(self, path: Path) -> None:
        parser = parse(path=path, format=RdfFormat.TURTLE)
        self.values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for quad in parser:
            value = getattr(quad.object, "value", str(quad.object))
            self.values[getattr(quad.subject, "value", str(quad.subject))][quad.predicate.value].append(value)
        self.prefixes: Mapping[str, str] = {namespace: prefix for prefix, namespace in parser.prefixes.items()}
        (self.iri,) = [node for node, said in self.values.items() if f"{_OWL}Ontology" in said.get(f"{_RDF}type", ())]

    def of(self, node: str, predicate: str) -> list[str]:
        """Return the values of a property of a node."""
        return self.values[node].get(predicate, []) if node in self.values else []

    def text(self, node: str, predicate: str) -> str:
        """Return the values as one text."""
        return " ".join(self.of(node, predicate))

    def terms(self, kind: str) -> Iterator[str]:
        """Yield the terms of the ontology's own of a kind of OWL."""
        for node, said in self.values.items():
            if node.startswith(self.iri) and node != self.iri and _OWL + kind in said.get(f"{_RDF}type", ()):
                yield node

    def name(self, node: str) -> str:
        """Return a term with its prefix; a class without name by what it is made of."""
        for predicate, joint in ((f"{_OWL}unionOf", " or "), (f"{_OWL}oneOf", " or ")):
            if lists := self.of(node, predicate):
                return joint.join(self.name(item) for item in self._items(lists[0]))
        for namespace, prefix in self.prefixes.items():
            if node.startswith(namespace):
                return f"`{prefix}:{node.removeprefix(namespace)}`"
        return f"`{node}`"

    def names(self, node: str, predicate: str) -> str:
        """Return the names of the values."""
        return ", ".join(map(self.name, self.of(node, predicate)))

    def _items(self, node: str) -> Iterator[str]:
        while node != f"{_RDF}nil":
            yield self.text(node, f"{_RDF}first")
            node = self.text(node, f"{_RDF}rest")


def page(path: Path | None = None) -> str:
    """Return the page of the ontology as Markdown."""
    held = Ontology(path or ontology_file("kg.ttl"))
    parts = [
        f"# {held.text(held.iri, f'{_TERMS}title')}",
        f"{held.text(held.iri, f'{_TERMS}description')}",
        f"`kg:` is `{held.iri}`, version {held.text(held.iri, f'{_OWL}versionInfo')}. The ontology is "
        "[ontology/kg.ttl](../ontology/kg.ttl) (OWL 2 DL), of which `python docs/ontology.py` makes this page; "
        "[ontology/shapes.ttl](../ontology/shapes.ttl) says in SHACL what a graph must look like.",
    ]
    for title, kind in _GROUPS.items():
        parts.append(f"## {title}")
        parts.append("\n".join(_table(held, kind)))
    return "\n\n".join(parts) + "\n"


def _table(held: Ontology, kind: str) -> Iterator[str]:
    yield "| Term | From → to | What it says |" if kind in _BETWEEN else "| Term | What it says |"
    yield "| --- | --- | --- |" if kind in _BETWEEN else "| --- | --- |"
    for term in held.terms(kind):
        cells = [held.name(term), " ".join(_sentences(held, term))]
        if kind in _BETWEEN:
            cells.insert(1, f"{held.names(term, f'{_RDFS}domain')} → {held.names(term, f'{_RDFS}range')}")
        yield f"| {' | '.join(cells)} |"


def _sentences(held: Ontology, term: str) -> Iterator[str]:
    """Yield what a term means, then how it stands to others."""
    yield held.text(term, f"{_SKOS}definition")
    if traits := [_TRAITS[end] for kind in held.of(term, f"{_RDF}type") if (end := kind.removeprefix(_OWL)) in _TRAITS]:
        yield f"{', '.join(traits).capitalize()}."
    for predicate, word in (("subClassOf", "Under"), ("subPropertyOf", "Under"), ("seeAlso", "See also")):
        if names := held.names(term, _RDFS + predicate):
            yield f"{word} {names}."
    if names := held.names(term, f"{_OWL}inverseOf"):
        yield f"The inverse of {names}."
    if names := held.names(term, f"{_SKOS}closeMatch"):
        yield f"Close to {names}."
    if held.of(term, f"{held.iri}abstract"):
        yield "*Never written in a graph.*"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
