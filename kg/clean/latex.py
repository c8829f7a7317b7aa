"""LaTeX to plain text: citations, commands, maths, ties."""

import re

from kg.clean.reader import Reader
from kg.clean.symbols import EDGE, GLUE, GONE, known_commands

_MARK = re.compile(r"[\\${~]")
_TO_READ = re.compile(rf"[\\${{{GONE}]")
_PREAMBLE = re.compile(r"\\documentclass.{0,2000}?\\begin\{document\}|\\end\{document\}", re.DOTALL)
_DOUBLED_SIGN = re.compile(r"\\\\(?=[%${}|&#_])")
_DOUBLED_NAME = re.compile(r"\\\\(?=([a-zA-Z]{2,})(?![a-zA-Z]))")

_CITE = r"\\(?:no|full|foot|auto|text|paren|super)?[cC]ite[a-zA-Z]{0,12}\*?(?:\[[^\[\]]{0,200}\]){0,2}\{[^{}]{0,600}\}"
_CITATION = re.compile(
    rf"[,;][ ~]{{0,20}}{_CITE}(?=[)\]])|(?:(?<![ ~])[ ~]{{1,20}})?(?:\({_CITE}\)|\[{_CITE}\]|{_CITE})"
)

_EDGES = re.compile(rf"(?<=[\w)\]‖\u0300-\u036f]){EDGE}+(?=[\w√∛∜∑∏∇])")
_HOLES = re.compile(rf"(?<! )( *){GONE}[{GONE} ]*")

_WORD = re.compile(r"\S+")
_TIE = re.compile(
    r"(?<=[A-Za-z][A-Za-z.-])~+(?=\S)"
    r"|(?<=[.,;:)\]}])~+(?=\S)"
    r"|(?<=[\d%])~+(?=[A-Za-z]{2})"
    r"|(?<![^\s(])([aAI])~+(?=[a-z])"
    r"|~{2,}"
)


def latex_to_text(text: str) -> str:
    r"""Replace LaTeX by the plain text that a reader sees; what is broken or no LaTeX stays as it is.

    A subscript joins its letter, a superscript keeps its caret, letters of special alphabets become plain ones. A
    citation goes, a footnote stays. Dashes stay as they are typed.

    >>> latex_to_text(r"the $\boldsymbol{\mu}$P of CO$_2$ is \textbf{3.16\%} of $10^{8}$, at $5 \emph{each")
    'the μP of CO2 is 3.16% of 10^8, at $5 \\emph{each'
    """
    if not _MARK.search(text):
        return text
    if "\\" in text:
        text = _PREAMBLE.sub("", text)
        text = _DOUBLED_SIGN.sub("\\\\", text)
        text = _DOUBLED_NAME.sub(lambda match: "\\" if match[1] in known_commands() else match[0], text)
        text = _CITATION.sub(GONE, text)
    if _TO_READ.search(text):
        text = _settled(Reader(text).read(0, len(text), maths=False))
    return _WORD.sub(_untied, text) if "~" in text else text


def _settled(text: str) -> str:
    """Replace the reader's signs by blanks, where blanks are needed."""
    text = re.sub(f"{EDGE}*{GLUE}{EDGE}*", "", text)
    text = _EDGES.sub(" ", text).replace(EDGE, "")
    return _HOLES.sub(_closed, text)


def _closed(match: re.Match[str]) -> str:
    text, end = match.string, match.end()
    if match.start() == 0 or end == len(text) or text[end] in ".,;:!?)]":
        return ""
    return " " if " " in match[0] else ""


def _untied(match: re.Match[str]) -> str:
    """Return a word without its ties: `Fig.~2` has one; `~5`, `2~3`, `x~N(0,1)` and an address have none."""
    word = match[0]
    if "~" not in word or "://" in word or "/~" in word:
        return word
    return _TIE.sub(lambda tie: f"{tie[1] or ''} ", word)
