"""Forms of verbs: which make one name, which do not."""

import pytest

from kg.resolve.inflection import uninflected


@pytest.mark.parametrize(
    "kind, left, right",
    [
        ("task", "learn-invariant-feature", "learning-invariant-feature"),
        ("task", "encode-tone", "encoding-of-the-tone"),
        ("task", "plan-path", "planning-path"),
        ("method", "linear-probe", "linear-probing"),
        ("method", "early-exit", "early-exiting"),
    ],
)
def test_forms_of_one_verb_are_one(kind: str, left: str, right: str) -> None:
    assert uninflected(kind, left) == uninflected(kind, right)


@pytest.mark.parametrize(
    "kind, left, right",
    [
        ("method", "language-model", "language-modeling"),
        ("method", "score-function", "scoring-function"),
        ("method", "prompt", "prompting"),
        ("task", "learn-of-reward", "learning-reward"),
        ("task", "coding", "code"),
        ("metric", "mean-scoring", "mean-score"),
    ],
)
def test_other_words_are_not(kind: str, left: str, right: str) -> None:
    assert uninflected(kind, left) != uninflected(kind, right)
