"""Which records are one paper, and what becomes of them."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.papers import Deduplicated, deduplicate, paper_id
from kg.records import Paper, Source

LONG = "We look at many things in turn and count how often each of them is met in the two places that we know of."
OTHER = (
    "Quite unrelated words fill another text; its author measured rivers, glaciers, volcanoes, deserts, forests, lakes."
)
TITLE = "A study of many things"
ELSE = "Rivers and glaciers revisited"
ARXIV, DOI = ("arxiv", "2401.00001"), ("doi", "10.1000/a")


def paper(number: int = 1, title: str = "", abstract: str = "", **fields: object) -> Paper:
    identifiers = tuple(sorted(fields.pop("identifiers", ())))  # type: ignore[call-overload]
    return Paper(
        id=paper_id(title, abstract, identifiers),
        source_id=str(fields.pop("source_id", f"p{number}")),
        title=title,
        abstract=abstract,
        identifiers=identifiers,
        source=Source(file=str(fields.pop("file", "f")), record=number),
        **fields,  # type: ignore[arg-type]
    )


def kept(result: Deduplicated) -> list[str]:
    return sorted(paper.source_id for paper in result.papers)


def test_the_id_is_the_strongest_identifier() -> None:
    assert paper_id(TITLE, LONG, (ARXIV, DOI)) == "paper/doi:10.1000/a"


def test_the_id_of_a_paper_without_identifier_is_a_hash_of_its_letters() -> None:
    # printf 'a title\x1fsome text.' | sha256sum
    assert paper_id("A  TITLE", "some\ntext.", ()) == "paper/text:e5faeb70fbe20b23"


def test_no_papers_are_no_papers() -> None:
    assert deduplicate([]) == Deduplicated(papers=())


def test_the_same_identifier_is_the_same_paper() -> None:
    result = deduplicate([paper(1, TITLE, identifiers=[ARXIV]), paper(2, "A study", LONG, identifiers=[ARXIV, DOI])])
    assert kept(result) == ["p2"]
    assert [str(remark) for remark in result.dropped] == ["f, record 1: the same paper as record 2 of f"]
    assert result.noted == ()


def test_the_same_abstract_is_the_same_paper_whatever_its_spelling() -> None:
    assert kept(deduplicate([paper(1, abstract=LONG), paper(2, TITLE, LONG.upper().replace(" ", "  "))])) == ["p2"]


def test_a_short_abstract_makes_no_two_papers_one() -> None:
    none = "No abstract is available."
    assert kept(deduplicate([paper(1, TITLE, none), paper(2, ELSE, none)])) == ["p1", "p2"]


@pytest.mark.parametrize(
    "one, other, same",
    [
        ({"year": 2020}, {"year": 2020}, True),
        ({"authors": ("Paul Erdős",)}, {"authors": ("P. ERDOS", "B. Two")}, True),
        ({"authors": ("Ann One",), "year": 2020}, {"authors": ("B. One",), "year": 2021}, True),
        ({"year": 2020}, {"year": 2021}, False),
        ({"authors": ("Ann One",)}, {"authors": ("Ann Two",)}, False),
        ({}, {}, False),
        ({"year": 2020}, {}, False),
        ({"year": 2020, "identifiers": [DOI]}, {"year": 2020, "identifiers": [ARXIV]}, True),
        ({"year": 2020, "identifiers": [DOI]}, {"year": 2020, "identifiers": [("doi", "10.1000/b")]}, False),
    ],
)
def test_one_title_is_one_paper_if_author_or_year_agree_and_no_identifier_differs(
    one: dict[str, object], other: dict[str, object], same: bool
) -> None:
    papers = [paper(1, TITLE, LONG, **one), paper(2, "A Study of Many-Things", OTHER, **other)]
    assert (len(deduplicate(papers).papers) == 1) is same


def test_a_title_of_three_words_makes_no_two_papers_one() -> None:
    assert (
        len(
            deduplicate(
                [paper(1, "On many things", LONG, year=2020), paper(2, "On many things", OTHER, year=2020)]
            ).papers
        )
        == 2
    )


def test_a_record_that_could_be_either_of_two_papers_stays_apart() -> None:
    papers = [
        paper(1, TITLE, LONG, year=2020, identifiers=[DOI]),
        paper(2, TITLE, OTHER, year=2020, identifiers=[("doi", "10.1000/b")]),
        paper(3, TITLE, year=2020),
        paper(4, TITLE, year=2020, venue="V"),
    ]
    result = deduplicate(papers)
    assert kept(result) == ["p1", "p2", "p4"]
    assert [remark.source_id for remark in result.dropped] == ["p3"]


def test_letters_that_are_symbols_tell_titles_apart() -> None:
    papers = [paper(1, "A short study of C++", year=2020), paper(2, "A short study of C#", year=2020)]
    assert len(deduplicate(papers).papers) == 2


def test_the_richer_record_is_kept_and_filled_from_the_others() -> None:
    rich = paper(1, abstract=LONG, identifiers=[ARXIV])
    poor = paper(
        2, TITLE, authors=("Ann One",), year=2020, venue="V", url="https://example.org", identifiers=[ARXIV, DOI]
    )
    (merged,) = deduplicate([poor, rich]).papers
    assert merged == replace(
        poor, id="paper/doi:10.1000/a", source_id="p1", abstract=LONG, identifiers=(ARXIV, DOI), source=rich.source
    )


@pytest.mark.parametrize(
    "better, worse",
    [
        (paper(2, TITLE, LONG, identifiers=[DOI]), paper(1, TITLE, year=2020, venue="V", identifiers=[DOI])),
        (paper(2, TITLE, LONG + " More.", identifiers=[DOI]), paper(1, TITLE, LONG, year=2020, identifiers=[DOI])),
        (paper(2, TITLE, LONG, year=2020, identifiers=[DOI]), paper(1, TITLE, LONG, identifiers=[DOI])),
        (paper(1, TITLE, LONG, identifiers=[DOI]), paper(2, TITLE, LONG, identifiers=[DOI])),
    ],
)
def test_richer_is_an_abstract_then_a_longer_one_then_metadata_then_an_earlier_place(
    better: Paper, worse: Paper
) -> None:
    assert kept(deduplicate([worse, better])) == [better.source_id]


def test_an_identifier_that_different_papers_claim_is_believed_of_neither() -> None:
    one, other = paper(1, TITLE, LONG, identifiers=[DOI]), paper(2, ELSE, OTHER, identifiers=[DOI, ARXIV])
    result = deduplicate([one, other])
    assert {paper.source_id: paper.id for paper in result.papers} == {
        "p1": paper_id(TITLE, LONG, ()),
        "p2": "paper/arxiv:2401.00001",
    }
    assert not any(DOI in paper.identifiers for paper in result.papers)
    assert [(remark.source_id, "10.1000/a" in remark.reason) for remark in result.noted] == [("p1", True), ("p2", True)]
    assert "record 2 of f" in result.noted[0].reason
    assert "record 1 of f" in result.noted[1].reason


@pytest.mark.parametrize("title", ["A study", TITLE + ": with an appendix", "", ELSE])
def test_one_identifier_and_a_like_abstract_are_one_paper_however_the_title_changed(title: str) -> None:
    papers = [paper(1, TITLE, LONG, identifiers=[DOI]), paper(2, title, LONG + " And more.", identifiers=[DOI])]
    assert kept(deduplicate(papers)) == ["p2"]


@pytest.mark.parametrize(
    "title, abstract",
    [
        (ELSE, ""),
        ("Another study: rivers and glaciers revisited", OTHER),
        ("Another study: rivers and glaciers revisited", OTHER + " We look at them in turn."),
    ],
)
def test_papers_differ_even_if_they_share_some_words_or_one_lacks_an_abstract(title: str, abstract: str) -> None:
    papers = [paper(1, TITLE, LONG, identifiers=[DOI]), paper(2, title, abstract, identifiers=[DOI])]
    assert kept(deduplicate(papers)) == ["p1", "p2"]


def test_what_a_paper_gains_from_one_duplicate_shows_another() -> None:
    papers = [
        paper(1, "", LONG, year=2020, identifiers=[ARXIV]),
        paper(2, TITLE, identifiers=[ARXIV]),
        paper(3, TITLE, year=2020),
    ]
    result = deduplicate(papers)
    assert kept(result) == ["p1"]
    assert [str(remark) for remark in result.dropped] == [
        f"f, record {n}: the same paper as record 1 of f" for n in (2, 3)
    ]


def test_duplicates_among_the_rivals_for_an_identifier_are_still_one_paper() -> None:
    papers = [paper(n, TITLE, LONG, identifiers=[DOI]) for n in (1, 2)] + [paper(3, ELSE, OTHER, identifiers=[DOI])]
    result = deduplicate(papers)
    assert kept(result) == ["p1", "p3"]
    assert [remark.source_id for remark in result.noted] == ["p1", "p3"]


def test_papers_called_alike_without_abstract_are_told_apart_by_their_identifiers() -> None:
    papers = [paper(1, "Editorial", identifiers=[DOI]), paper(2, "Editorial", identifiers=[("doi", "10.1000/b")])]
    assert kept(deduplicate(papers)) == ["p1", "p2"]


def test_two_papers_of_one_source_id_are_both_kept_and_noted() -> None:
    result = deduplicate([paper(1, TITLE, LONG, source_id="x"), paper(1, ELSE, OTHER, source_id="x", file="g")])
    assert len(result.papers) == 2
    assert [(remark.file, remark.record, remark.source_id) for remark in result.noted] == [("g", 1, "x")]
    assert "has the id of record 1 of f, a different paper" in result.noted[0].reason


def test_a_file_given_twice_is_read_once() -> None:
    papers = [paper(1, TITLE, LONG), paper(2, ELSE, OTHER)]
    result = deduplicate([*papers, *papers])
    assert result.papers == tuple(sorted(papers, key=lambda paper: paper.id))
    assert [remark.record for remark in result.dropped] == [1, 2]


def test_an_identifier_known_from_the_id_alone_counts() -> None:
    extracted = replace(paper(1, TITLE, LONG), id="paper/arxiv:2401.00001")
    (merged,) = deduplicate([extracted, paper(2, TITLE, identifiers=[ARXIV, DOI])]).papers
    assert (merged.id, merged.identifiers) == ("paper/doi:10.1000/a", (ARXIV, DOI))


TEXTS = st.sampled_from(["", LONG, OTHER, LONG + " More.", "Short."])
PAPERS = st.lists(
    st.builds(
        paper,
        number=st.integers(1, 9),
        title=st.sampled_from(["", TITLE, "A Study of Many Things!", ELSE, "Preface"]),
        abstract=TEXTS,
        authors=st.sampled_from([(), ("Ann One",), ("Bo Two",)]),
        year=st.sampled_from([None, 2020, 2021]),
        identifiers=st.lists(
            st.sampled_from([ARXIV, DOI, ("arxiv", "2401.00002")]), max_size=2, unique_by=lambda p: p[0]
        ),
        source_id=st.sampled_from(["a", "b", "c"]),
        file=st.sampled_from(["f", "g"]),
    ),
    max_size=8,
)


@given(PAPERS, st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(papers: list[Paper], chance: random.Random) -> None:
    shuffled = list(papers)
    chance.shuffle(shuffled)
    assert deduplicate(shuffled) == deduplicate(papers)


@given(PAPERS)
def test_no_record_is_lost_and_no_id_is_given_twice(papers: list[Paper]) -> None:
    result = deduplicate(papers)
    assert len(result.papers) + len(result.dropped) == len(papers)
    assert [paper.id for paper in result.papers] == sorted({paper.id for paper in result.papers})
    assert all(paper.id == paper_id(paper.title, paper.abstract, paper.identifiers) for paper in result.papers)


@given(PAPERS)
def test_deduplicating_again_changes_nothing(papers: list[Paper]) -> None:
    result = deduplicate(papers)
    again = deduplicate(result.papers)
    assert (again.papers, again.dropped) == (result.papers, ())


@given(PAPERS)
def test_a_remark_names_a_record_that_was_kept(papers: list[Paper]) -> None:
    result = deduplicate(papers)
    places = {f"record {paper.source.record} of {paper.source.file}" for paper in result.papers}
    assert {remark.reason.removeprefix("the same paper as ") for remark in result.dropped} <= places


def test_thousands_of_claims_of_one_identifier_and_title_are_one_paper_for_each_identifier() -> None:
    papers = [
        paper(n, TITLE, f"{LONG} {n}", year=2020, identifiers=[("doi", f"10.1000/{n % 2000}")]) for n in range(6000)
    ]
    assert len(deduplicate(papers).papers) == 2000
