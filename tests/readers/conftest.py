"""A file with given content, and what is read from it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.readers import read_files
from kg.records import Extraction, Reading, Record

Read = Callable[..., Reading[Record | Extraction]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Write a file and read it; its name says nothing of its format unless a test gives one."""

    def write_and_read(content: str | bytes, name: str = "papers") -> Reading[Record | Extraction]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return read_files([path])

    return write_and_read
