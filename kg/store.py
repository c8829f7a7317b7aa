"""Extractions on disk: one JSON object a line, each a paper with all that was extracted from it.

The format is a superset of what annotated gold files hold; `from_json` therefore reads both.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from kg.errors import InputError
from kg.lines import read_objects
from kg.papers import paper_id
from kg.records import Extraction, Mention, Paper, PaperEntity, Relation, Source, Span
from kg.vocabulary import LABELS, MENTIONED, RELATIONS, ROLES, SCHEMA

LONGEST_FAULT: Final = 120
"""Characters of what a message says of a damaged line, which may quote it."""

_HOW: Final = "give what this writes: kg extract INPUT... --out FILE"
_KINDS: Final = {str: "a text", int: "a whole number", list: "a list"}


def to_json(extraction: Extraction) -> dict[str, Any]:
    """Return an extraction as the object of a line of `extractions.jsonl`."""
    paper = extraction.paper
    return {
        "schema": SCHEMA,
        "id": paper.source_id,
        "paper": {
            "id": paper.id,
            "authors": list(paper.authors),
            "year": paper.year,
            "venue": paper.venue,
            "identifiers": dict(paper.identifiers),
            "url": paper.url,
            "source": {"file": paper.source.file, "record": paper.source.record},
        },
        "extractor": extraction.extractor,
        "title": paper.title,
        "text": paper.abstract,
        "sentences": [list(bounds) for bounds in extraction.sentences],
        "entities": [_entity_to_json(entity) for entity in extraction.entities],
        "relations": [
            {
                "head": relation.head,
                "label": relation.label,
                "tail": relation.tail,
                "confidence": relation.confidence,
                "evidence": [_span_to_json(span) for span in relation.evidence],
            }
            for relation in extraction.relations
        ],
    }


def _entity_to_json(entity: PaperEntity) -> dict[str, Any]:
    return {
        "id": entity.id,
        "label": entity.label,
        "confidence": entity.confidence,
        "role": entity.role,
        "role_confidence": entity.role_confidence,
        "evidence": [_span_to_json(span) for span in entity.evidence],
        "mentions": [
            {**_span_to_json(mention.span), "text": mention.text, "confidence": mention.confidence}
            for mention in entity.mentions
        ],
    }


def _span_to_json(span: Span) -> dict[str, Any]:
    return {"field": span.field, "start": span.start, "end": span.end}


def dump_line(extraction: Extraction) -> str:
    """Return the line of `extractions.jsonl` for an extraction, with its line end."""
    return json.dumps(to_json(extraction), ensure_ascii=False) + "\n"


def from_json(line: Mapping[str, Any], *, source: Source) -> Extraction:
    """Return the extraction that a parsed line holds.

    Only `title`, `text` and `entities` (`id`, `label`, `mentions`) need to be there; a missing confidence is 1,
    a missing role `mentioned`.

    Parameters
    ----------
    line
        A parsed line: an extraction or a gold annotation.
    source
        Where it stands; used where the line does not say where its paper was first read.

    Raises
    ------
    InputError
        If it does not fit the format: something is missing, a mention is not what stands at its offsets,
        an end of a relation is unknown.
    """
    try:
        paper = _paper_from_json(line, source)
        extraction = Extraction(
            paper=paper,
            extractor=str(line.get("extractor", "")),
            sentences=tuple((int(start), int(end)) for start, end in line.get("sentences", ())),
            entities=tuple(_entity_from_json(entity) for entity in line["entities"]),
            relations=tuple(_relation_from_json(relation) for relation in line.get("relations", ())),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = f"lacks {error}" if isinstance(error, KeyError) else f"does not fit the format ({_short(str(error))})"
        raise InputError(
            f"{source.file}, line {source.record}: the extraction {what}; extract the paper again"
        ) from error
    for fault in _faults(extraction):
        raise InputError(f"{source.file}, line {source.record}: {_short(fault)}; extract the paper again")
    return extraction


def _short(fault: str) -> str:
    return fault if len(fault) <= LONGEST_FAULT else fault[: LONGEST_FAULT - 1] + "…"


def _paper_from_json(line: Mapping[str, Any], source: Source) -> Paper:
    title, text, meta = _text(line.get("title")), _text(line["text"]), line.get("paper", {})
    place = meta.get("source", {"file": source.file, "record": source.record})
    identifiers = tuple(sorted((k, _text(v)) for k, v in meta.get("identifiers", {}).items()))
    year = meta.get("year")
    return Paper(
        id=_text(meta.get("id")) or paper_id(title, text, identifiers),
        source_id=str(_of(line.get("id", f"{source.file}#{source.record}"), str, int)),
        title=title,
        abstract=text,
        authors=tuple(_text(name) for name in _of(meta.get("authors", []), list)),
        year=None if year is None else int(_of(year, int)),
        venue=_text(meta.get("venue")),
        identifiers=identifiers,
        url=_text(meta.get("url")),
        source=Source(file=_text(place["file"]), record=int(_of(place["record"], int))),
    )


def _text(value: Any) -> str:
    return "" if value is None else str(_of(value, str))


def _of(value: Any, *kinds: type) -> Any:
    """Return a value if it is of a kind; what is of another is not written out, and no text taken for its letters."""
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(f"{value!r} stands where {' or '.join(_KINDS[kind] for kind in kinds)} should")
    return value


def _entity_from_json(entity: Mapping[str, Any]) -> PaperEntity:
    mentions = tuple(
        Mention(
            field=mention["field"],
            start=int(mention["start"]),
            end=int(mention["end"]),
            text=_text(mention["text"]),
            confidence=float(mention.get("confidence", 1.0)),
        )
        for mention in entity["mentions"]
    )
    return PaperEntity(
        id=str(entity["id"]),
        label=str(entity["label"]),
        confidence=float(entity.get("confidence", 1.0)),
        role=str(entity.get("role") or MENTIONED),
        role_confidence=float(entity.get("role_confidence", 1.0)),
        evidence=_spans_from_json(entity),
        mentions=mentions,
    )


def _relation_from_json(relation: Mapping[str, Any]) -> Relation:
    return Relation(
        head=str(relation["head"]),
        label=str(relation["label"]),
        tail=str(relation["tail"]),
        confidence=float(relation.get("confidence", 1.0)),
        evidence=_spans_from_json(relation),
    )


def _spans_from_json(holder: Mapping[str, Any]) -> tuple[Span, ...]:
    return tuple(
        Span(field=span["field"], start=int(span["start"]), end=int(span["end"])) for span in holder.get("evidence", ())
    )


def _faults(extraction: Extraction) -> Iterator[str]:
    """Yield what is wrong with an extraction, judged by itself."""
    paper, known = extraction.paper, {entity.id: entity.label for entity in extraction.entities}
    if len(known) < len(extraction.entities):
        yield "two entities have one id"
    for entity in extraction.entities:
        yield from _entity_faults(entity, paper)
    for relation in extraction.relations:
        if (known.get(relation.head), known.get(relation.tail)) != RELATIONS.get(relation.label):
            yield f"the relation {relation.head} {relation.label} {relation.tail} does not fit its ends"
        yield from _reading_faults(relation.evidence, [relation.confidence], paper)
    yield from _reading_faults(
        [Span(field="text", start=start, end=end) for start, end in extraction.sentences], [], paper
    )


def _entity_faults(entity: PaperEntity, paper: Paper) -> Iterator[str]:
    if entity.label not in LABELS:
        yield f"entity {entity.id} has the unknown label {entity.label!r}"
    elif entity.role not in ROLES[entity.label]:
        yield f"entity {entity.id} has the role {entity.role!r}, which no {entity.label} has"
    if not entity.mentions:
        yield f"entity {entity.id} has no mention"
    for mention in entity.mentions:
        if (
            not _stands(mention.span, paper)
            or not mention.text.strip()
            or paper.field(mention.field)[mention.start : mention.end] != mention.text
        ):
            yield f"the mention {mention.text!r} does not stand at {mention.field} {mention.start}:{mention.end}"
    confidences = (entity.confidence, entity.role_confidence, *(mention.confidence for mention in entity.mentions))
    yield from _reading_faults(entity.evidence, confidences, paper)


def _reading_faults(spans: Iterable[Span], confidences: Iterable[float], paper: Paper) -> Iterator[str]:
    """Yield what is wrong with the places something was read from, and with how sure it is."""
    for span in spans:
        if not _stands(span, paper):
            yield f"there is no text at {span.field} {span.start}:{span.end}"
    for confidence in confidences:
        if not 0 <= confidence <= 1:
            yield f"a confidence is {confidence}, not from 0 to 1"


def _stands(span: Span, paper: Paper) -> bool:
    return span.field in ("title", "text") and 0 <= span.start < span.end <= len(paper.field(span.field))


def read_extractions(path: Path) -> Iterator[Extraction]:
    """Yield the extractions of a file, plain or packed with gzip, line by line.

    Raises
    ------
    InputError
        If the file is missing or holds nothing, or at the first line that is no extraction.
    """
    empty = True
    for number, line in read_objects(path, _HOW):
        yield from_json(line, source=Source(file=path.name, record=number))
        empty = False
    if empty:
        raise InputError(f"{path} holds no extraction; {_HOW}")


def write_extractions(path: Path, extractions: Iterable[Extraction]) -> None:
    """Write extractions to a file, one a line, in the order given."""
    with path.open("w", encoding="utf-8", newline="\n") as handle:
        handle.writelines(dump_line(extraction) for extraction in extractions)
