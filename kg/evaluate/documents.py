"""Annotated papers as parsed lines: read from a file, and checked.

Not as extractions of the store: figures count what a line states, and what it leaves out (a role) must stay out.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from kg.errors import InputError
from kg.lines import read_objects
from kg.vocabulary import LABELS

Document: TypeAlias = Mapping[str, Any]
"""A parsed line: `id`, `title`, `text`, `entities`, and `relations` where there are any."""

FIELDS: Final = ("title", "text")
_HOW: Final = "give a file of extractions or gold, one JSON object a line"


def faults(document: Document) -> Iterator[str]:
    """Yield what is wrong with a parsed line: something missing, a mention that is not what stands there, overlaps."""
    missing = [key for key in ("id", *FIELDS, "entities") if key not in document]
    if missing:
        yield f"it has no {missing[0]!r}"
        return
    try:
        yield from _entity_faults(document)
        known = {entity["id"] for entity in document["entities"]}
        for relation in document.get("relations", ()):
            head, label, tail = (relation[key] for key in ("head", "label", "tail"))
            if head not in known or tail not in known:
                yield f"relation {head} {label} {tail} lacks an end"
    except (KeyError, TypeError, AttributeError) as error:
        yield (
            f"its entities or relations lack {error}"
            if isinstance(error, KeyError)
            else f"it has a wrong type: {error}"
        )


def _entity_faults(document: Document) -> Iterator[str]:
    places: dict[str, list[tuple[int, int]]] = {field: [] for field in FIELDS}
    seen: set[str] = set()
    for entity in document["entities"]:
        if entity["id"] in seen:
            yield f"entity {entity['id']} stands twice"
        seen.add(entity["id"])
        if entity["label"] not in LABELS:
            yield f"entity {entity['id']} has the unknown label {entity['label']!r}"
        if not entity["mentions"]:
            yield f"entity {entity['id']} has no mention"
        for mention in entity["mentions"]:
            yield from _mention_faults(document, mention)
            places.setdefault(mention["field"], []).append((mention["start"], mention["end"]))
    for field, spans in places.items():
        spans.sort()
        for (_, end), (start, _) in pairwise(spans):
            if start < end:
                yield f"mentions overlap at {field} {start}"


def _mention_faults(document: Document, mention: Document) -> Iterator[str]:
    field, start, end, text = (mention[key] for key in ("field", "start", "end", "text"))
    if field not in FIELDS:
        yield f"a mention has the unknown field {field!r}"
    elif (document[field] or "")[start:end] != text or not text.strip():
        yield f"mention {text!r} does not stand at {field} {start}:{end}"


def load(path: Path) -> dict[str, Document]:
    """Read papers with their annotations, one JSON object a line, by id; gzip is unpacked.

    Raises
    ------
    InputError
        If the file cannot be read or holds nothing, or at the first line with a fault: says file, line and fault.
    """
    documents: dict[str, Document] = {}
    for number, document in read_objects(path, _HOW):
        for fault in faults(document):
            raise InputError(f"{path}, line {number}: {fault}; {_HOW}")
        key = str(document["id"])
        if key in documents:
            raise InputError(f"{path}, line {number}: id {key} stands twice; leave out one of the lines")
        documents[key] = document
    if not documents:
        raise InputError(f"{path} holds no paper; {_HOW}")
    return documents
