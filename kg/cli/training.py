"""The command that trains the models which find entities."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.cli.complaints import complain
from kg.cli.console import something, tell_remarks
from kg.errors import OptionError
from kg.records import Paper


class Kind(StrEnum):
    """Which model is trained."""

    fast = "fast"
    accurate = "accurate"


def train(
    model: Annotated[Kind, typer.Argument(metavar="fast|accurate", help="Which model.")],
    data: Annotated[list[Path], typer.Option("--data", metavar="FILE", help="Annotated abstracts; may be repeated.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the model; kg build --model takes it.")],
    encoder: Annotated[
        Path | None, typer.Option("--encoder", metavar="DIR", help="accurate: folder of MiniLM-L6-H384.")
    ] = None,
    twin: Annotated[
        Path | None,
        typer.Option("--twin", metavar="DIR", help="accurate: model trained with --held, whose calibration is taken."),
    ] = None,
    pool: Annotated[
        list[Path] | None,
        typer.Option("--pool", metavar="FILE", help="Papers without annotations, read beside the annotated."),
    ] = None,
    teacher: Annotated[str, typer.Option("--teacher", metavar="NAME", help="Model that tags the pool.")] = "accurate",
    watch: Annotated[
        Path | None, typer.Option("--watch", metavar="FILE", help="Annotated abstracts whose figures go into the card.")
    ] = None,
    held: Annotated[
        int | None, typer.Option("--held", metavar="N", min=0, help="Keep one in N abstracts from learning.")
    ] = None,
    epochs: Annotated[int | None, typer.Option("--epochs", metavar="N", min=1, help="Times through the data.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Another training of the same recipe.")] = 0,
) -> int:
    """Train a model that finds entities.

    Called again after an interruption, the accurate model goes on where it stopped, and the fast one keeps the
    answers of its teacher.

    \b
    kg train fast --data gold.jsonl --out mine
    kg train accurate --data gold.jsonl --encoder MiniLM --out mine --watch dev.jsonl
    kg train fast --data gold.jsonl --pool papers.jsonl --teacher accurate --out mine
    """
    if twin and held:
        raise OptionError("--held and --twin: a twin keeps abstracts from learning so that this model need not")
    if model is Kind.fast and (encoder or twin):
        raise OptionError("--encoder and --twin are for the accurate model")
    if held == 1:
        raise OptionError("--held: all abstracts would be kept from learning; give 2 or more")
    _expect(out, watch, teacher if pool else None)
    recipe = _given(held=held, epochs=epochs, seed=seed)
    if model is Kind.accurate:
        _accurate(data, out, encoder, twin=twin, watch=watch, pool=_read(pool or []), teacher=teacher, **recipe)
    else:
        _fast(data, out, _read(pool or []), teacher, **recipe)
    if watch:
        _measure(out, watch)
    return 0


def _expect(out: Path, watch: Path | None, teacher: str | None) -> None:
    """Find out before the hours of a training whether what is needed at its end is there."""
    from kg.files import expect_writable
    from kg.store import read_extractions

    expect_writable(out)
    if watch:
        for _ in read_extractions(watch):
            pass
    if teacher:
        from kg.extract.model_files import open_model

        open_model(teacher)


def _given(**options: int | None) -> dict[str, Any]:
    """Return the options that were given; the recipe knows the others."""
    return {name: value for name, value in options.items() if value is not None}


def _accurate(
    data: list[Path],
    out: Path,
    encoder: Path | None,
    *,
    twin: Path | None,
    watch: Path | None,
    pool: list[Paper],
    teacher: str,
    **recipe: Any,
) -> None:
    from kg.train import train_accurate

    if encoder is None:
        raise OptionError("the accurate model is made from an encoder: name its folder with --encoder")
    from kg.train.run import Recipe

    given: dict[str, Any] = {"watch": watch, "twin": twin, "pool": pool, "teacher": teacher, "report": complain}
    train_accurate(data, out, encoder=encoder, recipe=Recipe(**recipe), **given)


def _fast(data: list[Path], out: Path, pool: list[Paper], teacher: str, **recipe: Any) -> None:
    from kg.train import train_fast
    from kg.train.fast import Recipe

    if recipe.get("held", 2) < 2:
        raise OptionError("--held: the fast model stops by the abstracts that it keeps from learning; give 2 or more")
    train_fast(data, out, recipe=Recipe(**recipe), pool=pool, teacher=teacher, report=complain)


def _read(pool: list[Path]) -> list[Paper]:
    """Return the papers of some files; nothing is read where there is none."""
    if not pool:
        return []
    import kg

    reading = something(kg.read(*pool))
    tell_remarks("skipped", reading.skipped)
    return [item for item in reading if isinstance(item, Paper)]


def _measure(out: Path, watch: Path) -> None:
    from kg.train.measure import measure

    figures = measure(out, watch)
    for row in ("mentions.core", "entities.core", "names.dataset", "roles.core", "relations.all"):
        print(f"{row}\tprecision {figures[row]['precision']}\trecall {figures[row]['recall']}\tf1 {figures[row]['f1']}")
    for row in ("mentions.confidence", "roles.confidence", "relations.confidence"):
        print(f"{row}\texpected calibration error {figures[row]['calibration_error']}")
