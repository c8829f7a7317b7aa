"""Which weights make papers that are linked related, chosen on one half of the papers and reported on both.

    OMP_NUM_THREADS=1 python benchmarks/similar.py FOLDER [--choose first]

What is related, benchmarks/judged.py says. The papers are extracted into FOLDER, once. Prints how well each paper's
partners are ranked by the weights that ship, by all weights alike, by the cosine of TF-IDF of title and abstract, and
by both together. `--choose` searches the weights anew on one half: of rarity, limit and roles one after the other, that
which ranks its papers best, until none changes.
"""

import argparse
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from judged import Judged, judged
from scipy import sparse

from kg.link import paper_links
from kg.link.links import TOP, UBIQUITOUS, rarity
from kg.link.uses import ROLE_WEIGHTS, weigh

Scores = Mapping[str, Mapping[str, float]]
"""For each paper the others that have something in common with it, and how much."""

RARITIES: Final[Mapping[str, Callable[[int], float]]] = {
    "1": lambda _: 1.0,
    "1/log2(n)": lambda papers: 1 / math.log2(papers),
    "1/log2(n)^2": lambda papers: 1 / math.log2(papers) ** 2,
    "1/sqrt(n)": rarity,
    "1/n": lambda papers: 1 / papers,
}
LIMITS: Final = (25, 50, 100, 200, 10**9)
STEPS: Final = tuple(tenth / 10 for tenth in range(13))
OPTIONS: Final[Mapping[str, tuple[Any, ...]]] = {
    "rarity": tuple(RARITIES),
    "limit": LIMITS,
    **{role: STEPS for role in ROLE_WEIGHTS if role != "addressed"},  # weights count in proportion to each other
}
NO_MATTER: Final = 0.0015
"""Differences of nDCG@5 that decide nothing: the halves differ by more."""
ASKED: Final = range(1, 13)
MOST_ROUNDS: Final = 6
SHOWN: Final = 5
LAST_RANK: Final = 10_000
"""More than there are papers."""

Setting = Mapping[str, Any]
"""``rarity``, ``limit``, and the weight of each role by its name."""
ALIKE: Final[Setting] = {"rarity": "1", "limit": 10**9, **dict.fromkeys(ROLE_WEIGHTS, 1.0)}
EARLIER: Final[Setting] = {
    "rarity": "1/log2(n)",
    "limit": 100,
    "proposed": 1.0,
    "addressed": 1.0,
    "used": 0.6,
    "compared": 0.6,
    "reported": 0.3,
    "mentioned": 0.3,
}
SHIPPED: Final[Setting] = {"rarity": "1/sqrt(n)", "limit": UBIQUITOUS, **ROLE_WEIGHTS}


def linked(half: Judged, setting: Setting, top: int) -> Scores:
    """Return the weights of the links that the setting gives."""
    weights = {role: setting[role] for role in ROLE_WEIGHTS}
    uses = weigh(half.roles, weights=weights)
    scores: dict[str, dict[str, float]] = {paper: {} for paper in half.texts}
    for found in paper_links(uses, top=top, ubiquitous=setting["limit"], rarity=RARITIES[setting["rarity"]]):
        scores[found.first][found.second] = scores[found.second][found.first] = found.weight
    return scores


def cosines(half: Judged) -> Scores:
    """Return the cosines of TF-IDF, as most libraries have it: words of two letters and more, logarithms of counts.

    Words of one paper alone, and of more than half of the papers, are left out.
    """
    papers = sorted(half.texts)
    counts = [Counter(re.findall(r"[^\W_]{2,}", half.texts[paper].lower())) for paper in papers]
    spread = Counter(word for count in counts for word in count)
    places = {word: n for n, word in enumerate(sorted(w for w, n in spread.items() if 2 <= n <= len(papers) / 2))}
    cells = [
        (row, places[word], (1 + math.log(times)) * (1 + math.log((1 + len(papers)) / (1 + spread[word]))))
        for row, count in enumerate(counts)
        for word, times in count.items()
        if word in places
    ]
    rows, columns, values = zip(*cells, strict=True)
    matrix = sparse.csr_matrix((values, (rows, columns)), shape=(len(papers), len(places)))
    matrix = sparse.diags(1 / np.maximum(sparse.linalg.norm(matrix, axis=1), 1e-9)) @ matrix
    product = (matrix @ matrix.T).toarray()
    return {
        paper: {other: product[row, column] for column, other in enumerate(papers) if column != row}
        for row, paper in enumerate(papers)
    }


def both(half: Judged, share: float) -> Scores:
    """Return the sum of the cosines and of a share of the weights of the links that ship."""
    scores = linked(half, SHIPPED, LAST_RANK)
    return {
        paper: {other: cosine + share * scores[paper].get(other, 0.0) for other, cosine in cosines_of.items()}
        for paper, cosines_of in cosines(half).items()
    }


def figures(half: Judged, scores: Scores) -> tuple[float, float, float]:
    """Return mean average precision, nDCG@5 and recall@5 over the papers that have a related one."""
    rows = []
    for paper, related in half.related.items():
        partners = sorted(scores[paper].items(), key=lambda item: (-item[1], item[0]))
        ranks = [rank for rank, (other, _) in enumerate(partners, start=1) if other in related]
        shown = [rank for rank in ranks if rank <= SHOWN]
        best = min(len(related), SHOWN)
        gain = sum(1 / math.log2(rank + 1) for rank in shown)
        ideal = sum(1 / math.log2(rank + 1) for rank in range(1, best + 1))
        precision = sum(found / rank for found, rank in enumerate(ranks, start=1)) / len(related)
        rows.append((precision, gain / ideal, len(shown) / best))
    average, ndcg, recall = np.mean(rows, axis=0).tolist()
    return average, ndcg, recall


def worth(halves: Sequence[Judged], setting: Setting) -> float:
    """Return the mean nDCG@5 of some collections."""
    return float(np.mean([figures(half, linked(half, setting, SHOWN))[1] for half in halves]))


def choose(halves: Sequence[Judged]) -> Setting:
    """Return the best setting, found from that in which all weigh alike by changing one choice at a time."""
    setting = dict(ALIKE)
    for _ in range(MOST_ROUNDS):
        before = dict(setting)
        for name, values in OPTIONS.items():
            tried = {value: worth(halves, {**setting, name: value}) for value in values}
            setting[name] = settled(name, tried)
            print(f"{name} = {setting[name]}", {value: round(found, 4) for value, found in tried.items()})
        if setting == before:
            break
    return setting


def settled(name: str, tried: Mapping[Any, float]) -> Any:
    """Return the middle one of the values that rank as well as the best; of functions the best."""
    best = max(tried, key=lambda value: tried[value])
    good = [value for value, found in tried.items() if found >= tried[best] - NO_MATTER]
    return best if name == "rarity" else good[(len(good) - 1) // 2]


def report(name: str, halves: Mapping[str, tuple[Judged, Judged]], score: Callable[[Judged], Scores]) -> None:
    cells = []
    for pair in halves.values():
        for half in pair:
            cells.append(" / ".join(f"{figure:.3f}" for figure in figures(half, score(half))))
    print(f"| {name} | {' | '.join(cells)} |")


def links_asked_for(halves: Mapping[str, tuple[Judged, Judged]]) -> None:
    """Print how many of the links are related, and of the related linked, if each paper asks for so many.

    Then the F1 of both on the first half, as a share of the best F1 that any number gives, mean of all judgements.
    """
    shares: dict[int, list[float]] = defaultdict(list)
    for name, pair in halves.items():
        rows = {top: [agreement(half, top) for half in pair] for top in ASKED}
        best = max(rows[top][0][2] for top in ASKED)
        for top, both_halves in rows.items():
            shares[top].append(both_halves[0][2] / best)
            print(f"{name}, {top} links asked for:", *(" / ".join(f"{f:.3f}" for f in half) for half in both_halves))
    for top, found in shares.items():
        print(f"{top} links asked for: {np.mean(found):.3f} of the best F1{' (as shipped)' * (top == TOP)}")


def agreement(half: Judged, top: int) -> tuple[float, float, float]:
    """Return the precision, recall and F1 of the links that papers ask for, against what is related to them."""
    right = asked = 0
    for paper, partners in linked(half, SHIPPED, top).items():
        own = sorted(partners, key=lambda other: (-partners[other], other))[:top]
        asked += len(own)
        right += sum(other in half.related.get(paper, ()) for other in own)
    wanted = sum(map(len, half.related.values()))
    return right / asked, right / wanted, 2 * right / (asked + wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--choose", choices=("first", "second"))
    arguments = parser.parse_args()
    halves = judged(arguments.folder)
    for name, pair in halves.items():
        print(name, [(len(half.texts), sum(map(len, half.related.values())) // 2) for half in pair])
    settings = {"all alike": ALIKE, "earlier, by taste": EARLIER, "as shipped": SHIPPED}
    if arguments.choose:
        place = ("first", "second").index(arguments.choose)
        settings["chosen"] = choose([pair[place] for pair in halves.values()])
        print(settings["chosen"])
    for name, setting in settings.items():
        report(name, halves, partial(linked, setting=setting, top=LAST_RANK))
    report("TF-IDF", halves, cosines)
    for share in (0.1, 0.3):
        report(f"TF-IDF + {share} links", halves, partial(both, share=share))
    links_asked_for(halves)


if __name__ == "__main__":
    main()
