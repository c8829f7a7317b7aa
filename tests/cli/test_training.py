"""`kg train`: what it writes, and what it says of input that cannot be learnt from."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.extract import load

Run = Callable[..., tuple[int, str, str]]


def line(**changes: object) -> str:
    mention = {"field": "text", "start": 9, "end": 13, "text": "Adam"}
    entity = {"id": "M1", "label": "METHOD", "role": "used", "mentions": [mention]}
    whole = {
        "id": "a",
        "title": "",
        "text": "We apply Adam to some old networks",
        "entities": [entity],
        "relations": [],
    }
    return json.dumps({**whole, **changes}) + "\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.jsonl").write_text(line() * 13)
    return tmp_path / "gold.jsonl"


def test_a_model_that_was_trained_can_be_loaded(gold: Path, tmp_path: Path, run: Run) -> None:
    status, _, said = run("train", "fast", "--data", gold, "--out", tmp_path / "mine", "--epochs", 1)
    assert status == 0
    assert "epoch 1: loss" in said
    assert load(str(tmp_path / "mine")).meta["name"] == "mine"


def test_watched_abstracts_give_the_figures_of_the_card(gold: Path, tmp_path: Path, run: Run) -> None:
    status, out, _ = run("train", "fast", "--data", gold, "--out", tmp_path / "mine", "--epochs", 1, "--watch", gold)
    assert status == 0
    assert "mentions.core\tprecision" in out
    assert json.loads((tmp_path / "mine" / "card.json").read_text())["figures"]["file"] == "gold.jsonl"


def test_gold_whose_offsets_do_not_match_is_refused_in_a_line(gold: Path, tmp_path: Path, run: Run) -> None:
    gold.write_text(line() + line(text="Another text altogether"))
    status, out, said = run("train", "fast", "--data", gold, "--out", tmp_path / "mine")
    assert (status, out) == (1, "")
    assert said.count("\n") == 1
    assert "gold.jsonl, line 2: " in said
    assert "'Adam'" in said
    assert not (tmp_path / "mine").exists()


def test_gold_that_is_missing_is_refused_in_a_line(tmp_path: Path, run: Run) -> None:
    status, _, said = run("train", "fast", "--data", tmp_path / "nosuch.jsonl", "--out", tmp_path / "mine")
    assert status == 1
    assert said.count("\n") == 1
    assert "nosuch.jsonl" in said


def test_the_accurate_model_asks_for_its_encoder(gold: Path, tmp_path: Path, run: Run) -> None:
    pytest.importorskip("torch", reason="needs the extra 'train'")
    status, _, said = run("train", "accurate", "--data", gold, "--out", tmp_path / "mine")
    assert status == 2
    assert "--encoder" in said


def test_a_model_cut_short_is_refused_in_a_line(gold: Path, tmp_path: Path, run: Run) -> None:
    run("train", "fast", "--data", gold, "--out", tmp_path / "mine", "--epochs", 1)
    weights = tmp_path / "mine" / "weights.npz"
    weights.write_bytes(weights.read_bytes()[:1000])
    status, out, said = run("extract", gold, "--model", tmp_path / "mine")
    assert (status, out) == (1, "")
    assert said.count("\n") == 1
    assert "weights.npz is cut short or changed" in said


def test_a_model_of_another_version_is_refused_in_a_line(gold: Path, tmp_path: Path, run: Run) -> None:
    run("train", "fast", "--data", gold, "--out", tmp_path / "mine", "--epochs", 1)
    card = tmp_path / "mine" / "card.json"
    card.write_text(card.read_text().replace('"format": 1', '"format": 2'))
    status, _, said = run("extract", gold, "--model", tmp_path / "mine")
    assert status == 1
    assert said.count("\n") == 1
    assert "is of format 2" in said
