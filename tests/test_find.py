"""What papers and entities are found by."""

import pytest

from kg.errors import NotFoundError
from kg.find import find, find_paper
from tests.graphs import OAK, PINE, a_paper, an_entity, assembled, library


def test_an_entity_is_found_by_its_id_and_its_names_in_any_case():
    for text in ("method/pinenet", "PineNet", " PINE network "):
        assert find(library(), text) == ("method/pinenet",)


def test_a_paper_is_found_by_id_identifier_source_id_and_title():
    for text in (
        PINE,
        "arxiv:1801.00001",
        "1801.00001",
        "hand.jsonl#1",
        "pinenet: pruned networks for image classification",
    ):
        assert find(library(), text) == (PINE,)


def test_a_paper_is_found_by_what_stands_before_the_colon_of_its_title():
    graph = assembled([a_paper(1, "text:0", "Elm: a tree", ["S."]), a_paper(2, "text:1", "On Elm", ["S."])], [], [])
    assert find_paper(graph, "elm") == "paper/text:0"


def test_a_paper_is_found_by_what_it_proposes():
    paper, entity = a_paper(1, "text:0", "A tree", ["We propose Elm."]), an_entity("method/elm", "Elm")
    graph = assembled([paper], [entity], [("paper/text:0", "proposed", "method/elm", {"paper/text:0": (0.9, 0)})])
    assert find_paper(graph, "elm") == "paper/text:0"


def test_what_names_two_papers_names_none():
    papers = [a_paper(n, f"text:{n}", f"Elm: part {n}", ["S."]) for n in range(2)]
    with pytest.raises(NotFoundError, match="'Elm' names 2 papers; give one of their ids: paper/text:0, paper/text:1"):
        find_paper(assembled(papers, [], []), "Elm")


def test_a_paper_that_is_not_there_is_said_to_be_no_paper_and_others_are_offered():
    with pytest.raises(NotFoundError, match="no paper is called 'accuracy'"):
        find_paper(library(), "accuracy")
    with pytest.raises(NotFoundError, match="no paper is called 'oaknuts'; near: 'OakNet"):
        find_paper(library(), "oaknuts")
    assert find_paper(library(), "OakNet") == OAK


def test_where_nothing_is_called_just_so_spellings_of_one_name_are_one():
    assert find(library(), "Pine-Networks") == ("method/pinenet",)


@pytest.mark.parametrize("text", ["", " \t", "\u200b"])
def test_a_blank_names_nothing_not_even_papers_without_title(text: str):
    graph = assembled([a_paper(1, "text:0", "", ["S."])], [], [])
    with pytest.raises(NotFoundError):
        find(graph, text)
