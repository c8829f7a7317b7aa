"""Resolution: which names become one entity, which never do, and what an entity is called."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.names import match_key
from kg.records import Extraction, Resolution
from kg.resolve import resolve
from tests.collecting import Named, collection, naming_paper


def ids(extractions: tuple[Extraction, ...], **options) -> list[list[str | None]]:
    return [list(assigned) for assigned in resolve(extractions, **options).assigned]


def of(resolution: Resolution, id_: str):
    return {entity.id: entity for entity in resolution.entities}[id_]


@pytest.mark.parametrize(
    "left, right",
    [
        ("Neural Networks", "neural network"),
        ("fine-tuning", "finetuning"),
        ("Tiny-ImageNet", "TinyImageNet"),
        ("self-attention", "self-attention mechanisms"),
        ("policy gradient", "policy gradient methods"),
        ("cache pruning", "cache prunings"),
        ("linear probe", "linear probing"),
        ("convex loss", "convex loss function"),
        ("neural nets", "neural networks"),
        ("generative adversarial nets", "Generative Adversarial Network"),
    ],
)
def test_spellings_of_one_name_are_one_entity(left: str, right: str) -> None:
    ((first,), (second,)) = ids(collection({"a": [("method", left)], "b": [("method", right)]}))
    assert first == second


@pytest.mark.parametrize(
    "left, right",
    [
        ("CIFAR-10", "CIFAR-100"),
        ("C++", "C#"),
        ("kernel", "kernel method"),
        ("few-shot", "few-shot learning"),
        ("prompt", "prompting"),
        ("elastic net", "elastic network"),
        ("distributed learning", "distributional learning"),
        ("attention", "self-attention"),
        ("language model", "large language model"),
        ("PINN", "PINN loss"),
        ("pre-training", "post-training"),
    ],
)
def test_names_that_differ_are_two_entities(left: str, right: str) -> None:
    ((first,), (second,)) = ids(collection({"a": [("method", left)], "b": [("method", right)]}))
    assert first != second


@pytest.mark.parametrize(
    "left, right",
    [
        ("detecting small ships", "small ship detection"),
        ("detect the small ships", "detection of small ships"),
        ("estimating the tidal range", "tidal range estimation"),
        ("answer questions", "question answering"),
        ("unsupervised discovery of skills", "unsupervised skill discovery"),
        ("paraphrase", "paraphrasing"),
    ],
)
def test_wordings_of_one_task_are_one_entity(left: str, right: str) -> None:
    ((first,), (second,)) = ids(collection({"a": [("task", left)], "b": [("task", right)]}))
    assert first == second


@pytest.mark.parametrize(
    "kind, left, right",
    [
        ("task", "reasoning task", "task reasoning"),
        ("task", "prediction interval", "interval prediction"),
        ("task", "learning from graphs", "graph learning"),
        ("method", "reasoning LLMs", "LLM reasoning"),
    ],
)
def test_words_in_another_order_may_say_another_thing(kind: str, left: str, right: str) -> None:
    ((first,), (second,)) = ids(collection({"a": [(kind, left)], "b": [(kind, right)]}))
    assert first != second


def test_wordings_of_one_task_are_two_where_a_paper_says_so() -> None:
    papers = collection({"a": [("task", "detecting small ships"), ("task", "small ship detection")]})
    assert len(set(ids(papers)[0])) == 2


@pytest.mark.parametrize(
    "short, long", [("ensemble", "ensemble method"), ("TDX", "TDX learning"), ("tide", "tide layer")]
)
def test_a_head_adds_nothing_where_a_paper_calls_one_thing_by_both(short: str, long: str) -> None:
    alone: dict[str, list[Named]] = {"a": [("method", short)], "b": [("method", long)]}
    assert ids(collection(alone))[0] != ids(collection(alone))[1]
    found = ids(collection(alone | {"c": [("method", f"{short}|{long}")]}))
    assert found[0] == found[1] == found[2]


def test_a_part_of_a_method_is_another_one_in_every_paper() -> None:
    papers = collection({"a": [("method", "router")], "b": [("method", "routers")], "c": [("method", "tide router")]})
    assert ids(papers) == [["method/router@text:a"], ["method/router@text:b"], ["method/tide-router"]]


def test_an_acronym_written_out_inside_a_long_form_is_the_same_long_form() -> None:
    papers = collection(
        {"a": [("task", "explainable AI|XAI")], "b": [("task", "explainable artificial intelligence|XAI")]}
    )
    assert ids(papers)[0] == ids(papers)[1]


def test_names_of_which_only_endings_differ_are_one_where_a_paper_says_so() -> None:
    papers = collection(
        {
            "a": [("method", "tidal computation|tidal compute")],
            "b": [("method", "tidal computation")],
            "c": [("method", "tidal compute")],
        }
    )
    assert ids(papers)[1] == ids(papers)[2]


def test_one_name_of_two_kinds_is_two_entities() -> None:
    assert ids(collection({"a": [("method", "Atari"), ("dataset", "Atari")]})) == [["method/atari", "dataset/atari"]]


def test_an_acronym_takes_the_meaning_that_one_paper_gives_it() -> None:
    papers = collection({"a": [("method", "neural radiance fields|NeRF")], "b": [("method", "NeRFs")]})
    resolution = resolve(papers)
    assert resolution.assigned == (("method/neural-radiance-field",), ("method/neural-radiance-field",))
    (reason,) = (r for r in of(resolution, "method/neural-radiance-field").reasons if r.rule == "acronym")
    assert reason.names == ("NeRF", "neural radiance fields")
    assert reason.detail == "paper/text:a"


TWO_MEANINGS: dict[str, list[Named]] = {
    "a": [("method", "self-supervised learning|SSL"), ("task", "image retrieval")],
    "b": [("method", "semi-supervised learning|SSL"), ("task", "speech tagging")],
}


def test_a_bare_acronym_with_two_meanings_is_a_node_of_its_paper_only() -> None:
    papers = collection(TWO_MEANINGS | {"c": [("method", "SSL")], "d": [("method", "SSL")]})
    resolution = resolve(papers)
    assert resolution.assigned[2:] == (("method/ssl@text:c",), ("method/ssl@text:d",))
    assert of(resolution, "method/ssl@text:c").ambiguous
    assert not of(resolution, "method/self-supervised-learning").ambiguous


def test_the_words_of_a_paper_choose_between_two_meanings() -> None:
    papers = (
        *collection(TWO_MEANINGS),
        naming_paper("c", ("method", "SSL"), text="It needs no label: self-supervised."),
    )
    assert ids(papers)[2] == ["method/self-supervised-learning"]


def test_what_a_paper_shares_with_others_chooses_between_two_meanings() -> None:
    more: dict[str, list[Named]] = {key: [("task", f"task {key}")] for key in "efghijklmnopq"}
    papers = collection(TWO_MEANINGS | {"c": [("method", "SSL"), ("task", "speech tagging")]} | more)
    assert ids(papers)[2][0] == "method/semi-supervised-learning"


def test_the_definition_in_the_same_paper_wins() -> None:
    papers = collection(TWO_MEANINGS | {"c": [("method", "SSL"), ("task", "semi-supervised learning|SSL")]})
    assert ids(papers)[2] == ["method/semi-supervised-learning", "task/semi-supervised-learning"]


def test_that_definition_wins_though_the_words_of_another_meaning_stand_there_too() -> None:
    papers = (
        *collection(
            {
                "a": [("task", "ensemble scoring|ES")],
                "b": [("method", "ensemble scoring"), ("method", "entity search"), ("task", "book sorting")],
            }
        ),
        naming_paper("c", ("task", "entity search|ES"), ("method", "ES"), text="An ensemble does the scoring."),
    )
    assert ids(papers)[2] == ["task/entity-search", "method/entity-search"]


def test_an_acronym_never_joins_two_long_forms() -> None:
    papers = collection(
        {f"a{n}": [("method", "contrastive learning|CL")] for n in range(5)}
        | {f"b{n}": [("method", "curriculum learning|CL")] for n in range(5)}
    )
    found = ids(papers)
    assert found[:5] == [["method/contrastive-learning"]] * 5
    assert found[5:] == [["method/curriculum-learning"]] * 5


def test_one_paper_does_not_give_a_short_acronym_its_meaning_elsewhere() -> None:
    papers = collection(
        {"a": [("method", "sharpness-aware minimization|SAM")], "b": [("method", "SAM"), ("task", "medical imaging")]}
    )
    assert ids(papers)[1][0] == "method/sam@text:b"


def test_a_long_form_beside_a_wider_acronym_stays_what_it_is() -> None:
    papers = collection(
        {
            "a": [("task", "reinforcement learning|RL")],
            "b": [("task", "reinforcement learning|RL")],
            "c": [("task", "reinforcement learning|RL")],
            "d": [("task", "offline reinforcement learning|RL")],
            "e": [("task", "offline reinforcement learning")],
        }
    )
    found = ids(papers)
    assert found[3] == found[4] == ["task/offline-reinforcement-learning"]
    assert found[0] == ["task/reinforcement-learning"]


def test_the_wording_of_one_paper_gives_way_to_the_name_that_others_use() -> None:
    papers = collection({"a": [("method", "rate-constrained pruning|pruning")], "b": [("method", "pruning")]})
    assert ids(papers) == [["method/pruning"], ["method/pruning"]]


def test_an_acronym_inside_a_phrase_is_read() -> None:
    papers = collection(
        {
            "a": [("method", "large language models|LLMs")],
            "b": [("method", "large language models|LLMs")],
            "c": [("method", "LLM agents")],
            "d": [("method", "large language model agents")],
            "e": [("method", "large language model (LLM) agents")],
        }
    )
    found = ids(papers)
    assert found[2] == found[3] == found[4]
    assert found[2] != found[0]


def test_long_forms_of_one_acronym_that_differ_in_a_link_word_are_one() -> None:
    papers = collection(
        {
            "a": [("method", "reinforcement learning from human feedback|RLHF")],
            "b": [("method", "reinforcement learning with human feedback|RLHF")],
        }
    )
    assert ids(papers)[0] == ids(papers)[1]


def test_aliases_that_two_papers_use_for_one_thing_are_one() -> None:
    named: list[Named] = [("method", "loss rescaling|gradient reweighting")]
    papers = collection(
        {"a": named, "b": named, "c": [("method", "loss rescaling")], "d": [("method", named[0][1][15:])]}
    )
    assert papers[3].entities[0].mentions[0].text == "gradient reweighting"
    assert ids(papers)[2] == ids(papers)[3]


def test_an_alias_that_one_paper_uses_joins_nothing_elsewhere() -> None:
    named: list[Named] = [("method", "loss rescaling|gradient reweighting")]
    papers = collection({"a": named, "c": [("method", "loss rescaling")], "d": [("method", "gradient reweighting")]})
    assert ids(papers)[1] != ids(papers)[2]


def test_names_that_as_many_papers_tell_apart_as_call_one_stay_two() -> None:
    one: list[Named] = [("method", "loss rescaling|gradient reweighting")]
    two: list[Named] = [("method", "loss rescaling"), ("method", "gradient reweighting")]
    found = ids(collection({"a": one, "b": one, "c": two, "d": two}))
    assert found[2][0] != found[2][1]


def test_a_name_with_a_head_is_another_thing_where_a_paper_says_so() -> None:
    papers = collection({"a": [("method", "policy gradient"), ("method", "policy gradient methods")]})
    assert len(set(ids(papers)[0])) == 2


def test_forms_of_a_verb_are_two_things_where_a_paper_says_so() -> None:
    papers = collection({"a": [("method", "linear probe"), ("method", "linear probing")]})
    assert len(set(ids(papers)[0])) == 2


def test_two_letters_that_no_paper_defines_mean_another_thing_in_each() -> None:
    papers = collection({"a": [("method", "DP"), ("method", "DPXY")], "b": [("method", "DP"), ("method", "DPXY")]})
    assert ids(papers) == [["method/dp@text:a", "method/dpxy"], ["method/dp@text:b", "method/dpxy"]]


def test_an_acronym_borrows_the_meaning_that_another_kind_defines_and_its_paper_speaks_of() -> None:
    papers = (
        *collection({"a": [("task", "entity linking|EL")], "b": [("method", "entity linking")]}),
        naming_paper("c", ("method", "EL"), text="Each entity is linked."),
        naming_paper("d", ("method", "EL"), text="Of other things."),
    )
    assert ids(papers)[2:] == [["method/entity-linking"], ["method/el@text:d"]]


def test_a_bare_word_for_many_tasks_means_another_one_in_each_paper() -> None:
    resolution = resolve(collection({"a": [("task", "classification")], "b": [("task", "classification")]}))
    assert resolution.assigned == (("task/classification@text:a",), ("task/classification@text:b",))
    assert all(entity.ambiguous for entity in resolution.entities)


def test_a_word_becomes_vague_once_many_longer_names_end_in_it() -> None:
    longer: dict[str, list[Named]] = {f"p{n}": [("method", f"kind{chr(97 + n)} wobbling")] for n in range(8)}
    bare: dict[str, list[Named]] = {"a": [("method", "wobbling")], "b": [("method", "wobbling")]}
    assert ids(collection(bare)) == [["method/wobbling"], ["method/wobbling"]]
    assert ids(collection(bare | longer))[:2] == [["method/wobbling@text:a"], ["method/wobbling@text:b"]]


def test_the_preferred_name_is_the_most_frequent_long_form() -> None:
    papers = collection(
        {
            "a": [("method", "Graph Neural Networks|GNNs")],
            "b": [("method", "graph neural networks|GNNs")],
            "c": [("method", "graph neural networks|GNN")],
        }
    )
    (entity,) = resolve(papers).entities
    assert entity.name == "graph neural networks"
    assert entity.names == ("GNN", "GNNs", "Graph Neural Networks")
    assert entity.id == "method/graph-neural-network"


def test_an_acronym_that_has_become_the_name_is_preferred() -> None:
    papers = collection(
        {"a": [("method", "Baffling Encoder of Real Texts|BERT")]} | {f"b{n}": [("method", "BERT")] for n in range(3)}
    )
    assert {entity.id for entity in resolve(papers).entities} == {"method/bert"}


def test_a_name_that_belongs_to_another_entity_is_not_listed() -> None:
    papers = collection(
        {
            "a": [("method", "large language models|LLMs")],
            "b": [("method", "large language models|LLMs")],
            "c": [("method", "language models|LLMs")],
            "d": [("method", "language models")],
        }
    )
    resolution = resolve(papers)
    assert resolution.assigned[2] == ("method/large-language-model",)
    assert "language models" not in of(resolution, "method/large-language-model").names


def test_a_duplicate_paper_gives_the_same_entities() -> None:
    paper = naming_paper("a", ("task", "SSL"), ("method", "deep learning|DL"))
    assert ids((paper, paper)) == [["task/ssl", "method/deep-learning"]] * 2


@pytest.mark.parametrize(
    "name", ["???", "图神经网络", "🤖", "</script>", '"\\"', "A" * 5000, ".*[", "\u200b", "%2F/../x"]
)
def test_any_name_gets_an_entity_of_its_own(name: str) -> None:
    resolution = resolve(collection({"a": [("method", name)], "b": [("method", name), ("task", "planning ahead")]}))
    assert resolution.assigned[0][0] == resolution.assigned[1][0]
    assert len(resolution.assigned[0][0] or "") < 120
    assert of(resolution, str(resolution.assigned[0][0])).name == name


def test_an_empty_collection_has_no_entities() -> None:
    assert resolve(()) == Resolution(entities=(), assigned=())


NAMES = st.sampled_from(
    [
        "contrastive learning", "curriculum learning", "CL", "continual learning", "Contrastive Learning (CL)",
        "large language models", "LLM", "LLMs", "LLM agents", "large language model agents", "language model",
        "self-attention", "self-attention mechanism", "classification", "image classification", "pre-training",
        "pretraining", "GAN", "generative adversarial network", "RL", "deep RL", "reinforcement learning", "C++",
    ]
)  # fmt: skip
ENTITIES = st.tuples(
    st.sampled_from(["method", "task"]), st.lists(NAMES, min_size=1, max_size=3, unique=True).map("|".join)
)
COLLECTIONS = st.lists(st.lists(ENTITIES, max_size=4), max_size=9).map(
    lambda papers: collection({f"p{number}": named for number, named in enumerate(papers)})
)


@settings(deadline=None, max_examples=150)
@given(COLLECTIONS, st.randoms(use_true_random=False))
def test_the_order_of_papers_does_not_matter(papers: tuple[Extraction, ...], shuffler: random.Random) -> None:
    order = list(range(len(papers)))
    shuffler.shuffle(order)
    straight, shuffled = resolve(papers), resolve([papers[place] for place in order])
    assert shuffled.entities == straight.entities
    assert shuffled.assigned == tuple(straight.assigned[place] for place in order)


@settings(deadline=None, max_examples=150)
@given(COLLECTIONS)
def test_every_entity_has_an_id_of_its_own_and_someone_who_names_it(papers: tuple[Extraction, ...]) -> None:
    resolution = resolve(papers)
    known = [entity.id for entity in resolution.entities]
    assert known == sorted(set(known))
    assert {id_ for assigned in resolution.assigned for id_ in assigned} == set(known)
    for entity in resolution.entities:
        assert entity.id.startswith(f"{entity.kind}/")
        assert entity.name not in entity.names


@settings(deadline=None, max_examples=100)
@given(COLLECTIONS)
def test_ambiguous_entities_belong_to_one_paper(papers: tuple[Extraction, ...]) -> None:
    resolution = resolve(papers)
    for entity in resolution.entities:
        where = {p.paper.id for p, given in zip(papers, resolution.assigned, strict=True) if entity.id in given}
        assert len(where) == 1 or not entity.ambiguous


@settings(deadline=None, max_examples=150)
@given(COLLECTIONS)
def test_reasons_tie_all_names_of_an_entity(papers: tuple[Extraction, ...]) -> None:
    for entity in resolve(papers).entities:
        tied, left = {match_key(entity.name)}, [set(map(match_key, reason.names)) for reason in entity.reasons]
        while near := [keys for keys in left if keys & tied]:
            tied |= set().union(*near)
            left = [keys for keys in left if keys not in near]
        assert set(map(match_key, entity.names)) <= tied, entity


def test_an_acronym_of_several_meanings_is_listed_with_the_paper_that_defines_it() -> None:
    resolution = resolve(collection(TWO_MEANINGS))
    (reason,) = of(resolution, "method/self-supervised-learning").reasons
    assert (reason.rule, reason.names, reason.detail) == (
        "acronym",
        ("SSL", "self-supervised learning"),
        "paper/text:a",
    )


def test_acronyms_of_unclear_meaning_say_nothing_of_each_other() -> None:
    more: dict[str, list[Named]] = {key: [("task", f"task {key}")] for key in "efghijklmnopq"}
    papers: dict[str, list[Named]] = {
        "a": [("method", "masked autoencoder|MAE"), ("task", "conformal prediction|CP"), ("method", "tidal flow|TF")],
        "b": [("method", "MAE"), ("task", "CP"), ("method", "TF")],
    }
    assert ids(collection(papers | more))[1] == ["method/mae@text:b", "task/cp@text:b", "method/tf@text:b"]
