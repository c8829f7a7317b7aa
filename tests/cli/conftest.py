"""A small listing written for the tests, and a build of it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.cli import main

LISTING = """ICML 2026 Papers

We propose **Folding Harbour Network** (FHN), a graph neural network for harbour traffic forecasting. FHN stacks a
tide encoder and a berth decoder. On the PortFlow dataset, FHN outperforms the long short-term memory (LSTM) network.

Harbour traffic forecasting is hard when ships arrive late. We study it with graph neural networks trained on PortFlow
and compare an LSTM with a Transformer. Accuracy drops by 3.16\\% when $CO_2$ limits close a berth.

We introduce BerthBench, a benchmark for harbour traffic forecasting and berth allocation. We evaluate a Transformer
and an LSTM on BerthBench and report accuracy, and find that no model handles storms well.
"""


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "listing.txt"
    path.write_text(LISTING, encoding="utf-8")
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process; gives exit status, standard output and standard error."""

    def command(*arguments: str | Path) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a build of the listing."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "listing.txt").write_text(LISTING, encoding="utf-8")
    assert main(["build", str(folder / "listing.txt"), "--out", str(folder / "out")]) == 0
    return folder / "out"


def process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "kg", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, env={**os.environ, **environment})
