from itertools import pairwise

import pytest

from kg.extract.document import make_doc
from kg.extract.sentences import sentence_bounds, sentence_starts, set_sentence_starts
from kg.extract.tokens import word_pipeline
from kg.records import Paper, Source

NLP = word_pipeline()


def split(text: str) -> list[str]:
    bounds = [0, *sentence_starts(text), len(text)]
    return [text[start:end].strip() for start, end in pairwise(bounds)]


def doc_of(title: str, abstract: str):
    paper = Paper(id="paper/x", source_id="x", title=title, abstract=abstract, source=Source(file="x", record=1))
    return set_sentence_starts(make_doc(NLP, paper))


def test_two_sentences_are_two():
    assert split("We train a model. It works well.") == ["We train a model.", "It works well."]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("It hurts performance.", "Empirically, we mend it."),
        ("We list open tasks.", "We solve two."),
        ("We study CIL (in depth).", "To this end we build on it."),
        ("It gains 3.5%.", "The rest is noise."),
        ("We recover depth from scale.", "RADAR is our name for it."),
        ("It beats GPT-3.", "Empirically this holds."),
        ("Does it matter?", "Yes it does."),
    ],
)
def test_glued_sentences_are_split(left, right):
    assert split(left + right) == [left, right]


@pytest.mark.parametrize(
    "text",
    [
        "We use small nets, e.g. ResNets, on many images.",
        "One part, i.e. The Core, stays frozen.",
        "This goes back to Doe et al. (2020) and others.",
        "It reads 48.3 vs. 47.1 points.",
        "The curve in Fig. 3 rises by 3.16 points.",
        "We query GPT-3.5 and v1.5 of it.",
        "The proof is due to J. Smith in the main.",
        "Patients in the U.S. National Survey took part.",
        "We port it to .NET and back.",
        "It builds on scikit-learn.org and its docs.",
        "See https://example.org/Some.Page/x.Y for more.",
        "Write to name@host.Example for data.",
        "We run randomForest in version 2.0.1 of it.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(text):
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("We follow Doe et al.", "However, we go further."),
        ("It was made in the U.S.", "We made it anew."),
        ("We test on PAWS-X.", "Especially the last part is hard."),
        ("Results hold on VQA 2.0.", "Our code is public."),
        ("Code is at https://example.org/x/y.", "It is free."),
        ("We win on both (by far).", "mT5 comes next."),
    ],
)
def test_an_abbreviation_or_number_ends_a_sentence_when_an_opening_word_follows(left, right):
    assert split(f"{left} {right}") == [left, right]


def test_the_number_of_a_list_item_stays_with_it():
    assert split("Our aims are two: 1. Speed is first.") == ["Our aims are two: 1. Speed is first."]


def test_wide_full_stops_end_sentences_without_a_blank():
    assert split("我们提出一种方法。它有效！真的吗？是。") == ["我们提出一种方法。", "它有效！", "真的吗？", "是。"]


def test_a_blank_line_ends_a_sentence():
    assert split("a heading\n\nand some text") == ["a heading", "and some text"]


def test_the_title_ends_a_sentence_and_the_separator_is_in_none():
    doc = doc_of("A title without a stop", "the text starts small.")
    assert [doc.text[a:b] for a, b in sentence_bounds(doc)] == ["A title without a stop", "the text starts small."]


def test_a_single_sentence_is_one():
    assert len(list(doc_of("", "Only one sentence").sents)) == 1


def test_an_empty_paper_has_no_sentence():
    assert list(sentence_bounds(doc_of("", ""))) == []


@pytest.mark.parametrize(
    "text, starts",
    [("." * 100_000 + "a", 0), ("?!" * 50_000 + " x", 0), ("a.B" * 30_000, 29_999), ("\n " * 50_000 + "x", 1)],
)
def test_hostile_stops_end_as_many_sentences_as_they_do_when_few(text, starts):
    assert len(list(sentence_starts(text))) == starts  # quadratic work would not end within minutes
