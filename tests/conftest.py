"""Fixtures that several folders of tests use."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data; tests that need it are skipped, loudly, where it is missing."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the shared data at {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """What starts Chromium, one for all tests in it: playwright runs once in a process."""
    playwright_api = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install papers-kg[dev])")
    if not CHROMIUM.exists():
        pytest.skip(f"needs Chromium at {CHROMIUM} (apt install chromium)")
    with playwright_api.sync_playwright() as playwright:
        yield playwright.chromium
