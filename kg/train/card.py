"""What a trained model says of itself."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import kg
from kg.records import Extraction
from kg.vocabulary import LABELS

LICENCE: Final = "Apache-2.0"
LIMITS: Final = (
    "English titles and abstracts, mostly of machine learning; names of other fields are found less well. "
    "The figures say how far it can be trusted; the confidence of each mention says it for that mention."
)


def describe(
    data: Sequence[Path],
    gold: Sequence[Extraction],
    *,
    recipe: Mapping[str, Any],
    curve: Sequence[Mapping[str, Any]],
    taught: int = 0,
) -> dict[str, Any]:
    """Return the part of a card that is for people: data, licence, recipe, curve, limits.

    `taught` is the number of texts without annotations that a teacher read to the model.
    """
    counts = Counter(entity.label for e in gold for entity in e.entities for _ in entity.mentions)
    return {
        "version": kg.__version__,
        "licence": LICENCE,
        "data": {
            "files": [path.name for path in data],
            "abstracts": len(gold),
            "taught": taught,
            "mentions": {label: counts[label] for label in LABELS},
        },
        "recipe": dict(recipe),
        "curve": [dict(figures) for figures in curve],
        "figures": {},
        "limits": LIMITS,
    }
