"""The records that travel between the stages: what is read, what is extracted, what the collection holds.

All are frozen and hold tuples and scalars. Offsets are half-open and count characters (Unicode code points)
of the cleaned text of a field.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Item = TypeVar("Item", covariant=True)

Field = Literal["title", "text"]
"""The two texts of a paper: its title and its abstract."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Source:
    """Where a record was read: the base name of the file and the record's number in it, from 1."""

    file: str
    record: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A paper as a file brings it: raw text, nothing cleaned, nothing lost.

    Attributes
    ----------
    source_id
        The id that the record brings, else ``<file name>#<n>``.
    title, abstract
        Raw text, empty where there is none.
    authors
        Names in order, as read.
    year
        Year of publication, or None.
    identifiers
        Pairs of scheme (`doi`, `arxiv`, `openreview`, `acl`, `pmid`) and normalised value, sorted.
    """

    source_id: str
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    identifiers: tuple[tuple[str, str], ...] = ()
    url: str = ""
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper with clean title and abstract and the id that it has in the graph.

    `id` is ``paper/<scheme>:<value>`` of its strongest identifier, else ``paper/text:<hash>`` of title and abstract.
    The other attributes are those of `Record`.
    """

    id: str
    source_id: str
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    identifiers: tuple[tuple[str, str], ...] = ()
    url: str = ""
    source: Source

    def field(self, name: Field) -> str:
        """Return the text of a field."""
        return self.title if name == "title" else self.abstract


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Span:
    """A stretch of one field of a paper, ``[start, end)`` in characters."""

    field: Field
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place where an entity is named; `text` is exactly what stands there."""

    field: Field
    start: int
    end: int
    text: str
    confidence: float = 1.0

    @property
    def span(self) -> Span:
        """The place alone."""
        return Span(field=self.field, start=self.start, end=self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperEntity:
    """An entity of one paper: all mentions of one thing, and what the paper does with it.

    Attributes
    ----------
    id
        Letter of the label and a number, unique in the paper: ``M1``, ``T2``.
    label
        One of `vocabulary.LABELS`.
    confidence
        Of entity and label, in [0, 1].
    role
        One of `vocabulary.ROLES[label]`, with its own confidence and the spans that say so.
    mentions
        In order of field (title first) and start; never empty.
    """

    id: str
    label: str
    confidence: float = 1.0
    role: str
    role_confidence: float = 1.0
    evidence: tuple[Span, ...] = ()
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A directed relation between two entities of one paper, and the spans it was read from."""

    head: str
    label: str
    tail: str
    confidence: float = 1.0
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was extracted from one paper.

    Attributes
    ----------
    extractor
        Name, version and fingerprint of what extracted it, separated by blanks.
    sentences
        Half-open offsets of the sentences of the abstract.
    """

    paper: Paper
    extractor: str
    sentences: tuple[tuple[int, int], ...]
    entities: tuple[PaperEntity, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why names are one entity.

    `rule` is one of ``same key``, ``acronym``, ``alias``, ``lexicon``, ``correction``; `names` are the names it
    joins, and `detail` says where it comes from: a paper's id, a lexicon's entry, a line of the corrections.
    """

    rule: str
    names: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideLink:
    """A link to the same (`match` is ``exactMatch``) or a close thing outside, with its score in [0, 1] and method."""

    iri: str
    match: Literal["exactMatch", "closeMatch"]
    score: float
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """An entity of the collection: one thing, whatever its names, whichever papers name it.

    Attributes
    ----------
    id
        ``<kind>/<match key of the preferred name>``, a pure function of the collection.
    kind
        ``method``, ``task``, ``dataset`` or ``metric``.
    name
        Preferred name.
    names
        Other names, sorted.
    ambiguous
        True for an acronym of unknown meaning, which is a node of its paper only.
    """

    id: str
    kind: str
    name: str
    names: tuple[str, ...] = ()
    links: tuple[OutsideLink, ...] = ()
    reasons: tuple[Reason, ...] = ()
    ambiguous: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What resolving a collection gives.

    Attributes
    ----------
    entities
        Sorted by id.
    assigned
        For each extraction given, in the same order, the entity id of each of its entities, in their order; None
        for one that a correction dropped.
    unused
        One readable line for each correction that applied to nothing.
    """

    entities: tuple[Entity, ...]
    assigned: tuple[tuple[str | None, ...], ...]
    unused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What one paper says for a claim: the spans that say it, at least one, and with what confidence they were read."""

    paper: str
    confidence: float
    spans: tuple[Span, ...]
    extractor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement of the graph: ``subject predicate object``, made once however many papers make it.

    `predicate` is a role (then `subject` is a paper's id) or a relation (then it is an entity's id).
    `evidence` has one entry a paper, sorted by its id; `confidence` is the belief computed from it.
    """

    subject: str
    predicate: str
    object: str
    confidence: float
    evidence: tuple[Evidence, ...]

    @property
    def support(self) -> int:
        """How many papers make the claim."""
        return len(self.evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """All places where one paper names one entity of the collection."""

    entity: str
    paper: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLink:
    """Two papers and the entities they share, rarest first; `first` < `second`, `weight` > 0."""

    first: str
    second: str
    weight: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenCycle:
    """A claim left out because it puts a thing under itself.

    `back` is the way by which better supported claims lead from its object up to its subject, both with it.
    """

    claim: Claim
    back: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """What linking a collection gives: claims, occurrences, pairs of entities of one name, paper links; each sorted.

    `broken` holds the claims that were left out lest the hierarchy have a cycle.
    """

    claims: tuple[Claim, ...]
    occurrences: tuple[Occurrence, ...]
    related: tuple[tuple[str, str], ...]
    links: tuple[PaperLink, ...]
    broken: tuple[BrokenCycle, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Remark:
    """Something the user should know of one input: it was left out, or kept with a flaw.

    `record` is its number in the file, 0 when it concerns the file as a whole; `reason` says what and what to do.
    """

    file: str
    record: int = 0
    source_id: str = ""
    reason: str

    def __str__(self) -> str:
        where = f"{self.file}, record {self.record}" if self.record else self.file
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[Item]):
    """What was read, in the order of input, and what was skipped or is noteworthy; iterating gives the items."""

    items: tuple[Item, ...] = ()
    skipped: tuple[Remark, ...] = ()
    noted: tuple[Remark, ...] = ()

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)
