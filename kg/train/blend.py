"""Fitting of what cues and network count for roles and relations, on abstracts that the network did not learn from."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from spacy.tokens import Doc

from kg.extract.calibration import Calibration
from kg.extract.document import make_doc
from kg.extract.insight import POINTS_DIGEST, Blend, Gauge, Insight, Judgement, RelationBlend, RoleBlend, load_pairs
from kg.extract.model_files import amend_card, open_model
from kg.extract.outline import Outline, outline
from kg.extract.pairs import cast
from kg.extract.pipeline import extract, load
from kg.extract.points import RELATION_POINTS, ROLE_POINTS
from kg.extract.relations import candidates, relation_phrases, relation_points
from kg.extract.roles import Cues, best_role, role_cues, role_odds, role_points
from kg.extract.sentences import set_sentence_starts
from kg.extract.tagger import Scorer, scorer_of
from kg.extract.tokens import word_pipeline
from kg.extract.words import words_of
from kg.records import Extraction
from kg.train.calibrate import fit, logistic
from kg.train.measure import relation_cases
from kg.vocabulary import LABELS, RELATIONS, ROLES

PULL: Final = 1.0
"""How firmly the weights are held to one half for each side, as in `kg.train.calibrate`."""
DIGITS: Final = 4

EVEN: Final = Blend(
    roles={label: RoleBlend(cues=0.5, network=0.5, shift=dict.fromkeys(ROLES[label], 0.0)) for label in LABELS},
    relations={kind: RelationBlend(cues=0.5, network=0.5, shift=0.0, threshold=0.5) for kind in RELATIONS},
)
"""Where fitting starts."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An annotated abstract as cues and network see its entities."""

    gold: Extraction
    paper: Outline
    cues: tuple[Cues, ...]
    judgement: Judgement


def blend(folder: Path, held: Sequence[Extraction]) -> Blend:
    """Fit the blend of a model to annotated abstracts and write it into its card.

    Parameters
    ----------
    folder
        Folder of the model.
    held
        Abstracts that it did not learn from.
    """
    files = open_model(str(folder))
    gauge = Gauge(pairs=load_pairs(files), blend=EVEN)
    cases = list(_cases(held, scorer_of(files), gauge))
    roles = {label: _role_blend(cases, label) for label in LABELS}
    relations = _relation_blends(cases, Blend(roles=roles, relations=EVEN.relations))
    blended = Blend(roles=roles, relations=relations)
    _write(folder, blended)
    fitted = replace(blended, curve=_curve(folder, held))
    _write(folder, fitted)
    return fitted


def _write(folder: Path, blended: Blend) -> None:
    amend_card(folder, blend={"points": POINTS_DIGEST, **asdict(blended)})


def _curve(folder: Path, held: Sequence[Extraction]) -> Calibration:
    """Return the curve from the confidences of relations to how often they are right, as a model finds them."""
    found = list(extract((extraction.paper for extraction in held), load(str(folder))))
    cases = list(relation_cases(held, found))
    return fit([confidence for confidence, _ in cases], [right for _, right in cases])


def _cases(held: Sequence[Extraction], scorer: Scorer, gauge: Gauge) -> Iterator[Case]:
    nlp = word_pipeline()
    for gold in held:
        doc: Doc = set_sentence_starts(make_doc(nlp, gold.paper))
        words = words_of(doc)
        if not len(words) or not gold.entities:
            continue
        insight = Insight(words=words, reading=scorer.read(doc, words), gauge=gauge)
        judgement = insight.judge(doc, gold.entities)
        paper = outline(doc, gold.entities)
        if judgement:
            yield Case(gold=gold, paper=paper, cues=tuple(role_cues(paper, ROLE_POINTS)), judgement=judgement)


def _role_blend(cases: Sequence[Case], label: str) -> RoleBlend:
    """Return the weights of greatest likelihood for the roles of a label."""
    roles = ROLES[label]
    points, network, right = [], [], []
    for case in cases:
        for entity, one, cues in zip(case.gold.entities, case.paper.entities, case.cues, strict=True):
            if entity.label == label:
                by_cue, by_network = role_points(label, cues), case.judgement.role(one.index, label)
                points.append([by_cue[role] for role in roles])
                network.append([by_network[role] for role in roles])
                right.append(roles.index(entity.role))
    held = [np.array(each, dtype=np.float64).reshape(-1, len(roles)) for each in (points, network)]
    start = np.array([0.5, 0.5, *[0.0] * len(roles)])

    def cost(weights: Floats) -> float:
        odds = weights[0] * held[0] + weights[1] * held[1] + weights[2:]
        likelihood = odds[np.arange(len(right)), right] - np.logaddexp.reduce(odds, axis=1)
        return float(PULL / 2 * ((weights - start) ** 2).sum() - likelihood.sum())

    best = minimize(cost, start, method="L-BFGS-B").x
    shift = {role: round(float(value), DIGITS) for role, value in zip(roles, best[2:], strict=True)}
    return RoleBlend(cues=round(float(best[0]), DIGITS), network=round(float(best[1]), DIGITS), shift=shift)


def _relation_blends(cases: Sequence[Case], roles: Blend) -> dict[str, RelationBlend]:
    """Return the weights for each kind of relation, the roles of its ends as the blend of roles finds them."""
    features: dict[str, list[list[float]]] = {kind: [] for kind in RELATIONS}
    right: dict[str, list[bool]] = {kind: [] for kind in RELATIONS}
    for case in cases:
        gauge = Gauge(pairs=case.judgement.gauge.pairs, blend=roles)
        seen = Judgement(roles=case.judgement.roles, ends=case.judgement.ends, gauge=gauge)
        found = [
            best_role(role_odds(one, cues, seen))[0] for one, cues in zip(case.paper.entities, case.cues, strict=True)
        ]
        ids = [entity.id for entity in case.gold.entities]
        stated = {(one.label, one.head, one.tail) for one in case.gold.relations}
        phrases = relation_phrases(case.paper, RELATION_POINTS)
        for kind, ends, cues in candidates(cast(case.paper, found), phrases, RELATION_POINTS):
            head, tail = ends.head.index, ends.tail.index
            features[kind].append([relation_points(kind, cues), seen.relation(kind, head, tail), 1.0])
            right[kind].append((kind, ids[head], ids[tail]) in stated)
    return {kind: _relation_blend(kind, np.array(features[kind]).reshape(-1, 3), right[kind]) for kind in RELATIONS}


def _relation_blend(kind: str, features: Floats, right: Sequence[bool]) -> RelationBlend:
    if not len(features):
        return EVEN.relations[kind]
    weights = logistic(features, np.array(right, dtype=np.float64), np.array([0.5, 0.5, 0.0]))
    confidences = 1 / (1 + np.exp(-(features @ weights)))
    cues, network, shift = (round(float(weight), DIGITS) for weight in weights)
    return RelationBlend(cues=cues, network=network, shift=shift, threshold=_threshold(confidences))


def _threshold(confidences: Floats) -> float:
    """Return the confidence from which relations are kept: the one whose F1, as the confidences expect it, is best."""
    tried = np.arange(0.1, 0.7, 0.02)
    f1 = [
        2 * confidences[confidences >= t].sum() / ((confidences >= t).sum() + confidences.sum() + 1e-9) for t in tried
    ]
    return round(float(tried[int(np.argmax(f1))]), 2)
