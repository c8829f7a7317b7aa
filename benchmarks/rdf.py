"""What RDF costs: written, held in memory, loaded and asked; on papers that are invented, beside rdflib.

python benchmarks/rdf.py writing [PAPERS]       each form, and rdflib's Turtle of the same triples
python benchmarks/rdf.py memory [PAPERS]        what writing Turtle needs, at a hundredth, a tenth and all of the papers
python benchmarks/rdf.py questions [PAPERS]     the named questions in memory, and by rdflib up to 1,000 papers
python benchmarks/rdf.py store [PAPERS]         loading into a store on disk, and the named questions from it

Times are of the processor, the best of several where that is affordable.
"""

import random
import sys
import tempfile
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import rdflib
from pyoxigraph import Store
from rdflib.util import from_n3

from kg.export.rdf import FORMS, to_rdflib, write_rdf
from kg.export.triples import triples
from kg.graph import KnowledgeGraph, Options
from kg.query import Question, ask, open_store, questions
from kg.query.disk import load_on_disk
from kg.query.names import base_of, term
from kg.records import Claim, Entity, Evidence, Extraction, Paper, PaperLink, Source, Span

KINDS = ["method"] * 5 + ["task"] * 3 + ["dataset", "metric"]
ROLES = {"method": "used", "task": "addressed", "dataset": "used", "metric": "reported"}
SENTENCES, DRAWN, LINKS_A_PAPER = 8, 12, 10
ENTITIES_A_PAPER = 3
EXTRACTOR = "invented 1 0"

COMMONEST = {
    "method": "Thing 0",
    "task": "Thing 5",
    "dataset": "Thing 8",
    "entity": "Thing 0",
    "first": "Thing 0",
    "subject": "Thing 0",
    "second": "Thing 5",
    "object": "Thing 5",
    "paper": "arxiv:0000000",
    "venue": "Venue 0",
    "earlier": "2008",
    "later": "2016",
}
"""The hardest value of each parameter: what more papers name than anything else of its kind."""


def invented(papers: int, seed: int = 0) -> KnowledgeGraph:
    """Return a graph in which a few entities stand in many papers and most in one, as Zipf has it."""
    draw = random.Random(seed)
    ids = [f"{KINDS[n % 10]}/thing-{n}" for n in range(papers * ENTITIES_A_PAPER)]
    extractions = [_paper(number) for number in range(papers)]
    said: dict[tuple[str, str, str], list[Evidence]] = defaultdict(list)
    for extraction in extractions:
        ranks = sorted({min(int(draw.paretovariate(0.6)) - 1, len(ids) - 1) for _ in range(DRAWN)})
        for triple in _claims(extraction.paper.id, [ids[rank] for rank in ranks]):
            start, end = extraction.sentences[len(triple[2]) % SENTENCES]
            spans = (Span(field="text", start=start, end=end),)
            said[triple].append(Evidence(paper=extraction.paper.id, confidence=0.9, spans=spans, extractor=EXTRACTOR))
    return KnowledgeGraph(
        extractions=tuple(extractions),
        entities=tuple(Entity(id=node, kind=node.partition("/")[0], name=_name(node)) for node in sorted(ids)),
        claims=tuple(
            Claim(subject=s, predicate=p, object=o, confidence=0.9, evidence=tuple(found))
            for (s, p, o), found in sorted(said.items())
        ),
        links=tuple(sorted(_links(extractions, ids), key=lambda link: (link.first, link.second))),
        options=Options(evidence="statements"),
    )


def _paper(number: int) -> Extraction:
    sentence = f"The paper of number {number} tells of things that nobody has seen, and of more such things."
    step = len(sentence) + 1
    paper = Paper(
        id=f"paper/arxiv:{number:07d}",
        source_id=str(number),
        title=f"On the things of paper {number}",
        abstract=" ".join([sentence] * SENTENCES),
        authors=("Ann Pine", "Bo Oak", "Cy Elm"),
        year=2000 + number % 25,
        venue=f"Venue {number % 30}",
        identifiers=(("arxiv", f"{number:07d}"),),
        source=Source(file="invented", record=number),
    )
    bounds = tuple((n * step, n * step + len(sentence)) for n in range(SENTENCES))
    return Extraction(paper=paper, extractor=EXTRACTOR, sentences=bounds)


def _name(node: str) -> str:
    return node.partition("/")[2].replace("thing-", "Thing ")


def _claims(paper: str, named: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what a paper says of the entities it names, the commonest first; the rarest method is its own."""
    of_kind = {kind: [node for node in named if node.startswith(kind)] for kind in ROLES}
    methods, tasks, datasets = of_kind["method"], of_kind["task"], of_kind["dataset"]
    for node in named:
        own = node == methods[-1] if methods else False
        yield paper, "proposed" if own else ROLES[node.partition("/")[0]], node
    for method, other in pairwise(methods):
        yield other, "COMPARE-WITH", method
    for method in methods:
        yield from ((method, "USED-FOR", task) for task in tasks[:2])
        yield from ((method, "EVALUATED-WITH", dataset) for dataset in datasets[:2])
    yield from ((dataset, "BENCHMARK-FOR", task) for dataset in datasets[:2] for task in tasks[:1])
    yield from ((node, "SUBTASK-OF", tasks[0]) for node in tasks[1:])
    yield from ((node, "SUBCLASS-OF", methods[0]) for node in methods[1:])


def _links(extractions: Sequence[Extraction], ids: Sequence[str]) -> Iterator[PaperLink]:
    for number, extraction in enumerate(extractions):
        for step in range(1, LINKS_A_PAPER // 2 + 1):
            other = extractions[(number + step) % len(extractions)]
            first, second = sorted((extraction.paper.id, other.paper.id))
            yield PaperLink(first=first, second=second, weight=0.5, shared=(ids[0], ids[1]))


def seconds(work: Callable[[], Any], times: int = 1) -> float:
    """Return the least processor time that a piece of work took."""
    least = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def writing(papers: int = 10_000) -> None:
    """Compare what a triple costs: from the graph to the file, and from a filled rdflib graph to the file."""
    graph = invented(papers)
    count = sum(1 for _ in triples(graph))
    print(f"{papers:,} papers, {len(graph.claims):,} claims, {count:,} triples, evidence of statements")
    ours: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph"
        for form in FORMS:
            took = seconds(lambda form=form: write_rdf(graph, path, form), 3)  # type: ignore[misc]
            ours[form] = took / count * 1e6
            print(f"{form:24} {took:8.2f} s  {ours[form]:6.2f} µs a triple  {path.stat().st_size / 1e6:8.1f} MB")
        start = time.process_time()
        held = to_rdflib(graph)
        print(f"{'held by rdflib':24} {time.process_time() - start:8.2f} s")
        took = seconds(lambda: held.serialize(path, format="turtle"))
    each = took / count * 1e6
    print(f"{'turtle by rdflib':24} {took:8.2f} s  {each:6.2f} µs a triple  {each / ours['turtle']:8.1f} times ours")


def memory(papers: int = 10_000) -> None:
    """Measure what writing Turtle needs at its peak, above the graph that is written."""
    for some in (papers // 100, papers // 10, papers):
        tracemalloc.start()
        graph = invented(some)
        held = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        with tempfile.TemporaryFile() as handle:
            write_rdf(graph, handle)
            size = handle.tell()
        more = tracemalloc.get_traced_memory()[1] - held
        tracemalloc.stop()
        print(
            f"{some:7,} papers: graph {held / 1e6:6.1f} MB, file {size / 1e6:7.1f} MB, "
            f"writing takes {more / 1e6:5.1f} MB ({more / size:.1%} of the file)"
        )


def asked(store: Store) -> dict[str, float]:
    """Return the processor time of each named question, and print it with the rows of the answer."""
    took = {}
    for question in questions():
        values = values_of(question)
        answer = ask(store, question, **values)
        took[question.name] = seconds(lambda question=question, values=values: ask(store, question, **values), 3)  # type: ignore[misc]
        print(f"{question.name:26} {took[question.name] * 1e3:9.1f} ms {len(answer.rows):8,} rows")
    print(f"{'all':26} {sum(took.values()) * 1e3:9.1f} ms, the slowest {max(took.values()) * 1e3:.1f} ms")
    return took


def values_of(question: Question) -> Mapping[str, str]:
    return {parameter.name: COMMONEST[parameter.name] for parameter in question.parameters}


def in_memory(papers: int = 500) -> None:
    """Ask every question of a store in memory, and rdflib the same where that ends within minutes."""
    graph = invented(papers)
    store = open_store(graph)
    print(f"{papers:,} papers, {len(store):,} triples, in memory")
    took = asked(store)
    if papers > 1000:
        return
    held, theirs = to_rdflib(graph), {}
    for question in questions():
        text, bound = question.text, bound_by_rdflib(store, question)
        theirs[question.name] = seconds(lambda text=text, bound=bound: answered(held, text, bound))  # type: ignore[misc]
        print(f"{question.name:26} {theirs[question.name] * 1e3:9.1f} ms by rdflib")
    ratio = sum(theirs.values()) / sum(took.values())
    print(f"{'all by rdflib':26} {sum(theirs.values()) * 1e3:9.1f} ms, {ratio:.1f} times ours")


def bound_by_rdflib(store: Store, question: Question) -> Mapping[str, Any]:
    """Return the values of a question as terms of rdflib; looking them up is none of its time."""
    values = values_of(question)
    found = {one.name: term(store, one.kind, values[one.name]) for one in question.parameters}
    return {name: from_n3(str(value)) for name, value in found.items()}


def answered(held: rdflib.Graph, text: str, bound: Mapping[str, Any]) -> list[Any]:
    """Return what rdflib answers; where it fails (7.6 on an aggregate of a bound value), its time until then counts."""
    try:
        return list(held.query(text, initBindings=bound))
    except AttributeError:
        print("rdflib fails on the next one")
        return []


def on_disk(papers: int = 100_000) -> None:
    """Load a graph into a store on disk and ask every question of it."""
    with tempfile.TemporaryDirectory() as folder:
        path, place = Path(folder) / "graph.ttl", Path(folder) / "store"
        write_rdf(invented(papers), path)
        start, begun = time.process_time(), time.monotonic()
        load_on_disk(path, place)
        used, passed = time.process_time() - start, time.monotonic() - begun
        size = sum(part.stat().st_size for part in place.iterdir())
        print(f"{papers:,} papers, Turtle of {path.stat().st_size / 1e6:,.0f} MB")
        print(f"loaded in {used:.0f} s of the processor ({passed:.0f} s passed) into {size / 1e6:,.0f} MB")
        store = open_store(place)
        print(f"{len(store):,} triples under {base_of(store)}")
        asked(store)


COMMANDS = {"writing": writing, "memory": memory, "questions": in_memory, "store": on_disk}

if __name__ == "__main__":
    command = COMMANDS.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if command is None:
        sys.exit(__doc__)
    command(*map(int, sys.argv[2:3]))
