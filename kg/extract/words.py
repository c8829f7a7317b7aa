"""The words of a `Doc` that an entity model sees: no blanks, and where a mention may not go on or stand."""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from kg.extract.tokens import is_break

_LINK: Final = re.compile(r"(?:https?://|www\.)[^\s<>\"']+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a text in order.

    Attributes
    ----------
    texts
        The words themselves; blanks are left out.
    tokens
        Index of each word among the tokens of the `Doc`.
    fresh
        True where a word is the first, or the first after a blank line: no mention goes on into it.
    closed
        True for words of a link, which no mention may touch.
    glued
        True where no blank stands before the word.
    """

    texts: tuple[str, ...]
    tokens: tuple[int, ...]
    fresh: NDArray[np.bool_]
    closed: NDArray[np.bool_]
    glued: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.texts)


def words_of(doc: Doc) -> Words:
    """Return the words of a doc."""
    texts, tokens, fresh, glued = [], [], [], []
    broken, blank = True, True
    for token in doc:
        if token.is_space:
            broken, blank = broken or is_break(token.text), True
            continue
        texts.append(token.text)
        tokens.append(token.i)
        fresh.append(broken)
        glued.append(not blank)
        broken, blank = False, bool(token.whitespace_)
    return Words(
        texts=tuple(texts),
        tokens=tuple(tokens),
        fresh=np.array(fresh, dtype=np.bool_),
        closed=_in_links(doc, tokens),
        glued=np.array(glued, dtype=np.bool_),
    )


def _in_links(doc: Doc, tokens: list[int]) -> NDArray[np.bool_]:
    closed = np.zeros(len(tokens), dtype=np.bool_)
    links = [match.span() for match in _LINK.finditer(doc.text)]
    if links:
        starts = np.array([doc[at].idx for at in tokens])
        for first, last in links:
            closed[(starts >= first) & (starts < last)] = True
    return closed
