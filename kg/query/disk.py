"""A store on disk: a graph that was loaded once, to be opened by as many processes as like to."""

import json
import tempfile
from pathlib import Path
from typing import Final

from pyoxigraph import RdfFormat, Store, __version__

from kg.errors import InputError, OptionError, OutputError

MARK: Final = "kg-store.json"
"""What stands in the folder of a store: which file it was loaded from, by which version of the engine."""


def is_store(path: Path) -> bool:
    """Return whether a folder is a store that `load_on_disk` made."""
    return (path / MARK).is_file()


def open_on_disk(path: Path) -> Store:
    """Return a store on disk, to be read only.

    Raises
    ------
    InputError
        If it was made by another version of the engine, or is damaged.
    """
    made = _mark(path).get("engine")
    if made != __version__:
        raise InputError(
            f"the store {path} was made by pyoxigraph {made}; make it anew with: kg serve DIR --store PATH"
        )
    try:
        return Store.read_only(str(path))
    except (OSError, RuntimeError) as error:
        raise InputError(f"the store {path} is damaged ({error}); remove it and make it anew") from error


def load_on_disk(turtle: Path, path: Path) -> None:
    """Make a store of a Turtle file, unless there is one of that very file.

    It is made aside and then put in place, so that nobody meets half of one; who reads the earlier one reads on.

    Raises
    ------
    OptionError
        If something else stands there.
    InputError
        If the file is not Turtle.
    OutputError
        If the store cannot be written.
    """
    stamp = turtle.stat()
    mark = {"engine": __version__, "size": stamp.st_size, "changed": stamp.st_mtime_ns}
    if path.exists() and not is_store(path) and not (path.is_dir() and not any(path.iterdir())):
        raise OptionError(f"{path} is no store of kg, so it is left alone; name another place with --store")
    if is_store(path) and _mark(path) == mark:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".kg-store-") as aside:
            made, earlier = Path(aside) / "made", Path(aside) / "earlier"
            _load(turtle, made)
            (made / MARK).write_text(json.dumps(mark), encoding="utf-8")
            if path.exists():
                path.rename(earlier)
            made.rename(path)
    except OSError as error:
        raise OutputError(f"cannot write the store {path}: {error.strerror or error}; name another place") from error


def _load(turtle: Path, made: Path) -> None:
    store = Store(str(made))
    try:
        store.bulk_load(path=turtle, format=RdfFormat.TURTLE)
    except SyntaxError as error:
        raise InputError(f"{turtle} is not Turtle: {error.msg.splitlines()[0]}; build the graph again") from error
    store.optimize()
    store.flush()


def _mark(path: Path) -> dict[str, object]:
    try:
        found = json.loads((path / MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
