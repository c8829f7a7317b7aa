"""A page for whatever has an IRI under the base: all that the graph says of it, as HTML or Turtle."""

from collections.abc import Sequence
from html import escape
from typing import Final
from urllib.parse import unquote, urlsplit

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Store, Triple, serialize

from kg.export.characters import storable
from kg.export.terms import LABEL, iri, prefixed, prefixes

Term = NamedNode | BlankNode | Literal | Triple

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'self'"
MOST_SHOWN: Final = 500
"""Lines of each list of a page; an entity may stand in every paper."""

_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body{{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}
td{{vertical-align:top;padding:.1rem 1rem .1rem 0;overflow-wrap:anywhere}}</style>
<p><a href="/">Graph</a></p><h1>{title}</h1><p><code>{iri}</code></p>
<h2>What is said of it</h2><table>{outgoing}</table>
<h2>What leads to it</h2><table>{incoming}</table></html>
"""


def node_of_path(base: str, path: str) -> NamedNode | None:
    """Return the IRI under the base that a path stands for, however the client encoded it; None if there is none.

    Parameters
    ----------
    path
        The path of a request, still percent-encoded.

    Examples
    --------
    >>> node_of_path("https://example.org/id/", "/id/method/c++").value
    'https://example.org/id/method/c%2B%2B'
    """
    prefix = urlsplit(base).path
    if not base.startswith("http") or not path.startswith(prefix):
        return None
    try:
        return iri(base, unquote(path[len(prefix) :], errors="surrogatepass"))
    except UnicodeDecodeError:
        return None


def described(store: Store, node: NamedNode) -> tuple[list[Triple], list[Triple]]:
    """Return the triples that start at a node and those that lead to it, sorted."""
    outgoing = [quad.triple for quad in store.quads_for_pattern(node, None, None)]
    incoming = [quad.triple for quad in store.quads_for_pattern(None, None, node)]
    return sorted(outgoing, key=str), sorted(incoming, key=str)


def turtle(triples: list[Triple], base: str) -> bytes:
    """Return triples as Turtle."""
    return serialize(triples, format=RdfFormat.TURTLE, prefixes=prefixes(base)) or b""


def html(store: Store, node: NamedNode, outgoing: list[Triple], incoming: list[Triple], base: str) -> str:
    """Return the page of a node; everything from the graph is escaped."""
    said = [(triple.predicate, triple.object) for triple in outgoing]
    leads = [(triple.predicate, triple.subject) for triple in incoming]
    return _PAGE.format(
        title=escape(_label(store, node, base)),
        iri=escape(node.value),
        outgoing=_rows(store, said, base),
        incoming=_rows(store, leads, base),
    )


def _rows(store: Store, pairs: Sequence[tuple[NamedNode, Term]], base: str) -> str:
    rows = [
        f"<tr><td>{escape(prefixed(predicate))}<td>{_cell(store, item, base)}" for predicate, item in pairs[:MOST_SHOWN]
    ]
    left = f"<tr><td>…<td>and {len(pairs) - MOST_SHOWN} more" if len(pairs) > MOST_SHOWN else ""
    return "\n".join(rows) + left


def _cell(store: Store, item: Term, base: str) -> str:
    if not isinstance(item, NamedNode):
        return escape(storable(item.value if isinstance(item, Literal) else str(item)))
    if base and item.value.startswith(base):
        address, text = urlsplit(item.value).path, _label(store, item, base)
    else:
        address, text = item.value, prefixed(item)
    if not address.startswith(("/", "http://", "https://")):
        return escape(text)
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def _label(store: Store, node: NamedNode, base: str) -> str:
    """Return the readable name of a node, else its id."""
    for quad in store.quads_for_pattern(node, LABEL, None):
        if isinstance(quad.object, Literal):
            return storable(quad.object.value)
    return storable(unquote(node.value.removeprefix(base)))
