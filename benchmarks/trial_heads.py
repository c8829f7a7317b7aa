"""Other heads and another encoder for the network of the accurate model, as `trials.py` tries them."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from transformers import MPNetModel

from kg.extract.consistency import pooled
from kg.extract.decode import FAINT, choose
from kg.extract.edges import drawable
from kg.extract.insight import CLASSES, KINDS, WIDTH
from kg.extract.tags import TAGS, LabelledSpan, spans_of
from kg.extract.windows import TYPES, Subwords
from kg.extract.words import Words
from kg.train.batches import Batch, loss_of
from kg.train.network import Tagger
from kg.vocabulary import LABELS

WIDEST = 12
"""Words of a span that the CRF and the span head may draw: 8 of 19,937 mentions have more."""


class Table:
    """Posteriors of spans (first word × words less one × label), as the decoder asks a chain for them."""

    def __init__(self, values: NDArray[np.float64], words: Words) -> None:
        for at in np.flatnonzero(words.fresh[1:]) + 1:
            for start in range(max(0, at - WIDEST), at):
                values[start, at - start :] = 0.0
        for at in np.flatnonzero(words.closed):
            for start in range(max(0, at - WIDEST + 1), at + 1):
                values[start, at - start :] = 0.0
        self._values = values

    def posterior(self, span: LabelledSpan) -> float:
        start, end, label = span
        return float(self._values[start, end - start - 1, LABELS.index(label)]) if end - start <= WIDEST else 0.0

    def spans(self, words: Words) -> dict[LabelledSpan, float]:
        likely = np.argwhere(self._values >= FAINT).tolist()
        found = {(at, at + more + 1, LABELS[label]): float(self._values[at, more, label]) for at, more, label in likely}
        posteriors = pooled(drawable(found, words), self, words)  # type: ignore[arg-type]  # asks for posteriors alone
        return {span: posteriors[span] for span in choose(posteriors)}


class Crf(nn.Module):
    """Weights of all steps from tag to tag, learnt with the sequence as a whole."""

    def __init__(self, width: int) -> None:  # noqa: ARG002 - as other heads
        super().__init__()
        self.steps = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        odd_or_out = [to % 2 == 1 or to == 0 for to in range(len(TAGS))]
        valid = [[free or (at + 1) // 2 == to // 2 for to, free in enumerate(odd_or_out)] for at in range(len(TAGS))]
        self.register_buffer("barred", torch.where(torch.tensor(valid), 0.0, -1e4))
        self.register_buffer("first", torch.where(torch.tensor(odd_or_out), 0.0, -1e4))

    def weights(self) -> Tensor:
        return 10 * self.steps + self.barred  # ten times as fast as the layers

    def loss(self, hidden: Tensor, logits: Tensor, batch: Batch) -> Tensor:
        del hidden
        rows = [logits[row, torch.from_numpy(piece.window.heads)] for row, piece in enumerate(batch)]
        emitted, steps = nn.utils.rnn.pad_sequence(rows, batch_first=True), self.weights()
        tags = [torch.tensor(piece.tags) for piece in batch]
        right = sum(
            row.gather(1, t[:, None]).sum() + steps[t[:-1], t[1:]].sum() for row, t in zip(rows, tags, strict=True)
        )
        lengths = torch.tensor([len(row) for row in rows])
        mass = self.first + emitted[:, 0]
        for at in range(1, emitted.shape[1]):
            on = torch.logsumexp(mass[:, :, None] + steps, dim=1) + emitted[:, at]
            mass = torch.where((at < lengths)[:, None], on, mass)
        return (torch.logsumexp(mass, dim=1).sum() - right) / lengths.sum()

    def table(self, hidden: Tensor, logits: Tensor, words: Words) -> Table:
        del hidden
        e, steps = logits.double().numpy().copy(), self.weights().double().numpy()
        e[words.fresh, 2::2] = e[words.closed, 1:] = -1e4
        ahead, back, leave = np.zeros_like(e), np.zeros_like(e), np.zeros_like(e)
        ahead[0] = e[0]
        for at in range(1, len(e)):
            ahead[at] = np.logaddexp.reduce(ahead[at - 1][:, None] + steps, axis=0) + e[at]
        for at in range(len(e) - 2, -1, -1):
            after = steps + e[at + 1] + back[at + 1]
            back[at] = np.logaddexp.reduce(after, axis=1)
            leave[at] = np.logaddexp.reduce(after[:, [0, *range(1, len(TAGS), 2)]], axis=1)
        values = np.zeros((len(e), WIDEST, len(LABELS)))
        for label in range(len(LABELS)):
            tag, mass = 2 * label + 1, ahead[:, 2 * label + 1] - np.logaddexp.reduce(ahead[-1])
            for more in range(min(WIDEST, len(e))):
                starts = len(e) - more
                values[:starts, more, label] = np.exp(mass[:starts] + leave[more:, tag])
                mass = mass[: starts - 1] + steps[tag, 2 * label + 2] + e[more + 1 :, 2 * label + 2]
                tag = 2 * label + 2
        return Table(np.minimum(values, 1.0), words)


class Spans(nn.Module):
    """Scores each span as a whole, by a form of its first and its last word (Yu, Bohnet and Poesio, ACL 2020)."""

    def __init__(self, width: int, size: int = 128) -> None:
        super().__init__()
        self.starts, self.ends = nn.Linear(width, size), nn.Linear(width, size)
        self.forms = nn.Parameter(torch.randn(size + 1, len(LABELS), size + 1) / size)
        self.sizes = nn.Parameter(torch.full((WIDEST, len(LABELS)), -3.0))

    def scores(self, hidden: Tensor) -> Tensor:
        """Return the logits of no mention and of each label (words × words less one × 5) of spans from each word."""
        one = hidden.new_ones(len(hidden), 1)
        starts, ends = (torch.cat([functional.gelu(f(hidden)).float(), one], 1) for f in (self.starts, self.ends))
        lasts = functional.pad(ends, (0, 0, 0, WIDEST - 1)).unfold(0, WIDEST, 1)
        with torch.autocast("cpu", enabled=False):
            scored = torch.einsum("sle,sek->skl", torch.einsum("sd,dle->sle", starts, self.forms), lasts) + self.sizes
        return functional.pad(scored, (1, 0))

    def loss(self, hidden: Tensor, logits: Tensor, batch: Batch) -> Tensor:
        del logits
        losses = []
        for row, piece in enumerate(batch):
            scores = self.scores(hidden[row, torch.from_numpy(piece.window.heads)].float())
            right = torch.zeros(scores.shape[:2], dtype=torch.long)
            for at in range(1, min(WIDEST, len(right) + 1)):
                right[len(right) - at :, at:] = -100
            for start, end, label in spans_of(piece.tags):
                if end - start <= WIDEST:
                    right[start, end - start - 1] = 1 + LABELS.index(label)
            losses.append(functional.cross_entropy(scores.flatten(0, 1), right.flatten(), reduction="sum"))
        return sum(losses) / sum(len(piece.tags) for piece in batch)

    def table(self, hidden: Tensor, logits: Tensor, words: Words) -> Table:
        del logits
        values = self.scores(hidden).softmax(-1)[..., 1:].double().numpy().copy()
        for more in range(1, WIDEST):
            values[max(0, len(words) - more) :, more] = 0.0
        return Table(values, words)


HEADS: Mapping[str, type[Crf] | type[Spans]] = {"crf": Crf, "spans": Spans}


def headed_loss(tagger: Tagger, batch: Batch) -> Tensor:
    """Return the loss of the recipe, that of its tags exchanged for the one of the trial's head."""
    seen: list[tuple[Tensor, Tensor]] = []
    hook = tagger.tags.register_forward_hook(lambda _, inputs, output: seen.append((inputs[0], output.float())))
    whole = loss_of(tagger, batch)
    hook.remove()
    hidden, logits = seen[0]
    tagged = torch.cat([logits[row, torch.from_numpy(piece.window.heads)] for row, piece in enumerate(batch)])
    own = functional.cross_entropy(tagged, torch.tensor([tag for piece in batch for tag in piece.tags]))
    return whole - own + tagger.tags_head.loss(hidden, logits, batch)


@torch.inference_mode()
def headed_spans(tagger: Tagger, subwords: Subwords, words: Words) -> dict[LabelledSpan, float]:
    """Return the mentions that the trial's head finds, each with its posterior."""
    parts = []
    for window in subwords.windows(words):
        ids, types = torch.from_numpy(window.ids)[None], torch.from_numpy(window.types)[None]
        parts.append(tagger.hidden(ids, types, torch.ones_like(ids))[0, torch.from_numpy(window.heads)])
    hidden = torch.cat(parts)
    return tagger.tags_head.table(hidden, tagger.tags(hidden), words).spans(words)


class MpnetTagger(Tagger):
    """The same network on MPNet, or on its first layers; how words are written is added to their vectors."""

    def __init__(self, encoder: Path, *, layers: int, dropout: float = 0.1) -> None:
        nn.Module.__init__(self)
        self.encoder = MPNetModel.from_pretrained(
            encoder,
            num_hidden_layers=layers,
            add_pooling_layer=False,
            hidden_dropout_prob=dropout,
            attention_probs_dropout_prob=0.0,
            local_files_only=True,
        )
        width = self.encoder.config.hidden_size
        self.token_type_embeddings = nn.Embedding(TYPES, width)
        nn.init.zeros_(self.token_type_embeddings.weight)
        self.dropout = nn.Dropout(dropout)
        self.tags, self.roles = nn.Linear(width, len(TAGS)), nn.Linear(width, len(CLASSES))
        self.ends = nn.Linear(width, 2 * WIDTH)
        self.pairs = nn.Parameter(torch.randn(len(KINDS), WIDTH + 1, WIDTH + 1) / WIDTH)

    def hidden(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        vectors = self.encoder.embeddings.word_embeddings(ids) + self.token_type_embeddings(types)
        hidden: Tensor = self.encoder(inputs_embeds=vectors, attention_mask=mask).last_hidden_state
        return hidden


class MpnetSubwords(Subwords):
    """The words of BERT and the marks of MPNet."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.add_special_tokens(["[CLS]", "[SEP]", "[UNK]"])  # asked for, not used
        super().__init__(tokenizer)
        self._first, self._break, self._unknown = (tokenizer.token_to_id(mark) for mark in ("<s>", "</s>", "[UNK]"))
