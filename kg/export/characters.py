"""Characters that every format can hold: XML, JSON, UTF-8 and a page."""

import re

_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
REPLACEMENT = "\ufffd"


def storable(text: str) -> str:
    r"""Return a text in which every character that some format cannot hold is replaced.

    XML knows no control characters but tab and line feed and turns a carriage return into a line feed; UTF-8 knows no
    lone surrogates. What is lost shows as U+FFFD rather than vanishing, so that two names never become one unseen,
    and each character stays one, so that offsets stay true.

    Examples
    --------
    >>> storable("a\x00b\rc")
    'a�b\nc'
    """
    return _UNSTORABLE.sub(REPLACEMENT, text.replace("\r", "\n"))
