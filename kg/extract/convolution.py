"""The fast model: hashed features of words, a few convolutions over their neighbours, a softmax over the tags."""

import io
import zipfile
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from spacy.ml.models import MaxoutWindowEncoder, MultiHashEmbed, build_Tok2Vec_model
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Model, NumpyOps, Softmax, chain, with_array
from thinc.types import Floats2d
from threadpoolctl import ThreadpoolController

from kg.errors import ModelError
from kg.extract.insight import Reading
from kg.extract.model_files import ModelFiles
from kg.extract.tags import TAGS
from kg.extract.words import Words

WEIGHTS: Final = "weights.npz"
_OPS: Final = NumpyOps(use_blis=False)
"""numpy multiplies three times as fast as blis on a processor with wide vectors, which blis does not know."""

Network = Model[list[Doc], list[Floats2d]]


@cache
def _products() -> ThreadpoolController:
    """Return the control over the library that multiplies matrices for numpy."""
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[object]:
    """Multiply on one thread meanwhile.

    Several cost ten times the work that they save on texts as short as ours, and add up in another order, so that a
    result would depend on the number of processors.
    """
    limited: AbstractContextManager[object] = _products().limit(limits=1)
    return limited


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Sizes of the network.

    Attributes
    ----------
    width
        Of the vector of a word.
    depth
        Convolutions; each lets a word see one more neighbour on both sides.
    rows
        Of the hash tables of lower-case form, prefix, suffix and shape.
    pieces
        Of the maxout units.
    """

    width: int = 96
    depth: int = 4
    rows: tuple[int, int, int, int] = (12000, 2000, 5000, 3000)
    pieces: int = 3

    def settings(self) -> dict[str, Any]:
        """Return the shape as JSON holds it."""
        return {**asdict(self), "rows": list(self.rows)}


def build(shape: Shape) -> Network:
    """Return the network, not yet initialised."""
    tok2vec = build_Tok2Vec_model(
        MultiHashEmbed(
            width=shape.width,
            attrs=["LOWER", "PREFIX", "SUFFIX", "SHAPE"],
            rows=list(shape.rows),
            include_static_vectors=False,
        ),
        MaxoutWindowEncoder(width=shape.width, window_size=1, maxout_pieces=shape.pieces, depth=shape.depth),
    )
    network: Network = chain(tok2vec, with_array(Softmax(nO=len(TAGS), nI=shape.width)))
    for node in network.walk():
        node.ops = _OPS
    return network


class ConvolutionScorer:
    """Runs the fast model, one text at a time, so that no paper depends on its neighbours."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def read(self, doc: Doc, words: Words) -> Reading:
        """Return the log-probability of each tag for each of the words."""
        with one_thread():
            probabilities = np.asarray(self._network.predict([doc])[0])[list(words.tokens)]
        return Reading(tags=np.log(np.maximum(probabilities, np.float32(1e-30))))

    @classmethod
    def open(cls, files: ModelFiles) -> "ConvolutionScorer":
        """Return the scorer of a checked model.

        Raises
        ------
        ModelError
            If its weights do not fit its settings.
        """
        try:
            network = build(Shape(**{**files.settings, "rows": tuple(files.settings["rows"])}))
            initialise(network)
            set_weights(network, files.files[WEIGHTS])
        except (KeyError, TypeError, ValueError, OSError, zipfile.BadZipFile) as error:
            raise ModelError(f"the model {files.name!r} does not fit its card: install kg again") from error
        return cls(network)


def initialise(network: Network) -> None:
    """Give the network its arrays, by a text of one word."""
    network.initialize(X=[Doc(Vocab(), words=["word"])])


def _arrays(network: Network) -> list[tuple[Model[Any, Any], str]]:
    return [(node, name) for node in network.walk() for name in node.param_names]


def get_weights(network: Network) -> bytes:
    """Return the weights as an npz file of half-precision arrays, the same bytes for the same weights."""
    held = {
        f"{at:03d}.{name}": np.asarray(node.get_param(name), np.float16)
        for at, (node, name) in enumerate(_arrays(network))
    }
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **held)
    return out.getvalue()


def set_weights(network: Network, content: bytes) -> None:
    """Fill the network with the weights that `get_weights` returned for one of the same shape."""
    held = np.load(io.BytesIO(content), allow_pickle=False)
    arrays = _arrays(network)
    if len(held.files) != len(arrays):
        raise ValueError(f"{len(held.files)} arrays, not {len(arrays)}")
    for at, (node, name) in enumerate(arrays):
        array = held[f"{at:03d}.{name}"].astype(np.float32)
        if array.shape != node.get_param(name).shape:
            raise ValueError(f"array {at} has the shape {array.shape}")
        node.set_param(name, array)
