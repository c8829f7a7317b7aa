"""The report of a build: what was read, skipped and why, extracted, resolved and linked, by which versions."""

import hashlib
import platform
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import kg
from kg.graph import KnowledgeGraph
from kg.records import BrokenCycle
from kg.vocabulary import KIND_OF_LABEL

_LIBRARIES = ("spacy", "networkx", "rdflib", "pyvis", "pyoxigraph", "numpy", "scipy")


def report(graph: KnowledgeGraph, *, timings: Mapping[str, float]) -> dict[str, Any]:
    """Return the report of a graph as plain data; equal for equal builds, `timings` apart."""
    kinds = Counter(entity.kind for entity in graph.entities)
    predicates = Counter(claim.predicate for claim in graph.claims)
    given = {"lexicon": graph.lexicon, "corrections": graph.corrections}
    return {
        "read": len(graph.extractions) + sum(remark.record > 0 for remark in graph.skipped),
        "papers": len(graph.extractions),
        "skipped": [asdict(remark) for remark in graph.skipped],
        "noted": [asdict(remark) for remark in graph.noted],
        "extracted": {
            "extractors": sorted({extraction.extractor for extraction in graph.extractions}),
            "mentions": sum(len(e.mentions) for extraction in graph.extractions for e in extraction.entities),
            "entities": sum(len(extraction.entities) for extraction in graph.extractions),
            "relations": sum(len(extraction.relations) for extraction in graph.extractions),
        },
        "entities": {kind: kinds[kind] for kind in KIND_OF_LABEL.values()},
        "claims": dict(sorted(predicates.items())),
        "links": len(graph.links),
        "broken_cycles": [_broken(cycle) for cycle in graph.broken],
        "unused_corrections": list(graph.unused_corrections),
        "options": asdict(graph.options),
        "files": {name: file.name for name, file in given.items() if file},
        "hashes": {name: hashlib.sha256(file.content).hexdigest() if file else None for name, file in given.items()},
        "versions": {
            "kg": kg.__version__,
            "python": platform.python_version(),
            **{library: version(library) for library in _LIBRARIES},
            "processor": _processor(),
        },
        "timings": {stage: round(seconds, 3) for stage, seconds in timings.items()},
    }


def _broken(cycle: BrokenCycle) -> dict[str, Any]:
    """Return a claim that was left out of the hierarchy, and the way that led back from its object to its subject."""
    claim = cycle.claim
    return {
        "left_out": [claim.subject, claim.predicate, claim.object],
        "support": claim.support,
        "confidence": claim.confidence,
        "papers": [evidence.paper for evidence in claim.evidence],
        "back": list(cycle.back),
    }


def _processor() -> str:
    """Return the kind of processor: confidences, and so bytes, may differ in the last place between two kinds."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
