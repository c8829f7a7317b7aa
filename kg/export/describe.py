"""The graph described by itself: what it holds, who extracted it, in which version."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode

from kg import __version__
from kg.export.terms import (
    DCAT,
    DCTERMS,
    LABEL,
    PROV,
    SCHEMA_ORG,
    VOID,
    A,
    Described,
    Nodes,
    Row,
    digest,
    integer,
    literal,
)
from kg.graph import KnowledgeGraph
from kg.vocabulary import CLASS_OF_KIND, ONTOLOGY, PAPER

_ACTIVITY: Final = NamedNode(PROV + "Activity")
_AGENT: Final = NamedNode(PROV + "SoftwareAgent")
_ASSOCIATED: Final = NamedNode(PROV + "wasAssociatedWith")
_GENERATED_BY: Final = NamedNode(PROV + "wasGeneratedBy")
_SOFTWARE_VERSION: Final = NamedNode(SCHEMA_ORG + "softwareVersion")
_IDENTIFIER: Final = NamedNode(DCTERMS + "identifier")
_TITLE: Final = NamedNode(DCTERMS + "title")
_DATASET_CLASSES: Final = (NamedNode(VOID + "Dataset"), NamedNode(DCAT + "Dataset"))
_VOCABULARY: Final = NamedNode(VOID + "vocabulary")
_URI_SPACE: Final = NamedNode(VOID + "uriSpace")
_ENTITIES: Final = NamedNode(VOID + "entities")
_TRIPLES: Final = NamedNode(VOID + "triples")
_PARTITION: Final = NamedNode(VOID + "classPartition")
_CLASS: Final = NamedNode(VOID + "class")


def run_of_extractor(graph: KnowledgeGraph) -> dict[str, str]:
    """Return the id of the run of each extractor: a digest of what it read, of itself and of the version of kg."""
    read: dict[str, list[str]] = defaultdict(list)
    for extraction in graph.extractions:
        paper = extraction.paper
        read[extraction.extractor].append(digest(paper.id, paper.title, paper.abstract))
    return {extractor: f"run/{digest(extractor, __version__, *read[extractor])}" for extractor in sorted(read)}


def runs(graph: KnowledgeGraph, nodes: Nodes) -> Iterator[Described]:
    """Yield each run and its extractor: name, version and fingerprint, as far as it says them."""
    for extractor, run in run_of_extractor(graph).items():
        agent = nodes[f"extractor/{digest(extractor)}"]
        name, version, fingerprint = (*extractor.split(" ", 2), "", "", "")[:3]
        activity: list[Row] = [
            (A, _ACTIVITY),
            (LABEL, literal(f"Extraction by {extractor or 'an unknown extractor'}")),
            (_ASSOCIATED, agent),
            (_SOFTWARE_VERSION, literal(f"papers-kg {__version__}")),
        ]
        yield Described(nodes[run], activity)
        rows: list[Row] = [(A, _AGENT), (LABEL, literal(name or "unknown"))]
        told = ((_SOFTWARE_VERSION, version), (_IDENTIFIER, fingerprint))
        yield Described(agent, rows + [(predicate, literal(value)) for predicate, value in told if value])


def description(graph: KnowledgeGraph, nodes: Nodes, count: int) -> Iterator[Described]:
    """Yield the description of the graph as a data set; it says how many triples there are in all.

    Parameters
    ----------
    count
        Triples of the graph so far.
    """
    node = nodes[graph_id(graph)]
    parts = _partitions(graph, node)
    rows = [*_about(graph, nodes), *[(_PARTITION, part.node) for part in parts]]
    count += len(rows) + 1 + sum(len(part.rows) for part in parts)
    yield Described(node, [*rows, (_TRIPLES, integer(count))])
    yield from parts


def _about(graph: KnowledgeGraph, nodes: Nodes) -> list[Row]:
    return [
        *[(A, kind) for kind in _DATASET_CLASSES],
        (_TITLE, literal(f"Knowledge graph of {len(graph.extractions)} papers")),
        (_SOFTWARE_VERSION, literal(f"papers-kg {__version__}")),
        (_VOCABULARY, NamedNode(ONTOLOGY)),
        (_URI_SPACE, literal(nodes.base)),
        *[(_GENERATED_BY, nodes[run]) for run in run_of_extractor(graph).values()],
        (_ENTITIES, integer(len(graph.extractions) + len(graph.entities))),
    ]


def _partitions(graph: KnowledgeGraph, node: NamedNode) -> list[Described]:
    """Return how many papers and entities of each class there are; the classes are nodes of their own."""
    counts = dict.fromkeys(CLASS_OF_KIND, 0) | {PAPER: len(graph.extractions)}
    for entity in graph.entities:
        counts[entity.kind] += 1
    return [
        Described(
            NamedNode(f"{node.value}/{name}"),
            [(_CLASS, NamedNode(ONTOLOGY + name)), (_ENTITIES, integer(counts[kind]))],
        )
        for kind, name in CLASS_OF_KIND.items()
    ]


def graph_id(graph: KnowledgeGraph) -> str:
    """Return an id that differs whenever the runs, the options, the lexicon or the corrections do."""
    options = graph.options
    choices = (options.evidence, repr(options.min_confidence))
    given = (file.content if file else b"" for file in (graph.lexicon, graph.corrections))
    added = (hashlib.sha256(content).hexdigest() for content in given)
    return f"graph/{digest(*run_of_extractor(graph).values(), *choices, *added)}"
