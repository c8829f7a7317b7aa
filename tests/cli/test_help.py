"""What the command line says of itself."""

import re
from pathlib import Path

import pytest

from kg.cli.app import COMMANDS

README = Path(__file__).resolve().parent.parent.parent / "README.md"
NAMES = [command.__name__ for command in COMMANDS]


def test_every_command_is_summed_up_on_a_line_that_is_not_cut_off(run):
    status, out, _ = run("--help")
    listed = re.findall(r"^  (\w+)  +(\S.*)$", out.partition("Commands:")[2], flags=re.MULTILINE)
    assert status == 0
    assert [name for name, _ in listed] == NAMES
    assert all(summary.endswith(".") and not summary.endswith("...") for _, summary in listed)


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_every_command_has_an_example(run, name: str):
    status, out, _ = run(name, "--help")
    assert status == 0
    assert re.search(rf"^  kg {name}\b", out, flags=re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_names_every_command(name: str):
    assert f"`kg {name}" in README.read_text(encoding="utf-8")
