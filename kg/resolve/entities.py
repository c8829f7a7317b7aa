"""The entities of the collection: what each is called, its id, and why its names are one."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kg.names import is_acronym, match_key
from kg.records import Entity, OutsideLink, Reason
from kg.resolve.entry import Entry
from kg.resolve.groups import Groups, Node
from kg.resolve.naming import Named

NAME_LETTERS: Final = 4
"""An acronym of so many letters may be the usual name of a thing: BERT."""
NAME_TIMES: Final = 3
"""It is, once so many times more papers use it than the commonest long form."""

CLOSE: Final = 0.5
"""Score of a close match: its author vouches for likeness, not for sameness."""


Texts = Mapping[str, Mapping[str, int]]
"""For each match key its surfaces, and how many papers use each."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """An entity of a paper, the node it belongs to, and why, if names alone do not say so.

    `alone` tells that this is a node of its paper only.
    """

    named: Named
    target: Node
    alone: bool = False
    why: Reason | None = None


def alone(node: Node, paper: str) -> Node:
    """Return the node of one paper for a name that may mean another thing in each.

    Examples
    --------
    >>> alone(("task", "sar"), "paper/arxiv:2604.14229")
    ('task', 'sar@arxiv:2604.14229')
    """
    given = paper.removeprefix("paper/")
    safe = re.sub(r"[^A-Za-z0-9._:/-]", "-", given)
    if safe != given:
        safe += "-" + hashlib.sha256(given.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return node[0], f"{node[1]}@{safe}"


def entities_of(
    assigned: Iterable[Assigned],
    groups: Groups,
    entries: Mapping[Node, Entry],
    renamed: Mapping[Node, str],
) -> Mapping[Node, Entity]:
    """Return the entity of each node that some entity of a paper belongs to.

    Parameters
    ----------
    assigned
        Where each entity of each paper belongs.
    groups
        The names that are one.
    entries
        The entry of the lexicon for a node, if it has one.
    renamed
        Preferred names that corrections gave.
    """
    members: dict[Node, list[Assigned]] = defaultdict(list)
    for item in assigned:
        members[item.target].append(item)
    made = {}
    for target in sorted(members):
        texts = _texts(target, members[target], members, groups)
        entry = entries.get(target)
        key, name = _preferred(target, texts, groups)
        if given := renamed.get(target) or (entry.name if entry and entry.own else ""):
            key, name = match_key(given), given
        ambiguous = members[target][0].alone
        made[target] = Entity(
            id=f"{target[0]}/{target[1] if ambiguous else key}",
            kind=target[0],
            name=name,
            names=tuple(sorted({text for texts_of_key in texts.values() for text in texts_of_key} - {name})),
            links=_links(entry),
            reasons=(*_spellings(texts), *groups.reasons(target), *_called(target, members[target], members, groups)),
            ambiguous=ambiguous,
        )
    return _identified(made)


def _texts(target: Node, items: Sequence[Assigned], targets: Mapping[Node, object], groups: Groups) -> Texts:
    """Return the surfaces of an entity by match key, each with the number of papers; not those of other entities."""
    papers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for item in items:
        for form, node in item.named.names:
            home = groups.find(node)
            if item.alone or home == target or home not in targets:
                papers[node[1], form].add(item.named.paper)
    found: dict[str, dict[str, int]] = {}
    for (key, form), where in sorted(papers.items()):
        found.setdefault(key, {})[form] = len(where)
    return found


def _called(
    target: Node, items: Sequence[Assigned], targets: Mapping[Node, object], groups: Groups
) -> Iterator[Reason]:
    """Yield why names are listed that are the entity's in some papers only, such as acronyms of several meanings."""
    first: dict[tuple[str, ...], Reason] = {}
    for item in items:
        if item.why:
            first[item.why.names] = min(first.get(item.why.names, item.why), item.why, key=_place)
        if len(item.named.nodes) == 1:  # as with most
            continue
        homes = {node: groups.find(node) for node in item.named.nodes}
        usual = next((form for form, node in item.named.names if homes[node] == target), item.named.names[0][0])
        for form, node in item.named.names:
            if form != usual and homes[node] != target and (item.alone or homes[node] not in targets):
                rule = "acronym" if is_acronym(form) or is_acronym(usual) else "alias"
                reason = Reason(rule=rule, names=(form, usual), detail=item.named.paper)
                first[reason.names] = min(first.get(reason.names, reason), reason, key=_place)
    yield from (first[names] for names in sorted(first))


def _place(reason: Reason) -> tuple[str, tuple[str, ...]]:
    return reason.detail, reason.names


def _preferred(target: Node, texts: Texts, groups: Groups) -> tuple[str, str]:
    """Return key and text of the commonest long form; of an acronym where none is, or where it is the usual name."""
    if len(texts) == 1:
        ((key, counts),) = texts.items()
        return key, _commonest(counts)
    times = {key: sum(counts.values()) for key, counts in texts.items()}
    best = sorted(texts, key=lambda key: (-times[key], key))
    short = [key for key in best if is_acronym(_commonest(texts[key]))]
    long = [key for key in best if key not in short and groups.find((target[0], key)) == target]
    if not long:
        return (short or best)[0], _commonest(texts[(short or best)[0]])
    usual = [
        key
        for key in short
        if len(key) >= NAME_LETTERS
        and groups.find((target[0], key)) == target
        and times[key] >= NAME_TIMES * times[long[0]]
    ]
    return (usual or long)[0], _commonest(texts[(usual or long)[0]])


def _commonest(texts: Mapping[str, int]) -> str:
    return min(texts, key=lambda text: (-texts[text], text))


def _spellings(texts: Texts) -> tuple[Reason, ...]:
    return tuple(
        Reason(rule="same key", names=tuple(sorted(texts[key])), detail=key)
        for key in sorted(texts)
        if len(texts[key]) > 1
    )


def _links(entry: Entry | None) -> tuple[OutsideLink, ...]:
    """Return the outside links of an entry of the lexicon; its author vouches for the exact ones."""
    if entry is None:
        return ()
    method = f"lexicon {entry.place}"
    exact = (OutsideLink(iri=iri, match="exactMatch", score=1.0, method=method) for iri in entry.links)
    close = (OutsideLink(iri=iri, match="closeMatch", score=CLOSE, method=method) for iri in entry.close)
    return tuple(sorted((*exact, *close), key=lambda link: (link.iri, link.match)))


def _identified(made: Mapping[Node, Entity]) -> Mapping[Node, Entity]:
    """Tell entities of one kind and key apart by the key of their group after a ~."""
    wanted: dict[str, list[Node]] = defaultdict(list)
    for target, entity in made.items():
        wanted[entity.id].append(target)
    found = dict(made)
    for id_, targets in wanted.items():
        for target in sorted(targets)[1:]:
            found[target] = replace(made[target], id=f"{id_}~{target[1].rpartition('~')[2]}")
    return found
