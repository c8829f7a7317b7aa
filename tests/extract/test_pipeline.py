import gc
from collections.abc import Iterator

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from kg.extract import extract, extractor_name, load, shipped_models
from kg.extract.document import SEPARATOR
from kg.extract.pipeline import COMPONENTS
from kg.records import Extraction, Paper, Source

TITLE = "GraphMend: Graph Neural Networks for Link Prediction"
ABSTRACT = (
    "Graph neural networks are widely used for link prediction. We introduce GraphMend, a message passing scheme "
    "with an attention module, which repairs missing edges. On Cora and PubMed, GraphMend beats GraphSAGE in accuracy. "
    "Code is at https://example.org/GraphMend."
)


@pytest.fixture(scope="module", params=shipped_models())
def nlp(request: pytest.FixtureRequest) -> Language:
    return load(request.param)


def paper(title: str = TITLE, abstract: str = ABSTRACT) -> Paper:
    return Paper(id="p", source_id="p", title=title, abstract=abstract, source=Source(file="a.jsonl", record=1))


def one(nlp: Language, given: Paper) -> Extraction:
    (extraction,) = extract([given], nlp)
    return extraction


def surfaces(extraction: Extraction) -> Iterator[tuple[str, str]]:
    for entity in extraction.entities:
        for mention in entity.mentions:
            yield mention.text, entity.label


def test_the_components_stand_in_order(nlp: Language) -> None:
    assert tuple(nlp.pipe_names) == COMPONENTS


def test_each_component_finds_what_it_requires_assigned_before_it(nlp: Language) -> None:
    assert not [problem for problems in nlp.analyze_pipes()["problems"].values() for problem in problems]


def test_a_plain_text_has_entities(nlp: Language) -> None:
    found = {(span.text, span.label_) for span in nlp(ABSTRACT).ents}
    assert {("GraphMend", "METHOD"), ("Cora", "DATASET"), ("accuracy", "METRIC")} <= found


def test_names_of_all_kinds_are_found(nlp: Language) -> None:
    expected = {("GraphMend", "METHOD"), ("link prediction", "TASK"), ("PubMed", "DATASET"), ("accuracy", "METRIC")}
    assert expected <= set(surfaces(one(nlp, paper())))


def test_every_mention_is_what_stands_at_its_offsets(nlp: Language) -> None:
    given = paper()
    for entity in one(nlp, given).entities:
        for mention in entity.mentions:
            assert given.field(mention.field)[mention.start : mention.end] == mention.text


def test_ids_count_each_label_in_order_of_first_mention(nlp: Language) -> None:
    extraction = one(nlp, paper())
    firsts = [(entity.mentions[0].field != "title", entity.mentions[0].start) for entity in extraction.entities]
    assert firsts == sorted(firsts)
    for letter, label in zip("MTD", ("METHOD", "TASK", "DATASET"), strict=True):
        ids = [entity.id for entity in extraction.entities if entity.label == label]
        assert ids == [f"{letter}{number}" for number in range(1, len(ids) + 1)]


def test_confidences_lie_in_the_unit_interval_with_four_decimals(nlp: Language) -> None:
    values = [mention.confidence for entity in one(nlp, paper()).entities for mention in entity.mentions]
    assert all(0 < value <= 1 and value == round(value, 4) for value in values)


def test_no_mention_lies_in_a_link(nlp: Language) -> None:
    link = ABSTRACT.index("https")
    assert not [m for e in one(nlp, paper()).entities for m in e.mentions if m.field == "text" and m.end > link]


def test_sentences_are_those_of_the_abstract_without_blanks(nlp: Language) -> None:
    sentences = [ABSTRACT[start:end] for start, end in one(nlp, paper()).sentences]
    assert sentences[0] == "Graph neural networks are widely used for link prediction."
    assert len(sentences) == 4


def test_a_paper_without_title_is_read(nlp: Language) -> None:
    assert ("GraphMend", "METHOD") in set(surfaces(one(nlp, paper(title=""))))


def test_a_paper_does_not_depend_on_its_neighbours(nlp: Language) -> None:
    others = [paper(title="", abstract="We study translation with transformers on WMT14."), paper(title="BERT")]
    assert list(extract([others[0], paper(), others[1]], nlp))[1] == one(nlp, paper())


def test_two_loads_extract_the_same(nlp: Language) -> None:
    assert one(load(nlp.meta["name"]), paper()) == one(nlp, paper())


def test_pipe_finds_what_a_call_finds(nlp: Language) -> None:
    texts = [TITLE, TITLE + SEPARATOR + ABSTRACT]
    for doc, text in zip(nlp.pipe(texts), texts, strict=True):
        assert [span.text for span in doc.ents] == [span.text for span in nlp(text).ents]


def test_a_name_at_the_end_of_a_very_long_text_is_found(nlp: Language) -> None:
    filler = "The weather was fine and people walked by the river. " * 1_000
    extraction = one(nlp, paper(title="", abstract=filler + ABSTRACT))
    assert len(extraction.paper.abstract) > 50_000
    assert max(m.start for e in extraction.entities for m in e.mentions if m.text == "GraphMend") > len(filler)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n\n",
        "x" * 10_000,
        "我们提出一种新的图神经网络方法。" * 50,
        "🦜🔗" * 500,
        "a\x00b\x00\x00",
        "\u202e\ud83d",
    ],
    ids=["empty", "blank", "lines", "one word", "Chinese", "emoji", "NUL", "lone surrogate"],
)
def test_odd_texts_are_read_without_failing(nlp: Language, text: str) -> None:
    assert one(nlp, paper(title="", abstract=text)).paper.abstract == text
    assert one(nlp, paper(title=text or "x", abstract=text)).paper.abstract == text


def test_strings_of_papers_do_not_pile_up(nlp: Language) -> None:
    before = len(nlp.vocab.strings)
    list(extract([paper(title="", abstract=f"Word{at} and Name{at} are new.") for at in range(50)], nlp))
    assert len(nlp.vocab.strings) == before


def test_docs_of_papers_do_not_pile_up(nlp: Language) -> None:
    text = "We train graph neural networks (GNNs). GNNs are used for link prediction."
    list(extract([paper(abstract=text)] * 5, nlp))
    gc.collect()
    assert not [held for held in gc.get_objects() if type(held) is Doc and held.text.endswith(text)]


def test_the_extractor_has_name_version_and_fingerprint(nlp: Language) -> None:
    name, version, fingerprint = extractor_name(nlp).split(" ")
    assert name == f"kg-{nlp.meta['name']}"
    assert version.count(".") == 2
    assert len(fingerprint) == 12
