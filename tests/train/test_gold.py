import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.extract.tags import spans_of
from kg.extract.tokens import word_pipeline
from kg.train.gold import examples_of, read_gold, untitled

NLP = word_pipeline()


def line(**changes: object) -> str:
    mentions = [
        {"field": "title", "start": 0, "end": 4, "text": "Adam"},
        {"field": "text", "start": 3, "end": 7, "text": "Adam"},
    ]
    entities = [{"id": "M1", "label": "METHOD", "role": "used", "mentions": mentions}]
    whole = {"id": "a", "title": "Adam again", "text": "As Adam-based tools", "entities": entities, "relations": []}
    return json.dumps({**whole, **changes}) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "gold.jsonl").write_text(line())
    return tmp_path / "gold.jsonl"


def test_mentions_of_title_and_abstract_become_spans_of_words(file: Path) -> None:
    (example,) = examples_of(read_gold([file]), NLP)
    assert example.words.texts == ("Adam", "again", "As", "Adam", "-", "based", "tools")
    assert spans_of(example.tags) == [(0, 1, "METHOD"), (3, 4, "METHOD")]


def test_an_untitled_example_keeps_the_mentions_of_its_abstract(file: Path) -> None:
    (example,) = examples_of([untitled(gold) for gold in read_gold([file])], NLP)
    assert example.words.texts == ("As", "Adam", "-", "based", "tools")
    assert spans_of(example.tags) == [(1, 2, "METHOD")]


def test_a_mention_that_cuts_a_word_covers_the_word(file: Path) -> None:
    cut = [{"id": "M1", "label": "METHOD", "mentions": [{"field": "title", "start": 1, "end": 3, "text": "da"}]}]
    file.write_text(line(entities=cut))
    (example,) = examples_of(read_gold([file]), NLP)
    assert spans_of(example.tags) == [(0, 1, "METHOD")]


def test_offsets_that_do_not_match_the_text_are_refused_with_their_line(file: Path) -> None:
    file.write_text(line() + line(text="Another text altogether"))
    with pytest.raises(InputError, match=r"gold\.jsonl, line 2: .*'Adam'"):
        read_gold([file])


def test_a_file_without_an_abstract_is_refused(file: Path) -> None:
    file.write_text("\n")
    with pytest.raises(InputError, match="holds no extraction"):
        read_gold([file])


def test_every_mention_of_the_gold_begins_and_ends_at_a_word(shared: Path) -> None:
    gold = read_gold([shared / "data/gold/dev.jsonl"])
    for extraction, example in zip(gold, examples_of(gold, NLP), strict=True):
        tokens = [example.doc[at] for at in example.words.tokens]
        spans = {
            (tokens[start].idx, tokens[end - 1].idx + len(tokens[end - 1])) for start, end, _ in spans_of(example.tags)
        }
        lead = {"title": 0, "text": example.doc._.abstract_start}
        mentions = [mention for entity in extraction.entities for mention in entity.mentions]
        assert spans == {
            (mention.start + lead[mention.field], mention.end + lead[mention.field]) for mention in mentions
        }
