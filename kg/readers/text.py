"""A file as lines of text: unpacked, decoded, and refused with a reason where it is no text."""

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from kg.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEAD: Final = 1 << 16
"""Bytes looked at to tell text from other files."""
CONTROLS: Final = 0.02
"""Share of control bytes from which a file is not text: random bytes have 0.1, text with a stray one far fewer."""

WIDE: Final = 0.7
"""Share of zeros among every other byte from which a file is one of wide characters: blanks and signs have them too."""

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NOT_TEXT: Final = (
    (b"%PDF", "is a PDF; export the text or a BibTeX file"),
    (b"PK\x03\x04", "is an office file or a zip archive; export it as CSV or text, or unpack it"),
    (b"\xfd7zXZ", "is packed with xz; unpack it, or pack it with gzip"),
    (b"BZh", "is packed with bzip2; unpack it, or pack it with gzip"),
)
_CONTROL_BYTES: Final = bytes(set(range(32)) - set(b"\b\t\n\v\f\r\x1b"))


class _DamageError(InputError):
    """A file that breaks off: the lines before are good."""


class _Unpacked(gzip.GzipFile):
    """A packed file that gives what it could unpack before it meets a damage."""

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer).cast("B")
        unpacked = self.read1(len(view))
        view[: len(unpacked)] = unpacked
        return len(unpacked)


def base_name(path: Path) -> str:
    """Return the name of a file without its folder; what is no printable text in it becomes U+FFFD."""
    return "".join(c if c.isprintable() else "\ufffd" for c in path.name or str(path))


class Lines:
    r"""The lines of a file, read once and one by one, each with its ``\n`` whatever ends it in the file.

    Plain or packed with gzip. With a byte order mark it is what the mark says; otherwise a line that is not UTF-8
    is read as Windows-1252.

    Attributes
    ----------
    foreign
        How many lines so far were not UTF-8.
    damage
        Why no more lines were given than those before it; empty if the file was whole.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.foreign = 0
        self.damage = ""

    def __iter__(self) -> Iterator[str]:
        """Yield the lines.

        Raises
        ------
        InputError
            If it is missing, a folder, not text, or damaged before its first line ends; the message says what to do,
            and leaves the name to the caller. A damage further on ends the lines and stands in `damage`.
        """
        begun = False
        try:
            for line in self._read():
                yield line
                begun = True
        except _DamageError as error:
            self.damage = str(error)
            if not begun:
                raise

    def _read(self) -> Iterator[str]:
        with self._open() as raw:
            try:
                packed = raw.peek(2)[:2] == b"\x1f\x8b"
                yield from self._decoded(io.BufferedReader(_Unpacked(fileobj=raw), HEAD) if packed else raw)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise _DamageError(f"is damaged, and what follows is lost ({error}); get a whole copy") from error
            except OSError as error:
                raise _DamageError(f"cannot be read ({error.strerror}); copy it to this machine") from error

    def _open(self) -> io.BufferedReader:
        try:
            if self._path.is_dir():
                raise InputError(f"is a folder; give the files in it, as in {base_name(self._path)}/*")
            return io.BufferedReader(io.FileIO(self._path), HEAD)
        except FileNotFoundError as error:
            raise InputError("there is no such file; check its name and folder") from error
        except PermissionError as error:
            raise InputError("may not be read; change its permissions") from error
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise InputError(f"cannot be opened ({reason}); check its name") from error

    def _decoded(self, stream: io.BufferedReader) -> Iterator[str]:
        head = stream.peek(HEAD)
        for mark, encoding in _MARKS:
            if head.startswith(mark):
                with io.TextIOWrapper(stream, encoding=encoding, errors="replace") as text:
                    yield from text
                return
        _refuse_binary(head)
        if head.startswith(codecs.BOM_UTF8):
            stream.read(len(codecs.BOM_UTF8))
        yield from self._decoded_by_line(stream)

    def _decoded_by_line(self, stream: IO[bytes]) -> Iterator[str]:
        for line in stream:
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError:
                self.foreign += 1
                text = line.decode("cp1252", "replace")
            if "\r" in text:
                yield from io.StringIO(text, newline=None)
            else:
                yield text


def _refuse_binary(head: bytes) -> None:
    for magic, reason in _NOT_TEXT:
        if head.startswith(magic):
            raise InputError(reason)
    # Latin letters in UTF-16 or UTF-32 have a zero before or behind each
    if max(head[at::2].count(0) for at in (0, 1)) > len(head) // 2 * WIDE:
        raise InputError("is UTF-16 or UTF-32 without a byte order mark; save it as UTF-8")
    controls = len(head) - len(head.translate(None, _CONTROL_BYTES))
    if controls > max(1, CONTROLS * len(head)):
        raise InputError("is not text; give the text, saved as UTF-8")
