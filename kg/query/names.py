"""The value of a parameter: whatever people call a thing, as the term that stands for it in a graph."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final
from urllib.parse import unquote

from pyoxigraph import Literal, NamedNode, QuerySolutions, Store

from kg.errors import NotFoundError, OptionError
from kg.export.terms import DCTERMS, LABEL, SKOS, A, iri, literal, year
from kg.likeness import nearest, same_letters
from kg.names import match_key
from kg.vocabulary import CLASS_OF_KIND, LABEL_OF_KIND, ONTOLOGY, PAPER

_ENTITY_KINDS: Final = tuple(LABEL_OF_KIND)
KINDS_ASKED: Final = {kind: (kind,) for kind in CLASS_OF_KIND} | {
    "entity": _ENTITY_KINDS,
    "node": (PAPER, *_ENTITY_KINDS),
}
"""What a parameter of each kind may name; besides these there are ``venue``, ``year`` and ``text``."""

_FIRST_NAMES: Final = tuple(NamedNode(name) for name in (f"{SKOS}prefLabel", f"{DCTERMS}title", f"{DCTERMS}identifier"))
_OTHER_NAMES: Final = (NamedNode(f"{SKOS}altLabel"), LABEL)
_IDENTIFIER: Final = _FIRST_NAMES[-1]

_VENUES: Final = f"SELECT DISTINCT ?name WHERE {{ ?paper <{ONTOLOGY}venue> ?name }} ORDER BY ?name"
_BASE: Final = "SELECT ?base WHERE { ?graph <http://rdfs.org/ns/void#uriSpace> ?base } ORDER BY ?base LIMIT 1"


def base_of(store: Store) -> str:
    """Return the base of the IRIs of a graph, empty if it does not say."""
    return next((str(row["base"].value) for row in _select(store, _BASE)), "")


def term(store: Store, kind: str, text: str) -> NamedNode | Literal:
    """Return the term that a text stands for.

    Parameters
    ----------
    kind
        Kind of a parameter, or several separated by ``|``.
    text
        A name, title, identifier, id or IRI; case, blanks and what `match_key` makes one do not matter, and
        the closest reading wins.

    Raises
    ------
    NotFoundError
        If nothing of that kind is called so; the nearest names are offered.
    OptionError
        If several things are called so, or the text or the kind makes no sense.
    """
    if kind == "text":
        return Literal(text)
    if kind == "year":
        return _year(text)
    if kind == "venue":
        venues = [row["name"] for row in _select(store, _VENUES)]
        return Literal(_nearest([(venue.value, venue.value) for venue in venues], text, kind))
    for one in kind.split("|"):
        if one not in KINDS_ASKED:
            raise OptionError(
                f"a parameter cannot be of kind {one!r}; kinds are {', '.join(KINDS_ASKED)}, venue, year, text"
            )
    return _node(store, kind, text)


def _year(text: str) -> Literal:
    try:
        return year(int(text))
    except ValueError as error:
        raise OptionError(f"{text!r} is no year; give one such as 2024") from error


def _node(store: Store, kind: str, text: str) -> NamedNode:
    """Return the one node of a kind that is called so, by the closest reading that gives any."""
    base = base_of(store)
    classes = {NamedNode(ONTOLOGY + CLASS_OF_KIND[asked]) for one in kind.split("|") for asked in KINDS_ASKED[one]}

    def of_kind(nodes: Iterable[NamedNode]) -> list[NamedNode]:
        return sorted({node for node in nodes if _classes(store, node) & classes}, key=str)

    for reading in _readings(store, base, text):
        if found := of_kind(reading):
            break
    else:
        known = (name for name, node in _named(store, (*_FIRST_NAMES, *_OTHER_NAMES)) if of_kind([node]))
        raise _not_found(kind, text, known)
    if len(found) > 1:
        ids = ", ".join(unquote(node.value.removeprefix(base)) for node in found)
        raise OptionError(f"{text!r} names {len(found)} things; give the id of one: {ids}")
    return found[0]


def _readings(store: Store, base: str, text: str) -> Iterator[Iterable[NamedNode]]:
    """Yield the nodes that each way to read a text gives: as an id, letter for letter, in any case, as a match key.

    Whoever needs no more than the first ways is spared the walk over all names.
    """
    yield _by_id(base, text)
    for properties in (_FIRST_NAMES, _OTHER_NAMES):
        yield _called(store, properties, literal(text))
    form, key = same_letters(text), match_key(text)
    for properties in (_FIRST_NAMES, _OTHER_NAMES):
        yield (node for name, node in _named(store, properties) if same_letters(name) == form)
    if key:
        for properties in (_FIRST_NAMES, _OTHER_NAMES):
            yield (node for name, node in _named(store, properties) if match_key(name) == key)


def _by_id(base: str, text: str) -> Iterator[NamedNode]:
    """Yield the IRIs that a text can be the id of: written as an IRI, with or without its base, encoded or not."""
    for written in {text, base + text}:
        with suppress(ValueError):
            yield NamedNode(written)
    if base:
        yield iri(base, text)


def _called(store: Store, properties: Iterable[NamedNode], name: Literal) -> Iterator[NamedNode]:
    for prop in properties:
        for quad in store.quads_for_pattern(None, prop, name):
            if isinstance(quad.subject, NamedNode):
                yield quad.subject


def _named(store: Store, properties: Iterable[NamedNode]) -> Iterator[tuple[str, NamedNode]]:
    """Yield every name of every node, an identifier with and without its scheme."""
    for prop in properties:
        for quad in store.quads_for_pattern(None, prop, None):
            if isinstance(quad.subject, NamedNode) and isinstance(quad.object, Literal):
                yield quad.object.value, quad.subject
                if prop == _IDENTIFIER:
                    yield quad.object.value.partition(":")[2], quad.subject


def _classes(store: Store, node: NamedNode) -> set[NamedNode]:
    return {quad.object for quad in store.quads_for_pattern(node, A, None) if isinstance(quad.object, NamedNode)}


def _nearest(names: list[tuple[str, str]], text: str, kind: str) -> str:
    for name, value in names:
        if same_letters(name) == same_letters(text):
            return value
    raise _not_found(kind, text, (name for name, _ in names))


def _not_found(kind: str, text: str, names: Iterable[str]) -> NotFoundError:
    offered = ", ".join(map(repr, nearest(text, names)))
    what = kind.replace("|", " or ").replace("node", "paper or entity")
    return NotFoundError(f"no {what} is called {text!r}" + (f"; near: {offered}" if offered else ""))


def _select(store: Store, query: str) -> QuerySolutions:
    found = store.query(query)
    assert isinstance(found, QuerySolutions)
    return found
