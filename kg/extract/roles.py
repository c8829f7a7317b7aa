"""What a paper does with each entity: proposes, uses, compares with, addresses, reports, or merely mentions it.

Each phrase that holds the entity and each trait of it is worth some points for each role (`kg.extract.points`, fitted
to annotated abstracts), and a network that was taught roles has a say (`kg.extract.insight`); the role with most wins.
The points are logarithms of odds, so that the softmax of the sums is the confidence.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import exp
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.insight import Judgement
from kg.extract.outline import Outline, Standing, outline
from kg.extract.points import ROLE_POINTS
from kg.extract.role_phrases import ROLE_PHRASES
from kg.extract.traits import TRAITS
from kg.records import PaperEntity

DECIMALS: Final = 4
PROPOSAL_CUES: Final = ("leads the title", "propose X", "propose a method, X", "called X")
"""Cues by which another method of the paper is taken to be what it proposes."""

RIVALRY: Final = ("another is proposed", "nothing seems proposed")

Cues = dict[str, int]
"""Names of the cues that speak of an entity, and the number of the frame where each was first seen."""


@Language.component("kg_roles", requires=["doc._.entities", "doc.sents"], assigns=["doc._.entities"])
def assign_roles(doc: Doc) -> Doc:
    """Give each entity of a doc its role, with confidence and evidence."""
    entities: Sequence[PaperEntity] = doc._.entities
    paper = outline(doc, entities)
    cues = role_cues(paper, ROLE_POINTS)
    judgement = doc._.insight.judge(doc, entities) if doc._.insight else None
    doc._.entities = tuple(
        _in_role(entity, one, paper, seen, role_odds(one, seen, judgement))
        for entity, one, seen in zip(entities, paper.entities, cues, strict=True)
    )
    return doc


def role_cues(paper: Outline, wanted: Mapping[str, Collection[str]]) -> list[Cues]:
    """Return the cues of each entity of a paper.

    Parameters
    ----------
    paper
        Its outline.
    wanted
        Names of the cues to look for, by label.
    """
    found: list[Cues] = [{} for _ in paper.entities]
    for number, frame in enumerate(paper.frames):
        for label in sorted({paper.entities[index].label for index in frame.entities}):
            for phrase in ROLE_PHRASES[label]:
                for groups in phrase.find(frame) if phrase.name in wanted[label] else ():
                    for index in groups["x"]:
                        found[index].setdefault(phrase.name, number)
    for one, cues in zip(paper.entities, found, strict=True):
        home = _home(one)
        cues.update({name: home for name, holds in TRAITS.items() if name in wanted[one.label] and holds(paper, one)})
    _add_rivalry(paper, found)
    return found


def _add_rivalry(paper: Outline, found: Sequence[Cues]) -> None:
    """Note for each method whether another one, or none, seems to be what the paper proposes."""
    proposed = {
        one.index
        for one, cues in zip(paper.entities, found, strict=True)
        if one.label == "METHOD" and any(cue in cues for cue in PROPOSAL_CUES)
    }
    for one, cues in zip(paper.entities, found, strict=True):
        if one.label == "METHOD" and proposed != {one.index}:
            cues[RIVALRY[0] if proposed else RIVALRY[1]] = _home(one)


def _home(one: Standing) -> int:
    """Return the number of the frame where the abstract first names an entity, of that of the title if only it does."""
    return one.first[0] if one.first[0] >= 0 else one.sentences[0]


def _in_role(entity: PaperEntity, one: Standing, paper: Outline, cues: Cues, odds: Mapping[str, float]) -> PaperEntity:
    table = ROLE_POINTS[entity.label]
    role, confidence = best_role(odds)
    best = max(cues, key=lambda cue: table.get(cue, {}).get(role, 0.0), default=None)
    number = cues[best] if best and table.get(best, {}).get(role, 0.0) > 0 else _home(one)
    return replace(
        entity, role=role, role_confidence=round(confidence, DECIMALS), evidence=(paper.frames[number].place,)
    )


def role_points(label: str, cues: Collection[str]) -> dict[str, float]:
    """Return the points of each role of a label, given the cues."""
    table = ROLE_POINTS[label]
    return {role: sum(table[cue].get(role, 0.0) for cue in ("", *cues) if cue in table) for role in table[""]}


def role_odds(one: Standing, cues: Collection[str], judgement: Judgement | None) -> dict[str, float]:
    """Return the logarithm of the odds of each role: by the cues, and by what the model's network makes of it."""
    points = role_points(one.label, cues)
    if judgement is None:
        return points
    blend, seen = judgement.gauge.blend.roles[one.label], judgement.role(one.index, one.label)
    return {role: blend.cues * value + blend.network * seen[role] + blend.shift[role] for role, value in points.items()}


def best_role(odds: Mapping[str, float]) -> tuple[str, float]:
    """Return the role of greatest odds and its share of all, given their logarithms."""
    top = max(odds.values())
    weights = {role: exp(value - top) for role, value in odds.items()}
    best = max(odds, key=odds.__getitem__)
    return best, weights[best] / sum(weights.values())
