"""The words of kg: labels, kinds, roles, relations and their names in RDF, each written once.

The table is fixed by the data contract (docs/formats.md): other tools rely on every name here.
"""

from types import MappingProxyType
from typing import Final

SCHEMA: Final = 1
"""Version of the format of a line of `extractions.jsonl`."""

LABELS: Final = ("METHOD", "TASK", "DATASET", "METRIC")
"""Entity labels in extractions, in the order in which they are listed everywhere."""

PAPER: Final = "paper"
KIND_OF_LABEL: Final = MappingProxyType({"METHOD": "method", "TASK": "task", "DATASET": "dataset", "METRIC": "metric"})
"""Node kind of each entity label."""
LABEL_OF_KIND: Final = MappingProxyType({kind: label for label, kind in KIND_OF_LABEL.items()})
KINDS: Final = (PAPER, *KIND_OF_LABEL.values())

ROLES: Final = MappingProxyType(
    {
        "METHOD": ("proposed", "used", "compared", "mentioned"),
        "TASK": ("addressed", "mentioned"),
        "DATASET": ("proposed", "used", "mentioned"),
        "METRIC": ("reported", "mentioned"),
    }
)
"""Roles an entity of each label can have in a paper, strongest first; a paper-entity edge bears its role."""
EVERY_ROLE: Final = tuple(dict.fromkeys(role for roles in ROLES.values() for role in roles))
"""Each role once, in the order in which they are listed everywhere."""
MENTIONED: Final = "mentioned"

RELATIONS: Final = MappingProxyType(
    {
        "USED-FOR": ("METHOD", "TASK"),
        "PART-OF": ("METHOD", "METHOD"),
        "SUBCLASS-OF": ("METHOD", "METHOD"),
        "SUBTASK-OF": ("TASK", "TASK"),
        "EVALUATED-WITH": ("METHOD", "DATASET"),
        "TRAINED-WITH": ("METHOD", "DATASET"),
        "BENCHMARK-FOR": ("DATASET", "TASK"),
        "COMPARE-WITH": ("METHOD", "METHOD"),
    }
)
"""Labels of head and tail of each relation."""

RELATED: Final = "RELATED"
"""Edge between two entities of one name and different kinds."""
SHARES: Final = "shares"
"""Edge between two papers that share entities."""

ONTOLOGY: Final = "https://w3id.org/papers-kg/ontology#"
"""Namespace of the ontology; fixed."""
DEFAULT_BASE: Final = "https://w3id.org/papers-kg/id/"
"""Base of data IRIs unless the user gives another."""

DEFAULT_MODEL: Final = "accurate"
"""Extraction model unless the user names another; benchmarks/extraction.md says what each is worth."""

MOST_RELATED: Final = 48
"""Entities of a paper that relations are looked for among, the most mentioned ones: pairs are at most the square of
this. It is twice the entities of the fullest annotated abstract."""

CLASS_OF_KIND: Final = MappingProxyType(
    {"paper": "Paper", "method": "Method", "task": "Task", "dataset": "Dataset", "metric": "Metric"}
)
"""Local name of the OWL class of each node kind."""
PROPERTY_OF_EDGE: Final = MappingProxyType(
    {
        "proposed": "proposes",
        "used": "uses",
        "compared": "comparesWith",
        "mentioned": "mentions",
        "addressed": "addresses",
        "reported": "reports",
        "USED-FOR": "usedFor",
        "PART-OF": "partOf",
        "SUBCLASS-OF": "kindOf",
        "SUBTASK-OF": "subTaskOf",
        "EVALUATED-WITH": "evaluatedWith",
        "TRAINED-WITH": "trainedWith",
        "BENCHMARK-FOR": "benchmarkFor",
        "COMPARE-WITH": "comparedWith",
    }
)
"""Local name of the RDF property of each claim's predicate."""
