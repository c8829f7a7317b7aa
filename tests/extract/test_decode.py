import itertools

import numpy as np
import pytest

from kg.extract.decode import candidates, chain_of, choose
from kg.extract.tags import LabelledSpan, spans_of, tags_of
from kg.extract.words import Words


def words(length: int, *, fresh: set[int] = frozenset(), closed: set[int] = frozenset()) -> Words:  # type: ignore[assignment]
    return Words(
        texts=("w",) * length,
        tokens=tuple(range(length)),
        fresh=np.array([at == 0 or at in fresh for at in range(length)]),
        closed=np.array([at in closed for at in range(length)]),
        glued=np.zeros(length, dtype=bool),
    )


def random_scores(length: int, seed: int) -> np.ndarray:
    draw = np.random.default_rng(seed)
    return np.log(draw.dirichlet(np.full(9, 0.5), length)).astype(np.float32)


def valid(tags: tuple[int, ...], given: Words) -> bool:
    for at, tag in enumerate(tags):
        goes_on = tag and tag % 2 == 0
        if goes_on and (given.fresh[at] or tags[at - 1] not in (tag, tag - 1)):
            return False
        if tag and given.closed[at]:
            return False
    return True


def enumerated(scores: np.ndarray, given: Words) -> dict[LabelledSpan, float]:
    """The posterior of each span, by writing down all sequences of tags."""
    mass: dict[LabelledSpan, float] = {}
    total = 0.0
    for tags in itertools.product(range(9), repeat=len(given)):
        if valid(tags, given):
            weight = float(np.exp(sum(float(scores[at, tag]) for at, tag in enumerate(tags) if not given.closed[at])))
            total += weight
            for span in spans_of(tags):
                mass[span] = mass.get(span, 0.0) + weight
    return {span: value / total for span, value in mass.items()}


@pytest.mark.parametrize("given", [words(4), words(4, fresh={2}), words(4, closed={1})])
def test_posteriors_are_those_of_all_valid_sequences(given: Words) -> None:
    scores = random_scores(4, seed=1)
    chain = chain_of(scores, given)
    for span, expected in enumerated(scores, given).items():
        assert chain.posterior(span) == pytest.approx(expected, rel=1e-5)


def test_candidates_are_all_spans_above_the_least_posterior() -> None:
    scores = random_scores(4, seed=2)
    expected = {span: value for span, value in enumerated(scores, words(4)).items() if value >= 0.05}
    found = candidates(chain_of(scores, words(4)), least=0.05)
    assert found == pytest.approx(expected, rel=1e-5)


def test_no_candidate_crosses_a_blank_line() -> None:
    found = candidates(chain_of(random_scores(6, seed=3), words(6, fresh={3})), least=1e-9)
    assert found
    assert not [span for span in found if span[0] < 3 < span[1]]


def test_no_candidate_touches_a_link() -> None:
    found = candidates(chain_of(random_scores(6, seed=3), words(6, closed={2, 3})), least=1e-9)
    assert found
    assert not [span for span in found if span[0] < 4 and span[1] > 2]


def test_two_short_mentions_beat_a_long_one_that_is_less_sure() -> None:
    posteriors = {(0, 3, "METHOD"): 0.6, (0, 1, "METHOD"): 0.55, (2, 3, "TASK"): 0.55}
    assert choose(posteriors, threshold=0.4) == [(0, 1, "METHOD"), (2, 3, "TASK")]


def test_chosen_mentions_never_overlap() -> None:
    draw = np.random.default_rng(4)
    starts = draw.integers(0, 30, 80)
    spans = {
        (int(s), int(s + n), "TASK"): float(p)
        for s, n, p in zip(starts, draw.integers(1, 6, 80), draw.random(80), strict=True)
    }
    chosen = choose(spans, threshold=0.2)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(chosen))


def test_a_mention_at_the_threshold_is_left_out() -> None:
    assert choose({(0, 1, "TASK"): 0.4}, threshold=0.4) == []


def test_a_very_long_text_does_not_underflow() -> None:
    scores = np.full((20_000, 9), -30.0, dtype=np.float32)
    scores[:, 1] = 0.0
    chain = chain_of(scores, words(20_000))
    assert chain.posterior((19_998, 19_999, "METHOD")) == pytest.approx(1.0)


def test_tags_of_other_labels_are_read_in_the_order_given() -> None:
    labels = ("Task", "Method", "Metric", "Material", "Term", "Generic")
    scores = np.full((3, 13), np.log(0.01), dtype=np.float32)
    for at, tag in enumerate(tags_of([(1, 3, "Generic")], 3, labels)):
        scores[at, tag] = np.log(0.88)
    assert choose(candidates(chain_of(scores, words(3), labels))) == [(1, 3, "Generic")]
