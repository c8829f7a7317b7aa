"""How long resolving and linking take on a synthetic collection whose entities follow Zipf's law.

    OMP_NUM_THREADS=1 python benchmarks/linking.py [--papers 10000] [--growth] [--rival]

Prints processor seconds, the peak of memory, and what was made. `--growth` repeats it on a tenth of the papers and
prints the exponent of growth; `--rival` times NetworkX's `weighted_projected_graph` on the same papers and entities:
without those in more papers than may link, then with all of them (5 GB and three minutes for 10,000 papers).
"""

import argparse
import math
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from kg.link import link, paper_links
from kg.link.links import TOP, UBIQUITOUS
from kg.records import Extraction, Mention, Paper, PaperEntity, PaperLink, Relation, Source
from kg.resolve import resolve
from kg.vocabulary import LABELS, RELATIONS, ROLES

SYLLABLES = ("ba", "co", "di", "fu", "ge", "ho", "ki", "lu", "ma", "ne", "po", "ra", "se", "ti", "vo", "xu")
HEADS = ("network", "models", "learning", "method", "detection", "estimation", "dataset", "score")
ENTITIES_A_PAPER = 9
MENTIONS_AN_ENTITY = 2
NAMES_A_PAPER = 5
MOST_PAIRS = 1_000_000
"""More pairs than that are not made records of."""

Plain = dict[str, dict[str, float]]
"""For each paper its entities, all of one weight."""


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


def measured(papers: int) -> tuple[float, Plain]:
    """Resolve and link a collection; print and return the processor time, and what its papers use."""
    extractions = tuple(collection(papers))
    began = time.process_time()
    resolution = resolve(extractions)
    between = time.process_time()
    linked = link(extractions, resolution)
    ended = time.process_time()
    uses: Plain = {}
    for place in linked.occurrences:
        uses.setdefault(place.paper, {})[place.entity] = 1.0
    links_alone = best(lambda: paper_links(uses), 5)[0]
    print(
        f"{papers:,} papers: resolve {between - began:.2f} s, link {ended - between:.2f} s (paper links alone "
        f"{links_alone:.2f} s), together {ended - began:.2f} s; {len(resolution.entities):,} entities, "
        f"{len(linked.claims):,} claims, {len(linked.links):,} links; "
        f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GB"
    )
    return ended - began, uses


def best(run: Callable[[], Any], times: int) -> tuple[float, Any]:
    """Return the least processor time of several runs, and what the last one gave."""
    seconds = []
    for _ in range(times):
        began = time.process_time()
        made = run()
        seconds.append(time.process_time() - began)
    return min(seconds), made


def rival(uses: Plain, limit: int, times: int) -> None:
    """Time NetworkX and kg on one graph of papers and entities, without the entities in more papers than the limit.

    NetworkX counts the shared entities of all pairs. With `top`, kg counts them too, keeps the pairs that are among
    the strongest of either paper, and names what they share; without, it keeps and names all pairs.
    """
    import networkx as nx

    spread = Counter(entity for entities in uses.values() for entity in entities)
    kept = {paper: {e: 1.0 for e in entities if spread[e] <= limit} for paper, entities in uses.items()}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(kept)
    graph.add_edges_from((paper, entity) for paper, entities in kept.items() for entity in entities)
    theirs, projected = best(lambda: nx.bipartite.weighted_projected_graph(graph, list(kept)), times)
    pairs = projected.number_of_edges()
    print(f"{graph.number_of_edges():,} uses: weighted_projected_graph {theirs:.2f} s, {pairs:,} pairs")
    strongest = partial(paper_links, kept, ubiquitous=len(kept), rarity=lambda _: 1.0)
    told(f"paper_links, top {TOP}", theirs, *best(strongest, 5))
    told("paper_links as shipped, of all uses", theirs, *best(lambda: paper_links(uses), 5))
    if pairs <= MOST_PAIRS:
        seconds, links = best(partial(strongest, top=len(kept)), times)
        told("paper_links, all pairs", theirs, seconds, links)
        same = {frozenset((one.first, one.second)): one.weight for one in links}
        assert same == {frozenset((one, other)): weight for one, other, weight in projected.edges(data="weight")}


def told(what: str, theirs: float, seconds: float, links: Sequence[PaperLink]) -> None:
    print(f"  {what}: {seconds:.3f} s, {len(links):,} links, {theirs / seconds:.0f} times faster")


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
        rival(uses, limit=UBIQUITOUS, times=3)
        rival(uses, limit=len(uses), times=1)


if __name__ == "__main__":
    main()
