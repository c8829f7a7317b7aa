"""The sample that ships with the package: sound records, plain text, every area covered."""

import json
import re
import unicodedata
from collections import Counter
from importlib.resources import files

import pytest

LINES = files("kg.sample").joinpath("papers.jsonl").read_bytes().decode("utf-8").splitlines()
PAPERS = [json.loads(line) for line in LINES]
KEYS = ["title", "abstract", "authors", "year", "venue", "arxiv", "doi"]

AREAS = {
    "language": [
        "Attention Is All You Need",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        "Language Models are Few-Shot Learners",
        "GloVe: Global Vectors for Word Representation",
        "Sequence to Sequence Learning with Neural Networks",
    ],
    "vision": [
        "ImageNet Classification with Deep Convolutional Neural Networks",
        "Deep Residual Learning for Image Recognition",
        "Mask R-CNN",
        "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale",
    ],
    "speech": [
        "wav2vec 2.0: A Framework for Self-Supervised Learning of Speech Representations",
        "WaveNet: A Generative Model for Raw Audio",
        "Conformer: Convolution-augmented Transformer for Speech Recognition",
        "Robust Speech Recognition via Large-Scale Weak Supervision",
    ],
    "reinforcement learning": [
        "Human-level control through deep reinforcement learning",
        "Proximal Policy Optimization Algorithms",
        "Mastering the game of Go without human knowledge",
    ],
    "graphs": [
        "Semi-Supervised Classification with Graph Convolutional Networks",
        "Inductive Representation Learning on Large Graphs",
        "node2vec: Scalable Feature Learning for Networks",
        "Translating Embeddings for Modeling Multi-relational Data",
    ],
    "generative models": [
        "Generative Adversarial Nets",
        "Auto-Encoding Variational Bayes",
        "Denoising Diffusion Probabilistic Models",
    ],
    "optimisation": [
        "Adam: A Method for Stochastic Optimization",
        "Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift",
        "Dropout: A Simple Way to Prevent Neural Networks from Overfitting",
    ],
    "data sets and benchmarks": [
        "ImageNet Large Scale Visual Recognition Challenge",
        "Microsoft COCO: Common Objects in Context",
        "SQuAD: 100,000+ Questions for Machine Comprehension of Text",
        "Librispeech: An ASR corpus based on public domain audio books",
        "Open Graph Benchmark: Datasets for Machine Learning on Graphs",
    ],
}

NEW_ARXIV = re.compile(r"(\d\d)(0[1-9]|1[0-2])\.(\d{4,5})")
OLD_ARXIV = re.compile(r"[a-z-]+(?:\.[A-Z]{2})?/(\d\d)(0[1-9]|1[0-2])\d{3}")
DOI = re.compile(r"10\.\d{4,9}/[-._;()/:A-Za-z0-9]+")

MARKUP = {
    "LaTeX": re.compile(r"[$\\{}^]"),
    "HTML": re.compile(r"[<>]|&\w+;|&#"),
    "Markdown": re.compile(r"[*_`#|]|\]\(|https?:"),
    "blanks": re.compile(r"\s\s|^\s|\s$|[^\S ]"),
}


def arxiv_year(identifier: str) -> int | None:
    """Return the year in which an arXiv id was given out, or None where it is not well formed."""
    if match := NEW_ARXIV.fullmatch(identifier):
        year = 2000 + int(match[1])
        return year if len(match[3]) == (5 if year >= 2015 else 4) else None
    if match := OLD_ARXIV.fullmatch(identifier):
        return (1900 if int(match[1]) >= 91 else 2000) + int(match[1])
    return None


def strings(paper: dict) -> list[str]:
    """Return all text of a record."""
    return [paper["title"], paper["abstract"], paper["venue"], *paper["authors"]]


def name(paper: dict) -> str:
    return paper["title"][:40]


@pytest.mark.parametrize(
    "identifier, year",
    [
        ("1706.03762", 2017),
        ("1412.6980", 2014),
        ("cs/0112017", 2001),
        ("math.GT/0309136", 2003),
        ("hep-th/9711200", 1997),
        ("1412.06980", None),
        ("1706.0376", None),
        ("1713.03762", None),
        ("1706.03762v5", None),
        ("arXiv:1706.03762", None),
    ],
)
def test_an_arxiv_id_tells_its_year_or_is_malformed(identifier: str, year: int | None) -> None:
    assert arxiv_year(identifier) == year


def test_at_least_sixty_papers() -> None:
    assert len(PAPERS) >= 60


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_a_record_has_its_keys_in_order_and_every_value_is_filled(paper: dict) -> None:
    assert list(paper) == [key for key in KEYS if key in paper]
    assert {"title", "abstract", "authors", "year", "venue"} <= set(paper)
    assert type(paper["year"]) is int
    assert paper["authors"]
    assert all(strings(paper))


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_an_abstract_has_80_to_150_words(paper: dict) -> None:
    assert 80 <= len(paper["abstract"].split()) <= 150


@pytest.mark.parametrize("key", ["title", "abstract", "arxiv", "doi"])
def test_no_two_papers_share_a_value_that_identifies(key: str) -> None:
    counts = Counter(paper[key].casefold() for paper in PAPERS if key in paper)
    assert [value for value, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("paper", [paper for paper in PAPERS if "arxiv" in paper], ids=name)
def test_an_arxiv_id_is_well_formed_and_fits_the_year_of_publication(paper: dict) -> None:
    given = arxiv_year(paper["arxiv"])
    assert given is not None
    assert paper["year"] - 2 <= given <= paper["year"]


@pytest.mark.parametrize("paper", [paper for paper in PAPERS if "doi" in paper], ids=name)
def test_a_doi_is_well_formed(paper: dict) -> None:
    assert DOI.fullmatch(paper["doi"])


def test_an_author_is_listed_once_in_a_paper_and_accented_in_one_way() -> None:
    names = {author for paper in PAPERS for author in paper["authors"]}
    plain = Counter(unicodedata.normalize("NFKD", author).encode("ascii", "ignore").lower() for author in names)
    assert [author for author, count in plain.items() if count > 1] == []
    assert [paper["title"] for paper in PAPERS if len(set(paper["authors"])) < len(paper["authors"])] == []


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_at_least_three_papers(area: str) -> None:
    titles = {paper["title"] for paper in PAPERS}
    assert len(AREAS[area]) >= 3
    assert [title for title in AREAS[area] if title not in titles] == []


@pytest.mark.parametrize("kind", MARKUP)
def test_the_text_is_free_of(kind: str) -> None:
    assert [text for paper in PAPERS for text in strings(paper) if MARKUP[kind].search(text)] == []


def test_the_text_is_composed_unicode_without_control_or_format_characters() -> None:
    texts = [text for paper in PAPERS for text in strings(paper)]
    assert [text for text in texts if not unicodedata.is_normalized("NFC", text)] == []
    assert [text for text in texts if any(unicodedata.category(c).startswith("C") for c in text)] == []


def test_the_file_is_a_json_object_a_line_and_ends_with_a_newline() -> None:
    raw = files("kg.sample").joinpath("papers.jsonl").read_bytes()
    assert raw.endswith(b"}\n")
    assert b"\r" not in raw
    assert len(LINES) == raw.count(b"\n")
