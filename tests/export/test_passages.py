"""The passages that the page quotes: whole sentences where it can, cut at blanks where they run on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.export.passages import LONGEST, Passages
from kg.records import Extraction, Mention, Paper, Source, Span


def passages(text: str, *sentences: tuple[int, int], title: str = "") -> Passages:
    paper = Paper(id="paper/text:0", source_id="1", title=title, abstract=text, source=Source(file="f", record=1))
    return Passages(Extraction(paper=paper, extractor="", sentences=sentences))


def in_text(start: int, end: int) -> Span:
    return Span(field="text", start=start, end=end)


TWO = "Pines grow. Oaks grow too."
BOUNDS = ((0, 11), (12, 26))


def test_a_span_is_quoted_by_its_sentence():
    quoted = passages(TWO, *BOUNDS)
    assert quoted.of([in_text(12, 16)]) == [0]
    assert quoted.texts() == ["Oaks grow too."]


def test_a_span_over_two_sentences_is_quoted_by_both():
    quoted = passages(TWO, *BOUNDS)
    assert quoted.of([in_text(6, 16)]) == [0, 1]
    assert quoted.texts() == ["Pines grow.", "Oaks grow too."]


def test_one_sentence_is_kept_once_for_all_its_spans():
    quoted = passages(TWO, *BOUNDS)
    assert quoted.of([in_text(0, 5), in_text(6, 10)]) == [0]
    assert quoted.of([in_text(0, 5)]) == [0]


def test_the_title_comes_before_the_text():
    quoted = passages(TWO, *BOUNDS, title="On trees")
    assert quoted.of([in_text(0, 5), Span(field="title", start=3, end=8)]) == [0, 1]
    assert quoted.texts() == ["On trees", "Pines grow."]
    assert quoted.titles() == [0]


def test_without_sentences_the_text_is_one():
    quoted = passages(TWO)
    quoted.of([in_text(12, 16)])
    assert quoted.texts() == [TWO]


def test_a_span_between_sentences_is_quoted_from_the_whole():
    quoted = passages(TWO, (0, 5), (20, 26))
    quoted.of([in_text(12, 16)])
    assert quoted.texts() == [TWO]


def test_a_mark_stands_where_the_mention_does():
    quoted = passages(TWO, *BOUNDS)
    quoted.of([in_text(12, 16)])
    assert quoted.marks([Mention(field="text", start=12, end=16, text="Oaks")]) == [(0, 0, 4)]


def test_a_mention_that_leaves_its_sentence_is_marked_in_both():
    quoted = passages(TWO, *BOUNDS)
    quoted.of([in_text(6, 16)])
    assert quoted.marks([Mention(field="text", start=6, end=16, text="grow. Oaks")]) == [(0, 6, 11), (1, 0, 4)]


@pytest.mark.parametrize("place", [0, 3000, 5995])
def test_a_long_sentence_is_cut_around_what_it_is_quoted_for(place: int):
    text = "word " * 600 + "word" + " word" * 600
    quoted = passages(text, (0, len(text)))
    quoted.of([in_text(place, place + 4)])
    [cut] = quoted.texts()
    assert len(cut) <= LONGEST + 4
    assert cut.startswith("… ") == (place > 0)
    assert cut.endswith(" …") == (place < 5995)
    assert set(cut.strip("… ").split()) == {"word"}


@given(
    before=st.text("ab ", max_size=2000),
    name=st.text("xyz", min_size=1, max_size=60),
    after=st.text("ab ", max_size=2000),
)
def test_a_mark_always_quotes_the_mention(before: str, name: str, after: str):
    text = before + name + after
    mention = Mention(field="text", start=len(before), end=len(before) + len(name), text=name)
    quoted = passages(text, (0, len(text)))
    quoted.of([mention.span])
    [(number, start, end)] = quoted.marks([mention])
    assert quoted.texts()[number][start:end] == name
