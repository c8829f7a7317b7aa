"""The accurate model: a small BERT, quantised, run by ONNX Runtime on one thread."""

from typing import Any, Final

import numpy as np
import onnxruntime as ort
from spacy.tokens import Doc
from tokenizers import Tokenizer

from kg.errors import ModelError
from kg.extract.decode import Scores
from kg.extract.model_files import ModelFiles
from kg.extract.tags import TAGS
from kg.extract.windows import Subwords
from kg.extract.words import Words

NETWORK: Final = "network.onnx"
TOKENIZER: Final = "tokenizer.json"
_ERRORS_ONLY: Final = 3


class EncoderScorer:
    """Runs the accurate model, one window at a time.

    A network quantised dynamically scales its activations over all that it is given at once; with one window a call
    a paper's scores depend on nothing but the paper.
    """

    def __init__(self, session: ort.InferenceSession, subwords: Subwords) -> None:
        self._session = session
        self._subwords = subwords

    def scores(self, doc: Doc, words: Words) -> Scores:  # noqa: ARG002 - the words are all it reads
        """Return the log-probability of each tag for each of the words."""
        scores = np.empty((len(words), len(TAGS)), dtype=np.float32)
        for window in self._subwords.windows(words):
            (rows,) = self._session.run(None, {"ids": window.ids[None], "types": window.types[None]})
            scores[window.words] = rows[0][window.heads]
        return scores

    @classmethod
    def open(cls, files: ModelFiles) -> "EncoderScorer":
        """Return the scorer of a checked model.

        Raises
        ------
        ModelError
            If ONNX Runtime or the tokenizer cannot read it.
        """
        try:
            tokenizer = Tokenizer.from_buffer(files.files[TOKENIZER])
            session = ort.InferenceSession(files.files[NETWORK], _one_thread(), providers=["CPUExecutionProvider"])
        except Exception as error:  # both libraries raise bare ones
            raise ModelError(f"the model {files.name!r} cannot be run ({error}): install kg again") from error
        return cls(session, Subwords(tokenizer))


def _one_thread() -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    options.use_deterministic_compute = True
    return options
