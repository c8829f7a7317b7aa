"""Reads LaTeX from left to right and writes what a reader of the page would see."""

import re
import unicodedata

from kg.clean import symbols as table
from kg.clean.commands import BUILDERS, Broken
from kg.clean.maths import formulas, groups
from kg.clean.symbols import EDGE, GLUE, GONE

_EVIDENCE = re.compile(r"\\(?:[a-zA-Z]{2,}|[%&#_${}(,;'\"`^])")
_PLAIN = re.compile(r"[^\\${}_^~&]+")
_COMMAND = re.compile(r"\\(?:([a-zA-Z]+)|(.))", re.DOTALL)
_OPTION = re.compile(r"\[[^\[\]{}]{0,200}\]")
_PROTECTED = re.compile(r"[\w .+#'’/–-]{1,200}")
_WINDOWS_PATH = re.compile(r"(?<![\w$])[A-Za-z]:(?:\\[\w.-]+)*\Z")
_CONTRACTION = re.compile(r"(?:s|t|m|d|ll|re|ve)(?![a-zA-Z])|[A-Z]")
_ORDINALS = frozenset({"th", "st", "nd", "rd"})
_LETTERS = frozenset({"o", "O", "l", "L", "ss", "ae", "AE", "oe", "OE", "aa", "AA", "i", "j", "dh", "DH", "th", "TH"})
_DOTLESS = {"ı": "i", "ȷ": "j"}
_DEEPEST = 20
"""Arguments inside arguments, counted together: Python's stack holds many times more."""


class Reader:
    """A text of LaTeX with its formulas and braces found. Places are places in the text."""

    __slots__ = ("closing", "commands", "depth", "evidence", "formulas", "inside", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.closing = groups(text)
        self.formulas = formulas(text)
        self.evidence = bool(self.formulas) or _EVIDENCE.search(text) is not None
        """Whether the text is LaTeX for certain: braces and backslashes alone are no proof."""
        self.inside = 0  # formulas that are being read
        self.depth = 0
        # A command that turns out to be broken is read again as text, and what it holds with it; once is enough.
        self.commands: dict[tuple[int, bool], tuple[str, int]] = {}

    def read(self, position: int, end: int, *, maths: bool) -> str:
        """Return what stands between two places, as plain text with the signs EDGE, GLUE and GONE in it."""
        pieces: list[str] = []
        while position < end:
            piece, position = self._step(position, end, maths=maths)
            pieces.append(piece)
        return "".join(pieces)

    def argument(self, position: int, end: int, *, maths: bool) -> tuple[str, int]:
        """Return the argument of a command, and the place behind it: a group, a command or one character."""
        while position < end and self.text[position].isspace():
            position += 1
        if position >= end or self.depth > _DEEPEST:
            raise Broken
        close = self.closing.get(position)
        self.depth += 1
        try:
            if close is not None and close < end:
                return self.read(position + 1, close, maths=maths), close + 1
            if self.text[position] == "\\":
                return self._command(position, end, maths=maths)
        finally:
            self.depth -= 1
        if self.text[position] in "{}$":
            raise Broken
        return self.text[position], position + 1

    def skip_option(self, position: int) -> int:
        """Return the place behind an argument in square brackets, if one stands at this place."""
        option = _OPTION.match(self.text, position)
        return option.end() if option else position

    def _step(self, position: int, end: int, *, maths: bool) -> tuple[str, int]:
        if run := _PLAIN.match(self.text, position, end):
            return run[0], run.end()
        formula = self.formulas.get(position)
        if formula and formula.end <= end:
            return self._formula(formula.start, formula.stop, formula.end), formula.end
        sign = self.text[position]
        if sign == "\\":
            return self._command(position, end, maths=maths)
        if sign == "{":
            return self._group(position, maths=maths)
        if sign in "_^":
            return self._script(position, end, maths=maths)
        return self._lone_sign(sign, position, maths=maths), position + 1

    def _lone_sign(self, sign: str, position: int, *, maths: bool) -> str:
        if sign == "~" and (maths or re.match(r"~+\\[a-zA-Z]", self.text[position : position + 4])):
            return " "
        if sign == "&" and maths:
            between_words = self.text[position - 1].isalnum() and self.text[position + 1 : position + 2].isalnum()
            return "&" if between_words else " "
        return "" if maths or (self.inside and sign == "$") else sign

    def _formula(self, start: int, stop: int, end: int) -> str:
        self.inside += 1
        words = self.read(start, stop, maths=True)
        self.inside -= 1
        after = self.text[end : end + 1]
        # Somebody's converter writes `\(n \){numbers}` and loses the blank on the way.
        lost = (words[-1:].isspace() and after.isalnum()) or (after == "{" and self.text[stop] == "\\")
        return re.sub(r"\s+", " ", words).strip() + (" " if lost else "")

    def _group(self, position: int, *, maths: bool) -> tuple[str, int]:
        close = self.closing.get(position)
        if close is None:
            return "{", position + 1
        raw = self.text[position + 1 : close]
        if self.closing.get(position + 1) == close - 1 and raw[1:-1].strip():
            return self.read(position + 2, close - 1, maths=maths), close + 1
        inner = self.read(position + 1, close, maths=maths)
        if maths or raw.startswith("\\") or self._only_groups(inner):
            return inner, close + 1
        return f"{{{inner}}}", close + 1

    def _only_groups(self, inner: str) -> bool:
        """Tell braces that only group, as in `{BERT}`, from those that are read, as in `{0, 1}` and `{class}`."""
        if inner == "," or (_PROTECTED.fullmatch(inner) and inner.lower() != inner):
            return True
        return self.evidence and not any(sign in inner for sign in ",\"':|=")

    def _script(self, position: int, end: int, *, maths: bool) -> tuple[str, int]:
        sign = self.text[position]
        if not maths and position + 1 not in self.closing:
            return sign, position + 1
        try:
            argument, after = self.argument(position + 1, end, maths=True)
        except Broken:
            return sign, position + 1
        without_sign = sign == "_" or not argument or argument in _ORDINALS or argument.startswith(("'", "°"))
        return f"{GLUE}{argument}" if without_sign else f"{GLUE}^{argument}", after

    def _command(self, position: int, end: int, *, maths: bool) -> tuple[str, int]:
        key = (position, maths)
        if key not in self.commands:
            self.commands[key] = self._new_command(position, end, maths=maths)
        return self.commands[key]

    def _new_command(self, position: int, end: int, *, maths: bool) -> tuple[str, int]:
        match = _COMMAND.match(self.text, position, end)
        if match is None:
            return "\\", position + 1
        name, after = match[1], match.end()
        if not maths and name and _WINDOWS_PATH.search(self.text[max(0, position - 80) : position]):
            return match[0], after
        try:
            if match[2]:
                return self._sign(match[2], after, end, maths=maths)
            return self._named(name, after + self.text.startswith("*{", after), end, maths=maths)
        except Broken:
            while after in self.closing:
                after = self.closing[after] + 1
            return self.text[position:after], after

    def _named(self, name: str, after: int, end: int, *, maths: bool) -> tuple[str, int]:
        if name in table.DROPPED:
            return self._dropped(after, table.DROPPED[name])
        if name in table.ACCENTS and (len(name) > 1 or after in self.closing):
            return self._accented(name, after, end, maths=maths)
        if name in table.DECLARATIONS:
            return self._declaration(name, after)
        if name in BUILDERS:
            return BUILDERS[name](self, after, end)
        if name not in table.FONTS and name in table.symbols():
            return self._symbol(name, after)
        return self._font(name, after, maths=maths)

    def _sign(self, sign: str, after: int, end: int, *, maths: bool) -> tuple[str, int]:
        r"""Read a command that is one sign, such as `\%`."""
        if sign == "\\":
            return self._line_break(after, maths=maths)
        if sign == "_" and maths and (after in self.closing or self.text.startswith("\\", after)):
            return GLUE, after
        if sign in table.ESCAPED:
            return sign, after
        if maths:
            return ("" if sign in "()[]" else "‖" if sign == "|" else table.SPACING.get(sign, sign)), after
        if sign in table.ACCENTS:
            return self._accented(sign, after, end, maths=maths)
        if sign in ",;:/@" or (sign == " " and self.evidence):
            return table.SPACING[sign], after
        if sign == "-":
            hyphenation = self.text[after - 3 : after - 2].isalpha() and self.text[after : after + 1].isalpha()
            return "" if hyphenation else "-", after
        return (sign if sign in "*+[]()<>!|" else f"\\{sign}"), after

    def _line_break(self, after: int, *, maths: bool) -> tuple[str, int]:
        before = self.text[after - 3 : after - 2]
        if maths or self.evidence or (before and before in ".,;!?)}"):
            return f" {GONE}", self.skip_option(after)
        return "\\\\", after

    def _dropped(self, after: int, arguments: int) -> tuple[str, int]:
        for _ in range(arguments):
            after = self.skip_option(after)
            if after in self.closing:
                after = self.closing[after] + 1
        return GONE, after

    def _declaration(self, name: str, after: int) -> tuple[str, int]:
        if name in ("left", "right") and self.text.startswith(".", after):
            return "", after + 1
        while self.text.startswith(" ", after):
            after += 1
        return "", after

    def _accented(self, name: str, after: int, end: int, *, maths: bool) -> tuple[str, int]:
        following = self.text[after : after + 1]
        grouped = maths or after in self.closing or self.text[after : after + 2] in ("\\i", "\\j")
        if not grouped and (not following.isalpha() or self._is_quote(name, after)):
            return self._bare_accent(name, after), after
        base, behind = self.argument(after, end, maths=maths)
        if not name.isalpha() and not maths and len(base) > 1:
            return f"{name}{base}", behind  # an escaped quotation mark before braces
        if maths and len(base) > 1 and name != "not":
            return base, behind  # a wide hat over a word says nothing in plain text
        letter = _DOTLESS.get(base[:1], base[:1])
        return unicodedata.normalize("NFC", letter + table.ACCENTS[name]) + base[1:], behind

    def _is_quote(self, name: str, after: int) -> bool:
        r"""Tell a sign whose backslash only escapes it, as in `don\'t` and `\"deep\"`, from an accent."""
        before, following = self.text[after - 3 : after - 2] if after > 2 else "", self.text[after]
        inside_word = before.isalpha() or before == "{"
        if name in "'’" and before.isalpha() and _CONTRACTION.match(self.text, after):
            return True
        return name in "'\"`" and not inside_word and following.islower()

    def _bare_accent(self, name: str, after: int) -> str:
        """Return an accent that stands on no letter: an escaped quotation mark, or nothing that LaTeX knows."""
        before = self.text[after - 3 : after - 2] if after > 2 else ""
        opens = self.text[after : after + 1].isalpha()
        closes = before.isalnum() or (before and before in ".,!?)]")
        escaped = name in "'\"`’" if opens or closes else False
        return name if escaped or (name == "." and before.isdigit()) else f"\\{name}"

    def _symbol(self, name: str, after: int) -> tuple[str, int]:
        sign = table.symbols()[name]
        if self.text.startswith("{}", after):
            return sign, after + 2
        # LaTeX swallows the blank behind a command, but people mean it, except inside a word: `S\\o ren`.
        before = self.text[max(0, after - len(name) - 2) : after - len(name) - 1]
        if name in _LETTERS and before.isalpha() and re.match(r" [a-z]", self.text[after : after + 2]):
            after += 1
        return (f"{EDGE}{sign}{EDGE}" if len(sign) > 1 and sign.isalpha() else sign), after

    def _font(self, name: str, after: int, *, maths: bool) -> tuple[str, int]:
        """Read a command that only changes how its argument looks, or one that an author defined."""
        place = self.skip_option(after)
        place = place if place in self.closing else after
        known = name in table.FONTS
        if place in self.closing:
            close = self.closing[place]
            words = self.read(place + 1, close, maths=maths and name not in table.WORDS)
            edge = EDGE if name == "operatorname" else ""
            return f"{edge}{words if words or known else name}{edge}", close + 1
        before = self.text[max(0, after - len(name) - 2) : after - len(name) - 1]
        inside_word = before.isalnum() or (before and before in "\\/")
        if self.text.startswith("{", after) or (not maths and (inside_word or (len(name) == 1 and not known))):
            raise Broken
        if known:
            return self._declaration(name, after)
        return f"{EDGE}{name}{EDGE}" if maths else name, after
