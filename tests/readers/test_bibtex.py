"""BibTeX: names, strings, identifiers and what real files get wrong."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers import bibtex

Read = Callable[..., Any]
ABSTRACT = "abstract = {We look at many things in turn, and count each of them, and then some more of them again.}"


@pytest.mark.parametrize(
    "author, names",
    [
        ("Lovelace, Ada and Emmy Noether", ("Ada Lovelace", "Emmy Noether")),
        ("van Beethoven, Ludwig", ("Ludwig van Beethoven",)),
        ("King, Jr., Martin Luther", ("Martin Luther King Jr.",)),
        ("{The ACME Group} and Doe, Jane and others", ("The ACME Group", "Jane Doe")),
        ("Erd{\\H{o}}s, Paul", ("Paul Erd{\\H{o}}s",)),
        ("Lovelace,\n   Ada", ("Ada Lovelace",)),
        ("Broken{, Name", None),
        ("", ()),
    ],
)
def test_names_are_first_name_first_and_keep_their_latex(
    read: Read, author: str, names: tuple[str, ...] | None
) -> None:
    reading = read(f"@misc{{k, title = {{A}}, author = {{{author}}}, {ABSTRACT}}}")
    if names is None:
        assert len(reading.skipped) == 1
    else:
        assert [record.authors for record in reading] == [names]


def test_latex_stays_as_it_is(read: Read) -> None:
    title = r"{D}eep $\alpha$ \emph{nets} \& 5\% more"
    assert [record.title for record in read(f"@misc{{k, title = {{{title}}}}}")] == [title]


def test_an_entry_without_abstract_is_kept_by_its_title_and_noted(read: Read) -> None:
    reading = read("@article{key1, title = {A title}, year = 2020}", "a.bib")
    assert [(record.source_id, record.title, record.year) for record in reading] == [("key1", "A title", 2020)]
    assert [str(remark) for remark in reading.noted] == ["a.bib, record 1: has no abstract; it is kept by its title"]
    assert reading.skipped == ()


def test_strings_are_put_in_and_parts_joined(read: Read) -> None:
    reading = read(
        '@string{icml = "ICML"}\n@misc{k, title = "A#1" # { and B#2}, booktitle = ICML # " 2020", month = jan}'
    )
    assert [(record.title, record.venue) for record in reading] == [("A#1 and B#2", "ICML 2020")]


def test_entries_of_one_key_are_both_kept(read: Read) -> None:
    reading = read("@misc{k, title = {One}}\n@misc{k, title = {Two}}\n")
    assert [(record.source_id, record.title) for record in reading] == [("k", "One"), ("k", "Two")]


def test_the_first_of_two_equal_fields_counts(read: Read) -> None:
    assert [record.title for record in read("@misc{k, title = {One}, title = {Two}}")] == ["One"]


def test_a_broken_entry_is_skipped_by_its_line_and_the_others_are_read(read: Read) -> None:
    reading = read("@misc{a, title = {One}}\n\n@misc{b, title = {Two\n}\n@misc{c, title = {Three}}\n")
    assert [record.source_id for record in reading] == ["a", "c"]
    assert [remark.record for remark in reading.skipped] == [2]
    assert "the entry at line 3 is broken" in reading.skipped[0].reason


def test_text_outside_of_entries_is_noted(read: Read) -> None:
    reading = read("@misc{a, title = {One}}\n" + "Words that stand alone. " * 10)
    assert ["line 2" in remark.reason for remark in reading.noted if not remark.record] == [True]


def test_nothing_of_the_parser_reaches_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_text("@misc{b, title = {Two\n}\n@misc{c, title = {Three}}\n")
    program = "import sys; from kg.readers import read_file; print(len(read_file(sys.argv[1])))"
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("1\n", "")


@pytest.mark.parametrize(
    "fields, identifiers",
    [
        ("eprint = {1706.03762}, archivePrefix = {arXiv}", (("arxiv", "1706.03762"),)),
        ("eprint = {1706.03762}", (("arxiv", "1706.03762"),)),
        ("eprint = {1706.03762}, eprinttype = {hal}", ()),
        ("journal = {arXiv preprint arXiv:1706.03762}", (("arxiv", "1706.03762"),)),
        (r"doi = {10.1007/978-3\_4}", (("doi", "10.1007/978-3_4"),)),
        (r"howpublished = {\url{https://arxiv.org/abs/1706.03762}}", (("arxiv", "1706.03762"),)),
        ("url = {https://aclanthology.org/P19-1001/}", (("acl", "P19-1001"),)),
    ],
)
def test_identifiers_are_found_where_reference_managers_put_them(
    read: Read, fields: str, identifiers: tuple[tuple[str, str], ...]
) -> None:
    assert [record.identifiers for record in read(f"@misc{{1706.03763, title = {{A}}, {fields}}}")] == [identifiers]


def test_a_preamble_and_comments_before_the_entries_do_not_hide_the_format(read: Read) -> None:
    assert len(read("% Exported by hand\nThis file holds one paper.\n\n@article{k,\n title = {A}\n}\n")) == 1


def test_prose_that_quotes_an_entry_is_a_listing(read: Read) -> None:
    assert not bibtex.recognises("We write much prose about many things. " * 20 + "\n\n@misc{k, title = {A}}\n")


PLAIN = st.text(st.characters(exclude_characters='{}\\@#"\r', exclude_categories=["Cs", "Cc"]), min_size=1)


@given(st.lists(PLAIN, min_size=1, max_size=4))
def test_titles_come_back_as_written(titles: list[str]) -> None:
    text = "".join(f"@misc{{k{n}, title = {{{title}}}}}\n" for n, title in enumerate(titles))
    entries = list(bibtex.read(iter(text.splitlines(keepends=True)), "a.bib"))
    assert [entry.fields["title"] for entry in entries] == titles
