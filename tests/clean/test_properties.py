"""What holds for every text: stable, encodable, no word lost."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg.clean import clean

SIGNS = r"""
    $ $$ { } ^ _ ~ & * ** *** __ ` `` '' ' " < > [ ] ( ) \ \\ - . , ; | = / # % @ a b i N 5 10 th é α 中 self
    and the imes extbf \( \) \[ \] \alpha \textbf \emph{ \frac \sqrt \log \cite{a} \% \$ \_ \{ \} \& \" \' \~
    \c \href{u}{t} \url{ \hat \not \footnote{ \begin{equation} \end{equation} \left \textbackslash \item
    \text{ \unicode{x24} \- &amp; &lt; &gt; &#38; &nbsp; <p> </p> <i> </i> <sup> </sup> <jats:p> <!-- -->
    ](http://x.y) http:// C:\
"""
ODD = [
    "-\n",
    "\n",
    "\r\n",
    "\t",
    "\x0c",
    "\x00",
    "\x02",
    "\x1b",
    "\xa0",
    "\xad",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u2011",
]
FRAGMENTS = [*SIGNS.split(), *ODD, "\ufb01", "\ud800", "\udc00", "\u2028", " ", "  "]
ADVERSARIAL = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)
WORD = st.text(alphabet="abcdeinorstABGTN0123589éßμ中", min_size=1, max_size=9)
WORDS = st.lists(WORD, min_size=1, max_size=20)


@settings(max_examples=400, deadline=None)
@given(ADVERSARIAL)
@example("&amp;amp;lt;p&amp;amp;gt;")
@example(r"\$x\$ and \_y\_ and \textbackslash alpha")
@example("{" * 60 + "A" + "}" * 60)
def test_clean_text_is_stable(text: str) -> None:
    once = clean(text)
    assert clean(once) == once


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_stable_and_can_be_encoded(text: str) -> None:
    once = clean(text)
    once.encode("utf-8")
    assert clean(once) == once


@settings(max_examples=200, deadline=None)
@given(ADVERSARIAL)
def test_no_odd_character_is_left(text: str) -> None:
    assert not re.search("[\x00-\x1f\x7f-\x9f\xa0\xad\u200b\u2011\u2028\ufb00-\ufb06\ud800-\udfff]", clean(text))


@settings(max_examples=200, deadline=None)
@given(WORDS)
def test_plain_words_come_back_letter_for_letter(words: list[str]) -> None:
    text = " ".join(words)
    assert clean(text) == text


@settings(max_examples=200, deadline=None)
@given(
    WORDS,
    st.sampled_from(["*{}*", "**{}**", "_{}_", r"\emph{{{}}}", "<i>{}</i>", "`{}`", "``{}''", "[{}](https://a.b)"]),
)
def test_marked_words_are_kept_in_order(words: list[str], mark: str) -> None:
    text = " ".join(mark.format(word) for word in words)
    assert re.findall(r"\w+", clean(text)) == words


@pytest.mark.parametrize("mark", ["$", "{", "*", "<", "\\frac", "<!--", "&amp;", "\\(", "$x_", "a-\n", "\\textbf{"])
def test_a_text_of_marks_alone_comes_back_and_is_stable(mark: str) -> None:
    once = clean(mark * 3000)
    assert clean(once) == once


@pytest.mark.parametrize(
    "text",
    [
        r"\emph{" * 2000 + "x" + "}" * 2000,
        "{" * 60 + "A" + "}" * 60,
        "_a " * 40 + "a_ " * 39 + "a_",
    ],
    ids=["commands", "braces", "emphasis"],
)
def test_hostile_nesting_is_left_as_it_is_save_for_odd_characters(text: str) -> None:
    assert clean(text) == text
    assert clean(f"\x00{text}") == text
