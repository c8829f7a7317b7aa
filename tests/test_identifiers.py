"""Identifiers in one normal form, and nothing guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.identifiers import claimed, collect, identify


@pytest.mark.parametrize(
    "text, scheme, value",
    [
        ("https://doi.org/10.1000/ABC", "doi", "10.1000/abc"),
        ("http://dx.doi.org/10.1000/a%28b%29?x=y#z", "doi", "10.1000/a(b)"),
        ("doi.org/10.1000/abc.", "doi", "10.1000/abc"),
        ("DOI: 10.1000/abc", "doi", "10.1000/abc"),
        ("10.1000/a(b)c).", "doi", "10.1000/a(b)c"),
        ("10.1000/182", "doi", "10.1000/182"),
        ("10.1002/(SICI)1097-4571(199706)48:6<524::AID-ASI5>3.0.CO;2-Q", "doi",
         "10.1002/(sici)1097-4571(199706)48:6<524::aid-asi5>3.0.co;2-q"),
        ("arXiv:1706.03762v5", "arxiv", "1706.03762"),
        ("arXiv:1706.03762v5 [cs.CL] 6 Dec 2017", "arxiv", "1706.03762"),
        ("https://arxiv.org/abs/1706.03762v1", "arxiv", "1706.03762"),
        ("https://www.arxiv.org/pdf/1706.03762.pdf", "arxiv", "1706.03762"),
        ("arxiv.org/html/1706.03762?x", "arxiv", "1706.03762"),
        ("https://arxiv.org/abs/hep-th/9901001v3", "arxiv", "hep-th/9901001"),
        ("arXiv:math.GT/0309136", "arxiv", "math/0309136"),
        ("https://doi.org/10.48550/arXiv.1706.03762", "arxiv", "1706.03762"),
        ("10.48550/ARXIV.1706.03762", "arxiv", "1706.03762"),
        ("https://openreview.net/forum?id=rJl-b3RcF7", "openreview", "rJl-b3RcF7"),
        ("https://openreview.net/pdf?noteId=x&id=rJl-b3RcF7#tab", "openreview", "rJl-b3RcF7"),
        ("https://aclanthology.org/P19-1001/", "acl", "P19-1001"),
        ("https://aclanthology.org/2022.findings-emnlp.92.pdf", "acl", "2022.findings-emnlp.92"),
        ("https://aclanthology.org/2022.Findings-EMNLP.92", "acl", "2022.findings-emnlp.92"),
        ("https://www.aclweb.org/anthology/p19-1001", "acl", "P19-1001"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", "pmid", "12345678"),
        ("https://www.ncbi.nlm.nih.gov/pubmed/12345678", "pmid", "12345678"),
        ("PMID: 12345678", "pmid", "12345678"),
    ],
)  # fmt: skip
def test_what_plainly_is_an_identifier_is_normalised(text: str, scheme: str, value: str) -> None:
    assert identify(text) == ((scheme, value),)


def test_the_doi_of_an_anthology_paper_names_it_there_too() -> None:
    assert identify("10.18653/v1/2020.acl-main.1") == (
        ("doi", "10.18653/v1/2020.acl-main.1"),
        ("acl", "2020.acl-main.1"),
    )


@pytest.mark.parametrize(
    "text",
    [
        *("", "arxiv-2601.18949", "1706.03762", "2601_18949", "vaswani2017", "P19-1001", "12345678", "rJl-b3RcF7"),
        *("https://example.org/10.1000/182", "https://arxiv.org/list/cs.CL/recent", "https://arxiv.org/abs/1799.03762"),
        *("arXiv:1706.0376", "arXiv:1412.12345", "doi:11.1000/1", "10.1000/", "10.1000/a b", "10.1000/" + "x" * 300),
        *(
            "https://openreview.net/group?id=ICLR.cc",
            "https://aclanthology.org/venues/acl",
            "arXiv:１７０６.０３７６２",
        ),
        *("10.1000/\ud800", "10.1000/\x00", "see arXiv:1706.03762"),
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert identify(text) == ()


@pytest.mark.parametrize(
    "scheme, text, value",
    [
        ("arxiv", "1706.03762", "1706.03762"),
        ("arxiv", "0704.0001v1", "0704.0001"),
        ("arxiv", "hep-th/9901001", "hep-th/9901001"),
        ("openreview", "rJl-b3RcF7", "rJl-b3RcF7"),
        ("acl", "p19-1001", "P19-1001"),
        ("pmid", "12345678", "12345678"),
        ("doi", "10.1000/ABC", "10.1000/abc"),
        ("doi", r"10.1007/978-3\_4", "10.1007/978-3_4"),
    ],
)
def test_a_field_that_is_named_after_a_scheme_may_hold_the_bare_value(scheme: str, text: str, value: str) -> None:
    assert claimed(scheme, text) == ((scheme, value),)


def test_a_field_may_hold_an_identifier_of_another_scheme() -> None:
    assert claimed("doi", "https://arxiv.org/abs/1706.03762") == (("arxiv", "1706.03762"),)


def test_fields_count_before_address_and_id() -> None:
    pairs = collect(
        {"arxiv": ["no", "1706.03762"]}, url="https://arxiv.org/abs/1801.00001", source_id="https://doi.org/10.1000/a"
    )
    assert pairs == (("arxiv", "1706.03762"), ("doi", "10.1000/a"))


@pytest.mark.parametrize("venue", ["arXiv preprint arXiv:1706.03762", "arXiv:1706.03762", "CoRR, arXiv:1706.03762"])
def test_a_venue_that_is_a_preprint_names_it(venue: str) -> None:
    assert collect({}, venue=venue) == (("arxiv", "1706.03762"),)


@given(st.text())
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    for scheme in ("doi", "arxiv", "openreview", "acl", "pmid"):
        for known, value in claimed(scheme, text):
            assert (known, value) in claimed(known, value)


ARXIV = st.from_regex(r"(1[5-9]|2[0-9])(0[1-9]|1[0-2])\.[0-9]{5}", fullmatch=True)
WRITTEN = ("{}", "{}v2", "arXiv:{}", "https://arxiv.org/abs/{}v1", "http://arxiv.org/pdf/{}v3.pdf", "10.48550/arXiv.{}")


@given(ARXIV, st.sampled_from(WRITTEN))
def test_every_way_to_write_an_arxiv_id_gives_the_same(value: str, written: str) -> None:
    assert claimed("arxiv", written.format(value)) == (("arxiv", value),)
