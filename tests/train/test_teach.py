from pathlib import Path

import numpy as np
import pytest

from kg.extract.tagger import open_scorer
from kg.extract.tokens import word_pipeline
from kg.extract.words import words_of
from kg.records import Extraction, Paper, Source
from kg.train.teach import taught, unseen

NLP = word_pipeline()
TEXT = "We apply Adam to some old networks and find that it is fast on all of them. " * 4


def paper(title: str, abstract: str) -> Paper:
    return Paper(id=title, source_id=title, title=title, abstract=abstract, source=Source(file="a", record=1))


def test_a_lesson_holds_what_the_teacher_gives_each_word(tmp_path: Path) -> None:
    (lesson,) = taught([paper("Adam", TEXT)], "fast", tmp_path, NLP)
    expected = np.exp(open_scorer("fast").read(lesson.doc, words_of(lesson.doc)).tags)
    assert lesson.targets == pytest.approx(expected, abs=1e-3)
    assert [lesson.doc[int(at)].text for at in lesson.rows] == list(words_of(lesson.doc).texts)


def test_answers_are_read_from_disk_the_second_time(tmp_path: Path) -> None:
    (first,) = taught([paper("Adam", TEXT)], "fast", tmp_path, NLP)
    (kept,) = tmp_path.glob("*.npy")
    np.save(kept, np.full_like(first.targets, 0.25))
    (second,) = taught([paper("Adam", TEXT)], "fast", tmp_path, NLP)
    assert (second.targets == np.float16(0.25)).all()


def test_another_text_is_asked_anew(tmp_path: Path) -> None:
    list(taught([paper("Adam", TEXT)], "fast", tmp_path, NLP))
    list(taught([paper("Lion", TEXT)], "fast", tmp_path, NLP))
    assert len(list(tmp_path.glob("*.npy"))) == 2


def test_a_text_of_a_few_words_is_no_lesson(tmp_path: Path) -> None:
    lessons = list(taught([paper("Adam", "See the paper."), paper("Lion", TEXT)], "fast", tmp_path, NLP))
    assert [lesson.doc[0].text for lesson in lessons] == ["Lion"]


def test_annotated_papers_and_repeats_are_left_out() -> None:
    gold = [Extraction(paper=paper("Adam again", "x y z"), extractor="", sentences=(), entities=())]
    pool = [paper("ADAM  again", "other"), paper("New", "a b c"), paper("", "A b  c."), paper("Old", "x, y, z")]
    assert [each.title for each in unseen(pool, gold)] == ["New"]
