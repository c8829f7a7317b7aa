"""Fields of any name and type become a record."""

from typing import Any

import pytest

from kg.readers.entry import Entry, read_record
from kg.readers.names import authors_of
from kg.records import Record

ABSTRACT = "We look at many things in turn and count how often each of them is met in the two places that we know of."


def record_of(**fields: Any) -> Record:
    record, _ = read_record(Entry(number=3, fields={"title": "A", "abstract": ABSTRACT, **fields}), "f")
    assert record is not None
    return record


def flaws_of(**fields: Any) -> tuple[str, ...]:
    return read_record(Entry(number=3, fields={"title": "A", "abstract": ABSTRACT, **fields}), "f")[1]


@pytest.mark.parametrize("source_id", [None, "", "  ", [], {}, True])
def test_a_record_without_id_is_called_by_file_and_number(source_id: Any) -> None:
    assert record_of(id=source_id).source_id == "f#3"


@pytest.mark.parametrize("source_id, expected", [(17, "17"), ("a b", "a b"), ("</script>", "</script>")])
def test_an_id_stays_as_it_is(source_id: Any, expected: str) -> None:
    assert record_of(id=source_id).source_id == expected


@pytest.mark.parametrize("title, expected", [(1984, "1984"), (["One"], "One"), (["One", None, "two"], "One two")])
def test_a_title_of_another_type_is_taken_sensibly(title: Any, expected: str) -> None:
    assert record_of(title=title).title == expected


@pytest.mark.parametrize("title", [{"x": 1}, [{}], True])
def test_a_title_that_is_no_text_is_left_out_with_a_note(title: Any) -> None:
    assert record_of(title=title).title == ""
    assert [flaw.split(" (")[0] for flaw in flaws_of(title=title)] == ["its title"]


@pytest.mark.parametrize(
    "year, expected",
    [
        (2024, 2024), ("2024", 2024), ("2024-05-01", 2024), ("May 2024", 2024), (2024.0, 2024), ("2024.0", 2024),
        ("n.d.", None), ("20241", None), (24, None), (True, None), (float("inf"), None), (-2024, None),
        ({"date-parts": [[2024, 5]]}, 2024), (["2024"], 2024), ([], None), ({}, None), ("２０２４", None),
    ],
)  # fmt: skip
def test_a_year_is_a_number_of_four_digits_wherever_it_stands(year: Any, expected: int | None) -> None:
    assert record_of(year=year).year == expected


@pytest.mark.parametrize(
    "fields, flaw",
    [
        ({"title": 1984}, "its title is a number (1984), taken as text"),
        ({"venue": 5.5}, "its venue is a number (5.5), taken as text"),
        ({"title": ["One", "two"]}, "its title is a list of 2: joined by blanks"),
        ({"abstract": [ABSTRACT, {"a": 1}]}, "1 of the 2 parts of its abstract is not understood and left out"),
        ({"authors": ["Ada Lovelace", 7, [1]]}, "2 of its 3 authors are not understood and left out"),
        ({"url": ["https://a.example", "https://b.example"]}, "its url is a list of 2: the first is taken"),
        ({"year": 2024.7}, "its year (2024.7) is not understood and left out"),
        ({"doi": "to appear"}, "its doi (to appear) is not understood and left out"),
        ({"doi": {"x": 1}}, "its doi (an object) is not understood and left out"),
        ({"arxiv": 2301.1014}, "its arxiv (2301.1014) is not understood and left out"),  # the last 0 of its five digits
        ({"ids": {"pmid": "x"}}, "its pmid (x) is not understood and left out"),
        ({"identifiers": ["10.1000/182"]}, "its identifiers (a list) is not understood and left out"),
    ],
)
def test_what_is_guessed_of_a_value_or_lost_is_noted(fields: dict[str, Any], flaw: str) -> None:
    assert flaws_of(**fields) == (flaw,)


@pytest.mark.parametrize(
    "fields",
    [
        {"title": ["One title"]}, {"authors": "Ada Lovelace"}, {"authors": ["Ada Lovelace", "", None, "others"]},
        {"authors": [{"name": "Ada Lovelace"}]}, {"year": "2024"}, {"year": [2024, 5, 1]}, {"year": 2024.0}, {"id": 7},
        {"doi": None}, {"doi": " "}, {"pmid": 123}, {"arxiv": 1706.03762}, {"ids": {"mag": 1}},
        {"url": ["https://a.example"]},
    ],
)  # fmt: skip
def test_what_formats_really_write_is_not_worth_a_note(fields: dict[str, Any]) -> None:
    assert flaws_of(**fields) == ()


def test_of_several_addresses_the_first_that_leads_to_a_page_is_taken() -> None:
    assert record_of(url=["javascript:x", "https://a.example", "https://b.example"]).url == "https://a.example"


def test_a_year_that_is_none_is_noted() -> None:
    assert flaws_of(year="n.d.") == ("its year (n.d.) is not understood and left out",)


@pytest.mark.parametrize(
    "authors, expected",
    [
        ("Ada Lovelace", ("Ada Lovelace",)),
        ("Lovelace, Ada", ("Ada Lovelace",)),
        ("Lovelace, Ada; Noether, Emmy", ("Ada Lovelace", "Emmy Noether")),
        ("Lovelace, Ada and Noether, Emmy", ("Ada Lovelace", "Emmy Noether")),
        ("Ada Lovelace | Emmy Noether", ("Ada Lovelace", "Emmy Noether")),
        ("Ada Lovelace, Emmy Noether", ("Ada Lovelace", "Emmy Noether")),
        ("Ada Lovelace, Emmy Noether, and Jane Doe", ("Ada Lovelace", "Emmy Noether", "Jane Doe")),
        ("van der Berg, Jan Peter; Doe, Jane", ("Jan Peter van der Berg", "Jane Doe")),
        ("van der Berg, Jan Peter; Madonna", ("Jan Peter van der Berg", "Madonna")),
        ("Alexander Anderson and Sandy Band", ("Alexander Anderson", "Sandy Band")),
        (["Ada Lovelace", "", None, 3, " Emmy\tNoether "], ("Ada Lovelace", "Emmy Noether")),
        ([{"name": "A. Lovelace"}, {"given": "Emmy", "family": "Noether"}, {"x": 1}], ("A. Lovelace", "Emmy Noether")),
        ({"name": "Ada Lovelace"}, ("Ada Lovelace",)),
        ("John Smith, Jr.", ("John Smith, Jr.",)),
        ("王伟", ("王伟",)),
        (7, ()),
        (None, ()),
    ],
)  # fmt: skip
def test_authors_come_in_many_shapes(authors: Any, expected: tuple[str, ...]) -> None:
    assert authors_of(authors) == expected


@pytest.mark.parametrize("name", ["Title", "TITLE", "Paper Title", "display_name", "articleTitle"])
def test_names_of_fields_are_known_without_case_and_punctuation(name: str) -> None:
    record, _ = read_record(Entry(number=1, fields={name: "A"}), "f")
    assert record is not None
    assert record.title == "A"


def test_the_better_name_counts_where_two_are_given() -> None:
    assert record_of(summary="Another text.").abstract == ABSTRACT


def test_a_blank_field_gives_way_to_its_synonym() -> None:
    assert record_of(abstract=" ", text="The text.").abstract == "The text."


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd"]
)
def test_an_address_that_leads_to_no_page_is_left_out_with_a_note(url: str) -> None:
    assert record_of(url=url).url == ""
    assert "url" in flaws_of(url=url)[0]


@pytest.mark.parametrize("field", ["identifiers", "externalIds", "ids"])
def test_nested_identifiers_are_found(field: str) -> None:
    nested = {"DOI": "https://doi.org/10.1000/ABC", "ArXiv": "1706.03762", "MAG": "12", "PubMed": 123}
    assert record_of(**{field: nested}).identifiers == (
        ("arxiv", "1706.03762"),
        ("doi", "10.1000/abc"),
        ("pmid", "123"),
    )


def test_venue_and_names_are_on_one_line() -> None:
    record = record_of(venue=" A\n\tB ", authors=["Ada\nLovelace"])
    assert (record.venue, record.authors) == ("A B", ("Ada Lovelace",))


def test_title_and_abstract_stay_letter_for_letter() -> None:
    record = record_of(title=" A\n\tB ", abstract=f"\n{ABSTRACT} ")
    assert (record.title, record.abstract) == (" A\n\tB ", f"\n{ABSTRACT} ")
