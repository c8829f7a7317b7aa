"""The command line: each command parses, calls one function and prints."""

import io
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

from kg.cli.complaints import complain
from kg.errors import KgError

__all__ = ["main"]

_INTERRUPTED = 130
_WRONG_USAGE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    0: done; 1: nothing could be built, written or answered; 2: wrong usage; 130: interrupted. Whatever goes wrong
    is said in one line on standard error; with ``KG_TRACEBACK`` set, a fault of kg itself shows where it happened.
    """
    signal.signal(signal.SIGTERM, _terminate)
    _write_any_text()
    try:
        status = _run(arguments)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        complain("interrupted; what was there before is as it was")
    return status


def _write_any_text() -> None:
    """Let no locale forbid a character: files and pipes get UTF-8 and plain line ends, a terminal what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            if not stream.isatty():
                stream.reconfigure(encoding="utf-8", newline="\n")


def _run(arguments: Sequence[str] | None) -> int:
    import typer

    from kg.cli.app import app

    # of click, or of the copy of click that newer versions of typer bring
    usage_error: Any = typer.BadParameter.__base__
    try:
        status = app(args=arguments, prog_name="kg", standalone_mode=False)
        sys.stdout.flush()
    except KgError as error:
        complain(str(error))
        return error.exit_status
    except usage_error as error:
        _explain(error)
        return _WRONG_USAGE
    except typer.Abort:
        return _INTERRUPTED
    except BrokenPipeError:  # the reader of our output has what it wants
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if os.environ.get("KG_TRACEBACK"):
            raise
        complain(
            f"cannot use {error.filename or 'the output'}: {error.strerror or error}; free some space or name another"
        )
        return 1
    except Exception as error:
        if os.environ.get("KG_TRACEBACK"):
            raise
        complain(f"a fault of kg itself: {type(error).__name__}: {error}; set KG_TRACEBACK=1 to see where")
        return 1
    return status if isinstance(status, int) else 0


def _explain(error: Any) -> None:
    """Say what is wrong with the words of a command; one without any words is answered with its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return
    what = " ".join(error.format_message().split()).rstrip(".")
    complain(f"{what}; see {error.ctx.command_path if error.ctx else 'kg'} --help")


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    """Turn a polite request to end into an interruption, so that what is half-written is cleared away."""
    raise KeyboardInterrupt
