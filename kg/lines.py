"""JSON Lines on disk: an object a line, plain or packed with gzip."""

import codecs
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from kg.errors import InputError

DECODER: Final = json.JSONDecoder(strict=False, parse_constant=lambda _: None)
"""Takes what other programs write though it is not quite JSON; see `parsed`."""

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_objects(path: Path, how: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file, each with the number of its line; blank lines are passed over.

    Parameters
    ----------
    how
        What messages tell the user to do about a line or file that is none.

    Raises
    ------
    InputError
        If the file cannot be read, or at the first line that is no object.
    """
    try:
        # opened once: a pipe gives what it holds but once
        with path.open("rb") as raw, _text(raw, path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, _object(line, f"{path}, line {number}", how)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text, or cut short"
        raise InputError(f"cannot read {path}: {reason}; {how}") from error


def _text(raw: io.BufferedReader, path: Path) -> io.TextIOWrapper:
    head = raw.peek(4)
    packed = head.startswith(b"\x1f\x8b")
    # JSON begins with a sign of ASCII, which has a zero beside it there
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or (0 in head[:4] and not packed):
        raise InputError(f"{path} is UTF-16 or UTF-32; save it as UTF-8")
    # a byte order mark, which editors on Windows write, is no part of the first line
    return io.TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, encoding="utf-8-sig")


def _object(line: str, where: str, how: str) -> dict[str, Any]:
    try:
        value = parsed(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error}); {how}") from error
    if not isinstance(value, dict):
        raise InputError(f"{where}: not a JSON object; {how}")
    return value


def parsed(text: str) -> Any:
    """Return the value of a JSON text, every lone surrogate in it, which no file can hold, replaced by U+FFFD.

    Takes raw tabs inside strings, and NaN, which pandas and json.dumps write, as null.

    Raises
    ------
    ValueError, RecursionError
        If it is not JSON, or nested too deeply.
    """
    return mended(DECODER.decode(text), text)


def mended(value: Any, text: str) -> Any:
    """Return the value that a JSON text states with every lone surrogate in it replaced by U+FFFD."""
    return _whole(value) if _SURROGATE_ESCAPE.search(text) else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value
