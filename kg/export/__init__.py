"""Write a knowledge graph as files: Turtle, a page, GraphML, JSON, the extractions and the report, all or none."""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from kg.files import replacing
from kg.graph import KEPT_FILES, GivenFile, KnowledgeGraph
from kg.resolve import is_turtle
from kg.store import write_extractions


def save(graph: KnowledgeGraph, folder: Path, *, timings: Mapping[str, float] | None = None) -> dict[str, Any]:
    """Write every output of a graph into a folder and return the report.

    Parameters
    ----------
    graph
        What to write.
    folder
        Where to; made if missing. Either every file is replaced or, on failure, none.
    timings
        Seconds by stage, for the report; the only place where a clock shows.

    Raises
    ------
    OutputError
        If the folder cannot be written.
    """
    from kg.export.network import write_graphml, write_json
    from kg.export.page import write_page
    from kg.export.rdf import write_rdf
    from kg.export.report import report

    kept = {_kept_as(what, file): file.content for what, file in _given(graph)}
    # what an earlier build kept, and this one was not given, goes with its other files
    with replacing(folder, without=chain(*KEPT_FILES.values())) as staging:
        write_rdf(graph, staging / "graph.ttl")
        write_page(graph, staging / "graph.html")
        write_graphml(graph, staging / "graph.graphml")
        write_json(graph, staging / "graph.json")
        write_extractions(staging / "extractions.jsonl", graph.extractions)
        for name, content in kept.items():
            (staging / name).write_bytes(content)
        said = report(graph, timings=timings or {})
        text = json.dumps(said, ensure_ascii=False, indent=1) + "\n"
        (staging / "report.json").write_text(text, encoding="utf-8", newline="\n")
    return said


def _given(graph: KnowledgeGraph) -> Iterator[tuple[str, GivenFile]]:
    """Yield the files that the graph was built with, and what each is."""
    for what, file in (("lexicon", graph.lexicon), ("corrections", graph.corrections)):
        if file:
            yield what, file


def _kept_as(what: str, file: GivenFile) -> str:
    """Return the name under which a given file is kept: by what it is, whatever the user calls it."""
    return KEPT_FILES[what][what == "lexicon" and is_turtle(file.content)]
