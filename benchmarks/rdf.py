"""How much processor time a triple takes: made, written, loaded, and written by rdflib; on papers that are invented.

python benchmarks/rdf.py [PAPERS]
"""

import random
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg.export.rdf import to_rdflib, write_rdf
from kg.export.triples import described, triples
from kg.export.turtle import turtle
from kg.graph import KnowledgeGraph, Options
from kg.query import open_store
from kg.query.disk import load_on_disk
from kg.records import Claim, Entity, Evidence, Extraction, Occurrence, Paper, PaperLink, Source, Span

ROLES = {"method": "used", "task": "addressed", "dataset": "used", "metric": "reported"}
SENTENCES, ROLES_A_PAPER, LINKS_A_PAPER = 8, 12, 10


def invented(papers: int, seed: int = 0) -> KnowledgeGraph:
    """Return a graph in which a few entities stand in many papers and most in one, as Zipf has it."""
    draw = random.Random(seed)
    kinds = ["method"] * 5 + ["task"] * 3 + ["dataset", "metric"]
    entities = {f"{kinds[n % 10]}/thing-{n}": f"Thing {n}" for n in range(papers * 3)}
    ids = list(entities)
    extractions, roles, relations = [], [], defaultdict(list)
    for number in range(papers):
        sentence = f"The paper of number {number} tells of things that nobody has seen, and of more such things."
        text = " ".join([sentence] * SENTENCES)
        bounds = tuple((n * (len(sentence) + 1), n * (len(sentence) + 1) + len(sentence)) for n in range(SENTENCES))
        paper = Paper(
            id=f"paper/arxiv:{number:07d}",
            source_id=str(number),
            title=f"On the things of paper {number}",
            abstract=text,
            authors=("Ann Pine", "Bo Oak", "Cy Elm"),
            year=2000 + number % 25,
            venue=f"Venue {number % 30}",
            identifiers=(("arxiv", f"{number:07d}"),),
            source=Source(file="invented", record=number),
        )
        extractions.append(Extraction(paper=paper, extractor="invented 1 0", sentences=bounds))
        chosen = sorted({ids[min(int(draw.paretovariate(0.6)) - 1, len(ids) - 1)] for _ in range(ROLES_A_PAPER)})
        for entity in chosen:
            spans = (Span(field="text", start=bounds[len(entity) % 8][0], end=bounds[len(entity) % 8][1]),)
            piece = Evidence(paper=paper.id, confidence=0.9, spans=spans, extractor="invented 1 0")
            roles.append((paper.id, ROLES[entity.partition("/")[0]], entity, piece))
        for head in chosen:
            for tail in chosen:
                if head.startswith("method") and tail.startswith("task"):
                    relations[head, "USED-FOR", tail].append(piece)
    claims = [Claim(subject=s, predicate=p, object=o, confidence=0.9, evidence=(e,)) for s, p, o, e in roles]
    claims += [
        Claim(subject=s, predicate=p, object=o, confidence=0.9, evidence=tuple(found))
        for (s, p, o), found in relations.items()
    ]
    links = []
    for number in range(papers):
        for step in range(1, LINKS_A_PAPER // 2 + 1):
            first, second = sorted((number, (number + step) % papers))
            link = (extractions[first].paper.id, extractions[second].paper.id)
            links.append(PaperLink(first=link[0], second=link[1], weight=0.5, shared=(ids[0], ids[1])))
    return KnowledgeGraph(
        extractions=tuple(extractions),
        entities=tuple(sorted((_entity(node, name) for node, name in entities.items()), key=lambda one: one.id)),
        claims=tuple(sorted(claims, key=lambda claim: (claim.subject, claim.predicate, claim.object))),
        occurrences=tuple[Occurrence, ...](),
        links=tuple(sorted(links, key=lambda link: (link.first, link.second))),
        options=Options(evidence="statements"),
    )


def _entity(node: str, name: str) -> Entity:
    return Entity(id=node, kind=node.partition("/")[0], name=name)


def timed(what: str, count: int, work: Callable[[], Any]) -> Any:
    """Do a piece of work and print the processor time that it took."""
    start = time.process_time()
    result = work()
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:32} {seconds:8.2f} s {seconds / count * 1e6:8.2f} µs a triple, peak {peak:6.0f} MB")
    return result


def main(papers: int) -> None:
    graph = invented(papers)
    count = sum(1 for _ in triples(graph))
    print(f"{papers} papers, {len(graph.claims)} claims, {count} triples")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.ttl"
        timed("make", count, lambda: sum(1 for _ in triples(graph)))
        timed("make and write Turtle", count, lambda: write_rdf(graph, path))
        for form in ("ntriples", "trig", "jsonld"):
            timed(
                f"make and write {form}", count, lambda form=form: write_rdf(graph, path.with_suffix(f".{form}"), form)
            )
        timed("load Turtle into a store", count, lambda: open_store(path))
        timed("load Turtle into a store on disk", count, lambda: load_on_disk(path, path.with_name("store")))
        if papers <= 1000:
            nodes = list(described(graph))
            timed(
                "write Turtle of what is made",
                count,
                lambda: path.write_text("".join(turtle(nodes, graph.options.base))),
            )
            held = timed("hold in rdflib", count, lambda: to_rdflib(graph))
            timed("write Turtle with rdflib", count, lambda: held.serialize(path, format="turtle"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
