"""Commands that hand a build on to others."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.answering import Built
from kg.cli.console import DEFAULT_OUT
from kg.errors import OptionError
from kg.graph import EVIDENCE_LEVELS


def export(
    folder: Built = DEFAULT_OUT,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="turtle, ntriples, trig or jsonld.")] = "turtle",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="File to write instead of standard output.")
    ] = None,
    evidence: Annotated[
        str | None,
        typer.Option("--evidence", metavar="|".join(EVIDENCE_LEVELS), help="How much; as it was built unless told."),
    ] = None,
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
    if evidence is not None:
        graph = replace(graph, options=replace(graph.options, evidence=evidence))
    if out is None:
        write_rdf(graph, sys.stdout.buffer, form)
    else:
        with replacing_file(out) as handle:
            write_rdf(graph, handle, form)
    return 0


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="Folder of the older build.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Folder of the newer build.")],
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="report or turtle.")] = "report",
) -> int:
    """Say what came, went, changed or has another id.

    \b
    kg diff release-1 release-2
    kg diff release-1 release-2 --format turtle > replaced.ttl
    """
    import kg
    from kg.export.revision import change_report, change_turtle
    from kg.terminal import plain

    forms = {"report": change_report, "turtle": change_turtle}
    if form not in forms:
        raise OptionError(f"what changed is shown as one of {', '.join(forms)}, not as {form!r}")
    text = forms[form](kg.load(old), kg.load(new))
    sys.stdout.write(text if form == "turtle" else "".join(f"{plain(line)}\n" for line in text.splitlines()))
    return 0
