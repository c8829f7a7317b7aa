"""The phrases that say what a paper does with what it names; `kg.extract.points` says what each counts for.

The name of a phrase shows it with X for the entity. A phrase that earned no points in the fit is not listed.
"""

from typing import Final

from kg.extract.phrases import Phrase, role_phrase
from kg.records import Field

_METHOD: Final[tuple[tuple[str, str, Field], ...]] = (
    ("title: X …", r"^(?:the |an? |\W+)?{X}", "title"),
    ("propose X", r"\b{OFFER} {FEW}{Xs}", "text"),
    ("propose … X", r"\b{PROPOSE}\b[^;:]*?{X}", "text"),
    ("propose Y … X", r"\b{PROPOSE}\b[^;:]*?{ANY}[^;:]*?{X}", "text"),
    ("propose a method, X", r"\b{OFFER} [^.;]*?\b{KIND},? (?:\(?{CALLED},? )?(?:the )?{X}", "text"),
    ("called X", r"\b(?:{CALLED},? (?:the |an? )?|(?:call|term|name|dub|coin)(?:ed)? [\w ]*?){Xs}", "text"),
    ("our X", r"\b(?:our|proposed) {FEW}{X}", "text"),
    ("novel X", r"\b{NEW} (?:and {NEW} |, ?{NEW} )?{X}", "text"),
    ("X, a …", r"{X}(?: \([^)]*\))?,? an? ", "text"),
    (
        "X outperforms",
        r"{X}(?: \w+ly)? (?:outperform|achieve|surpass|improve|exceed|attain|yield|deliver|obtain|reach|reduce|beat"
        r"|enhance|boost|excel|gain|cut|match|generaliz|offer|provide|maintain)\w*",
        "text",
    ),
    (
        "X does",
        r"^(?:[\w-]+,? ){0,2}(?:the |our )?{X} (?:is|learns?|uses?|leverages?|combines?|employs?|consists?|integrates?"
        r"|exploits?|builds?|enables?|allows?|works?|operates?|can|introduces?|extends?|addresses|provides?|incorporates?"
        r"|adopts?|utilizes?|optimizes?|generates?|decouples?|treats?|trains?|models?|formulates?|takes?|aims?|captures?"
        r"|performs?|adapts?|supports?|constructs?|formalizes?|comprises?|replaces?|applies|relies|unifies)\b",
        "text",
    ),
    (
        "using X",
        r"\b(?:using|uses?|used|leverag(?:es?|ing)|employ(?:s|ing)?|utili[sz](?:es?|ing)|adopt(?:s|ing)?|exploit(?:s|ing)?"
        r"|apply(?:ing)?|applies|incorporat(?:es?|ing)|integrat(?:es?|ing)|combin(?:es?|ing)) {FEW}{Xs}",
        "text",
    ),
    ("with X", r"\b(?:via|through|with|by) {FEW}{Xs}", "text"),
    ("of X", r"\b(?:of|in|for|from|within|into|on|across|between|inside) (?:the )?{X}", "text"),
    ("(1) X", r"(?:\((?:\d|i+|iv|a|b|c)\)|\b\d\)|\b(?:first|second|third)(?:ly)?,?) {FEW}{X}", "text"),
    (
        "compared with X",
        r"\b(?:compar\w* (?:to|with|against)|in comparison (?:to|with)|relative to|in contrast to|contrary to"
        r"|as opposed to|unlike|versus|vs\.?|against|than|over|outperform\w*|surpass\w*|exceed\w*|beat\w*"
        r"|improv\w* (?:up)?on|superior to) {FEW}{Xs}",
        "text",
    ),
    (
        "compared … X",
        r"\b(?:outperform|surpass|exceed|beat|compar|superior|better|than|baseline|over\b|versus|vs\.|against)[^;:]*?{Xs}",
        "text",
    ),
    ("existing X", r"\b{OLD} (?:[\w-]+ )?{Xs}", "text"),
    (
        "existing … X",
        r"\b(?:existing|previous|prior|traditional|conventional|current|typically|often|commonly|recent|recently|most)\b"
        r"[^;:]*?{X}",
        "text",
    ),
    (
        "instead of X",
        r"\b(?:instead of|rather than|without|replac\w*|beyond|alternatives? to|no longer|not|eliminat\w* the need for"
        r"|avoid\w*|bypass\w*|moving beyond|overcom\w*|limitations? of|drawbacks? of) {FEW}{Xs}",
        "text",
    ),
    (
        "success of X",
        r"\b(?:success|advances?|advent|rise|progress|advancements?|development|emergence|popularity|growth|breakthroughs?"
        r"|adoption|prevalence) (?:of|in) {FEW}{X}",
        "text",
    ),
)
_TASK: Final[tuple[tuple[str, str, Field], ...]] = (
    (
        "unlike X",
        r"\b(?:unlike|beyond|traditional|conventional|existing|previous|prior|inspired by|from|similar to"
        r"|compared (?:to|with)) {FEW}{Xs}",
        "text",
    ),
    ("X …", r"^(?:[\w-]+ )?{X}", "text"),
)
_DATASET: Final[tuple[tuple[str, str, Field], ...]] = (
    ("propose X", r"\b{OFFER} {FEW}{Xs}", "text"),
    ("called X", r"\b{CALLED} (?:the )?{Xs}", "text"),
    ("X, a …", r"{X},? (?:an?|the first) ", "text"),
    ("our X", r"\b(?:our|proposed|new|novel) {FEW}{X}", "text"),
    ("on X", r"\b(?:on|over|across) {FEW}{Xs}", "text"),
)
_METRIC: Final[tuple[tuple[str, str, Field], ...]] = (
    (
        "achieve … X",
        r"\b(?:achiev|improv|outperform|reduc|increas|attain|reach|obtain|yield|gain|by)\w*[^;]*?{X}",
        "text",
    ),
)

ROLE_PHRASES: Final[dict[str, tuple[Phrase, ...]]] = {
    label: tuple(role_phrase(label, name, pattern, field) for name, pattern, field in rows)
    for label, rows in {"METHOD": _METHOD, "TASK": _TASK, "DATASET": _DATASET, "METRIC": _METRIC}.items()
}
"""Phrases of each label."""
