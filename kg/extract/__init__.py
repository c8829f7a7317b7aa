"""Extraction: what a paper proposes, uses and works on, read by a spaCy pipeline from its title and abstract.

The only stage that imports spaCy. The pipeline works like any other::

    nlp = kg.extract.load()
    nlp(text).ents
"""

from kg.extract.model_files import shipped_models
from kg.extract.pipeline import extract, extractor_name, load

__all__ = ["extract", "extractor_name", "load", "shipped_models"]
