"""NetworkX, GraphML and JSON: everything is there, and both files read back equal to the graph."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.export.network import scalar, to_networkx, write_graphml, write_json
from kg.graph import KnowledgeGraph
from tests.graphs import (
    BIRCH,
    ELM,
    LONG_NAME,
    OAK,
    PINE,
    RIGHT_TO_LEFT,
    a_paper,
    an_entity,
    assembled,
    hostile,
    library,
)

LEVELS = ("none", "statements", "mentions")
GRAPHS = {f"{make.__name__}-{level}": make(level) for make in (hostile, library) for level in LEVELS}
GRAPHS["nothing"] = KnowledgeGraph()
GRAPHS["one paper"] = assembled([a_paper(1, "text:0", "", ["A paper alone."])], [], [])

every_graph = pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())


def edge(network: "nx.MultiDiGraph[str]", source: str, target: str, kind: str) -> dict[str, object]:
    [found] = [data for data in network[source][target].values() if data["kind"] == kind]
    return found


def from_graphml(graph: KnowledgeGraph, path: Path) -> "nx.MultiDiGraph[str]":
    write_graphml(graph, path)
    return nx.read_graphml(path, force_multigraph=True)


def from_json(graph: KnowledgeGraph, path: Path) -> "nx.MultiDiGraph[str]":
    write_json(graph, path)
    return nx.node_link_graph(json.loads(path.read_text(encoding="utf-8")), edges="edges")


@every_graph
def test_graphml_reads_back_equal(graph: KnowledgeGraph, tmp_path: Path):
    assert nx.utils.graphs_equal(from_graphml(graph, tmp_path / "graph.graphml"), to_networkx(graph))


@every_graph
def test_json_reads_back_equal(graph: KnowledgeGraph, tmp_path: Path):
    assert nx.utils.graphs_equal(from_json(graph, tmp_path / "graph.json"), to_networkx(graph))


@every_graph
def test_json_is_strict(graph: KnowledgeGraph, tmp_path: Path):
    write_json(graph, tmp_path / "graph.json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    json.loads((tmp_path / "graph.json").read_text(encoding="utf-8"), parse_constant=refuse)


@given(name=st.text(st.characters(exclude_categories=())), title=st.text(st.characters(exclude_categories=())))
def test_any_name_and_title_survive_both_files(name: str, title: str, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("any")
    graph = assembled([a_paper(1, "text:0", title, ["Some words."])], [an_entity("method/x", name, name + "s")], [])
    network = to_networkx(graph)
    assert nx.utils.graphs_equal(from_graphml(graph, folder / "graph.graphml"), network)
    assert nx.utils.graphs_equal(from_json(graph, folder / "graph.json"), network)


def test_nodes_are_the_papers_and_the_entities():
    network = to_networkx(library())
    assert Counter(nx.get_node_attributes(network, "kind").values()) == {
        "paper": 6,
        "method": 4,
        "task": 6,
        "dataset": 3,
        "metric": 2,
    }


def test_a_paper_has_what_is_known_of_it():
    assert to_networkx(library()).nodes[OAK] == {
        "kind": "paper",
        "label": "OakNet: wider than PineNet",
        "title": "OakNet: wider than PineNet",
        "year": 2019,
        "venue": "ICML",
        "authors": "Bo Oak; Ann Pine",
        "identifiers": "arxiv:1901.00002",
        "source_id": "hand.jsonl#2",
    }


def test_a_paper_without_title_has_a_label_and_no_title():
    paper = to_networkx(library()).nodes[ELM]
    assert paper["label"] == "ElmNet"
    assert "title" not in paper


def test_an_entity_has_its_names_and_the_number_of_its_papers():
    assert to_networkx(library()).nodes["method/pinenet"] == {
        "kind": "method",
        "label": "PineNet",
        "names": "Pine Network",
        "ambiguous": False,
        "papers": 4,
    }


def test_outside_links_are_joined():
    links = to_networkx(hostile()).nodes[f"task/{RIGHT_TO_LEFT}"]["links"]
    assert links == "http://www.wikidata.org/entity/Q844240; https://cso.kmi.open.ac.uk/topics/computer vision"


def test_a_claim_is_one_edge_with_the_evidence_of_each_paper():
    data = edge(to_networkx(library()), "method/pinenet", "task/image-classification", "USED-FOR")
    assert (data["weight"], data["support"], data["confidence"]) == (2.0, 2, 0.95)
    assert json.loads(str(data["evidence"])) == [
        {
            "paper": PINE,
            "field": "text",
            "start": 0,
            "end": 60,
            "text": "PineNet is a convolutional network for image classification.",
        },
        {
            "paper": OAK,
            "field": "text",
            "start": 60,
            "end": 145,
            "text": "On image classification with CIFAR-10 and ImageNet, OakNet beats PineNet in accuracy.",
        },
    ]


def test_with_mentions_a_role_has_every_place_where_the_paper_names_the_entity():
    evidence = edge(to_networkx(library("mentions")), PINE, "method/pinenet", "proposed")["evidence"]
    places = [(place["field"], place["text"]) for place in json.loads(str(evidence))]
    assert places == [
        ("title", "PineNet"),
        ("text", "PineNet"),
        ("text", "PineNet is a convolutional network for image classification."),
    ]


def test_without_evidence_no_edge_has_any():
    evidence = {data["evidence"] for *_, data in to_networkx(library("none")).edges(data=True)}
    assert evidence == {"[]"}


def test_one_name_of_two_kinds_is_related_once():
    network = to_networkx(library())
    found = [(first, second) for first, second, kind in network.edges(data="kind") if kind == "RELATED"]
    assert found == [("dataset/forest-10", "task/forest-10")]


def test_papers_that_share_entities_are_tied_once_with_weight_and_entities():
    network = to_networkx(library())
    data = edge(network, BIRCH, ELM, "shares")
    assert (data["weight"], data["support"], data["entities"]) == (0.5, 1, "method/elmnet")
    assert not network.has_edge(ELM, BIRCH)


@every_graph
def test_no_two_edges_have_one_key(graph: KnowledgeGraph):
    keys = [key for *_, key in to_networkx(graph).edges(keys=True)]
    assert len(set(keys)) == len(keys)


def test_an_edge_keeps_its_key_when_papers_are_added():
    whole = library()
    part = assembled(
        [extraction for extraction in whole.extractions if extraction.paper.id == PINE],
        [entity for entity in whole.entities if entity.id == "method/pinenet"],
        [(PINE, "proposed", "method/pinenet", {PINE: (0.9, 0)})],
    )
    assert list(to_networkx(part)[PINE]["method/pinenet"]) == list(to_networkx(whole)[PINE]["method/pinenet"])


def test_an_attribute_of_graphml_has_one_type(tmp_path: Path):
    write_graphml(library(), tmp_path / "graph.graphml")
    keys = ElementTree.parse(tmp_path / "graph.graphml").getroot().findall("{*}key")
    names = [(key.get("for"), key.get("attr.name")) for key in keys]
    assert len(set(names)) == len(names)


def test_a_name_of_five_thousand_letters_stays_whole():
    assert LONG_NAME in nx.get_node_attributes(to_networkx(hostile()), "label").values()


def test_what_xml_cannot_hold_shows_as_replaced():
    assert to_networkx(hostile()).nodes["metric/é%20 \ufffd"]["label"] == "a\ufffdb\ufffd"


@pytest.mark.parametrize("value", [None, "", (), float("nan"), float("inf")])
def test_what_says_nothing_is_left_out(value: object):
    assert scalar(value) is None  # type: ignore[arg-type]


def test_a_truth_value_stays_one():
    assert scalar(True) is True


DIGESTS = """
import hashlib, sys
from pathlib import Path
from kg.export.network import write_graphml, write_json
from tests.graphs import library
for write in (write_graphml, write_json):
    write(library(), Path(sys.argv[1]))
    print(hashlib.sha256(Path(sys.argv[1]).read_bytes()).hexdigest())
"""


def test_bytes_do_not_depend_on_the_hash_seed(tmp_path: Path):
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", DIGESTS, str(tmp_path / "file")],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "12345")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == 2


def test_json_is_utf_8_whatever_the_locale(tmp_path: Path):
    write_json(hostile(), tmp_path / "graph.json")
    assert RIGHT_TO_LEFT.encode() in (tmp_path / "graph.json").read_bytes()
