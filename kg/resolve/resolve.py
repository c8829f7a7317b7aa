"""Resolve the entities of papers into the entities of the collection."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.garbage import uncollected
from kg.names import match_key
from kg.records import Entity, Extraction, Resolution
from kg.resolve.assigning import Assigner, spread_of
from kg.resolve.correction import Correction
from kg.resolve.corrections import Corrections
from kg.resolve.entities import Assigned, entities_of
from kg.resolve.entry import Entry
from kg.resolve.groups import Groups, Node
from kg.resolve.heads import generic
from kg.resolve.joining import (
    join_acronyms,
    join_aliases,
    join_corrections,
    join_lexicon,
    join_phrases,
    join_spellings,
    join_variants,
    kind_now,
    located,
)
from kg.resolve.lexicon import Lexicon
from kg.resolve.meanings import Meanings
from kg.resolve.naming import Usage, naming


@uncollected()
def resolve(
    extractions: Sequence[Extraction], *, lexicon: Lexicon | None = None, corrections: Corrections | None = None
) -> Resolution:
    """Return which entities of which papers are one thing, what that is called, and why.

    A pure function of the collection: the order of the extractions does not matter.

    Parameters
    ----------
    extractions
        The collection.
    lexicon
        Names that are known to be one.
    corrections
        What a person decided; nothing overrules it.
    """
    lexicon, corrections = lexicon or Lexicon(), corrections or Corrections()
    moved = _moved(extractions, lexicon, corrections)
    grouped = _grouped(extractions, lexicon, corrections, moved)
    find, usage = grouped.groups.find, grouped.usage
    entries: dict[Node, Entry] = {}
    for node, entry in grouped.entries.items():
        entries.setdefault(find(node), entry)
    renamed: dict[Node, str] = {}
    dropped: set[Node] = set()
    for row in corrections.rows:
        if named := located(usage, kind_now(moved, row.node), row.name):
            if row.verb == "rename":
                renamed[find(named)] = row.other
            elif row.verb == "drop":
                dropped.add(find(named))
    kept = [item for items in grouped.assigned for item in items if item.target not in dropped]
    entities = entities_of(kept, grouped.groups, entries, renamed)
    return Resolution(
        entities=tuple(sorted(entities.values(), key=lambda entity: entity.id)),
        assigned=tuple(
            tuple(entities[item.target].id if item.target in entities else None for item in items)
            for items in grouped.assigned
        ),
        unused=tuple(_unused(corrections, grouped, moved, entities)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grouped:
    usage: Usage
    groups: Groups
    entries: Mapping[Node, Entry]
    assigned: tuple[tuple[Assigned, ...], ...]


def _grouped(
    extractions: Sequence[Extraction], lexicon: Lexicon, corrections: Corrections, moved: Mapping[Node, str]
) -> _Grouped:
    """Group the names of a collection and assign its entities."""
    named = naming(extractions, _respelt(corrections), moved)
    usage = Usage(named)
    groups = Groups(_vetoes(corrections, moved, usage))
    settled = set(join_corrections(usage, groups, corrections, moved))
    listed = join_lexicon(usage, groups, lexicon)
    vague = generic(usage) - {node for node, entry in listed.entries.items() if entry.own}
    join_spellings(usage, groups)
    join_phrases(usage, groups)
    join_variants(usage, groups)
    join_aliases(usage, groups, vague)
    meanings = Meanings(usage, groups, extractions, listed.definitions, listed.suggestions)
    join_acronyms(groups, meanings)
    assigner = Assigner(
        usage=usage,
        groups=groups,
        meanings=meanings,
        vague=vague,
        settled=settled,
        spread=spread_of(usage, groups),
    )
    assigned = tuple(tuple(assigner.assign(entity) for entity in entities) for entities in named)
    return _Grouped(usage=usage, groups=groups, entries=listed.entries, assigned=assigned)


def _moved(extractions: Sequence[Extraction], lexicon: Lexicon, corrections: Corrections) -> Mapping[Node, str]:
    """Return the new kind of each name of the entities that corrections give another kind."""
    retyped = tuple(corrections.of("retype"))
    if not retyped:
        return {}
    grouped = _grouped(extractions, lexicon, corrections, {})
    moved: dict[Node, str] = {}
    for row in retyped:
        node = located(grouped.usage, row.kind, row.name)
        if node:
            root = grouped.groups.find(node)
            moved |= {other: row.other for other in grouped.usage.papers if grouped.groups.find(other) == root}
    return moved


def _respelt(corrections: Corrections) -> Mapping[Node, str]:
    """Return a key of its own for each alias that is split from a name with the same key."""
    return {
        (row.kind, row.other): f"{row.node[1]}~{row.other.casefold().replace('~', '-')}"
        for row in corrections.of("split")
        if row.node == row.other_node
    }


def _vetoes(corrections: Corrections, moved: Mapping[Node, str], usage: Usage) -> Iterator[tuple[Node, Node]]:
    """Yield the pairs of nodes that corrections split."""
    for row in corrections.of("split"):
        if row.node != row.other_node:
            yield _split(row, moved, usage)


def _split(row: Correction, moved: Mapping[Node, str], usage: Usage) -> tuple[Node, Node]:
    """Return the nodes of the two names of a split, as the collection spells them where it has both."""
    left, right = ((kind_now(moved, node), node[1]) for node in (row.node, row.other_node))
    near = located(usage, left[0], row.name) or left, located(usage, right[0], row.other) or right
    return near if near[0] != near[1] else (left, right)


def _unused(
    corrections: Corrections, grouped: _Grouped, moved: Mapping[Node, str], entities: Mapping[Node, Entity]
) -> Iterator[str]:
    """Yield a line for each correction that changed nothing, or made two entities of one name."""
    called: dict[Node, set[Node]] = {}
    for target, entity in entities.items() if any(corrections.of("rename")) else ():
        called.setdefault((entity.kind, match_key(entity.name)), set()).add(target)
    for row in corrections.rows:
        if not _applies(row, grouped, moved):
            yield f"{row} applies to nothing in this collection; delete the row or mend the name"
        elif row.verb == "rename" and row.node != row.other_node:
            kind = kind_now(moved, row.node)
            named = located(grouped.usage, kind, row.name)
            if named and called.get((kind, match_key(row.other)), set()) - {grouped.groups.find(named)}:
                yield f"{row} is what another {kind} is called; write merge instead of rename if they are one"


def _applies(row: Correction, grouped: _Grouped, moved: Mapping[Node, str]) -> bool:
    kind = kind_now(moved, row.node)
    if row.verb == "split":
        if row.node == row.other_node:
            return (row.kind, _respelt(Corrections(rows=(row,)))[row.kind, row.other]) in grouped.usage.papers
        return _split(row, moved, grouped.usage) in grouped.groups.obeyed
    if row.verb == "retype":
        return kind_now(moved, row.node) != row.kind
    if row.verb == "merge" and not located(grouped.usage, kind_now(moved, row.other_node), row.other):
        return False
    return located(grouped.usage, kind, row.name) is not None
