"""Whether two names of a paper mean one thing, where no rule says so: ``detecting anomalies``, ``anomaly detection``.

Each cue of a pair of names is worth some points (`kg.extract.points`, fitted to annotated abstracts), the logarithms of
odds. A pair that reaches `LEAST` is one thing. Pairs without a word or an acronym in common are never asked,
nor those that differ in a number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from kg.names import abbreviates, is_acronym, match_key, stem

MOST_COMPARED: Final = 64
"""Things of a paper that are compared, the first ones: pairs are at most the square of this."""
LEAST: Final = 0.5
"""Points from which a pair is one thing: of those joined three in four are one in the gold, at even odds two in three,
and the F1 of entities is all but the same. What is joined wrongly costs a reader more."""
SMALL_WORDS: Final = frozenset(
    {"a", "an", "and", "as", "at", "between", "by", "for", "from", "in", "into", "of", "on", "or", "over", "the"}
    | {"through", "to", "under", "using", "via", "with"}
)
GENERIC: Final = frozenset(
    {"algorithm", "approach", "architecture", "attack", "estimator", "framework", "function", "layer", "loss"}
    | {"mechanism", "method", "metric", "model", "module", "network", "objective", "pipeline", "problem", "procedure"}
    | {"scheme", "setting", "strategy", "system", "task", "technique"}
)
"""Last words that say what a thing is and little of which one."""
_DEFINITE: Final = frozenset({"the", "this", "these", "those", "such", "said"})
_OWN: Final = frozenset({"our", "proposed", "its", "their"})

Points = Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Thing:
    """What a paper calls by names that the rules take for one.

    Attributes
    ----------
    label
        Its kind.
    names
        Its names as they stand, each once, sorted.
    before
        The word before that place, in small letters.
    sentences
        Numbers of the sentences that name it.
    title_only
        Whether nothing but the title names it.
    """

    label: str
    names: Sequence[str]
    before: str
    sentences: frozenset[int]
    title_only: bool

    @cached_property
    def phrases(self) -> tuple["Phrase", ...]:
        """The names that have words, each as its words."""
        phrases = (Phrase(_content(name)) for name in self.names)
        return tuple(phrase for phrase in phrases if phrase.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the words of all its names."""
        return frozenset(stem for phrase in self.phrases for stem in phrase.stems)

    @cached_property
    def proper(self) -> bool:
        """Whether a name is one word with two capitals."""
        return any(" " not in name and sum(letter.isupper() for letter in name) > 1 for name in self.names)


@dataclass(frozen=True)
class Phrase:
    """The words of a name that count."""

    words: tuple[str, ...]

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Their stems, in order."""
        return tuple(map(stem, self.words))

    @cached_property
    def bag(self) -> frozenset[str]:
        """Their stems, each once."""
        return frozenset(self.stems)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The words with a digit: whatever differs in one is another version, size or dimension."""
        return frozenset(word for word in self.words if any(sign.isdigit() for sign in word))


def _content(name: str) -> tuple[str, ...]:
    return tuple(word for word in match_key(name).split("-") if word and word not in SMALL_WORDS)


def same(things: Sequence[Thing], points: Points) -> Iterator[tuple[int, int]]:
    """Yield the pairs of things, by their places, that are one by the points of their cues."""
    for first, second, cues in pairs(things):
        if points[""] + sum(points.get(cue, 0.0) for cue in cues) >= LEAST:
            yield first, second


def pairs(things: Sequence[Thing]) -> Iterator[tuple[int, int, set[str]]]:
    """Yield the pairs of things of one kind that have a word or an acronym in common, with their cues."""
    for first, second in combinations(range(min(len(things), MOST_COMPARED)), 2):
        left, right = things[first], things[second]
        if left.label == right.label and (cues := _cues(left, right, things)):
            yield first, second, cues


def _cues(left: Thing, right: Thing, things: Sequence[Thing]) -> set[str]:
    """Return the cues of a pair, the earlier thing left; none for one that has nothing in common."""
    common = left.stems & right.stems
    if not common:
        return {"an acronym and no word in common"} if _acronym(left, right) else set()
    alike = _most_alike(left, right)
    if alike[0].numbers != alike[1].numbers:
        return set()
    return {left.label, *_standing(left, right), *_rivals(left, right, common, things), *_wording(*alike, left.label)}


def _acronym(left: Thing, right: Thing) -> bool:
    """Tell whether a name of one thing is an acronym that can be read off a name of the other."""
    both = [(one, other) for one in left.names for other in right.names]
    return any(is_acronym(one) and abbreviates(one, other) for pair in both for one, other in (pair, pair[::-1]))


def _standing(left: Thing, right: Thing) -> Iterator[str]:
    """Yield what the places of two things say."""
    if left.title_only or right.title_only:
        yield "one in the title only"
    if left.sentences & right.sentences:
        yield "in one sentence"
    if right.before in _OWN:
        yield "the later one is the paper's"
    if right.before in _DEFINITE and len(right.stems) < len(left.stems):
        yield "the later one is known and shorter"
    shorter, longer = sorted((left, right), key=lambda thing: len(thing.stems))
    if shorter.proper:
        yield "the shorter is a proper name"
    if longer.proper:
        yield "the longer is a proper name"


def _rivals(left: Thing, right: Thing, common: frozenset[str], things: Sequence[Thing]) -> Iterator[str]:
    """Yield whether other things of the kind have the words in common too."""
    if any(one.stems & common for one in things if one.label == left.label and one is not left and one is not right):
        yield "a third has the word"


def _most_alike(left: Thing, right: Thing) -> tuple[Phrase, Phrase]:
    """Return the names of two things that have most in common."""
    return max(((one, other) for one in left.phrases for other in right.phrases), key=lambda pair: _overlap(*pair))


def _overlap(one: Phrase, other: Phrase) -> float:
    """Return the share of the stems of two names that both have (Jaccard)."""
    return len(one.bag & other.bag) / len(one.bag | other.bag)


def _wording(one: Phrase, other: Phrase, label: str) -> Iterator[str]:
    """Yield how two names differ."""
    overlap, (short, long) = _overlap(one, other), sorted((one, other), key=lambda name: len(name.bag))
    yield from (f"{share:.0%} of the words in common" for share in (0.34, 0.5, 0.6, 0.7, 0.8) if overlap >= share)
    yield f"{min(len(short.bag), 4)} words in the shorter"
    yield f"{min(len(long.bag), 5)} words in the longer"
    if one.bag == other.bag:
        yield "the same words"
    elif short.bag < long.bag:
        if long.stems[-1] not in short.bag:
            yield "the last word left out"
        elif long.stems[0] not in short.bag:
            yield f"the first word of a {label} left out"
        if len(short.bag) == 1:
            yield "one word left"
    else:
        yield "both have words of their own"
        if one.stems[0] == other.stems[0]:
            yield "the same first word"
        if one.stems[-1] != other.stems[-1] and {one.words[-1], other.words[-1]} <= GENERIC:
            yield "two generic last words"
