"""Phrases as patterns over frames: named, made of shared pieces, finding the entities they speak of.

A pattern marks what it speaks of by groups: ``x`` for an entity in a role, ``h`` and ``t`` for head and tail of a
relation. A group may hold a whole list (``Ⓜ, Ⓜ and Ⓜ``): the phrase then speaks of each. `PIECES` are what patterns
are made of; they are written in braces, as in ``{OFFER} {FEW}{Xs}``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kg.extract.frames import SLOTS, Frame
from kg.records import Field

REACH: Final = 1500
"""Characters of a sentence that patterns look at; longer ones are no prose."""

LONGEST_LIST: Final = 12
"""Mentions in a list; without a bound, a sentence of nothing but mentions would take quadratic time."""

_PREPOSITION: Final = (
    r"(?:for|to|by|with|that|which|using|based|of|in|on|from|via|where|whose|as|how|and|called|named|dubbed|through|under"
    r"|into)"
)
_DETERMINER: Final = (
    r"(?:(?:the|an?|both|our|its|their|two|three|several|novel|new|existing|standard|various|proposed|different)\s)*"
)
_M, _T, _D, _E = SLOTS.values()

PIECES: Final = {
    # A few words that qualify a noun, as in "a simple yet effective".
    "FEW": rf"(?:(?!{_PREPOSITION}\b)[\w'’-]+,? ){{0,6}}?",
    # A few words of one clause without a mention among them, and some more that may hold mentions.
    "GAP": r"(?:(?!(?:we|that|which|while|but|however)\b)[\w'’%-]+,? ){0,5}?",
    "STRETCH": rf"(?:(?!(?:we|while|but|however)\b)[\w'’%{_M}{_T}{_D}{_E}-]+,? ){{0,8}}?",
    "PROPOSE": r"(?:propose|introduce|present|develop|design|devise)(?:s|d)?",
    "OFFER": r"(?:propose|introduce|present|develop|design|describe|devise|build|construct|formulate|derive|create"
    r"|release|contribute|offer|advocate|put forward|put forth|provide|establish|suggest|come up with|give|define"
    r"|unveil|publish|open-source|curate|collect|report)(?:s|d)?",
    "KIND": r"(?:framework|method|approach|algorithm|model|architecture|system|network|module|technique|strategy|scheme"
    r"|pipeline|mechanism|paradigm|procedure|loss|objective|estimator|optimizer|agent|toolkit|library|platform|solution"
    r"|formulation|protocol|methodology|layer|attack|defense|variant|extension|family|class|tool|version)s?",
    "CALLED": r"(?:called|named|dubbed|coined|termed|namely|denoted(?: as| by)?|referred to as|titled|entitled|known as"
    r"|which we (?:call|term|name|refer to as|dub|coin)|we (?:call|term|name|dub)|abbreviated as|that is|i\.e\.,?"
    r"|short for)",
    "NEW": r"(?:novel|new|simple|efficient|effective|unified|general|first|lightweight|scalable|principled|flexible"
    r"|practical|robust|powerful|fast|original|alternative|generic|modular|comprehensive|open-source|end-to-end)",
    "OLD": r"(?:existing|previous|prior|traditional|conventional|standard|current|state-of-the-art|sota|vanilla|other"
    r"|alternative|classical|classic|popular|baseline|original|common|typical|strong|na[iï]ve|prevailing|earlier|dominant"
    r"|leading|widely[- ]used|established|static|fixed)",
    "TESTED": r"(?:evaluat|test|experiment|benchmark|validat|assess|demonstrat|outperform|achiev|result|improv|show"
    r"|perform|surpass|attain|obtain|conduct|report|reach)\w*",
    "BEATS": r"(?:outperform|surpass|exceed|beat|improv|better|compar|superior|than|over|against|versus|vs|match|faster"
    r"|unlike|replac|instead)\w*",
    "COMBINES": r"(?:combin|integrat|us|leverag|employ|incorporat|consist|compris|contain|includ|adopt|utili[sz]"
    r"|exploit|appl|unif|introduc|equip|build|coupl|augment|extend|embed|fus)(?:e|es|ed|ing|s|y|ies|ying)?",
    "DATA": r"(?:data ?sets?|benchmarks?|tasks?|corpora|corpus|environments?|problems?|suites?)",
    "SUCH_AS": r"(?:such as|like|including|e\.g\.,?|especially|particularly|namely)",
}  # fmt: skip


def _list(slot: str) -> str:
    """Return the pattern of one mention or a list of them."""
    return (
        rf"{_DETERMINER}{slot}(?:(?:,? (?:and|or|as well as)|,|/| ?\+| &) ?{_DETERMINER}{slot}){{0,{LONGEST_LIST - 1}}}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A named pattern; `field` restricts it to the title or the abstract."""

    name: str
    pattern: re.Pattern[str]
    field: Field | None = None

    def find(self, frame: Frame) -> Iterator[dict[str, list[int]]]:
        """Yield for each place where the phrase stands the entities in each of its groups."""
        if self.field in (None, frame.place.field):
            at = dict(frame.slots)
            for match in self.pattern.finditer(frame.text, 0, REACH):
                yield {name: [at[n] for n in range(*match.span(name)) if n in at] for name in self.pattern.groupindex}


def role_phrase(label: str, name: str, pattern: str, field: Field = "text") -> Phrase:
    """Return a phrase that holds an entity of a label at ``{X}``, or a list of them at ``{Xs}``."""
    slot = SLOTS[label]
    groups = {"X": f"(?P<x>{slot})", "Xs": f"(?P<x>{_list(slot)})", "ANY": f"[{''.join(SLOTS.values())}]"}
    return Phrase(name=name, pattern=_compiled(pattern, groups), field=field)


def relation_phrase(head: str, tail: str, name: str, pattern: str) -> Phrase:
    """Return a phrase that relates entities of two labels, lists of them standing at ``{H}`` and ``{T}``."""
    groups = {"H": f"(?P<h>{_list(SLOTS[head])})", "T": f"(?P<t>{_list(SLOTS[tail])})"}
    return Phrase(name=name, pattern=_compiled(pattern, groups))


def _compiled(pattern: str, groups: dict[str, str]) -> re.Pattern[str]:
    """Compile a pattern whose pieces stand in braces; a brace with digits is a count and stays."""
    pieces = PIECES | groups
    return re.compile(re.sub(r"\{([A-Za-z_]+)\}", lambda found: pieces[found[1]], pattern))
