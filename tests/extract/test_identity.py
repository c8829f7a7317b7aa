from kg.extract.acronyms import tie_acronyms
from kg.extract.identity import group, identify


def entities(doc):
    return {one.id: [mention.text for mention in one.mentions] for one in identify(tie_acronyms(doc))._.entities}


def test_variants_of_case_hyphen_and_plural_are_one():
    assert group(["Pre-training", "pretraining", "graph kernel", "Graph Kernels"], []) == [0, 0, 1, 1]


def test_a_broader_and_a_narrower_thing_stay_two():
    assert group(["CIL", "CLIP-based CIL", "CIL"], [("CIL", "class-incremental learning")]) == [0, 1, 0]


def test_an_acronym_is_written_out_inside_a_longer_name():
    names = ["offline RL", "offline reinforcement learning"]
    assert group(names, [("RL", "reinforcement learning")]) == [0, 0]
    assert group(names, []) == [0, 1]


def test_an_acronym_that_nothing_defines_stands_for_the_one_name_with_its_initials():
    assert group(["variational auto-encoder", "VAE"], []) == [0, 0]
    assert group(["mixture of experts", "MoE"], []) == [0, 0]


def test_an_acronym_that_fits_two_names_stands_for_none():
    assert group(["graph attention network", "gated action net", "GAN"], []) == [0, 1, 2]


def test_a_generic_head_is_let_go_only_where_the_rest_is_named_too():
    assert group(["proper loss", "proper loss functions"], []) == [0, 0]
    assert group(["proper decoder", "proper"], []) == [0, 1]


def test_a_phrase_with_an_acronym_in_brackets_is_the_phrase_either_way():
    assert group(["out-of-distribution (OOD) detection", "OOD detection"], []) == [0, 0]


def test_long_and_short_form_become_one_entity(marked):
    doc = marked("We use [M1 graph neural networks] ([M1 GNNs]). A [M1 GNN] is fast.")
    assert entities(doc) == {"M1": ["graph neural networks", "GNNs", "GNN"]}


def test_ids_count_each_label_in_order_of_first_mention(marked):
    doc = marked("On [D1 CIFAR], [M1 Foo] solves [T1 sorting]; [M2 Bar] does not.", title="[T1 Sorting] by [M1 Foo]")
    found = entities(doc)
    assert list(found) == ["T1", "M1", "D1", "M2"]
    assert found["M2"] == ["Bar"]


def test_mentions_are_placed_in_their_field(marked):
    (one,) = identify(marked("We love [M1 Foo].", title="[M1 Foo] again"))._.entities
    assert [(m.field, m.start, m.end) for m in one.mentions] == [("title", 0, 3), ("text", 8, 11)]


def test_a_thing_with_two_labels_takes_the_one_its_mentions_are_surest_of(marked):
    doc = marked("We study [M1 imitation]. Then [T1 imitation] helps; [T2 imitation] wins.")
    for span, confidence in zip(doc.ents, (0.9, 0.6, 0.5), strict=True):
        span._.confidence = confidence
    (one,) = identify(doc)._.entities
    assert (one.id, one.label) == ("T1", "TASK")
    # The surest mention with the label, times the label's share of all confidence: 0.6 * 1.1 / 2.0.
    assert one.confidence == 0.33


def test_no_mention_gives_no_entity(marked):
    assert identify(marked("Nothing is named here."))._.entities == ()


def test_an_acronym_in_a_long_form_is_written_out_too():
    names = ["recurrent networks", "RNs", "continuous-time RNs", "cRNs"]
    acronyms = [("RNs", "recurrent networks"), ("cRNs", "continuous-time RNs")]
    assert group(names, acronyms) == [0, 0, 1, 1]
