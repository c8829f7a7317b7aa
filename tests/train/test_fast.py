import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.extract.convolution import Shape
from kg.extract.model_files import open_model
from kg.extract.tagger import open_scorer
from kg.extract.tokens import word_pipeline
from kg.train.fast import Recipe, train_fast
from kg.train.gold import examples_of, read_gold
from kg.train.score import mentions_f1

SMALL = Shape(width=16, depth=1, rows=(200, 50, 100, 100))
SHORT = Recipe(epochs=12, held=4, rate=0.02, dropout=0.0, batch=4)
NAMES = ("Adam", "SGD", "Lion", "Muon")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = []
    for at in range(24):
        name = NAMES[at % 4]
        mention = {"field": "text", "start": 9, "end": 9 + len(name), "text": name}
        entity = {"id": "M1", "label": "METHOD", "role": "used", "mentions": [mention]}
        text = f"We apply {name} to some old networks"
        lines.append(json.dumps({"id": str(at), "title": "", "text": text, "entities": [entity], "relations": []}))
    (tmp_path / "gold.jsonl").write_text("\n".join(lines))
    return tmp_path / "gold.jsonl"


def test_training_learns_what_it_is_shown(file: Path, tmp_path: Path) -> None:
    train_fast([file], tmp_path / "model", shape=SMALL, recipe=SHORT)
    examples = examples_of(read_gold([file]), word_pipeline())
    assert mentions_f1(open_scorer(str(tmp_path / "model")), examples) == 1.0


def test_training_twice_gives_the_same_model(file: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        train_fast([file], tmp_path / name, shape=SMALL, recipe=SHORT)
    first, second = (open_model(str(tmp_path / name)) for name in ("a", "b"))
    assert first.fingerprint == second.fingerprint


def test_the_card_says_what_was_learnt_from(file: Path, tmp_path: Path) -> None:
    card = train_fast([file], tmp_path / "model", shape=SMALL, recipe=SHORT)
    assert card["data"] == {
        "files": ["gold.jsonl"],
        "abstracts": 24,
        "taught": 0,
        "mentions": {"METHOD": 24, "TASK": 0, "DATASET": 0, "METRIC": 0},
    }
    assert [figures["epoch"] for figures in card["curve"]] == list(range(1, len(card["curve"]) + 1))


def test_training_stops_when_the_held_out_abstracts_gain_nothing(file: Path, tmp_path: Path) -> None:
    patient = Recipe(epochs=50, patience=2, held=4, rate=0.02, dropout=0.0, batch=4)
    card = train_fast([file], tmp_path / "model", shape=SMALL, recipe=patient)
    assert len(card["curve"]) < 50


def test_one_annotated_abstract_is_too_little_to_learn_from(file: Path, tmp_path: Path) -> None:
    one = tmp_path / "one.jsonl"
    one.write_text(file.read_text().split("\n")[0])
    with pytest.raises(InputError, match="too few"):
        train_fast([one], tmp_path / "model", shape=SMALL, recipe=SHORT)
    assert not (tmp_path / "model" / "card.json").exists()
