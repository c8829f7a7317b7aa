"""Turtle and TriG as text: a node at a time, names shortened by prefixes, literals as pyoxigraph writes them."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode

from kg.export.terms import MINTED, MOST_KEPT, XSD, A, Described, Row, prefixes

_LOCAL: Final = re.compile(r"(?:[A-Za-z0-9_]|%[0-9A-F]{2})(?:[A-Za-z0-9_:/-]++|%[0-9A-F]{2}|\.++(?=.))*+")
"""What stands behind a prefix as it is, but for slashes; anything rarer is written as a whole IRI."""
_BARE: Final = frozenset(XSD + name for name in ("decimal", "integer", "boolean"))
"""Types whose literals, as `kg.export.terms` makes them, stand without quotes."""
_LONGEST_KEPT: Final = 40
"""Characters of a literal whose text is kept: numbers, years, venues; a sentence is hardly written twice."""


class Names(dict[NamedNode | Literal, str]):
    """The text of terms, made once while it is remembered.

    Parameters
    ----------
    base
        Base of the ids of nodes; a prefix stands for it and the first segment of an id.
    """

    def __init__(self, base: str) -> None:
        super().__init__()
        self._prefix_of = {namespace: f"{prefix}:" for prefix, namespace in prefixes(base).items()}
        self._minted = re.compile(f"{re.escape(base)}({'|'.join(MINTED)})/({_LOCAL.pattern})")
        self._start()

    def _start(self) -> None:
        self.clear()
        self[A] = "a"

    def __missing__(self, term: NamedNode | Literal) -> str:
        if isinstance(term, Literal):
            text = self.literal(term)
            if len(text) > _LONGEST_KEPT:
                return text
        else:
            text = self.iri(term)
        if len(self) > MOST_KEPT:
            self._start()
        self[term] = text
        return text

    def iri(self, term: NamedNode) -> str:
        """Return an IRI, shortened if a prefix fits, and remember nothing."""
        value = term.value
        if found := self._minted.fullmatch(value):
            segment, local = found.groups()
            return f"{segment}:{local}".replace("/", "\\/")
        cut = max(value.rfind("#"), value.rfind("/")) + 1
        prefix, local = self._prefix_of.get(value[:cut]), value[cut:]
        return prefix + local if prefix and _LOCAL.fullmatch(local) else str(term)

    def literal(self, term: Literal) -> str:
        """Return a literal: a number bare, a type by its prefix."""
        datatype = term.datatype
        if term.language or datatype.value == f"{XSD}string":
            return str(term)
        if datatype.value in _BARE:
            return term.value
        return f"{str(term).rpartition('^^')[0]}^^{self[datatype]}"


def turtle(nodes: Iterable[Described], base: str) -> Iterator[str]:
    """Yield the lines of a Turtle file: its head, then each node in the order given."""
    names, leads = Names(base), Leads(base)
    yield head(base)
    for node, rows, _ in nodes:
        yield f"{names.iri(node)} {said(rows, names, leads)} .\n"


def trig(nodes: Iterable[Described], base: str) -> Iterator[str]:
    """Yield the lines of a TriG file: neighbouring nodes of one paper stand in its named graph, the others in none."""
    names, leads = Names(base), Leads(base)
    yield head(base)
    opened: NamedNode | None = None
    for node, rows, paper in nodes:
        if paper != opened:
            yield "}\n" if opened else ""
            yield f"{names[paper]} {{\n" if paper else ""
            opened = paper
        yield f"{names.iri(node)} {said(rows, names, leads)} .\n"
    yield "}\n" if opened else ""


def head(base: str) -> str:
    """Return the prefixes, sorted, a line each."""
    return "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in sorted(prefixes(base).items()))


class Leads(dict[NamedNode, str]):
    """What stands before the value of each predicate."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self._names = Names(base)

    def __missing__(self, predicate: NamedNode) -> str:
        text = self[predicate] = f" ;\n\t{self._names[predicate]} "
        return text


def said(rows: Iterable[Row], names: Names, leads: Leads) -> str:
    """Return the rows of a node; neighbours of one predicate share it."""
    parts: list[str] = []
    before = None
    for predicate, value in rows:
        parts.append(leads[predicate] if predicate is not before else " , ")
        parts.append(names[value])
        before = predicate
    parts[0] = parts[0].lstrip(" ;\n\t")
    return "".join(parts)
