"""Mentions of one thing become one entity of the paper: long form, acronym, plural, variants of case and hyphen.

Two mentions are one thing if their match keys are equal after every acronym that the paper defines is written out:
``offline RL`` is ``offline reinforcement learning`` where ``RL`` is defined. An acronym that nothing defines stands for
the one name of the paper whose initials it is. Where no rule speaks, the cues of `kg.extract.sameness` do; they mostly
keep a broader and a narrower thing (``CIL``, ``CLIP-based CIL``) apart. A thing that was tagged with two labels
keeps the one that its mentions speak for most.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

from kg.extract.document import place
from kg.extract.points import SAMENESS_POINTS
from kg.extract.sameness import SMALL_WORDS, Thing, same
from kg.names import is_acronym, loose_key, match_key, unfold
from kg.records import Mention, PaperEntity
from kg.vocabulary import LABELS, MENTIONED

DECIMALS: Final = 4
LETTER: Final = {"METHOD": "M", "TASK": "T", "DATASET": "D", "METRIC": "E"}
"""First letter of the ids of each label."""
_GENERIC_HEADS: Final = frozenset(
    {"algorithm", "approach", "attack", "framework", "function", "layer", "mechanism", "method", "metric", "model"}
    | {"module", "problem", "strategy", "technique"}
)
"""Last words that leave a name what it is: of 126 pairs of names in the training data that differ by one, 117 are one
entity; of those that differ by another last word (agent, decoder, network, …) most are two."""


@Language.component(
    "kg_identity", requires=["doc.ents", "doc.sents", "span._.confidence", "doc._.acronyms"], assigns=["doc._.entities"]
)
def identify(doc: Doc) -> Doc:
    """Set the entities of a doc, each in the role `mentioned` until `kg_roles` has spoken."""
    groups = group([span.text for span in doc.ents], doc._.acronyms)
    found: dict[int, list[DocSpan]] = defaultdict(list)
    for span, number in zip(doc.ents, groups, strict=True):
        found[number].append(span)
    doc._.entities = _entities(doc, _joined(doc, list(found.values())))
    return doc


def things(doc: Doc, groups: Sequence[Sequence[DocSpan]]) -> list[Thing]:
    """Return what groups of mentions look like from outside, in their order."""
    sentence_of = np.cumsum(doc.to_array("SENT_START").astype(np.int64) == 1).tolist()
    return [
        Thing(
            label=_label(spans)[0],
            names=sorted({span.text for span in spans}),
            before=doc[spans[0].start - 1].lower_ if spans[0].start else "",
            sentences=frozenset(sentence_of[span.start] for span in spans),
            title_only=spans[-1].end_char <= doc._.abstract_start,
        )
        for spans in groups
    ]


def _joined(doc: Doc, groups: Sequence[list[DocSpan]]) -> list[list[DocSpan]]:
    """Return the groups, those joined that mean one thing by their cues, in order of first mention."""
    leader = list(range(len(groups)))
    for first, second in same(things(doc, groups), SAMENESS_POINTS):
        low, high = sorted((leader[first], leader[second]))
        leader = [low if one == high else one for one in leader]
    joined: dict[int, list[DocSpan]] = defaultdict(list)
    for spans, number in zip(groups, leader, strict=True):
        joined[number].extend(spans)
    return [sorted(spans, key=lambda span: span.start) for spans in joined.values()]


def group(names: Sequence[str], acronyms: Iterable[tuple[str, str]]) -> list[int]:
    """Return a number for each name, the same for names of one thing.

    Parameters
    ----------
    names
        As they stand in one paper.
    acronyms
        Pairs of a short form and the long form that the paper defines it by.

    Examples
    --------
    >>> group(["offline RL", "Offline reinforcement learning", "RL"], [("RL", "reinforcement learning")])
    [0, 0, 1]
    """
    defined = _implied(names) | {match_key(short): match_key(long) for short, long in acronyms}
    # a long form may hold another acronym: "continuous-time RNNs (cRNNs)"
    long_of = {
        short: _written_out(long, {k: v for k, v in defined.items() if k != short}) for short, long in defined.items()
    }
    numbers: dict[str, int] = {}
    found = []
    known = {_written_out(match_key(name), long_of) for name in names}
    for name in names:
        keys = {_bare(_written_out(match_key(variant), long_of), known) for variant in unfold(name)}
        number = min((numbers[key] for key in keys if key in numbers), default=len(numbers))
        for key in keys:
            numbers.setdefault(key, number)
        found.append(number)
    return found


def _implied(names: Iterable[str]) -> dict[str, str]:
    """Return the acronyms that nothing defines but whose letters are the initials of exactly one other name."""
    keys = sorted({match_key(name) for name in names})
    by_initials: dict[str, set[str]] = defaultdict(set)
    for key in keys:
        words = key.split("-")
        if len(words) > 1:
            by_initials["".join(word[0] for word in words)].add(key)
            by_initials["".join(word[0] for word in words if word not in SMALL_WORDS)].add(key)
    short_keys = {match_key(name) for name in names if is_acronym(name)}
    return {key: min(by_initials[key]) for key in sorted(short_keys) if len(by_initials.get(key, ())) == 1}


def _written_out(key: str, long_of: Mapping[str, str]) -> str:
    """Return a key with its acronyms written out."""
    return long_of[key] if key in long_of else "-".join(long_of.get(word, word) for word in key.split("-"))


def _bare(key: str, known: Set[str]) -> str:
    """Return a key without a generic last word, where the paper says the rest by itself too, and without hyphens.

    ``proper loss functions`` is ``proper loss`` in a paper that names both, ``pre-training`` is ``pretraining``.
    """
    rest, _, last = key.rpartition("-")
    return loose_key(rest if last in _GENERIC_HEADS and rest in known else key)


def _entities(doc: Doc, things: Sequence[Sequence[DocSpan]]) -> tuple[PaperEntity, ...]:
    """Return the entities that groups of spans stand for, in order of first mention, numbered per label."""
    counts = dict.fromkeys(LABELS, 0)
    entities = []
    for spans in sorted(things, key=lambda spans: spans[0].start_char):
        label, confidence = _label(spans)
        counts[label] += 1
        entities.append(
            PaperEntity(
                id=f"{LETTER[label]}{counts[label]}",
                label=label,
                confidence=confidence,
                role=MENTIONED,
                role_confidence=0.0,
                mentions=tuple(_mention(doc, span) for span in spans),
            )
        )
    return tuple(entities)


def _label(spans: Sequence[DocSpan]) -> tuple[str, float]:
    """Return the label that mentions speak for most, by the sum of their confidences, and how sure they are of it.

    That is the confidence of the surest of them, less where others disagree.
    """
    weights = dict.fromkeys(LABELS, 0.0)
    for span in spans:
        weights[span.label_] += span._.confidence
    label = max(LABELS, key=lambda name: weights[name])
    share = weights[label] / sum(weights.values()) if any(weights.values()) else 0.0
    surest = max((span._.confidence for span in spans if span.label_ == label), default=0.0)
    return label, round(surest * share, DECIMALS)


def _mention(doc: Doc, span: DocSpan) -> Mention:
    spot = place(doc, span.start_char, span.end_char)
    return Mention(field=spot.field, start=spot.start, end=spot.end, text=span.text, confidence=span._.confidence)
