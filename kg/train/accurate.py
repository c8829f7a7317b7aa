"""Training of the accurate model: MiniLM, fine-tuned to tag whole abstracts."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from spacy.tokens import Doc
from tokenizers import Tokenizer
from torch.nn import functional

from kg.errors import ModelError
from kg.extract.decode import Scores
from kg.extract.encoder import NETWORK, TOKENIZER
from kg.extract.model_files import write_model
from kg.extract.tokens import word_pipeline
from kg.extract.windows import Subwords
from kg.extract.words import Words
from kg.records import Extraction
from kg.train.batches import Batch, epoch_of, pieces_of
from kg.train.card import describe
from kg.train.export import quantised, to_onnx
from kg.train.gold import examples_of, read_gold, untitled
from kg.train.network import Tagger
from kg.train.run import Recipe, Run
from kg.train.score import mentions_f1

RUN: Final = "run"
"""Folder, in that of the model, which holds the state and the curve of its training."""


def train_accurate(
    data: Sequence[Path],
    out: Path,
    *,
    encoder: Path,
    recipe: Recipe | None = None,
    watch: Path | None = None,
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
        If the encoder is not the published one.
    """
    recipe = recipe or Recipe()
    torch.set_num_threads(recipe.threads)
    vocabulary = _tokenizer(encoder)
    subwords = Subwords(Tokenizer.from_buffer(vocabulary))
    gold = read_gold(data)
    watched = examples_of(read_gold([watch]), word_pipeline()) if watch else []
    run = Run(out / RUN, encoder, recipe, _plan(gold, subwords, recipe))
    for figures in run.epochs():
        if watched:
            figures["f1"] = round(mentions_f1(TorchScorer(run.tagger, subwords), watched), 4)
        run.log(figures)
        if report:
            report(", ".join(f"{name} {value}" for name, value in figures.items()))
    card = describe(data, gold, recipe=asdict(recipe), curve=run.curve())
    network = quantised(to_onnx(run.tagger))
    write_model(out, kind="encoder", settings={}, files={NETWORK: network, TOKENIZER: vocabulary}, card=card)
    return card


def _tokenizer(encoder: Path) -> bytes:
    try:
        return (encoder / "tokenizer.json").read_bytes()
    except OSError as error:
        raise ModelError(f"no tokenizer.json in {encoder}: name the folder of the encoder with --encoder") from error


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

    def scores(self, doc: Doc, words: Words) -> Scores:  # noqa: ARG002 - the words are all it reads
        """Return the log-probability of each tag for each of the words."""
        rows = []
        with torch.inference_mode():
            for window in self._subwords.windows(words):
                ids, types = torch.from_numpy(window.ids)[None], torch.from_numpy(window.types)[None]
                logits = self._tagger(ids, types, torch.ones_like(ids))[0, torch.from_numpy(window.heads)]
                rows.append(functional.log_softmax(logits, dim=-1).numpy())
        return np.concatenate(rows)
