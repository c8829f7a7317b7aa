"""`kg build`, `demo`, `extract`, `resolve` and `evaluate`: files, exit status, what is said."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pyoxigraph
import pytest
import rdflib

import kg
from kg.cli import main
from tests.cli.conftest import LISTING, process

OUTPUTS = {"extractions.jsonl", "graph.graphml", "graph.html", "graph.json", "graph.ttl", "report.json"}
OLD = "@prefix : <x:> ."


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a build, the report without its clock."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    report = json.loads(found["report.json"])
    del report["timings"]
    return found | {"report.json": json.dumps(report).encode()}


def test_a_build_writes_the_files_of_the_contract(built: Path):
    assert {path.name for path in built.iterdir()} == OUTPUTS


def test_the_heading_gives_venue_and_year(built: Path):
    papers = kg.load(built).papers
    assert [(paper.venue, paper.year) for paper in papers] == [("ICML 2026", 2026)] * 3


def test_every_record_is_in_the_graph_or_in_the_report(built: Path):
    report = json.loads((built / "report.json").read_text(encoding="utf-8"))
    assert (report["read"], report["papers"], report["skipped"]) == (3, 3, [])


def test_the_extractions_hold_clean_text(built: Path):
    texts = [
        json.loads(line)["text"] for line in (built / "extractions.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert any("drops by 3.16% when CO2 limits" in text for text in texts)
    assert any(text.startswith("We propose Folding Harbour Network (FHN)") for text in texts)


def test_a_paper_without_title_is_called_by_what_it_proposes_or_its_opening_words(built: Path):
    graph = kg.load(built)
    names = {graph.labels[paper.id] for paper in graph.papers}
    assert {paper.title for paper in graph.papers} == {""}
    assert "Folding Harbour Network" in names


def test_load_gives_the_graph_that_was_built(built: Path, tmp_path: Path):
    (tmp_path / "listing.txt").write_text(LISTING, encoding="utf-8")
    assert kg.load(built) == kg.build(kg.read(tmp_path / "listing.txt"))


def test_building_from_extractions_gives_the_same_files(built: Path, tmp_path: Path):
    assert main(["build", str(built / "extractions.jsonl"), "--out", str(tmp_path / "again")]) == 0
    assert contents(tmp_path / "again") == contents(built)


def test_hash_seed_and_order_of_files_change_no_byte(tmp_path: Path):
    for name, part in zip("ab", LISTING.split("\n\nHarbour"), strict=True):
        text = part if name == "a" else "ICML 2026 Papers\n\nHarbour" + part
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    files = [tmp_path / f"{name}.txt" for name in "ab"]
    assert main(["build", *map(str, files), "--out", str(tmp_path / "here")]) == 0
    seed = "1" if sys.flags.hash_randomization else "0"
    done = process("build", *reversed(files), "--out", tmp_path / "there", PYTHONHASHSEED=seed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_three_parsers_read_as_many_triples(built: Path):
    path = built / "graph.ttl"
    ours = len(set(pyoxigraph.parse(path=path, format=pyoxigraph.RdfFormat.TURTLE)))
    assert ours > 0
    assert len(rdflib.Graph().parse(path)) == ours
    try:
        said = subprocess.run(["rapper", "-q", "-i", "turtle", path], capture_output=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip("needs rapper (Debian's raptor2-utils)")
    assert len(set(said.splitlines())) == ours


def test_networkx_reads_its_two_files_back_equal(built: Path):
    graph = kg.load(built).to_networkx()
    edges = sorted(graph.edges(keys=True, data=True))
    graphml = nx.read_graphml(built / "graph.graphml", force_multigraph=True)
    assert dict(graphml.nodes(data=True)) == dict(graph.nodes(data=True))
    assert sorted(graphml.edges(keys=True, data=True)) == edges
    json_graph = nx.node_link_graph(json.loads((built / "graph.json").read_text(encoding="utf-8")), edges="edges")
    assert dict(json_graph.nodes(data=True)) == dict(graph.nodes(data=True))
    assert sorted(json_graph.edges(keys=True, data=True)) == edges


def test_extract_keeps_the_order_of_input_and_every_record(run, tmp_path: Path):
    lines = [{"id": "z", "title": "A", "abstract": "We use BERT."}, {"id": "a", "text": "We use BERT."}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, [*lines, *lines])), encoding="utf-8")
    status, out, _ = run("extract", tmp_path / "in.jsonl")
    assert status == 0
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["z", "a", "z", "a"]


def test_extract_to_a_file_is_what_it_prints(run, listing: Path, tmp_path: Path):
    _, printed, _ = run("extract", listing)
    assert run("extract", listing, "--out", tmp_path / "new" / "e.jsonl") == (0, "", "")
    assert (tmp_path / "new" / "e.jsonl").read_text(encoding="utf-8") == printed


def test_resolve_prints_a_row_for_each_entity_of_each_document(run, built: Path):
    status, out, _ = run("resolve", built / "extractions.jsonl")
    rows = [row.split("\t") for row in out.splitlines()]
    extractions = [json.loads(line) for line in (built / "extractions.jsonl").read_text(encoding="utf-8").splitlines()]
    assert status == 0
    assert rows[0] == ["document", "entity", "id", "name"]
    assert [row[:2] for row in rows[1:]] == [[e["id"], entity["id"]] for e in extractions for entity in e["entities"]]


def test_evaluate_finds_no_fault_in_a_copy_of_the_gold(run, built: Path, tmp_path: Path):
    (tmp_path / "copy.jsonl").write_bytes((built / "extractions.jsonl").read_bytes())
    status, out, _ = run("evaluate", built / "extractions.jsonl", tmp_path / "copy.jsonl", "--json")
    assert (status, json.loads(out)["mentions.core"]["f1"]) == (0, 1.0)


def test_what_can_be_read_is_built_and_the_rest_is_in_the_report(run, listing: Path, tmp_path: Path):
    status, _, err = run("build", listing, tmp_path / "missing.bib", "--out", tmp_path / "out")
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert (status, report["papers"]) == (0, 3)
    assert [remark["file"] for remark in report["skipped"]] == ["missing.bib"]
    assert "missing.bib" in err


def test_strict_writes_nothing_when_something_is_skipped(run, listing: Path, tmp_path: Path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "graph.ttl").write_text(OLD)
    assert run("build", listing, tmp_path / "missing.bib", "--out", tmp_path / "out", "--strict")[0] == 1
    assert {path.name: path.read_text() for path in (tmp_path / "out").iterdir()} == {"graph.ttl": OLD}


@pytest.mark.parametrize("seconds", [0.3, 1.5, 6])
def test_a_build_interrupted_at_any_time_leaves_the_earlier_one(tmp_path: Path, seconds: float):
    out, source = tmp_path / "out", tmp_path / "many.jsonl"
    out.mkdir()
    (out / "graph.ttl").write_text(OLD)
    papers = ({"id": str(n), "text": f"{n} {LISTING}"} for n in range(3000))
    source.write_text("\n".join(map(json.dumps, papers)), encoding="utf-8")
    child = subprocess.Popen([sys.executable, "-m", "kg", "build", source, "--out", out], stderr=subprocess.PIPE)
    time.sleep(seconds)  # before, while, and after the libraries load
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode in (130, -signal.SIGINT), err  # both are 130 to a shell
    assert err.count(b"\n") == 1
    assert b"Traceback" not in err
    assert {path.name: path.read_text() for path in out.iterdir()} == {"graph.ttl": OLD}


def test_a_build_in_a_c_locale_is_the_same(built: Path, listing: Path, tmp_path: Path):
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    done = process("build", listing, "--out", tmp_path / "out", **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert contents(tmp_path / "out") == contents(built)


def test_a_closed_pipe_ends_quietly():
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "kg", "query", "--list"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert done.stderr == b""


def test_a_person_at_a_terminal_is_told_how_to_go_on_with_this_folder(listing: Path, tmp_path: Path):
    folder = tmp_path / "my graph"
    done = process("build", listing, "--out", folder, TTY_COMPATIBLE="1", COLUMNS="200")
    said = done.stdout.decode().splitlines()
    assert said[0].startswith("3 papers · ")
    assert said[-1] == f"Next: kg query --list · kg show NAME --graph '{folder}' · kg serve '{folder}'"


def test_the_bar_shows_papers_and_never_an_unknown_number(listing: Path, tmp_path: Path):
    done = process("build", listing, "--out", tmp_path / "out", TTY_COMPATIBLE="1", COLUMNS="100")
    shown = done.stderr.decode()
    assert "/?" not in shown
    assert all(word in shown for word in ("Working", "Writing"))
