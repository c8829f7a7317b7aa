"""Odd characters: what cannot be seen, cannot be encoded, or stands for a plain letter, blank or hyphen."""

import re

# Format characters without a glyph: soft hyphen, Arabic letter mark, Mongolian vowel separator, zero-width space, marks
# of direction, word joiner and invisible operators, byte order mark, interlinear marks, tags.
_INVISIBLE = "\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_CONTROL = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
_LINE_BREAK = "\n\r\x0b\x0c\x85\u2028\u2029"
_ODD_BLANK = "\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_HYPHENS = "\u2010\u2011"
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}

ODD = f"{_INVISIBLE}{_CONTROL}{_LINE_BREAK}{_ODD_BLANK}{_HYPHENS}ﬀ-ﬆ\u200c\u200d\ud800-\udfff"
"""For use in a character class: every character that this module changes, and the two joiners that it may change."""

_ODD = re.compile(f"[{ODD}]")
_PLAIN = str.maketrans(_LIGATURES | dict.fromkeys(_HYPHENS, "-"))
_DROPPED = re.compile(f"[{_INVISIBLE}{_CONTROL}]")
# In Persian, Hindi and emoji a joiner is spelling; beside a Latin letter it is debris.
_JOINER = re.compile("(?<![^\x00-\x7f])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?![^\x00-\x7f])")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")

_BROKEN_HYPHEN = re.compile(rf"(-|\xad)[ \t\xa0]*(?:\r\n|[{_LINE_BREAK}])[ \t\xa0]*(?=[^\W_])")
_WORD = re.compile(r"[^\W_]{1,40}")
_HYPHEN = re.compile(r"(?<=[^\W_])-([^\W_]{1,40})")
_LAST_WORD = re.compile(r"[^\W_]+\Z")
_SUSPENDED = frozenset({"and", "or", "to", "vs", "versus", "und", "oder"})
_ODD_RUN = re.compile(f"(?<! ) *[{_LINE_BREAK}{_ODD_BLANK}][ {_LINE_BREAK}{_ODD_BLANK}]*")
# Two blanks in a row are what a layout of lines leaves behind: no annotated text has them, every ninth raw one does.
_RUN = re.compile("  +")

# A JSON string that was written with single backslashes turns `\times` into a tab and `imes`. The letters behind the
# control character must be the rest of a command, so that an honest tab or line break is never taken for one.
_COMMAND_REMAINS = {
    "\x07": ("a", r"(?:lpha|pprox|st)(?![a-z])"),
    "\x08": ("b", r"(?:eta|oldsymbol|inom|egin\{|ar\{|f(?=[ {]))"),
    "\t": ("t", r"(?:ext(?:it|bf|tt|sc|sf|rm)?(?=\{)|(?:imes|heta|ilde)(?![a-z])|au(?=[$\\_^{})])|o(?= ?[$\\]))"),
    "\n": ("n", r"(?:abla(?![a-z])|eq(?=[ $\\\d])|otin(?![a-z])|u(?=[$_^}]))"),
    "\x0b": ("v", r"(?:arepsilon|arphi|ec\{)"),
    "\x0c": ("f", r"(?:ootnote(?=\{)|rac(?=\{)|orall(?![a-z]))"),
    "\r": ("r", r"(?:ightarrow(?![a-z])|ho(?=[$_^}\\])|m\{)"),
}
_DAMAGED = re.compile("|".join(f"{re.escape(char)}(?={rest})" for char, (_, rest) in _COMMAND_REMAINS.items()))


def plain_characters(text: str) -> str:
    r"""Replace odd characters by plain ones and drop those that cannot be seen; a run of blanks becomes one blank.

    A line break is a blank, and none is left at either end. A hyphen at a line break joins the word again. Half of a
    surrogate pair, which no encoding can hold, becomes U+FFFD. What comes back does not change a second time.

    >>> plain_characters("e\ufb03cient repre-\nsentation\xa0 learning")
    'efficient representation learning'
    """
    if _ODD.search(text):
        text = _without_odd(text)
    return _RUN.sub(" ", text).strip(" ")


def _without_odd(text: str) -> str:
    text = _SURROGATES.sub(_joined_surrogates, text)
    text = _DAMAGED.sub(lambda match: "\\" + _COMMAND_REMAINS[match[0]][0], text)
    text = text.translate(_PLAIN)
    compounds = _compounds(text) if _BROKEN_HYPHEN.search(text) else frozenset()
    text = _BROKEN_HYPHEN.sub(lambda match: _link(match, compounds), text)
    text = _JOINER.sub("", _DROPPED.sub("", text))
    return _ODD_RUN.sub(" ", text)


def _joined_surrogates(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _compounds(text: str) -> frozenset[str]:
    """Return the pairs of words that the text itself writes with a hyphen inside a line."""
    return frozenset(f"{_word_before(text, match.start())}-{match[1]}".casefold() for match in _HYPHEN.finditer(text))


def _word_before(text: str, position: int) -> str:
    match = _LAST_WORD.search(text[max(0, position - 40) : position])
    return match[0] if match else ""


def _link(match: re.Match[str], compounds: frozenset[str]) -> str:
    """Return what joins the halves of a word at a line break: nothing, or the hyphen where the word has one."""
    text, start = match.string, match.start()
    word = _word_before(text, start)
    right = _WORD.match(text, match.end())
    if not word or right is None:
        return match[0]
    if match[1] == "\xad":  # a soft hyphen says itself that it is none
        return ""
    if right[0] in _SUSPENDED:
        return "- "
    hyphenated = word[1:].islower() or (len(word) == 1 and word.isalpha())
    in_chain = text[start - len(word) - 1 : start - len(word)] == "-"  # state-of-the-
    if not hyphenated or in_chain or not right[0][0].islower() or word.casefold() == "self":
        return "-"
    return "-" if f"{word}-{right[0]}".casefold() in compounds else ""
