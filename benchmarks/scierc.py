"""What the recipe of the accurate model is worth on SciERC: python benchmarks/scierc.py --encoder MINILM

Trains on the train split alone, with the network, optimiser, batches and decoder of `kg train accurate`, and scores the
test split: a mention counts as found if its characters and its label are those of a gold mention. Of nested mentions
the longest is learnt, since a word bears one tag; all of them count as gold. The dev split is shown after each epoch,
and at the end. Needs the shared data beside the repository; the weights are thrown away.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from spacy.tokens import Doc
from tokenizers import Tokenizer

from kg.extract.tagger import find
from kg.extract.tags import LabelledSpan, tags_of
from kg.extract.tokens import word_pipeline
from kg.extract.windows import Subwords
from kg.extract.words import Words, words_of
from kg.train.accurate import TorchScorer
from kg.train.batches import epoch_of, loss_of, pieces_of
from kg.train.gold import Example
from kg.train.network import Tagger, new_tagger
from kg.train.run import Recipe, Run

CORPUS = Path(__file__).resolve().parents[2] / "shared/data/corpora/scierc"
LABELS = ("Task", "Method", "Metric", "Material", "OtherScientificTerm", "Generic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstract:
    """An abstract of the corpus; `gold` holds the start, end and label of its mentions, in characters."""

    example: Example
    gold: frozenset[LabelledSpan]


def abstracts(split: str) -> Iterator[Abstract]:
    nlp = word_pipeline()
    for line in (CORPUS / f"{split}.jsonl").read_text(encoding="utf-8").split("\n"):
        if line:
            record = json.loads(line)
            doc = nlp.make_doc(record["text"])
            words = words_of(doc)
            gold = frozenset((e["start"], e["end"], e["label"]) for e in record["entities"])
            spans = [in_words(mention, doc, words) for mention in longest(gold)]
            tags = tuple(tags_of(spans, len(words), LABELS))
            yield Abstract(example=Example(doc=doc, words=words, tags=tags), gold=gold)


def longest(mentions: frozenset[LabelledSpan]) -> list[LabelledSpan]:
    """Return mentions that do not overlap, the longer of two before the shorter."""
    kept: list[LabelledSpan] = []
    for start, end, label in sorted(mentions, key=lambda mention: (mention[0] - mention[1], mention)):
        if all(end <= first or last <= start for first, last, _ in kept):
            kept.append((start, end, label))
    return kept


def in_words(mention: LabelledSpan, doc: Doc, words: Words) -> LabelledSpan:
    """Return a mention in words instead of characters; one that cuts a word covers the whole of it."""
    start, end, label = mention
    covered = [at for at, i in enumerate(words.tokens) if doc[i].idx < end and doc[i].idx + len(doc[i]) > start]
    return covered[0], covered[-1] + 1, label


def in_characters(span: LabelledSpan, doc: Doc, words: Words) -> LabelledSpan:
    first, last = doc[words.tokens[span[0]]], doc[words.tokens[span[1] - 1]]
    return first.idx, last.idx + len(last), span[2]


def measure(tagger: Tagger, subwords: Subwords, split: Sequence[Abstract]) -> dict[str, float]:
    """Return micro precision, recall and F1 of exact mentions."""
    scorer = TorchScorer(tagger, subwords)
    right = found = 0
    for abstract in split:
        doc, words = abstract.example.doc, abstract.example.words
        mine = {in_characters(span, doc, words) for span in find(scorer.read(doc, words).tags, words, LABELS)}
        right, found = right + len(mine & abstract.gold), found + len(mine)
    gold = sum(len(abstract.gold) for abstract in split)
    return {
        "precision": round(right / max(1, found), 4),
        "recall": round(right / gold, 4),
        "f1": round(2 * right / (found + gold), 4),
        "gold": gold,
    }


def train(folder: Path, encoder: Path, recipe: Recipe) -> dict[str, dict[str, float]]:
    """Return the figures of dev and test of a network trained in a folder."""
    subwords = Subwords(Tokenizer.from_file(str(encoder / "tokenizer.json")))
    learnt, dev, test = (list(abstracts(split)) for split in ("train", "dev", "test"))
    pieces = pieces_of([abstract.example for abstract in learnt], subwords)
    plan = [
        epoch_of(pieces, pieces, untitled=0.0, size=recipe.batch, seed=(recipe.seed, epoch))
        for epoch in range(recipe.epochs)
    ]
    tagger = new_tagger(encoder, dropout=recipe.dropout, seed=recipe.seed, tags=1 + 2 * len(LABELS))
    run = Run(folder, tagger, recipe, plan, lambda batch: loss_of(tagger, batch))
    for figures in run.epochs():
        show(figures | {"steps": len(plan[0]), "dev": measure(tagger, subwords, dev)["f1"]})
    run.settle()
    return {"dev": measure(tagger, subwords, dev), "test": measure(tagger, subwords, test)}


def show(figures: dict[str, Any]) -> None:
    print(", ".join(f"{name} {value}" for name, value in figures.items()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--encoder", type=Path, required=True, help="folder of MiniLM-L6-H384")
    parser.add_argument("--epochs", type=int, default=Recipe().epochs)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if not CORPUS.is_dir():
        sys.exit(f"needs the shared data at {CORPUS}")
    recipe = Recipe(epochs=arguments.epochs, seed=arguments.seed)
    torch.set_num_threads(recipe.threads)
    with tempfile.TemporaryDirectory() as folder:
        for split, figures in train(Path(folder), arguments.encoder, recipe).items():
            show({"split": split} | figures)


if __name__ == "__main__":
    main()
