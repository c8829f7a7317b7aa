import gzip
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.evaluate import faults, load, match, score, table


def mention(text: str, start: int, field: str = "text") -> dict:
    return {"field": field, "start": start, "end": start + len(text), "text": text}


def paper(entities=(), relations=(), **fields) -> dict:
    return {"id": "a", "title": "", "text": TEXT, "entities": list(entities), "relations": list(relations), **fields}


TEXT = "FooNet sorts leaves, unlike BarNet, on LeafSet."
FOO = {"id": "M1", "label": "METHOD", "role": "proposed", "mentions": [mention("FooNet", 0)]}
BAR = {"id": "M2", "label": "METHOD", "role": "compared", "mentions": [mention("BarNet", 28)]}
SET = {"id": "D1", "label": "DATASET", "role": "used", "mentions": [mention("LeafSet", 39)]}
COMPARES = {"head": "M1", "label": "COMPARE-WITH", "tail": "M2"}
TESTS = {"head": "M1", "label": "EVALUATED-WITH", "tail": "D1"}


def write(path: Path, *documents: dict) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in documents), encoding="utf-8")
    return path


def test_figures_of_a_small_example_are_those_worked_out_by_hand():
    # Predicted: FooNet right; BarNet in another role; "sorts" for a method; no data set; one relation of two right.
    guess = paper(
        [
            {**FOO, "id": "X"},
            {**BAR, "id": "Y", "role": "used"},
            {"id": "Z", "label": "METHOD", "role": "used", "mentions": [mention("sorts", 7)]},
        ],
        [{"head": "X", "label": "COMPARE-WITH", "tail": "Y"}, {"head": "X", "label": "COMPARE-WITH", "tail": "Z"}],
    )
    found = score({"a": paper([FOO, BAR, SET], [COMPARES, TESTS])}, {"a": guess})
    rows = {name: (f.precision, f.recall, f.f1, f.gold, f.predicted) for name, f in found.rows}
    assert rows["mentions.method"] == (0.6667, 1.0, 0.8, 2, 3)
    assert rows["mentions.core"] == (0.6667, 0.6667, 0.6667, 3, 3)
    assert rows["entities.dataset"] == (0.0, 0.0, 0.0, 1, 0)
    assert rows["roles.core"] == (0.3333, 0.3333, 0.3333, 3, 3)
    assert rows["roles.proposed"] == (1.0, 1.0, 1.0, 1, 1)
    assert rows["roles.used"] == (0.0, 0.0, 0.0, 1, 2)
    assert rows["relations.all"] == (0.5, 0.5, 0.5, 2, 2)
    assert rows["relations.COMPARE-WITH"] == (0.5, 1.0, 0.6667, 1, 2)
    assert (found.documents, found.missing, found.texts_differing) == (1, 0, 0)


def test_a_relation_of_the_wrong_kind_is_a_right_pair():
    found = score({"a": paper([FOO, SET], [TESTS])}, {"a": paper([FOO, SET], [{**TESTS, "label": "TRAINED-WITH"}])})
    assert (found["pairs.all"].f1, found["relations.all"].f1) == (1.0, 0.0)


def test_a_paper_that_was_not_predicted_counts_as_empty():
    found = score({"a": paper([FOO])}, {})
    assert (found.missing, found["mentions.all"].recall, found["entities.all"].gold) == (1, 0.0, 1)


def test_mentions_in_another_text_are_wrong_and_names_are_not():
    moved = {**FOO, "mentions": [mention("FooNet", 1)]}
    found = score({"a": paper([FOO])}, {"a": paper([moved], text=" " + TEXT)})
    assert found.texts_differing == 1
    assert (found["mentions.method"].f1, found["names.method"].f1) == (0.0, 1.0)


def test_entities_match_by_most_shared_surfaces_and_only_once():
    long = {"id": "L", "label": "METHOD", "mentions": [mention("foo net", 0), mention("FN", 9)]}
    short = {"id": "S", "label": "METHOD", "mentions": [mention("FN", 9)]}
    assert match([long], [short, {**long, "id": "B"}]) == {"B": "L"}


def test_entities_of_two_labels_do_not_match():
    assert match([FOO], [{**FOO, "label": "TASK"}]) == {}


def damaged(document: dict, chance: random.Random) -> dict:
    """Return a document with entities lost, relabelled, torn in two, roles changed and relations lost or turned."""
    entities, renamed = [], {}
    for entity in document["entities"]:
        fate = chance.random()
        if fate < 0.15:
            continue
        renamed[entity["id"]] = "p" + entity["id"]
        changed = {**entity, "id": "p" + entity["id"]}
        if fate < 0.25:
            changed["label"] = chance.choice(["METHOD", "TASK", "DATASET", "METRIC"])
        elif fate < 0.4:
            changed["role"] = chance.choice(["proposed", "used", "compared", "mentioned", "addressed"])
        elif fate < 0.6 and len(entity["mentions"]) > 1:
            entities.append({**entity, "id": "q" + entity["id"], "mentions": entity["mentions"][1:]})
            changed["mentions"] = entity["mentions"][:1]
        entities.append(changed)
    relations = [
        {**one, "head": renamed[one["head"]], "tail": renamed[one["tail"]]}
        for one in document["relations"]
        if one["head"] in renamed and one["tail"] in renamed and chance.random() < 0.8
    ]
    for one in relations[::5]:
        one["label"] = "PART-OF"
    return {**document, "entities": entities, "relations": relations}


def test_figures_equal_those_of_the_scoring_tool(shared, tmp_path):
    gold = shared / "data/gold/dev.jsonl"
    chance = random.Random(7)
    documents = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    left = [damaged(one, chance) for one in documents if chance.random() < 0.95]
    left[0] = {**left[0], "title": left[0]["title"] + "!"}
    predicted = write(tmp_path / "predicted.jsonl", *left)
    command = [sys.executable, str(shared / "tools/score.py"), str(gold), str(predicted), "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    mine = score(load(gold), load(predicted)).to_json()
    assert mine == told
    assert 0.3 < told["relations.all"]["f1"] < 0.95
    plain = subprocess.run(command[:-1], check=True, capture_output=True, text=True).stdout
    assert table(score(load(gold), load(predicted))) == plain.rstrip("\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"entities": [{**FOO, "mentions": []}]}, "entity M1 has no mention"),
        ({"entities": [{**FOO, "label": "THING"}]}, "unknown label 'THING'"),
        ({"entities": [FOO, FOO]}, "entity M1 stands twice"),
        ({"entities": [{**FOO, "mentions": [mention("FooNet", 3)]}]}, "does not stand at text 3:9"),
        ({"entities": [{**FOO, "mentions": [mention("FooNet", 0, "body")]}]}, "unknown field 'body'"),
        ({"entities": [FOO, {**BAR, "mentions": [mention("Net", 3)]}]}, "mentions overlap at text 3"),
        ({"relations": [COMPARES]}, "lacks an end"),
        ({"entities": [{"id": "M1"}]}, "lack 'label'"),
        ({"entities": [{**FOO, "mentions": [{"field": "text"}]}]}, "lack 'start'"),
        ({"entities": 7}, "wrong type"),
        ({"relations": [{"head": "M1"}]}, "lack 'label'"),
    ],
)
def test_a_faulty_document_is_refused_with_file_line_and_fault(tmp_path, change, said):
    path = write(
        tmp_path / "some.jsonl",
        paper([FOO], id="fine"),
        {**paper([FOO]), **change},
    )
    with pytest.raises(InputError, match=r"some\.jsonl, line 2: ") as error:
        load(path)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_good_document_has_no_fault():
    assert list(faults(paper([FOO, BAR], [COMPARES]))) == []


def test_a_line_without_text_is_faulty():
    assert list(faults({"id": "a", "title": "", "entities": []})) == ["it has no 'text'"]


@pytest.mark.parametrize(
    ("line", "said"), [("{broken", "not JSON"), ("[1, 2]", "not a JSON object"), ("[" * 100_000, "not JSON")]
)
def test_a_line_that_is_no_object_is_refused(tmp_path, line, said):
    path = tmp_path / "some.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=f"line 1: {said}"):
        load(path)


def test_an_id_twice_is_refused(tmp_path):
    with pytest.raises(InputError, match="line 2: id a stands twice"):
        load(write(tmp_path / "some.jsonl", paper([FOO]), paper([FOO])))


def test_a_missing_file_a_folder_and_a_binary_file_are_refused(tmp_path):
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00\x80")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b'{"id": "a"}' * 100)[:20])
    for name in ("missing.jsonl", ".", "binary.jsonl", "cut.gz"):
        with pytest.raises(InputError, match=r"cannot read|is UTF-16"):
            load(tmp_path / name)


def test_blank_lines_are_let_pass_and_packed_files_are_unpacked(tmp_path):
    path = tmp_path / "some.jsonl.gz"
    path.write_bytes(gzip.compress(("\n" + json.dumps(paper([FOO])) + "\n\n").encode()))
    assert list(load(path)) == ["a"]
