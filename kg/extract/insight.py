"""What the network of a model makes of the entities of a paper and of their pairs, beside the cues of their sentences.

A network that was taught roles and relations gives each word a score for each role and two short vectors, for the
word as the head and as the tail of a relation. Those of an entity are the means over all words of all its mentions.
A relation of two entities is scored by a bilinear form of both vectors (Dozat and Manning, ICLR 2017).
"""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from kg.errors import ModelError
from kg.extract.calibration import UNFITTED, Calibration
from kg.extract.decode import Scores
from kg.extract.model_files import ModelFiles
from kg.extract.points import RELATION_POINTS, ROLE_POINTS, SAMENESS_POINTS
from kg.extract.words import Words
from kg.records import PaperEntity
from kg.vocabulary import LABELS, RELATIONS, ROLES

Floats = NDArray[np.float32]

CLASSES: Final = tuple((label, role) for label in LABELS for role in ROLES[label])
"""Label and role of each column of the scores of roles."""
PAIRS: Final = "pairs.npy"
"""File of the bilinear forms in the folder of a model."""
WIDTH: Final = 64
"""Length of the vector of a word as the head, or as the tail, of a relation."""
KINDS: Final = tuple(RELATIONS)
POINTS_DIGEST: Final = hashlib.sha256(json.dumps([ROLE_POINTS, RELATION_POINTS, SAMENESS_POINTS]).encode()).hexdigest()[
    :12
]
"""Stands for the points of all cues: a blend holds only beside those that it was fitted with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a model makes of the words of a text.

    Attributes
    ----------
    tags
        Log-probabilities (words × tags).
    roles, ends
        Of each word, see `Judgement`; none from a model that was not taught them.
    """

    tags: Scores
    roles: Floats | None = None
    ends: Floats | None = None


def _check_numbers(*values: Any) -> None:
    if not all(isinstance(value, int | float) for value in values):
        raise TypeError("a blend holds something else than numbers")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleBlend:
    """What cues and network count for the roles of a label; `shift` is added to each role."""

    cues: float
    network: float
    shift: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationBlend:
    """What cues and network count for a kind of relation, and the confidence from which one is kept."""

    cues: float
    network: float
    shift: float
    threshold: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Blend:
    """How what the network makes of things counts beside the cues, by label and by kind of relation.

    `curve` leads from the confidence of a relation, that of its ends counted in, to how often such relations are right.
    """

    roles: Mapping[str, RoleBlend]
    relations: Mapping[str, RelationBlend]
    curve: Calibration = UNFITTED

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> "Blend":
        """Return a blend from what `dataclasses.asdict` made of one.

        Raises
        ------
        KeyError, TypeError
            If it is none.
        """
        roles = {label: RoleBlend(**plain["roles"][label]) for label in LABELS}
        relations = {kind: RelationBlend(**plain["relations"][kind]) for kind in KINDS}
        for label, held in roles.items():
            _check_numbers(held.cues, held.network, *(held.shift[role] for role in ROLES[label]))
        for one in relations.values():
            _check_numbers(one.cues, one.network, one.shift, one.threshold)
        curve = Calibration(**plain["curve"])
        _check_numbers(curve.low, curve.high, curve.shift)
        return cls(roles=roles, relations=relations, curve=curve)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """What turns the rows of words into judgements: the bilinear forms, and how they count beside the cues."""

    pairs: Floats
    blend: Blend


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The network's judgement of the entities of a paper.

    Attributes
    ----------
    roles
        Scores, entities × `CLASSES`.
    ends
        Vectors, entities × twice `WIDTH`: as heads, as tails.
    gauge
        Its bilinear forms are kinds × (`WIDTH` + 1) × (`WIDTH` + 1); the last row and column go with a constant 1.
    """

    roles: Floats
    ends: Floats
    gauge: Gauge

    def role(self, index: int, label: str) -> dict[str, float]:
        """Return the log-probability of each role of an entity."""
        columns = [at for at, (owner, _) in enumerate(CLASSES) if owner == label]
        scores = self.roles[index, columns].astype(np.float64)
        scores -= np.logaddexp.reduce(scores)
        return dict(zip(ROLES[label], scores.tolist(), strict=True))

    def relation(self, kind: str, head: int, tail: int) -> float:
        """Return the log-odds that two entities are related."""
        return float(self._relations[KINDS.index(kind), head, tail])

    @cached_property
    def _relations(self) -> Floats:
        one = np.ones((len(self.ends), 1), dtype=np.float32)
        heads = np.concatenate([np.tanh(self.ends[:, :WIDTH]), one], axis=1)
        tails = np.concatenate([np.tanh(self.ends[:, WIDTH:]), one], axis=1)
        related: Floats = heads @ self.gauge.pairs @ tails.T
        return related


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """What the network made of each word of a doc."""

    words: Words
    reading: Reading
    gauge: Gauge

    def judge(self, doc: Doc, entities: Sequence[PaperEntity]) -> Judgement | None:
        """Return the judgement of the entities of the doc; None if the network was taught to judge none."""
        if self.reading.roles is None or self.reading.ends is None:
            return None
        starts = np.array([doc[at].idx for at in self.words.tokens])
        rows = [_rows(doc, starts, entity) for entity in entities]
        return Judgement(roles=_means(self.reading.roles, rows), ends=_means(self.reading.ends, rows), gauge=self.gauge)


def gauge_of(files: ModelFiles) -> Gauge | None:
    """Return the gauge of a checked model; None if it judges no roles and relations.

    Raises
    ------
    ModelError
        If its card holds another kind of blend, or one that was fitted beside cues of other points.
    """
    if not files.blend:
        return None
    try:
        if files.blend["points"] != POINTS_DIGEST:
            raise ValueError("what its network counts was fitted beside cues of other points")
        return Gauge(pairs=load_pairs(files), blend=Blend.of(files.blend))
    except (KeyError, TypeError, ValueError, EOFError, OSError) as error:
        raise ModelError(f"the card of the model {files.name!r} does not fit this version of kg ({error})") from error


def load_pairs(files: ModelFiles) -> Floats:
    """Return the bilinear forms of a checked model."""
    pairs: Floats = np.load(io.BytesIO(files.files[PAIRS]), allow_pickle=False).astype(np.float32)
    if pairs.shape != (len(KINDS), WIDTH + 1, WIDTH + 1):
        raise ValueError(f"bilinear forms of shape {pairs.shape}")
    return pairs


def _rows(doc: Doc, starts: NDArray[np.intp], entity: PaperEntity) -> list[int]:
    """Return the words of all mentions of an entity."""
    rows: list[int] = []
    for mention in entity.mentions:
        lead = 0 if mention.field == "title" else doc._.abstract_start
        first = int(np.searchsorted(starts, mention.start + lead, side="right")) - 1
        rows.extend(range(max(0, first), max(first + 1, int(np.searchsorted(starts, mention.end + lead)))))
    return rows


def _means(values: Floats, rows: Sequence[Sequence[int]]) -> Floats:
    means = np.zeros((len(rows), values.shape[1]), dtype=np.float32)
    for at, chosen in enumerate(rows):
        if chosen:
            means[at] = values[list(chosen)].mean(axis=0)
    return means
