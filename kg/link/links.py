"""Links between papers through the entities they share, the rare ones above all."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from scipy import sparse

from kg.records import PaperLink

TOP: Final = 5
"""Links a paper may ask for; it has more if others ask for it."""
UBIQUITOUS: Final = 100
"""An entity in more papers links none of them: it says little, and its pairs grow with the square."""
ROLE_WEIGHTS: Final = {
    "proposed": 1.0,
    "addressed": 1.0,
    "used": 0.6,
    "compared": 0.6,
    "reported": 0.3,
    "mentioned": 0.3,
}
"""How much of an entity's rarity a paper brings to a link, by what it does with the entity."""
DECIMALS: Final = 6
_ROWS: Final = 2048
"""Papers multiplied at a time, so that memory does not grow with the product."""

Uses = Mapping[str, Mapping[str, float]]
"""For each paper its entities, each with the weight of its role there."""


def rarity(papers: int) -> float:
    """Return how much an entity says that so many papers name, at least two; after Adamic and Adar (2003).

    Examples
    --------
    >>> rarity(2), rarity(16)
    (1.0, 0.25)
    """
    return 1.0 / math.log2(max(papers, 2))


def paper_links(
    uses: Uses, *, top: int = TOP, ubiquitous: int = UBIQUITOUS, rarity: Callable[[int], float] = rarity
) -> tuple[PaperLink, ...]:
    """Return the strongest links between papers, sorted by their ids.

    The weight of a link is the sum, over the entities that both papers share, of the entity's rarity times the
    weights of its roles in both. A link is kept if it is among the `top` strongest of either paper, ties by the other
    paper's id; so their number grows with the papers, and nothing depends on the order of input.

    Parameters
    ----------
    uses
        For each paper its entities, each with the weight of its role.
    top
        Links a paper may ask for.
    ubiquitous
        Entities in more papers do not link.
    rarity
        From the number of papers that name an entity to what it brings to a link.
    """
    spread = Counter(entity for entities in uses.values() for entity in entities)
    linking = {
        entity: place for place, entity in enumerate(sorted(e for e, n in spread.items() if 2 <= n <= ubiquitous))
    }
    papers = sorted(uses)
    kept: dict[tuple[int, int], float] = {}
    for first, second, weight in _strongest(_matrix(uses, papers, linking, spread, rarity), top):
        kept[min(first, second), max(first, second)] = weight
    return tuple(
        PaperLink(
            first=papers[first],
            second=papers[second],
            weight=kept[first, second],
            shared=tuple(
                sorted(
                    uses[papers[first]].keys() & uses[papers[second]].keys() & linking.keys(),
                    key=lambda entity: (spread[entity], entity),
                )
            ),
        )
        for first, second in sorted(kept)
    )


def _matrix(
    uses: Uses,
    papers: Sequence[str],
    linking: Mapping[str, int],
    spread: Mapping[str, int],
    rarity: Callable[[int], float],
) -> Any:
    """Return papers × entities such that the product with its transpose holds the weights of all links."""
    scale = {entity: math.sqrt(rarity(spread[entity])) for entity in linking}
    starts, columns, values = [0], [], []
    for paper in papers:
        for place, entity in sorted((linking[entity], entity) for entity in uses[paper] if entity in linking):
            columns.append(place)
            values.append(scale[entity] * uses[paper][entity])
        starts.append(len(columns))
    return sparse.csr_matrix(
        (np.array(values, dtype=np.float64), np.array(columns, dtype=np.int64), np.array(starts, dtype=np.int64)),
        shape=(len(papers), len(linking)),
    )


def _strongest(matrix: Any, top: int) -> Iterator[tuple[int, int, float]]:
    """Yield the strongest partners of each paper and the weight, ties by partner."""
    turned = matrix.T.tocsr()
    for begin in range(0, matrix.shape[0], _ROWS):
        product = (matrix[begin : begin + _ROWS] @ turned).tocoo()
        row, column, weight = product.row + begin, product.col, np.round(product.data, DECIMALS)
        proper = (row != column) & (weight > 0)
        row, column, weight = row[proper], column[proper], weight[proper]
        order = np.lexsort((column, -weight, row))
        row, column, weight = row[order], column[order], weight[order]
        place = np.arange(len(row)) - np.searchsorted(row, row)
        chosen = place < top
        yield from zip(row[chosen].tolist(), column[chosen].tolist(), weight[chosen].tolist(), strict=True)
