"""SKOS Turtle as a lexicon: what a concept becomes, and files that are none."""

import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.records import OutsideLink
from kg.resolve import parse_lexicon, read_lexicon, resolve
from kg.resolve.entry import Entry
from tests.collecting import collection

PREFIXES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix kg: <https://w3id.org/papers-kg/ontology#> .
@prefix : <https://example.org/> .
"""
LASSO = (
    PREFIXES
    + """
:lasso a skos:Concept , kg:Method ;
    skos:prefLabel "LASSO"@en , "Lasso-Verfahren"@de ;
    skos:altLabel "L1 regression"@en-GB , "the  shrinkage\\n selector" , "Schrumpfung"@de ;
    skos:hiddenLabel "L1 regresion" ;
    skos:exactMatch <http://www.wikidata.org/entity/Q3206439> ;
    skos:closeMatch <https://example.org/shrinkage> .
"""
)


def entries(turtle: str) -> tuple[Entry, ...]:
    return parse_lexicon((PREFIXES + turtle).encode(), "own.ttl").entries


def test_a_concept_is_an_entry_with_its_english_labels_and_its_matches() -> None:
    (lasso,) = parse_lexicon(LASSO.encode(), "own.ttl").entries
    assert lasso == Entry(
        kind="method",
        id="https://example.org/lasso",
        name="LASSO",
        aliases=("L1 regresion", "L1 regression", "the shrinkage selector"),
        links=("http://www.wikidata.org/entity/Q3206439", "https://example.org/lasso"),
        close=("https://example.org/shrinkage",),
        place="own.ttl, <https://example.org/lasso>",
    )


def test_names_and_links_reach_the_entity_with_score_and_reason() -> None:
    papers = collection({"a": [("method", "lasso")], "b": [("method", "L1 regressions")]})
    (entity,) = resolve(papers, lexicon=parse_lexicon(LASSO.encode(), "own.ttl")).entities
    method = "lexicon own.ttl, <https://example.org/lasso>"
    assert entity.name == "LASSO"
    assert [reason.detail for reason in entity.reasons if reason.rule == "lexicon"] == [method[8:]]
    assert (
        OutsideLink(iri="https://example.org/shrinkage", match="closeMatch", score=0.5, method=method) in entity.links
    )


@pytest.mark.parametrize(
    "tie",
    [":sorting skos:inScheme :tasks .", ":sorting skos:topConceptOf :tasks .", ":tasks skos:hasTopConcept :sorting ."],
)
def test_the_kind_may_be_that_of_a_scheme(tie: str) -> None:
    scheme = ':tasks a skos:ConceptScheme ; dcterms:type kg:Task . :sorting a skos:Concept ; skos:prefLabel "sorting" .'
    assert [entry.kind for entry in entries(scheme + tie)] == ["task"]


def test_the_class_of_a_concept_goes_before_its_scheme() -> None:
    turtle = ':a a skos:Concept, kg:Metric ; skos:prefLabel "x" ; skos:inScheme :s . :s dcterms:type kg:Task .'
    assert [entry.kind for entry in entries(turtle)] == ["metric"]


def test_a_concept_without_english_is_called_by_its_own_language() -> None:
    turtle = ':a a skos:Concept, kg:Task ; skos:prefLabel "Sortieren"@de ; skos:altLabel "Ordnen"@de, "tri"@fr .'
    assert [entry.names for entry in entries(turtle)] == [("Sortieren", "Ordnen")]


def test_entries_stand_in_the_order_of_their_iris() -> None:
    turtle = "".join(f':{key} a skos:Concept, kg:Task ; skos:prefLabel "{key}{key}" .' for key in "cab")
    assert [entry.name for entry in entries(turtle)] == ["aa", "bb", "cc"]


def test_a_relative_iri_is_read_against_the_base_of_the_file() -> None:
    turtle = '@base <https://example.org/> . <#a> a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:exactMatch <b> .'
    (entry,) = entries(turtle)
    assert entry.links == ("https://example.org/#a", "https://example.org/b")


def test_turtle_is_known_by_its_content_whatever_the_name(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\n\r\n" + LASSO.encode())
    assert [entry.name for entry in read_lexicon(path).entries] == ["LASSO"]


@pytest.mark.parametrize(
    "turtle, said",
    [
        (":a a skos:Concept, kg:Task\n:b :c :d .", "own.ttl, line 6: not Turtle (expected"),
        (":a a unknown:Thing .", "own.ttl, line 5: not Turtle"),
        (":a a skos:Collection .", "own.ttl: it holds no entry; write a row, or in Turtle a skos:Concept"),
        (':a a skos:Concept ; skos:prefLabel "x" .', "own.ttl, <https://example.org/a>: it has no kind"),
        (':a a skos:Concept, kg:Task, kg:Metric ; skos:prefLabel "x" .', "is of the kinds metric and task"),
        (":a a skos:Concept, kg:Task .", "<https://example.org/a>: its skos:prefLabel is missing or blank"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel " " .', "its skos:prefLabel is missing or blank"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x", "y" .', "'x' and 'y' are both its skos:prefLabel"),
        ('[] a skos:Concept, kg:Task ; skos:prefLabel "x" .', "own.ttl: the skos:Concept 'x' has no IRI"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:exactMatch "Q1" .', "skos:exactMatch 'Q1' is no IRI"),
        (
            ':a a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:exactMatch "http://x" .',
            "own.ttl, <https://example.org/a>: its skos:exactMatch 'http://x' is no IRI; write it in < and >",
        ),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:closeMatch <b> .', "the link 'b' is no IRI; write it"),
        ('<#a> a skos:Concept, kg:Task ; skos:prefLabel "x" .', "own.ttl, <#a>: the IRI is relative; write it out"),
        (
            ":a a skos:Concept, kg:Task ; skos:prefLabel <http://e/3> .",
            "own.ttl, <https://example.org/a>: its skos:prefLabel is <http://e/3>, no text; write a text in quotes",
        ),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x", <b> .', "its skos:prefLabel is <b>, no text"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:altLabel :b .', "its skos:altLabel is <https:"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:hiddenLabel [] .', "skos:hiddenLabel is a blank node"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x\\u0000y" .', "holds the control character U+0000; delete it"),
        (':a a "a', "own.ttl: not Turtle (Quote expected in string); mend the file"),
        (':a skos:prefLabel "a"^^', "own.ttl: not Turtle (a statement is cut short); mend the file"),
        (':a a skos:Concept, kg:Task ; skos:prefLabel "x" ; skos:closeMatch <http://a\\u0020b> .', "is no IRI"),
        (f":a :b {'[ :b ' * 3000}{']' * 3000} .", "nested too deeply"),
    ],
)
def test_a_fault_is_named_with_its_place_and_what_to_do(turtle: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        entries(turtle)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_turtle_that_is_not_utf_8_is_refused() -> None:
    with pytest.raises(InputError, match=r"own\.ttl, row 5: not UTF-8 text"):
        parse_lexicon(PREFIXES.encode() + b'\xff:a a skos:Concept ; skos:prefLabel "x" .', "own.ttl")


def test_a_table_is_read_without_rdflib() -> None:
    code = (
        "import sys; from kg.resolve import parse_lexicon as p; p(b'method\\tQ1\\tx'); print('rdflib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
