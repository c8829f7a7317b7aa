"""Pages for whatever has an IRI under the base, and for what a search finds; everything from the graph is escaped."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from typing import Final
from urllib.parse import quote, urlsplit

from pyoxigraph import Literal, NamedNode, RdfFormat, Store, serialize

from kg.export.characters import storable
from kg.export.details import RESOLVERS
from kg.export.terms import DCTERMS, SCHEMA_ORG, SKOS, prefixed, prefixes, web_iri
from kg.export.wording import EDGE_WORDS, counted
from kg.serve.held import Held, Said, Term
from kg.serve.mentions import Mentions, Passage, marked
from kg.vocabulary import EVERY_ROLE, ONTOLOGY, PAPER

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'"
MOST_TOLD: Final = 100
"""Papers or entities of each list of a page; an entity may stand in every paper."""
MOST_TRIPLES: Final = 500
"""Triples of each table of a page."""
MOST_FOUND: Final = 50
"""Things that a search shows."""

_STYLE: Final = """
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1f26;--soft:#566070;--line:#d5d9e0;--mark:#ffe08a;--bar:#8fb4e3}
@media(prefers-color-scheme:dark){:root{--ground:#14171c;--ink:#e8ebf0;--soft:#a4aebb;--line:#353c47;--mark:#6b5410;
--bar:#35608f}}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1rem;background:var(--ground);
color:var(--ink)}
a{color:inherit}nav{display:flex;gap:1rem;align-items:center;flex-wrap:wrap;border-bottom:1px solid var(--line);
padding-bottom:.6rem}
nav form{margin-left:auto;display:flex;gap:.4rem}nav input{font:inherit;width:16rem;max-width:60vw}
nav button{font:inherit}
h1{line-height:1.2;overflow-wrap:anywhere}h2{margin:2rem 0 .4rem;font-size:1.15rem}
small,.soft{color:var(--soft);font-weight:400}ul{padding-left:1.1rem}li{margin:.35rem 0;overflow-wrap:anywhere}
blockquote{margin:.15rem 0 .15rem .6rem;padding-left:.6rem;border-left:3px solid var(--line);color:var(--soft)}
mark{background:var(--mark);color:var(--ink)}td{vertical-align:top;padding:.1rem 1rem .1rem 0;overflow-wrap:anywhere}
.bar{display:inline-block;height:.8em;background:var(--bar)}summary{cursor:pointer;margin-top:2rem}
"""
_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="icon" href="data:,"><style>{style}</style>
<nav><a href="/">Graph</a><a href="/query">Query</a>
<form action="/search" role="search"><input name="q" type="search" aria-label="Name or title" value="{sought}">
<button>Search</button></form></nav>
<main>{body}</main></html>
"""
_FACTS: Final = (ONTOLOGY + "authorList", ONTOLOGY + "venue", DCTERMS + "date")


class Site:
    """The pages of a graph.

    Parameters
    ----------
    base
        Base of its IRIs, empty if it does not say.
    mentions
        Where its papers name things.
    """

    def __init__(self, store: Store, base: str, mentions: Mentions) -> None:
        self._held, self._mentions = Held(store, base), mentions

    @property
    def base(self) -> str:
        """Base of the IRIs of the graph."""
        return self._held.base

    def node_of_path(self, path: str) -> NamedNode | None:
        """Return the node whose IRI a path stands for, if the graph says anything of it."""
        node = self._held.node_of_path(path)
        return node if node and next(self._held.store.quads_for_pattern(node, None, None), None) else None

    def turtle(self, node: NamedNode) -> bytes:
        """Return what a graph says of a node as Turtle."""
        outgoing, _ = self._held.described(node)
        return serialize(outgoing, format=RdfFormat.TURTLE, prefixes=prefixes(self._held.base)) or b""

    def page(self, node: NamedNode) -> str:
        """Return the page of a node."""
        kind = self._held.kind(node)
        title = self._held.label(node)
        told = self._paper(node) if kind == PAPER else self._entity(node) if kind else ()
        shown = f"<h1>{escape(title)} <small>{escape(kind)}</small></h1>" if kind else f"<h1>{escape(title)}</h1>"
        return _framed(title, "\n".join((shown, *told, self._triples(node))))

    def search(self, text: str) -> str:
        """Return the page of what a text finds."""
        found = self._held.find(text)
        lines = [self._hit(name, node) for name, node in found[:MOST_FOUND]]
        if not found:
            near = [f'<li><a href="/search?q={quote(name)}">{escape(name)}</a>' for name in self._held.near(text)]
            heading, lines = ("Nothing is called so. Near:" if near else "Nothing is called so."), near
        else:
            heading = f"{len(found):,} found" + (f", the first {MOST_FOUND}" if len(found) > MOST_FOUND else "")
        if not text.strip():
            heading, lines = "Give a name, a title or an identifier.", []
        return _framed("Search", f"<h1>Search</h1><p>{heading}<ul>{''.join(lines)}</ul>", storable(text))

    def _hit(self, name: str, node: NamedNode) -> str:
        label = self._held.label(node)
        called = "" if name == label else f' <span class="soft">{escape(name)}</span>'
        return f"<li>{self._link(node)} <small>{self._held.kind(node)}</small>{called}"

    def _paper(self, paper: NamedNode) -> Iterator[str]:
        held = self._held
        facts = [held.text(paper, NamedNode(name)) for name in _FACTS]
        yield f"<p>{escape(' · '.join(fact for fact in facts if fact))}"
        links = dict(self._addresses(paper))
        yield "<p>" + " · ".join(f'<a href="{escape(at)}">{escape(text)}</a>' for at, text in links.items())
        for role in EVERY_ROLE:
            entities = sorted(
                held.ends(paper, role, outward=True), key=lambda node: (held.kind(node), held.label(node))
            )
            lines = [self._line(node, held.said(paper, role, node), (node,)) for node in entities[:MOST_TOLD]]
            yield from _listed(EDGE_WORDS[role][0].capitalize(), lines, len(entities))
        alike = held.alike(paper)
        lines = [
            f"<li>{self._link(one.paper)} <small>{held.year(one.paper)} · {one.weight:.2f}</small>"
            f'<br><span class="soft">{", ".join(map(self._link, one.shared))}</span>'
            for one in alike[:MOST_TOLD]
        ]
        yield from _listed("Similar papers", lines, len(alike))

    def _addresses(self, paper: NamedNode) -> Iterator[tuple[str, str]]:
        """Yield where a paper is found on the web, and what to call the place."""
        for term in self._held.values(paper, NamedNode(SCHEMA_ORG + "url")):
            if isinstance(term, NamedNode):
                yield term.value, urlsplit(term.value).hostname or term.value
        for term in self._held.values(paper, NamedNode(DCTERMS + "identifier")):
            scheme, _, value = term.value.partition(":") if isinstance(term, Literal) else ("", "", "")
            address = RESOLVERS.get(scheme, "") + quote(value, safe="/:")
            if scheme in RESOLVERS and web_iri(address):
                yield address, f"{scheme}:{value}"

    def _entity(self, entity: NamedNode) -> Iterator[str]:
        held = self._held
        if names := held.names(entity):
            yield f"<p>Also called {escape('; '.join(names))}"
        if held.text(entity, NamedNode(ONTOLOGY + "ambiguous")):
            yield "<p>An acronym of unknown meaning: it is never joined with that of another paper."
        for match in ("exactMatch", "closeMatch"):
            for term in held.values(entity, NamedNode(SKOS + match)):
                if isinstance(term, NamedNode) and web_iri(term.value):
                    yield f'<p>{match}: <a href="{escape(term.value)}">{escape(term.value)}</a>'
        yield from self._years(entity)
        for role in EVERY_ROLE:
            papers = held.ends(entity, role, outward=False)
            papers.sort(key=lambda node: (_descending(held.year(node)), held.label(node), node.value))
            lines = [self._line(node, held.said(node, role, entity), (entity,)) for node in papers[:MOST_TOLD]]
            yield from _listed(EDGE_WORDS[role][1].capitalize(), lines, len(papers))
        for edge, words in EDGE_WORDS.items():
            if edge not in EVERY_ROLE:
                yield from self._neighbours(entity, edge, words)

    def _neighbours(self, entity: NamedNode, edge: str, words: tuple[str, str]) -> Iterator[str]:
        """Yield a list of those that a relation ties to an entity, in each direction, the best supported first."""
        held = self._held
        listed: dict[str, list[tuple[NamedNode, Said]]] = {word: [] for word in words}
        listed[words[0]] += [(o, held.said(entity, edge, o)) for o in held.ends(entity, edge, outward=True)]
        listed[words[1]] += [(s, held.said(s, edge, entity)) for s in held.ends(entity, edge, outward=False)]
        for word, found in listed.items():
            found.sort(key=lambda pair: (-pair[1].support, -pair[1].confidence, held.label(pair[0])))
            lines = [self._line(node, said, (entity, node)) for node, said in found[:MOST_TOLD]]
            yield from _listed(word.capitalize(), lines, len(found))

    def _line(self, node: NamedNode, said: Said, about: Sequence[NamedNode]) -> str:
        """Return the line of a claim's other end: its name, what supports it, a sentence that says so."""
        held = self._held
        kind = held.kind(node)
        facts = [held.year(node) if kind == PAPER else kind]
        if said.support and PAPER not in (kind, *map(held.kind, about)) and said.support > 1:
            facts.append(counted(said.support, PAPER))
        facts.append(f"{said.confidence:.2f}" if said.support else "")
        shown = f"<li>{self._link(node)} <small>{' · '.join(fact for fact in facts if fact)}</small>"
        if not said.passages:
            return shown
        quotes = [(paper, passage, self._places(paper, passage, about)) for paper, passage in said.passages]
        # the sentence that names most of those the claim is about, the first of equals
        paper, passage, places = max(quotes, key=lambda quote: len(quote[2]))
        source = "" if kind == PAPER or len(about) == 1 else f" <small>{self._link(paper)}</small>"
        return f"{shown}<blockquote>{_quoted(passage.text, chain(*places))}{source}</blockquote>"

    def _places(self, paper: NamedNode, passage: Passage, about: Sequence[NamedNode]) -> list[list[tuple[int, int]]]:
        """Return where a sentence names some things: a list for each that it names."""
        held = self._held
        found = (
            self._mentions.within(passage, held.id(paper), held.kind(one), (held.label(one), *held.names(one)))
            for one in about
        )
        return [places for places in found if places]

    def _years(self, entity: NamedNode) -> Iterator[str]:
        """Yield the number of papers of each year, as bars."""
        years = self._held.years(entity)
        if len(years) > 1:
            most = max(years.values())
            rows = (
                f'<tr><td>{escape(year)}<td><span class="bar" style="width:{count / most * 20:.1f}rem"></span> {count}'
                for year, count in sorted(years.items())
            )
            yield f"<h2>Papers by year</h2><table>{''.join(rows)}</table>"

    def _triples(self, node: NamedNode) -> str:
        outgoing, incoming = self._held.described(node)
        said = self._rows([(triple.predicate, triple.object) for triple in outgoing])
        leads = self._rows([(triple.predicate, triple.subject) for triple in incoming])
        return (
            f"<details><summary>All triples</summary><p><code>{escape(node.value)}</code>"
            f"<h2>What is said of it</h2><table>{said}</table><h2>What leads to it</h2><table>{leads}</table></details>"
        )

    def _rows(self, pairs: Sequence[tuple[NamedNode, Term]]) -> str:
        rows = [
            f"<tr><td>{escape(prefixed(predicate))}<td>{self._cell(item)}" for predicate, item in pairs[:MOST_TRIPLES]
        ]
        left = f"<tr><td>…<td>and {len(pairs) - MOST_TRIPLES} more" if len(pairs) > MOST_TRIPLES else ""
        return "\n".join(rows) + left

    def _cell(self, item: Term) -> str:
        if not isinstance(item, NamedNode):
            return escape(storable(item.value if isinstance(item, Literal) else str(item)))
        return self._link(item)

    def _link(self, node: NamedNode) -> str:
        """Return a link to a node: on this server if it is under the base, else where its IRI leads."""
        base = self._held.base
        if base and node.value.startswith(base):
            address, text = urlsplit(node.value).path, self._held.label(node)
        else:
            address, text = node.value, prefixed(node)
        if not address.startswith(("/", "http://", "https://")):
            return escape(text)
        return f'<a href="{escape(address)}">{escape(text)}</a>'


def _framed(title: str, body: str, sought: str = "") -> str:
    return _PAGE.format(title=escape(title), style=_STYLE, sought=escape(sought), body=body)


def _listed(heading: str, lines: Iterable[str], count: int) -> Iterator[str]:
    if count:
        more = f"<li>and {count - MOST_TOLD:,} more" if count > MOST_TOLD else ""
        yield f"<h2>{escape(heading)} <small>{count:,}</small></h2><ul>{''.join(lines)}{more}</ul>"


def _quoted(sentence: str, places: Iterable[tuple[int, int]]) -> str:
    """Return a sentence with some places of it marked."""
    return "".join(
        f"<mark>{escape(sentence[start:end])}</mark>" if named else escape(sentence[start:end])
        for start, end, named in marked(len(sentence), list(places))
    )


def _descending(year: str) -> int:
    return -int(year) if year.lstrip("-").isdigit() else 1
