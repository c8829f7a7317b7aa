"""The page on which queries are written: YASGUI, with the named questions as examples; nothing comes from outside."""

import json
import re
from html import escape
from pathlib import Path
from typing import Final

from kg.export.terms import VOCABULARIES, prefixes
from kg.query.question import Question, questions

_OPENING: Final = re.compile(r"^[A-Z].*\{\n", re.MULTILINE)
"""The line that opens what a query looks for."""
FOLDER: Final = Path(__file__).parent / "yasgui"
FILES: Final = {
    "yasgui.min.js": "text/javascript",
    "yasgui.min.css": "text/css",
    "editor.js": "text/javascript",
}
"""What the page is made of, with media types; yasgui.min.* are those of @zazuko/yasgui 4.6.2 without source maps."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'"
)


def page(base: str) -> str:
    """Return the page.

    Parameters
    ----------
    base
        Base of the IRIs of the graph; links to them are answered by this server.
    """
    frame = (FOLDER / "editor.html").read_text(encoding="utf-8")
    listed = "\n".join(_button(question, base) for question in questions())
    known = escape(json.dumps(prefixes(base) if base else dict(VOCABULARIES)))
    return frame.replace("{questions}", listed).replace("{base}", escape(base)).replace("{prefixes}", known)


def _button(question: Question, base: str) -> str:
    query = _OPENING.sub(lambda found: found[0] + _hints(question, base), question.text, count=1)
    return (
        f'<button type="button" data-name="{escape(question.name)}" data-query="{escape(query)}">'
        f"{escape(question.description)}</button>"
    )


def _hints(question: Question, base: str) -> str:
    """Return a line for each parameter, which asks for one value when its mark of a comment is taken away."""
    values = ((one.name, f"<{base}{one.kind.partition('|')[0]}/...>") for one in question.parameters)
    return "".join(f"  # for one {name} only: VALUES ?{name} {{ {value} }}\n" for name, value in values)
