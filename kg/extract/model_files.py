"""The files of a trained model: a folder with its weights and `card.json`, which describes and vouches for them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kg.errors import ModelError, OptionError

FORMAT: Final = 1
"""Version of the format of a model's folder."""
CARD: Final = "card.json"
SHIPPED: Final = Path(__file__).parent / "models"
KINDS: Final = ("convolution", "encoder")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """A model on disk, every file of it checked.

    Attributes
    ----------
    name
        Name of the model: that of its folder.
    kind
        How it is run, one of `KINDS`.
    settings
        What else is needed to build it.
    calibration
        The curve from its posteriors to confidences, see `kg.extract.calibration`; empty if none was fitted.
    files
        Content of each file that the card names.
    blend
        How its judgement of roles and relations counts, see `kg.extract.insight`; empty if it judges none.
    """

    name: str
    kind: str
    settings: Mapping[str, Any]
    calibration: Mapping[str, float]
    files: Mapping[str, bytes]
    blend: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """Hash of all that was read: two models of one fingerprint give the same mentions and confidences."""
        described = [self.kind, dict(self.settings), dict(self.calibration), *filter(None, [dict(self.blend)])]
        digest = hashlib.sha256(json.dumps(described, sort_keys=True).encode())
        for name in sorted(self.files):
            digest.update(hashlib.sha256(self.files[name]).digest())
        return digest.hexdigest()


def shipped_models() -> list[str]:
    """Return the names of the models that are installed with kg."""
    return sorted(card.parent.name for card in SHIPPED.glob(f"*/{CARD}"))


def open_model(model: str) -> ModelFiles:
    """Return the files of a model that is installed, or that lies in a folder of the given path.

    Raises
    ------
    OptionError
        If there is no such model.
    ModelError
        If a file of it is missing or not what the card says, or the format is another one.
    """
    folder = SHIPPED / model if model in shipped_models() else Path(model)
    if not (folder / CARD).is_file():
        known = ", ".join(shipped_models()) or "none"
        raise OptionError(f"no extraction model {model!r}: name one that is installed ({known}) or a folder of one")
    card = read_card(folder)
    try:
        if card["format"] != FORMAT or card["kind"] not in KINDS:
            raise ModelError(
                f"the model in {folder} is of format {card['format']}, this version of kg reads format {FORMAT}: "
                "train it again or name another model"
            )
        files = {name: _read(folder / name, sha256) for name, sha256 in sorted(card["files"].items())}
        return ModelFiles(
            name=folder.name,
            kind=card["kind"],
            settings=card["settings"],
            calibration=card["calibration"],
            blend=card.get("blend", {}),
            files=files,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{folder / CARD} does not describe a model ({error}): install kg again") from error


def read_card(folder: Path) -> dict[str, Any]:
    """Return what the card of a model says.

    Raises
    ------
    ModelError
        If there is none that can be read.
    """
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"cannot read {folder / CARD}: install kg again or name another model") from error
    if not isinstance(card, dict):
        raise ModelError(f"{folder / CARD} does not describe a model: install kg again or name another model")
    return card


def _read(path: Path, sha256: str) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"cannot read {path}: install kg again or name another model") from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ModelError(f"{path} is cut short or changed: install kg again or name another model")
    return content


def write_model(
    folder: Path, *, kind: str, settings: Mapping[str, Any], files: Mapping[str, bytes], card: Mapping[str, Any]
) -> None:
    """Write a model; `card` holds what people should know of it: data, licence, figures, limits, curve."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in sorted(files.items()):
        (folder / name).write_bytes(content)
    whole = {
        "format": FORMAT,
        "kind": kind,
        "settings": dict(settings),
        "calibration": {},
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
        **card,
    }
    _write_card(folder, whole)


def amend_card(folder: Path, **parts: Any) -> None:
    """Write parts of a model's card anew: its calibration, its figures."""
    _write_card(folder, {**read_card(folder), **parts})


def _write_card(folder: Path, card: Mapping[str, Any]) -> None:
    text = json.dumps(card, ensure_ascii=False, indent=1) + "\n"
    (folder / CARD).write_text(text, encoding="utf-8", newline="\n")
