"""The graph as NetworkX holds it, and as GraphML and node-link JSON.

Every value passes one function, `scalar`, on its way into the NetworkX graph, so that both files read back equal to it.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import networkx as nx

from kg.export.characters import storable
from kg.export.importance import naming
from kg.graph import KnowledgeGraph
from kg.records import Claim, Entity, Mention, Paper, Span
from kg.vocabulary import PAPER, RELATED, SHARES

Scalar = str | int | float | bool
JOIN = "; "
"""Between the parts of a list that is written as one text."""


def to_networkx(graph: KnowledgeGraph) -> "nx.MultiDiGraph[str]":
    """Return the graph as a NetworkX `MultiDiGraph`.

    Parameters
    ----------
    graph
        What was built.

    Returns
    -------
    MultiDiGraph
        Its nodes are papers and entities by id, with `kind`, `label` and what else is known as scalars; a list is one
        text, joined by ``"; "``; what is not known is left out. Its edges are claims (``proposed``, ``USED-FOR``, …),
        ``RELATED`` and ``shares`` (both once, from the smaller id), with `kind`, `weight`, `support` (papers that say
        so; for ``shares`` the number of shared entities), `confidence` and `evidence`: a JSON text, a list of objects
        with `paper`, `field`, `start`, `end` and `text`.

    Notes
    -----
    The key of an edge is its kind and a hash of what it joins. It is unique in the whole graph, since programs that
    read GraphML take it for the identity of the edge and drop all but the first of equal ones (networkx#4347).
    """
    # NetworkX puts these on every graph that it reads from GraphML; ours has them too, so that the two are equal.
    network: nx.MultiDiGraph[str] = nx.MultiDiGraph(node_default={}, edge_default={})
    for node, values in _nodes(graph):
        network.add_node(storable(node), **_scalars(values))
    for source, target, values in _edges(graph):
        key = f"{values['kind']}-{_digest(source, target)}"
        network.add_edge(storable(source), storable(target), key=key, **_scalars(values))
    return network


def scalar(value: Scalar | Iterable[str] | None) -> Scalar | None:
    """Return a value as every format can hold it, or None if there is nothing to hold.

    Texts lose what XML cannot hold (see `storable`), several texts become one, empty texts and numbers that are not
    finite are nothing.

    Examples
    --------
    >>> scalar(("a", "b")), scalar(""), scalar(float("nan")), scalar(True)
    ('a; b', None, None, True)
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return storable(value if isinstance(value, str) else JOIN.join(value)) or None


def _scalars(values: Mapping[str, Any]) -> dict[str, Any]:
    coerced = {name: scalar(value) for name, value in values.items()}
    return {name: value for name, value in coerced.items() if value is not None}


def _digest(source: str, target: str) -> str:
    content = f"{source}\x1f{target}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _nodes(graph: KnowledgeGraph) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for paper in graph.papers:
        yield paper.id, _paper_values(paper, graph.labels[paper.id])
    named = naming(graph)
    for entity in graph.entities:
        yield entity.id, _entity_values(entity, len(named[entity.id]))


def _paper_values(paper: Paper, label: str) -> Mapping[str, Any]:
    return {
        "kind": PAPER,
        "label": label or paper.id,
        "title": paper.title,
        "year": paper.year,
        "venue": paper.venue,
        "authors": paper.authors,
        "url": paper.url,
        "identifiers": tuple(f"{scheme}:{value}" for scheme, value in paper.identifiers),
        "source_id": paper.source_id,
    }


def _entity_values(entity: Entity, papers: int) -> Mapping[str, Any]:
    return {
        "kind": entity.kind,
        "label": entity.name or entity.id,
        "names": entity.names,
        "links": tuple(link.iri for link in entity.links),
        "ambiguous": entity.ambiguous,
        "papers": papers,
    }


def _edges(graph: KnowledgeGraph) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    mentions = {}
    if graph.options.evidence == "mentions":
        mentions = {(place.paper, place.entity): place.mentions for place in graph.occurrences}
    for claim in graph.claims:
        yield claim.subject, claim.object, _claim_values(graph, claim, mentions.get((claim.subject, claim.object), ()))
    for first, second in graph.related:
        yield first, second, _edge_values(RELATED)
    for link in graph.links:
        values = _edge_values(SHARES, weight=link.weight, support=len(link.shared))
        yield link.first, link.second, {**values, "entities": link.shared}


def _edge_values(
    kind: str, *, weight: float = 1.0, support: int = 1, confidence: float = 1.0, evidence: str = "[]"
) -> dict[str, Any]:
    return {
        "kind": kind,
        "weight": float(weight),
        "support": support,
        "confidence": float(confidence),
        "evidence": evidence,
    }


def _claim_values(graph: KnowledgeGraph, claim: Claim, mentions: tuple[Mention, ...]) -> Mapping[str, Any]:
    places: list[dict[str, Any]] = []
    if graph.options.evidence != "none":
        places = [
            _place(graph, evidence.paper, span)
            for evidence in claim.evidence
            for span in sorted({*evidence.spans, *(mention.span for mention in mentions)}, key=_reading_order)
        ]
    return _edge_values(
        claim.predicate,
        weight=claim.support,
        support=claim.support,
        confidence=claim.confidence,
        evidence=json.dumps(places, ensure_ascii=False),
    )


def _reading_order(span: Span) -> tuple[bool, int, int]:
    return span.field != "title", span.start, span.end


def _place(graph: KnowledgeGraph, paper: str, span: Span) -> dict[str, Any]:
    return {
        "paper": paper,
        "field": span.field,
        "start": span.start,
        "end": span.end,
        "text": graph.quote(paper, span),
    }


def write_graphml(graph: KnowledgeGraph, path: Path) -> None:
    """Write the graph as GraphML; ``nx.read_graphml(path, force_multigraph=True)`` gives `to_networkx` back."""
    nx.write_graphml(to_networkx(graph), path)


def write_json(graph: KnowledgeGraph, path: Path) -> None:
    """Write the graph as node-link JSON, one node or edge a line.

    ``nx.node_link_graph(json.load(file), edges="edges")`` gives `to_networkx` back.
    """
    data = nx.node_link_data(to_networkx(graph), edges="edges")
    with path.open("w", encoding="utf-8", newline="\n") as handle:
        handle.write(f'{{"directed": true, "multigraph": true, "graph": {json.dumps(data["graph"])},\n"nodes": [')
        handle.writelines(_lines(data["nodes"]))
        handle.write('],\n"edges": [')
        handle.writelines(_lines(data["edges"]))
        handle.write("]}\n")


def _lines(items: list[dict[str, Any]]) -> Iterator[str]:
    separator = "\n"
    for item in items:
        yield separator + json.dumps(item, ensure_ascii=False, allow_nan=False, sort_keys=True)
        separator = ",\n"
