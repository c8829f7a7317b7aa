"""Forms of the verb in a name: "estimate mutual information" and "estimating the mutual information" are one task."""

import re
from typing import Final

_VERB_ENDING: Final = re.compile(r"(?<=\w{3})(?:ing|e)$")
_DOUBLED: Final = re.compile(r"([bdgmnprt])\1$")
_FIXED: Final = frozenset(("modeling", "model", "learning", "training", "processing"))
"""Last words whose bare form is another thing: a language model is what language modeling trains."""


def uninflected(kind: str, key: str) -> str:
    """Return a match key without the ending of its verb, the same for all forms of one name of several words.

    The verb of a task comes first, and articles may follow; that of a method comes last. The result is for comparing
    only. A name of one word is left alone: "prompting" is not "prompt".

    Examples
    --------
    >>> uninflected("task", "estimating-the-mutual-information") == uninflected("task", "estimate-mutual-information")
    True
    >>> uninflected("method", "kv-caching") == uninflected("method", "kv-cache")
    True
    >>> uninflected("method", "language-modeling") == uninflected("method", "language-model")
    False
    """
    first, *rest = key.split("-")
    if kind == "task":
        rest = [word for word in rest if word not in ("the", "a", "an")]
        if rest and first.endswith("ing"):
            rest = rest[1:] if rest[0] == "of" else rest
        return "-".join((_bare(first), *rest)) if rest else key
    if kind == "method" and rest and rest[-1] not in _FIXED:
        return "-".join((first, *rest[:-1], _bare(rest[-1])))
    return key


def _bare(word: str) -> str:
    return _DOUBLED.sub(r"\1", _VERB_ENDING.sub("", word))
