"""The page of the ontology: made of it, up to date, and nothing left out."""

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
TREES = """
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix t: <http://example.org/trees#> .
<http://example.org/trees#> a owl:Ontology ; owl:versionInfo "7" ; dcterms:title "Trees" ;
  dcterms:description "Of woods." .
t:Tree a owl:Class ; skos:definition "It grows." ; skos:closeMatch t:Plant ; t:abstract true .
t:age a owl:DatatypeProperty , owl:FunctionalProperty ; skos:definition "Its years." ;
  rdfs:domain [ owl:unionOf ( t:Tree t:Bush ) ] ; rdfs:range xsd:integer .
t:shades a owl:ObjectProperty ; skos:definition "It is above." ; owl:inverseOf t:under ; rdfs:subPropertyOf t:near ;
  rdfs:domain t:Tree ; rdfs:range t:Bush .
"""


@pytest.fixture(scope="module")
def page():
    """The function that makes the page; the script is no module of the package."""
    return runpy.run_path(str(DOCS / "ontology.py"))["page"]


def test_the_page_in_the_repository_is_made_of_the_ontology_that_stands_there(page):
    assert (DOCS / "ontology.md").read_text(encoding="utf-8") == page(), "run: python docs/ontology.py"


@pytest.mark.parametrize(
    "line",
    [
        "# Trees",
        "| `t:Tree` | It grows. Close to `t:Plant`. *Never written in a graph.* |",
        "| `t:age` | `t:Tree` or `t:Bush` → `xsd:integer` | Its years. At most one. |",
        "| `t:shades` | `t:Tree` → `t:Bush` | It is above. Under `t:near`. The inverse of `t:under`. |",
    ],
)
def test_a_term_is_told_with_its_ends_and_neighbours(page, tmp_path: Path, line: str):
    (tmp_path / "trees.ttl").write_text(TREES, encoding="utf-8")
    assert line in page(tmp_path / "trees.ttl").splitlines()
