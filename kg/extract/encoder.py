"""The accurate model: a small BERT, quantised, run by ONNX Runtime on one thread."""

from typing import Any, Final

import numpy as np
import onnxruntime as ort
from spacy.tokens import Doc
from tokenizers import Tokenizer

from kg.errors import ModelError
from kg.extract.insight import Floats, Reading
from kg.extract.model_files import ModelFiles
from kg.extract.windows import LIMIT, Subwords
from kg.extract.words import Words

OUTPUTS: Final = ("scores", "roles", "ends")
"""What the network gives for each subword, see `kg.extract.insight`; one that was taught tags alone gives the first."""
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
        self._outputs = [output.name for output in session.get_outputs()]
        self._subwords = subwords

    def read(self, doc: Doc, words: Words) -> Reading:  # noqa: ARG002 - the words are all it reads
        """Return what the network makes of the words."""
        of_windows: list[list[Floats]] = []
        for window in self._subwords.windows(words):
            outputs = self._session.run(self._outputs, {"ids": window.ids[None], "types": window.types[None]})
            of_windows.append([rows[0][window.heads] for rows in outputs])
        columns = [np.concatenate(rows) for rows in zip(*of_windows, strict=True)]
        given = dict(zip(self._outputs, columns, strict=True))
        return Reading(tags=given["scores"], roles=given.get("roles"), ends=given.get("ends"))

    @classmethod
    def open(cls, files: ModelFiles) -> "EncoderScorer":
        """Return the scorer of a checked model.

        It runs the network once over a full window: one that cannot run is found out before the first paper, and
        the arena is filled to what the longest text takes, so that memory does not grow with the texts.

        Raises
        ------
        ModelError
            If ONNX Runtime or the tokenizer cannot read it, or the network cannot run.
        """
        try:
            tokenizer = Tokenizer.from_buffer(files.files[TOKENIZER])
            session = ort.InferenceSession(files.files[NETWORK], _one_thread(), providers=["CPUExecutionProvider"])
            blank = np.zeros((1, LIMIT), dtype=np.int64)
            session.run(None, {"ids": blank, "types": blank})
        except Exception as error:  # both libraries raise bare ones
            raise ModelError(f"the model {files.name!r} cannot be run ({error}): install kg again") from error
        return cls(session, Subwords(tokenizer))


def _one_thread() -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    options.use_deterministic_compute = True
    # a plan of memory for each length of text would grow with every length not seen before
    options.enable_mem_pattern = False
    return options
