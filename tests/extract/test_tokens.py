from hypothesis import given
from hypothesis import strategies as st

from kg.extract.tokens import word_pipeline

NLP = word_pipeline()


def words(text: str) -> list[str]:
    return [token.text for token in NLP.make_doc(text)]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60))
def test_a_doc_says_its_text_letter_for_letter(text: str) -> None:
    assert NLP.make_doc(text).text == text


def test_hyphens_slashes_and_brackets_part_words() -> None:
    assert words("CLIP-based (CIL/GCIL)") == ["CLIP", "-", "based", "(", "CIL", "/", "GCIL", ")"]


def test_a_stop_between_two_glued_sentences_is_a_word() -> None:
    assert words("tasks.We") == ["tasks", ".", "We"]


def test_a_blank_line_is_a_token() -> None:
    assert words("One title\n\nTwo") == ["One", "title", "\n\n", "Two"]


def test_a_second_blank_is_a_token() -> None:
    assert words("a  b") == ["a", " ", "b"]


def test_each_chinese_character_is_a_word() -> None:
    assert words("用GPT模型") == ["用", "GPT", "模", "型"]


def test_letters_of_other_scripts_stay_together() -> None:
    assert words("Größe модель μP") == ["Größe", "модель", "μP"]
