"""Quality and speed on data that nothing was trained on, by one command: python benchmarks/quality.py

Extracts the annotated abstracts of ../shared/data/gold/dev.jsonl and seeds-000.jsonl and scores them with the figures
of `kg evaluate`: F1 (precision, recall). Needs the shared data beside the repository.
"""

import argparse
import sys
import time
from pathlib import Path

from spacy.language import Language

from kg.api import read
from kg.evaluate import load, score
from kg.extract import extract
from kg.extract import load as load_model
from kg.store import write_extractions
from kg.vocabulary import DEFAULT_MODEL

SHARED = Path(__file__).resolve().parents[2] / "shared"
ROWS = ("mentions.core", "names.dataset", "entities.core", "roles.core", "roles.proposed", "relations.all")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--folder", type=Path, default=Path("/tmp"), help="where predictions are put")
    arguments = parser.parse_args()
    if not SHARED.is_dir():
        sys.exit(f"needs the shared data at {SHARED}")
    nlp = load_model(arguments.model)
    columns = {name: measure(name, nlp, arguments.folder) for name in ("dev", "seeds-000")}
    print(f"model {arguments.model:14}" + "".join(f"{name:>20}" for name in columns))
    for row in (*ROWS, "papers a CPU second"):
        print(f"{row:20}" + "".join(f"{figures[row]:>20}" for figures in columns.values()))


def measure(name: str, nlp: Language, folder: Path) -> dict[str, str]:
    """Return the figures of a gold file: F1 (precision, recall)."""
    gold = SHARED / "data" / "gold" / f"{name}.jsonl"
    papers = list(read(gold))
    started = time.process_time()
    extractions = list(extract(papers, nlp))
    seconds = time.process_time() - started
    predicted = folder / f"{name}.predicted.jsonl"
    write_extractions(predicted, extractions)
    figures = score(load(gold), load(predicted))
    cells = {row: figures[row] for row in ROWS}
    said = {row: f"{cell.f1:.3f} ({cell.precision:.2f}, {cell.recall:.2f})" for row, cell in cells.items()}
    return said | {"papers a CPU second": f"{len(papers) / seconds:.0f}"}


if __name__ == "__main__":
    main()
