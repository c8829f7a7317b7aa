"""Review: merges that hardly a paper states and near-misses, as corrections that a person may take."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from kg.graph import KnowledgeGraph
from kg.names import is_acronym, loose_key, match_key
from kg.records import Reason
from kg.resolve import parse_corrections
from kg.resolve.acronyms import skeleton
from kg.resolve.groups import Node
from kg.resolve.naming import forms

STEM_LETTERS: Final = 6
"""Names are alike if their words begin with the same letters, so many: "test-time compute", "test-time computation"."""
FAMILY: Final = 6
"""So many entities alike are no near-misses of each other but a family, such as the versions of a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A correction to consider.

    Attributes
    ----------
    verb, kind, name, other
        The row of a corrections file.
    papers
        How many papers it would move: those on the smaller side.
    why
        What speaks for it, in a line.
    """

    verb: str
    kind: str
    name: str
    other: str
    papers: int
    why: str

    @property
    def pair(self) -> frozenset[Node]:
        """The two nodes it speaks of."""
        return frozenset(((self.kind, match_key(self.name)), (self.kind, match_key(self.other))))

    @property
    def row(self) -> str:
        """The line of a corrections file."""
        return "\t".join((self.verb, self.kind, self.name, self.other))


def review(graph: KnowledgeGraph) -> tuple[Proposal, ...]:
    """Return the splits and merges to consider, those that would move most papers first.

    A split is proposed for a merge that more papers rely on than state; a merge for two entities that a paper calls
    by each other's names, for an acronym left ambiguous and the entity it may stand for, and for two whose names differ
    in endings or in the order of words. Pairs that the graph's corrections speak of are left out.

    Parameters
    ----------
    graph
        A graph that was built or loaded.
    """
    given = graph.corrections
    rows = parse_corrections(given.content, given.name).rows if given else ()
    decided = {frozenset((row.node, row.other_node)) for row in rows}
    naming = Naming(graph)
    found: dict[frozenset[Node], Proposal] = {}
    for proposals in (doubtful(naming), called_one(naming), meant(naming), alike(naming)):
        for proposal in proposals:
            if proposal.papers and len(proposal.pair) > 1 and proposal.pair not in decided:
                found.setdefault(proposal.pair, proposal)
    return tuple(sorted(found.values(), key=lambda item: (-item.papers, item.kind, item.name, item.other)))


class Naming:
    """Which papers call which entity what.

    Parameters
    ----------
    graph
        The graph to ask.
    """

    def __init__(self, graph: KnowledgeGraph) -> None:
        self.entities = [entity for entity in graph.entities if not entity.ambiguous]
        self.ambiguous = [entity for entity in graph.entities if entity.ambiguous]
        self.entity = graph.entity
        self.papers: dict[str, set[str]] = defaultdict(set)
        self.calling: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.acronyms: set[str] = set()
        for occurrence in graph.occurrences:
            self.papers[occurrence.entity].add(occurrence.paper)
            for text in {mention.text for mention in occurrence.mentions}:
                for form, key in forms(text):
                    self.calling[occurrence.entity, key].add(occurrence.paper)
                    if is_acronym(form):
                        self.acronyms.add(key)

    def merge(self, one: str, other: str, why: str, papers: int | None = None) -> Proposal:
        """Return the proposal to make two entities one, the better known giving the name."""
        first, second = sorted((one, other), key=lambda id_: (-len(self.papers[id_]), id_))
        return Proposal(
            verb="merge",
            kind=self.entity[first].kind,
            name=written(self.entity[first].name),
            other=written(self.entity[second].name),
            papers=len(self.papers[second] - self.papers[first]) if papers is None else papers,
            why=why,
        )


def written(name: str) -> str:
    """Return a name as a row can hold it: on one line, without tabs and what nobody sees."""
    return " ".join("".join(sign for sign in name if sign.isprintable() or sign.isspace()).split())


def doubtful(naming: Naming) -> Iterator[Proposal]:
    """Yield splits of the merges that more papers rely on than state."""
    for entity in naming.entities:
        for reason in entity.reasons:
            if _surmised(reason):
                left, right = (naming.calling.get((entity.id, match_key(name)), set()) for name in reason.names)
                relying, stating = min(len(left - right), len(right - left)), len(left & right)
                if relying > stating:
                    source = f" ({written(reason.detail)})" if reason.detail else ""
                    yield Proposal(
                        verb="split",
                        kind=entity.kind,
                        name=written(reason.names[0]),
                        other=written(reason.names[1]),
                        papers=relying,
                        why=f"one because of {reason.rule}{source}; papers that give both names: {stating}",
                    )


def _surmised(reason: Reason) -> bool:
    """Tell whether two names are one for another reason than that a person says so or that only hyphens differ."""
    keys = {loose_key(match_key(name)) for name in reason.names}
    return len(reason.names) == len(keys) == 2 and reason.rule != "correction"


def called_one(naming: Naming) -> Iterator[Proposal]:
    """Yield merges of entities of which a paper calls one by a name of the other; an acronym must be its usual name.

    Where one name says more than the other, the papers that call it so are all that the merge would be right for.
    """
    owners: dict[Node, list[str]] = defaultdict(list)
    for entity in naming.entities:
        usual = match_key(entity.name)
        for key in sorted({usual, *map(match_key, entity.names)}):
            if key == usual or key not in naming.acronyms:
                owners[entity.kind, key].append(entity.id)
    saying: dict[tuple[str, str], set[str]] = defaultdict(set)
    for (id_, key), papers in naming.calling.items():
        entity = naming.entity[id_]
        for owner in () if entity.ambiguous else owners[entity.kind, key]:
            if owner != id_:
                saying[min(id_, owner), max(id_, owner)] |= papers
    for (one, other), papers in sorted(saying.items()):
        more = f" and {len(papers) - 1} more" if len(papers) > 1 else ""
        words = [set(match_key(naming.entity[id_].name).split("-")) for id_ in (one, other)]
        nested = words[0] <= words[1] or words[1] <= words[0]
        yield naming.merge(one, other, f"called one by {min(papers)}{more}", len(papers) if nested else None)


def meant(naming: Naming) -> Iterator[Proposal]:
    """Yield merges of acronyms left ambiguous with the best known entity whose words begin with their letters."""
    starting: dict[tuple[str, str], list[str]] = defaultdict(list)
    for entity in naming.entities:
        for initials in {_initials(key) for name in (entity.name, *entity.names) for key in _word_keys(name)}:
            starting[entity.kind, initials].append(entity.id)
    papers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for entity in naming.ambiguous:
        if is_acronym(entity.name):
            papers[entity.kind, match_key(entity.name)] |= naming.papers[entity.id]
    shown = {(entity.kind, match_key(entity.name)): written(entity.name) for entity in naming.ambiguous}
    for (kind, key), where in sorted(papers.items()):
        ranked = sorted(starting.get((kind, key), ()), key=lambda id_: (-len(naming.papers[id_]), id_))
        for id_ in ranked[:1]:
            name = written(naming.entity[id_].name)
            why = f"an acronym left ambiguous; entities it may stand for: {len(ranked)}"
            yield Proposal(verb="merge", kind=kind, name=name, other=shown[kind, key], papers=len(where), why=why)


def _word_keys(name: str) -> Sequence[str]:
    """Return the match key of a name of several words, with its link words and without."""
    key = match_key(name)
    return (key, skeleton(key)) if "-" in key else ()


def _initials(key: str) -> str:
    return "".join(word[0] for word in key.split("-") if word)


def alike(naming: Naming) -> Iterator[Proposal]:
    """Yield merges of entities whose preferred names differ in endings or in the order of words only."""
    families: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for entity in naming.entities:
        stem = _stem(match_key(entity.name))
        if stem:
            families[entity.kind, stem].append(entity.id)
    for _, family in sorted(families.items()):
        if 2 <= len(family) < FAMILY:
            for one, other in combinations(family, 2):
                yield naming.merge(one, other, "their names differ in endings or in the order of words")


def _stem(key: str) -> tuple[str, ...]:
    """Return the beginnings of the words of a name in their order in the alphabet; nothing for a name of one word."""
    words = [word for word in skeleton(key).split("-") if word]
    if len(words) < 2:
        return ()
    return tuple(sorted(word if any(sign.isdigit() for sign in word) else word[:STEM_LETTERS] for word in words))


def lines(proposals: Iterable[Proposal]) -> Iterator[str]:
    """Yield the lines of a corrections file: each proposal as a row, and above it what speaks for it."""
    for proposal in proposals:
        yield f"# {proposal.papers} paper{'s' * (proposal.papers != 1)}: {proposal.why}"
        yield proposal.row
