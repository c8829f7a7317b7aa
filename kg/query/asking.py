"""Ask a question of a graph: resolve its parameters, bind them, run it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pyoxigraph import Literal, NamedNode, QueryBoolean, QuerySolutions, QueryTriples, Store, Variable

from kg.errors import InputError, OptionError
from kg.graph import KnowledgeGraph
from kg.query.answer import Answer
from kg.query.guard import refuse_deep, refuse_outside
from kg.query.names import base_of, term
from kg.query.question import Question, question
from kg.query.source import open_store

LONGEST_FAULT: Final = 160
"""Characters of a parser's message that are shown."""
_PLACE: Final = re.compile(r"error at (\d+):(\d+): ")


def ask(source: Store | KnowledgeGraph | str | Path, name: str | Path | Question, **parameters: str) -> Answer:
    """Return the answer to a question.

    Parameters
    ----------
    source
        A store that `open_store` gave (fastest for more than one question), a graph, or what holds one.
    name
        A named question, or a file of SPARQL that ends in ``.rq``.
    **parameters
        The parameters of the question, by name: a paper or entity by any of its names.

    Returns
    -------
    Answer
        Without columns for the parameters, which are known.

    Raises
    ------
    NotFoundError
        If there is no such question, or a parameter names nothing.
    OptionError
        If a parameter is missing, unknown or names several things.
    InputError
        If the query is no SPARQL, changes the graph or asks another server.
    """
    asked = name if isinstance(name, Question) else question(name)
    known = {parameter.name: parameter.kind for parameter in asked.parameters}
    if missing := [f"--{parameter}" for parameter in known if parameter not in parameters]:
        raise OptionError(f"{asked.name} needs {', '.join(missing)}; it is asked so: kg query {asked.usage}")
    if unknown := [f"--{parameter}" for parameter in parameters if parameter not in known]:
        raise OptionError(f"{asked.name} knows no {', '.join(unknown)}; it is asked so: kg query {asked.usage}")
    store = source if isinstance(source, Store) else open_store(source)
    bound = {Variable(key): term(store, kind, parameters[key]) for key, kind in known.items()}
    return _answer(run(store, asked.text, bound, name=asked.name), set(known), base_of(store))


def _fault(said: str) -> str:
    """Return in a few words what the parser says, which may list every sign that it could have taken."""
    if "Prefix not found" in said:
        return "a prefix that no PREFIX line at the beginning declares"
    return said if len(said) <= LONGEST_FAULT else said[:LONGEST_FAULT].rpartition(",")[0] + ", ..."


def run(
    store: Store, text: str, bound: Mapping[Variable, NamedNode | Literal] | None = None, *, name: str = "the query"
) -> QuerySolutions | QueryBoolean | QueryTriples:
    """Return what the engine finds for a query, read-only and offline.

    Raises
    ------
    InputError
        If the query is no SPARQL query or asks another server; the message shows line and column.
    OptionError
        If a variable to bind is not among those selected.
    """
    refuse_outside(text)
    refuse_deep(text)
    try:
        return store.query(text, substitutions=dict(bound or {}))
    except SyntaxError as error:
        place = _PLACE.match(str(error))
        where = f"line {place[1]}, column {place[2]}: " if place else ""
        raise InputError(f"{name} is no SPARQL query: {where}{_fault(_PLACE.sub('', str(error)))}") from error
    except RuntimeError as error:
        raise OptionError(
            f"{name} cannot be given its parameters: each must be among the variables selected"
        ) from error


def _answer(found: QuerySolutions | QueryBoolean | QueryTriples, given: set[str], base: str) -> Answer:
    if isinstance(found, QueryBoolean):
        return Answer(columns=("answer",), rows=((Literal(bool(found)),),), base=base)
    if isinstance(found, QueryTriples):
        rows = tuple((triple.subject, triple.predicate, triple.object) for triple in found)
        return Answer(columns=("subject", "predicate", "object"), rows=rows, base=base)
    columns = tuple(variable.value for variable in found.variables if variable.value not in given)
    return Answer(columns=columns, rows=tuple(tuple(row[name] for name in columns) for row in found), base=base)
