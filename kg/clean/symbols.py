"""What the commands of LaTeX stand for: the tables that the reader of LaTeX looks things up in.

The symbols come from the data of pylatexenc. Its own reader is not used: it raises an IndexError on a link whose second
argument is missing, drops the dollar of a price, writes `<cit.>` for a citation, and recurses once for every brace.
"""

import re
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db

# Signs between the reader and the step that sets blanks. No text that is read holds them: control characters go first.
EDGE = "\x00"
"""A word of maths ends here: a blank is needed where the next letter would stick to it, as in `n log n`."""
GLUE = "\x01"
"""A script: it sticks to what it belongs to."""
GONE = "\x02"
"""Something was dropped here: of the blanks around it one is enough."""


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Where pylatexenc has no sign, or not the one that people type and that annotated texts have.
_OWN = {
    "epsilon": "ε", "eps": "ε", "phi": "φ", "ast": "*", "star": "*", "circ": "°", "degree": "°", "prime": "'",
    "mid": "|", "dots": "...", "ldots": "...", "cdots": "...", "dotsc": "...", "dotsb": "...", "coloneqq": ":=",
    "colon": ":", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "lbrace": "{",
    "rbrace": "}", "lbrack": "[", "rbrack": "]", "bullet": "•", "checkmark": "✓", "cmark": "✓", "xmark": "✗",
    "texttimes": "×", "textdegree": "°", "textbar": "|", "textless": "<", "textgreater": ">", "textbackslash": "\\",
    "backslash": "\\", "S": "§", "P": "¶", "copyright": "©", "pounds": "£", "euro": "€", "LaTeX": "LaTeX",
    "TeX": "TeX", "BibTeX": "BibTeX", "bmod": "mod", "ie": "i.e.", "eg": "e.g.", "etal": "et al.", "wrt": "w.r.t.",
    "iid": "i.i.d.", "today": "today", "quad": " ", "qquad": " ", "space": " ", "par": " ", "newline": " ",
    "linebreak": " ", "enspace": " ", "thinspace": " ", "nobreakspace": " ", "xspace": "", "limits": "",
    "nolimits": "", "noindent": "", "centering": "", "allowbreak": "", "nobreak": "", "relax": "", "protect": "",
    "maketitle": "",
}  # fmt: skip

SPACING = {",": " ", ";": " ", ":": " ", ">": " ", " ": " ", "!": "", "/": "", "@": ""}
"""Commands of one sign that set a blank, or none."""

ESCAPED = frozenset("%&$#_{}")
"""Signs that LaTeX wants a backslash before."""

OPERATORS = _names("""
    arccos arcsin arctan arg argmax argmin cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln
    log max min poly polylog Pr sec sin sinh sup tan tanh
""")

FONTS = _names("""
    bm bold boldsymbol emph ensuremath fbox hbox hl mathbb mathbbm mathbf mathbin mathcal mathds mathfrak mathit mathop
    mathord mathrel mathrm mathscr mathsf mathtt mbox num operatorname overbrace overline overrightarrow path pmb
    section si smash sout subsection substack text textbf textit textmd textnormal textrm textsc textsf textsl
    textsubscript texttt textup title ul uline underbrace underline unit url vec widebar
""")
"""Commands that change how their argument looks. One that is not known is read like them: authors define their own."""

WORDS = _names("""
    emph fbox hbox mbox path text textbf textit textmd textnormal textrm textsc textsf textsl texttt textup url
""")
"""Fonts whose argument is text, even inside maths."""

DECLARATIONS = _names("""
    bf bfseries big Big bigg Bigg biggl Biggl biggr Biggr bigl Bigl bigm bigr Bigr boldmath cal displaystyle em
    footnotesize huge Huge it itshape large Large LARGE left mdseries middle normalfont normalsize right rm rmfamily
    romannumeral sc scriptsize scriptstyle scshape sf sffamily sl slshape small textstyle tiny tt ttfamily unboldmath
    upshape
""")
"""Commands without argument that change how what follows looks."""

DROPPED = {
    "label": 1, "ref": 1, "eqref": 1, "cref": 1, "Cref": 1, "autoref": 1, "pageref": 1, "nameref": 1, "tag": 1,
    "cite": 1, "citet": 1, "citep": 1, "vspace": 1, "hspace": 1, "phantom": 1, "vphantom": 1, "hphantom": 1, "color": 1,
    "includegraphics": 1, "thanks": 1, "index": 1, "bibliography": 1, "bibliographystyle": 1, "usepackage": 1,
    "documentclass": 1, "setlength": 2, "input": 1, "include": 1, "begin": 1, "end": 1, "item": 0, "footnotemark": 0,
}  # fmt: skip
"""Commands that go with their arguments: name → number of arguments."""

SECOND = _names("href textcolor colorbox hyperref foreignlanguage raisebox scalebox")
"""Commands of two arguments, of which a reader sees the second."""

FRACTIONS = _names("frac dfrac tfrac cfrac nicefrac sfrac textfrac")
STACKED = _names("overset stackrel underset")
ROOTS = {"2": "√", "3": "∛", "4": "∜"}

ACCENTS = {
    "'": "\u0301", "’": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "H": "\u030b", "k": "\u0328", "u": "\u0306", "r": "\u030a",
    "b": "\u0331", "d": "\u0323", "acute": "\u0301", "grave": "\u0300", "ddot": "\u0308", "hat": "\u0302",
    "Hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "Tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304",
    "dot": "\u0307", "breve": "\u0306", "check": "\u030c", "mathring": "\u030a", "not": "\u0338",
}  # fmt: skip
"""Command → the combining mark that it puts on a letter."""

MATHS_ENVIRONMENTS = _names("align alignat displaymath eqnarray equation flalign gather math multline")


@cache
def symbols() -> dict[str, str]:
    """Return what each command without argument stands for."""
    known = {
        spec.macroname: re.sub(r"\s+", " ", spec.simplify_repl)
        for spec in get_default_latex_context_db().iter_macro_specs()
        if isinstance(spec.simplify_repl, str) and "%" not in spec.simplify_repl and spec.macroname.isalpha()
    }
    return known | {name: name for name in OPERATORS} | _OWN


@cache
def known_commands() -> frozenset[str]:
    """Return every name that is a command for certain."""
    names = {*symbols(), *FONTS, *DECLARATIONS, *DROPPED, *SECOND, *FRACTIONS, *STACKED, *ACCENTS}
    return frozenset(names | {"sqrt", "binom", "footnote", "SI"})
