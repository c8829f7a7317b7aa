"""The table of a resolution, and what it scores on the shared gold."""

import json
import subprocess
import sys
from pathlib import Path

from kg.resolve import parse_corrections, resolve, table, with_shipped
from kg.store import read_extractions
from tests.collecting import collection, naming_paper


def test_each_entity_of_each_document_has_a_row() -> None:
    papers = collection({"a": [("method", "ridge"), ("task", "QAN")], "b": [("method", "Ridge")]})
    assert "".join(table(papers, resolve(papers))) == (
        "document\tentity\tid\tname\na\tE1\tmethod/ridge\tRidge\na\tE2\ttask/qan\tQAN\nb\tE1\tmethod/ridge\tRidge\n"
    )


def test_a_dropped_entity_has_a_row_without_id() -> None:
    papers = collection({"a": [("method", "ridge")]})
    resolution = resolve(papers, corrections=parse_corrections(b"drop\tmethod\tridge"))
    assert list(table(papers, resolution))[1] == "a\tE1\t\tridge\n"


def test_tabs_and_line_ends_in_names_become_blanks() -> None:
    papers = (naming_paper("a\tb", ("method", "deep\tforest\r\nlearner\u2028x")),)
    assert list(table(papers, resolve(papers)))[1] == "a b\tE1\tmethod/deep-forest-learner-x\tdeep forest learner x\n"


def test_duplicate_papers_keep_their_rows() -> None:
    paper = naming_paper("a", ("method", "ridge"))
    assert len(list(table((paper, paper), resolve((paper, paper))))) == 3


def test_the_gold_is_resolved_within_the_bars(shared: Path, tmp_path: Path) -> None:
    gold, resolved = shared / "data/gold/train.jsonl", tmp_path / "resolved.tsv"
    extractions = tuple(read_extractions(gold))
    resolution = resolve(extractions, lexicon=with_shipped())
    resolved.write_text("".join(table(extractions, resolution)), encoding="utf-8", newline="\n")
    command = [sys.executable, shared / "tools/score_resolution.py", gold, resolved, "--json"]
    printed = subprocess.run([*command, "--data", shared / "data/resolution"], capture_output=True, check=True).stdout
    figures = json.loads(printed)
    assert figures["same"] >= 0.83
    assert figures["different"] == 1.0
    assert figures["ambiguous"] >= 0.95
