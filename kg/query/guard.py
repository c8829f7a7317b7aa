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
