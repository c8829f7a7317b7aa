"""What cannot be done: one line on standard error, the exit status of the contract, and nothing on the disk changed.

2 is wrong usage: a word or value that no folder or file could make right. 1 is something that is not there, cannot be
read or written, or answers nothing.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kg.store import dump_line
from tests.cli.conftest import LISTING
from tests.collecting import naming_paper

posix = pytest.mark.skipif(os.name != "posix", reason="signals are of POSIX")

FILES = {
    "no such file": "nothing",
    "a folder": "folder",
    "an empty file": "empty",
    "a binary file": "binary",
    "a file of another format": "page.html",
    "a name too long": "x" * 300,
}
BAD = [pytest.param(name, id=what) for what, name in FILES.items()]


@pytest.fixture
def here(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with a build, a listing, and what cannot be read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "built").symlink_to(built)
    (tmp_path / "listing.txt").write_text(LISTING, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "page.html").write_text("<!doctype html><p>Nothing to see.</p>", encoding="utf-8")
    return tmp_path


def standing(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in paths}


def assert_refused(run, here: Path, arguments: list[str], status: int) -> str:
    before = standing(here)
    told, out, err = run(*arguments)
    assert (told, out) == (status, ""), err
    assert err.startswith("kg: ")
    assert err.count("\n") == 1, err
    assert "fault of kg" not in err
    assert standing(here) == before
    return err


@pytest.mark.parametrize("file", BAD)
@pytest.mark.parametrize(
    "command",
    [
        "build {} --out new", "build built/extractions.jsonl --lexicon {} --out new", "extract {} --out new",
        "resolve {}", "resolve built/extractions.jsonl --lexicon {}", "show BERT --graph {}",
        "similar BERT --graph {}", "review {}", "validate {}", "export {}", "diff built {}", "diff {} built",
        "evaluate {} built/extractions.jsonl",
        "evaluate built/extractions.jsonl {}", "train fast --data {} --out new", "query {}.rq --graph built",
        "train fast --data built/extractions.jsonl --out new --watch {}",
        "train fast --data built/extractions.jsonl --out new --pool {}",
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_a_1(run, here: Path, command: str, file: str):
    arguments = [word.format(file) for word in command.split()]
    assert_refused(run, here, arguments, 1)


@pytest.mark.parametrize("file", [one for one in BAD if one.values[0] != "empty"])
@pytest.mark.parametrize("command", ["build {} --out new", "resolve {}"])
def test_corrections_that_cannot_be_read_are_a_1(run, here: Path, command: str, file: str):
    arguments = command.format("built/extractions.jsonl").split()
    assert_refused(run, here, [*arguments, "--corrections", file], 1)


@pytest.mark.parametrize("file", [one for one in BAD if one.values[0] != "empty"])
@pytest.mark.parametrize("command", ["query most-used-datasets --graph", "serve"])
def test_a_graph_that_cannot_be_read_is_a_1(run, here: Path, command: str, file: str):
    assert_refused(run, here, [*command.split(), file], 1)


@pytest.mark.parametrize("place", ["listing.txt", "listing.txt/below", "/dev/null/below", "x" * 300])
@pytest.mark.parametrize(
    "command",
    ["build listing.txt", "demo", "train fast --data built/extractions.jsonl", "extract built/extractions.jsonl"],
)
def test_a_place_that_cannot_be_written_is_a_1(run, here: Path, command: str, place: str):
    if command.startswith("extract"):  # a file is replaced, so only what is below one cannot be
        place = f"{place}/below"
    assert "--out" in assert_refused(run, here, [*command.split(), "--out", place], 1)


@pytest.mark.parametrize("command", ["extract built/extractions.jsonl", "export built"])
@pytest.mark.parametrize("place", ["folder", "empty/below", "x" * 300])
def test_a_file_that_cannot_be_written_is_a_1(run, here: Path, command: str, place: str):
    assert "--out" in assert_refused(run, here, [*command.split(), "--out", place], 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("command", ["extract built/extractions.jsonl", "export built"])
def test_a_full_device_is_a_1(run, here: Path, command: str):
    assert "No space left" in assert_refused(run, here, [*command.split(), "--out", "/dev/full"], 1)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everything")
@pytest.mark.parametrize("command", ["build listing.txt", "demo", "train fast --data built/extractions.jsonl"])
def test_a_folder_without_permission_is_a_1_before_anything_is_extracted(run, here: Path, command: str):
    (here / "folder").chmod(0o500)
    assert "may not be written" in assert_refused(run, here, [*command.split(), "--out", "folder/new"], 1)


@pytest.mark.parametrize("name", ["nobody knows it", ""])
@pytest.mark.parametrize(
    "command",
    ["show {} --graph built", "similar {} --graph built", "query papers-using-method --method {} --graph built"],
)
def test_a_name_that_nothing_has_is_a_1(run, here: Path, command: str, name: str):
    assert_refused(run, here, [word.replace("{}", name) for word in command.split()], 1)


@pytest.mark.parametrize(
    "command",
    [
        *("nonsense", "--nonsense", "build", "extract", "resolve", "show", "similar", "diff", "diff built", "evaluate"),
        *("evaluate built/extractions.jsonl", "evaluate built/extractions.jsonl built/extractions.jsonl"),
        *("train", "train fast", "train big --data a --out b", "query", "demo more", "validate built more"),
        *("train fast --data a", "train fast --out b", "build listing.txt --nonsense", "export built --out"),
        *(f"build built/extractions.jsonl --min-confidence {x}" for x in ("-1", "1.5", "nan", "inf", "high")),
        *(f"build built/extractions.jsonl --base {x}" for x in ("relative/", "http://a.example/<x>", "javascript:x")),
        *("build built/extractions.jsonl --evidence all", "export built --evidence all", "export built --evidence="),
        *(f"{command} --model nobody-trained" for command in ("build listing.txt", "extract listing.txt")),
        *("export built --format xml", "diff built built --format xml"),
        "query most-used-datasets --graph built --format xml",
        *("query most-used-datasets --graph built --more 1", "query papers-using-method --graph built"),
        *("query papers-using-method BERT --graph built", "query papers-using-method --graph built --method"),
        *(f"review built --top {x}" for x in ("0", "-1", "all")),
        *(f"serve built --port {x}" for x in ("0", "65536", "web")),
        *(f"serve built --timeout {x}" for x in ("0", "nan", "inf", "long")),
        *(f"serve built --most {x}" for x in ("0", "nan", "inf", "all")),
        *(f"train fast --data a --out b --held {x}" for x in ("0", "1", "-1", "some")),
        *(f"train fast --data a --out b --epochs {x}" for x in ("0", "some")),
        *(f"train fast --data a --out b --seed {x}" for x in ("-1", "some")),
        *("train fast --data a --out b --encoder c", "train fast --data a --out b --twin c"),
        *("train accurate --data a --out b --twin c --held 9",),
        *("train fast --data a --out b --pool built/extractions.jsonl --teacher nobody-trained",),
    ],
)  # fmt: skip
def test_wrong_usage_is_a_2(run, here: Path, command: str):
    assert_refused(run, here, command.split(), 2)


def test_no_command_at_all_is_answered_with_the_help(run):
    status, _, err = run()
    assert status == 2
    assert err.startswith("Usage: kg")


def test_a_strict_build_that_skips_is_a_1_and_writes_nothing(run, here: Path):
    before = standing(here)
    status, _, err = run("build", "listing.txt", "nothing", "--strict", "--out", "new")
    assert (status, err.count("\n")) == (1, 2)
    assert standing(here) == before


def test_several_inputs_without_a_paper_are_each_told_apart(run, here: Path):
    status, _, err = run("build", "nothing", "folder", "--out", "new")
    assert status == 1
    assert [line.split(": ")[:3] for line in err.splitlines()][:2] == [
        ["kg", "skipped", "folder"],
        ["kg", "skipped", "nothing"],
    ]
    assert not (here / "new").exists()


@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_query_that_never_ends_is_ended_by_a_signal(tmp_path: Path, how: signal.Signals):
    triples = "".join(f'<http://a/{n}> <http://a/p> "{n}" .\n' for n in range(2000))
    (tmp_path / "graph.ttl").write_text(triples, encoding="utf-8")
    endless = "\ufeffSELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    (tmp_path / "endless.rq").write_text(endless, encoding="utf-8")
    command = [sys.executable, "-m", "kg", "query", "endless.rq", "--graph", "graph.ttl"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as asked:
        with pytest.raises(subprocess.TimeoutExpired):
            asked.wait(4)
        asked.send_signal(how)
        try:
            said = asked.communicate(timeout=20)[1]
        finally:
            asked.kill()
    assert (asked.returncode, said) == (130, "kg: interrupted; what was there before is as it was\n")


def test_corrections_that_apply_to_nothing_are_said_up_to_a_limit(run, tmp_path: Path):
    (tmp_path / "many.tsv").write_text("".join(f"drop\tmethod\tname {n}\n" for n in range(2000)), encoding="utf-8")
    paper = naming_paper("a", ("method", "ridge"))
    (tmp_path / "papers.jsonl").write_text(dump_line(paper), encoding="utf-8")
    out = tmp_path / "out"
    status, _, err = run("build", tmp_path / "papers.jsonl", "--corrections", tmp_path / "many.tsv", "--out", out)
    assert status == 0
    assert len(err.splitlines()) == 13
    assert err.splitlines()[-1] == "kg: 1988 more corrections apply to nothing, listed in report.json"
    assert len(json.loads((out / "report.json").read_text(encoding="utf-8"))["unused_corrections"]) == 2000
