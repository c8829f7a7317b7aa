"""The spelling of names: which surface forms are one name, and which are acronyms of which.

Everything here is pure and knows nothing of papers. `match_key` keeps whatever tells things apart (numbers, sizes,
signs, symbols) and drops what does not (case, hyphens, plurals, national spelling, determiners, generic heads).
"""

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import Final

LONGEST_KEY: Final = 96
"""Characters of the longest key; a longer one is cut and ends in a checksum of the whole."""
KEPT_OF_LONG: Final = 80
LONGEST_ACRONYM: Final = 12
CACHED: Final = 1 << 12
"""Names whose answers are remembered: those of a few hundred papers, so that memory does not grow with a collection."""

_GREEK: Final = {
    letter: unicodedata.name(letter).removeprefix("GREEK SMALL LETTER ").lower() for letter in "αβγδεζηθικμνξοπρστυφχψω"
} | {"λ": "lambda", "ς": "sigma", "ϕ": "phi", "ϵ": "epsilon"}

_AMERICAN: Final = (
    (r"isation", "ization"),
    (
        r"((?:optim|general|regular|normal|quant|minim|maxim|organ|token|summar|recogn|character|categor|parameter"
        r"|parametr|random|util|visual|initial|discret|linear|special|personal|penal|standard|synthes|factor|local"
        r"|stabil|formal|custom|marginal|amort|memor|modular|digit|harmon|priorit|vector|contextual|binar|sparsif"
        r"|symmetr|polar|serial|verbal|anonym))is(e|ed|er|ing)\b",
        r"\1iz\2",
    ),
    (r"analys(e|ed|er|ing)\b", r"analyz\1"),
    (r"(behavi|col|neighb|fav|flav|tum|hum|lab|vap|harb|hon|rum|od|arm)our", r"\1or"),
    (r"(cent|met|lit|fib|calib|theat)re\b", r"\1er"),
    (r"centred\b", "centered"),
    (r"(model|label|travel|signal|cancel|channel|tunnel|level|fuel|panel)l(ing|ed|er)", r"\1\2"),
    (r"(catal|dial|anal)ogue", r"\1og"),
    (r"(def|off)ence", r"\1ense"),
    (r"licence", "license"),
    (r"grey", "gray"),
    (r"programme\b", "program"),
    (r"judgement", "judgment"),
    (r"artefact", "artifact"),
    (r"ageing\b", "aging"),
    (r"sulph", "sulf"),
    (r"(an|leuk|isch|h|gyn|p|orthop|encyclop)ae(m|sth|mo|c|d)", r"\1e\2"),
    (r"\boe(sophag|dema|strogen)", r"e\1"),
)
_BRITISH: Final = re.compile("|".join(pattern for pattern, _ in _AMERICAN))
_SPELLING: Final = tuple((re.compile(pattern), american) for pattern, american in _AMERICAN)

_IRREGULAR: Final = {
    "indices": "index", "matrices": "matrix", "vertices": "vertex", "simplices": "simplex", "axes": "axis",
    "corpora": "corpus", "criteria": "criterion", "phenomena": "phenomenon", "automata": "automaton",
    "minima": "minimum", "maxima": "maximum", "optima": "optimum", "spectra": "spectrum", "formulae": "formula",
    "nuclei": "nucleus", "stimuli": "stimulus", "children": "child", "movies": "movie", "cookies": "cookie",
    "lenses": "lens", "biases": "bias", "gases": "gas", "buses": "bus", "viruses": "virus", "atlases": "atlas",
    "caches": "cache", "gpus": "gpu", "cpus": "cpu", "tpus": "tpu", "heroes": "hero", "echoes": "echo",
}  # fmt: skip
_NO_PLURAL: Final = re.compile(
    r"series|species|lens|news|bayes|stokes|reuters|hermes|hastings|adams|james|jones|rhodes|forbes|keynes|kubernetes"
    r"|always|perhaps|bias|atlas|gas|pandas|canvas|alias|keras|texas|kansas|midas|thomas|pancreas|christmas"
    r"|.*(?:ss|us|is)|.*[.].*|(?!.*(?:metr|top|heurist|crit|characterist|com|clin|mosa|log)ics).*ics"
)
_SHORT_PLURAL: Final = re.compile(
    r"(?:net|map|bot|set|bit|log|tag|key|ray|law|car|app|arm|cue|eye|gap|hub|job|lab|pod|row|run|sum|tip|way|web|cat|dog"
    r"|gan|vae|fan|sea|day|era|age|ion|bee|ant|cow|pig|toy|tie|use|act|bar|cap|cup|ear|egg|end)s"
)
_SES_TO_SIS: Final = re.compile(r"(analy|hypothe|synthe|diagno|progno|parenthe|paraly|metamorpho)ses$")

_DETERMINER: Final = re.compile(r"^(?:the|an?|our|its|their|this|these)\s+(?=\S)", re.IGNORECASE)
_DATASET_HEAD: Final = re.compile(r"(?<=[^\W_]|[)*+#])[\s_-]+data[\s_-]?sets?$", re.IGNORECASE)
_HEAD: Final = re.compile(
    r"^(\S+)\s+(?:frameworks?|algorithms?|methods?|modules?|models?|problems?|tasks?|benchmarks?|corpus|corpora)$",
    re.IGNORECASE,
)
_BRACKETED: Final = re.compile(r"\(\s*([^()\s]{2,12})\s*\)")
_POSSESSIVE: Final = re.compile(r"(?<=\w)'s(?!\w)|(?<=s)'(?!\w)")
_SEPARATOR: Final = re.compile(r"[\s_/\\|~,;:'\"`()\[\]{}‘’“”«»·•…‐-―−-]+")
_LOOSE_DOT: Final = re.compile(r"(?<![^\W_])\.+|\.+(?![^\W_])")
_LOOSE_MARK: Final = re.compile(r"(?<![!?])[!?]+(?=-|$)")
_MARK: Final = re.compile(r"[.!?]")
_DIGIT: Final = re.compile(r"\d")
_BESIDE_NO_DIGIT: Final = re.compile(r"(?<!\d)-|-(?!\d)")
_VERSION: Final = re.compile(r"(?<=[a-z]{2})(?=\d+(?:\.\d+)*[a-z]?(?:-|$))")
_DIMENSION: Final = re.compile(r"(?<![^-])(\d)-d(?![^-])")
_NET: Final = re.compile(r"(^neural|(?<![^-])adversarial)-net(?=-|$)")
"""What is short for a network; an elastic net and a Petri net are none."""
_PLAIN: Final = re.compile(r"[a-z0-9+#*-]+")
"""A name that is its own key already, but for its numbers and its last word."""
_GREEK_RUN: Final = re.compile(r"(?<![α-ως])[α-ωςϕϵ]{1,2}(?![α-ως])")
_STEMS: Final = (
    (re.compile(r"(?:ification|ifying|ify)$"), "if"),
    (re.compile(r"(?:ysis|yzing|yze)$"), "ys"),
    (re.compile(r"thesi(?:s|zing|ze)$"), "thesi"),
    (re.compile(r"gni(?:tion|zing|ze)$"), "gni"),
    (re.compile(r"(?<=\w{4})e?ment$"), ""),
    (re.compile(r"(?<=\w{3})at(?:ion|ing|e)$"), ""),
    (re.compile(r"(?<=(?:mo|ie)v)al$"), ""),
    (re.compile(r"(?<=\w{4})(?:ion|ing|e|y)$"), ""),
    (re.compile(r"(?<=\w{2})([bdgmnprt])\1$"), r"\1"),
)


@lru_cache(maxsize=CACHED)
def match_key(name: str) -> str:
    """Return what all spellings of one name have in common; entity ids are made of it.

    Never empty for a name that is not blank, at most `LONGEST_KEY` characters, and its own key.

    Parameters
    ----------
    name
        A name as it stands in a text.

    Examples
    --------
    >>> match_key("Adaptive Physics Transformers"), match_key("the ImageNet dataset")
    ('adaptive-physics-transformer', 'imagenet')
    >>> match_key("CIFAR10") == match_key("CIFAR-10") != match_key("CIFAR-100")
    True
    >>> match_key("C++"), match_key("A*"), match_key("β-VAE's"), match_key("colour normalisation")
    ('c++', 'a*', 'beta-vae', 'color-normalization')
    """
    key = _bounded(_pass(name))
    while (again := _bounded(_pass(key))) != key:
        key = again
    return key


@lru_cache(maxsize=CACHED)
def loose_key(key: str) -> str:
    """Return a match key without its hyphens, save those between digits: "fine-tuning" and "finetuning" are one.

    Examples
    --------
    >>> loose_key("pre-training"), loose_key("llama-2-70b")
    ('pretraining', 'llama2-70b')
    """
    return (_BESIDE_NO_DIGIT.sub("", key) if _DIGIT.search(key) else key.replace("-", "")) or key


@lru_cache(maxsize=CACHED)
def stem(word: str) -> str:
    """Return what a verb and its noun have in common.

    Examples
    --------
    >>> stem("detecting") == stem("detection"), stem("classify") == stem("classification")
    (True, True)
    >>> stem("computation") == stem("compute"), stem("distributed") == stem("distributional")
    (True, False)
    """
    for ending, left in _STEMS:
        word = ending.sub(left, word)
    return word


@lru_cache(maxsize=CACHED)
def is_acronym(name: str) -> bool:
    """Tell whether a name is written like an acronym: one short word, at least half of its letters capitals.

    Examples
    --------
    >>> [name for name in ("GAN", "LLMs", "NeRF", "A3C", "Adam", "A", "beam search") if is_acronym(name)]
    ['GAN', 'LLMs', 'NeRF', 'A3C']
    """
    word = singular_acronym(unicodedata.normalize("NFKC", name))
    if not 2 <= len(word) <= LONGEST_ACRONYM or re.search(r"\s", word):
        return False
    letters = [letter for letter in word if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    return capitals >= 2 and 2 * capitals >= len(letters)


def singular_acronym(text: str) -> str:
    """Return an acronym without the small s of its plural, which follows a capital or a digit.

    Examples
    --------
    >>> singular_acronym("LLMs"), singular_acronym("GPT-2s"), singular_acronym("Gas")
    ('LLM', 'GPT-2', 'Gas')
    """
    return text[:-1] if len(text) > 2 and text[-1] == "s" and (text[-2].isupper() or text[-2].isdigit()) else text


def abbreviates(acronym: str, long_form: str) -> bool:
    """Tell whether an acronym can be read off a long form: its letters in order, the first one starting a word.

    The rule of Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation definitions".

    Examples
    --------
    >>> abbreviates("LLMs", "large language models"), abbreviates("DP", "conformal prediction")
    (True, False)
    """
    short = [letter for letter in singular_acronym(acronym).casefold() if letter.isalnum()]
    long = long_form.casefold()
    if not short or len(long) <= len(acronym):
        return False
    at = len(long)
    for place in range(len(short) - 1, -1, -1):
        at = long.rfind(short[place], 0, at)
        while place == 0 and at > 0 and long[at - 1].isalnum():
            at = long.rfind(short[0], 0, at)
        if at < 0:
            return False
    return True


def unfold(name: str) -> tuple[str, ...]:
    """Return the names that a phrase with an acronym in brackets holds, the long one first; else the name alone.

    Examples
    --------
    >>> unfold("out-of-distribution (OOD) detection")
    ('out-of-distribution detection', 'OOD detection')
    >>> unfold("IWSLT'14 (DE-EN)")
    ("IWSLT'14 (DE-EN)",)
    """
    found = _BRACKETED.search(name)
    before = name[: found.start()].rstrip() if found else ""
    if not found or not is_acronym(found[1]) or not abbreviates(found[1], before):
        return (name,)
    after = name[found.end() :]
    return (f"{before}{after}", f"{found[1]}{after}")


def _pass(name: str) -> str:
    """Apply every rule once."""
    text = name if _PLAIN.fullmatch(name) else _latin(name)
    text = _without_head(text)
    text = _plain_latin(singular_acronym(text).casefold())
    if "&" in text:
        text = text.replace(" & ", " and ")
    text = _SEPARATOR.sub("-", text).strip("-")
    if _MARK.search(text):
        text = _SEPARATOR.sub("-", _LOOSE_MARK.sub("", _LOOSE_DOT.sub("-", text))).strip("-")
    *before, last = _numbered(text).split("-")
    key = "-".join((*map(_american, before), _singular(_american(last))))
    return (_NET.sub(r"\1-network", key) if "-net" in key else key) or _fallback(name)


def _latin(name: str) -> str:
    """Return a name without what nobody sees or says: marks of possession, a determiner, an acronym in brackets."""
    text = unicodedata.normalize("NFKC", name)
    if not (text.isascii() and text.isprintable()):
        text = "".join(sign for sign in text if sign.isspace() or _visible(sign))
        text = re.sub("[’‘ʼ`´]", "'", text)
    text = text.strip()
    if "'" in text:
        text = _POSSESSIVE.sub("", text)
    text = _DETERMINER.sub("", text)
    return unfold(text)[0] if "(" in text else text


def _numbered(words: str) -> str:
    """Write a version one way (gpt3 as gpt-3), a dimension one way (3-d as 3d), and a lone Greek letter by its name."""
    if not words.isascii():
        words = _GREEK_RUN.sub(lambda found: "".join(_GREEK[letter] for letter in found[0]), words)
    return _DIMENSION.sub(r"\1d", _VERSION.sub("-", words)) if _DIGIT.search(words) else words


@lru_cache(maxsize=CACHED)
def _american(word: str) -> str:
    """Return a word in its American spelling."""
    if _BRITISH.search(word):
        for pattern, american in _SPELLING:
            word = pattern.sub(american, word)
    return word


def _visible(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs")


def _plain_latin(text: str) -> str:
    """Drop the accents of Latin and Greek letters: Rényi is Renyi."""
    if text.isascii():
        return text
    bare = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", bare)


def _without_head(name: str) -> str:
    """Drop a generic head: "data set" always, the others after one word that is written like a proper name."""
    if name.lower().endswith(("set", "sets")):
        name = _DATASET_HEAD.sub("", name)
    found = _HEAD.match(name)
    return found[1] if found and _proper(found[1]) else name


def _proper(word: str) -> bool:
    """Tell whether a word has a capital beyond its first letter and is no mere dimension such as 3D."""
    return any(letter.isupper() for letter in word[1:]) and not re.fullmatch(r"\d-?D", word)


@lru_cache(maxsize=CACHED)
def _singular(word: str) -> str:
    """Return the singular of an English word, by rule; what looks like no plural stays.

    Words of four letters are more often acronyms in small letters (DNAS is not DNA) and go by a list.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 5 and not _SHORT_PLURAL.fullmatch(word):
        return word
    if _NO_PLURAL.fullmatch(word) or not re.search("[aeiouy]", word[:-1]):
        return word
    if _SES_TO_SIS.search(word):
        return word[:-2] + "is"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search("(ss|x|sh|ch|zz)es$", word):
        return word[:-2]
    return word.removesuffix("s")


def _fallback(name: str) -> str:
    """Return a key for a name of nothing but marks: the marks, or a checksum where nothing of it can be seen."""
    marks = "".join(sign for sign in unicodedata.normalize("NFKC", name) if _visible(sign) and not sign.isspace())
    return marks or (_checksum(name) if name.strip() else "")


def _bounded(key: str) -> str:
    return key if len(key) <= LONGEST_KEY else f"{key[:KEPT_OF_LONG].rstrip('-')}-{_checksum(key)}"


def _checksum(text: str) -> str:
    """Return twelve decimal digits that stand for a text."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return f"{int.from_bytes(digest[:8], 'big') % 10**12:012d}"
