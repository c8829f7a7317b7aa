"""Questions: SPARQL files whose opening lines say what they answer and which parameters they take."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from kg.errors import InputError, NotFoundError
from kg.files import read_bytes
from kg.likeness import nearest

SUFFIX: Final = ".rq"
_FOLDER: Final = Path(__file__).parent / "questions"
_HEADER: Final = re.compile(r"^#:[ \t]*(.*)$", re.MULTILINE)
_NUMBER: Final = re.compile(r"question (\d+)")
_PARAMETER: Final = re.compile(r"parameter (\w+) \(([\w|]+)\) (.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A value that a question needs: the variable of that name is bound to it.

    `kind` says what it must be: see `kg.query.names.KINDS_ASKED`.
    """

    name: str
    kind: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A query with its name, what it answers in one line, and the parameters it takes.

    `number` is its place among the named questions, 0 for a file of the user's.
    """

    name: str
    text: str
    number: int = 0
    description: str = ""
    parameters: tuple[Parameter, ...] = ()

    @property
    def usage(self) -> str:
        """How it is asked on the command line."""
        options = (f"--{parameter.name.replace('_', '-')} {parameter.name.upper()}" for parameter in self.parameters)
        return " ".join((self.name, *options))


@lru_cache(maxsize=1)
def questions() -> tuple[Question, ...]:
    """Return the named questions, by number."""
    read = (parse(path.stem, path.read_text(encoding="utf-8")) for path in sorted(_FOLDER.glob(f"*{SUFFIX}")))
    return tuple(sorted(read, key=lambda item: item.number))


def question(name: str | Path) -> Question:
    """Return a named question, or the one that a file holds if the name ends in ``.rq``.

    Raises
    ------
    NotFoundError
        If there is no question of that name.
    InputError
        If the file cannot be read.
    """
    if str(name).endswith(SUFFIX):
        return parse(str(name), _read(Path(name)))
    known = {item.name: item for item in questions()}
    if str(name) not in known:
        near = ", ".join(nearest(str(name), known))
        hint = f"near: {near}" if near else "kg query --list names them all"
        raise NotFoundError(f"no question is called {str(name)!r}; {hint}; a file must end in {SUFFIX}")
    return known[str(name)]


def _read(path: Path) -> str:
    try:
        return read_bytes(path, "question").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read the question {path}: it is not UTF-8 text; save it as such") from error


def parse(name: str, text: str) -> Question:
    r"""Return the question that a text holds; lines that start with ``#:`` describe it, and may be missing.

    Examples
    --------
    >>> parse("mine", "#: Who? \n#: parameter task (task) the task\nASK {}").parameters[0].kind
    'task'
    """
    number, described, parameters = 0, "", []
    for line in (found.strip() for found in _HEADER.findall(text)):
        if found := _PARAMETER.fullmatch(line):
            parameters.append(Parameter(name=found[1], kind=found[2], description=found[3]))
        elif found := _NUMBER.fullmatch(line):
            number = int(found[1])
        else:
            described = described or line
    return Question(name=name, text=text, number=number, description=described, parameters=tuple(parameters))
