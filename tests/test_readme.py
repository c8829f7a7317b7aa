"""What the README shows is what the commands print on the committed build."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kg.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, flags=re.DOTALL)
SHOWN = [
    (command, output)
    for kind, block in BLOCKS
    if kind == "console"
    for command, output in re.findall(r"^\$ kg (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE)
    if output
]


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_the_readme_shows(capsys, monkeypatch, command: str, output: str):
    monkeypatch.chdir(ROOT)
    assert main([part.strip('"') for part in re.findall(r'"[^"]*"|\S+', command)]) == 0
    assert capsys.readouterr().out == output


def test_the_python_example_prints_what_the_readme_shows():
    code, output = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", README, flags=re.DOTALL).groups()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == output


def test_every_linked_file_is_there():
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_first_screen_shows_a_picture_and_an_answer():
    first_screen = "\n".join(README.splitlines()[:24])
    assert "![" in first_screen
    assert "kg query" in first_screen
