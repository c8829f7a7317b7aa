"""A resolution as a table, one row an entity of a document."""

import re
from collections.abc import Iterator, Sequence

from kg.records import Extraction, Resolution

HEADER = ("document", "entity", "id", "name")


def table(extractions: Sequence[Extraction], resolution: Resolution) -> Iterator[str]:
    """Yield the lines of a tab-separated table: document, entity of it, entity of the collection.

    Nothing is quoted: tabs and line ends in a name become blanks. The entity that a correction dropped has no id.

    Parameters
    ----------
    extractions, resolution
        A collection, and what `resolve` gave for it.
    """
    yield "\t".join(HEADER) + "\n"
    names = {entity.id: entity.name for entity in resolution.entities}
    for extraction, ids in zip(extractions, resolution.assigned, strict=True):
        for entity, id_ in zip(extraction.entities, ids, strict=True):
            name = names[id_] if id_ else entity.mentions[0].text
            yield "\t".join(_plain(field) for field in (extraction.paper.source_id, entity.id, id_ or "", name)) + "\n"


def _plain(field: str) -> str:
    return re.sub(r"[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+", " ", field)
