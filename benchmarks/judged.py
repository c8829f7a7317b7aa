"""Papers of which outsiders say which are related: the ground of benchmarks/similar.py.

Related are the papers of SciREX (`../shared/data/corpora`) that report results on one task, as Papers with Code lists
them, and the papers of `../shared/data/abstracts` that have three authors in common. What links papers sees neither.
"""

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import networkx as nx

import kg
from kg.extract import extract, load
from kg.link import link
from kg.link.link import roles
from kg.link.uses import Roles
from kg.papers import deduplicate
from kg.records import Extraction, Paper
from kg.resolve import resolve, with_shipped
from kg.store import read_extractions, write_extractions
from kg.vocabulary import DEFAULT_MODEL

SHARED: Final = Path(__file__).resolve().parents[2] / "shared/data"
AUTHORS_IN_COMMON: Final = 3
LONGEST_ABSTRACT: Final = 1500
_MARK = re.compile(r"\b(?:document|(?:sub)*section|paragraph): (?:Abstract\b\s*)?")

Rows = list[dict[str, Any]]
Pairs = set[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A collection of its own: what its papers say of which entities, their texts, and the papers related to each."""

    roles: Roles
    texts: Mapping[str, str]
    related: Mapping[str, frozenset[str]]


def judged(folder: Path) -> dict[str, tuple[Judged, Judged]]:
    """Return two halves for each judgement, none with a paper related to one in the other."""
    tasks = {row["id"]: [result["Task"] for result in row["n_ary_relations"]] for row in _rows(_SCIREX)}
    scirex = _extracted(folder, "scirex", _scirex_records())
    pool = _extracted(folder, "pool", _pool_records())
    return {
        "same task": _halves(scirex, _pairs({item.paper.id: tasks[item.paper.source_id] for item in scirex}, 1)),
        "same authors": _halves(pool, _pairs({item.paper.id: item.paper.authors for item in pool}, AUTHORS_IN_COMMON)),
    }


_SCIREX: Final = SHARED / "corpora/scirex/train.jsonl.gz"
_POOL: Final = SHARED / "abstracts/pool.jsonl.gz"


def _rows(path: Path) -> Rows:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _pairs(marks: Mapping[str, Iterable[str]], least: int) -> Pairs:
    """Return the pairs of papers that have enough marks in common."""
    bearing: dict[str, list[str]] = defaultdict(list)
    for paper in sorted(marks):
        for mark in set(marks[paper]):
            bearing[mark].append(paper)
    shared = Counter(pair for papers in bearing.values() for pair in combinations(papers, 2))
    return {pair for pair, count in shared.items() if count >= least}


def _scirex_records() -> Iterator[dict[str, Any]]:
    """Yield title and abstract of the documents: the first sentence, and the rest of its section or the next one."""
    for row in _rows(_SCIREX):
        end, sections = row["sentences"][0][1], row["sections"]
        last = sections[0 if sections[0][1] > end + LONGEST_ABSTRACT // 10 else 1][1]
        stop = max(stop for _, stop in row["sentences"] if stop <= max(end, min(last, end + LONGEST_ABSTRACT)))
        title, abstract = _MARK.sub("", row["text"][:end]).strip(), _MARK.sub("", row["text"][end:stop]).strip()
        yield {"id": row["id"], "title": title, "abstract": abstract}


def _pool_records() -> Iterator[dict[str, Any]]:
    """Yield the abstracts that have three authors in common with another one."""
    rows = {row["id"]: row for row in _rows(_POOL)}
    pairs = _pairs({id_: row["authors"] or () for id_, row in rows.items()}, AUTHORS_IN_COMMON)
    for id_ in sorted({id_ for pair in pairs for id_ in pair}):
        yield {key: rows[id_][key] for key in ("id", "title", "abstract", "authors", "year", "venue")}


def _extracted(folder: Path, name: str, records: Iterable[Mapping[str, Any]]) -> list[Extraction]:
    """Return the extractions of some records, from the folder if they are there."""
    done, raw = folder / f"{name}.jsonl", folder / f"{name}.papers.jsonl"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        raw.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        papers = deduplicate([item for item in kg.read(raw) if isinstance(item, Paper)]).papers
        write_extractions(done, extract(papers, load(DEFAULT_MODEL)))
    return list(read_extractions(done))


def _halves(extractions: Sequence[Extraction], pairs: Pairs) -> tuple[Judged, Judged]:
    """Return two collections; all that is related, however far round, goes into the smaller one, the largest first."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(sorted(item.paper.id for item in extractions))
    graph.add_edges_from(sorted(pairs))
    halves: tuple[set[str], set[str]] = set(), set()
    for group in sorted(nx.connected_components(graph), key=lambda group: (-len(group), min(group))):
        min(halves, key=len).update(group)
    first, second = (_collection([item for item in extractions if item.paper.id in half], graph) for half in halves)
    return first, second


def _collection(extractions: Sequence[Extraction], graph: "nx.Graph[str]") -> Judged:
    resolution = resolve(extractions, lexicon=with_shipped(None))
    entities = {entity.id: entity for entity in resolution.entities}
    found = roles(link(extractions, resolution).claims, entities)
    return Judged(
        roles=found,
        texts={item.paper.id: f"{item.paper.title} {item.paper.abstract}" for item in extractions},
        related={item.paper.id: frozenset(graph[item.paper.id]) for item in extractions if graph[item.paper.id]},
    )
