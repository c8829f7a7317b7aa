import pytest

from kg.extract.calibration import Calibration


@pytest.mark.parametrize("posterior", [0.0001, 0.3, 0.5, 0.97])
def test_an_unfitted_curve_changes_nothing(posterior: float) -> None:
    assert Calibration()(posterior) == pytest.approx(posterior)


def test_the_shift_is_one_of_log_odds() -> None:
    # Odds of 1 become odds of e^-1: 1 / (1 + e).
    assert Calibration(shift=-1.0)(0.5) == pytest.approx(0.26894, abs=1e-5)


@pytest.mark.parametrize("posterior", [0.0, 1.0])
def test_certainty_gives_a_confidence_inside_the_unit_interval(posterior: float) -> None:
    assert 0 < Calibration(low=2.0, high=0.5)(posterior) < 1
