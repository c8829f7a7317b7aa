import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

from kg.extract.tokens import word_pipeline
from kg.extract.windows import CASES, LIMIT, Subwords
from kg.extract.words import Words, words_of

NLP = word_pipeline()

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "b", "##b", "long", "##er"]
CLS, SEP = 2, 3


@pytest.fixture
def subwords() -> Subwords:
    tokenizer = Tokenizer(WordPiece({piece: at for at, piece in enumerate(PIECES)}, unk_token="[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    return Subwords(tokenizer)


def words(text: str) -> Words:
    return words_of(NLP.make_doc(text))


def test_a_short_text_is_one_window_between_end_marks(subwords: Subwords) -> None:
    (window,) = subwords.windows(words("a longer"))
    assert window.ids.tolist() == [CLS, 4, 7, 8, SEP]
    assert window.heads.tolist() == [1, 2]


def test_a_blank_line_is_a_separator(subwords: Subwords) -> None:
    (window,) = subwords.windows(words("a\n\nb"))
    assert window.ids.tolist() == [CLS, 4, SEP, 5, SEP]
    assert window.heads.tolist() == [1, 3]


def test_types_tell_how_a_word_is_written_and_whether_it_is_glued(subwords: Subwords) -> None:
    (window,) = subwords.windows(words("LONGER-a"))
    assert window.types.tolist() == [0, 2, 2, CASES, CASES, 0]


def test_an_unknown_word_has_one_piece(subwords: Subwords) -> None:
    (window,) = subwords.windows(words("x" * 10_000))
    assert window.ids.tolist() == [CLS, 1, SEP]


@pytest.mark.parametrize("length", [510, 511, 1_000, 5_000])
def test_each_word_of_a_long_text_counts_once(subwords: Subwords, length: int) -> None:
    windows = subwords.windows(words("longer " * length))
    assert np.concatenate([window.words for window in windows]).tolist() == list(range(length))
    assert max(len(window.ids) for window in windows) <= LIMIT


def test_a_word_is_read_with_its_neighbours_on_both_sides(subwords: Subwords) -> None:
    first, second = subwords.windows(words("a " * 600))
    assert first.words[-1] + 1 == second.words[0]
    assert len(first.ids) - first.heads[-1] > 60
    assert second.heads[0] > 60


def test_a_text_without_words_has_no_window(subwords: Subwords) -> None:
    assert subwords.windows(words(" ")) == []
