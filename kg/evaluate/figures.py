"""Figures of extracted papers against gold.

Gold and predicted papers are matched by id; a gold paper that was not predicted counts as empty. All figures are
micro-averaged over all papers:

| Row | Counts as found |
| --- | --- |
| ``mentions.*`` | a mention with the gold's field, start, end and label; none where title or text differ at all |
| ``names.*`` | a pair of label and surface, without case, of a paper |
| ``entities.*`` | an entity matched one to one with a gold entity of its label, by the surfaces they share |
| ``roles.*`` | a matched entity whose role is right as well |
| ``relations.*``, ``pairs.all`` | head, label and tail over matched entities; `pairs` leaves the label out |

``core`` is METHOD, TASK and DATASET; ``all`` has METRIC too.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from kg.evaluate.documents import FIELDS, Document
from kg.vocabulary import LABELS, ROLES

CORE: Final = ("METHOD", "TASK", "DATASET")
CORE_ROLES: Final = tuple(sorted({role for label in CORE for role in ROLES[label]}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Precision, recall and F1 (rounded to four digits) of what was predicted against what is in the gold."""

    precision: float
    recall: float
    f1: float
    gold: int
    predicted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What `score` gives.

    Attributes
    ----------
    documents
        Number of gold papers.
    missing
        How many of them were not predicted.
    texts_differing
        How many were predicted with another title or text.
    rows
        Name and figure, sorted by name.
    """

    documents: int
    missing: int
    texts_differing: int
    rows: tuple[tuple[str, Figure], ...]

    def __getitem__(self, name: str) -> Figure:
        return dict(self.rows)[name]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as one JSON object."""
        head = {"documents": self.documents, "missing": self.missing, "texts_differing": self.texts_differing}
        return {**head, **{name: asdict(figure) for name, figure in self.rows}}


@dataclass(slots=True)
class _Count:
    hit: int = 0
    gold: int = 0
    predicted: int = 0

    def add(self, gold: int, predicted: int, hit: int) -> None:
        self.gold += gold
        self.predicted += predicted
        self.hit += hit

    def compare(self, gold: set[Any], predicted: set[Any]) -> None:
        self.add(len(gold), len(predicted), len(gold & predicted))

    def figure(self) -> Figure:
        precision = self.hit / self.predicted if self.predicted else 0.0
        recall = self.hit / self.gold if self.gold else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return Figure(
            precision=round(precision, 4),
            recall=round(recall, 4),
            f1=round(f1, 4),
            gold=self.gold,
            predicted=self.predicted,
        )


_Counts: TypeAlias = defaultdict[str, _Count]


def score(gold: Mapping[str, Document], predicted: Mapping[str, Document]) -> Figures:
    """Return the figures of predicted papers against gold.

    Parameters
    ----------
    gold, predicted
        Papers by id, without faults (see `load`). Predicted papers that the gold lacks do not count.
    """
    counts: _Counts = defaultdict(_Count)
    differing = 0
    for key, truth in gold.items():
        guess = predicted.get(key) or {"title": truth["title"], "text": truth["text"], "entities": []}
        same = all((guess.get(field) or "") == (truth.get(field) or "") for field in FIELDS)
        differing += not same
        matched = match(truth["entities"], guess["entities"])
        _count_entities(counts, truth, guess, same=same)
        _count_roles(counts, truth, guess, matched)
        _count_relations(counts, truth, guess, matched)
    return Figures(
        documents=len(gold),
        missing=len(gold.keys() - predicted.keys()),
        texts_differing=differing,
        rows=tuple((name, counts[name].figure()) for name in sorted(counts)),
    )


def _count_entities(counts: _Counts, truth: Document, guess: Document, *, same: bool) -> None:
    for label in LABELS:
        wanted, found = (_labelled(document, label) for document in (truth, guess))
        places, guessed = _places(wanted), _places(found)
        for group in (label.lower(), "all", *(("core",) if label in CORE else ())):
            counts[f"mentions.{group}"].add(len(places), len(guessed), len(places & guessed) if same else 0)
            counts[f"names.{group}"].compare(_names(wanted), _names(found))
            counts[f"entities.{group}"].add(len(wanted), len(found), len(match(wanted, found)))


def _count_roles(counts: _Counts, truth: Document, guess: Document, matched: Mapping[str, str]) -> None:
    role_of = {entity["id"]: entity.get("role") for entity in truth["entities"]}
    for role in CORE_ROLES:
        wanted, found = (_in_role(document, role) for document in (truth, guess))
        hits = sum(key in matched and role_of[matched[key]] == role for key in found)
        counts[f"roles.{role}"].add(len(wanted), len(found), hits)
        counts["roles.core"].add(len(wanted), len(found), hits)


def _count_relations(counts: _Counts, truth: Document, guess: Document, matched: Mapping[str, str]) -> None:
    wanted = {(r["head"], r["label"], r["tail"]) for r in truth.get("relations", ())}
    found = {
        # An end that matches nothing keeps a name that no gold entity has.
        (matched.get(r["head"], f"?{r['head']}"), r["label"], matched.get(r["tail"], f"?{r['tail']}"))
        for r in guess.get("relations", ())
    }
    counts["relations.all"].compare(wanted, found)
    counts["pairs.all"].compare({(h, t) for h, _, t in wanted}, {(h, t) for h, _, t in found})
    for label in sorted({label for _, label, _ in wanted | found}):
        counts[f"relations.{label}"].compare(*({r for r in side if r[1] == label} for side in (wanted, found)))


def _labelled(document: Document, label: str) -> list[Document]:
    return [entity for entity in document["entities"] if entity["label"] == label]


def _in_role(document: Document, role: str) -> list[str]:
    return [e["id"] for e in document["entities"] if e.get("role") == role and e["label"] in CORE]


def _places(entities: Iterable[Document]) -> set[tuple[str, int, int]]:
    return {(m["field"], m["start"], m["end"]) for entity in entities for m in entity["mentions"]}


def _names(entities: Iterable[Document]) -> set[str]:
    return {name for entity in entities for name in surfaces(entity)}


def surfaces(entity: Document) -> set[str]:
    """Return what an entity is called in its paper, without case."""
    return {mention["text"].casefold() for mention in entity["mentions"]}


def match(gold: Iterable[Document], predicted: Iterable[Document]) -> dict[str, str]:
    """Match entities of one label one to one, those that share most surfaces first.

    Returns
    -------
    dict
        Id of the gold entity by id of the predicted one. Among equals the one that stands first is taken.
    """
    left = [(entity, surfaces(entity)) for entity in gold]
    right = [(entity, surfaces(entity)) for entity in predicted]
    pairs = sorted(
        (-len(names & others), i, j)
        for i, (entity, names) in enumerate(left)
        for j, (other, others) in enumerate(right)
        if entity["label"] == other["label"] and names & others
    )
    taken: set[str] = set()
    matched: dict[str, str] = {}
    for _, i, j in pairs:
        wanted, found = left[i][0]["id"], right[j][0]["id"]
        if wanted not in taken and found not in matched:
            taken.add(wanted)
            matched[found] = wanted
    return matched


def table(figures: Figures) -> str:
    """Return the figures as lines to read in a terminal."""
    head = (
        f"{figures.documents} documents, {figures.missing} not predicted, {figures.texts_differing} with another text"
    )
    rows = (
        f"{name:26} P {row.precision:.3f}  R {row.recall:.3f}  F1 {row.f1:.3f}"
        f"  ({row.gold} gold, {row.predicted} predicted)"
        for name, row in figures.rows
    )
    return "\n".join((head, *rows))
