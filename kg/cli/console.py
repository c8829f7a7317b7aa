"""What the command line shows: complaints and progress on standard error, summaries for people at a terminal."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kg.cli.complaints import complain
from kg.errors import InputError
from kg.graph import KnowledgeGraph
from kg.records import Remark
from kg.terminal import plain
from kg.vocabulary import KIND_OF_LABEL, PAPER

if TYPE_CHECKING:
    from kg.api import Progress as Report
    from kg.records import Extraction, Paper, Reading

DEFAULT_OUT = Path("exports")
"""The folder of a build, unless told."""
MOST_REMARKS = 12
"""Remarks shown one by one; what is more is counted and stands in the report."""
MOST_SHARED = 8
"""Entities shown in the closing summary."""


def something(reading: "Reading[Paper | Extraction]") -> "Reading[Paper | Extraction]":
    """Return a reading that holds anything to work on.

    Raises
    ------
    InputError
        If it holds nothing; what was skipped, and why, is said first if it is more than one thing.
    """
    if reading.items:
        return reading
    if len(reading.skipped) == 1:
        raise InputError(str(reading.skipped[0]))
    tell_remarks("skipped", reading.skipped)
    raise InputError("no paper could be read; see above what to mend")


def tell_remarks(word: str, remarks: Iterable[Remark]) -> None:
    """Say on standard error what was skipped or noted, a line each up to a limit."""
    tell_lines([f"{word}: {remark}" for remark in remarks], f"{word}: {{}} more, listed in report.json")


def tell_lines(lines: Sequence[str], more: str) -> None:
    """Say lines on standard error up to a limit, then how many are left, in the words of `more`."""
    for line in lines[:MOST_REMARKS]:
        complain(line)
    if len(lines) > MOST_REMARKS:
        complain(more.format(len(lines) - MOST_REMARKS))


@contextmanager
def progress(what: str) -> "Iterator[Report | None]":
    """Give a function that shows how far long work is, with the time left; None when nobody watches.

    Before the first step and after the last it shows only that work goes on: nobody knows how long that takes.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[count]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("Working", total=None, count="")

        def show(done: int, total: int) -> None:
            if done < total:
                bar.update(task, description=what, completed=done, total=total, count=f"{done:,}/{total:,}")
            else:
                bar.update(task, visible=False)
                bar.add_task("Working", total=None, count="")

        yield show


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show that something is going on whose end nobody can tell, if anybody watches."""
    console = Console(stderr=True)
    with console.status(what) if console.is_terminal else nullcontext():
        yield


def summarise(graph: KnowledgeGraph, folder: Path) -> None:
    """Print the closing summary of a build: to people all of it, elsewhere what was written where."""
    from kg.export.wording import counted

    console = Console()
    kinds = Counter(entity.kind for entity in graph.entities)
    named = ", ".join(counted(kinds[kind], kind) for kind in KIND_OF_LABEL.values() if kinds[kind])
    links = f"{len(graph.links):,} paper link{'s' * (len(graph.links) != 1)}"
    console.print(Text(f"{counted(len(graph.papers), PAPER)} · {named or 'no entities'} · {links}"), soft_wrap=True)
    table = _most_shared(graph) if console.is_terminal else None
    if table:
        console.print(table)
    # a path that is to be copied must not be broken into lines
    shown, page = plain(str(folder)), plain(str(folder / "graph.html"))
    console.print(Text(f"Written to {shown}: look at {page}"), soft_wrap=True)
    if console.is_terminal:
        following = f"Next: kg query --list · kg show NAME{_told(folder, '--graph ')} · kg serve{_told(folder)}"
        console.print(Text(following), soft_wrap=True)


def _told(folder: Path, option: str = "") -> str:
    """Return how a command is told a folder; nothing for the one it takes by itself."""
    return "" if folder == DEFAULT_OUT else f" {option}{plain(shlex.quote(str(folder)))}"


def _most_shared(graph: KnowledgeGraph) -> Table | None:
    papers = Counter(occurrence.entity for occurrence in graph.occurrences)
    shared = sorted(((-n, entity) for entity, n in papers.items() if n > 1))[:MOST_SHARED]
    if not shared:
        return None
    table = Table("Most shared", "kind", "papers", box=None, header_style="bold", pad_edge=False)
    for negative, entity in shared:
        table.add_row(Text(plain(graph.labels[entity])), graph.kind(entity), str(-negative))
    return table
