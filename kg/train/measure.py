"""What a trained model is worth: its figures on annotated abstracts that it did not learn from, for its card."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kg.evaluate import score
from kg.extract.model_files import amend_card
from kg.extract.pipeline import extract, load
from kg.records import Extraction
from kg.store import to_json
from kg.train.gold import read_gold

ROWS: Final = (
    *(f"mentions.{group}" for group in ("core", "all", "method", "task", "dataset", "metric")),
    "names.dataset",
    "entities.core",
)
BINS: Final = 10


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
    figures = {"file": test.name, **{row: whole.to_json()[row] for row in ROWS}, **reliability(gold, found)}
    amend_card(folder, figures=figures)
    return figures


def reliability(gold: Sequence[Extraction], found: Sequence[Extraction]) -> dict[str, Any]:
    """Return how often mentions of like confidence are right, and the expected calibration error.

    The error is the mean difference, over all mentions found, between the mean confidence of a bin and the part of
    its mentions that stand in the gold with this label.
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for truth, guess in zip(gold, found, strict=True):
        right = {(m.span, entity.label) for entity in truth.entities for m in entity.mentions}
        for entity in guess.entities:
            for mention in entity.mentions:
                value = mention.confidence
                bins[min(BINS - 1, int(value * BINS))].append((value, (mention.span, entity.label) in right))
    rows = [
        {
            "from": at / BINS,
            "mentions": len(held),
            "confidence": round(sum(value for value, _ in held) / len(held), 4),
            "right": round(sum(hit for _, hit in held) / len(held), 4),
        }
        for at, held in enumerate(bins)
        if held
    ]
    total = sum(len(held) for held in bins)
    error = sum(row["mentions"] * abs(row["confidence"] - row["right"]) for row in rows) / max(1, total)
    return {"calibration_error": round(error, 4), "reliability": rows}
