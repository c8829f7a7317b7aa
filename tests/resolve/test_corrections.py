"""Corrections: each verb does what it says, what does nothing is reported, what contradicts itself is refused."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.records import Resolution
from kg.resolve import parse_corrections, read_corrections, resolve
from tests.collecting import Named, collection


def corrected(papers: dict[str, list[Named]], rows: str) -> Resolution:
    return resolve(collection(papers), corrections=parse_corrections(rows.encode(), "fix.tsv"))


def test_merge_makes_two_names_one_and_says_why() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "lasso")], "b": [("method", "L1 regression")]}
    resolution = corrected(papers, "merge\tmethod\tLasso\tL1 regressions")
    (entity,) = resolution.entities
    assert [(r.rule, r.detail) for r in entity.reasons] == [("correction", "fix.tsv, row 1")]
    assert resolution.unused == ()


def test_merge_gives_a_bare_acronym_its_meaning_everywhere() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("method", "self-supervised learning|SSL")],
        "b": [("method", "semi-supervised learning|SSL")],
        "c": [("method", "SSL")],
    }
    resolution = corrected(papers, "merge\tmethod\tself-supervised learning\tSSL")
    assert resolution.assigned[1:] == (("method/semi-supervised-learning",), ("method/self-supervised-learning",))


def test_split_keeps_an_acronym_from_a_long_form() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "neural radiance field|NeRF")], "b": [("method", "NeRF")]}
    assert len(corrected(papers, "").entities) == 1
    resolution = corrected(papers, "split\tmethod\tneural radiance field\tNeRF")
    assert resolution.assigned == (("method/neural-radiance-field",), ("method/nerf",))
    assert resolution.unused == ()


def test_split_keeps_a_bare_acronym_from_the_meaning_that_its_paper_speaks_for() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("method", "self-supervised learning|SSL")],
        "b": [("method", "semi-supervised learning|SSL")],
        "c": [("task", "semi-supervised learning|SSL"), ("method", "SSL")],
    }
    assert corrected(papers, "").assigned[2][1] == "method/semi-supervised-learning"
    resolution = corrected(papers, "split\tmethod\tsemi-supervised learning\tSSL")
    assert resolution.assigned[2][1] == "method/ssl@text:c"
    assert resolution.unused == ()


def test_split_tells_two_names_of_one_key_apart() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "DART")], "b": [("method", "DARTS")]}
    resolution = corrected(papers, "split\tmethod\tDART\tDARTS")
    assert [entity.id for entity in resolution.entities] == ["method/dart", "method/dart~darts"]
    assert resolution.unused == ()


def test_rename_sets_the_preferred_name_and_so_the_id() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "lasso"), ("method", "ridge")]}
    resolution = corrected(papers, "rename\tmethod\tlasso\tL1 regression")
    assert [(entity.id, entity.name, entity.names) for entity in resolution.entities] == [
        ("method/l1-regression", "L1 regression", ("lasso",)),
        ("method/ridge", "ridge", ()),
    ]


def test_rename_to_a_name_that_another_entity_has_keeps_two_ids() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "lasso"), ("method", "ridge")]}
    resolution = corrected(papers, "rename\tmethod\tlasso\tridge")
    assert [entity.name for entity in resolution.entities] == ["ridge", "ridge"]
    assert len({entity.id for entity in resolution.entities}) == 2


def test_rename_to_a_name_that_another_entity_has_is_reported_with_the_advice_to_merge() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "LoRA"), ("method", "Adam")]}
    assert corrected(papers, "rename\tmethod\tLoRA\tAdam").unused == (
        "fix.tsv, row 1: rename method LoRA Adam is what another method is called; "
        "write merge instead of rename if they are one",
    )


@pytest.mark.parametrize(
    "rows",
    [
        "merge\tmethod\tLoRA\tAdam\nrename\tmethod\tLoRA\tAdam",
        "rename\tmethod\tAdam\tadaptive moments\nrename\tmethod\tLoRA\tAdam",
        "drop\tmethod\tAdam\nrename\tmethod\tLoRA\tAdam",
        "rename\tmethod\tLoRA\tGLUE",
    ],
)
def test_rename_to_a_name_that_no_other_entity_of_the_kind_keeps_is_not_reported(rows: str) -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "LoRA"), ("method", "Adam"), ("dataset", "GLUE")]}
    assert corrected(papers, rows).unused == ()


def test_retype_moves_all_names_of_an_entity_to_the_entity_of_that_name_and_kind() -> None:
    papers: dict[str, list[Named]] = {
        "a": [("method", "deep neural architecture search|DNAS")],
        "b": [("method", "DNAS")],
        "c": [("task", "deep neural architecture search")],
    }
    resolution = corrected(papers, "retype\tmethod\tdeep neural architecture search\ttask")
    assert [entity.id for entity in resolution.entities] == ["task/deep-neural-architecture-search"]
    assert resolution.unused == ()


def test_drop_leaves_an_entity_out() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "code"), ("method", "ridge")], "b": [("method", "Codes")]}
    resolution = corrected(papers, "drop\tmethod\tcode")
    assert resolution.assigned == ((None, "method/ridge"), (None,))
    assert [entity.id for entity in resolution.entities] == ["method/ridge"]


@pytest.mark.parametrize(
    "row",
    [
        "merge\tmethod\tlasso\tunheard of",
        "split\tmethod\tlasso\tridge",
        "rename\ttask\tlasso\tother",
        "retype\tmethod\tunheard of\ttask",
        "drop\tmethod\tunheard of",
        "split\tmethod\tunheard of\tunheard ofs",
    ],
)
def test_a_row_that_applies_to_nothing_is_reported(row: str) -> None:
    (line,) = corrected({"a": [("method", "lasso"), ("method", "ridge")]}, f"# mine\n{row}\n").unused
    assert line.startswith("fix.tsv, row 2: " + row.replace("\t", " "))
    assert "\n" not in line


@pytest.mark.parametrize(
    "rows",
    [
        "merge\tmethod\ta b\tc d\nsplit\tmethod\ta b\tc d",
        "split\tmethod\tc d\ta b\nmerge\tmethod\ta b\tc d",
        "merge\tmethod\ta b\tc d\nmerge\tmethod\tc d\te f\nsplit\tmethod\ta b\te f",
        "rename\tmethod\ta b\tx\nrename\tmethod\tA B\ty",
        "retype\tmethod\ta b\ttask\nretype\tmethod\ta b\tdataset",
        "drop\tmethod\ta b\nrename\tmethod\ta b\tx",
        "drop\tmethod\tLoRA\nmerge\tmethod\tAdam\tLoRA",
        "merge\tmethod\tLoRA\tAdam\ndrop\tmethod\tLoRA",
        "merge\tmethod\tLoRA\tAdam\nmerge\tmethod\tAdam\tLoRA",
        "merge\tmethod\tLoRA\tAdam\nmerge\tmethod\tAdam\tRidge\nmerge\tmethod\tRidge\tLoRA",
        "rename\tmethod\tLoRA\tAdam\nrename\tmethod\tAdam\tRidge\nrename\tmethod\tRidge\tLoRA",
        "retype\tmethod\tLoRA\ttask\nretype\ttask\tLoRA\tmethod",
        "merge\tmethod\tLoRA\tAdam\nrename\tmethod\tLoRA\tx\nrename\tmethod\tAdam\ty",
        "merge\tmethod\tLoRA\tAdam\nretype\tmethod\tLoRA\ttask\nretype\tmethod\tAdam\tdataset",
        "retype\tmethod\tLoRA\ttask\nmerge\tmethod\tLoRA\tAdam\nsplit\ttask\tLoRA\tAdam",
        "split\ttask\tLoRA\tAdam\nmerge\tmethod\tAdam\tRidge\nmerge\tmethod\tRidge\tLoRA\nretype\tmethod\tRidge\ttask",
    ],
)
def test_rows_that_contradict_each_other_are_both_named(rows: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_corrections(rows.encode(), "fix.tsv")
    assert str(caught.value).count("fix.tsv, row ") == 2
    assert "contradicts" in str(caught.value)


@pytest.mark.parametrize(
    "rows",
    [
        "merge\tmethod\tLoRA\tAdam\nmerge\tmethod\tAdam\tRidge\nmerge\tmethod\tLoRA\tRidge",
        "rename\tmethod\tLoRA\tAdam\nrename\tmethod\tAdam\tRidge",
        "merge\tmethod\tLoRA\tAdam\nrename\tmethod\tLoRA\tx\nrename\tmethod\tAdam\tx",
        "retype\tmethod\tLoRA\ttask\nmerge\tmethod\tLoRA\tAdam\nsplit\tmethod\tLoRA\tRidge",
        "split\tdataset\tLoRA\tAdam\nmerge\tmethod\tLoRA\tAdam",
    ],
)
def test_rows_that_can_all_hold_are_no_contradiction(rows: str) -> None:
    parse_corrections(rows.encode())


def test_merge_and_retype_move_both_names() -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "lasso")], "b": [("method", "ridge")], "c": [("task", "ridge")]}
    resolution = corrected(papers, "merge\tmethod\tlasso\tridge\nretype\tmethod\tlasso\ttask")
    assert len(resolution.entities) == 1
    assert (resolution.entities[0].kind, resolution.unused) == ("task", ())


def test_the_same_row_twice_is_no_contradiction() -> None:
    parse_corrections(b"rename\tmethod\ta b\tx\nrename\tmethod\ta b\tx\ndrop\tmethod\tq\ndrop\tmethod\tq")
    parse_corrections(b"merge\tmethod\ta b\tA-B\nmerge\tmethod\ta b\tA-B\nmerge\tmethod\tx\ty\nmerge\tmethod\tx\ty")


@pytest.mark.parametrize(
    "row, said",
    [
        ("join\tmethod\ta\tb", "'join' is no correction; begin with one of merge"),
        ("merge\tmethod\ta", "3 columns; write merge, kind, name"),
        ("drop\tmethod\ta\tb", "4 columns"),
        ("merge\tmodel\ta\tb", "the kind 'model' is unknown"),
        ("retype\tmethod\ta\tmodel", "the kind 'model' is unknown"),
        ("merge\tmethod\ta\t ", "a name is blank"),
        ("merge\tmethod\ta\ta", "names 'a' twice"),
    ],
)
def test_a_broken_row_is_named_with_what_to_do(row: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_corrections(row.encode(), "fix.tsv")
    assert str(caught.value).startswith("fix.tsv, row 1: ")
    assert said in str(caught.value)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the corrections"):
        read_corrections(tmp_path / "none.tsv")


def test_a_long_ring_is_refused_in_a_moment() -> None:
    rows = "".join(f"rename\tmethod\tName {number}\tName {(number + 1) % 20_000}\n" for number in range(20_000))
    with pytest.raises(InputError, match=r"row 20000: .* contradicts .*row 19999: .*; delete one of them"):
        parse_corrections(rows.encode())


def test_a_long_chain_of_merges_is_read_in_a_moment():
    rows = "".join(f"merge\tmethod\tName {number}\tName {number + 1}\n" for number in range(20_000))
    with pytest.raises(InputError, match="split method Name 0 Name 20000 contradicts"):
        parse_corrections(f"{rows}split\tmethod\tName 0\tName 20000\n".encode())


@pytest.mark.parametrize("spelt", ["pre-training", "pretraining", "Pre-Training"])
def test_every_row_finds_a_name_whatever_its_hyphens(spelt: str) -> None:
    papers: dict[str, list[Named]] = {"a": [("method", "pre-training")], "b": [("method", "pre-training mechanism")]}
    retyped = corrected(papers, f"retype\tmethod\t{spelt}\ttask\nrename\tmethod\tpretraining\twarm start\n")
    assert retyped.unused == ()
    assert {entity.name for entity in retyped.entities if entity.kind == "task"} == {"warm start"}
    assert len(corrected(papers, "").entities) == 1
    split = corrected(papers, f"split\tmethod\t{spelt}\tpre-training mechanism\n")
    assert split.unused == ()
    assert len(split.entities) == 2
