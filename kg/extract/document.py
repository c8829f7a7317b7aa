"""A paper as a spaCy `Doc`: title, separator, abstract in one text, and the way back to fields and offsets.

The components of the pipeline hand on what they find as the extensions declared here:

| Extension | Assigned by | Holds |
| --- | --- | --- |
| ``Doc._.abstract_start`` | `make_doc` | character where the abstract starts; 0 when there is no title |
| ``Span._.confidence`` | ``kg_entities`` | confidence in [0, 1] of an entity span and its label |
| ``Doc._.insight`` | ``kg_entities`` | what the model makes of entities and pairs; None if it was not taught them |
| ``Doc._.acronyms`` | ``kg_acronyms`` | pairs of texts: a short form and the long form that defines it |
| ``Doc._.entities`` | ``kg_identity``, ``kg_roles`` | the `PaperEntity` of each thing, in order of first mention |
| ``Doc._.outline`` | ``kg_roles`` | the outline of the paper, and the mentions that it was drawn from |
| ``Doc._.relations`` | ``kg_relations`` | the `Relation` between them |
"""

from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

from kg.records import Paper, Span

SEPARATOR = "\n\n"
"""Stands between title and abstract; the sentence splitter ends a sentence at it, no mention crosses it."""

_DOC_EXTENSIONS = {
    "abstract_start": 0,
    "insight": None,
    "acronyms": (),
    "entities": (),
    "outline": None,
    "relations": (),
}

for _name, _default in _DOC_EXTENSIONS.items():
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=_default)
if not DocSpan.has_extension("confidence"):
    DocSpan.set_extension("confidence", default=1.0)


def make_doc(nlp: Language, paper: Paper) -> Doc:
    """Return the tokenised, not yet processed `Doc` of a paper."""
    lead = paper.title + SEPARATOR if paper.title else ""
    doc = nlp.make_doc(lead + paper.abstract)
    doc._.abstract_start = len(lead)
    return doc


def place(doc: Doc, start: int, end: int) -> Span:
    """Return the field and offsets of the characters ``[start, end)`` of a doc's text."""
    lead = doc._.abstract_start
    if start < lead:
        return Span(field="title", start=start, end=min(end, lead - len(SEPARATOR)))
    return Span(field="text", start=start - lead, end=end - lead)
