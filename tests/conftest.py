"""Fixtures that several folders of tests use."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data; tests that need it are skipped, loudly, where it is missing."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the shared data at {SHARED}")
    return SHARED
