import numpy as np
import pytest

from kg.extract.consistency import pooled
from kg.extract.decode import candidates, chain_of
from kg.extract.tags import LabelledSpan
from kg.extract.tokens import word_pipeline
from kg.extract.words import words_of

NLP = word_pipeline()

METHOD = 1


def found(text: str, sure: dict[int, float]) -> dict[LabelledSpan, float]:
    """The pooled posteriors of a text in which some words begin a method with the probabilities given."""
    words = words_of(NLP.make_doc(text))
    chances = np.full((len(words), 9), 1e-9)
    chances[:, 0] = 1.0
    for at, value in sure.items():
        chances[at, METHOD], chances[at, 0] = value, 1 - value
    chain = chain_of(np.log(chances).astype(np.float32), words)
    return pooled(candidates(chain), chain, words)


def test_a_doubtful_place_gains_from_a_sure_one() -> None:
    assert found("ADAM or ADAM", {0: 0.9, 2: 0.3})[2, 3, "METHOD"] == pytest.approx(0.525, abs=0.01)


def test_a_stray_find_loses_from_places_where_nothing_was_found() -> None:
    assert found("light and light and light", {0: 0.6})[0, 1, "METHOD"] == pytest.approx(0.3, abs=0.01)


def test_a_place_that_the_model_missed_is_looked_at() -> None:
    assert found("ADAM or ADAM", {0: 0.9})[2, 3, "METHOD"] == pytest.approx(0.3375, abs=0.01)


def test_case_and_plural_do_not_matter() -> None:
    assert (2, 3, "METHOD") in found("Transformers or transformer", {0: 0.9})


def test_a_name_that_stands_once_keeps_its_posterior() -> None:
    assert found("ADAM or SGD", {0: 0.8})[0, 1, "METHOD"] == pytest.approx(0.8, abs=0.001)


def test_no_place_is_looked_for_in_a_link() -> None:
    assert list(found("ADAM at https://a.org/ADAM", {0: 0.9})) == [(0, 1, "METHOD")]
