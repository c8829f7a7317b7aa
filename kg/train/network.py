"""The network of the accurate model: a BERT encoder that also sees how words are written, and a tag layer."""

import hashlib
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers import BertModel

from kg.errors import ModelError
from kg.extract.tags import TAGS
from kg.extract.windows import TYPES

MINILM_SHA256: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the published weights of MiniLM-L6-H384 (Apache-2.0)."""


NEW_LAYERS: Final = ("tags.", "encoder.embeddings.token_type_embeddings.")
"""Names of the weights that the encoder did not bring."""


class Tagger(nn.Module):
    """Gives each subword the logits of the tags.

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
        self.tags = nn.Linear(self.encoder.config.hidden_size, tags)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return logits (texts × subwords × tags) of ids, token types and attention mask (texts × subwords)."""
        hidden = self.encoder(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        logits: Tensor = self.tags(self.dropout(hidden))
        return logits


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
