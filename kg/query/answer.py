"""The answer to a question, and the forms in which it is shown."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from pyoxigraph import BlankNode, Literal, NamedNode, QueryResultsFormat, Triple, parse_query_results
from rich.cells import cell_len, set_cell_size

from kg.errors import OptionError
from kg.export.terms import XSD, prefixed
from kg.terminal import plain

Term = NamedNode | BlankNode | Literal | Triple

WIDEST_CELL: Final = 60
"""Columns of the terminal that a cell of a table takes, unless it stands last in its row."""
NARROWEST_CUT: Final = 24
"""Columns to which a cell is cut at most for the sake of a narrow terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Columns and rows of terms; None where a row has nothing in a column.

    `base` is the base of the graph's IRIs, empty if it is not known.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]
    base: str = ""

    def values(self) -> list[tuple[str, ...]]:
        """Return the rows as short text: ids for nodes under the base, prefixed names for terms of vocabularies."""
        return [tuple("" if item is None else self._text(item) for item in row) for row in self.rows]

    def _text(self, item: Term) -> str:
        if not isinstance(item, NamedNode):
            return item.value if isinstance(item, Literal | BlankNode) else str(item)
        if self.base and item.value.startswith(self.base):
            return unquote(item.value.removeprefix(self.base))
        return prefixed(item)


def render(answer: Answer, form: str = "table", width: int | None = None) -> str:
    """Return an answer as text.

    Parameters
    ----------
    form
        ``table`` for people; ``json``, ``csv`` and ``tsv`` are the formats of SPARQL 1.1 results.
    width
        Columns of the terminal that a table is to fit, as far as words can be cut for it; ids are left whole, to copy.

    Raises
    ------
    OptionError
        If there is no such form.
    """
    if form not in FORMATS:
        raise OptionError(f"an answer is shown as one of {', '.join(FORMATS)}, not as {form!r}")
    return _table(answer, width) if form == "table" else FORMATS[form](answer)


def _table(answer: Answer, width: int | None = None) -> str:
    """Return aligned columns under a rule; whatever a terminal would act upon is shown as U+FFFD."""
    rows = [answer.columns, *([_shown(text) for text in row] for row in answer.values())]
    widths = [min(WIDEST_CELL, max(cell_len(row[place]) for row in rows)) for place in range(len(answer.columns))]
    if width is not None:
        ids = {place for row in answer.rows for place, item in enumerate(row) if isinstance(item, NamedNode)}
        widths = _narrowed(widths, width, [place for place in range(len(widths) - 1) if place not in ids])
    lines = ["  ".join(_cell(text, width) for text, width in zip(row[:-1], widths, strict=False)) for row in rows]
    lines = [f"{line}  {row[-1]}".strip() if line else row[-1] for line, row in zip(lines, rows, strict=True) if row]
    rule = "  ".join("─" * width for width in widths)
    count = f"{len(answer.rows)} row{'' if len(answer.rows) == 1 else 's'}"
    return "\n".join([*lines[:1], rule, *lines[1:], count]) + "\n"


def _narrowed(widths: list[int], width: int, places: list[int]) -> list[int]:
    """Return widths of which the widest of some places give way, down to a limit, until a row fits."""
    narrowed = list(widths)
    excess = sum(narrowed) + 2 * (len(narrowed) - 1) - width
    for _ in range(excess):
        widest = max(places, key=narrowed.__getitem__, default=0)
        if widest not in places or narrowed[widest] <= NARROWEST_CUT:
            break
        narrowed[widest] -= 1
    return narrowed


def _shown(text: str) -> str:
    return plain(re.sub(r"[\t\r\n]+", " ", text))


def _cell(text: str, width: int) -> str:
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _json(answer: Answer) -> str:
    bindings = [
        {name: _binding(item) for name, item in zip(answer.columns, row, strict=True) if item is not None}
        for row in answer.rows
    ]
    result = {"head": {"vars": list(answer.columns)}, "results": {"bindings": bindings}}
    return json.dumps(result, ensure_ascii=False, indent=1) + "\n"


def _binding(item: Term) -> dict[str, Any]:
    if isinstance(item, NamedNode):
        return {"type": "uri", "value": item.value}
    if isinstance(item, BlankNode):
        return {"type": "bnode", "value": item.value}
    if isinstance(item, Triple):
        parts = {"subject": item.subject, "predicate": item.predicate, "object": item.object}
        return {"type": "triple", "value": {name: _binding(part) for name, part in parts.items()}}
    if item.language:
        return {"type": "literal", "value": item.value, "xml:lang": item.language}
    datatype = item.datatype.value
    return {"type": "literal", "value": item.value} | ({} if datatype == f"{XSD}string" else {"datatype": datatype})


def _csv(answer: Answer) -> str:
    return _serialised(answer, QueryResultsFormat.CSV)


def _tsv(answer: Answer) -> str:
    return _serialised(answer, QueryResultsFormat.TSV)


def _serialised(answer: Answer, form: QueryResultsFormat) -> str:
    written = parse_query_results(_json(answer), format=QueryResultsFormat.JSON).serialize(format=form)
    return (written or b"").decode("utf-8")


FORMATS: Final[Mapping[str, Callable[[Answer], str]]] = {"table": _table, "csv": _csv, "tsv": _tsv, "json": _json}
"""The forms of an answer, the one for people first."""
