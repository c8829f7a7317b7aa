"""A folder for as long as a server runs; what servers left behind that were killed is cleared away."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

from kg.files import locked

_PREFIX: Final = "kg-serve-"
_SIGN: Final = "in-use"
"""A file in the folder that the server holds locked; the system lets go of it whatever ends the server."""
_GRACE_SECONDS: Final = 60
"""How old a folder without that file must be to count as left behind: it may be just being made."""


@contextmanager
def passing_folder() -> Iterator[Path]:
    """Give a new folder that goes at the end; those of servers that were killed go at once."""
    _clear(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as name, locked(Path(name) / _SIGN) or nullcontext():
        yield Path(name)


def _clear(place: Path) -> None:
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another user's, or another server was quicker
            if _left_behind(folder):
                shutil.rmtree(folder)


def _left_behind(folder: Path) -> bool:
    sign = folder / _SIGN
    if not sign.exists():
        return time.time() - folder.stat().st_mtime > _GRACE_SECONDS
    lock = locked(sign)
    if lock:
        lock.close()
    return lock is not None
