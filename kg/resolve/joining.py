"""The rules that make names one, each for the whole collection, each with its reason, the surest first."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Final

from kg.names import is_acronym, loose_key, match_key
from kg.records import Reason
from kg.resolve.acronyms import free, rivals, skeleton, spells
from kg.resolve.actions import worded
from kg.resolve.corrections import Corrections
from kg.resolve.entry import Entry
from kg.resolve.groups import Groups, Node
from kg.resolve.heads import headless
from kg.resolve.inflection import uninflected
from kg.resolve.lexicon import Lexicon
from kg.resolve.meanings import Definitions, Meanings
from kg.resolve.naming import Usage

ALIAS_PAPERS: Final = 2
"""So many papers must call one thing by two names before others' are taken to be one too."""
ALIAS_SHARE: Final = 0.5
"""Share of the papers with the rarer of the two names that must do so."""
MANY_FORMS: Final = 50
"""With more long forms an acronym is noise, and comparing all pairs of them a waste."""
LISTED_PAPERS: Final = 3
"""An acronym in a user's lexicon counts like one that so many papers define."""
SUGGESTED_PAPERS: Final = 2
"""One in the lexicon that kg ships; so it says nothing of acronyms of two letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """What a lexicon says of a collection.

    Attributes
    ----------
    entries
        The entry of each node that has one.
    definitions, suggestions
        What acronyms mean by a user's entries, and by those that kg ships.
    """

    entries: Mapping[Node, Entry]
    definitions: Definitions
    suggestions: Definitions


def located(usage: Usage, kind: str, name: str) -> Node | None:
    """Return the node of the collection that a name stands for, whatever its hyphens; None if no paper has it."""
    node = (kind, match_key(name))
    if node in usage.papers:
        return node
    near = usage.loose.get((kind, loose_key(node[1])), ())
    return near[0] if near else None


def kind_now(moved: Mapping[Node, str], node: Node) -> str:
    """Return the kind of a name after corrections gave some another one, whatever its hyphens."""
    if node in moved or not moved:
        return moved.get(node, node[0])
    loose = loose_key(node[1])
    near = (moved[other] for other in sorted(moved) if other[0] == node[0] and loose_key(other[1]) == loose)
    return next(near, node[0])


def join_corrections(
    usage: Usage, groups: Groups, corrections: Corrections, moved: Mapping[Node, str]
) -> Iterator[Node]:
    """Join what corrections merge; yield the nodes they speak of, which are then ambiguous no more."""
    for row in corrections.of("merge"):
        kinds = kind_now(moved, row.node), kind_now(moved, row.other_node)
        left, right = located(usage, kinds[0], row.name), located(usage, kinds[1], row.other)
        if left and right:
            groups.join(left, right, Reason(rule="correction", names=(row.name, row.other), detail=row.place))
            yield from (left, right)


def join_lexicon(usage: Usage, groups: Groups, lexicon: Lexicon) -> Listed:
    """Join the names of each entry; return the entry of each node, and what its acronyms mean.

    An acronym is not joined but becomes a definition: it may mean other things in the same collection. The lexicon
    that kg ships does not join what as many papers tell apart as call one.
    """
    entries: dict[Node, Entry] = {}
    listed, suggested = defaultdict[Node, dict[Node, Set[str]]](dict), defaultdict[Node, dict[Node, Set[str]]](dict)
    for entry in lexicon.entries:
        found = {name: node for name in entry.names if (node := located(usage, entry.kind, name))}
        if not found:  # as with nearly all of a large lexicon
            continue
        plain = [name for name in found if not is_acronym(name) or name == entry.name]
        for name in plain:
            entries.setdefault(found[name], entry)
            if name != plain[0] and (entry.own or not _told_apart(usage, found[plain[0]], found[name])):
                reason = Reason(rule="lexicon", names=(plain[0], name), detail=entry.place)
                groups.join(found[plain[0]], found[name], reason)
        papers = LISTED_PAPERS if entry.own else SUGGESTED_PAPERS
        for name in sorted(found.keys() - set(plain)):
            meaning = found[plain[0]] if plain else (entry.kind, match_key(entry.name))
            entries.setdefault(meaning, entry)
            definitions = listed if entry.own else suggested
            definitions[found[name]][meaning] = {f"{entry.place} ({number})" for number in range(papers)}
    return Listed(entries=entries, definitions=listed, suggestions=suggested)


def _told_apart(usage: Usage, left: Node, right: Node) -> bool:
    """Tell whether papers name both nodes for two things, and as many as name both for one."""
    apart = usage.apart(left, right)
    return 0 < apart >= len(usage.together.get((min(left, right), max(left, right)), ()))


def join_phrases(usage: Usage, groups: Groups) -> None:
    """Join names that say an acronym with those that say its long form: "LLM agents", "large language model agents".

    An acronym with one meaning is always read so; one with several, or too few papers behind it, only where a name
    of the collection says just that.
    """
    known = _meanings_of_all_kinds(usage)
    for node, surface, parts in usage.phrases:
        for part in parts:
            meanings = known.get(match_key(part), {})
            spelt = {surface.replace(part, long, 1): papers for long, papers in meanings.items()}
            heard = [text for text in spelt if located(usage, node[0], text)]
            if len(meanings) == 1 and free(match_key(part), len(*meanings.values())):
                heard = list(spelt)
            if len(heard) == 1:
                reason = Reason(rule="acronym", names=(surface, heard[0]), detail=min(spelt[heard[0]]))
                groups.join(node, (node[0], match_key(heard[0])), reason)


def _meanings_of_all_kinds(usage: Usage) -> Mapping[str, Mapping[str, Set[str]]]:
    """Return what each acronym means, whatever the kind: long forms, each with the papers that define it."""
    support: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    shown: dict[str, Node] = {}
    for short, longs in sorted(usage.definitions.items()):
        for long, papers in sorted(longs.items()):
            bones = skeleton(long[1])
            support[short[1]][bones] |= papers
            shown[bones] = min(shown.get(bones, long), long, key=lambda node: (-len(usage.papers[node]), node))
    return {
        acronym: {shown[bones][1].replace("-", " "): meanings[bones] for bones in rivals(meanings)}
        for acronym, meanings in support.items()
    }


def join_spellings(usage: Usage, groups: Groups) -> None:
    """Join names that differ in hyphens or in the form of a verb, and those that a generic head after them repeats."""
    for nodes in usage.loose.values():
        for node in nodes[1:]:
            groups.join(nodes[0], node, Reason(rule="same key", names=(usage.name(nodes[0]), usage.name(node))))
    verbs: dict[Node, Node] = {}
    for node in sorted(usage.papers):
        first = verbs.setdefault((node[0], loose_key(uninflected(*node))), node)
        if first != node and not usage.apart(first, node):
            _join_as(usage, groups, first, node, "form of the verb")
    for first, node in reworded(usage):
        if not usage.apart(first, node):
            _join_as(usage, groups, first, node, "order of words")
    for longer, shorter in headless(usage):
        _join_as(usage, groups, shorter, longer, "generic head")


def _join_as(usage: Usage, groups: Groups, one: Node, other: Node, detail: str) -> None:
    groups.join(one, other, Reason(rule="same key", names=(usage.name(one), usage.name(other)), detail=detail))


def reworded(usage: Usage) -> Iterator[tuple[Node, Node]]:
    """Yield the pairs of tasks that say the same of the same thing: "detect objects", "object detection"; sorted."""
    sure: dict[str, Node] = {}
    guessed: list[tuple[str, Node]] = []
    for node in sorted(usage.papers):
        if node[0] == "task" and node not in usage.acronyms:
            for said, certain in worded(node[1]):
                if not certain:
                    guessed.append((said, node))
                elif sure.setdefault(said, node) != node:
                    yield sure[said], node
    yield from ((sure[said], node) for said, node in guessed if sure.get(said, node) != node)


def join_variants(usage: Usage, groups: Groups) -> None:
    """Join long forms of one acronym that differ in link words, in endings, or in an acronym written out."""
    parts_of: dict[Node, tuple[str, ...]] = {node: parts for node, _, parts in usage.phrases}
    for longs in (usage.definitions[short] for short in sorted(usage.definitions)):
        first: dict[str, Node] = {}
        for long in sorted(longs):
            same = [first.setdefault(skeleton(long[1]), long)]
            if len(longs) <= MANY_FORMS:
                same += [other for other in longs if _written_out(long, parts_of.get(long, ()), other)]
            for other in same:
                if other != long:
                    names = (usage.name(other), usage.name(long))
                    groups.join(other, long, Reason(rule="acronym", names=names, detail=min(longs[long])))


def _written_out(phrase: Node, parts: tuple[str, ...], other: Node) -> bool:
    """Tell whether another name is a phrase with one of its acronyms written out: "explainable AI"."""
    for part in parts:
        before, found, after = f"-{phrase[1]}-".partition(f"-{match_key(part)}-")
        middle = f"-{other[1]}-".removeprefix(before + "-").removesuffix("-" + after)
        if found and f"{before}-{middle}-{after}" == f"-{other[1]}-" and spells(part, middle.replace("-", " ")):
            return True
    return False


def join_aliases(usage: Usage, groups: Groups, vague: Set[Node]) -> None:
    """Join long forms that papers use for one thing: several papers, or one where only endings differ.

    Not where one name says more than the other, nor where as many papers tell the two apart.
    """
    for (left, right), papers in sorted(usage.together.items()):
        if {left, right} & vague or not usage.acronyms.isdisjoint((left, right)):
            continue
        rarer = min(len(usage.papers[left]), len(usage.papers[right]))
        words = set(left[1].split("-")), set(right[1].split("-"))
        several = len(papers) >= max(ALIAS_PAPERS, ALIAS_SHARE * rarer) and not (
            words[0] <= words[1] or words[1] <= words[0]
        )
        if (several or skeleton(left[1]) == skeleton(right[1])) and usage.apart(left, right) < len(papers):
            names = (usage.name(left), usage.name(right))
            groups.join(left, right, Reason(rule="alias", names=names, detail=min(papers)))


def join_acronyms(groups: Groups, meanings: Meanings) -> None:
    """Join each acronym that has one meaning with it; an acronym never joins two long forms."""
    for short in sorted(meanings.of):
        meaning = meanings.only(short)
        if meaning is not None:
            groups.join(short, meaning, meanings.reason(short, meaning, meanings.of[short][meaning]))
