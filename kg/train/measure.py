"""What a trained model is worth: its figures on annotated abstracts that it did not learn from, for its card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from kg.evaluate import score
from kg.extract.model_files import amend_card
from kg.extract.pipeline import extract, load
from kg.records import Extraction, PaperEntity, Span
from kg.store import to_json
from kg.train.gold import read_gold

ROWS: Final = (
    *(f"mentions.{group}" for group in ("core", "all", "method", "task", "dataset", "metric")),
    "names.dataset",
    *("entities.core", "roles.core", "roles.proposed", "relations.all"),
)
BINS: Final = 10

Case = tuple[float, bool]
"""A confidence, and whether what it was given to is right."""


def measure(folder: Path, test: Path) -> dict[str, Any]:
    """Score a model on a file of annotated abstracts and write the figures into its card.

    Parameters
    ----------
    folder
        Folder of the model.
    test
        Annotated abstracts that it was not trained on.

    Returns
    -------
    dict
        The figures: those of `kg evaluate`, and how far confidences can be taken at their word.
    """
    gold = read_gold([test])
    found = list(extract((extraction.paper for extraction in gold), load(str(folder))))
    whole = score(*({e.paper.source_id: to_json(e) for e in side} for side in (gold, found)))
    figures = {"file": test.name, **{row: whole.to_json()[row] for row in ROWS}}
    for name, cases in (("mentions", mention_cases), ("roles", role_cases), ("relations", relation_cases)):
        figures[f"{name}.confidence"] = reliability(cases(gold, found))
    amend_card(folder, figures=figures)
    return figures


def mention_cases(gold: Sequence[Extraction], found: Sequence[Extraction]) -> Iterator[Case]:
    """Yield for each mention found whether it stands in the gold with this label."""
    for truth, guess in zip(gold, found, strict=True):
        right = {(m.span, entity.label) for entity in truth.entities for m in entity.mentions}
        for entity in guess.entities:
            for mention in entity.mentions:
                yield mention.confidence, (mention.span, entity.label) in right


def role_cases(gold: Sequence[Extraction], found: Sequence[Extraction]) -> Iterator[Case]:
    """Yield for each entity found that is one of the gold's whether its role is right."""
    for truth, guess in zip(gold, found, strict=True):
        owners = _owners(truth)
        for entity in guess.entities:
            owner = _owner(entity, owners)
            if owner:
                yield entity.role_confidence, entity.role == owner.role


def relation_cases(gold: Sequence[Extraction], found: Sequence[Extraction]) -> Iterator[Case]:
    """Yield for each relation found whether the gold states it of the same entities."""
    for truth, guess in zip(gold, found, strict=True):
        owners = _owners(truth)
        matches = {entity.id: _owner(entity, owners) for entity in guess.entities}
        right = {(one.label, one.head, one.tail) for one in truth.relations}
        for one in guess.relations:
            head, tail = matches[one.head], matches[one.tail]
            hit = head is not None and tail is not None and (one.label, head.id, tail.id) in right
            yield one.confidence, hit


def _owners(truth: Extraction) -> dict[tuple[Span, str], PaperEntity]:
    return {(mention.span, entity.label): entity for entity in truth.entities for mention in entity.mentions}


def _owner(entity: PaperEntity, owners: Mapping[tuple[Span, str], PaperEntity]) -> PaperEntity | None:
    """Return the entity of the gold that shares most mentions with one that was found."""
    shared = [owners[key] for mention in entity.mentions if (key := (mention.span, entity.label)) in owners]
    return max(shared, key=lambda one: (sum(one is other for other in shared), one.id), default=None)


def reliability(cases: Iterable[Case]) -> dict[str, Any]:
    """Return how often answers of like confidence are right, and the expected calibration error.

    The error is the mean difference, over all answers, between the mean confidence of a bin and the part of its
    answers that are right.
    """
    bins: list[list[Case]] = [[] for _ in range(BINS)]
    for value, hit in cases:
        bins[min(BINS - 1, int(value * BINS))].append((value, hit))
    rows = [
        {
            "from": at / BINS,
            "answers": len(held),
            "confidence": round(sum(value for value, _ in held) / len(held), 4),
            "right": round(sum(hit for _, hit in held) / len(held), 4),
        }
        for at, held in enumerate(bins)
        if held
    ]
    total = sum(len(held) for held in bins)
    error = sum(row["answers"] * abs(row["confidence"] - row["right"]) for row in rows) / max(1, total)
    return {"calibration_error": round(error, 4), "reliability": rows}
