"""Claims: what papers say of entities and entities of each other, each once, with the evidence of every paper."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from kg.link.belief import DECIMALS, Belief, noisy_or
from kg.records import Claim, Evidence, Extraction, Mention, Occurrence, PaperEntity, Span
from kg.vocabulary import LABEL_OF_KIND, LABELS, MENTIONED, RELATIONS, ROLES

_FIELDS: Final = {"title": 0, "text": 1}
_STRENGTH: Final = {(label, role): place for label in LABELS for place, role in enumerate(ROLES[label])}

Assigned = tuple[str | None, ...]
"""The entity of the collection for each entity of a paper, None for one that was dropped."""


Key = tuple[str, str, str]
"""Subject, predicate and object of a claim."""


def claims(
    extractions: Sequence[Extraction],
    assigned: Sequence[Assigned],
    kinds: Mapping[str, str],
    *,
    belief: Belief = noisy_or,
) -> tuple[Claim, ...]:
    """Return all claims of a collection, sorted by subject, predicate and object.

    A paper has one role for an entity: the strongest, where several of its entities became one. A relation whose two
    ends became one entity, or whose ends no longer have the kinds it is between, is no claim.

    Parameters
    ----------
    extractions, assigned
        The papers, and for each the entities of the collection that its entities are.
    kinds
        The kind of each entity of the collection.
    belief
        From the confidences of the papers to that of the claim.
    """
    made: dict[Key, list[Evidence]] = defaultdict(list)
    for extraction, ids in zip(extractions, assigned, strict=True):
        known = {entity.id: id_ for entity, id_ in zip(extraction.entities, ids, strict=True) if id_}
        for key, evidence in chain(_roles(extraction, known, kinds), _relations(extraction, known, kinds)):
            made[key].append(evidence)
    strongest = _strongest_roles(made, kinds)
    return tuple(_claim(key, made[key], belief) for key in sorted(made) if strongest.get((key[0], key[2]), key) == key)


def occurrences(extractions: Sequence[Extraction], assigned: Sequence[Assigned]) -> tuple[Occurrence, ...]:
    """Return all places where a paper names an entity, sorted by entity and paper."""
    found: dict[tuple[str, str], list[PaperEntity]] = defaultdict(list)
    for extraction, ids in zip(extractions, assigned, strict=True):
        for entity, id_ in zip(extraction.entities, ids, strict=True):
            if id_:
                found[id_, extraction.paper.id].append(entity)
    return tuple(
        Occurrence(entity=id_, paper=paper, mentions=_mentions(found[id_, paper])) for id_, paper in sorted(found)
    )


def _mentions(entities: Sequence[PaperEntity]) -> tuple[Mention, ...]:
    """Return the mentions of several entities of a paper, in order, each once."""
    if len(entities) == 1:
        return entities[0].mentions
    mentions = {mention for entity in entities for mention in entity.mentions}
    return tuple(sorted(mentions, key=lambda mention: (*_order(mention), mention.text, mention.confidence)))


def _roles(
    extraction: Extraction, known: Mapping[str, str], kinds: Mapping[str, str]
) -> Iterator[tuple[Key, Evidence]]:
    for entity in extraction.entities:
        if id_ := known.get(entity.id):
            label = LABEL_OF_KIND[kinds[id_]]
            role = entity.role if entity.role in ROLES[label] else MENTIONED
            spans = entity.evidence or _first_mention(entity)
            confidence = entity.confidence * entity.role_confidence
            yield (extraction.paper.id, role, id_), _evidence(extraction, confidence, spans)


def _relations(
    extraction: Extraction, known: Mapping[str, str], kinds: Mapping[str, str]
) -> Iterator[tuple[Key, Evidence]]:
    entities = {entity.id: entity for entity in extraction.entities}
    for relation in extraction.relations:
        head, tail = known.get(relation.head), known.get(relation.tail)
        if head and tail and head != tail:
            labels = (LABEL_OF_KIND[kinds[head]], LABEL_OF_KIND[kinds[tail]])
            if RELATIONS[relation.label] == labels:
                ends = (entities[relation.head], entities[relation.tail])
                spans = relation.evidence or tuple(span for end in ends for span in _first_mention(end))
                yield (head, relation.label, tail), _evidence(extraction, relation.confidence, spans)


def _evidence(extraction: Extraction, confidence: float, spans: tuple[Span, ...]) -> Evidence:
    return Evidence(
        paper=extraction.paper.id,
        confidence=round(confidence, DECIMALS),
        spans=tuple(sorted(spans, key=_order)) if len(spans) > 1 else spans,
        extractor=extraction.extractor,
    )


def _order(place: Span | Mention) -> tuple[int, int, int]:
    return _FIELDS[place.field], place.start, place.end


def _first_mention(entity: PaperEntity) -> tuple[Span, ...]:
    return (entity.mentions[0].span,)


def _strongest_roles(made: Iterable[Key], kinds: Mapping[str, str]) -> Mapping[tuple[str, str], Key]:
    """Return the claim with the strongest role for each paper and entity."""
    found: dict[tuple[str, str], Key] = {}
    for key in made:
        paper, role, entity = key
        if role not in RELATIONS:
            label = LABEL_OF_KIND[kinds[entity]]
            best = found.setdefault((paper, entity), key)
            if _STRENGTH[label, role] < _STRENGTH[label, best[1]]:
                found[paper, entity] = key
    return found


def _claim(key: Key, made: Sequence[Evidence], belief: Belief) -> Claim:
    if len(made) > 1:
        by_paper: dict[str, list[Evidence]] = defaultdict(list)
        for evidence in made:
            by_paper[evidence.paper].append(evidence)
        made = [_united(by_paper[paper]) for paper in sorted(by_paper)]
    subject, predicate, object_ = key
    return Claim(
        subject=subject,
        predicate=predicate,
        object=object_,
        confidence=belief(evidence.confidence for evidence in made),
        evidence=tuple(made),
    )


def _united(repeats: Sequence[Evidence]) -> Evidence:
    """Return what one paper says for a claim: its surest saying counts, all its spans are kept."""
    if len(repeats) == 1:
        return repeats[0]
    return Evidence(
        paper=repeats[0].paper,
        confidence=max(evidence.confidence for evidence in repeats),
        spans=tuple(sorted({span for evidence in repeats for span in evidence.spans}, key=_order)),
        extractor=min(evidence.extractor for evidence in repeats),
    )
