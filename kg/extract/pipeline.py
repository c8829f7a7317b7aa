"""The pipeline of named components, and papers sent through it.

| Component | Does |
| --- | --- |
| ``kg_sentences`` | marks where sentences start |
| ``kg_entities`` | finds mentions, by a trained model |
| ``kg_acronyms`` | ties short forms to long forms |
| ``kg_identity`` | makes entities of the mentions of one thing |
| ``kg_roles`` | says what the paper does with each entity |
| ``kg_relations`` | relates entities |
"""

import hashlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

import kg
from kg.extract.document import make_doc
from kg.extract.model_files import open_model
from kg.extract.sentences import sentence_bounds
from kg.extract.tokens import word_pipeline
from kg.records import Extraction, Paper
from kg.vocabulary import DEFAULT_MODEL

RULES: Final = "10"
"""Raise it with every change of code that changes what is extracted: stored extractions are then made anew.
`tests/test_exports.py` fails where that was forgotten."""

COMPONENTS: Final = ("kg_sentences", "kg_entities", "kg_acronyms", "kg_identity", "kg_roles", "kg_relations")
_MODULES: Final = ("sentences", "tagger", "acronyms", "identity", "roles", "relations")


def load(model: str = DEFAULT_MODEL) -> Language:
    """Return the pipeline that runs a model, from the installed package alone.

    Parameters
    ----------
    model
        Name of an installed model, or the path of a folder that `kg train` wrote.

    Raises
    ------
    ModelError
        If the model is missing, damaged, or made for another version of kg.
    """
    for module in _MODULES:
        import_module(f"kg.extract.{module}")
    files = open_model(model)
    nlp = word_pipeline()
    for name in COMPONENTS:
        nlp.add_pipe(name, config={"model": model} if name == "kg_entities" else {})
    fingerprint = hashlib.sha256(f"{files.fingerprint} {RULES}".encode()).hexdigest()[:12]
    nlp.meta.update({"name": files.name, "version": kg.__version__, "fingerprint": fingerprint})
    return nlp


def extractor_name(nlp: Language) -> str:
    """Return name, version and fingerprint of a pipeline; two of one fingerprint extract the same."""
    return f"kg-{nlp.meta['name']} {nlp.meta['version']} {nlp.meta['fingerprint']}"


def extract(papers: Iterable[Paper], nlp: Language) -> Iterator[Extraction]:
    """Yield the extraction of each paper, in order; none depends on the others.

    Parameters
    ----------
    papers
        Papers with clean title and abstract.
    nlp
        A pipeline from `load`.
    """
    extractor = extractor_name(nlp)
    for paper in papers:
        with nlp.memory_zone():
            extraction = _extraction(nlp(make_doc(nlp, paper)), paper, extractor)
        yield extraction


def _extraction(doc: Doc, paper: Paper, extractor: str) -> Extraction:
    """Return what the components found as plain data, which outlives the strings of the doc."""
    return Extraction(
        paper=paper,
        extractor=extractor,
        sentences=_sentences(doc),
        entities=doc._.entities,
        relations=doc._.relations,
    )


def _sentences(doc: Doc) -> tuple[tuple[int, int], ...]:
    """Return the sentences of the abstract without the blanks around them."""
    lead = doc._.abstract_start
    return tuple((start - lead, end - lead) for start, end in sentence_bounds(doc) if start >= lead)
