from kg.extract.tokens import word_pipeline
from kg.extract.words import Words, words_of

NLP = word_pipeline()


def words(text: str) -> Words:
    return words_of(NLP.make_doc(text))


def test_blanks_are_no_words() -> None:
    assert words("A title\n\nAnd  more").texts == ("A", "title", "And", "more")


def test_words_know_their_tokens() -> None:
    assert words("A\n\nB").tokens == (0, 2)


def test_a_word_after_a_blank_line_is_fresh() -> None:
    assert words("A b\n\nC d\ne").fresh.tolist() == [True, False, True, False, False]


def test_a_word_without_a_blank_before_it_is_glued() -> None:
    assert words("U-Net, too\nfar").glued.tolist() == [False, True, True, True, False, False]


def test_words_of_a_link_are_closed() -> None:
    found = words("see https://a.org/BERT now")
    assert [word for word, closed in zip(found.texts, found.closed.tolist(), strict=True) if not closed] == [
        "see",
        "now",
    ]


def test_a_text_without_words_has_none() -> None:
    assert len(words(" \n\n ")) == 0
