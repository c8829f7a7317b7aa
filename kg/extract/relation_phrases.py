"""The phrases that say how two things relate; `kg.extract.points` says what each counts for.

The name of a phrase shows it with H for the head and T for the tail. A phrase without H (``results on T``) speaks of
what the paper as a whole is about: its main method. A phrase that earned no points in the fit is not listed.
"""

from typing import Final

from kg.extract.phrases import Phrase, relation_phrase
from kg.vocabulary import RELATIONS

_PHRASES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "USED-FOR": (("H … for T", r"{H} {STRETCH}(?:to|for) {GAP}{T}"),),
    "PART-OF": (
        ("T uses H", r"{T} [^.;]*?\b{COMBINES} {GAP}{H}"),
        ("T with H", r"{T} [^.;]*?\b(?:via|using|with|by|through|based on|of) {GAP}{H}"),
    ),
    "SUBCLASS-OF": (
        ("T such as H", r"{T}(?: \w+)?,? ?\(?(?:{SUCH_AS}|i\.e\.,?) {H}"),
        ("H, a T", r"{H}(?: \([^)]*\))?,? (?:which is |is |are )?(?:an?|the first|the) {FEW}{T}"),
    ),
    "SUBTASK-OF": (
        ("T such as H", r"{T}(?: \w+)?,? ?\(?{SUCH_AS} {H}"),
        ("H is a T", r"{H},? (?:which is |is |are )(?:an?|the|one of) {GAP}{T}"),
        ("H in T", r"{H} {GAP}(?:in|for|of|within|to|towards?|under) {FEW}{T}"),
    ),
    "EVALUATED-WITH": (
        ("test H on T", r"\b{TESTED} {STRETCH}{H} {STRETCH}(?:on|with|using|across|over|in) {STRETCH}{T}"),
        ("results on T", r"\b{TESTED} [^;]*?(?:on|across|over|in|with|using|of|:) [^;]*?{T}"),
    ),
    "TRAINED-WITH": (
        ("train on T", r"\b(?:train|pre-?train|fine-?tun|learn|distill)\w* [^;]*?(?:on|with|using|from) {STRETCH}{T}"),
    ),
    "BENCHMARK-FOR": (
        ("H T", r"{H} (?:[\w-]+ )?{T}"),
        ("T datasets H", r"{T} (?:[\w-]+ )?{DATA}[,:(]? ?(?:\(?(?:{SUCH_AS}|on|of|from|in|i\.e\.,?|,) )?{H}"),
    ),
    "COMPARE-WITH": (("H outperforms T", r"{H}[^;]*?\b{BEATS}[^;]*?{T}"),),
}

RELATION_PHRASES: Final[dict[str, tuple[Phrase, ...]]] = {
    kind: tuple(relation_phrase(*RELATIONS[kind], name, pattern) for name, pattern in rows)
    for kind, rows in _PHRASES.items()
}
"""Phrases of each kind of relation."""
