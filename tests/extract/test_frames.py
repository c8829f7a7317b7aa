from kg.extract.frames import SLOTS, frames

PLAIN = str.maketrans(dict(zip(SLOTS.values(), "MTDE", strict=True)))


def texts(doc) -> list[str]:
    return [frame.text.translate(PLAIN) for frame in frames(doc, doc._.entities)]


def test_a_mention_is_one_character_by_its_label(marked):
    doc = marked("We try [M1 Foo] for [T1 Sorting] on [D1 CIFAR] by [E1 F1].")
    assert texts(doc) == ["we try M for T on D by E."]


def test_slots_say_which_entity_stands_where(marked):
    doc = marked("[M1 Foo] beats [M2 Bar].")
    (frame,) = frames(doc, doc._.entities)
    assert frame.slots == ((0, 0), (8, 1))
    assert frame.entities == {0, 1}


def test_a_short_form_after_its_long_form_is_let_go(marked):
    assert texts(marked("We use [M1 graph nets] ([M1 GNs]) well.")) == ["we use M well."]


def test_a_short_form_that_is_no_mention_is_let_go_too(marked):
    assert texts(marked("We use [M1 graph nets] (GNs) well.")) == ["we use M well."]


def test_another_entity_in_brackets_stays(marked):
    assert texts(marked("We use [M1 graph nets] ([M2 GCN]) well.")) == ["we use M (M) well."]


def test_quotes_and_blanks_are_made_even(marked):
    assert texts(marked("We call it  “[M1 Foo]”.")) == ["we call it M."]


def test_a_private_character_of_the_paper_is_no_mention(marked):
    doc = marked(f"A {SLOTS['METHOD']} stands here, and [M1 Foo] there.")
    (frame,) = frames(doc, doc._.entities)
    assert frame.text.count(SLOTS["METHOD"]) == 1


def test_title_and_abstract_are_numbered_apart(marked):
    doc = marked("We like [M1 Foo]. It works.", title="[M1 Foo] again")
    assert [(frame.place.field, frame.number) for frame in frames(doc, doc._.entities)] == [
        ("title", 0),
        ("text", 0),
        ("text", 1),
    ]


def test_the_place_of_a_frame_is_its_sentence(marked):
    doc = marked("It works. We like [M1 Foo].", title="A title")
    place = frames(doc, doc._.entities)[2].place
    assert (place.field, place.start, place.end) == ("text", 10, 22)
