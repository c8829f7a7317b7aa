"""Check a build: the shapes of the ontology, and what shapes cannot see."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from kg.errors import InputError, MissingExtraError
from kg.export.characters import storable
from kg.export.rdf import in_rdflib
from kg.export.terms import OA, RDF, VOID
from kg.files import settle
from kg.records import Paper
from kg.resources import ontology_file
from kg.store import read_extractions
from kg.vocabulary import ONTOLOGY, PROPERTY_OF_EDGE

_TYPE, _SUBJECT, _PREDICATE, _OBJECT = (RDF + name for name in ("type", "subject", "predicate", "object"))
_EXACT, _START, _END, _FIELD = OA + "exact", OA + "start", OA + "end", ONTOLOGY + "field"
_IN_PAPER, _EVIDENCE, _SUPPORT = (ONTOLOGY + name for name in ("inPaper", "hasEvidence", "support"))
_CLAIMED: Final = frozenset(ONTOLOGY + name for name in PROPERTY_OF_EDGE.values())
_HIERARCHIES: Final = ("kindOf", "subTaskOf")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Fault:
    """Something wrong with a build: which check found it, at which node, and what is wrong."""

    check: str
    node: str
    message: str

    def __str__(self) -> str:
        return f"{self.check}: {self.node} {self.message}"


@dataclass(frozen=True, kw_only=True)
class _Held:
    """A graph as it stands on disk: the values of each property of each node, and the papers it was made from."""

    base: str
    values: Mapping[str, Mapping[str, tuple[str, ...]]]
    links: tuple[tuple[str, str, str], ...]
    """Triples whose object is an IRI."""
    count: int
    papers: Mapping[str, Paper]

    def of(self, kind: str) -> Iterator[tuple[str, Mapping[str, tuple[str, ...]]]]:
        """Yield the nodes of a class of the ontology."""
        return ((node, said) for node, said in self.values.items() if ONTOLOGY + kind in said.get(_TYPE, ()))

    def short(self, node: str) -> str:
        return unquote(node.removeprefix(self.base))


def validate(folder: str | Path) -> tuple[Fault, ...]:
    """Return the faults of a build, sorted; none if it is sound.

    Parameters
    ----------
    folder
        Holds ``graph.ttl``, ``extractions.jsonl`` and ``report.json``.

    Raises
    ------
    MissingExtraError
        If pyshacl is not installed.
    InputError
        If the folder holds no build, or the file is no Turtle.
    """
    folder = Path(folder)
    settle(folder)
    held = _read(folder)
    found = {*_shapes(folder / "graph.ttl", held), *_report(folder / "report.json", held)}
    for check in CHECKS:
        found.update(check(held))
    return tuple(sorted(found))


def _read(folder: Path) -> _Held:
    path = folder / "graph.ttl"
    if not path.is_file():
        raise InputError(f"{path} is missing; build a graph with: kg build INPUT... --out {folder}")
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    links, count, base = [], 0, ""
    try:
        for quad in parse(path=path, format=RdfFormat.TURTLE):
            count += 1
            subject, predicate, value = _text(quad.subject), quad.predicate.value, _text(quad.object)
            values[subject][predicate].append(value)
            if isinstance(quad.object, NamedNode):
                links.append((subject, predicate, value))
            if predicate == VOID + "uriSpace":
                base = value
    except SyntaxError as error:
        raise InputError(f"{path} is not Turtle: {str(error).splitlines()[0]}; build the graph again") from error
    papers = {extraction.paper.id: extraction.paper for extraction in read_extractions(folder / "extractions.jsonl")}
    frozen = {node: {prop: tuple(found) for prop, found in said.items()} for node, said in values.items()}
    return _Held(base=base, values=frozen, links=tuple(links), count=count, papers=papers)


def _parsed(path: Path) -> Iterator[Triple]:
    return (quad.triple for quad in parse(path=path, format=RdfFormat.TURTLE))


def _text(term: NamedNode | BlankNode | Literal | Triple) -> str:
    return term.value if isinstance(term, NamedNode | Literal) else str(term)


def _shapes(path: Path, held: _Held) -> Iterator[Fault]:
    """Yield what breaks a shape of ``ontology/shapes.ttl``."""
    try:
        import pyshacl
        import rdflib
    except ImportError as error:
        raise MissingExtraError(
            "kg validate needs pyshacl; install it with: pip install '.[validate]' in a clone"
        ) from error
    # rdflib takes triples more than twice as fast as it parses them.
    data = in_rdflib(_parsed(path), {})
    shapes = in_rdflib(_parsed(ontology_file("shapes.ttl")), {})
    sound, report, _ = pyshacl.validate(data, shacl_graph=shapes, inplace=True, inference="none")
    if sound:
        return
    shacl = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    for result in report.subjects(rdflib.RDF.type, shacl.ValidationResult):
        said: Any = {name: report.value(result, shacl[name]) for name in ("focusNode", "resultMessage", "value")}
        at = f" (it is {held.short(str(said['value']))!r})" if said["value"] is not None else ""
        yield Fault(check="shape", node=held.short(str(said["focusNode"])), message=f"{said['resultMessage']}{at}")


def _complete(held: _Held) -> Iterator[Fault]:
    """Compare the number of triples with what the graph says of itself."""
    for node, said in held.values.items():
        for told in said.get(VOID + "triples", ()):
            if told != str(held.count):
                yield Fault(
                    check="count", node=held.short(node), message=f"says {told} triples, {held.count} are there"
                )


def _quotes(held: _Held) -> Iterator[Fault]:
    """Look for what is quoted in the stored text, at the place that is given."""
    for kind in ("Passage", "Mention"):
        for node, said in held.of(kind):
            for paper, field, start, end, words in zip(
                *(said.get(name, ()) for name in (_IN_PAPER, _FIELD, _START, _END, _EXACT)), strict=False
            ):
                stored = held.papers.get(held.short(paper))
                text = "" if stored is None else stored.title if field == "title" else stored.abstract
                if not (start.isdigit() and end.isdigit()) or storable(text[int(start) : int(end)]) != words:
                    message = f"quotes {words[:60]!r}, which does not stand at {field} {start}:{end} of the stored text"
                    yield Fault(check="quote", node=held.short(node), message=message)


def _papers(held: _Held) -> Iterator[Fault]:
    """Compare the papers of the graph with those that were extracted."""
    there = {held.short(node) for node, _ in held.of("Paper")}
    for paper in there - held.papers.keys():
        yield Fault(check="papers", node=paper, message="is not in extractions.jsonl")
    for paper in held.papers.keys() - there:
        yield Fault(check="papers", node=paper, message="is in extractions.jsonl, but not in the graph")


def _support(held: _Held) -> Iterator[Fault]:
    """Count the papers whose evidence a statement has, each once: that is its support."""
    for node, said in held.of("Statement"):
        behind = [paper for piece in said.get(_EVIDENCE, ()) for paper in held.values.get(piece, {}).get(_IN_PAPER, ())]
        if len(set(behind)) < len(behind):
            yield Fault(check="support", node=held.short(node), message="has two pieces of evidence of one paper")
        for told in said.get(_SUPPORT, ()):
            if told != str(len(set(behind))):
                message = f"says support {told}, but {len(set(behind))} papers stand behind it"
                yield Fault(check="support", node=held.short(node), message=message)


def _stated(held: _Held) -> Iterator[Fault]:
    """Compare statements with the triples they speak of; without statements, every triple stands for itself."""
    plain = {link for link in held.links if link[1] in _CLAIMED}
    stated: dict[tuple[str, str, str], str] = {}
    for node, said in held.of("Statement"):
        for triple in zip(*(said.get(name, ()) for name in (_SUBJECT, _PREDICATE, _OBJECT)), strict=False):
            if triple in stated:
                yield Fault(check="statement", node=held.short(node), message="says what another statement says")
            stated[triple] = node
            if triple not in plain:
                yield Fault(check="statement", node=held.short(node), message="speaks of a triple that is not there")
    for triple in plain - stated.keys() if stated else ():
        said_so = " ".join(held.short(part).removeprefix(ONTOLOGY) for part in triple)
        yield Fault(
            check="statement", node=held.short(triple[0]), message=f"is in {said_so}, which no statement speaks of"
        )


def _dangling(held: _Held) -> Iterator[Fault]:
    """Look for nodes under the base that a triple leads to and nothing describes."""
    for subject, predicate, value in held.links:
        if held.base and value.startswith(held.base) and value not in held.values:
            name = predicate.removeprefix(ONTOLOGY)
            yield Fault(
                check="id",
                node=held.short(subject),
                message=f"leads by {name} to {held.short(value)}, which is nowhere",
            )


def _cycles(held: _Held) -> Iterator[Fault]:
    """Look for what is a kind, or a sub-task, of itself, however far."""
    for name in _HIERARCHIES:
        above: dict[str, list[str]] = defaultdict(list)
        for subject, predicate, value in held.links:
            if predicate == ONTOLOGY + name:
                above[subject].append(value)
        for node in sorted(_in_cycles(above)):
            yield Fault(check="cycle", node=held.short(node), message=f"is under itself by {name}")


def _in_cycles(above: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the nodes from which a walk comes back to where it started."""
    found = set()
    for start in above:
        seen: set[str] = set()
        ahead = [*above[start]]
        while ahead:
            node = ahead.pop()
            if node not in seen:
                seen.add(node)
                ahead.extend(above.get(node, ()))
        if start in seen:
            found.add(start)
    return found


def _report(path: Path, held: _Held) -> Iterator[Fault]:
    """Yield a fault if the report of a build cannot be read, or tells of other papers than there are."""
    try:
        papers = json.loads(path.read_text(encoding="utf-8"))["papers"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it is damaged"
        yield Fault(check="report", node=path.name, message=f"cannot be read ({reason})")
        return
    if papers != len(held.papers):
        yield Fault(
            check="report", node=path.name, message=f"tells of {papers} papers, where there are {len(held.papers)}"
        )


CHECKS: Final[tuple[Callable[[_Held], Iterator[Fault]], ...]] = (
    _complete,
    _quotes,
    _papers,
    _support,
    _stated,
    _dangling,
    _cycles,
)
"""What is checked beyond the shapes, each by one function."""
