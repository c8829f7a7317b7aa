"""The graph described by itself: what it holds, who extracted it, in which version."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode, Triple

from kg import __version__
from kg.export.terms import DCAT, DCTERMS, LABEL, PROV, SCHEMA_ORG, VOID, A, Nodes, digest, integer, literal
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


def runs(graph: KnowledgeGraph, nodes: Nodes) -> Iterator[Triple]:
    """Yield each run and its extractor: name, version and fingerprint, as far as it says them."""
    for extractor, run in run_of_extractor(graph).items():
        agent = nodes[f"extractor/{digest(extractor)}"]
        name, version, fingerprint = (*extractor.split(" ", 2), "", "", "")[:3]
        yield Triple(nodes[run], A, _ACTIVITY)
        yield Triple(nodes[run], LABEL, literal(f"Extraction by {extractor or 'an unknown extractor'}"))
        yield Triple(nodes[run], _ASSOCIATED, agent)
        yield Triple(nodes[run], _SOFTWARE_VERSION, literal(f"papers-kg {__version__}"))
        yield Triple(agent, A, _AGENT)
        yield Triple(agent, LABEL, literal(name or "unknown"))
        if version:
            yield Triple(agent, _SOFTWARE_VERSION, literal(version))
        if fingerprint:
            yield Triple(agent, _IDENTIFIER, literal(fingerprint))


def description(graph: KnowledgeGraph, nodes: Nodes, count: int) -> Iterator[Triple]:
    """Yield the description of the graph as a data set; its last triple says how many triples there are in all.

    Parameters
    ----------
    count
        Triples of the graph so far.
    """
    node = nodes[_graph_id(graph)]
    said = [*_about(graph, node, nodes), *_partitions(graph, node)]
    yield from said
    yield Triple(node, _TRIPLES, integer(count + len(said) + 1))


def _about(graph: KnowledgeGraph, node: NamedNode, nodes: Nodes) -> Iterator[Triple]:
    for kind in _DATASET_CLASSES:
        yield Triple(node, A, kind)
    yield Triple(node, _TITLE, literal(f"Knowledge graph of {len(graph.extractions)} papers"))
    yield Triple(node, _SOFTWARE_VERSION, literal(f"papers-kg {__version__}"))
    yield Triple(node, _VOCABULARY, NamedNode(ONTOLOGY))
    yield Triple(node, _URI_SPACE, literal(nodes.base))
    for run in run_of_extractor(graph).values():
        yield Triple(node, _GENERATED_BY, nodes[run])
    yield Triple(node, _ENTITIES, integer(len(graph.extractions) + len(graph.entities)))


def _partitions(graph: KnowledgeGraph, node: NamedNode) -> Iterator[Triple]:
    """Yield how many papers and entities of each class there are; the classes are nodes of their own."""
    counts = dict.fromkeys(CLASS_OF_KIND, 0) | {PAPER: len(graph.extractions)}
    for entity in graph.entities:
        counts[entity.kind] += 1
    parts = {kind: NamedNode(f"{node.value}/{name}") for kind, name in CLASS_OF_KIND.items()}
    for part in parts.values():
        yield Triple(node, _PARTITION, part)
    for kind, part in parts.items():
        yield Triple(part, _CLASS, NamedNode(ONTOLOGY + CLASS_OF_KIND[kind]))
        yield Triple(part, _ENTITIES, integer(counts[kind]))


def _graph_id(graph: KnowledgeGraph) -> str:
    """Return an id that differs whenever the runs, the options, the lexicon or the corrections do."""
    options = graph.options
    choices = (options.evidence, repr(options.min_confidence))
    given = (file.content if file else b"" for file in (graph.lexicon, graph.corrections))
    added = (hashlib.sha256(content).hexdigest() for content in given)
    return f"graph/{digest(*run_of_extractor(graph).values(), *choices, *added)}"
