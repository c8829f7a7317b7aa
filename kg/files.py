"""Files on disk: read with a clear word where they are missing, written so that a reader never meets half of one.

Several files are replaced as one: those that stood there are kept, and a list of them is written, before the first
is moved. If the process ends before the last (by an error, an interruption, ``kill -9`` or a power cut), the list
stands, and whoever uses the folder next puts back what stood there (`settle`).
"""

import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from kg.errors import InputError, OutputError

_PLACES: Final = ".kg-*.part"
_NEW, _KEPT, _LIST, _LOCK = "new", "kept", "list", "lock"
"""What stands in a place of work: files to come, files that stood there, which of both, and that somebody works."""
_ATTEMPTS: Final = 3
_UP: Final = frozenset({"", ".", ".."})


@contextmanager
def replacing(folder: Path, *, without: Iterable[str] = ()) -> Iterator[Path]:
    """Give an empty staging folder whose files replace those of `folder` together, once all are written.

    Parameters
    ----------
    folder
        Where the files go; made if missing. Files there that the staging folder does not hold stay.
    without
        Names of files of `folder` that go in the same step, unless the staging folder holds them.

    Yields
    ------
    Path
        The staging folder, inside `folder` so that a rename never crosses a file system. If the block raises,
        whatever it wrote is removed and `folder` is as it was.

    Raises
    ------
    OutputError
        If the folder cannot be made or written, or the disk is full.
    """
    try:
        missing = [ancestor for ancestor in (folder, *folder.parents) if not ancestor.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        _settle(folder)
        place, lock = _place(folder)
        for inside in (_NEW, _KEPT):
            (place / inside).mkdir()
    except OSError as error:
        raise OutputError(f"cannot write into {folder}: {error.strerror}; choose another folder with --out") from error
    try:
        yield place / _NEW
        _exchange(place, folder, without)
    except OSError as error:
        raise OutputError(
            f"cannot write into {folder}: {error.strerror}; what stood there before is as it was"
        ) from error
    finally:
        if lock:
            lock.close()
        if not (place / _LIST).exists():  # else what is kept is needed still
            shutil.rmtree(place, ignore_errors=True)
        for made in missing:
            if made.is_dir() and not any(made.iterdir()):
                made.rmdir()


def _exchange(place: Path, folder: Path, without: Iterable[str]) -> None:
    """Move the new files of a place into a folder; if one cannot be moved, put back what stood there."""
    names = sorted(path.name for path in (place / _NEW).iterdir())
    gone = sorted(name for name in {*without} - {*names} if _stands(folder / name))
    for name in names:
        _sync(place / _NEW / name)
    standing = {name: _stands(folder / name) for name in (*names, *gone)}
    for name in (name for name, stands in standing.items() if stands):
        _keep(folder / name, place / _KEPT / name)
    unfinished = place / f"{_LIST}.part"
    unfinished.write_text(json.dumps(standing), encoding="utf-8")
    for path in (unfinished, place / _KEPT, place, folder):
        _sync(path)
    unfinished.rename(place / _LIST)
    _sync(place)
    try:
        for name in names:
            (place / _NEW / name).replace(folder / name)
        for name in gone:
            (folder / name).unlink()
        _sync(folder)
    except BaseException:
        _put_back(place, folder)
        raise
    (place / _LIST).unlink()  # from here on the new files count


def _stands(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _keep(path: Path, copy: Path) -> None:
    try:
        copy.hardlink_to(path)
    except OSError:  # not every file system, and not every file, has links
        shutil.copyfile(path, copy)
        _sync(copy)


def _sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on the disk."""
    if path.is_dir() and os.name != "posix":  # elsewhere folders cannot be opened
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _put_back(place: Path, folder: Path) -> None:
    """Put back the files that stood in a folder, as the list of a place says; it can be done again if it breaks off."""
    for name, stood in _listed(place / _LIST).items():
        if not stood:
            (folder / name).unlink(missing_ok=True)
        elif _stands(place / _KEPT / name):
            (place / _KEPT / name).replace(folder / name)
    _sync(folder)
    (place / _LIST).unlink()


def _listed(path: Path) -> dict[str, bool]:
    """Return a list of files; an empty one if kg did not write it, so that it leads nowhere else."""
    try:
        standing = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return {}
    own = isinstance(standing, dict) and not any({*name} & {"/", "\\", "\0"} or name in _UP for name in standing)
    return standing if own else {}


def settle(folder: Path) -> None:
    """Put back what stood in a folder if a process was killed while it replaced files there.

    Raises
    ------
    InputError
        If that cannot be done.
    """
    try:
        _settle(folder)
    except OSError as error:
        raise InputError(
            f"{folder} is half replaced, since a build was killed, and cannot be put back ({error.strerror}); "
            "make it writable, or copy it to where you may write"
        ) from error


def _settle(folder: Path) -> None:
    """Settle a folder, and clear away the places of work that nobody works at any more."""
    for place in sorted(folder.glob(_PLACES)):
        if lock := locked(place / _LOCK):
            with lock:
                if (place / _LIST).exists():
                    _put_back(place, folder)
                shutil.rmtree(place, ignore_errors=True)
            if sys.platform == "win32":  # where a file that is open cannot go
                shutil.rmtree(place, ignore_errors=True)


def _place(folder: Path) -> tuple[Path, IO[bytes] | None]:
    """Return a new place of work, as open to others as its folder, and its lock where the file system has locks."""
    for attempt in range(_ATTEMPTS):
        place = Path(tempfile.mkdtemp(prefix=".kg-", suffix=".part", dir=folder))
        lock = locked(place / _LOCK)
        if (lock and place.exists()) or attempt + 1 == _ATTEMPTS:
            break
        shutil.rmtree(place, ignore_errors=True)  # somebody cleared it away between the two
    place.chmod(stat.S_IMODE(folder.stat().st_mode) | stat.S_IRWXU)
    return place, lock


def locked(path: Path) -> IO[bytes] | None:
    """Return a file locked, None if somebody else has; the system frees it when its process ends, however that ends."""
    try:
        handle = path.open("rb" if path.exists() else "ab")
    except OSError:
        return None
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        return None
    return handle


def expect_writable(folder: Path) -> None:
    """Find out before long work, as far as that can be told, whether `replacing` could write into a folder.

    Raises
    ------
    OutputError
        If it could not.
    """
    try:
        nearest = next((ancestor for ancestor in (folder, *folder.parents) if _stands(ancestor)), folder)
    except OSError as error:
        raise OutputError(f"cannot write into {folder}: {error.strerror}; choose another folder with --out") from error
    if not nearest.is_dir():
        raise OutputError(f"cannot write into {folder}: {nearest} is no folder; choose another one with --out")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise OutputError(f"cannot write into {folder}: {nearest} may not be written; choose another one with --out")


@contextmanager
def replacing_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a handle to write a single file: whole or not at all.

    A device or pipe is written as it is; what a link leads to is replaced, and the link stays one.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    try:
        if path.is_dir():
            raise OutputError(f"cannot write into {path}: it is a folder; name a file with --out")
        if path.exists() and not path.is_file():
            with path.open("wb") as handle:
                yield handle
            return
    except OSError as error:
        raise OutputError(f"cannot write into {path}: {error.strerror}; choose another file with --out") from error
    path = path.resolve()
    with replacing(path.parent) as staging, (staging / path.name).open("wb") as handle:
        yield handle


def write_text(path: Path, text: str) -> None:
    """Write a single file as UTF-8 with plain line ends, whole or not at all.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    with replacing_file(path) as handle:
        handle.write(text.encode("utf-8"))


def read_bytes(path: Path, what: str) -> bytes:
    """Return the bytes of a file.

    Raises
    ------
    InputError
        If it cannot be read, or is no file but a pipe or a device, which might never end; `what` says what it was
        wanted for.
    """
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"cannot read the {what} {path}: it is a folder, a pipe or a device; name a file")
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot read the {what} {path}: {error.strerror or error}; check its name and folder"
        ) from error
