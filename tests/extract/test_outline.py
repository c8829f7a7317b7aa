import pytest

from kg.extract.outline import outline
from kg.extract.traits import MOST_NAMES, TRAITS


def outline_of(doc):
    return outline(doc, doc._.entities)


def standing(doc, name: str):
    paper = outline_of(doc)
    names = [entity.id for entity in doc._.entities]
    return paper, paper.entities[names.index(name)]


def test_a_method_before_the_colon_leads_the_title(marked):
    paper = outline_of(marked("", title="[M1 LeafNet]: Counting by [M2 Graphs]"))
    assert [(one.leads_title, one.in_title) for one in paper.entities] == [(True, True), (False, True)]


def test_a_task_before_the_colon_does_not_lead_the_title(marked):
    _, task = standing(marked("", title="[T1 Counting]: A [M1 Graph] View"), "T1")
    assert not task.leads_title


def test_an_entity_knows_its_sentences_and_where_the_abstract_names_it_first(marked):
    _, one = standing(marked("It rains. We use [M1 Foo]. Here [M1 foo] wins.", title="On [M1 Foo]"), "M1")
    assert one.sentences == (0, 2, 3)
    assert one.first == (2, 7)
    assert one.names == ("Foo", "foo")
    assert one.keys == ("foo",)


def test_an_entity_of_the_title_alone_has_no_first_place(marked):
    _, one = standing(marked("It rains.", title="On [M1 Foo]"), "M1")
    assert one.first == (-1, -1)


def test_the_papers_own_voice_and_its_first_proposal_are_found(marked):
    paper = outline_of(marked("Nets are slow. We ask why. We propose [M1 Foo]. It helps.", title="Slow nets"))
    assert (paper.title, paper.own_voice, paper.proposal) == (1, 2, 3)


def test_a_paper_without_own_voice_or_proposal_speaks_from_its_first_sentence(marked):
    paper = outline_of(marked("Nets are slow. Rain is wet."))
    assert (paper.own_voice, paper.proposal) == (0, None)


def test_only_the_single_most_mentioned_entity_of_a_label_is_unrivalled(marked):
    paper = outline_of(marked("[M1 Foo], [M2 Bar], [M1 Foo], [T1 sorting], [T2 merging]."))
    assert paper.unrivalled == {0}


@pytest.mark.parametrize(
    ("trait", "text", "holds"),
    [
        ("in the first sentence", "[M1 Foo] is old.", True),
        ("in the first sentence", "It rains. [M1 Foo] is old.", False),
        ("before the paper's own voice", "[M1 Foo] is old. We like it.", True),
        ("before the paper's own voice", "It rains. We like [M1 Foo].", False),
        ("only before the paper's own voice", "[M1 Foo] is old. We like [M1 Foo].", False),
        ("only before the paper's own voice", "[M1 Foo] is old. We like it.", True),
        ("after the first proposal", "We propose this. It has a [M1 Foo].", True),
        ("first in a sentence that proposes", "It rains. We propose [M1 Foo].", True),
        ("first in a sentence on results", "It rains. Experiments favour [M1 Foo].", True),
        ("with we or our", "It rains. We like [M1 Foo].", True),
        ("with we or our", "It rains. They like [M1 Foo].", False),
        ("named once", "[M1 Foo] and [M1 Foo] are odd.", False),
        ("named twice or more", "[M1 Foo] and [M1 Foo] are odd.", False),
        ("named twice or more", "[M1 Foo] is odd. [M1 Foo] is even.", True),
        ("first named late", "It rains. It pours. It snows. It hails. Then comes [M1 Foo].", True),
        ("named again late", "[M1 Foo] rains. It pours. It snows. It hails. Then comes [M1 Foo].", True),
        ("has two names", "The [M1 fast optimiser] ([M1 FO]) is odd.", True),
        ("has an acronym", "The [M1 fast optimiser] ([M1 FO]) is odd.", True),
        ("has a long name", "The [M1 very fast first-order optimiser] is odd.", True),
        ("is one word", "The [M1 fast optimiser] is odd.", False),
        ("has a proper name", "The [M1 Fast Optimiser of Leaves] is odd.", True),
        ("has a proper name", "The [M1 fast Optimiser] is odd.", False),
        ("is a plural", "The [M1 fast optimisers] are odd.", True),
        ("is a plural", "The [M1 weighted loss] is odd.", False),
        ("is called a part", "The [M1 leaf fusion module] is odd.", True),
        ("is called like a field", "Some [M1 graph neural networks] are odd.", True),
        ("is called methods", "Some [M1 kernel methods] are odd.", True),
        ("is well known", "The [M1 GPT-4] model is odd.", True),
        ("is well known", "The [M1 LeafNet] model is odd.", False),
        ("holds another's name", "The [M1 deep forest] beats the [M2 forest].", True),
        ("holds another's name", "The [M1 deep forest] beats the [M2 rest].", False),
    ],
)
def test_traits(marked, trait, text, holds):
    assert TRAITS[trait](*standing(marked(text), "M1")) is holds


def test_traits_of_the_title(marked):
    seen = standing(marked("We like [M1 Foo].", title="[M1 Foo]: It Is"), "M1")
    assert TRAITS["in the title"](*seen)
    assert TRAITS["leads the title"](*seen)
    assert not TRAITS["only in the title"](*seen)
    assert TRAITS["only in the title"](*standing(marked("It rains.", title="[M1 Foo]: It Is"), "M1"))


def test_names_are_looked_for_in_a_bounded_number_of_others(marked):
    text = " ".join(f"[M{i} thing{i}]," for i in range(2, MOST_NAMES + 2)) + " [M99 forest] and the [M1 deep forest]."
    assert not TRAITS["holds another's name"](*standing(marked(text), "M1"))
