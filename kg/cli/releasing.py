"""Commands that hand a build on to others."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.answering import Built
from kg.cli.console import DEFAULT_OUT
from kg.graph import EVIDENCE_LEVELS


def export(
    folder: Built = DEFAULT_OUT,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="turtle, ntriples, trig or jsonld.")] = "turtle",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="File to write instead of standard output.")
    ] = None,
    evidence: Annotated[
        str,
        typer.Option("--evidence", metavar="|".join(EVIDENCE_LEVELS), help="How much; as it was built unless told."),
    ] = "",
) -> int:
    """Write a build as RDF of another form.

    \b
    kg export --format trig --out graph.trig      a named graph for each paper
    kg export sure --format jsonld > graph.jsonld
    kg export --evidence mentions --out all.ttl   with every place where an entity is named
    """
    import kg
    from kg.export.rdf import write_rdf
    from kg.files import replacing_file

    graph = kg.load(folder)
    if evidence:
        graph = replace(graph, options=replace(graph.options, evidence=evidence))
    if out is None:
        write_rdf(graph, sys.stdout.buffer, form)
    else:
        with replacing_file(out) as handle:
            write_rdf(graph, handle, form)
    return 0
