"""What `clean` makes of each kind of mark-up, and what it leaves alone. All sentences are made up for these tests."""

import pytest

from kg.clean import clean


def cases(*pairs: tuple[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("raw", "expected"), pairs, ids=[raw[:40] or "empty" for raw, _ in pairs])


@cases(
    (r"$\boldsymbol{\mu}$P", "μP"),
    ("CO$_2$ and CO$_{2}$", "CO2 and CO2"),
    (r"$10^8$ of $10^{-3}$", "10^8 of 10^-3"),
    (r"on 32$\times$ 32 pixels", "on 32× 32 pixels"),
    (r"up to $3.16\%$ and \(4\%\)", "up to 3.16% and 4%"),
    (r"$\mathcal{L}_{\text{total}} \le \epsilon$", "Ltotal ≤ ε"),
    (r"$\tilde{\mathcal{O}}(\sqrt{dT})$", "Õ(√(dT))"),
    (r"$n\log n$, $\log_2 n$ and $\log\log n$", "n log n, log2 n and log log n"),
    (r"$O(T^{\frac{2}{3}})$ and $\frac{a+b}{c}$", "O(T^2/3) and (a+b)/c"),
    (r"$\frac{a}{b+c}$", "a/(b+c)"),
    (r"attains $2.2 $% more of $100$k", "attains 2.2% more of 100k"),
    (r"$x \in \{0,1\}^n$", "x ∈ {0,1}^n"),
    (r"$A^*$, $90^\circ$ and the $k^{th}$", "A^*, 90° and the kth"),
    (r"a $\textbf{Named Thing}$", "a Named Thing"),
    (r"\[E = mc^2\]", "E = mc^2"),
    (r"\begin{equation} a = b \end{equation}", "a = b"),
    (r"\begin{align*} x_1 &= y \end{align*}", "x1 = y"),
    (r"$ a \text{ if $b$ } c$", "a if b c"),
    ("$x$ of $y$", "x of y"),
)
def test_maths_becomes_plain_unicode(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5.",
        "It costs $5, $10 or $20 an hour.",
        "between $5/$6 and US$7",
        "($0.2M for one, $3M for two)",
        "$HOME/$USER",
        "a lone $ here",
        "It costs $5 for f_1 and other tasks, $6 for more.",
    ],
)
def test_money_is_not_maths(text: str) -> None:
    assert clean(text) == text


@cases(
    (r"\$5 and \$6", "$5 and $6"),
    (r"costs \$5 for $n$ users", "costs $5 for n users"),
    (r"gains 3.16\%, \& more \#1 of LoRA\_x", "gains 3.16%, & more #1 of LoRA_x"),
    (r"gains $60.6 \\%$", "gains 60.6 %"),
)
def test_escaped_signs_lose_their_backslash(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    (r"\textbf{bold \emph{and} \texttt{code}}", "bold and code"),
    (r"a {\it slanted} and {\em stressed} word", "a slanted and stressed word"),
    (r"\textbf{P}lain \underline{W}ords", "Plain Words"),
    (r"\href{https://kg.example}{our page} and \url{https://a.b/c_d}", "our page and https://a.b/c_d"),
    (r"\textcolor{red}{warm} colours", "warm colours"),
    (r"code\footnote{\url{https://a.b}} is out", "code https://a.b is out"),
    (r"our \ours{} beats \theirs", "our ours beats theirs"),
    (r"\ie good, \eg this", "i.e. good, e.g. this"),
    (r"\begin{itemize} \item One \item Two \end{itemize}", "One Two"),
    (r"first.\\Second", "first. Second"),
    (r"Fig.~2 by Smith~\emph{et al}", "Fig. 2 by Smith et al"),
    (r"\SI{5}{ms} at \SI{0.1}{\degree}", "5 ms at 0.1°"),
)
def test_commands_leave_their_text(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    (r"as shown~\cite{a}.", "as shown."),
    (r"shown by \citep[see][p.~2]{a,b} and others", "shown by and others"),
    (r"shown (\cite{a}), [\citet{b}].", "shown,."),
    (r"\cite{a} shows (as ever, \cite{b})", "shows (as ever)"),
    (r"in Section~\ref{sec:x} too", "in Section too"),
)
def test_citations_and_references_go_with_their_blank(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    (r"Schr{\"o}dinger, na\"{\i}ve and Mat\'ern", "Schrödinger, naïve and Matérn"),
    (r"Erd{\H{o}}s, fa\c{c}ade, Pawe{\l}", "Erdős, façade, Paweł"),
    (r"S\o ren and \L{}ukasz", "Søren and Łukasz"),
    (r"don\'t call it \"deep\" yet", 'don\'t call it "deep" yet'),
    (r"a class $\H$ of \"{it} maps", 'a class H of "it maps'),
)
def test_accents_are_set_and_escaped_quotes_are_not_accents(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    ("{BERT}: Pre-training of {D}eep {Transformers}", "BERT: Pre-training of Deep Transformers"),
    ("{{Attention, Please}}", "Attention, Please"),
    ("{{{Nested}}}", "Nested"),
    (r"\emph{Fast} {low rank} maps", "Fast low rank maps"),
    ("over 2{,}392 cases", "over 2,392 cases"),
)
def test_protective_braces_go(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    ("``so'' and `so'", "\"so\" and 'so'"),
    ("the ''odd'' way", 'the "odd" way'),
    ("called \"so'' by some", 'called "so" by some'),
    ("`so’ they say", "‘so’ they say"),
)
def test_latex_quotes_become_straight(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@pytest.mark.parametrize(
    "text",
    [
        r"\frac{a}{b",
        r"\textbf{never closed",
        r"\href{https://a.b}{never closed",
        r"\href alone, \sqrt",
        r"C:\Users\name\text",
        r"the pattern \d+ or \w*",
        "\\",
        '"\\"',
        "a { b",
        "a } b",
        "{a, b, c} and {0, 1}",
        "a photo of a {class}",
    ],
)
def test_broken_latex_and_what_only_looks_like_it_stay(text: str) -> None:
    assert clean(text) == text


@cases(
    ("w**A**ve**LE**t", "wAveLEt"),
    ("*one* **two** _three_ ***four***", "one two three four"),
    ("**a *b* c** and T2**I**", "a b c and T2I"),
    ("(*e.g.*, _this_)", "(e.g., this)"),
    ("see [our page](https://kg.example/x_(y)) now", "see our page now"),
    ("![plot](https://kg.example/a.png)", "plot"),
    ("run `kg build` or ```kg demo```", "run kg build or kg demo"),
)
def test_markdown_goes(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A* and snake_case_name stay, a * b and 2*3*4 too",
        "A*-like search, RRT* and A^* and D*",
        "2**3 and 4**5",
        "2**k grows past n** here",
        "*p < 0.05, **p < 0.01, ***p < 0.001",
        "f(*) and g(*), *.py and *.txt",
        "**kwargs and __init__.py",
        "https://a.b/x_y/_z_?a*b*c or https://a.b/~me or https://a.b/of~two",
        "f[i](x) or [CLS](class) or [1] (see)",
        "~5 %, 2~3 times, x~N(0,1)",
        "f''(x) and 5'' screens -- or --- so",
        "C++, C#, QuIP#",
    ],
)
def test_what_only_looks_like_markdown_stays(text: str) -> None:
    assert clean(text) == text


@cases(
    ("<jats:title>Aim</jats:title><jats:p>We <jats:italic>try</jats:italic>.</jats:p>", "Aim We try."),
    ("<p>One</p><p>two</p>", "One two"),
    ("one<br/>two <i>three</i><!-- four -->", "one two three"),
    ("H<sub>2</sub>O, 10<sup>8</sup>, the 5<sup>th</sup>", "H2O, 10^8, the 5th"),
    ('<a href="https://a.b">here</a> in <span class="x">red</span>', "here in red"),
    ("<mml:math><mml:mi>x</mml:mi></mml:math> grows", "x grows"),
)
def test_tags_go(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@pytest.mark.parametrize(
    "text",
    [
        "emits <LOOK> and </s> or <pad>",
        "<https://kg.example>",
        "x < y and z > w, a<b and c>d",
        "<title>, <image> and <code> are fields",
        "the <b> token",
        "</script><script>alert(1)</script>",
        "<head, relation, tail> triples",
    ],
)
def test_text_in_angle_brackets_stays(text: str) -> None:
    assert clean(text) == text


@cases(
    ("R&amp;D, p &lt; 0.05 and &quot;so&quot;&mdash;fine", 'R&D, p < 0.05 and "so"—fine'),
    ("&amp;lt;LOOK&amp;gt; and &#x3b1;", "<LOOK> and α"),
    ("&lt;p&gt;inside&lt;/p&gt;", "inside"),
    ("&" + 30 * "amp;" + "lt;", "<"),
    ("AT&T, Q&A; &nosuch; &copy2020", "AT&T, Q&A; &nosuch; &copy2020"),
)
def test_entities_are_decoded(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    ("e\ufb03cient and \ufb01ne", "efficient and fine"),
    ("zero\u200b-width, so\u00adft, \ufeffmark", "zero-width, soft, mark"),
    ("non\u2011breaking and one\u00a0blank\u2009here", "non-breaking and one blank here"),
    ("a\x00b\x1bc", "abc"),
    ("\ud835\udefd", "\U0001d6fd"),
    ("half \ud800 pair", "half \ufffd pair"),
    ("می\u200cخواهم", "می\u200cخواهم"),
    ("joi\u200dner", "joiner"),
)
def test_odd_characters_become_plain(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    ("one\ntwo\r\nthree\n\nfour", "one two three four"),
    ("  one   two \n", "one two"),
    (" one two", "one two"),
    ("one two ", "one two"),
    ("a repre-\nsentation, a recom-\r\n  mendation", "a representation, a recommendation"),
    ("a hy-\nphen-\nated word", "a hyphenated word"),
    ("task-\nand budget-aware", "task- and budget-aware"),
    (
        "state-of-the-\nart, self-\nsupervised, GPT-\n4, Long-\nShort",
        "state-of-the-art, self-supervised, GPT-4, Long-Short",
    ),
    ("long-term goals and long-\nterm plans", "long-term goals and long-term plans"),
    ("applica- tion and pre- or post-", "applica- tion and pre- or post-"),
)
def test_line_breaks_become_blanks_and_join_hyphenated_words(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@cases(
    ("at 2.5$\times$ speed", "at 2.5× speed"),
    ("a \textbf{bold} claim", "a bold claim"),
    ("code\footnote{https://a.b}", "code https://a.b"),
    ("two\twords", "two words"),
)
def test_commands_that_json_ate_the_backslash_of_are_restored(raw: str, expected: str) -> None:
    assert clean(raw) == expected


def test_dashes_stay_as_they_are_typed() -> None:
    assert clean(r"pages 3--5 --- or \emph{more}---so") == "pages 3--5 --- or more---so"


def test_empty_text_stays_empty() -> None:
    assert clean("") == ""


def test_text_of_blanks_becomes_empty() -> None:
    assert clean(" \t\n\xa0 ") == ""
