"""Links between papers through the entities they share, the rare ones above all."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, repeat
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sparse_dot_topn import sp_matmul_topn

from kg.link.uses import Uses
from kg.records import PaperLink

TOP: Final = 5
"""Links a paper may ask for; it has more if others ask for it (benchmarks/linking.md)."""
UBIQUITOUS: Final = 100
"""An entity in more papers links none of them: its pairs grow with the square, and they help no ranking
(benchmarks/linking.md)."""
DECIMALS: Final = 6
_ROWS: Final = 512
"""Papers multiplied at a time, so that memory does not grow with the product, and a part stays in the cache."""

Places = NDArray[np.int64]
"""Papers, by their places among all of them in order of id."""


def rarity(papers: int) -> float:
    """Return how much an entity says that so many papers name; of five functions that which ranked best.

    It falls faster than that of Adamic and Adar (2003), slower than in proportion (benchmarks/linking.md).

    Examples
    --------
    >>> rarity(4), rarity(16)
    (0.5, 0.25)
    """
    return 1.0 / math.sqrt(papers)


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
    spread = Counter(chain.from_iterable(uses.values()))
    linking = sorted((papers, entity) for entity, papers in spread.items() if 2 <= papers <= ubiquitous)
    papers, entities = sorted(uses), [entity for _, entity in linking]
    scale = np.array([math.sqrt(rarity(papers)) for papers, _ in linking])
    matrix = _matrix([uses[paper] for paper in papers], entities, scale)
    first, second, weights = _kept(matrix, top)
    return tuple(
        PaperLink(first=papers[one], second=papers[other], weight=weight, shared=shared)
        for one, other, weight, shared in zip(
            first.tolist(), second.tolist(), weights.tolist(), _shared(matrix, first, second, entities), strict=True
        )
    )


def _matrix(uses: Sequence[Mapping[str, float]], entities: Sequence[str], scale: NDArray[np.float64]) -> Any:
    """Return papers × entities such that the product with its transpose holds the weights of all links."""
    place = {entity: number for number, entity in enumerate(entities)}
    column = np.array([*map(place.get, chain.from_iterable(uses), repeat(-1))], dtype=np.int64)
    value = np.array([*chain.from_iterable(weights.values() for weights in uses)], dtype=np.float64)
    row = np.repeat(np.arange(len(uses)), [*map(len, uses)])
    linking = column >= 0
    row, column, value = row[linking], column[linking], value[linking]
    return sparse.csr_matrix((scale[column] * value, (row, column)), shape=(len(uses), len(entities)))


def _kept(matrix: Any, top: int) -> tuple[Places, Places, NDArray[np.float64]]:
    """Return both ends, the smaller first, and the weight of the links that either end asks for, each once, sorted."""
    asked = [*_asked(matrix, top)]
    if not asked:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0)
    row, column, weight = map(np.concatenate, zip(*asked, strict=True))
    papers = matrix.shape[0]
    pair, places = np.unique(np.minimum(row, column) * papers + np.maximum(row, column), return_index=True)
    return pair // papers, pair % papers, weight[places]


def _asked(matrix: Any, top: int) -> Iterator[tuple[Places, Places, NDArray[np.float64]]]:
    """Yield the strongest partners of some papers at a time and the weights, ties by partner."""
    turned = matrix.T.tocsr()
    for begin in range(0, matrix.shape[0], _ROWS):
        part = matrix[begin : begin + _ROWS]
        product = part @ turned
        row = np.repeat(np.arange(begin, begin + part.shape[0]), np.diff(product.indptr))
        strong = product.data > np.repeat(_least(part, turned, top), np.diff(product.indptr))
        row, column, weight = row[strong], product.indices[strong], np.round(product.data[strong], DECIMALS)
        proper = (row != column) & (weight > 0)
        row, column, weight = row[proper], column[proper], weight[proper]
        order = np.lexsort((column, -weight, row))
        row, column, weight = row[order], column[order], weight[order]
        chosen = np.arange(len(row)) - np.searchsorted(row, row) < top
        yield row[chosen], column[chosen], weight[chosen]


def _least(part: Any, turned: Any, top: int) -> NDArray[np.float64]:
    """Return for each paper a weight below that of all partners among its strongest, ties and rounding allowed for.

    It spares sorting all partners, of which most papers have hundreds.
    """
    strongest = sp_matmul_topn(part, turned, min(top + 1, turned.shape[1]), sort=True)  # a paper is its own partner
    ends = strongest.indptr[1:]
    full = np.diff(strongest.indptr) > top
    least = np.zeros(part.shape[0])
    least[full] = strongest.data[ends[full] - 1] - 10.0**-DECIMALS
    return least


def _shared(matrix: Any, first: Places, second: Places, entities: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the entities that the papers of each pair share, in order of their places."""
    both = matrix[first].multiply(matrix[second]).tocsr()
    names = [entities[place] for place in both.indices.tolist()]
    return (tuple(names[start:end]) for start, end in pairwise(both.indptr.tolist()))
