"""The value of a parameter: whatever people call a thing, as the term that stands for it in a graph."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final
from urllib.parse import unquote

from pyoxigraph import Literal, NamedNode, QuerySolutions, Store

from kg.errors import NotFoundError, OptionError
from kg.export.terms import DCTERMS, SKOS, year
from kg.names import match_key
from kg.vocabulary import CLASS_OF_KIND, LABEL_OF_KIND, ONTOLOGY, PAPER

_ENTITY_KINDS: Final = tuple(LABEL_OF_KIND)
KINDS_ASKED: Final = {kind: (kind,) for kind in CLASS_OF_KIND} | {
    "entity": _ENTITY_KINDS,
    "node": (PAPER, *_ENTITY_KINDS),
}
"""What a parameter of each kind may name; besides these there are ``venue``, ``year`` and ``text``."""

_FIRST_NAMES: Final = frozenset({f"{SKOS}prefLabel", f"{DCTERMS}title", f"{DCTERMS}identifier"})
MOST_OFFERED: Final = 5

_NAMES: Final = """
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX dcterms: <http://purl.org/dc/terms/>
SELECT DISTINCT ?class ?node ?property ?name WHERE {
  ?node a ?class ; ?property ?name .
  FILTER(?property IN (rdfs:label, skos:prefLabel, skos:altLabel, dcterms:title, dcterms:identifier))
}
ORDER BY ?node ?name
"""
_VENUES: Final = f"SELECT DISTINCT ?name WHERE {{ ?paper <{ONTOLOGY}venue> ?name }} ORDER BY ?name"
_BASE: Final = "SELECT ?base WHERE { ?graph <http://rdfs.org/ns/void#uriSpace> ?base } ORDER BY ?base LIMIT 1"


@dataclass(frozen=True, slots=True)
class _Name:
    node: NamedNode
    name: str
    rank: int
    """0 for an id; 1 for the preferred name, the title, an identifier; 2 for other names and labels."""


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
    names = _names(store, [asked for one in kind.split("|") for asked in KINDS_ASKED[one]])
    key = match_key(text)
    found = [entry for entry in names if _form(entry.name) == _form(text)]
    found = found or [entry for entry in names if entry.rank and key and match_key(entry.name) == key]
    best = min((entry.rank for entry in found), default=0)
    nodes = list(dict.fromkeys(entry.node for entry in found if entry.rank == best))
    if not nodes:
        raise _not_found(kind, text, (entry.name for entry in names if entry.rank))
    if len(nodes) > 1:
        base = base_of(store)
        ids = ", ".join(unquote(node.value.removeprefix(base)) for node in nodes)
        raise OptionError(f"{text!r} names {len(nodes)} things; give the id of one: {ids}")
    return nodes[0]


def _names(store: Store, kinds: Iterable[str]) -> list[_Name]:
    """Return all names of the nodes of some kinds, ids first."""
    wanted = {ONTOLOGY + CLASS_OF_KIND[kind] for kind in kinds}
    base, ids, names = base_of(store), dict[NamedNode, None](), list[_Name]()
    for row in _select(store, _NAMES):
        if row["class"].value not in wanted:
            continue
        node, name, prop = row["node"], row["name"].value, row["property"].value
        ids[node] = None
        names.append(_Name(node, name, 1 if prop in _FIRST_NAMES else 2))
        if prop.endswith("identifier"):
            names.append(_Name(node, name.partition(":")[2], 1))
    called = [_Name(node, name, 0) for node in ids for name in _ids(node.value, base)]
    return called + names


def _ids(node: str, base: str) -> set[str]:
    """Return the IRI of a node and, if it lies under the base, its id, as written and as minted."""
    return {node, node.removeprefix(base), unquote(node.removeprefix(base))}


def _nearest(names: list[tuple[str, str]], text: str, kind: str) -> str:
    for name, value in names:
        if _form(name) == _form(text):
            return value
    raise _not_found(kind, text, (name for name, _ in names))


def _not_found(kind: str, text: str, names: Iterable[str]) -> NotFoundError:
    forms = {_form(name): name for name in names}
    wanted = _form(text)
    inside = sorted((form for form in forms if wanted and wanted in form), key=lambda form: (len(form), form))
    near = dict.fromkeys([*get_close_matches(wanted, forms, n=MOST_OFFERED), *inside])
    offered = ", ".join(repr(forms[form]) for form in list(near)[:MOST_OFFERED])
    what = kind.replace("|", " or ").replace("node", "paper or entity")
    return NotFoundError(f"no {what} is called {text!r}" + (f"; near: {offered}" if offered else ""))


def _form(text: str) -> str:
    return " ".join(text.casefold().split())


def _select(store: Store, query: str) -> QuerySolutions:
    found = store.query(query)
    assert isinstance(found, QuerySolutions)
    return found
