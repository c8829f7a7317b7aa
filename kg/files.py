"""Files on disk: read with a clear word where they are missing, written so that a reader never meets half of one."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from kg.errors import InputError, OutputError


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Give an empty staging folder whose files replace those of `folder` together, once all are written.

    Parameters
    ----------
    folder
        Where the files go; made if missing. Files there that the staging folder does not hold stay.

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
        _sweep(folder)
        staging = Path(tempfile.mkdtemp(prefix=f".kg-{os.getpid()}-", suffix=".part", dir=folder))
    except OSError as error:
        raise OutputError(f"cannot write into {folder}: {error.strerror}; choose another folder with --out") from error
    try:
        yield staging
        for path in sorted(staging.iterdir()):
            with path.open("r+b") as handle:
                os.fsync(handle.fileno())
        _move(sorted(staging.iterdir()), folder, kept=staging / ".kept")
    except OSError as error:
        raise OutputError(
            f"cannot write into {folder}: {error.strerror}; what stood there before is as it was"
        ) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        for made in missing:
            if made.is_dir() and not any(made.iterdir()):
                made.rmdir()


def _move(paths: Sequence[Path], folder: Path, *, kept: Path) -> None:
    """Move files into a folder; if one cannot be moved, or the user interrupts, put back what stood there."""
    kept.mkdir()
    for path in paths:
        if (target := folder / path.name).exists():
            _keep(target, kept / path.name)
    try:
        for path in paths:
            path.replace(folder / path.name)
    except BaseException:
        for path in paths:
            if (kept / path.name).exists():
                with suppress(OSError):  # one that could not be replaced still stands there
                    (kept / path.name).replace(folder / path.name)
            elif not path.exists():
                (folder / path.name).unlink()
        raise


def _keep(path: Path, copy: Path) -> None:
    try:
        copy.hardlink_to(path)
    except OSError:  # not every file system, and not every file, has links
        shutil.copyfile(path, copy)


def _sweep(folder: Path) -> None:
    """Remove the staging folders of processes that were killed before they could."""
    for stale in folder.glob(".kg-*-*.part"):
        owner = stale.name.split("-")[1]
        if owner.isdigit() and not _runs(int(owner)):
            shutil.rmtree(stale, ignore_errors=True)


def _runs(process: int) -> bool:
    if os.name != "posix":  # elsewhere signal 0 would end the process
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


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
        if path.exists() and not path.is_file() and not path.is_dir():
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
        If it cannot be read; `what` says what it was wanted for.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot read the {what} {path}: {error.strerror or error}; check its name and folder"
        ) from error
