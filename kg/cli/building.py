"""Commands that make graphs, extractions and figures."""

import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.complaints import complain
from kg.cli.console import DEFAULT_OUT, busy, progress, something, summarise, tell_lines, tell_remarks
from kg.errors import InputError, OptionError
from kg.graph import EVIDENCE_LEVELS, Options
from kg.records import Extraction, Paper
from kg.vocabulary import DEFAULT_BASE, DEFAULT_MODEL

Inputs = Annotated[
    list[Path],
    typer.Argument(
        metavar="INPUT...", help="Files: listings, JSON Lines, CSV, BibTeX, or extractions.jsonl of an earlier build."
    ),
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write into.")]
Model = Annotated[str, typer.Option("--model", metavar="NAME", help="Extraction model.")]
LexiconFile = Annotated[
    Path | None,
    typer.Option(
        "--lexicon", metavar="FILE", help="Names of your own: TSV or SKOS Turtle; 'none': not even those that kg ships."
    ),
]
CorrectionsFile = Annotated[
    Path | None, typer.Option("--corrections", metavar="FILE", help="Merges, splits, new names.")
]


def build(
    inputs: Inputs,
    out: Out = DEFAULT_OUT,
    strict: Annotated[bool, typer.Option("--strict", help="Write nothing if anything had to be skipped.")] = False,
    base: Annotated[
        str, typer.Option("--base", metavar="IRI", help="Base of the IRIs of papers and entities.")
    ] = DEFAULT_BASE,
    model: Model = DEFAULT_MODEL,
    lexicon: LexiconFile = None,
    corrections: CorrectionsFile = None,
    min_confidence: Annotated[
        float, typer.Option("--min-confidence", metavar="X", min=0, max=1, help="Leave out what is less certain.")
    ] = 0.0,
    evidence: Annotated[
        str, typer.Option("--evidence", metavar="|".join(EVIDENCE_LEVELS), help="How much evidence the exports carry.")
    ] = "statements",
) -> int:
    """Build the graph of the papers in some files.

    \b
    kg build papers.bib                     into exports/
    kg build icml.txt more.jsonl --out g    several files, another folder
    kg build exports/extractions.jsonl --min-confidence 0.5 --out sure
    """
    options = Options(base=base, model=model, min_confidence=min_confidence, evidence=evidence)
    return _build(inputs, out, options, strict=strict, lexicon=lexicon, corrections=corrections)


def demo(out: Out = DEFAULT_OUT) -> int:
    """Build the graph of the bundled sample, 103 landmark papers.

    \b
    kg demo                                 into exports/
    kg demo --out landmarks
    """
    from importlib.resources import as_file, files

    with as_file(files("kg.sample") / "papers.jsonl") as sample:
        return _build([sample], out, Options(), strict=True, timed=False)  # its report is the same each time


def _build(
    inputs: list[Path],
    out: Path,
    options: Options,
    *,
    strict: bool,
    lexicon: Path | None = None,
    corrections: Path | None = None,
    timed: bool = True,
) -> int:
    import kg
    from kg.export import save
    from kg.export.terms import checked_base
    from kg.files import expect_writable

    checked_base(options.base)
    expect_writable(out)
    started = time.perf_counter()
    reading = kg.read(*inputs)
    read = time.perf_counter()
    with progress("Extracting") as report:
        graph = kg.build(
            something(reading),
            options=options,
            lexicon=lexicon,
            corrections=corrections,
            known=_known(out),
            progress=report,
        )
    built = time.perf_counter()
    tell_remarks("skipped", graph.skipped)
    tell_lines(graph.unused_corrections, "{} more corrections apply to nothing, listed in report.json")
    if strict and graph.skipped:
        raise InputError(f"{len(graph.skipped)} skipped, so nothing was written (--strict)")
    with busy("Writing"):
        save(graph, out, timings={"read": read - started, "build": built - read} if timed else {})
    summarise(graph, out)
    return 0


def _known(folder: Path) -> list[Extraction]:
    """Return the extractions of the build that stands in a folder; none if there is none that can be read."""
    from kg.files import settle
    from kg.store import read_extractions

    settle(folder)
    path = folder / "extractions.jsonl"
    if not path.exists():
        return []
    try:
        return list(read_extractions(path))
    except InputError as error:
        complain(f"{error}; all papers are extracted anew")
        return []


def extract(
    inputs: Inputs,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="File to write instead of standard output.")
    ] = None,
    model: Model = DEFAULT_MODEL,
) -> int:
    """Only extract: one JSON line a record, in the order of input.

    \b
    kg extract papers.jsonl --out extractions.jsonl
    kg extract listing.txt | head -1
    """
    import kg
    from kg.extract import extract as run
    from kg.extract import load
    from kg.files import replacing_file
    from kg.store import dump_line

    reading = something(kg.read(*inputs))
    papers = [item for item in reading if isinstance(item, Paper)]
    extracted = run(papers, load(model)) if papers else iter(())
    to_file = nullcontext(sys.stdout.buffer) if out is None else replacing_file(out)
    with to_file as handle, progress("Extracting") as report:
        for done, item in enumerate(reading, start=1):
            line = dump_line(item if isinstance(item, Extraction) else next(extracted))
            handle.write(line.encode("utf-8"))
            if report:
                report(done, len(reading))
    tell_remarks("skipped", reading.skipped)
    return 0


def resolve(
    extractions: Annotated[Path, typer.Argument(metavar="EXTRACTIONS.jsonl", help="Extractions or annotations.")],
    lexicon: LexiconFile = None,
    corrections: CorrectionsFile = None,
) -> int:
    """Only resolve: say, as TSV, which entity each name stands for.

    \b
    kg resolve exports/extractions.jsonl > entities.tsv
    """
    from kg.resolve import read_corrections, read_lexicon, table, with_shipped
    from kg.resolve import resolve as run
    from kg.store import read_extractions

    collection = list(read_extractions(extractions))
    resolution = run(
        collection,
        lexicon=with_shipped(read_lexicon(lexicon) if lexicon else None),
        corrections=read_corrections(corrections) if corrections else None,
    )
    sys.stdout.writelines(table(collection, resolution))
    tell_lines(resolution.unused, "{} more corrections apply to nothing")
    return 0


def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Annotated documents.")],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="What kg extract gave for them.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Measure extractions against annotated documents.

    \b
    kg extract gold.jsonl --out predicted.jsonl
    kg evaluate gold.jsonl predicted.jsonl
    """
    from json import dumps

    from kg.evaluate import load, score, table

    if gold == predicted:
        raise OptionError(f"GOLD and PREDICTED are one file, {gold}; give two")
    result = score(load(gold), load(predicted))
    print(dumps(result.to_json(), indent=1) if json else table(result))
    return 0
