"""Asking: names of every sort are understood, values are bound, forms are what they say, nothing reaches outside."""

import csv
import io
import json
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Store

from kg.errors import InputError, NotFoundError, OptionError
from kg.export.rdf import write_rdf
from kg.query import Answer, ask, open_store, question, render
from kg.query.asking import run
from kg.query.guard import refuse_outside
from kg.query.question import parse
from tests.graphs import HOSTILE_NAME, HOSTILE_TITLE, RIGHT_TO_LEFT, hostile, library

OUTSIDE = "<http://127.0.0.1:8999/>"


@pytest.fixture(scope="module")
def store() -> Store:
    return open_store(library())


@pytest.fixture(scope="module")
def traps() -> Store:
    return open_store(hostile())


def described(text: str, *parameters: str) -> str:
    return "".join(f"#: parameter {line}\n" for line in parameters) + text


# Names


@pytest.mark.parametrize(
    "name",
    [
        "PineNet",
        "pinenet",
        "  PINENET ",
        "Pine Network",
        "pine-networks",
        "method/pinenet",
        "https://w3id.org/papers-kg/id/method/pinenet",
    ],
)
def test_a_method_goes_by_any_of_its_names(store: Store, name: str):
    assert len(ask(store, "papers-using-method", method=name).rows) == 3


@pytest.mark.parametrize(
    "name",
    [
        "OakNet: wider than PineNet",
        "oaknet: WIDER than pinenet",
        "arxiv:1901.00002",
        "1901.00002",
        "paper/arxiv:1901.00002",
    ],
)
def test_a_paper_goes_by_title_identifier_and_id(store: Store, name: str):
    assert len(ask(store, "datasets-of-paper", paper=name).rows) == 2


def test_the_kind_of_a_parameter_tells_two_things_of_one_name_apart(store: Store):
    assert ask(store, "methods-on-dataset", dataset="Forest-10").rows
    assert not ask(store, "methods-for-task", task="Forest-10").rows


def test_a_name_of_two_things_is_refused_with_the_ids_to_choose_from(store: Store):
    with pytest.raises(OptionError, match="names 2 things; give the id of one: dataset/forest-10, task/forest-10"):
        ask(store, "statements-about", entity="forest-10")


def test_a_preferred_name_wins_over_the_label_of_an_untitled_paper(store: Store):
    assert ("ElmNet", "usedFor", "image segmentation", "1", "0.8") in ask(
        store, "statements-about", entity="elmnet"
    ).values()


def test_the_nearest_names_are_offered_when_none_fits(store: Store):
    with pytest.raises(NotFoundError, match="no task is called 'imge clasification'; near: 'image classification'"):
        ask(store, "methods-for-task", task="imge clasification")


def test_a_name_of_another_kind_is_not_found(store: Store):
    with pytest.raises(NotFoundError, match="no task is called 'PineNet'"):
        ask(store, "methods-for-task", task="PineNet")


def test_a_venue_is_found_whatever_its_case(store: Store):
    assert ask(store, "tasks-of-venue", venue="icml").rows == ask(store, "tasks-of-venue", venue="ICML").rows
    with pytest.raises(NotFoundError, match="no venue is called 'ICLM'; near: 'ICML'"):
        ask(store, "tasks-of-venue", venue="ICLM")


def test_a_year_is_a_number(store: Store):
    with pytest.raises(OptionError, match="'soon' is no year"):
        ask(store, "change-between-years", earlier="2018", later="soon")


@pytest.mark.parametrize("name", [HOSTILE_NAME, "method/c++", "method/c%2B%2B", "c PLUS plus"])
def test_a_name_full_of_traps_is_found(traps: Store, name: str):
    assert len(ask(traps, "papers-using-method", method=name).rows) == 1


def test_c_sharp_is_not_c_plus_plus(traps: Store):
    assert not ask(traps, "papers-using-method", method="C#").rows


@pytest.mark.parametrize("name", ['" } SELECT * { ?s ?p ?o', "> <http://a>", "\x00", "\ud800", "?x", ""])
def test_a_value_is_never_part_of_the_query(store: Store, name: str):
    with pytest.raises(NotFoundError):
        ask(store, "methods-for-task", task=name)


# Questions and files


def test_a_file_of_sparql_is_asked_and_its_parameters_are_bound(store: Store, tmp_path: Path):
    path = tmp_path / "mine.rq"
    text = "PREFIX kg: <https://w3id.org/papers-kg/ontology#>\nSELECT ?task ?paper { ?paper kg:addresses ?task }"
    path.write_text(described(text, "task (task) the task"), encoding="utf-8")
    assert len(ask(store, path, task="image classification").rows) == 3


def test_text_is_bound_as_it_is(store: Store):
    mine = parse("mine", described("SELECT ?x (STR(?x) AS ?y) {}", "x (text) anything"))
    assert ask(store, mine, x='a "quoted" \\ word').values() == [('a "quoted" \\ word',)]


def test_a_yes_or_no_question_has_one_cell(store: Store):
    assert ask(store, parse("mine", "ASK { ?s ?p ?o }")).values() == [("true",)]


def test_made_triples_are_rows(store: Store):
    found = ask(store, parse("mine", "CONSTRUCT { ?s a ?o } WHERE { ?s a ?o FILTER(STRENDS(STR(?o), '#Link')) }"))
    assert found.columns == ("subject", "predicate", "object")
    assert {row[1:] for row in found.values()} == {("rdf:type", "kg:Link")}


def test_an_unknown_question_is_refused_with_the_nearest_name():
    with pytest.raises(NotFoundError, match="no question is called 'method-for-task'; near: methods-for-task"):
        question("method-for-task")


@pytest.mark.parametrize("given, said", [({}, "needs --task"), ({"task": "x", "tusk": "y"}, "knows no --tusk")])
def test_parameters_have_to_fit(store: Store, given: dict[str, str], said: str):
    with pytest.raises(OptionError, match=f"{said}; it is asked so: kg query methods-for-task --task TASK"):
        ask(store, "methods-for-task", **given)


def test_a_parameter_that_is_not_selected_is_refused(store: Store):
    mine = parse("mine", described("SELECT ?y { ?y ?p ?x }", "x (text) anything"))
    with pytest.raises(OptionError, match="must be among the variables selected"):
        ask(store, mine, x="a")


def test_a_parameter_of_no_known_kind_is_refused(store: Store):
    with pytest.raises(OptionError, match="cannot be of kind 'colour'"):
        ask(store, parse("mine", described("SELECT ?x {}", "x (colour) a colour")), x="red")


def test_a_missing_file_is_said(tmp_path: Path):
    with pytest.raises(InputError, match=r"cannot read .*none\.rq: No such file"):
        question(tmp_path / "none.rq")


def test_a_file_that_is_not_utf8_is_said(tmp_path: Path):
    (tmp_path / "mine.rq").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        question(tmp_path / "mine.rq")


def test_a_syntax_error_is_one_line_with_line_and_column(store: Store):
    with pytest.raises(InputError, match=r"^mine\.rq is no SPARQL query: line 3, column 1: expected ") as caught:
        ask(store, parse("mine.rq", "SELECT * WHERE {\n ?s ?p ?o \n"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["INSERT DATA { <a:b> <a:c> 1 }", "LOAD <file:///etc/passwd>", "DROP ALL", "CLEAR ALL"]
)
def test_an_update_is_no_query(text: str):
    store = open_store(library())
    before = len(store)
    with pytest.raises(InputError, match="is no SPARQL query"):
        run(store, text)
    assert len(store) == before


# Sources


def test_a_build_and_its_turtle_file_hold_the_graph(tmp_path: Path):
    write_rdf(library(), tmp_path / "graph.ttl")
    assert len(open_store(tmp_path)) == len(open_store(tmp_path / "graph.ttl")) == len(open_store(library()))


def test_a_folder_without_build_is_said(tmp_path: Path):
    with pytest.raises(InputError, match=r"graph\.ttl is missing; build one with: kg build INPUT\.\.\. --out"):
        open_store(tmp_path)


def test_a_file_that_is_not_turtle_is_said_in_one_line(tmp_path: Path):
    (tmp_path / "bad.ttl").write_text("<a> <b>\n%%%", encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.ttl is not Turtle: ") as caught:
        open_store(tmp_path / "bad.ttl")
    assert "\n" not in str(caught.value)


def test_turtle_from_elsewhere_can_be_asked(tmp_path: Path):
    (tmp_path / "other.ttl").write_text("<http://a/s> <http://a/p> 'x'@en, _:b .", encoding="utf-8")
    found = ask(tmp_path / "other.ttl", parse("mine", "SELECT ?o { ?s ?p ?o }"))
    assert {type(row[0]).__name__ for row in found.rows} == {"Literal", "BlankNode"}


# Forms


def answer(traps: Store) -> Answer:
    return ask(traps, parse("mine", "SELECT ?n ?z { VALUES (?n ?z) { ('a\\tb\"c\\n' UNDEF) ('d,e' 2.50) } }"))


def test_csv_is_that_of_sparql(traps: Store):
    assert list(csv.reader(io.StringIO(render(answer(traps), "csv"), newline=""))) == [
        ["n", "z"],
        ['a\tb"c\n', ""],
        ["d,e", "2.5"],
    ]


def test_tsv_is_that_of_sparql(traps: Store):
    assert render(answer(traps), "tsv").splitlines() == ["?n\t?z", '"a\\tb\\"c\\n"\t', '"d,e"\t2.5']


def test_json_is_that_of_sparql(traps: Store):
    decimal = "http://www.w3.org/2001/XMLSchema#decimal"
    assert json.loads(render(answer(traps), "json")) == {
        "head": {"vars": ["n", "z"]},
        "results": {
            "bindings": [
                {"n": {"type": "literal", "value": 'a\tb"c\n'}},
                {
                    "n": {"type": "literal", "value": "d,e"},
                    "z": {"type": "literal", "value": "2.5", "datatype": decimal},
                },
            ]
        },
    }


def test_json_tells_iris_languages_and_blank_nodes_apart(tmp_path: Path):
    (tmp_path / "other.ttl").write_text("<http://a/s> <http://a/p> 'x'@en, _:b, <http://a/o> .", encoding="utf-8")
    said = json.loads(render(ask(tmp_path / "other.ttl", parse("mine", "SELECT ?o { ?s ?p ?o }")), "json"))
    cells = [row["o"] for row in said["results"]["bindings"]]
    assert {cell["type"] for cell in cells} == {"literal", "bnode", "uri"}
    assert [cell["xml:lang"] for cell in cells if "xml:lang" in cell] == ["en"]


def test_a_table_is_aligned_and_says_how_many_rows_there_are(store: Store):
    assert render(ask(store, "metrics-reported")).splitlines() == [
        "metric           name      papers",
        "───────────────  ────────  ──────",
        "metric/accuracy  accuracy  3",
        "metric/f1        F1        1",
        "2 rows",
    ]


def test_an_empty_table_says_so(store: Store):
    assert render(ask(store, "methods-for-task", task="image captioning")).splitlines()[-1] == "0 rows"


def test_a_table_fits_a_narrow_terminal_by_cutting_words_and_no_id():
    row = (NamedNode("http://example.org/" + "i" * 21), Literal("t" * 60), Literal("1999"))
    lines = render(Answer(columns=("id", "title", "year"), rows=(row,)), width=80).splitlines()
    assert lines[2] == f"{row[0].value}  {'t' * 31}…  1999"
    assert len(lines[2]) == len(lines[1]) == 80


@pytest.mark.parametrize("width", [0, 10])
def test_a_table_cuts_no_word_below_what_can_be_read(width: int):
    answer = Answer(columns=("title", "year"), rows=((Literal("t" * 60), Literal("1999")), (None, None)))
    assert render(answer, width=width).splitlines()[2] == f"{'t' * 23}…  1999"


def test_a_table_cuts_what_is_too_wide_unless_it_stands_last(traps: Store):
    mine = parse("mine", f"SELECT ?a ?b {{ VALUES (?a ?b) {{ ('{'x' * 100}' '{'y' * 100}') }} }}")
    row = render(ask(traps, mine)).splitlines()[2]
    assert row == "x" * 59 + "…  " + "y" * 100


def test_a_table_never_steers_the_terminal(traps: Store):
    text = render(ask(traps, "statements-about", entity="paper/doi:10.1000/a(b)<c>"))
    assert HOSTILE_TITLE[:20] in text
    assert RIGHT_TO_LEFT in text
    assert not set(text) & set("\x00\x1b\x7f\t\r\u202e\u202c\x9b")


def test_a_table_shows_an_escape_sequence_as_what_it_is(traps: Store):
    assert (
        render(ask(traps, parse("mine", "SELECT ?a { VALUES ?a { '\\u001B[31mred' } }"))).splitlines()[2]
        == "\ufffd[31mred"
    )


def test_an_unknown_form_is_refused(store: Store):
    with pytest.raises(OptionError, match="one of table, csv, tsv, json, not as 'xlsx'"):
        render(ask(store, "metrics-reported"), "xlsx")


# Outside


@pytest.mark.parametrize(
    "text",
    [
        f"SELECT * {{ SERVICE {OUTSIDE} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ service silent {OUTSIDE} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ ?a ?b ?c.service{OUTSIDE}{{ ?s ?p ?o }} }}",
        f"SELECT * {{ ?a ?b trueSERVICE{OUTSIDE}{{ ?s ?p ?o }} }}",
        f"SELECT * {{ ?x ?y ?z FILTER(?x<'b>') SERVICE {OUTSIDE} {{ ?s ?p ?o }} #'\n}}",
        f"SELECT * {{ ?a ?b '\\u005C' SERVICE {OUTSIDE} {{ ?s ?p ?o }} #'\n}}",
        f"SELECT * {{ ?a ?b '''it''s''' SERVICE {OUTSIDE} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ ?a ?b <http://a\\u0062#c> SERVICE {OUTSIDE} {{ ?s ?p ?o }} }}",
        f"SELECT * {{ # it's\n SERVICE {OUTSIDE} {{ ?s ?p ?o }} # it's\n}}",
        "PREFIX ex: <http://127.0.0.1:8999/> SELECT * { SERVICEex:a{ ?s ?p ?o } }",
        "PREFIX : <http://127.0.0.1:8999/> SELECT * { SERVICE:a{ ?s ?p ?o } }",
        "PREFIX ex: <http://a/> SELECT * { ?s ex:a\\'b ?o SERVICE ?o { ?s ?p ?o } # '\n}",
    ],
)
def test_a_query_to_another_server_is_refused(text: str):
    with pytest.raises(InputError, match="SERVICE asks another server"):
        refuse_outside(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?service { ?service ?p 'quality of service', \"a SERVICE\" } # a service",
        "PREFIX ex: <http://a/service#> SELECT * { ?s ex:service <http://a/service> }",
        "SELECT * { ?s ?p '''the service's end''' }",
    ],
)
def test_a_query_that_only_speaks_of_services_is_asked(store: Store, text: str):
    run(store, text)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { FILTER(" + "(" * 10_000 + "1" + ")" * 10_000 + ") }",
        "SELECT * " + "{" * 10_000 + "}" * 10_000,
        "SELECT * { FILTER(" + "!" * 10_000 + "true) }",
        "SELECT * { FILTER(true" + "||?a" * 10_000 + ") }",
        "SELECT * {{}" + "UNION{}" * 10_000 + "}",
    ],
)
def test_a_query_too_deep_for_the_engine_is_refused(query: str):
    with pytest.raises(InputError, match="ask in several queries"):
        run(Store(), query)


def test_a_long_list_of_values_is_no_deep_query():
    values = " ".join(f'("{number}(")' for number in range(3000))
    assert len(list(run(Store(), f"SELECT * {{ VALUES (?a) {{ {values} }} }}"))) == 3000
