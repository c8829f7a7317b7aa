import numpy as np
import pytest

from kg.train.calibrate import fit


def drawn(curve: float) -> tuple[list[float], list[bool]]:
    """Posteriors between 0.4 and 1, and mentions as often right as the posterior to the power of `curve`."""
    draw = np.random.default_rng(0)
    posteriors = draw.uniform(0.4, 1, 20_000)
    return posteriors.tolist(), (draw.random(20_000) < posteriors**curve).tolist()


@pytest.mark.parametrize("curve", [1, 2, 3])
def test_the_curve_comes_near_to_how_often_mentions_are_right(curve: int) -> None:
    fitted = fit(*drawn(curve))
    for posterior in (0.45, 0.6, 0.75, 0.9):
        assert fitted(posterior) == pytest.approx(posterior**curve, abs=0.03)


def test_the_curve_never_falls() -> None:
    posteriors, right = drawn(1)
    fitted = fit(posteriors, [not hit for hit in right])
    values = [fitted(posterior) for posterior in (0.1, 0.3, 0.5, 0.7, 0.9)]
    assert values == sorted(values)


def test_no_mention_at_all_leaves_confidences_as_they_are() -> None:
    assert fit([], [])(0.7) == pytest.approx(0.7)


def test_sure_posteriors_that_are_mostly_right_do_not_make_the_fit_run_away() -> None:
    fitted = fit([0.86] * 100 + [0.9999] * 155, [True] * 50 + [False] * 50 + [True] * 125 + [False] * 30)
    assert 0.4 < fitted(0.86) < 0.6
    assert 0.7 < fitted(0.9999) < 0.9
