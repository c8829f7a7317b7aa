"""Words of a text, and the spaCy tokeniser made of them.

A word is a run of letters and digits, a single sign, or a single Chinese or Japanese character: every boundary that
an annotator sets (inside ``CLIP-based``, before a bracket) is the boundary of a word. All 37,196 mentions of the
annotated abstracts that the models learn from begin and end at one.
"""

import re
import sys
from collections.abc import Iterator
from typing import Final

from spacy.lang.en import English
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

_IDEOGRAPHS: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_PIECE: Final = re.compile(rf"[{_IDEOGRAPHS}]|[^\W{_IDEOGRAPHS}]+|[^\w\s]|\s+")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Half a character, left by a broken decoder: spaCy cannot hold it."""


class WordTokenizer:
    """Splits a text into words; blanks beyond a single space between two words are tokens of their own."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the `Doc` of a text, whose own text is the same, letter for letter, save for halves of characters."""
        words: list[str] = []
        spaces: list[bool] = []
        for piece in _pieces(_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)):
            if piece[0] == " " and words and not spaces[-1]:
                spaces[-1] = True
                piece = piece[1:]
            if piece:
                words.append(piece)
                spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    def to_bytes(self, **_: object) -> bytes:
        """Return nothing: the tokeniser has no state; spaCy asks for it when a pipeline is stored."""
        return b""

    def from_bytes(self, _: bytes, **__: object) -> "WordTokenizer":
        """Return the tokeniser itself."""
        return self


def _pieces(text: str) -> Iterator[str]:
    return (match.group() for match in _PIECE.finditer(text))


def is_break(token_text: str) -> bool:
    r"""Tell whether a token is a blank line, which no mention crosses.

    >>> is_break("\n\n"), is_break("\n"), is_break("  ")
    (True, False, False)
    """
    return token_text.isspace() and token_text.count("\n") > 1


def word_pipeline() -> Language:
    """Return a spaCy pipeline without components, whose tokens are words and whose texts may be of any length."""
    nlp = English()
    nlp.tokenizer = WordTokenizer(nlp.vocab)
    nlp.max_length = sys.maxsize
    return nlp
