"""What else might better the accurate model, each tried at a reduced scale: python benchmarks/trials.py base …

A trial learns from every eighth annotated abstract for two epochs by the recipe, batches and network of `kg train
accurate`, but for what `TRIALS` says; one that was interrupted goes on. `mean` learns nothing: it takes the mean
of the tag probabilities of models (names, folders, or files of weights of MiniLM). All print F1 on dev, in single
precision, by the decoder that ships, without calibration; nothing is chosen by dev. Needs the shared data beside the
repository. The results stand in trials.md.
"""

import argparse
import gzip
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from scierc import in_words, longest
from spacy.language import Language
from spacy.tokens import Doc, Span
from tokenizers import Tokenizer
from torch import Tensor, nn
from trial_heads import HEADS, MpnetSubwords, MpnetTagger, headed_loss, headed_spans

from kg.evaluate import load as read_documents
from kg.evaluate import score
from kg.extract.pipeline import extract, load
from kg.extract.tagger import find, open_scorer
from kg.extract.tags import LabelledSpan, tags_of
from kg.extract.tokens import word_pipeline
from kg.extract.windows import Subwords
from kg.extract.words import Words, words_of
from kg.store import write_extractions
from kg.train.accurate import TorchScorer
from kg.train.batches import Batch, batches_of, epoch_of, loss_of, pieces_of
from kg.train.gold import Example, examples_of, read_gold, untitled
from kg.train.network import Tagger, new_tagger
from kg.train.run import Recipe, Run

DATA = Path(__file__).resolve().parents[2] / "shared/data"
CORPORA = {
    "scirex": "train.jsonl.gz",
    "tdmsci": "train.jsonl",
    "dataset_mentions_heddes2021": "train.jsonl",
    "crossner_ai": "dev.jsonl",
}
CHARACTERS = 4_000
"""Of a text of a corpus that are read: of the papers of SciREX the abstract and some of the introduction."""
ROWS = ("mentions.core", "names.dataset", "entities.core")
Finder = Callable[[Doc, Words], dict[LabelledSpan, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How a trial differs from the recipe; without `more` it learns from train.jsonl alone, for as many steps."""

    more: bool = True
    head: str = ""
    corpora: bool = False
    layers: int = 0
    rate: float = 2e-4


TRIALS = {
    "base": Trial(),
    "gold": Trial(more=False),
    "corpora": Trial(corpora=True),
    "crf": Trial(head="crf"),
    "spans": Trial(head="spans"),
    "mpnet": Trial(layers=12, rate=1e-4),
    "mpnet6": Trial(layers=6, rate=1e-4),
}


def plan_of(trial: Trial, arguments: argparse.Namespace, subwords: Subwords, recipe: Recipe) -> list[list[Batch]]:
    """Return the batches of each epoch."""
    data = [DATA / "gold/train.jsonl", arguments.more][: 2 if trial.more else 1]
    nlp, gold = word_pipeline(), read_gold(data)[:: arguments.every]
    titled, bare = (pieces_of(examples_of(each, nlp), subwords) for each in (gold, [untitled(one) for one in gold]))
    draw = partial(epoch_of, titled, bare, untitled=recipe.untitled, size=recipe.batch)
    epochs = (draw(seed=(recipe.seed, epoch)) for epoch in count())
    if trial.more:
        return list(islice(epochs, recipe.epochs))
    steps = (batch for epoch in epochs for batch in epoch)
    return [list(islice(steps, len(epoch))) for epoch in plan_of(TRIALS["base"], arguments, subwords, recipe)]


def learn(tagger: Tagger, trial: Trial, arguments: argparse.Namespace, subwords: Subwords) -> int:
    """Teach a tagger what the trial says; return the number of steps."""
    last = max(1, arguments.epochs - 1)
    recipe = Recipe(epochs=arguments.epochs, averaged=last, rate=trial.rate, seed=arguments.seed)
    plan = plan_of(trial, arguments, subwords, recipe)
    loss = headed_loss if trial.head else loss_of
    run = Run(arguments.folder, tagger, recipe, plan, lambda batch: loss(tagger, batch))
    for figures in run.epochs():
        show(figures)
    run.settle()
    return sum(map(len, plan))


class Corpora(nn.Module):
    """A tagger with a head for each corpus, whose labels are its own: what one leaves unmarked, others may mark."""

    def __init__(self, tagger: Tagger, sizes: dict[str, int]) -> None:
        super().__init__()
        width = tagger.encoder.config.hidden_size
        self.tagger = tagger
        self.tags_of = nn.ModuleDict({name: nn.Linear(width, 1 + 2 * size) for name, size in sizes.items()})

    def loss(self, name: str, batch: Batch) -> Tensor:
        view: Any = SimpleNamespace(dropout=self.tagger.dropout, hidden=self.tagger.hidden, tags=self.tags_of[name])
        return loss_of(view, batch)


def learn_corpora(tagger: Tagger, subwords: Subwords, folder: Path, seed: int) -> None:
    """Teach the encoder of a tagger what public corpora mark, in one reading."""
    nlp, draw, sizes, plan = word_pipeline(), np.random.default_rng(seed), {}, []
    for name, file in CORPORA.items():
        path = DATA / "corpora" / name / file
        with gzip.open(path, "rt", "utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        labels = sorted({mention["label"] for record in records for mention in record["entities"]})
        pieces = pieces_of([corpus_example(record, labels, nlp) for record in records], subwords)
        sizes[name] = len(labels)
        plan.extend((name, batch) for batch in batches_of([one for each in pieces for one in each], 900, draw))
    network = Corpora(tagger, sizes)
    recipe = Recipe(epochs=1, averaged=1, seed=seed)
    mixed = [plan[at] for at in draw.permutation(len(plan)).tolist()]
    run = Run(folder, network, recipe, [mixed], lambda step: network.loss(*step))
    for figures in run.epochs():
        show({"corpora": len(mixed), **figures})
    run.settle()


def corpus_example(record: dict[str, Any], labels: Sequence[str], nlp: Language) -> Example:
    """Return a text of a corpus, cut at the end of a sentence, as words and tags."""
    bounds = [end for _, end in record["sentences"] if end <= CHARACTERS] or [CHARACTERS]
    doc = nlp.make_doc(record["text"][: bounds[-1]])
    words = words_of(doc)
    marked = frozenset((m["start"], m["end"], m["label"]) for m in record["entities"] if m["end"] <= bounds[-1])
    spans = longest(frozenset(in_words(mention, doc, words) for mention in marked))
    return Example(doc=doc, words=words, tags=tuple(tags_of(spans, len(words), labels)))


def finder_of(tagger: Tagger, subwords: Subwords, head: str) -> Finder:
    """Return what finds the mentions of a text by a trained network."""
    scorer = TorchScorer(tagger, subwords)
    if head:
        return lambda _, words: headed_spans(tagger, subwords, words)
    return lambda doc, words: find(scorer.read(doc, words).tags, words)


def mean_of(models: Sequence[str], encoder: Path) -> Finder:
    """Return what finds mentions by the mean of the tag probabilities of models."""
    subwords = Subwords(Tokenizer.from_file(str(encoder / "tokenizer.json")))
    scorers = [TorchScorer(trained(encoder, Path(model)), subwords) if model.endswith(".pt") else open_scorer(model)
               for model in models]  # fmt: skip
    return lambda doc, words: find(
        np.log(np.mean([np.exp(scorer.read(doc, words).tags) for scorer in scorers], axis=0)), words
    )


def trained(encoder: Path, weights: Path, seed: int = 0) -> Tagger:
    """Return a tagger with the weights of a file; what it lacks is drawn from the seed."""
    tagger = new_tagger(encoder, seed=seed)
    kept = torch.load(weights, weights_only=True)
    tagger.load_state_dict(kept.get("tagger", kept), strict=False)
    return tagger


def measure(found: Finder, folder: Path) -> dict[str, float]:
    """Return F1 on dev of a pipeline whose mentions are those found."""

    def component(doc: Doc) -> Doc:
        words, spans = words_of(doc), []
        for (start, end, label), confidence in found(doc, words).items() if len(words) else ():
            span = Span(doc, words.tokens[start], words.tokens[end - 1] + 1, label=label)
            span._.confidence = confidence
            spans.append(span)
        doc.ents = tuple(spans)
        return doc

    Language.component("trial_entities", func=component)
    nlp, dev = load(), DATA / "gold/dev.jsonl"
    nlp.replace_pipe("kg_entities", "trial_entities")
    predicted = folder / "predicted.jsonl"
    write_extractions(predicted, list(extract((e.paper for e in read_gold([dev])), nlp)))
    figures = score(read_documents(dev), read_documents(predicted))
    return {row: figures[row].f1 for row in ROWS}


def show(figures: dict[str, Any]) -> None:
    print(", ".join(f"{name} {value}" for name, value in figures.items()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trial", choices=[*TRIALS, "mean"])
    parser.add_argument("models", nargs="*", help="of `mean`")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of MiniLM-L6-H384, or of MPNet-base")
    parser.add_argument("--weights", type=Path, help="file of weights to start from instead of the encoder's")
    parser.add_argument("--more", type=Path, help="what benchmarks/annotated.py wrote")
    parser.add_argument("--every", type=int, default=8, help="one in so many abstracts is learnt from")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--folder", type=Path, required=True, help="where states and predictions are put")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    if arguments.trial == "mean":
        told: dict[str, Any] = {"mean of": len(arguments.models)}
        finder = mean_of(arguments.models, arguments.encoder)
    else:
        told, finder = train(TRIALS[arguments.trial], arguments)
    told["seconds"] = round(time.process_time() - began)
    show(told | measure(finder, arguments.folder))


def train(trial: Trial, arguments: argparse.Namespace) -> tuple[dict[str, Any], Finder]:
    """Return what is told of a trial, and what finds mentions by the network that it gives."""
    encoder, seed = arguments.encoder, arguments.seed
    subwords = (MpnetSubwords if trial.layers else Subwords)(Tokenizer.from_file(str(encoder / "tokenizer.json")))
    torch.manual_seed(seed)
    if trial.layers:
        tagger: Tagger = MpnetTagger(encoder, layers=trial.layers)
    else:
        tagger = trained(encoder, arguments.weights, seed=seed) if arguments.weights else new_tagger(encoder, seed=seed)
    if trial.corpora:
        learn_corpora(tagger, subwords, arguments.folder / "corpora", seed)
    if trial.head:
        tagger.add_module("tags_head", HEADS[trial.head](tagger.encoder.config.hidden_size))
    steps = learn(tagger, trial, arguments, subwords)
    told = {name: vars(arguments)[name] for name in ("trial", "every", "epochs", "seed")}
    return told | {"steps": steps}, finder_of(tagger, subwords, trial.head)


if __name__ == "__main__":
    main()
