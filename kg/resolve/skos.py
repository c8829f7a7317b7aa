"""SKOS Turtle as a lexicon: concepts with labels and matches; the only part of resolving that needs rdflib."""

import logging
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from kg.errors import InputError
from kg.names import match_key
from kg.resolve.entry import Entry, checked_link
from kg.resolve.rows import decoded, without_control
from kg.vocabulary import CLASS_OF_KIND, LABEL_OF_KIND, ONTOLOGY

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

_SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
_RDF_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_KIND_OF_SCHEME: Final = "http://purl.org/dc/terms/type"
_NO_BASE: Final = "lexicon:///"
"""What relative IRIs of a file without ``@base`` are resolved against, to be known by it and refused."""
_KINDS: Final = {ONTOLOGY + CLASS_OF_KIND[kind]: kind for kind in LABEL_OF_KIND}
_START: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|#[^\n]*(?:\n|$))*(?:@prefix|@base|prefix\s|base\s|<)", re.IGNORECASE
)
_WHY: Final = re.compile(r"\(([^()]*)\) at \^")


def is_turtle(content: bytes) -> bool:
    r"""Tell whether a lexicon is Turtle, which begins with a prefix, a base or an IRI, and no table of ours does.

    Examples
    --------
    >>> is_turtle(b"# mine\n@prefix skos: <http://www.w3.org/2004/02/skos/core#> ."), is_turtle(b"method\tQ1\tLASSO")
    (True, False)
    """
    return _START.match(content) is not None


def entries_of(content: bytes, name: str) -> Iterator[Entry]:
    """Yield an entry for each `skos:Concept`, sorted by IRI.

    Its names are the labels in English or without language, or those in the language of its preferred label if that
    is another. Its kind is its class (`kg:Method`, …) or else the `dcterms:type` of a scheme it is in. Its own IRI is
    an exact match, if it is one of the web.

    Raises
    ------
    InputError
        If the content is not Turtle or holds a concept without full IRI, one kind, one preferred label, or with a
        label that is no text or a match that is no full IRI.
    """
    graph = _parsed(content, name)
    concepts = sorted(set(graph.subjects(_term(_RDF_TYPE), _term(_SKOS + "Concept"))), key=str)
    for concept in concepts:
        yield _entry(graph, concept, name)


def _parsed(content: bytes, name: str) -> "Graph":
    import rdflib
    from rdflib.plugins.parsers.notation3 import BadSyntax

    # it tells the terminal of each IRI it doubts; those that matter are refused below, with their place
    logging.getLogger("rdflib.term").setLevel(logging.ERROR)
    text = decoded(content, name)
    try:
        return rdflib.Graph(bind_namespaces="none").parse(data=text, format="turtle", publicID=_NO_BASE)
    except BadSyntax as error:
        why = " ".join("".join(_WHY.findall(error.message)).split()) or "bad syntax"
        raise InputError(f"{name}, line {error.lines + 1}: not Turtle ({why}); mend the file") from error
    except RecursionError as error:
        raise InputError(f"{name}: brackets are nested too deeply; write concepts by their IRIs") from error
    except Exception as error:  # rdflib lets errors of many kinds through, all of them the file's
        raise InputError(f"{name}: not Turtle ({_said(error)}); mend the file") from error


def _said(error: Exception) -> str:
    """Return what an error of rdflib says of the file, without the piece of it that follows."""
    if isinstance(error, LookupError):  # it looked for what should follow; its own words speak of lists
        return "a statement is cut short"
    return " ".join(str(error).partition(" at ^")[0].split()) or "bad syntax"


def _entry(graph: "Graph", concept: "Node", name: str) -> Entry:
    import rdflib

    if not isinstance(concept, rdflib.URIRef):
        labels = ", ".join(sorted(map(str, graph.objects(concept, _term(_SKOS + "prefLabel")))))
        raise InputError(f"{name}: the skos:Concept {labels!r} has no IRI; give it one")
    place = f"{name}, <{_written(concept)}>"
    if str(concept).startswith(_NO_BASE):
        raise InputError(f"{place}: the IRI is relative; write it out, or say what it is relative to with @base")
    preferred, language = _preferred(graph, concept, place)
    others = chain.from_iterable(
        _labels(graph, concept, label, place) for label in ("prefLabel", "altLabel", "hiddenLabel")
    )
    aliases = {text for text, tag in others if _rank(tag) < _FOREIGN or tag == language} - {preferred}
    return Entry(
        kind=_kind(graph, concept, place),
        id=str(concept),
        name=preferred,
        aliases=tuple(sorted(text for text in aliases if match_key(text))),
        links=_matches(graph, concept, "exactMatch", place, {str(concept)}),
        close=_matches(graph, concept, "closeMatch", place),
        place=place,
    )


_FOREIGN: Final = 2


def _rank(language: str) -> int:
    """Return how well a language suits English abstracts: English, then none, then any other."""
    return 0 if language.partition("-")[0] == "en" else _FOREIGN if language else 1


def _labels(graph: "Graph", concept: "Node", label: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield the text and language tag of each label of a concept."""
    import rdflib

    for found in sorted(graph.objects(concept, _term(_SKOS + label)), key=str):
        if not isinstance(found, rdflib.Literal):
            said = f"<{_written(found)}>" if isinstance(found, rdflib.URIRef) else "a blank node"
            raise InputError(f"{place}: its skos:{label} is {said}, no text; write a text in quotes")
        yield without_control(" ".join(found.split()), place), (found.language or "").casefold()


def _preferred(graph: "Graph", concept: "Node", place: str) -> tuple[str, str]:
    """Return the preferred label that suits English abstracts best, and its language."""
    ranked = sorted((_rank(tag), tag, text) for text, tag in _labels(graph, concept, "prefLabel", place))
    if not ranked or not match_key(ranked[0][2]):
        raise InputError(f"{place}: its skos:prefLabel is missing or blank; give it one")
    _, language, text = ranked[0]
    rivals = [other for _, tag, other in ranked if tag == language and other != text]
    if rivals:
        raise InputError(f"{place}: {text!r} and {rivals[0]!r} are both its skos:prefLabel; make one a skos:altLabel")
    return text, language


def _kind(graph: "Graph", concept: "Node", place: str) -> str:
    """Return the kind that a concept has by its class, else by one of its schemes."""
    schemes = {*graph.subjects(_term(_SKOS + "hasTopConcept"), concept)}
    for tie in ("inScheme", "topConceptOf"):
        schemes.update(graph.objects(concept, _term(_SKOS + tie)))
    own = {_KINDS.get(str(said)) for said in graph.objects(concept, _term(_RDF_TYPE))} - {None}
    of_schemes = {_KINDS.get(str(said)) for scheme in schemes for said in graph.objects(scheme, _term(_KIND_OF_SCHEME))}
    kinds = sorted(kind for kind in own or of_schemes if kind)
    if len(kinds) != 1:
        known = ", ".join(f"kg:{CLASS_OF_KIND[kind]}" for kind in LABEL_OF_KIND)
        said = f"is of the kinds {' and '.join(kinds)}" if kinds else "has no kind"
        raise InputError(
            f"{place}: it {said}; make it, or the dcterms:type of its scheme, one of {known} (kg: is {ONTOLOGY})"
        )
    return kinds[0]


def _matches(graph: "Graph", concept: "Node", match: str, place: str, more: Iterable[str] = ()) -> tuple[str, ...]:
    import rdflib

    found = sorted(graph.objects(concept, _term(_SKOS + match)), key=str)
    for target in found:
        if not isinstance(target, rdflib.URIRef):
            raise InputError(f"{place}: its skos:{match} {str(target)!r} is no IRI; write it in < and >")
    return tuple(checked_link(link, place) for link in sorted({*map(_written, found), *more}))


def _written(iri: "Node") -> str:
    """Return an IRI as the file has it."""
    return str(iri).removeprefix(_NO_BASE)


def _term(iri: str) -> Any:
    from rdflib import URIRef

    return URIRef(iri)
