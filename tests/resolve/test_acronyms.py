"""Acronyms: what spells one, and what two long forms of one must share."""

import pytest

from kg.resolve.acronyms import free, rivals, skeleton, spells, spoken, telling_words


@pytest.mark.parametrize(
    "acronym, long_form",
    [
        ("LLMs", "large language models"),
        ("NeRF", "neural radiance fields"),
        ("ViT", "Vision Transformer"),
        ("MoE", "mixture of experts"),
        ("RLHF", "reinforcement learning from human feedback"),
        ("A3C", "asynchronous advantage actor-critic"),
        ("3DGS", "3D Gaussian splatting"),
        ("XAI", "explainable AI"),
        ("dMRI", "diffusion MRI"),
        ("DP-SGD", "differentially private SGD"),
    ],
)
def test_each_word_gives_its_first_letter(acronym: str, long_form: str) -> None:
    assert spells(acronym, long_form)


@pytest.mark.parametrize(
    "acronym, long_form",
    [
        ("RL", "offline reinforcement learning"),
        ("LLM", "language model"),
        ("LM", "large language model"),
        ("CNN", "deep convolutional neural network"),
        ("GAN", "GAN"),
        ("XX", "examples"),
        ("DP", "conformal prediction"),
        ("", "deep learning"),
        ("AI", ""),
    ],
)
def test_a_word_too_many_or_too_few_spells_nothing(acronym: str, long_form: str) -> None:
    assert not spells(acronym, long_form)


def test_link_words_and_endings_are_no_difference() -> None:
    assert skeleton("mixture-of-expert") == skeleton("mixture-expert")
    assert skeleton("convolutional-network") == skeleton("convolution-network")
    assert skeleton("masked-language-modeling") == skeleton("masked-language-model")


@pytest.mark.parametrize(
    "left, right",
    [("self-supervised-learning", "semi-supervised-learning"), ("continual-learning", "contrastive-learning")],
)
def test_other_words_are_a_difference(left: str, right: str) -> None:
    assert skeleton(left) != skeleton(right)


@pytest.mark.parametrize(
    "acronym, papers, expected",
    [("bert", 1, True), ("ssl", 1, False), ("ssl", 2, True), ("rl", 2, False), ("rl", 3, True)],
)
def test_the_shorter_an_acronym_the_more_papers_must_define_it(acronym: str, papers: int, expected: bool) -> None:
    assert free(acronym, papers) is expected


def test_a_slip_of_the_pen_is_no_rival() -> None:
    many = {str(number) for number in range(21)}
    assert rivals({"large-language-model": many, "large-language-mode": {"x"}}) == ("large-language-model",)
    assert rivals({"a": {"1"}, "b": {"2", "3"}}) == ("b", "a")


def test_the_telling_words_are_those_of_one_meaning_only() -> None:
    assert telling_words("differential-privacy", ["dynamic-programming"]) == {"differential", "privacy"}
    assert telling_words("self-supervised-learning", ["semi-supervised-learning"]) == {"self"}


def test_a_text_speaks_a_word_in_any_of_its_forms() -> None:
    assert spoken("privacy", {"private"})
    assert not spoken("privacy", {"prior"})
