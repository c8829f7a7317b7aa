"""The commands, one function each, and the options that several of them share."""

from collections.abc import Callable

import typer

from kg.cli import answering, building, releasing, training

EPILOG = "Start with: kg demo, then open exports/graph.html. Each command has examples: kg build --help"

app = typer.Typer(
    help="Turn a list of papers into a knowledge graph of methods, tasks, datasets and metrics, offline.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: tuple[Callable[..., int], ...] = (
    building.build,
    building.demo,
    answering.query,
    answering.show,
    answering.similar,
    answering.review,
    answering.validate,
    answering.serve,
    releasing.export,
    releasing.diff,
    building.extract,
    building.resolve,
    building.evaluate,
    training.train,
)
_OPEN = {"allow_extra_args": True, "ignore_unknown_options": True}  # a question's parameters are options of its own

for command in COMMANDS:
    app.command(context_settings=_OPEN if command is answering.query else None)(command)


def _version(wanted: bool) -> None:
    if wanted:
        from kg import __version__

        print(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Turn a list of papers into a knowledge graph of methods, tasks, datasets and metrics, offline."""
