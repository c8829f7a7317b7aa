"""Queries that reach outside: found before they run, so that nothing leaves the machine."""

import re
from typing import Final

from kg.errors import InputError

_WORD: Final = re.compile("service", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"""
      (?P<string> \"{3} (?: [^"\\] | \\. | "(?!"") )* \"{3} | '{3} (?: [^'\\] | \\. | '(?!'') )* '{3}
        | " (?: [^"\\\n\r] | \\. )* " | ' (?: [^'\\\n\r] | \\. )* ' )
    | (?P<iri> < (?: [^<>"{}|^`\\\x00-\x20] | \\u[0-9A-Fa-f]{4} | \\U[0-9A-Fa-f]{8} )* > )
    | (?P<comment> \#[^\n\r]* )
    | (?P<variable> [?$]\w+ )
    | (?P<escape> \\. )
    | (?P<local> :[\w-]+ )
    | (?P<word> [^\W\d][\w-]* )
    | .
    """,
    re.VERBOSE | re.DOTALL,
)


MOST_NESTED: Final = 1000
"""Brackets within brackets, or operators of a query: the engine takes 2,000 of each, and 10,000 end its process."""
_OPERATORS: Final = frozenset("!|&+-*/^=<>")
_JOINING: Final = frozenset({"union", "optional", "minus", "filter", "bind", "graph"})


def refuse_deep(query: str) -> None:
    """Refuse a query so deep that the engine would run out of stack, which no caller survives.

    Raises
    ------
    InputError
        If it nests more brackets, or joins more by operators, than `MOST_NESTED`.

    Examples
    --------
    >>> refuse_deep("SELECT * { ?s ?p ?o FILTER((1 + 1) = 2) }")
    """
    if len(query) <= MOST_NESTED:
        return
    depth = operators = 0
    for token in _TOKEN.finditer(query):
        kind, text = token.lastgroup, token[0]
        if kind == "word":
            operators += text.casefold() in _JOINING
        elif kind is None or kind == "iri":
            depth += sum(map(text.count, "({[")) - sum(map(text.count, ")}]"))
            operators += kind is None and text in _OPERATORS
        if max(depth, operators) > MOST_NESTED:
            raise InputError(f"the query nests or joins more than {MOST_NESTED} parts; ask in several queries")


def refuse_outside(query: str) -> None:
    """Refuse a query that asks another server.

    The engine would send the request. A query is read token by token, as the grammar of SPARQL 1.1 has them. Where
    another reading is possible, the query is refused: an apostrophe between ``<`` and ``>`` may open a string, and
    the engine wants no blank before or after a keyword (``trueSERVICE<…>``).

    Raises
    ------
    InputError
        If it holds the keyword ``SERVICE``.

    Examples
    --------
    >>> refuse_outside('SELECT * { ?service ?p "quality of service" } # no SERVICE')
    """
    if not _WORD.search(query):
        return
    for token in _TOKEN.finditer(query):
        kind, text = token.lastgroup, token[0]
        doubtful = kind == "iri" and "'" in text
        if doubtful or (kind == "word" and "service" in text.casefold()):
            raise InputError("SERVICE asks another server; kg answers from its own graph only: take it out")
