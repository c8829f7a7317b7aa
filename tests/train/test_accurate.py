import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

import kg
import kg.extract
from kg.errors import ModelError
from kg.extract.tagger import open_scorer
from kg.extract.tokens import word_pipeline
from kg.extract.words import words_of
from kg.records import Paper, Source

torch = pytest.importorskip("torch", reason="needs the extra 'train'")
transformers = pytest.importorskip("transformers", reason="needs the extra 'train'")

from kg.train.accurate import TorchScorer, train_accurate  # noqa: E402
from kg.train.export import quantised, to_onnx  # noqa: E402
from kg.train.network import new_tagger  # noqa: E402
from kg.train.run import Recipe, Run  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and its exporter warn of their own affairs
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "we", "apply", "adam", "sgd", "to", "some", "old", "networks"]
SOURCE = Source(file="pool.jsonl", record=1)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of a few thousand random weights."""
    folder = tmp_path_factory.mktemp("encoder")
    tokenizer = Tokenizer(WordPiece({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = Lowercase(), Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    transformers.BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


@pytest.fixture
def recipe(encoder: Path) -> Recipe:
    sha256 = hashlib.sha256((encoder / "model.safetensors").read_bytes()).hexdigest()
    return Recipe(epochs=3, batch=40, rate=1e-3, held=0, encoder_sha256=sha256)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = []
    for at in range(12):
        name = ("Adam", "SGD")[at % 2]
        mention = {"field": "text", "start": 9, "end": 9 + len(name), "text": name}
        entity = {"id": "M1", "label": "METHOD", "role": "used", "mentions": [mention]}
        text = f"We apply {name} to some old networks"
        lines.append(json.dumps({"id": str(at), "title": "", "text": text, "entities": [entity], "relations": []}))
    (tmp_path / "gold.jsonl").write_text("\n".join(lines))
    return tmp_path / "gold.jsonl"


def test_an_interrupted_training_ends_as_one_that_was_not(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train_accurate([file], tmp_path / "whole", encoder=encoder, recipe=recipe)
    steps = []
    step = Run._step

    def interrupted(run: Run, batch: object) -> float:
        steps.append(batch)
        if len(steps) == 5:
            raise KeyboardInterrupt
        return step(run, batch)  # type: ignore[arg-type]

    monkeypatch.setattr(Run, "_step", interrupted)
    monkeypatch.setattr("kg.train.run.KEEP_EVERY", 2)
    with pytest.raises(KeyboardInterrupt):
        train_accurate([file], tmp_path / "parts", encoder=encoder, recipe=recipe)
    assert not (tmp_path / "parts" / "card.json").exists()
    parts = train_accurate([file], tmp_path / "parts", encoder=encoder, recipe=recipe)
    networks = [(tmp_path / name / "network.onnx").read_bytes() for name in ("whole", "parts")]
    assert networks[0] == networks[1]
    assert len(parts["curve"]) == len(whole["curve"]) == 3


def test_the_file_that_is_run_scores_as_the_network_that_was_trained(encoder: Path, recipe: Recipe) -> None:
    from kg.extract.encoder import EncoderScorer
    from kg.extract.model_files import ModelFiles
    from kg.extract.windows import Subwords

    tagger = new_tagger(encoder, sha256=recipe.encoder_sha256)
    vocabulary = (encoder / "tokenizer.json").read_bytes()
    files = {"network.onnx": to_onnx(tagger), "tokenizer.json": vocabulary}
    ran = EncoderScorer.open(ModelFiles(name="x", kind="encoder", settings={}, calibration={}, files=files))
    trained = TorchScorer(tagger, Subwords(Tokenizer.from_buffer(vocabulary)))
    doc = word_pipeline().make_doc("We apply\n\nAdam to SGD. " * 120)
    words = words_of(doc)
    assert np.abs(ran.read(doc, words).tags - trained.read(doc, words).tags).max() < 1e-4


def test_eight_bits_change_scores_little(encoder: Path, recipe: Recipe, tmp_path: Path) -> None:
    from kg.extract.encoder import EncoderScorer
    from kg.extract.model_files import ModelFiles

    network = to_onnx(new_tagger(encoder, sha256=recipe.encoder_sha256))
    vocabulary = (encoder / "tokenizer.json").read_bytes()
    doc = word_pipeline().make_doc("We apply Adam to some old networks")
    scores = [
        EncoderScorer.open(
            ModelFiles(
                name="x",
                kind="encoder",
                settings={},
                calibration={},
                files={"network.onnx": one, "tokenizer.json": vocabulary},
            )
        )
        .read(doc, words_of(doc))
        .tags
        for one in (network, quantised(network))
    ]
    assert 0 < np.abs(scores[0] - scores[1]).max() < 0.3


def test_a_model_that_was_trained_can_be_opened_by_its_folder(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    train_accurate([file], tmp_path / "model", encoder=encoder, recipe=replace(recipe, epochs=1))
    doc = word_pipeline().make_doc("We apply Adam")
    assert open_scorer(str(tmp_path / "model")).read(doc, words_of(doc)).tags.shape == (3, 9)


def test_another_encoder_than_the_published_one_is_refused(file: Path, tmp_path: Path, encoder: Path) -> None:
    with pytest.raises(ModelError, match="is not the published encoder"):
        train_accurate([file], tmp_path / "model", encoder=encoder)


def test_a_folder_without_an_encoder_is_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="--encoder"):
        train_accurate([file], tmp_path / "model", encoder=tmp_path)


def test_a_model_that_kept_abstracts_from_learning_fits_its_confidences_to_them(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    card = train_accurate([file], tmp_path / "model", encoder=encoder, recipe=replace(recipe, epochs=1, held=4))
    assert card["data"]["abstracts"] == 9
    assert set(card["calibration"]) == {"low", "high", "shift"}


def test_a_model_takes_over_the_confidences_of_its_twin(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    twin = train_accurate([file], tmp_path / "twin", encoder=encoder, recipe=replace(recipe, epochs=1, held=4))
    once = replace(recipe, epochs=1)
    card = train_accurate([file], tmp_path / "model", encoder=encoder, recipe=once, twin=tmp_path / "twin")
    assert card["calibration"] == twin["calibration"]


def test_pairs_are_scored_as_the_network_that_was_trained_scores_them(encoder: Path, recipe: Recipe) -> None:
    from kg.extract.insight import Gauge, Judgement
    from kg.train.blend import EVEN

    tagger = new_tagger(encoder, sha256=recipe.encoder_sha256)
    ends = torch.randn(3, 128)
    roles = np.zeros((3, 11), dtype=np.float32)
    gauge = Gauge(pairs=tagger.pairs.detach().numpy(), blend=EVEN)
    judged = Judgement(roles=roles, ends=ends.numpy(), gauge=gauge)
    trained = tagger.related(ends).detach().numpy()
    assert abs(judged.relation("USED-FOR", 0, 2) - trained[0, 0, 2]) < 1e-5
    assert abs(judged.relation("COMPARE-WITH", 2, 1) - trained[7, 2, 1]) < 1e-5


def test_a_model_that_kept_abstracts_from_learning_says_what_its_judgement_counts(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    card = train_accurate([file], tmp_path / "model", encoder=encoder, recipe=replace(recipe, epochs=1, held=4))
    assert set(card["blend"]["roles"]) == {"METHOD", "TASK", "DATASET", "METRIC"}
    doc = kg.extract.load(str(tmp_path / "model"))("We apply Adam")
    assert (
        doc._.insight.gauge.blend.relations["USED-FOR"].threshold == card["blend"]["relations"]["USED-FOR"]["threshold"]
    )


def test_a_pool_is_read_first_and_changes_what_is_learnt(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    words = "We apply Adam to some old networks and to some new graphs with no end "
    pool = [
        Paper(id=f"paper/text:{at}", source_id="", title=f"Paper {at}", abstract=words * (3 + at), source=SOURCE)
        for at in range(5)
    ]
    once = replace(recipe, epochs=1)
    bare = train_accurate([file], tmp_path / "bare", encoder=encoder, recipe=once)
    card = train_accurate([file], tmp_path / "model", encoder=encoder, recipe=once, pool=pool, teacher="fast")
    assert card["data"]["taught"] == 5
    assert card["files"]["network.onnx"] != bare["files"]["network.onnx"]


def test_a_folder_with_a_training_of_other_data_is_refused(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    once = replace(recipe, epochs=1)
    train_accurate([file], tmp_path / "model", encoder=encoder, recipe=once)
    other = tmp_path / "other.jsonl"
    other.write_text(file.read_text().replace("old", "new"))
    with pytest.raises(ModelError, match="another --out"):
        train_accurate([other], tmp_path / "model", encoder=encoder, recipe=once)


def test_a_twin_that_learnt_from_all_is_refused_before_training(
    file: Path, tmp_path: Path, encoder: Path, recipe: Recipe
) -> None:
    twin = tmp_path / "twin"
    train_accurate([file], twin, encoder=encoder, recipe=replace(recipe, epochs=1))
    with pytest.raises(ModelError, match="--held"):
        train_accurate([file], tmp_path / "model", encoder=encoder, recipe=recipe, twin=twin)
    assert not (tmp_path / "model").exists()


def test_a_broken_tokenizer_is_told_from_a_missing_one(file: Path, tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="is no tokenizer"):
        train_accurate([file], tmp_path / "model", encoder=tmp_path)
