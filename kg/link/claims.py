"""Claims: what papers say of entities and entities of each other, each once, with the evidence of every paper."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kg.link.belief import DECIMALS, Belief, noisy_or
from kg.records import Claim, Evidence, Extraction, Mention, Occurrence, PaperEntity, Span
from kg.vocabulary import LABEL_OF_KIND, LABELS, MENTIONED, RELATIONS, ROLES

_FIELDS: Final = {"title": 0, "text": 1}
_STRENGTH: Final = {(label, role): place for label in LABELS for place, role in enumerate(ROLES[label])}

Assigned = tuple[str | None, ...]
"""The entity of the collection for each entity of a paper, None for one that was dropped."""


@dataclass(frozen=True, slots=True)
class _Saying:
    """One time that a paper makes a claim."""

    paper: str
    confidence: float
    spans: tuple[Span, ...]
    extractor: str


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
    made: dict[tuple[str, str, str], list[_Saying]] = defaultdict(list)
    for extraction, ids in zip(extractions, assigned, strict=True):
        known = {entity.id: id_ for entity, id_ in zip(extraction.entities, ids, strict=True) if id_}
        for key, saying in (*_roles(extraction, known, kinds), *_relations(extraction, known, kinds)):
            made[key].append(saying)
    strongest = _strongest_roles(made, kinds)
    return tuple(_claim(key, made[key], belief) for key in sorted(made) if strongest.get((key[0], key[2]), key) == key)


def occurrences(extractions: Sequence[Extraction], assigned: Sequence[Assigned]) -> tuple[Occurrence, ...]:
    """Return all places where a paper names an entity, sorted by entity and paper."""
    found: dict[tuple[str, str], set[Mention]] = defaultdict(set)
    for extraction, ids in zip(extractions, assigned, strict=True):
        for entity, id_ in zip(extraction.entities, ids, strict=True):
            if id_:
                found[id_, extraction.paper.id].update(entity.mentions)
    return tuple(
        Occurrence(
            entity=entity,
            paper=paper,
            mentions=tuple(sorted(mentions, key=lambda item: (_FIELDS[item.field], item.start, item.end, item.text))),
        )
        for (entity, paper), mentions in sorted(found.items())
    )


def _roles(
    extraction: Extraction, known: Mapping[str, str], kinds: Mapping[str, str]
) -> Iterator[tuple[tuple[str, str, str], _Saying]]:
    for entity in extraction.entities:
        if id_ := known.get(entity.id):
            label = LABEL_OF_KIND[kinds[id_]]
            role = entity.role if entity.role in ROLES[label] else MENTIONED
            spans = entity.evidence or _first_mention(entity)
            confidence = entity.confidence * entity.role_confidence
            yield (extraction.paper.id, role, id_), _saying(extraction, confidence, spans)


def _relations(
    extraction: Extraction, known: Mapping[str, str], kinds: Mapping[str, str]
) -> Iterator[tuple[tuple[str, str, str], _Saying]]:
    places = {entity.id: _first_mention(entity) for entity in extraction.entities}
    for relation in extraction.relations:
        head, tail = known.get(relation.head), known.get(relation.tail)
        if head and tail and head != tail:
            labels = (LABEL_OF_KIND[kinds[head]], LABEL_OF_KIND[kinds[tail]])
            if RELATIONS[relation.label] == labels:
                spans = relation.evidence or places[relation.head] + places[relation.tail]
                yield (head, relation.label, tail), _saying(extraction, relation.confidence, spans)


def _saying(extraction: Extraction, confidence: float, spans: tuple[Span, ...]) -> _Saying:
    return _Saying(extraction.paper.id, round(confidence, DECIMALS), spans, extraction.extractor)


def _first_mention(entity: PaperEntity) -> tuple[Span, ...]:
    return (entity.mentions[0].span,)


def _strongest_roles(
    made: Mapping[tuple[str, str, str], Sequence[_Saying]], kinds: Mapping[str, str]
) -> Mapping[tuple[str, str], tuple[str, str, str]]:
    """Return the claim with the strongest role for each paper and entity."""
    found: dict[tuple[str, str], tuple[str, str, str]] = {}
    for key in made:
        paper, role, entity = key
        if role not in RELATIONS:
            label = LABEL_OF_KIND[kinds[entity]]
            best = found.setdefault((paper, entity), key)
            if _STRENGTH[label, role] < _STRENGTH[label, best[1]]:
                found[paper, entity] = key
    return found


def _claim(key: tuple[str, str, str], sayings: Sequence[_Saying], belief: Belief) -> Claim:
    by_paper: dict[str, list[_Saying]] = defaultdict(list)
    for saying in sayings:
        by_paper[saying.paper].append(saying)
    evidence = tuple(_evidence(paper, by_paper[paper]) for paper in sorted(by_paper))
    subject, predicate, object_ = key
    return Claim(
        subject=subject,
        predicate=predicate,
        object=object_,
        confidence=belief(item.confidence for item in evidence),
        evidence=evidence,
    )


def _evidence(paper: str, sayings: Sequence[_Saying]) -> Evidence:
    """Return what one paper says for a claim: its surest saying counts, all its spans are kept."""
    return Evidence(
        paper=paper,
        confidence=max(saying.confidence for saying in sayings),
        spans=tuple(
            sorted(
                {span for saying in sayings for span in saying.spans},
                key=lambda span: (_FIELDS[span.field], span.start, span.end),
            )
        ),
        extractor=min(saying.extractor for saying in sayings),
    )
