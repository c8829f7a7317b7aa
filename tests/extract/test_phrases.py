import pytest

from kg.extract.frames import frames
from kg.extract.relation_phrases import RELATION_PHRASES
from kg.extract.role_phrases import ROLE_PHRASES


def held(doc, label: str, name: str) -> list[str]:
    """Return the ids of the entities that a role's phrase holds."""
    (phrase,) = (one for one in ROLE_PHRASES[label] if one.name == name)
    found = (groups["x"] for frame in frames(doc, doc._.entities) for groups in phrase.find(frame))
    return sorted({doc._.entities[index].id for group in found for index in group})


def related(doc, kind: str, name: str) -> list[tuple[str, str]]:
    """Return the ids of head and tail that a relation's phrase ties."""
    (phrase,) = (one for one in RELATION_PHRASES[kind] if one.name == name)
    ids = [entity.id for entity in doc._.entities]
    return sorted(
        (ids[head], ids[tail])
        for frame in frames(doc, doc._.entities)
        for groups in phrase.find(frame)
        for head in groups["h"]
        for tail in groups["t"]
    )


@pytest.mark.parametrize(
    ("name", "text", "ids"),
    [
        ("propose X", "We propose a simple yet strong [M1 Foo] for it.", ["M1"]),
        ("propose X", "We introduce [M1 Foo] and [M2 Bar].", ["M1", "M2"]),
        ("propose X", "We propose to use [M1 Foo].", []),
        ("propose a method, X", "We present a learning framework, [M1 Foo], for all.", ["M1"]),
        ("called X", "It is a scheme dubbed [M1 Foo] by us.", ["M1"]),
        ("called X", "A net, which we call [M1 Foo], wins.", ["M1"]),
        ("our X", "All of it rests on our new [M1 Foo].", ["M1"]),
        ("novel X", "It has a novel and efficient [M1 loss].", ["M1"]),
        ("X, a …", "Here is [M1 Foo], a way to do it.", ["M1"]),
        ("X outperforms", "On it [M1 Foo] clearly outperforms all.", ["M1"]),
        ("X does", "[M1 Foo] learns from noise.", ["M1"]),
        ("using X", "We solve it using [M1 Adam] and [M2 dropout].", ["M1", "M2"]),
        ("(1) X", "It has two parts: (1) a deep [M1 Foo] and (2) a [M2 Bar].", ["M1", "M2"]),
        ("compared with X", "It is fast compared with [M1 Foo], [M2 Bar] and [M3 Baz].", ["M1", "M2", "M3"]),
        ("compared with X", "It outperforms [M1 Foo].", ["M1"]),
        ("existing X", "We find that existing deep [M1 Foo] fail.", ["M1"]),
        ("instead of X", "We rank by trust rather than [M1 Foo].", ["M1"]),
        ("success of X", "Given the recent success of [M1 Foo], we wonder.", ["M1"]),
    ],
)
def test_a_phrase_holds_the_methods_it_speaks_of(marked, name, text, ids):
    assert held(marked(text), "METHOD", name) == ids


def test_a_phrase_of_the_title_is_not_looked_for_in_the_abstract(marked):
    assert held(marked("[M1 Foo] wins."), "METHOD", "title: X …") == []
    assert held(marked("It wins.", title="[M1 Foo] for all"), "METHOD", "title: X …") == ["M1"]


@pytest.mark.parametrize(
    ("name", "text", "ids"),
    [
        ("propose X", "We release [D1 FooBench] for it.", ["D1"]),
        ("on X", "We test on [D1 CIFAR] and [D2 ImageNet].", ["D1", "D2"]),
        ("X, a …", "It is [D1 FooBench], a set of riddles.", ["D1"]),
    ],
)
def test_a_phrase_holds_the_data_sets_it_speaks_of(marked, name, text, ids):
    assert held(marked(text), "DATASET", name) == ids


@pytest.mark.parametrize(
    ("kind", "name", "text", "pairs"),
    [
        ("USED-FOR", "H … for T", "We use [M1 Foo] for deep [T1 sorting].", [("M1", "T1")]),
        ("PART-OF", "T uses H", "Here [M1 Foo] combines [M2 Bar] and [M3 Baz].", [("M2", "M1"), ("M3", "M1")]),
        ("SUBCLASS-OF", "T such as H", "[M1 Optimisers] such as [M2 Adam] fail.", [("M2", "M1")]),
        ("SUBCLASS-OF", "H, a T", "We offer [M1 Foo], a new [M2 graph net].", [("M1", "M2")]),
        ("SUBCLASS-OF", "H, a T", "[M1 Foo] is a fast [M2 solver].", [("M1", "M2")]),
        ("SUBTASK-OF", "T such as H", "[T1 Vision tasks] like [T2 detection] stay hard.", [("T2", "T1")]),
        ("SUBTASK-OF", "H is a T", "[T1 Sorting] is a classic [T2 ordering problem].", [("T1", "T2")]),
        ("EVALUATED-WITH", "test H on T", "We evaluate [M1 Foo] on [D1 CIFAR].", [("M1", "D1")]),
        ("BENCHMARK-FOR", "T datasets H", "On the [T1 sorting] benchmarks [D1 Sort-A] it wins.", [("D1", "T1")]),
        ("COMPARE-WITH", "H outperforms T", "[M1 Foo] outperforms [M2 Bar].", [("M1", "M2")]),
    ],
)
def test_a_phrase_ties_head_and_tail(marked, kind, name, text, pairs):
    assert related(marked(text), kind, name) == pairs


@pytest.mark.parametrize(
    "text",
    [
        "We use " + ", ".join(f"[M{i} Name{i}]" for i in range(400)) + " here.",
        "We use " + " ".join(f"[M{i} Name{i}] [T{i} Job{i}] [D{i} Set{i}]" for i in range(150)) + ".",
        "[M1 Foo] outperforms " + "and better than " * 3000,
    ],
    ids=["a list of 400", "nothing but mentions", "a sentence without end"],
)
def test_hostile_sentences_are_searched_to_their_end(marked, text):
    (frame,) = frames(doc := marked(text), doc._.entities)
    every = [phrase for phrases in (*ROLE_PHRASES.values(), *RELATION_PHRASES.values()) for phrase in phrases]
    found = [indices for phrase in every for groups in phrase.find(frame) for indices in groups.values()]
    assert found  # exponential work would not end
    assert {index for indices in found for index in indices} <= set(frame.entities)
