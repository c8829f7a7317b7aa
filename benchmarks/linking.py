"""How long resolving and linking take on a synthetic collection whose entities follow Zipf's law.

    OMP_NUM_THREADS=1 python benchmarks/linking.py [--papers 10000] [--growth] [--rival]

Prints processor seconds, the peak of memory, and what was made. `--growth` repeats it on a tenth of the papers and
prints the exponent of growth; `--rival` times NetworkX's `weighted_projected_graph` on the same papers and entities.
"""

import argparse
import math
import random
import resource
import time
from collections.abc import Iterator

from kg.link import link, paper_links
from kg.link.links import UBIQUITOUS
from kg.records import Extraction, Mention, Paper, PaperEntity, Relation, Source
from kg.resolve import resolve
from kg.vocabulary import LABELS, RELATIONS, ROLES

SYLLABLES = ("ba", "co", "di", "fu", "ge", "ho", "ki", "lu", "ma", "ne", "po", "ra", "se", "ti", "vo", "xu")
HEADS = ("network", "models", "learning", "method", "detection", "estimation", "dataset", "score")
ENTITIES_A_PAPER = 9
MENTIONS_AN_ENTITY = 2
NAMES_A_PAPER = 5


def named(number: int) -> str:
    """Return the name of the entity of a rank: two or three made-up words and a head."""
    words, rest = [], number + 16
    while rest:
        rest, syllable = divmod(rest, 16)
        words.append(SYLLABLES[syllable])
    middle = max(1, len(words) // 2)
    return f"{''.join(words[:middle])} {''.join(words[middle:])}ic {HEADS[number % len(HEADS)]}"


def zipf(random_: random.Random, names: int) -> int:
    """Return a rank below `names`, each with a chance in inverse proportion to it."""
    return int(math.exp(random_.random() * math.log(names + 1))) - 1


def collection(papers: int) -> Iterator[Extraction]:
    """Yield extractions with the shape of the gold: nine entities of seventeen mentions, six relations a paper."""
    random_ = random.Random(7)
    for number in range(papers):
        ranks = sorted({zipf(random_, papers * NAMES_A_PAPER) for _ in range(ENTITIES_A_PAPER)})
        text, entities = "", []
        for place, rank in enumerate(ranks):
            label, name = LABELS[rank % len(LABELS)], named(rank)
            acronym = "".join(word[0] for word in name.split()).upper() + str(rank % 97)
            mentions = []
            for surface in (name if random_.random() < 0.8 else name.title(), acronym)[: 1 + rank % MENTIONS_AN_ENTITY]:
                mentions.append(Mention(field="text", start=len(text), end=len(text) + len(surface), text=surface))
                text += surface + " is shown. "
            role = random_.choice(ROLES[label])
            entities.append(PaperEntity(id=f"{label[0]}{place}", label=label, role=role, mentions=tuple(mentions)))
        yield Extraction(
            paper=Paper(
                id=f"paper/text:{number:08d}",
                source_id=str(number),
                abstract=text,
                source=Source(file="", record=number),
            ),
            extractor="synthetic",
            sentences=(),
            entities=tuple(entities),
            relations=tuple(relations(random_, entities)),
        )


def relations(random_: random.Random, entities: list[PaperEntity]) -> Iterator[Relation]:
    """Yield up to six relations that fit the kinds of their ends."""
    for _ in range(6):
        head, tail = random_.choice(entities), random_.choice(entities)
        fitting = [label for label, ends in RELATIONS.items() if ends == (head.label, tail.label)]
        if fitting and head is not tail:
            yield Relation(head=head.id, label=random_.choice(fitting), tail=tail.id, confidence=0.8)


def measured(papers: int) -> tuple[float, dict[str, dict[str, float]]]:
    """Resolve and link a collection; print and return the processor time, and what its papers use."""
    extractions = tuple(collection(papers))
    began = time.process_time()
    resolution = resolve(extractions)
    between = time.process_time()
    linked = link(extractions, resolution)
    ended = time.process_time()
    uses: dict[str, dict[str, float]] = {}
    for place in linked.occurrences:
        uses.setdefault(place.paper, {})[place.entity] = 1.0
    before_links = time.process_time()
    paper_links(uses)
    links_alone = time.process_time() - before_links
    print(
        f"{papers:,} papers: resolve {between - began:.2f} s, link {ended - between:.2f} s (paper links alone "
        f"{links_alone:.2f} s), together {ended - began:.2f} s; {len(resolution.entities):,} entities, "
        f"{len(linked.claims):,} claims, {len(linked.links):,} links; "
        f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GB"
    )
    return ended - began, uses


def rival(uses: dict[str, dict[str, float]]) -> None:
    """Time NetworkX on the same papers, entities in more papers than may link left out there too."""
    import networkx as nx

    spread: dict[str, int] = {}
    for entities in uses.values():
        for entity in entities:
            spread[entity] = spread.get(entity, 0) + 1
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(uses)
    graph.add_edges_from((paper, e) for paper, entities in uses.items() for e in entities if spread[e] <= UBIQUITOUS)
    began = time.process_time()
    projected = nx.bipartite.weighted_projected_graph(graph, list(uses))
    print(f"weighted_projected_graph: {time.process_time() - began:.2f} s, {projected.number_of_edges():,} links")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--rival", action="store_true")
    arguments = parser.parse_args()
    fewer = measured(arguments.papers // 10)[0] if arguments.growth else 0.0
    seconds, uses = measured(arguments.papers)
    if fewer:
        print(f"exponent of growth: {math.log10(seconds / fewer):.2f}")
    if arguments.rival:
        rival(uses)


if __name__ == "__main__":
    main()
