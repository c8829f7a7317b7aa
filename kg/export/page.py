"""The page: one file that shows a graph, works offline, and can be trusted with any name.

vis-network comes from pyvis; the template is ours. Data goes in as JSON that no parser of HTML can take for markup,
the page writes it with `textContent` alone, and a Content-Security-Policy lets only our own scripts run, by their
hashes, and no request leave.
"""

import base64
import hashlib
import json
import zlib
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from pyvis.network import Network

from kg.export.characters import storable
from kg.export.details import CARRIED_PAPERS, Carried, carried, details
from kg.export.drawing import LOOKS, drawn_edges, drawn_nodes
from kg.export.overview import Overview, overview
from kg.export.wording import EDGE_WORDS, KIND_WORDS, counted
from kg.garbage import uncollected
from kg.graph import KnowledgeGraph
from kg.vocabulary import KINDS, ONTOLOGY, PAPER

VIS_NETWORK = "lib/vis-9.1.2/vis-network.min.js"
"""In the folder of pyvis. Its style sheet is left out: it dresses controls that the page does not use."""
SCRIPTS = (
    "model.js",
    "words.js",
    "narrowing.js",
    "places.js",
    "outlines.js",
    "painter.js",
    "drawing.js",
    "panel.js",
    "search.js",
    "filters.js",
    "table.js",
    "takeaway.js",
    "page.js",
)
"""The scripts of the page, in the order in which they are joined."""
LONGEST_VENUE = 80
"""Characters of a venue in the heading, at most."""
COMPRESS_FROM = 1_000_000
"""Characters of details from which they are compressed; less stays readable in the file."""
COMPRESSION = 5
"""Level of the compression; the highest takes six times as long for two hundredths less."""
OPTIONS = {
    "physics": {"enabled": False},
    "nodes": {"scaling": {"label": {"drawThreshold": 6}}},
    "layout": {"improvedLayout": False},
    "edges": {"smooth": False, "arrows": {"to": {"scaleFactor": 0.45}}},
    "interaction": {"hover": True, "tooltipDelay": 100, "keyboard": {"enabled": True, "bindToWindow": False}},
}


def to_pyvis(graph: KnowledgeGraph) -> Network:
    """Return the part of the graph that the page draws, as a pyvis network.

    Nodes stand where they were laid out and bear opaque ids; physics is off. `node_map` and the lists are filled
    directly, since pyvis' own `add_edge` searches all edges that are there.
    """
    shown = overview(graph)
    return _network(graph, shown, carried(graph, shown))


def _network(graph: KnowledgeGraph, shown: Overview, held: Carried) -> Network:
    numbers = held.numbers
    network = Network(height="750px", width="100%", directed=True, cdn_resources="in_line")
    network.nodes = drawn_nodes(graph, shown, numbers)
    network.node_map = {node["id"]: node for node in network.nodes}
    network.node_ids = list(network.node_map)
    network.edges = drawn_edges(graph, shown, numbers)
    network.set_options(json.dumps(OPTIONS))
    return network


def write_page(graph: KnowledgeGraph, path: Path) -> None:
    """Write the page of a graph: one HTML file that needs nothing else."""
    path.write_text(page(graph), encoding="utf-8", newline="\n")


@uncollected()
def page(graph: KnowledgeGraph, most: int = CARRIED_PAPERS) -> str:
    """Return the HTML of the page of a graph; it carries details of at most so many papers."""
    shown = overview(graph)
    held = carried(graph, shown, most)
    network = _network(graph, shown, held)
    first = {
        "heading": heading(graph),
        "summary": summary(graph, shown, held),
        "kinds": [[kind, *KIND_WORDS[kind], LOOKS[kind].shape, _count(graph, kind)] for kind in KINDS],
        "words": [[predicate, *words] for predicate, words in EDGE_WORDS.items()],
        "base": graph.options.base,
        "ontology": ONTOLOGY,
        "named": shown.named,
        "options": network.options,
        "nodes": network.nodes,
        "edges": network.edges,
    }
    library, script = vis_network(), own_script()
    return _filled(
        {
            "policy": content_policy(library, script),
            "title": escape(heading(graph)),
            "style": colours() + _template("page.css"),
            "overview": embedded(first),
            "details": _details(details(graph, held)),
            "library": library,
            "script": script,
        }
    )


def _filled(parts: dict[str, str]) -> str:
    """Return the template with its gaps filled, each once; what fills one is never searched for gaps."""
    pieces = _template("page.html").split("{{")
    whole = [pieces[0]]
    for piece in pieces[1:]:
        name, rest = piece.split("}}", 1)
        whole += [parts[name], rest]
    return "".join(whole)


def _details(data: dict[str, Any]) -> str:
    """Return the details as the content of a script element, compressed if they are long."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if len(text) < COMPRESS_FROM:
        return ' type="application/json">' + _escaped(text)
    packed = zlib.compress(text.encode(), COMPRESSION)
    return ' type="application/zlib">' + base64.b64encode(packed).decode()


def embedded(data: Any) -> str:
    r"""Return data as JSON that stays JSON inside a script element, whatever texts it holds.

    Examples
    --------
    >>> embedded("</script><!--")
    '"\\u003c/script\\u003e\\u003c!--"'
    """
    return _escaped(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def _escaped(text: str) -> str:
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def content_policy(*scripts: str) -> str:
    """Return a Content-Security-Policy under which just these inline scripts run and no request leaves."""
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src {allowed}; base-uri 'none'; form-action 'none'"
    )


def vis_network() -> str:
    """Return the script of vis-network as pyvis ships it, without the pointer to a source map that is not there."""
    script = files("pyvis").joinpath(VIS_NETWORK).read_text(encoding="utf-8")
    return script.replace("//# sourceMappingURL=vis-network.min.js.map", "").replace("\r\n", "\n").strip()


def own_script() -> str:
    """Return the scripts of the page as one, with nothing of theirs seen from outside."""
    return '"use strict";\n(() => {\n' + "\n".join(_template(name) for name in SCRIPTS) + "})();\n"


def colours() -> str:
    """Return the style of the kinds: one custom property each, on light and on dark."""
    light = "".join(f"--{kind}:{look.light};" for kind, look in LOOKS.items())
    dark = "".join(f"--{kind}:{look.dark};" for kind, look in LOOKS.items())
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


def _template(name: str) -> str:
    return files("kg.export").joinpath("template", name).read_text(encoding="utf-8")


def _count(graph: KnowledgeGraph, kind: str) -> int:
    if kind == PAPER:
        return len(graph.papers)
    return sum(entity.kind == kind for entity in graph.entities)


def heading(graph: KnowledgeGraph) -> str:
    """Return what the collection is, in a line: venue and years where the papers agree, and how many they are."""
    venues = {paper.venue for paper in graph.papers}
    years = sorted({paper.year for paper in graph.papers if paper.year is not None})
    venue = storable(venues.pop())[:LONGEST_VENUE] if len(venues) == 1 else ""
    span = f"{years[0]}–{years[-1]}" if len(years) > 1 else "".join(map(str, years))
    if span in venue:
        span = ""
    lead, told = " ".join(filter(None, (venue, span))), counted(len(graph.papers), PAPER)
    if venue:
        return f"{lead}: {told}"
    return f"{told}, {span}" if span else told


def summary(graph: KnowledgeGraph, shown: Overview, held: Carried) -> str:
    """Return what the collection holds, how much of it is drawn, and what the page leaves out."""
    papers, entities = len(graph.papers), len(graph.entities)
    if not papers:
        return "There is nothing in this collection yet."
    if not entities:
        return "No method, task, dataset or metric was found in them."
    kinds = [counted(number, kind) for kind in KINDS[1:] if (number := _count(graph, kind))]
    told = f"With {' and '.join(filter(None, (', '.join(kinds[:-1]), kinds[-1])))}. "
    drawn = sum(node in graph.paper for node in shown.nodes)
    if len(shown.nodes) == papers + entities:
        return told + "All of it is drawn."
    told += (
        f"Drawn: {'all' if drawn == papers else f'{drawn:,} of {papers:,}'} papers "
        f"and {len(shown.nodes) - drawn:,} of {entities:,} {'entity' if entities == 1 else 'entities'}, "
        "those named by most papers first. "
    )
    if len(held.papers) == papers:
        return told + "Search finds the rest."
    return told + f"Search finds {len(held.papers):,} of the papers; kg serve and the files of the build hold all."
