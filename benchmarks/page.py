"""The page of a collection in Chromium: size, writing, first picture, search and zoom, beside the page of stock pyvis.

    python benchmarks/page.py [BUILD] [--papers N]

BUILD is a folder or file of extractions; unless told, papers of the pool beside the repository are extracted by the
model `fast`. Needs playwright and Debian's chromium. Processor time is that of the thread that draws, so that a busy
machine slows nothing; a time on the clock is given where a person waits, and means something on an idle machine only.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from pyvis.network import Network

import kg
from kg.export.page import to_pyvis, write_page
from kg.graph import KnowledgeGraph, Options

POOL = Path(__file__).resolve().parents[2] / "shared/data/abstracts/pool.jsonl.gz"
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 300_000
QUERIES = ["b", "neural", "image classification", "BERT", "zzzz", "wang", "2021"]
FRAMES = 40
ADDED = (1000, 2000, 4000)
"""Edges that are added one by one to see how the time grows; all of them would take minutes."""

SEARCH = """query => {
    const input = document.getElementById("query");
    input.value = query;
    const began = performance.now();
    input.dispatchEvent(new Event("input"));
    document.getElementById("hits").getBoundingClientRect();
    return performance.now() - began;
}"""
ZOOM = """([frames, name]) => {
    const network = name === "kgDrawing" ? kgDrawing.network : globalThis[name];
    const canvas = network.body.container.querySelector("canvas").getContext("2d");
    network.fit({ animation: false });
    const scale = network.getScale();
    for (let frame = 0; frame < frames; frame += 1) {
        network.moveTo({ scale: scale * (0.7 + (1.3 * frame) / frames) });
        network.redraw();
        canvas.getImageData(0, 0, 1, 1);
    }
}"""
"""From all in view, smaller to twice as large; reading a point of each frame has it painted before the next."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", type=Path, default=POOL)
    parser.add_argument("--papers", type=int, default=2500)
    told = parser.parse_args()
    source = told.build / "extractions.jsonl" if told.build.is_dir() else told.build
    graph = kg.build(list(islice(kg.read(source), told.papers)), options=Options(model="fast"))
    with tempfile.TemporaryDirectory() as folder, _tab() as tab:
        path = Path(folder) / "graph.html"
        writing = _writing(graph, path)
        print(f"{graph}\npage: {path.stat().st_size / 1e6:.2f} MB, written in {writing:.2f} CPU s")
        _adding(graph, writing)
        _looking(tab, path)
        stock = Path(folder) / "stock.html"
        stock.write_text(_stock(graph).generate_html(notebook=False), encoding="utf-8")
        ours, theirs = _zoom(tab, path, "kgDrawing"), _zoom(tab, stock, "network")
        print(f"a frame of zoom: {ours:.1f} CPU ms, by stock pyvis {theirs:.1f}: {ours / theirs:.2f} of it")


def _writing(graph: KnowledgeGraph, path: Path) -> float:
    began = time.process_time()
    write_page(graph, path)
    return time.process_time() - began


def _adding(graph: KnowledgeGraph, writing: float) -> None:
    """Print how long stock pyvis would take over the collection: what an edge costs grows with those that stand."""
    network = Network()
    began = time.process_time()
    for node in (*graph.paper, *graph.entity):
        network.add_node(node)
    nodes, last, costs = time.process_time() - began, 0, []
    for most in ADDED:
        began = time.process_time()
        for claim in graph.claims[last:most]:
            network.add_edge(claim.subject, claim.object)
        costs.append(((last + most) / 2, (time.process_time() - began) / (most - last)))
        last = most
    slope, level = statistics.linear_regression(*zip(*costs, strict=True))
    number = len(graph.claims)
    edges = level * number + slope * number**2 / 2
    print(
        f"add_node of {len(network.nodes):,} nodes: {nodes:.1f} CPU s; add_edge of {number:,} edges: {edges:.0f}, "
        f"extrapolated from {ADDED[-1]:,}: {(nodes + edges) / writing:.0f} times the page"
    )


def _stock(graph: KnowledgeGraph) -> Network:
    """Return the same nodes and edges at the same places as stock pyvis draws them."""
    drawn = to_pyvis(graph)
    network = Network(height="800px", width="100%", directed=True, cdn_resources="in_line")
    for node in drawn.nodes:
        network.add_node(
            node["id"], label=node["label"], shape=node["shape"], x=node["x"], y=node["y"], size=node["size"]
        )
    for edge in drawn.edges:
        network.add_edge(edge["from"], edge["to"])
    network.toggle_physics(False)
    return network


@contextmanager
def _tab() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        tab = browser.new_context(
            offline=True, reduced_motion="reduce", viewport={"width": 1280, "height": 800}
        ).new_page()
        tab.set_default_timeout(PATIENCE)
        yield tab
        browser.close()


class _Clock:
    """Processor time of the thread that runs and draws a page."""

    def __init__(self, tab: Page) -> None:
        self.session: Any = tab.context.new_cdp_session(tab)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds(self) -> float:
        found = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in found if metric["name"] == "TaskDuration"))


def _looking(tab: Page, path: Path) -> None:
    clock = _Clock(tab)
    began = clock.seconds()
    tab.goto(path.as_uri())
    tab.wait_for_selector("html[data-ready]")
    used, ready = clock.seconds() - began, tab.evaluate("performance.now()")
    print(f"opened: drawn and everything works after {used:.2f} CPU s; on the clock {ready / 1000:.2f} s")
    before = clock.seconds()
    waits = [tab.evaluate(SEARCH, query) for query in QUERIES for _ in range(3)]
    used = (clock.seconds() - before) / len(waits)
    median, most = statistics.median(waits), max(waits)
    print(f"search: {1000 * used:.0f} CPU ms a query; on the clock {median:.0f} ms, {most:.0f} at most")


def _zoom(tab: Page, path: Path, name: str) -> float:
    """Return the processor time of a frame in milliseconds."""
    tab.goto(path.as_uri())
    tab.wait_for_function(
        f"globalThis.{name} !== undefined" if name == "kgDrawing" else "typeof network === 'object' && network"
    )
    if name == "kgDrawing":
        tab.wait_for_selector("html[data-ready]")
    else:
        tab.evaluate("() => { globalThis.network = network; }")
    tab.evaluate(ZOOM, [FRAMES, name])
    clock = _Clock(tab)
    before = clock.seconds()
    tab.evaluate(ZOOM, [FRAMES, name])
    return 1000 * (clock.seconds() - before) / FRAMES


if __name__ == "__main__":
    main()
