"""Names: which spellings are one, which are not, and what always holds."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg.names import LONGEST_KEY, abbreviates, is_acronym, loose_key, match_key, unfold

ONE = [
    ("neural networks", "Neural Network"),
    ("GANs", "GAN"),
    ("LMs", "LM"),
    ("VAEs", "VAE"),
    ("neural nets", "neural net"),
    ("NeRFs", "NeRF"),
    ("deep-learning", "deep learning"),
    ("deep_learning", "Deep Learning"),
    ("CIFAR10", "CIFAR-10"),
    ("Llama 2 70B", "Llama2-70B"),
    ("GPT4o", "GPT-4o"),
    ("3-D reconstruction", "3D reconstruction"),
    ("the ImageNet dataset", "ImageNet"),
    ("ImageNet data set", "imagenet"),
    ("EM algorithm", "EM"),
    ("EvoBench benchmark", "EvoBench"),
    ("behaviour modelling", "behavior modeling"),
    ("generalised optimisation", "generalized optimization"),
    ("unlabelled data", "unlabeled data"),
    ("centred kernel", "centered kernel"),
    ("theatre", "theater"),
    ("naïve Bayes", "naive Bayes"),
    ("Erdős–Rényi graphs", "Erdos-Renyi graph"),
    ("β-VAE", "beta-VAE"),
    ("µP", "muP"),
    ("R²", "R2"),
    ("χ² test", "chi2 test"),
    ("ﬁne-tuning", "fine-tuning"),
    ("non\u2011linear", "non-linear"),
    ("zero\u200bshot", "zeroshot"),
    ("Parkinson's disease", "Parkinson’s disease"),
    ("Newton's method", "Newton method"),
    ("policies", "policy"),
    ("losses", "loss"),
    ("approaches", "approach"),
    ("confusion matrices", "confusion matrix"),
    ("analyses", "analysis"),
    ("databases", "database"),
    ("WMT'14", "WMT14"),
    ("out-of-distribution (OOD) detection", "out-of-distribution detection"),
    ("low-rank & sparse", "low-rank and sparse"),
]
APART = [
    ("CIFAR-10", "CIFAR-100"),
    ("GPT-3", "GPT-4"),
    ("GPT-3", "GPT-3.5"),
    ("C", "C++"),
    ("C", "C#"),
    ("C++", "C#"),
    ("A", "A*"),
    ("ImageNet", "ImageNet-21K"),
    ("F1", "F2"),
    ("F1", "F"),
    ("Llama 2 70B", "Llama 27 0B"),
    ("Qwen-2.5", "Qwen-25"),
    ("IWSLT'14 (DE-EN)", "IWSLT'14"),
    ("learning", "deep learning"),
    ("PINN", "PINN loss"),
    ("kernel method", "kernel"),
    ("p@1", "p1"),
    ("DNAS", "DNA"),
]
STAY = [
    "dnas",
    "bias",
    "loss",
    "corpus",
    "analysis",
    "physics",
    "series",
    "nas",
    "mcts",
    "gps",
    "lens",
    "f1",
    "a*",
    "c#",
]


@pytest.mark.parametrize("left, right", ONE)
def test_two_spellings_of_one_name_have_one_key(left: str, right: str) -> None:
    assert match_key(left) == match_key(right)


@pytest.mark.parametrize("left, right", APART)
def test_what_differs_in_number_sign_or_word_has_two_keys(left: str, right: str) -> None:
    assert match_key(left) != match_key(right)


@pytest.mark.parametrize("name", STAY)
def test_a_word_that_is_no_plural_stays(name: str) -> None:
    assert match_key(name) == name


@pytest.mark.parametrize(
    "name, key",
    [
        ("Adaptive Physics Transformer", "adaptive-physics-transformer"),
        ("C++", "c++"),
        ("MCTS", "mcts"),
        ("F1", "f1"),
        ("word2vec", "word2vec"),
        ("图神经网络", "图神经网络"),
        ("🤖", "🤖"),
        ("???", "???"),
        ("-", "-"),
        ("Node.js", "node.js"),
        ("Yahoo!", "yahoo"),
        ("A", "a"),
        ("the", "the"),
        ("dataset", "dataset"),
        (" ", ""),
    ],
)
def test_the_key_is_readable(name: str, key: str) -> None:
    assert match_key(name) == key


@settings(deadline=None)
@given(st.text(max_size=40))
@example("the" * 2000)
@example("colour-" * 900 + "s")
@example("\ud800")
@example("\u200b")
@example("ΐς")
@example("dataset dataset dataset")
@example("a" * 80 + "modelling" * 3)
def test_a_key_is_its_own_key_bounded_and_empty_only_for_a_blank(name: str) -> None:
    key = match_key(name)
    assert match_key(key) == key
    assert len(key) <= LONGEST_KEY
    assert bool(key) == bool(name.strip())


WORDS = st.sampled_from(
    ("deep", "neural", "colour", "modelling", "GANs", "the", "data", "set", "CIFAR10", "β", "OOD", "(OOD)", "x's", "A*")
) | st.sampled_from(("3D", "loss", "s", "-", "2", "problem", "\u200b", "Ünits"))


@settings(deadline=None)
@given(st.lists(WORDS, max_size=6).map(" ".join))
def test_a_key_of_usual_words_is_its_own_key_and_holds_no_blank(name: str) -> None:
    assert match_key(match_key(name)) == match_key(name)
    assert not any(sign.isspace() for sign in match_key(name))


def test_long_names_that_differ_at_the_end_differ_in_key() -> None:
    assert match_key("a" * 5000) != match_key("a" * 4999 + "b")


def test_loose_keys_drop_hyphens_but_keep_numbers_apart() -> None:
    assert loose_key("fine-tuning") == loose_key("finetuning")
    assert loose_key("x-1-10") != loose_key("x-11-0")
    assert loose_key("-") == "-"


@pytest.mark.parametrize("name", ["GAN", "LLMs", "NeRF", "ViT", "dMRI", "A3C", "DP-SGD", "LoRA"])
def test_an_acronym_is_known_by_its_capitals(name: str) -> None:
    assert is_acronym(name)


@pytest.mark.parametrize("name", ["Adam", "A", "beam search", "imagenet", "SD XL", "", "ResNets"])
def test_other_words_are_no_acronyms(name: str) -> None:
    assert not is_acronym(name)


@pytest.mark.parametrize(
    "acronym, long_form",
    [("LLMs", "large language models"), ("NeRF", "neural radiance fields"), ("A3C", "asynchronous 3 actor critic")],
)
def test_an_acronym_is_read_off_its_long_form(acronym: str, long_form: str) -> None:
    assert abbreviates(acronym, long_form)


@pytest.mark.parametrize("acronym, long_form", [("DP", "conformal prediction"), ("DP", "adaptive"), ("GAN", "GAN")])
def test_an_acronym_that_does_not_fit_is_refused(acronym: str, long_form: str) -> None:
    assert not abbreviates(acronym, long_form)


def test_a_phrase_with_an_acronym_in_brackets_gives_both_names() -> None:
    assert unfold("large language model (LLM) agents") == ("large language model agents", "LLM agents")
    assert unfold("WMT'14 (DE-EN)") == ("WMT'14 (DE-EN)",)
