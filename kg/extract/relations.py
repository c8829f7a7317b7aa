"""How the entities of a paper relate: which method is used for which task, is part of or compared with which other.

Each cue of a pair (`kg.extract.pairs`, and the phrases of `kg.extract.phrases`) is worth some points for each kind of
relation (`kg.extract.points`, fitted to annotated abstracts). The points are logarithms of odds; a pair whose odds
reach the threshold of the kind is related, unless that closes a circle of parts, kinds or sub-tasks.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import exp
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.calibration import UNFITTED
from kg.extract.insight import Judgement
from kg.extract.outline import Outline, Standing, outline
from kg.extract.pairs import PAIR_CUES, Cast, Pair, cast, pair
from kg.extract.points import RELATION_POINTS, THRESHOLDS
from kg.extract.relation_phrases import RELATION_PHRASES
from kg.records import PaperEntity, Relation, Span
from kg.vocabulary import MOST_RELATED, RELATIONS

DECIMALS: Final = 4
LEAST: Final = 0.25
"""Confidence, that of both ends counted in but not yet calibrated, from which a relation is kept. F1 is highest at half
of the F1 that is reached (Lipton, Elkan and Naryanaswamy 2014) and all but flat from 0.18 to 0.3."""
ORDERED: Final = ("PART-OF", "SUBCLASS-OF", "SUBTASK-OF")
"""Kinds without circles: nothing is a part, kind or sub-task of itself."""

Wanted = Mapping[str, Collection[str]]
"""Names of the cues to look for, by kind of relation."""
Found = Mapping[tuple[str, int, int], Mapping[str, int]]
"""By kind, head and tail: the phrases that relate them and the frame where each stands."""


@Language.component("kg_relations", requires=["doc._.entities", "doc.sents"], assigns=["doc._.relations"])
def relate(doc: Doc) -> Doc:
    """Set the relations between the entities of a doc, in order of kind, head and tail."""
    entities: Sequence[PaperEntity] = doc._.entities
    paper = outline(doc, entities)
    phrases = relation_phrases(paper, RELATION_POINTS)
    judgement = doc._.insight.judge(doc, entities) if doc._.insight else None
    doc._.relations = tuple(
        Relation(
            head=entities[ends.head.index].id,
            label=kind,
            tail=entities[ends.tail.index].id,
            confidence=round(confidence, DECIMALS),
            evidence=_evidence(ends, phrases.get((kind, ends.head.index, ends.tail.index), {}), entities),
        )
        for confidence, kind, ends in without_circles(list(_likely(paper, entities, phrases, judgement)))
    )
    return doc


def _likely(
    paper: Outline, entities: Sequence[PaperEntity], phrases: Found, judgement: Judgement | None
) -> Iterator[tuple[float, str, Pair]]:
    """Yield the relations whose confidence suffices, given their ends and with them, by the curve of the model."""
    scene = cast(paper, [entity.role for entity in entities])
    curve = judgement.gauge.blend.curve if judgement else UNFITTED
    for kind, ends, cues in candidates(scene, phrases, RELATION_POINTS):
        given_ends, threshold = relation_confidence(kind, ends, cues, judgement)
        confidence = given_ends * entities[ends.head.index].confidence * entities[ends.tail.index].confidence
        if given_ends >= threshold and confidence >= LEAST:
            yield curve(confidence), kind, ends


def relation_phrases(paper: Outline, wanted: Wanted) -> Found:
    """Return the phrases that relate entities; one that names no head speaks of the tail and index -1."""
    found: dict[tuple[str, int, int], dict[str, int]] = defaultdict(dict)
    for number, frame in enumerate(paper.frames):
        labels = {paper.entities[index].label for index in frame.entities}
        for kind, ends in RELATIONS.items():
            if not labels.issuperset(ends[1:]):
                continue
            for phrase in RELATION_PHRASES[kind]:
                for groups in phrase.find(frame) if phrase.name in wanted[kind] else ():
                    for head in groups.get("h", [-1]):
                        for tail in groups["t"]:
                            found[kind, head, tail].setdefault(phrase.name, number)
    return found


def candidates(scene: Cast, phrases: Found, wanted: Wanted) -> Iterator[tuple[str, Pair, set[str]]]:
    """Yield each pair of entities that a kind of relation may hold between, with its cues."""
    shown = sorted(scene.paper.entities, key=lambda one: (-one.mentions, one.index))[:MOST_RELATED]
    shown.sort(key=lambda one: one.index)
    pairs: dict[tuple[int, int], Pair] = {}
    for kind, (head_label, tail_label) in RELATIONS.items():
        cues_of_kind = [(name, holds) for name, holds in PAIR_CUES.items() if name in wanted[kind]]
        for head in (one for one in shown if one.label == head_label):
            for tail in (one for one in shown if one.label == tail_label and one.index != head.index):
                ends = pairs.setdefault((head.index, tail.index), pair(scene, head, tail))
                cues = {ends.roles, *(name for name, holds in cues_of_kind if holds(ends))}
                cues.update(phrases.get((kind, head.index, tail.index), ()))
                if head.index == _speaker(scene):
                    cues.update(phrases.get((kind, -1, tail.index), ()))
                yield kind, ends, cues


def _speaker(scene: Cast) -> int | None:
    """Return the method that the paper's results are taken to be about."""
    return scene.main if scene.main is not None else scene.most.get("METHOD")


def relation_points(kind: str, cues: Collection[str]) -> float:
    """Return the points of a pair for a kind of relation, given its cues."""
    points = RELATION_POINTS[kind]
    return sum(points.get(cue, 0.0) for cue in ("", *cues))


def relation_confidence(
    kind: str, ends: Pair, cues: Collection[str], judgement: Judgement | None
) -> tuple[float, float]:
    """Return the confidence that a pair is related, given its ends, and the one from which it is kept."""
    odds, threshold = relation_points(kind, cues), THRESHOLDS[kind]
    if judgement:
        blend = judgement.gauge.blend.relations[kind]
        seen = judgement.relation(kind, ends.head.index, ends.tail.index)
        odds, threshold = blend.cues * odds + blend.network * seen + blend.shift, blend.threshold
    return 1 / (1 + exp(-odds)), threshold


def without_circles(likely: Sequence[tuple[float, str, Pair]]) -> list[tuple[float, str, Pair]]:
    """Return the relations without those that would close a circle, the surest kept; in order of kind and ends."""
    kinds = list(RELATIONS)
    above: dict[str, dict[int, list[int]]] = {kind: defaultdict(list) for kind in kinds}
    kept = []
    for confidence, kind, ends in sorted(
        likely, key=lambda one: (-one[0], kinds.index(one[1]), one[2].head.index, one[2].tail.index)
    ):
        head, tail = ends.head.index, ends.tail.index
        if kind in ORDERED and _reaches(above[kind], tail, head):
            continue
        above[kind][head].append(tail)
        kept.append((confidence, kind, ends))
    return sorted(kept, key=lambda one: (kinds.index(one[1]), one[2].head.index, one[2].tail.index))


def _reaches(above: Mapping[int, Sequence[int]], start: int, goal: int) -> bool:
    seen, left = {start}, [start]
    while left:
        here = left.pop()
        if here == goal:
            return True
        fresh = [one for one in above.get(here, ()) if one not in seen]
        seen.update(fresh)
        left.extend(fresh)
    return False


def _evidence(ends: Pair, phrases: Mapping[str, int], entities: Sequence[PaperEntity]) -> tuple[Span, ...]:
    """Return the sentence that says it, or one for each end.

    That is the sentence of a phrase that relates both, else one that names both, in the abstract if any does.
    Where none does, it takes the sentence that shows the head's role and one of the tail's.
    """
    frames, title = ends.cast.paper.frames, ends.cast.paper.title
    if phrases:
        numbers = {min(phrases.values())}
    elif ends.shared:
        numbers = {next((number for number in ends.shared if number >= title), ends.shared[0])}
    else:
        head = _home(ends.head, entities, ends.cast.paper)
        tail = _home(ends.tail, entities, ends.cast.paper)
        numbers = {head, tail}
    return tuple(frames[number].place for number in sorted(numbers))


def _home(one: Standing, entities: Sequence[PaperEntity], paper: Outline) -> int:
    """Return the number of the frame that shows an entity's role, else of the first one that names it."""
    shown = entities[one.index].evidence
    numbers = [number for number in one.sentences if paper.frames[number].place in shown]
    abstract = [number for number in one.sentences if number >= paper.title]
    return (numbers or abstract or list(one.sentences))[0]
