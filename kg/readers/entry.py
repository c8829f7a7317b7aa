"""An entry of a file, and the record that its fields make: the meaning of field names, the same for all formats."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from kg.identifiers import SCHEMES, claimed, collect
from kg.likeness import count_words
from kg.readers.names import authors_of
from kg.readers.values import address_of, doubts, line_of, text_of, year_of
from kg.records import Record, Source

Value = TypeVar("Value")

SHORT: Final = 20
"""Words under which an abstract is noted as short; of 19,432 abstracts 15 have fewer, and are cut short or none."""

LONGEST: Final = 300_000
"""Characters beyond which a text is refused: one of 210,000 takes 0.9 GB and 20 s to extract, and both grow with it."""

NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "id": ("id", "key", "citationkey", "bibtexkey", "paperid", "corpusid"),
        "title": ("title", "displayname", "papertitle", "articletitle", "documenttitle"),
        "abstract": ("abstract", "text", "summary", "abstractnote", "abstracttext"),
        "authors": ("authors", "author", "authornames", "authorfullnames", "creators"),
        "year": (
            "year",
            "publicationyear",
            "pubyear",
            "date",
            "publicationdate",
            "published",
            "publisheddate",
            "issued",
        ),
        "venue": (
            *("venue", "journal", "booktitle", "conference", "journaltitle", "publicationtitle", "sourcetitle"),
            *("containertitle", "journalref"),
        ),
        "url": ("url", "link", "paperurl", "urlabs", "pdfurl"),
        "doi": ("doi",),
        "arxiv": ("arxiv", "arxivid", "eprint"),
        "openreview": ("openreview", "openreviewid", "forum", "forumid"),
        "acl": ("acl", "aclid", "anthologyid", "aclanthology"),
        "pmid": ("pmid", "pubmed", "pubmedid"),
    }
)
"""The names of fields that are understood, best first, without case, blanks and punctuation."""
LONGEST_SHOWN: Final = 60
"""Characters of the input that a message shows at most."""
_NESTED: Final = ("identifiers", "externalids", "ids")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What stands at one place of a file: fields by the names they have there, or the reason why there are none.

    Attributes
    ----------
    number
        The line, row, entry or paragraph, from 1: the number of the record.
    fault
        What is wrong and what to do, if it could not be read.
    note
        What the user should know of the file, if it is neither a record nor a fault.
    """

    number: int
    fields: Mapping[str, Any] = field(default_factory=dict)
    fault: str = ""
    note: str = ""


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return the name of a field without case, blanks and punctuation.

    Examples
    --------
    >>> plain("Publication Year"), plain("arxiv_id")
    ('publicationyear', 'arxivid')
    """
    return re.sub(r"[\W_]+", "", name.casefold())


class _Fields:
    """The fields of an entry under plain names, and the flaws met while values were taken from them."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._values: dict[str, Any] = {}
        for name, value in fields.items():
            if value not in (None, "", [], {}):
                self._values.setdefault(plain(name), value)
        self.flaws: list[str] = []

    def take(self, name: str, convert: Callable[[Any], Value]) -> Value:
        """Return the first value under the names of a field that converts to something."""
        given = [self._values[known] for known in NAMES[name] if known in self._values]
        for value in given:
            converted = convert(value)
            if converted and str(converted).strip():
                self.flaws.extend(doubts(name, value))
                return converted
        if any(not isinstance(value, str) or value.strip() for value in given):
            self._left_out(name, given[0])
        return convert(None)

    def _left_out(self, name: str, value: object) -> None:
        self.flaws.append(f"its {name} ({_described(value)}) is not understood and left out")

    def identifiers(self) -> dict[str, list[str]]:
        """Return the texts that are identifiers of the scheme that their field is named after."""
        nested = [(name, self._values[name]) for name in _NESTED if name in self._values]
        sources = [self._values]
        for name, part in nested:
            if isinstance(part, dict):
                sources.append({plain(str(key)): value for key, value in part.items()})
            else:
                self._left_out(name, part)
        archive = self._values.get("archiveprefix", self._values.get("eprinttype", "arxiv"))
        foreign = str(archive).strip().casefold() != "arxiv"
        found: dict[str, list[str]] = {}
        for scheme in SCHEMES:
            names = [name for name in NAMES[scheme] if not (name == "eprint" and foreign)]
            given = [source[name] for source in sources for name in names if name in source]
            found[scheme] = [text_of(value) for value in given if claimed(scheme, text_of(value))]
            if not found[scheme] and (value := next((value for value in given if not _is_blank(value)), None)):
                self._left_out(scheme, value)
        return found


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def read_record(entry: Entry, file: str) -> tuple[Record | None, tuple[str, ...]]:
    """Return the record that an entry makes, and its flaws; without a record the only flaw is the reason.

    Parameters
    ----------
    entry
        Fields of any name and type.
    file
        Base name of the file.
    """
    if entry.fault:
        return None, (entry.fault,)
    fields = _Fields(entry.fields)
    title, abstract = fields.take("title", text_of), fields.take("abstract", text_of)
    if not title.strip() and not abstract.strip():
        return None, ("has neither title nor abstract; give it one, in a field named so",)
    if (longest := max(len(title), len(abstract))) > LONGEST:
        return None, (f"has a text of {longest:,} characters, which is no abstract; give the abstract alone",)
    source_id = fields.take("id", text_of) or f"{file}#{entry.number}"
    venue, url = fields.take("venue", line_of), fields.take("url", address_of)
    record = Record(
        source_id=source_id,
        title=title,
        abstract=abstract,
        authors=fields.take("authors", authors_of),
        year=fields.take("year", year_of),
        venue=venue,
        identifiers=collect(fields.identifiers(), url=url, source_id=source_id, venue=venue),
        url=url,
        source=Source(file=file, record=entry.number),
    )
    return record, (*fields.flaws, *_flaws(record))


def _flaws(record: Record) -> Iterator[str]:
    words = count_words(record.abstract)
    if not words:
        yield "has no abstract; it is kept by its title"
    elif words < SHORT:
        yield f"is short ({words} words); check that it is a whole abstract"


def _described(value: object) -> str:
    """Return a value as a message shows it, never what is nested in it."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shown(str(value))


def shown(text: str) -> str:
    r"""Return a text as a message shows it: on one line, short, without what a terminal would obey.

    Examples
    --------
    >>> shown("n.d.\n\x1b[31m")
    'n.d. [31m'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text[:1000]).split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"
