"""Belief: more papers make a claim surer, up to a ceiling."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.link.belief import CEILING, noisy_or

CONFIDENCES = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_one_paper_is_believed_as_it_was_read() -> None:
    assert noisy_or([0.5]) == 0.5


def test_two_papers_fail_together_only() -> None:
    assert noisy_or([0.8, 0.5]) == 0.9


def test_no_claim_is_certain() -> None:
    assert noisy_or([1.0]) == noisy_or([0.9] * 50) == CEILING == 0.99


@settings(deadline=None)
@given(CONFIDENCES, st.floats(0, 1))
def test_another_paper_never_lowers_belief(confidences: list[float], more: float) -> None:
    assert noisy_or([*confidences, more]) >= noisy_or(confidences)


@settings(deadline=None)
@given(CONFIDENCES)
def test_the_order_of_papers_does_not_matter(confidences: list[float]) -> None:
    assert noisy_or(confidences) == noisy_or(confidences[::-1])
