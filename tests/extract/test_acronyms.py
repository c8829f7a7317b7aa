import pytest

from kg.extract.acronyms import definitions, long_form_start, tie_acronyms


def pairs(text: str, *names: str, title: str = "") -> list[tuple[str, str]]:
    """Return the definitions in a text; `names` are the phrases that count as entity spans."""
    whole = f"{title}\n\n{text}" if title else text
    spans = {whole.index(name) + len(name): whole.index(name) for name in names}
    found = definitions(whole, spans, len(title) + 2 if title else 0)
    return sorted({(whole[slice(*short)], whole[slice(*long)]) for short, long in found})


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We train a generative adversarial network (GAN) here.", "GAN", "generative adversarial network"),
        ("We stack convolutional neural networks (CNNs) here.", "CNNs", "convolutional neural networks"),
        ("Many large language models (LLMs) fail.", "LLMs", "large language models"),
        ("We study out-of-distribution (OOD) inputs.", "OOD", "out-of-distribution"),
        (
            "Our Federated Label Distribution Learning (Fed-LDL) wins.",
            "Fed-LDL",
            "Federated Label Distribution Learning",
        ),
        ("A Distributed Contrastive Tuning (Di-COT) step follows.", "Di-COT", "Distributed Contrastive Tuning"),
        ("We call it Prototype-guided Salient Annotation (PiSA).", "PiSA", "Prototype-guided Salient Annotation"),
        (
            "We fit clipped piecewise-linear recurrent neural networks (cPLRNNs) to data.",
            "cPLRNNs",
            "clipped piecewise-linear recurrent neural networks",
        ),
        ("It needs explainable artificial intelligence (XAI).", "XAI", "explainable artificial intelligence"),
        ("We use variational inference (VI) throughout.", "VI", "variational inference"),
        ("Work on natural language processing [NLP] is old.", "NLP", "natural language processing"),
        ("Graph neural networks (GNNs; see below) are used.", "GNNs", "Graph neural networks"),
        ("Graph neural networks (GNNs, or message passing) are used.", "GNNs", "Graph neural networks"),
        ("The “mixture of experts” (MoE) grows.", "MoE", "mixture of experts"),
        ("We use stochastic gradient descent(SGD) only.", "SGD", "stochastic gradient descent"),
        ("We mix optimal transport (OT) and graphs.", "OT", "optimal transport"),
        ("The maximum mean discrepancy (MMD) is small.", "MMD", "maximum mean discrepancy"),
        ("We report mean average precision (mAP) on it.", "mAP", "mean average precision"),
        ("The area under the curve (AUC) grows.", "AUC", "area under the curve"),
    ],
)
def test_a_long_form_before_the_bracket_defines_a_short_form(text, short, long):
    assert pairs(text) == [(short, long)]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We present APT (Adaptive Physics Transformer) here.", "APT", "Adaptive Physics Transformer"),
        ("Our tool, FLIP (fast learning in parallel), is free.", "FLIP", "fast learning in parallel"),
    ],
)
def test_the_reversed_order_defines_a_short_form(text, short, long):
    assert pairs(text) == [(short, long)]


@pytest.mark.parametrize(
    "text",
    [
        "Earlier work (Smith et al., 2020) did so.",
        "Earlier work (2023) did so.",
        "Earlier work [12] did so.",
        "We minimise the loss (x + y) at once.",
        "There are two parts: (i) the first and (ii) the second.",
        "There are three: (a) one, (b) two, (c) three.",
        "We test methods (e.g., FedAvg) with ease.",
        "We test methods (i.e. FedAvg) with ease.",
        "The results (see Table 2) are clear.",
        "It gains a lot (3.5%) on it.",
        "A large model (7B) is used.",
        "We win (p < 0.05) by far.",
        "Our method (ours) wins.",
        "This is the last part (II) of it.",
        "We use a set of images (ImageNet) here.",
        "This is odd (but true) at times.",
        "We use reinforcement learning (conformal prediction) here.",
        "Neural nets are old. (GAN) is odd.",
        "We present APT (with an Adaptive Physics Transformer) here.",
    ],
)
def test_other_brackets_define_nothing(text):
    assert pairs(text) == []


def test_the_long_form_is_the_entity_that_ends_before_the_bracket():
    text = "We train the continuous STM (CSTM) network."
    assert pairs(text, "continuous STM") == [("CSTM", "continuous STM")]


def test_digits_of_a_short_form_are_let_pass():
    text = "We beat asynchronous advantage actor-critic (A3C) by far."
    assert pairs(text, "asynchronous advantage actor-critic") == [("A3C", "asynchronous advantage actor-critic")]


def test_a_qualified_entity_is_not_what_the_short_form_stands_for():
    text = "We study offline reinforcement learning (RL) at length."
    assert pairs(text, "offline reinforcement learning") == [("RL", "reinforcement learning")]


def test_a_single_capital_is_a_short_form_only_of_an_entity():
    text = "We use adaptive moment estimation (Adam) to train."
    assert pairs(text) == []
    assert pairs(text, "adaptive moment estimation") == [("Adam", "adaptive moment estimation")]


def test_two_definitions_in_one_sentence_are_found():
    text = "We join neural networks (NNs) and Gaussian processes (GPs) in one."
    assert pairs(text) == [("GPs", "Gaussian processes"), ("NNs", "neural networks")]


def test_a_title_with_a_colon_defines_its_name_by_initials():
    assert pairs("Text.", title="PISA: Prototype-Guided Inference for Salient Annotation of Leaves") == [
        ("PISA", "Prototype-Guided Inference for Salient Annotation")
    ]


def test_a_title_whose_words_do_not_fit_defines_nothing():
    assert pairs("Text.", title="BERT: A Study of Deep Bidirectional Models") == []


def test_a_long_form_does_not_reach_into_the_title():
    assert pairs("network (GAN) training is hard.", title="On a generative adversarial") == []


def test_long_form_start_wants_the_first_letter_at_the_start_of_a_word():
    assert long_form_start("GAN", "a big adversarial network") is None
    assert long_form_start("GAN", "a generative adversarial network") == 2


def test_the_component_sets_spans_of_the_doc(marked):
    doc = tie_acronyms(marked("We use [M1 graph neural networks] ([M1 GNNs]) and (see 2020) more."))
    assert doc._.acronyms == (("GNNs", "graph neural networks"),)


@pytest.mark.parametrize("text", ["(" * 100_000, "x (AB" * 30_000, " " * 100_000 + "(AB)", "a" * 100_000 + " (AB)"])
def test_hostile_brackets_define_nothing(text):
    assert list(definitions(text, {})) == []  # quadratic work would not end within minutes


def test_a_long_form_does_not_begin_within_a_bracket_that_it_closes():
    text = "Plain-layered (PL), gated ring nets (PLGRNs) are old."
    assert ("PLGRNs", "Plain-layered (PL), gated ring nets") in pairs(text)
    assert long_form_start("PGN", "plain (big p), gated nets") == 0
