"""Papers as things: the id that follows from what a paper is, and which records are one paper."""

import hashlib
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.duplicates import Candidate, candidate, disputed, grouped
from kg.identifiers import SCHEMES
from kg.likeness import same_letters
from kg.records import Paper, Remark


def paper_id(title: str, abstract: str, identifiers: tuple[tuple[str, str], ...]) -> str:
    """Return the id of a paper: its strongest identifier, else a hash of its title and abstract.

    Parameters
    ----------
    title, abstract
        Clean text.
    identifiers
        Pairs of scheme and normalised value.

    Examples
    --------
    >>> paper_id("A title", "", (("arxiv", "1706.03762"),))
    'paper/arxiv:1706.03762'
    >>> paper_id("A title", "Some text.", ())
    'paper/text:e5faeb70fbe20b23'
    """
    known = dict(identifiers)
    for scheme in SCHEMES:
        if scheme in known:
            return f"paper/{scheme}:{known[scheme]}"
    content = same_letters(title) + "\x1f" + same_letters(abstract)
    return "paper/text:" + hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduplicated:
    """The papers of a collection, each once, sorted by id; what was dropped for that, and what is doubtful."""

    papers: tuple[Paper, ...]
    dropped: tuple[Remark, ...] = ()
    noted: tuple[Remark, ...] = ()


def deduplicate(papers: Iterable[Paper]) -> Deduplicated:
    """Make one paper of all records that are the same paper.

    Records are the same paper if they share an identifier or an abstract; if they bear no identifier and share
    title and abstract; or if they share a title, and the first author's last name or the year, and no identifier
    says otherwise. The richest record is kept; what it lacks is taken from the others, and its id follows from all
    their identifiers. An identifier that clearly different papers claim is believed of none of them.

    Parameters
    ----------
    papers
        With clean text, in any order: the result does not depend on it.

    Examples
    --------
    >>> from kg.records import Source
    >>> bare = Paper(id="", source_id="a", title="A study of many things", year=2020, source=Source(file="f", record=1))
    >>> full = replace(bare, source_id="b", abstract="Things are studied.", source=Source(file="f", record=2))
    >>> result = deduplicate([bare, full])
    >>> [paper.source_id for paper in result.papers], [str(remark) for remark in result.dropped]
    (['b'], ['f, record 1: the same paper as record 2 of f'])
    """
    ranked = sorted((_with_id_as_identifier(paper) for paper in papers), key=_rank)
    found = [candidate((number,), paper) for number, paper in enumerate(ranked)]
    disputes: list[tuple[int, Remark]] = []
    while True:  # What a paper gains from one duplicate may show another; a pass without change is the last.
        rivals = disputed([one.paper for one in found])
        disputes.extend((one.records[0], remark) for one in found for remark in _dispute_remarks(one.paper, rivals))
        groups = grouped([_without(one, rivals) for one in found] if rivals else found)
        changed = bool(rivals) or len(groups) < len(found)
        found = [_merged(group) for group in groups]
        if not changed:
            break
    result = tuple(sorted((_with_id(one.paper) for one in found), key=lambda paper: paper.id))
    dropped = (
        remark_on(ranked[number], f"the same paper as {_place(one.paper)}")
        for one in found
        for number in one.records[1:]
    )
    kept = {one.records[0] for one in found}
    noted = [*(remark for number, remark in disputes if number in kept), *_source_id_remarks(result)]
    return Deduplicated(papers=result, dropped=tuple(sorted(dropped)), noted=tuple(sorted(noted)))


def _rank(paper: Paper) -> tuple[object, ...]:
    """Return what sorts the richest record first; the content itself breaks ties."""
    metadata = sum(map(bool, (paper.title, paper.authors, paper.year, paper.venue, paper.url))) + len(paper.identifiers)
    quality = (not paper.abstract.strip(), -len(paper.abstract), -metadata, paper.source)
    content = (paper.source_id, paper.title, paper.abstract, paper.authors, paper.year or 0, paper.venue, paper.url)
    return (*quality, *content, paper.identifiers, paper.id)


def _with_id_as_identifier(paper: Paper) -> Paper:
    """Return the paper with the identifier that its id states; an extraction may hold only the id."""
    scheme, _, value = paper.id.partition(":")
    scheme = scheme.removeprefix("paper/")
    if scheme not in SCHEMES or not value or scheme in dict(paper.identifiers):
        return paper
    return replace(paper, identifiers=tuple(sorted((*paper.identifiers, (scheme, value)))))


def _with_id(paper: Paper) -> Paper:
    return replace(paper, id=paper_id(paper.title, paper.abstract, paper.identifiers))


def _without(one: Candidate, rivals: Container[tuple[str, str]]) -> Candidate:
    """Return a candidate without the identifiers that are disputed."""
    believed = tuple(pair for pair in one.paper.identifiers if pair not in rivals)
    unchanged = len(believed) == len(one.paper.identifiers)
    return one if unchanged else candidate(one.records, replace(one.paper, identifiers=believed))


def _merged(group: Sequence[Candidate]) -> Candidate:
    """Return the first of several candidates of one paper, with what it lacks taken from the others in order."""
    if len(group) == 1:
        return group[0]
    papers = [one.paper for one in group]
    identifiers: dict[str, str] = {}
    for scheme, value in (pair for paper in papers for pair in paper.identifiers):
        identifiers.setdefault(scheme, value)
    paper = replace(
        papers[0],
        title=next((paper.title for paper in papers if paper.title.strip()), ""),
        authors=next((paper.authors for paper in papers if paper.authors), ()),
        year=next((paper.year for paper in papers if paper.year is not None), None),
        venue=next((paper.venue for paper in papers if paper.venue), ""),
        url=next((paper.url for paper in papers if paper.url), ""),
        identifiers=tuple(sorted(identifiers.items())),
    )
    return candidate(tuple(number for one in group for number in one.records), paper)


def _place(paper: Paper) -> str:
    return f"record {paper.source.record} of {paper.source.file}"


def remark_on(paper: Paper, reason: str) -> Remark:
    """Return a remark on the record that a paper was read from."""
    return Remark(file=paper.source.file, record=paper.source.record, source_id=paper.source_id, reason=reason)


def _dispute_remarks(paper: Paper, rivals: Mapping[tuple[str, str], tuple[Paper, Paper]]) -> Iterator[Remark]:
    for scheme, value in paper.identifiers:
        if (scheme, value) in rivals:
            one, other = rivals[scheme, value]
            rival = other if paper is one else one
            yield remark_on(
                paper,
                f"its {scheme} {value} is also claimed by {_place(rival)}, a different paper; both are kept without "
                "it: correct the wrong one",
            )


def _source_id_remarks(papers: Sequence[Paper]) -> Iterator[Remark]:
    holders: dict[str, list[Paper]] = defaultdict(list)
    for paper in sorted(papers, key=lambda paper: (paper.source, paper.id)):
        holders[paper.source_id].append(paper)
    for first, *others in holders.values():
        for paper in others:
            yield remark_on(
                paper,
                f"has the id of {_place(first)}, a different paper; both are kept, as {first.id} and {paper.id}",
            )
