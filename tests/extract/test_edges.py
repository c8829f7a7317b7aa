import pytest

from kg.extract.edges import drawable
from kg.extract.tokens import word_pipeline
from kg.extract.words import words_of

NLP = word_pipeline()


def drawn(text: str, *surfaces: str) -> dict[str, float]:
    """The surfaces that are left of some in a text, each of which the model gives one tenth."""
    doc = NLP.make_doc(text)
    words = words_of(doc)
    tokens = [doc[at] for at in words.tokens]
    spans = {}
    for surface in surfaces:
        first = text.index(surface)
        held = [at for at, token in enumerate(tokens) if first <= token.idx < first + len(surface)]
        spans[held[0], held[-1] + 1, "DATASET"] = 0.1
    return {
        text[tokens[start].idx : tokens[end - 1].idx + len(tokens[end - 1])]: value
        for (start, end, _), value in drawable(spans, words).items()
    }


@pytest.mark.parametrize("cut", ["Gigaword and", "on Gigaword and", "the Gigaword", "Gigaword ,", "- Gigaword", "for"])
def test_a_mention_has_no_linking_word_or_sign_at_its_edge(cut: str) -> None:
    assert drawn(f"results: {cut.removeprefix('on ')} more", cut.removeprefix("on ")) == {}


@pytest.mark.parametrize(
    "name", ["C++", "C#", "(p, q)-testing", "learning with errors", "A*", "F1 (micro)", "Bag of Words"]
)
def test_a_name_may_hold_signs_and_linking_words(name: str) -> None:
    assert drawn(f"we use {name} here", name) == {name: 0.1}


def test_an_acronym_spelt_like_a_linking_word_is_a_name() -> None:
    assert drawn("the inception score (IS) is high", "IS") == {"IS": 0.1}


@pytest.mark.parametrize("cut", ["SQuAD 1", "SQuAD 1.", "SQuAD 1.1"])
def test_a_number_is_not_cut_at_its_dot(cut: str) -> None:
    assert drawn("tests on SQuAD 1.1 and others", cut) == {"SQuAD 1.1": 0.1}


def test_cuts_of_one_number_add_up() -> None:
    assert drawn("tests on SQuAD 1.1 and others", "SQuAD 1", "SQuAD 1.1") == {"SQuAD 1.1": 0.2}


def test_a_number_at_the_end_of_a_sentence_keeps_out_the_dot() -> None:
    assert drawn("We test on SQuAD 1. It is old.", "SQuAD 1") == {"SQuAD 1": 0.1}
