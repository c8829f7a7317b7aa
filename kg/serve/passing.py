"""A folder for as long as a server runs; what servers left behind that were killed is cleared away."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

_PREFIX: Final = "kg-serve-"
_SIGN: Final = "in-use"
"""A file in the folder that the server holds locked; the system lets go of it whatever ends the server."""
_GRACE_SECONDS: Final = 60
"""How old a folder without that file must be to count as left behind: it may be just being made."""


@contextmanager
def passing_folder() -> Iterator[Path]:
    """Give a new folder that goes at the end; those of servers that were killed go at once."""
    _clear(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as name, (Path(name) / _SIGN).open("w") as sign:
        _locked(sign)
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
    with sign.open("r+") as handle:
        return _locked(handle)


def _locked(handle: IO[str]) -> bool:
    """Lock a file until it is closed, if nobody else has; False as well where the system knows no such lock."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True
