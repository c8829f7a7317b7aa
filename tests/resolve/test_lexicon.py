"""Lexicons: names that are known to be one, and rows that are none."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.records import OutsideLink
from kg.resolve import Entry, Lexicon, parse_lexicon, read_lexicon, resolve, shipped_lexicon, with_shipped
from tests.collecting import collection

OWN = b"""kind\tid\tname\taliases\tlinks
# regression
method\tQ1\tLASSO\tL1 regression | shrinkage selection\thttps://example.org/Q1|https://example.org/lasso
task\tQ2\tquestion answering\tQA
method\tQ3\tRidge
"""


def test_rows_are_read_with_their_lists_and_places() -> None:
    lasso, qa, ridge = parse_lexicon(OWN, "own.tsv").entries
    assert lasso.names == ("LASSO", "L1 regression", "shrinkage selection")
    assert lasso.links == ("https://example.org/Q1", "https://example.org/lasso")
    assert (qa.kind, qa.id, qa.aliases, qa.links) == ("task", "Q2", ("QA",), ())
    assert ridge.place == "own.tsv, row 5"


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_bytes(b"\xef\xbb\xbfmethod\tQ1\tLASSO\r\n")
    assert read_lexicon(path).entries[0].place == "own.tsv, row 1"


def test_an_alias_joins_its_name_with_a_reason_and_the_links() -> None:
    papers = collection({"a": [("method", "lasso")], "b": [("method", "L1 regressions")]})
    (entity,) = resolve(papers, lexicon=parse_lexicon(OWN, "own.tsv")).entities
    assert (entity.id, entity.name) == ("method/lasso", "LASSO")
    assert [(r.names, r.detail) for r in entity.reasons if r.rule == "lexicon"] == [
        (("LASSO", "L1 regression"), "own.tsv, row 3")
    ]
    link = OutsideLink(iri="https://example.org/Q1", match="exactMatch", score=1.0, method="lexicon own.tsv, row 3")
    assert entity.links[0] == link


def test_an_entry_says_nothing_of_another_kind() -> None:
    papers = collection({"a": [("task", "lasso")], "b": [("task", "L1 regression")]})
    assert len(resolve(papers, lexicon=parse_lexicon(OWN)).entities) == 2


def test_an_acronym_of_one_entry_takes_its_meaning() -> None:
    papers = collection({"a": [("task", "QA")], "b": [("task", "question answering")]})
    first, second = resolve(papers, lexicon=parse_lexicon(OWN)).assigned
    assert first == second == ("task/question-answering",)


def test_an_acronym_of_two_entries_joins_neither() -> None:
    lexicon = parse_lexicon(b"task\t1\tquestion answering\tQA\ntask\t2\tquality assurance\tQA\n")
    papers = collection(
        {"a": [("task", "QA")], "b": [("task", "question answering")], "c": [("task", "quality assurance")]}
    )
    assert resolve(papers, lexicon=lexicon).assigned[0] == ("task/qa@text:a",)


def test_a_name_that_is_a_regular_expression_is_a_name() -> None:
    lexicon = parse_lexicon(b"method\t1\t.*\tA(b|\nmethod\t2\t[a-z]+\n")
    papers = collection({"a": [("method", "deep learning")], "b": [("method", ".*")]})
    assert [entity.name for entity in resolve(papers, lexicon=lexicon).entities] == [".*", "deep learning"]


def test_entries_that_point_at_each_other_are_one() -> None:
    lexicon = parse_lexicon(b"method\t1\tAdagrad\tadaptive gradient\nmethod\t2\tadaptive gradient\tAdagrad\n")
    papers = collection({"a": [("method", "Adagrad")], "b": [("method", "adaptive gradient")]})
    assert [entity.name for entity in resolve(papers, lexicon=lexicon).entities] == ["Adagrad"]


@pytest.mark.parametrize(
    "content, said",
    [
        (b"method\tQ1", "own.tsv, row 1: 2 columns"),
        (b"method\tQ1\tx\ty\thttp://z\thttp://w\tv", "own.tsv, row 1: 7 columns"),
        (b"method|model\tQ1\tx", "own.tsv, row 1: the kind 'model' is unknown"),
        (b"\n\nmodel\tQ1\tx", "own.tsv, row 3: the kind 'model' is unknown"),
        (b"method\t\tx", "own.tsv, row 1: the id is blank"),
        (b"method\tQ1\t ", "own.tsv, row 1: the name is blank"),
        (b"method\tQ1\tx\nmethod\tQ1\ty", "own.tsv, row 2: the id 'Q1' is that of own.tsv, row 1"),
        (b"method\tQ1\tx\t\tjavascript:alert(1)", "own.tsv, row 1: the link 'javascript:alert(1)' is no IRI"),
        (b"method\tQ1\tx\t\thttp://a b", "is no IRI"),
        (b"method\tQ1\tx\nmethod\tQ2\t\xff", "own.tsv, row 2: not UTF-8 text"),
        (b"", "own.tsv: it holds no entry; write a row, or in Turtle a skos:Concept, for each thing"),
        (b"kind\tid\tname\n# mine\n", "own.tsv: it holds no entry"),
        (b"\nmethod\tQ1\tLA\x00SSO", "own.tsv, row 2: 'LA\\x00SSO' holds the control character U+0000; delete it"),
        (b"method\tQ1\tLASSO\tL1|L1\x1b[31m", "own.tsv, row 1: 'L1|L1\\x1b[31m' holds the control character U+001B"),
        (b"method\tQ1\tLASSO\rmethod\tQ2\tRidge", "holds the control character U+000D"),
    ],
)
def test_a_broken_row_is_named_with_what_to_do(content: bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_lexicon(content, "own.tsv")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the lexicon"):
        read_lexicon(tmp_path / "none.tsv")


def test_a_row_may_be_of_several_kinds_and_link_closely() -> None:
    first, second = parse_lexicon(b"method|task\tQ1\tx\t\t\thttp://a.example/x").entries
    assert (first.kind, second.kind) == ("method", "task")
    assert first.close == second.close == ("http://a.example/x",)


def suggested(name: str, *aliases: str) -> Lexicon:
    close = ("https://example.org/it",)
    return Lexicon(entries=(Entry(kind="method", id="1", name=name, aliases=aliases, close=close, own=False),))


def test_a_suggestion_joins_an_acronym_that_nobody_defines_with_its_long_form_and_renames_nothing() -> None:
    papers = collection({"a": [("method", "ZQR")], "b": [("method", "Zonal Quick Ranking")]})
    assert len(resolve(papers).entities) == 2
    (entity,) = resolve(papers, lexicon=suggested("zonal quick rankings", "ZQR")).entities
    assert (entity.name, [link.match for link in entity.links]) == ("Zonal Quick Ranking", ["closeMatch"])
    assert [reason.rule for reason in entity.reasons if "ZQR" in reason.names] == ["lexicon"]


def test_a_paper_that_defines_an_acronym_is_the_reason_before_a_lexicon() -> None:
    papers = collection({"a": [("method", "zonal quick ranking|ZQR")], "b": [("method", "ZQR")]})
    (entity,) = resolve(papers, lexicon=suggested("zonal quick ranking", "ZQR")).entities
    assert [(reason.rule, reason.detail) for reason in entity.reasons] == [("acronym", "paper/text:a")]


def test_a_suggestion_gives_an_acronym_no_meaning_besides_that_of_the_papers() -> None:
    papers = collection(
        {
            "a": [("method", "zebra quantile regression|ZQR")],
            "b": [("method", "ZQR")],
            "c": [("method", "zonal quick ranking")],
            "d": [("method", "zebra quantile regression|ZQR")],
        }
    )
    assigned = resolve(papers, lexicon=suggested("zonal quick ranking", "ZQR")).assigned
    assert assigned[0] == assigned[1] == ("method/zebra-quantile-regression",)
    assert assigned[2] == ("method/zonal-quick-ranking",)


def test_a_suggestion_says_nothing_of_two_letters() -> None:
    papers = collection({"a": [("method", "ZQ")], "b": [("method", "zonal quest")]})
    assert len(resolve(papers, lexicon=suggested("zonal quest", "ZQ")).entities) == 2


def test_a_suggestion_leaves_a_vague_word_vague() -> None:
    papers = collection({"a": [("task", "retrieval")], "b": [("task", "retrieval")]})
    lexicon = Lexicon(entries=(Entry(kind="task", id="1", name="retrieval", own=False),))
    assert len(resolve(papers, lexicon=lexicon).entities) == 2


def test_a_suggestion_does_not_speak_for_a_paper_whose_long_form_is_another() -> None:
    papers = collection({"a": [("method", "zebras in queues of rest|ZIQR")], "b": [("method", "ZIQR")]})
    lexicon = suggested("zonal inner quick ranking", "ZIQR")
    assert resolve(papers, lexicon=lexicon).assigned[0] == ("method/zebras-in-queues-of-rest",)


def test_a_suggestion_joins_no_names_that_a_paper_tells_apart() -> None:
    papers = collection({"a": [("method", "zonal ranking"), ("method", "quick sorting")]})
    assert len(resolve(papers, lexicon=suggested("zonal ranking", "quick sorting")).entities) == 2
    apart = collection({"a": [("method", "zonal ranking")], "b": [("method", "quick sorting")]})
    assert len(resolve(apart, lexicon=suggested("zonal ranking", "quick sorting")).entities) == 1


def test_the_shipped_lexicon_stands_behind_the_entries_of_a_user() -> None:
    entries = with_shipped(parse_lexicon(b"method\tQ1\tLASSO")).entries
    assert (entries[0].name, entries[0].own) == ("LASSO", True)
    assert entries[1:] == shipped_lexicon().entries
    assert not any(entry.own for entry in entries[1:])


@pytest.mark.parametrize("acronym, long", [("LSTM", "long short-term memory"), ("SVM", "support vector machine")])
def test_the_shipped_lexicon_knows_acronyms_of_the_field(acronym: str, long: str) -> None:
    papers = collection({"a": [("method", acronym)], "b": [("method", long)]})
    assert len(resolve(papers, lexicon=shipped_lexicon()).entities) == 1


@pytest.mark.parametrize(
    "kind, left, right",
    [
        ("method", "SGD", "stochastic gradient descent"),
        ("method", "behavioural cloning", "behavior cloning"),
        ("method", "KL divergence", "Kullback–Leibler divergence"),
        ("task", "image synthesis", "image generation"),
        ("dataset", "MS-COCO", "Microsoft COCO"),
        ("metric", "F1", "F1-score"),
    ],
)
def test_the_shipped_lexicon_knows_names_that_mean_one_thing(kind: str, left: str, right: str) -> None:
    papers = collection({"a": [(kind, left)], "b": [(kind, right)]})
    (entity,) = resolve(papers, lexicon=shipped_lexicon()).entities
    assert {"lexicon"} <= {reason.rule for reason in entity.reasons}


@pytest.mark.parametrize(
    "kind, left, right",
    [
        ("dataset", "ImageNet", "ImageNet-1K"),
        ("method", "DDPM", "diffusion model"),
        ("method", "attention", "self-attention"),
        ("method", "neural network", "deep neural network"),
        ("method", "SAM", "sharpness-aware minimization"),
    ],
)
def test_the_shipped_lexicon_keeps_broader_and_narrower_apart(kind: str, left: str, right: str) -> None:
    papers = collection({"a": [(kind, left)], "b": [(kind, right)]})
    assert len(resolve(papers, lexicon=shipped_lexicon()).entities) == 2
