"""Abstracts without annotations, as a teacher reads them: what both models learn from beside the gold.

The teacher, a trained model, gives each word the probability of each tag. Learning these instead of its decisions
keeps what it was unsure of. Its answers are kept on disk, so that a training that was interrupted does not ask again.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.document import make_doc
from kg.extract.model_files import open_model
from kg.extract.tagger import Scorer, open_scorer
from kg.extract.tags import TAGS
from kg.extract.words import words_of
from kg.names import match_key
from kg.records import Extraction, Paper
from kg.train.gold import Example

TAUGHT: Final = "taught"
"""Folder, in that of the model that learns, which holds the answers of the teacher."""
SHARD: Final = 250
"""Abstracts whose answers make one file."""
FEWEST: Final = 30
"""Words of a text that is learnt from; what is shorter says nothing."""
MOST: Final = 1_500
"""Words of a text that is learnt from; what is longer is no abstract."""

Targets = NDArray[np.float16]
"""Probabilities, one row a word, one column a tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A text to learn from: its doc, which tokens are words, what each word should get."""

    doc: Doc
    rows: NDArray[np.intp]
    targets: Targets


def annotated(example: Example) -> Lesson:
    """Return an annotated abstract as a lesson."""
    targets = np.eye(len(TAGS), dtype=np.float16)[list(example.tags)]
    return Lesson(doc=example.doc, rows=np.array(example.words.tokens), targets=targets)


def unseen(pool: Sequence[Paper], gold: Sequence[Extraction]) -> list[Paper]:
    """Return the papers of a pool that are not among annotated ones and no two of which are the same."""
    known = {key for extraction in gold for key in _keys(extraction.paper)}
    left = []
    for paper in pool:
        keys = _keys(paper)
        if not keys & known:
            left.append(paper)
        known |= keys
    return left


def _keys(paper: Paper) -> set[str]:
    return {key for key in (match_key(paper.title), match_key(paper.abstract)) if key}


def taught(pool: Sequence[Paper], teacher: str, kept: Path, nlp: Language) -> Iterator[Lesson]:
    """Yield the lessons that a teacher makes of papers.

    Parameters
    ----------
    pool
        Papers with clean text.
    teacher
        Name or folder of a trained model.
    kept
        Folder where its answers are kept.
    nlp
        The tokeniser.
    """
    kept.mkdir(parents=True, exist_ok=True)
    fingerprint, scorer = open_model(teacher).fingerprint, open_scorer(teacher)
    for first in range(0, len(pool), SHARD):
        docs = [make_doc(nlp, paper) for paper in pool[first : first + SHARD]]
        yield from _lessons([doc for doc in docs if FEWEST <= len(doc) <= MOST], scorer, kept, fingerprint)


def _lessons(docs: Sequence[Doc], scorer: Scorer, kept: Path, fingerprint: str) -> Iterator[Lesson]:
    """Yield the lessons of some docs, read from disk if they were made before."""
    content = "\0".join([fingerprint, *(doc.text for doc in docs)])
    path = kept / f"{hashlib.sha256(content.encode()).hexdigest()[:24]}.npy"
    words = [words_of(doc) for doc in docs]
    if not path.exists():
        answers = [np.exp(scorer.read(doc, each).tags) for doc, each in zip(docs, words, strict=True) if len(each)]
        part = path.with_suffix(".part")
        with part.open("wb") as handle:
            np.save(handle, np.concatenate([np.empty((0, len(TAGS))), *answers]).astype(np.float16))
        part.replace(path)
    bounds = np.cumsum([len(each) for each in words])
    for doc, each, targets in zip(docs, words, np.split(np.load(path), bounds[:-1]), strict=True):
        yield Lesson(doc=doc, rows=np.array(each.tokens, dtype=np.intp), targets=targets)
