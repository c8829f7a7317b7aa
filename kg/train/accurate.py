"""Training of the accurate model: MiniLM, fine-tuned to tag whole abstracts and to judge roles and relations."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from spacy.tokens import Doc
from tokenizers import Tokenizer

from kg.errors import InputError, ModelError
from kg.extract.encoder import NETWORK, TOKENIZER
from kg.extract.insight import PAIRS, Floats, Reading
from kg.extract.model_files import amend_card, open_model, read_card, write_model
from kg.extract.tokens import word_pipeline
from kg.extract.windows import Subwords
from kg.extract.words import Words
from kg.records import Extraction, Paper
from kg.train.batches import Batch, epoch_of, loss_of, pieces_of
from kg.train.blend import blend
from kg.train.calibrate import calibrate
from kg.train.card import describe
from kg.train.export import pairs_of, quantised, to_onnx
from kg.train.gold import examples_of, read_gold, untitled
from kg.train.network import Tagger, new_tagger
from kg.train.pretrain import pretrain
from kg.train.run import Recipe, Run
from kg.train.score import mentions_f1
from kg.train.teach import TAUGHT, taught, unseen

RUN: Final = "run"
"""Folder, in that of the model, which holds the state and the curve of its training."""
POOL: Final = "pool"
"""Folder in it that holds those of the reading of the pool."""


def train_accurate(
    data: Sequence[Path],
    out: Path,
    *,
    encoder: Path,
    recipe: Recipe | None = None,
    watch: Path | None = None,
    twin: Path | None = None,
    pool: Sequence[Paper] = (),
    teacher: str = "accurate",
    report: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Train the accurate model and write it, with its card; call again with the same arguments to resume.

    Parameters
    ----------
    data
        Files of annotated abstracts.
    out
        Folder of the model; its folder `run` keeps the state of the training and its curve.
    encoder
        Folder of MiniLM-L6-H384 (`model.safetensors`, `config.json`, `tokenizer.json`).
    watch
        Annotated abstracts scored after each epoch, for the curve alone: nothing is chosen by it.
    twin
        Folder of a model of the same recipe that kept some abstracts from learning (`Recipe.held`): its curve of
        confidences, and what its cues and network count, are taken over by one that learns from all.
    pool
        Papers without annotations, which are read first, with the tags that the teacher gives them; those that are
        annotated are left out.
    teacher
        Name or folder of the model that tags the pool.
    report
        Called with a line of text after each epoch.

    Returns
    -------
    dict
        The card.

    Raises
    ------
    InputError
        If a file cannot be read or holds an annotation that does not fit its text.
    ModelError
        If the encoder is not the published one, the twin kept no abstract from learning, or the folder holds a
        training of other data or another recipe.
    """
    recipe = recipe or Recipe()

    def tell(figures: dict[str, Any]) -> None:
        if report:
            report(", ".join(f"{name} {value}" for name, value in figures.items()))

    judged = _judged(twin) if twin else {}
    if twin:
        recipe = replace(recipe, held=0)
    torch.set_num_threads(recipe.threads)
    vocabulary = _tokenizer(encoder)
    subwords = Subwords(Tokenizer.from_buffer(vocabulary))
    nlp = word_pipeline()
    gold = read_gold(data)
    kept = [extraction for at, extraction in enumerate(gold) if recipe.held and at % recipe.held == 0]
    learnt = [extraction for at, extraction in enumerate(gold) if not recipe.held or at % recipe.held]
    if not learnt:
        raise InputError(f"{len(gold)} annotated abstracts are too few to learn from: give more with --data")
    watched = examples_of(read_gold([watch]), nlp) if watch else []
    tagger = new_tagger(encoder, sha256=recipe.encoder_sha256, dropout=recipe.dropout, seed=recipe.seed)
    left = unseen(pool, gold)
    _claim(out / RUN, data, recipe, left, teacher)
    if left:
        lessons = taught(left, teacher, out / TAUGHT, nlp)
        pretrain(tagger, lessons, Tokenizer.from_buffer(vocabulary), out / RUN / POOL, recipe, tell)
    run = Run(out / RUN, tagger, recipe, _plan(learnt, subwords, recipe), lambda batch: loss_of(tagger, batch))
    for figures in run.epochs():
        if watched:
            figures["f1"] = round(mentions_f1(TorchScorer(tagger, subwords), watched), 4)
        run.log(figures)
        tell(figures)
    run.settle()
    card = describe(data, learnt, recipe=asdict(recipe), curve=run.curve(), taught=len(left))
    files = {NETWORK: quantised(to_onnx(tagger)), TOKENIZER: vocabulary, PAIRS: pairs_of(tagger)}
    write_model(out, kind="encoder", settings={}, files=files, card=card)
    if kept:
        calibrate(out, examples_of(kept, nlp))
        blend(out, kept)
    if judged:
        amend_card(out, **judged)
    return read_card(out)


def _judged(twin: Path) -> dict[str, Any]:
    """Return what a model takes over from its twin."""
    card = read_card(twin)
    judged = {part: card.get(part) for part in ("calibration", "blend")}
    if not all(judged.values()):
        raise ModelError(f"the model in {twin} kept no abstract from learning: train the twin with --held")
    return judged


def _claim(folder: Path, data: Sequence[Path], recipe: Recipe, pool: Sequence[Paper], teacher: str) -> None:
    """Note what a training is of, or find that the one in the folder is of the same."""
    digest = hashlib.sha256(repr(replace(recipe, threads=1)).encode())
    for path in data:
        digest.update(path.read_bytes())
    if pool:
        digest.update("\n".join([open_model(teacher).fingerprint, *(paper.id for paper in pool)]).encode())
    note = folder / "training"
    folder.mkdir(parents=True, exist_ok=True)
    if note.exists() and note.read_text(encoding="ascii") != digest.hexdigest():
        raise ModelError(f"{folder} holds a training of other data or another recipe: give another --out or remove it")
    note.write_text(digest.hexdigest(), encoding="ascii")


def _tokenizer(encoder: Path) -> bytes:
    path = encoder / "tokenizer.json"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"no tokenizer.json in {encoder}: name the folder of the encoder with --encoder") from error
    try:
        Tokenizer.from_buffer(content)
    except Exception as error:  # the library raises bare ones
        raise ModelError(f"{path} is no tokenizer: download the encoder again") from error
    return content


def _plan(gold: Sequence[Extraction], subwords: Subwords, recipe: Recipe) -> list[list[Batch]]:
    """Return the batches of each epoch."""
    nlp = word_pipeline()
    titled = pieces_of(examples_of(gold, nlp), subwords)
    bare = pieces_of(examples_of([untitled(extraction) for extraction in gold], nlp), subwords)
    return [
        epoch_of(titled, bare, untitled=recipe.untitled, size=recipe.batch, seed=(recipe.seed, epoch))
        for epoch in range(recipe.epochs)
    ]


class TorchScorer:
    """Runs the network that is being trained."""

    def __init__(self, tagger: Tagger, subwords: Subwords) -> None:
        self._tagger, self._subwords = tagger.eval(), subwords

    def read(self, doc: Doc, words: Words) -> Reading:  # noqa: ARG002 - the words are all it reads
        """Return what the network makes of the words."""
        of_windows: list[list[Floats]] = []
        with torch.inference_mode():
            for window in self._subwords.windows(words):
                ids, types = torch.from_numpy(window.ids)[None], torch.from_numpy(window.types)[None]
                outputs = self._tagger(ids, types)
                of_windows.append([rows[0, torch.from_numpy(window.heads)].numpy() for rows in outputs])
        columns = [np.concatenate(rows) for rows in zip(*of_windows, strict=True)]
        return Reading(tags=columns[0], roles=columns[1], ends=columns[2])
