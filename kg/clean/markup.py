"""HTML and JATS tags, character entities, and Markdown."""

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5

_AMPERSANDS = re.compile(r"&(?:(?:amp|AMP|#0{0,4}38|#[xX]0{0,4}26);)+")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>=]+))*"
_TAG = re.compile(rf"<(?P<close>/?)(?P<name>[a-zA-Z][\w:-]*)(?P<attributes>{_ATTRIBUTES})\s*/?>")
_COMMENT = re.compile(r"<!--(?:[^-<]|-(?!->)|<(?!!--))*-->")

# Prefixes that only mark-up has: whatever follows them is a tag.
_NAMESPACES = ("jats:", "mml:")
# Tags that stand for a break between words; those of them that need no partner; and those that stand inside a word.
_BLOCKS = frozenset(
    {"br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "list-item", "ol", "sec", "title", "ul"}
)
_ALONE = frozenset({"br", "p"})
_INLINE_NAMES = """
    a b bold big em ext-link font i inline-formula italic math mfrac mi mn mo mover mrow mspace msqrt mstyle msub
    msubsup msup mtext munder named-content sc semantics small span strike strong sub sup tex-math tt u underline xref
"""
_INLINE = frozenset(_INLINE_NAMES.split())
# Without a prefix, a tag is taken for one only where both partners stand in the text. `s`, `code`, `title`, `image`,
# `mark` and their like are left out on purpose: in this field they are tokens of a model, written about.
_PAIRED = (_BLOCKS | _INLINE) - _ALONE - {"title"}
_ORDINAL = re.compile(r"(?:st|nd|rd|th|TM|SM|®|™|©)\b|[®™©]")

# What emphasis may begin with: no blank, and no sign that would make a star a wildcard, a product or a footnote.
_INSIDE = r"(?=[^\s*_.,;:!?/)\]}|&=-])"
_END = r"(?<=[^\s*_(\[{])"
_STRONG = re.compile(rf"(?<!\*)\*\*{_INSIDE}((?:[^*]|\*(?!\*)){{1,400}}?){_END}\*\*(?!\*)")
_STRONG_EMPHASIS = re.compile(rf"(?<![\w*])\*\*\*{_INSIDE}([^*]{{1,400}}){_END}\*\*\*(?![\w*])")
_STRONG_IN_EMPHASIS = re.compile(rf"(?<![\w*])\*\*\*{_INSIDE}([^*]{{1,100}}){_END}\*\*([^*]{{1,300}}){_END}\*(?![\w*])")
_EMPHASIS = re.compile(rf"(?<![\w*^/\\)\]}}’′])(?<!\w')\*{_INSIDE}([^*]{{1,400}}){_END}\*(?:(?=s\b)|(?![\w*/]))")
_UNDERLINED = re.compile(rf"(?<![\w/\\^}})\]])_(?=[^\W_]|[\"'“(])([^_]{{1,300}}){_END}_(?![\w/])")
# Two underscores around one word are a name of Python's as often as strong emphasis.
_STRONG_UNDERLINED = re.compile(rf"(?<![\w/])__(?=[^\W_]|[\"'“(])([^_\s]{{1,100}} [^_]{{1,300}}){_END}__(?![\w/])")

_TARGET = r"(?:[^\s()]|\([^\s()]*\))"
_LINK = re.compile(rf"!?(?<![\w)\]])\[([^\[\]]{{1,300}})\]\(\s*({_TARGET}{{1,600}})(?:\s+\"[^\"]{{0,200}}\")?\s*\)")
_ADDRESS = re.compile(r"://|^<?www\.|^mailto:|^[#/.]|[\w-]\.[a-zA-Z]{2,}(?:[/#?]|$)|^url\b")
_CODE = re.compile(r"(?<![\w`])(`{1,3})(?=[^\s`])([^`]{1,300})(?<=[^\s`(])\1(?![\w`])")


def decode_entities(text: str) -> str:
    """Decode character entities that end in a semicolon and that HTML knows.

    >>> decode_entities("R&amp;D, p &lt; 0.05, AT&T; and &nosuch;")
    'R&D, p < 0.05, AT&T; and &nosuch;'
    """
    if "&" not in text or ";" not in text:
        return text
    # One by one, a chain such as &amp;amp;amp; would need as many passes as it has links.
    return _ENTITY.sub(_decoded, _AMPERSANDS.sub("&", text))


def _decoded(match: re.Match[str]) -> str:
    entity = match[0]
    return unescape(entity) if entity[1] == "#" or entity[1:] in html5 else entity


def drop_tags(text: str) -> str:
    """Drop HTML, JATS and MathML tags, never words that merely stand in angle brackets.

    A superscript keeps a caret, as in `10^8`: without it the number would be another one.

    >>> drop_tags("<jats:p>10<sup>8</sup> tokens of H<sub>2</sub>O end in </s> or <LOOK></jats:p>")
    '10^8 tokens of H2O end in </s> or <LOOK>'
    """
    if "<" not in text:
        return text
    text = _COMMENT.sub("", text)
    tags = list(_TAG.finditer(text))
    dropped = sorted(_tags_to_drop(tags))
    return _without(text, [tags[index] for index in dropped]) if dropped else text


def _without(text: str, tags: list[re.Match[str]]) -> str:
    pieces: list[str] = []
    position, broken = 0, False
    for tag in tags:
        broken = _append(pieces, text[position : tag.start()], broken=broken)
        name, _ = _local_name(tag)
        broken = broken or name in _BLOCKS
        raised = name == "sup" and not tag["close"] and not _ORDINAL.match(text, tag.end())
        if raised and pieces and not pieces[-1][-1].isspace():
            pieces.append("^")
        position = tag.end()
    broken = _append(pieces, text[position:], broken=broken)
    return "".join(pieces).rstrip() if broken else "".join(pieces)


def _append(pieces: list[str], words: str, *, broken: bool) -> bool:
    """Add words behind a break or behind none, with one blank at a break; return whether a break is still to come."""
    if broken and words and (not pieces or pieces[-1][-1].isspace()):
        words = words.lstrip()
    elif broken and words and not words[0].isspace():
        pieces.append(" ")
    if words:
        pieces.append(words)
    return broken and not words


def _local_name(tag: re.Match[str]) -> tuple[str, bool]:
    """Return the name of a tag without its prefix, and whether a prefix gave it away as mark-up."""
    name = tag["name"].lower()
    for prefix in _NAMESPACES:
        if name.startswith(prefix):
            return name[len(prefix) :], True
    return name, False


def _tags_to_drop(tags: list[re.Match[str]]) -> Iterator[int]:
    waiting: dict[str, list[int]] = {}
    for index, tag in enumerate(tags):
        name, certain = _local_name(tag)
        if certain or name in _ALONE:
            yield index
        elif name not in _PAIRED or (name == "a" and not tag["close"] and not tag["attributes"]):
            continue
        elif not tag["close"]:
            waiting.setdefault(name, []).append(index)
        elif waiting.get(name):
            yield from (waiting[name].pop(), index)


def drop_markdown(text: str) -> str:
    """Drop the marks of Markdown: emphasis, links, code.

    >>> drop_markdown("w**A**ve**LE**t is *fast*; A* and snake_case stay; see [here](https://kg.org)")
    'wAveLEt is fast; A* and snake_case stay; see here'
    """
    if "](" in text:
        text = _LINK.sub(_link_text, text)
    if "`" in text:
        text = _CODE.sub(r"\2", text)
    if "*" in text:
        text = _STRONG_EMPHASIS.sub(r"\1", text)
        text = _STRONG_IN_EMPHASIS.sub(r"\1\2", text)
        text = _STRONG.sub(_strong_text, text)
        text = _EMPHASIS.sub(r"\1", text)
    if "_" in text:
        text = _STRONG_UNDERLINED.sub(r"\1", text)
        text = _UNDERLINED.sub(r"\1", text)
    return text


def _link_text(match: re.Match[str]) -> str:
    return match[1] if _ADDRESS.search(match[2]) else match[0]


def _strong_text(match: re.Match[str]) -> str:
    """Return the words between two double stars, or all of it where the stars are powers: 2**3 and 4**5."""
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    inside_words = before.isalnum() and after.isalnum() and " " in match[1]
    power = before.isdigit() and (match[1][0].isdigit() or " " in match[1])
    if power or inside_words:
        return match[0]
    words = match[1]
    return words.replace("*", "") if words.count("*") == 2 else words  # **Rein*for*mer**
