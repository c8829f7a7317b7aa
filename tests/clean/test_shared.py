"""Real texts: what is clean already stays, and the raw listing becomes what was annotated."""

import gzip
import json
import re
from pathlib import Path

import pytest

from kg.clean import clean


def documents(path: Path) -> list[dict[str, str]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as handle:
        return [json.loads(line) for line in handle]


@pytest.mark.parametrize("name", ["train", "dev", "seeds-000"])
def test_annotated_texts_come_back_letter_for_letter(shared: Path, name: str) -> None:
    texts = [(d["id"], d[f] or "") for d in documents(shared / f"data/gold/{name}.jsonl") for f in ("title", "text")]
    assert [identifier for identifier, text in texts if clean(text) != text] == []


def test_the_raw_listing_becomes_the_annotated_texts(shared: Path) -> None:
    raw = (shared / "seeds/000_0359d952b958d93c.txt").read_text(encoding="utf-8")
    _, *paragraphs = re.split(r"\n\s*\n", raw.strip())
    gold = documents(shared / "data/gold/seeds-000.jsonl")
    assert [clean(paragraph) for paragraph in paragraphs] == [document["text"] for document in gold]


def test_no_markup_is_left_in_the_raw_listings(shared: Path) -> None:
    for path in sorted((shared / "seeds").glob("*.txt")):
        paragraphs = re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip())
        assert [p for p in paragraphs if re.search(r"\\[a-zA-Z%]|\$|\*\*|[{}]|\]\(|``|''", clean(p))] == []


def test_raw_abstracts_come_out_stable(shared: Path) -> None:
    raw = [d["abstract"] or "" for d in documents(shared / "data/abstracts/pool.jsonl.gz")]
    marked = [text for text in raw if re.search(r"[\\$&<*`{]", text)][::25]
    once = [clean(text) for text in marked]
    assert [clean(text) for text in once] == once
