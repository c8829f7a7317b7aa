"""Raw title or abstract → plain text."""

import re

from kg.clean.characters import ODD, plain_characters
from kg.clean.latex import latex_to_text
from kg.clean.markup import decode_entities, drop_markdown, drop_tags
from kg.clean.quotes import plain_quotes

__all__ = ["clean"]

# Most texts hold none of these and come back as they are, at the price of one search.
_SUSPECT = re.compile(rf"[{ODD}\\$}}{{*_`<&~]|''|\]\(|  |\A | \Z")
_PASSES = 20


def clean(text: str) -> str:
    r"""Return a title or an abstract as plain text: no LaTeX, Markdown, HTML or JATS, no odd characters.

    Never adds or moves words; a text without any of this comes back letter for letter. What comes back is never
    changed when it is cleaned again, and can always be encoded. A run of blanks or line breaks becomes one blank.

    Cleaning can uncover what has to be cleaned: `&amp;lt;p&amp;gt;` is a tag in an entity in an entity. So the steps
    are repeated until nothing changes; each of them takes signs away, so that this ends. Should a hostile text need
    more than 20 rounds, only its characters are made plain, which needs a single round and is stable as well.

    Parameters
    ----------
    text
        Any string, also one with NULs or lone surrogates.

    Returns
    -------
    str
        The plain text.

    Examples
    --------
    >>> clean(r"w**A**ve**LE**t cuts CO$_2$ by 3.16\% &amp; runs on <LOOK> tokens")
    'wAveLEt cuts CO2 by 3.16% & runs on <LOOK> tokens'
    """
    if not _SUSPECT.search(text):
        return text
    cleaned = text
    for _ in range(_PASSES):
        before, cleaned = cleaned, _once(cleaned)
        if cleaned == before:
            return cleaned
    return plain_characters(text)


def _once(text: str) -> str:
    text = plain_characters(text)
    text = drop_tags(decode_entities(text))
    text = drop_markdown(latex_to_text(text))
    return plain_quotes(text)
