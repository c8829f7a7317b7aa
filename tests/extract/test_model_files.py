import json
from pathlib import Path

import pytest

from kg.errors import ModelError, OptionError
from kg.extract.model_files import open_model, write_model


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_model(tmp_path / "mine", kind="convolution", settings={"width": 8}, files={"w.bin": b"12345"}, card={})
    return tmp_path / "mine"


def test_a_model_comes_back_as_it_was_written(folder: Path) -> None:
    files = open_model(str(folder))
    assert (files.name, files.kind, files.settings, files.files) == (
        "mine",
        "convolution",
        {"width": 8},
        {"w.bin": b"12345"},
    )


def test_an_unknown_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(OptionError, match=r"no extraction model 'nosuch'.*fast"):
        open_model("nosuch")


def test_a_truncated_file_is_refused(folder: Path) -> None:
    (folder / "w.bin").write_bytes(b"123")
    with pytest.raises(ModelError, match=r"w\.bin is cut short or changed"):
        open_model(str(folder))


def test_a_missing_file_is_refused(folder: Path) -> None:
    (folder / "w.bin").unlink()
    with pytest.raises(ModelError, match=r"cannot read .*w\.bin"):
        open_model(str(folder))


def test_another_format_is_refused(folder: Path) -> None:
    card = json.loads((folder / "card.json").read_text())
    (folder / "card.json").write_text(json.dumps({**card, "format": 99}))
    with pytest.raises(ModelError, match="is of format 99"):
        open_model(str(folder))


@pytest.mark.parametrize("card", ["", "{", "[]", "{}", '{"format": 1, "kind": "encoder", "files": 3}', "\udce9"])
def test_a_damaged_card_is_refused(folder: Path, card: str) -> None:
    (folder / "card.json").write_bytes(card.encode("utf-8", "surrogateescape"))
    with pytest.raises(ModelError, match=r"card\.json"):
        open_model(str(folder))


def test_the_fingerprint_tells_weights_and_settings_apart(folder: Path, tmp_path: Path) -> None:
    prints = {open_model(str(folder)).fingerprint}
    write_model(tmp_path / "b", kind="convolution", settings={"width": 8}, files={"w.bin": b"12346"}, card={})
    write_model(tmp_path / "c", kind="convolution", settings={"width": 9}, files={"w.bin": b"12345"}, card={})
    prints |= {open_model(str(tmp_path / name)).fingerprint for name in "bc"}
    assert len(prints) == 3


def test_the_fingerprint_ignores_where_the_model_lies(folder: Path, tmp_path: Path) -> None:
    folder.rename(tmp_path / "elsewhere")
    write_model(folder, kind="convolution", settings={"width": 8}, files={"w.bin": b"12345"}, card={"note": "x"})
    assert open_model(str(folder)).fingerprint == open_model(str(tmp_path / "elsewhere")).fingerprint
