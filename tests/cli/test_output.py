"""What standard output cannot take: a full disk, and characters of no locale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

KG = (sys.executable, "-m", "kg")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
def test_a_full_output_is_said_in_one_line():
    with Path("/dev/full").open("w") as full:
        result = subprocess.run([*KG, "query", "--list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == "kg: cannot use the output: No space left on device; free some space or name another\n"


def test_a_locale_without_letters_keeps_every_character(tmp_path: Path):
    line = (
        '{"id": "ü", "title": "", "text": "Größe", "entities": [{"id": "M1", "label": "METHOD", "mentions": '
        '[{"field": "text", "start": 0, "end": 5, "text": "Größe"}]}]}\n'
    )
    (tmp_path / "x.jsonl").write_text(line, encoding="utf-8")
    plain = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    result = subprocess.run([*KG, "resolve", str(tmp_path / "x.jsonl")], capture_output=True, env=plain, check=True)
    assert result.stdout.decode("utf-8").splitlines()[1].startswith("ü\tM1\tmethod/")
