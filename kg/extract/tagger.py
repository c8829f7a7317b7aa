"""The component `kg_entities`: finds the mentions of methods, tasks, data sets and metrics."""

from collections.abc import Sequence
from typing import Final, Protocol

from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

from kg.errors import ModelError
from kg.extract.calibration import UNFITTED, Calibration
from kg.extract.consistency import pooled
from kg.extract.decode import Scores, candidates, chain_of, choose
from kg.extract.edges import drawable
from kg.extract.insight import Gauge, Insight, Reading, gauge_of
from kg.extract.model_files import ModelFiles, open_model
from kg.extract.tags import LabelledSpan
from kg.extract.words import Words, words_of
from kg.vocabulary import DEFAULT_MODEL, LABELS

DECIMALS: Final = 4
"""Of a confidence; what lies beyond may differ between processors."""


class Scorer(Protocol):
    """A trained model, as the component sees it."""

    def read(self, doc: Doc, words: Words) -> Reading:
        """Return what the model makes of the words, which are at least one."""


class EntityTagger:
    """Sets `Doc.ents`, the confidence of each, and what a model makes of the words beyond their tags."""

    def __init__(self, scorer: Scorer, calibration: Calibration, gauge: Gauge | None = None) -> None:
        self.scorer, self.calibration, self.gauge = scorer, calibration, gauge

    def __call__(self, doc: Doc) -> Doc:
        """Find the mentions of a doc."""
        words = words_of(doc)
        if not len(words):
            return doc
        reading = self.scorer.read(doc, words)
        found = find(reading.tags, words, calibration=self.calibration)
        spans = []
        for (start, end, label), confidence in found.items():
            span = DocSpan(doc, words.tokens[start], words.tokens[end - 1] + 1, label=label)
            span._.confidence = round(confidence, DECIMALS)
            spans.append(span)
        doc.ents = tuple(spans)
        if self.gauge:
            doc._.insight = Insight(words=words, reading=reading, gauge=self.gauge)
        return doc


def find(
    scores: Scores, words: Words, labels: Sequence[str] = LABELS, *, calibration: Calibration = UNFITTED
) -> dict[LabelledSpan, float]:
    """Return the mentions in a text, in order, each with its confidence.

    Parameters
    ----------
    scores
        Log-probabilities (words × tags).
    words
        The words of the text.
    labels
        The labels, in the order of their tags.
    calibration
        The curve from posteriors to confidences; without one, a posterior is taken at its word.
    """
    chain = chain_of(scores, words, labels)
    posteriors = pooled(drawable(candidates(chain), words), chain, words)
    confidences = {span: calibration(posterior) for span, posterior in posteriors.items()}
    return {span: confidences[span] for span in choose(confidences)}


@Language.factory(
    "kg_entities",
    assigns=["doc.ents", "span._.confidence", "doc._.insight"],
    default_config={"model": DEFAULT_MODEL},
)
def make_entity_tagger(nlp: Language, name: str, model: str) -> EntityTagger:  # noqa: ARG001 - spaCy passes both
    """Return the component that runs the model of the given name, or in the given folder."""
    files = open_model(model)
    return EntityTagger(scorer_of(files), calibration_of(files), gauge_of(files))


def open_scorer(model: str) -> Scorer:
    """Return the scorer of a model.

    Raises
    ------
    ModelError
        If the model is missing, damaged, or made for another version of kg.
    """
    return scorer_of(open_model(model))


def scorer_of(files: ModelFiles) -> Scorer:
    """Return what runs a checked model."""
    if files.kind == "encoder":
        from kg.extract.encoder import EncoderScorer  # onnxruntime is loaded for this kind of model only

        return EncoderScorer.open(files)
    from kg.extract.convolution import ConvolutionScorer

    return ConvolutionScorer.open(files)


def calibration_of(files: ModelFiles) -> Calibration:
    """Return the curve of a checked model.

    Raises
    ------
    ModelError
        If its card holds another kind of curve.
    """
    try:
        return Calibration(**{name: float(value) for name, value in files.calibration.items()})
    except (TypeError, ValueError) as error:
        raise ModelError(f"the card of the model {files.name!r} does not fit this version of kg ({error})") from error
