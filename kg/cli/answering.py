"""Commands that answer from a graph that was built."""

import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import get_terminal_size
from threading import Thread
from typing import Annotated, Final

import typer

from kg.cli.console import DEFAULT_OUT
from kg.errors import OptionError

_WATCHED_SECONDS: Final = 0.2
"""How often it is looked whether an answer is there, or a person has ended the waiting."""

Folder = Annotated[Path, typer.Option("--graph", metavar="DIR", help="Folder of a build.")]
Built = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a build.")]


def query(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="NAME|FILE.rq", help="A named question or a SPARQL file.")] = "",
    graph: Annotated[
        Path, typer.Option("--graph", metavar="DIR|FILE", help="Folder of a build, or a Turtle file.")
    ] = DEFAULT_OUT,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="table, csv, tsv or json.")] = "table",
    listing: Annotated[bool, typer.Option("--list", help="List the named questions.")] = False,
) -> int:
    """Ask a question of a graph: a named one, or SPARQL from a file.

    \b
    kg query --list
    kg query methods-for-task --task "image classification"
    kg query my-question.rq --graph exports/graph.ttl --format csv
    """
    from kg.query import ask, open_store, questions, render

    if listing:
        listed = questions()
        width = max(len(item.usage) for item in listed)
        print("\n".join(f"{item.usage:{width}}  {item.description}" for item in listed))
        return 0
    if not question:
        raise OptionError("no question given; kg query --list names them")
    parameters = _parameters(context.args)
    terminal = get_terminal_size().columns if sys.stdout.isatty() else None
    sys.stdout.write(_aside(lambda: render(ask(open_store(graph), question, **parameters), form, terminal)))
    return 0


def _aside(work: Callable[[], str]) -> str:
    """Return what work gives that is done in a thread beside: the engine cannot be told to stop, but be left alone.

    A signal reaches Python between two of its own steps only, and a query may be one step that never ends.
    """
    done: SimpleQueue[Future[str]] = SimpleQueue()

    def run() -> None:
        made: Future[str] = Future()
        try:
            made.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            made.set_exception(error)
        done.put(made)

    Thread(target=run, daemon=True).start()
    while True:
        with suppress(Empty):
            return done.get(timeout=_WATCHED_SECONDS).result()


def _parameters(arguments: list[str]) -> dict[str, str]:
    """Return ``--name value`` and ``--name=value`` pairs as a mapping."""
    found: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        given = value if equals else next(rest, None)
        if not name.startswith("--") or given is None:
            raise OptionError(f"cannot make sense of {argument!r}; a parameter is given as --name VALUE")
        found[name.removeprefix("--").replace("-", "_")] = given
    return found


def show(
    name: Annotated[str, typer.Argument(metavar="NAME|ID", help="A paper or an entity.")],
    graph: Folder = DEFAULT_OUT,
) -> int:
    """Show a card of a paper or an entity, with its sentences.

    \b
    kg show BERT
    kg show "Attention Is All You Need"
    """
    import kg
    from kg.cli.card import card
    from kg.find import find

    built = kg.load(graph)
    for node in find(built, name):
        print(card(built, node))
    return 0


def similar(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="A paper's id or title.")],
    graph: Folder = DEFAULT_OUT,
) -> int:
    """List the papers most like a paper, and the entities they share.

    \b
    kg similar "Attention Is All You Need"
    """
    import kg
    from kg.cli.card import similar_lines
    from kg.find import find_paper
    from kg.terminal import plain

    built = kg.load(graph)
    node = find_paper(built, paper)
    for line in (built.labels[node], *similar_lines(built, node)):
        print(plain(line))
    return 0


def review(
    folder: Built = DEFAULT_OUT,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="Rows shown.")] = 30,
) -> int:
    """List doubtful merges and near-misses, to correct.

    \b
    kg review                               the build in exports/
    kg review sure --top 100 > mine.tsv     then delete what is wrong, and:
    kg build sure/extractions.jsonl --corrections mine.tsv --out sure
    """
    import kg
    from kg.review import lines
    from kg.review import review as run
    from kg.terminal import plain

    proposals = run(kg.load(folder))
    for line in lines(proposals[:top]):
        # its tabs are what a row is made of
        print("\t".join(map(plain, line.split("\t"))))
    left = len(proposals) - top
    print(f"# {left} more: --top {len(proposals)}" if left > 0 else f"# {len(proposals)} in all")
    return 0


def validate(folder: Built = DEFAULT_OUT) -> int:
    """Check a build by the ontology's shapes and its own texts.

    \b
    kg validate                             the build in exports/
    kg validate sure

    It needs the extra 'validate'.
    """
    from kg.terminal import plain
    from kg.validate import validate as check

    faults = check(folder)
    for fault in faults:
        print(plain(str(fault)))
    print(f"{len(faults)} faults" if faults else f"{folder} is sound")
    return 1 if faults else 0


def serve(
    folder: Built = DEFAULT_OUT,
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port on this machine.")] = 8000,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="PATH", help="Where to keep a large graph loaded.")
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", min=0.1, max=86_400, help="How long a query may take.")
    ] = 30.0,
    most: Annotated[
        float, typer.Option("--most", metavar="MB", min=0.001, max=1e6, help="How large an answer may be.")
    ] = 100.0,
    origins: Annotated[
        list[str] | None, typer.Option("--allow-origin", metavar="ORIGIN", help="Another site that may ask; * for all.")
    ] = None,
) -> int:
    """Serve a build on this machine: pages, and SPARQL at /sparql.

    \b
    kg serve                                the build in exports/
    kg serve sure --port 8001
    kg serve big --store big/store          load it once
    curl http://127.0.0.1:8001/sparql --data-urlencode query@my-question.rq

    The page of the network is at /, an editor for queries at /query, the page of each paper and entity at the path
    of its IRI, such as /papers-kg/id/method/bert. It needs the extra 'serve'.
    """
    from kg.serve import serve as run

    run(folder, port, store=store, seconds=timeout, size=round(most * 1e6), origins=origins or ())
    return 0
