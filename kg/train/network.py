"""The network of the accurate model: a BERT that also sees how words are written; tags, roles and relations on it."""

import hashlib
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertModel

from kg.errors import ModelError
from kg.extract.insight import CLASSES, KINDS, WIDTH
from kg.extract.tags import TAGS
from kg.extract.windows import TYPES

MINILM_SHA256: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the published weights of MiniLM-L6-H384 (Apache-2.0)."""


NEW_LAYERS: Final = ("tags", "roles", "ends", "pairs", "token_type_embeddings", "guess")
"""Parts of the names of the weights that the encoder did not bring."""


class Tagger(nn.Module):
    """Gives each subword the logits of the tags; and, of roles and relations, what `kg.extract.insight` says.

    The token types of BERT, of which a single text uses only the first, tell here how a word is written; all start
    as a copy of the first, so that an untrained `Tagger` reads what the encoder was made to read.
    """

    def __init__(self, encoder: Path, *, dropout: float = 0.1, tags: int = len(TAGS)) -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(
            encoder,
            add_pooling_layer=False,
            attn_implementation="eager",
            hidden_dropout_prob=dropout,
            attention_probs_dropout_prob=0.0,
            local_files_only=True,
        )
        types = self.encoder.embeddings.token_type_embeddings.weight.data[0]
        written = nn.Embedding(TYPES, len(types))
        written.weight.data.copy_(types.repeat(TYPES, 1))
        self.encoder.embeddings.token_type_embeddings = written
        self.dropout = nn.Dropout(dropout)
        width = self.encoder.config.hidden_size
        self.tags = nn.Linear(width, tags)
        self.roles = nn.Linear(width, len(CLASSES))
        self.ends = nn.Linear(width, 2 * WIDTH)
        self.pairs = nn.Parameter(torch.zeros(len(KINDS), WIDTH + 1, WIDTH + 1))
        nn.init.normal_(self.pairs, std=WIDTH**-1)

    def forward(self, ids: Tensor, types: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return what is run of it: of ids and token types (texts × subwords, no padding) `encoder.OUTPUTS`."""
        hidden = self.hidden(ids, types, torch.ones_like(ids))
        return functional.log_softmax(self.tags(hidden), dim=-1), self.roles(hidden), self.ends(hidden)

    def related(self, ends: Tensor) -> Tensor:
        """Return the log-odds of each relation (kinds × heads × tails) of entities with these vectors."""
        one = torch.ones_like(ends[:, :1])
        heads = torch.cat([ends[:, :WIDTH].tanh(), one], dim=1)
        tails = torch.cat([ends[:, WIDTH:].tanh(), one], dim=1)
        return torch.einsum("he,kef,tf->kht", heads, self.pairs, tails)

    def hidden(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return what the encoder makes of each subword (texts × subwords × width)."""
        hidden: Tensor = self.encoder(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        return hidden


class Reader(nn.Module):
    """A tagger that also guesses masked subwords, for learning from texts without annotations."""

    def __init__(self, tagger: Tagger) -> None:
        super().__init__()
        width = tagger.encoder.config.hidden_size
        self.tagger = tagger
        self.guess = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width))
        self.guess_bias = nn.Parameter(torch.zeros(tagger.encoder.config.vocab_size))

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor, masked: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the tags of all subwords, and those of the vocabulary where `masked` is true."""
        hidden = self.tagger.hidden(ids, types, mask)
        words = self.tagger.encoder.embeddings.word_embeddings.weight
        guesses = functional.linear(self.guess(hidden[masked]), words, self.guess_bias)
        tags: Tensor = self.tagger.tags(self.tagger.dropout(hidden))
        return tags, guesses


def is_new(name: str) -> bool:
    """Return whether the weights of that name are of a layer that the encoder did not bring."""
    return any(part.startswith(NEW_LAYERS) for part in name.split("."))


def check_encoder(folder: Path, sha256: str) -> None:
    """Raise ModelError unless the folder holds the encoder whose weights have the given hash."""
    weights = folder / "model.safetensors"
    if not weights.is_file():
        raise ModelError(f"no model.safetensors in {folder}: name the folder of the encoder with --encoder")
    found = hashlib.sha256(weights.read_bytes()).hexdigest()
    if found != sha256:
        raise ModelError(f"{weights} is not the published encoder (sha256 {found[:12]}…): download it again")


def new_tagger(
    encoder: Path, *, sha256: str = MINILM_SHA256, dropout: float = 0.1, seed: int = 0, tags: int = len(TAGS)
) -> Tagger:
    """Return a tagger on an encoder, its new layer, for so many tags, drawn from the seed.

    Raises
    ------
    ModelError
        If the folder does not hold the encoder whose weights have the given hash.
    """
    check_encoder(encoder, sha256)
    torch.manual_seed(seed)
    return Tagger(encoder, dropout=dropout, tags=tags)
