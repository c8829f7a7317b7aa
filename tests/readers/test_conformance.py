"""The same three papers, in each format and encoding, are the same records."""

import codecs
import csv
import gzip
import io
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kg.readers import read_files
from kg.records import Record, Source

NOWHERE = Source(file="", record=0)

HOSTILE = Record(
    source_id="hostile",
    title="</script><script>alert(1)</script>",
    abstract='A "\\" and a\ttab,\na second line; an emoji 🦜, 中文摘要, $\\alpha$ & 50\\% <LOOK>. '
    + "More words. " * 10,
    authors=("Ada Lovelace", "Ludwig van Beethoven"),
    year=2024,
    venue="ICML 2024",
    identifiers=(("arxiv", "2401.00001"), ("doi", "10.1000/hostile_1")),
    url="https://example.org/a?b=c&d=e",
    source=NOWHERE,
)
SIMPLE = Record(
    source_id="simple",
    title="A plain study of C++ and C#",
    abstract="We study two languages, and count what they have in common. " * 3,
    authors=("Emmy Noether",),
    year=2019,
    venue="Journal of Plain Studies",
    identifiers=(("openreview", "aBcDeFgHi1"),),
    url="https://openreview.net/forum?id=aBcDeFgHi1",
    source=NOWHERE,
)
BARE = Record(source_id="bare", title="A paper with a title alone", source=NOWHERE)
PAPERS = (HOSTILE, SIMPLE, BARE)
LAST_FIRST = {
    "Ada Lovelace": "Lovelace, Ada",
    "Ludwig van Beethoven": "Beethoven, Ludwig van",
    "Emmy Noether": "Noether, Emmy",
}


def as_object(paper: Record) -> dict[str, object]:
    return {
        "id": paper.source_id,
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        **dict(paper.identifiers),
        "url": paper.url,
    }


def as_jsonl(papers: tuple[Record, ...]) -> str:
    return "".join(json.dumps(as_object(paper), ensure_ascii=False) + "\n" for paper in papers)


def as_escaped_jsonl(papers: tuple[Record, ...]) -> str:
    return "\n".join(json.dumps(as_object(paper)) for paper in papers)


def as_json(papers: tuple[Record, ...]) -> str:
    return json.dumps([as_object(paper) for paper in papers], indent=2)


def as_openalex(papers: tuple[Record, ...]) -> str:
    works = []
    for paper in papers:
        index = defaultdict(list)
        for position, word in enumerate(paper.abstract.split(" ")):
            index[word].append(position)
        ids = dict(paper.identifiers)
        works.append(
            {
                "id": paper.source_id,
                "display_name": paper.title,
                "abstract_inverted_index": index if paper.abstract else None,
                "authorships": [{"author": {"display_name": name}} for name in paper.authors],
                "publication_year": paper.year,
                "primary_location": {"source": {"display_name": paper.venue}, "landing_page_url": "x"},
                "doi": f"https://doi.org/{ids['doi'].upper()}" if "doi" in ids else None,
                "ids": {"arxiv": ids.get("arxiv")},
                "url": paper.url,
            }
        )
    return json.dumps({"meta": {"count": len(works)}, "results": works})


def as_table(papers: tuple[Record, ...], delimiter: str) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(
        ["ID", "Paper Title", "Abstract", "Author", "Date", "Journal", "DOI", "arXiv_ID", "OpenReview", "Link"]
    )
    for paper in papers:
        ids = dict(paper.identifiers)
        authors = "; ".join(LAST_FIRST[name] for name in paper.authors)
        date = f"{paper.year}-03-01" if paper.year else ""
        writer.writerow(
            [
                *(paper.source_id, paper.title, paper.abstract, authors, date, paper.venue),
                *(ids.get(scheme, "") for scheme in ("doi", "arxiv", "openreview")),
                paper.url,
            ]
        )
    return out.getvalue()


def as_csv(papers: tuple[Record, ...]) -> str:
    return as_table(papers, ",")


def as_tsv(papers: tuple[Record, ...]) -> str:
    return as_table(papers, "\t")


def as_bibtex(papers: tuple[Record, ...]) -> str:
    entries = []
    for paper in papers:
        ids = dict(paper.identifiers)
        fields = {
            "title": paper.title,
            "abstract": paper.abstract,
            "author": " and ".join(LAST_FIRST[name] for name in paper.authors),
            "year": str(paper.year or ""),
            "booktitle": paper.venue,
            "doi": ids.get("doi", "").replace("_", r"\_"),
            "archivePrefix": "arXiv" if "arxiv" in ids else "",
            "eprint": f"{ids['arxiv']}v3" if "arxiv" in ids else "",
            "url": paper.url,
        }
        body = "".join(f",\n  {name} = {{{value}}}" for name, value in fields.items() if value)
        entries.append(f"@inproceedings{{{paper.source_id}{body}\n}}\n")
    return "\n".join(entries)


FORMATS: dict[str, Callable[[tuple[Record, ...]], str]] = {
    "jsonl": as_jsonl,
    "escaped-jsonl": as_escaped_jsonl,
    "json": as_json,
    "openalex": as_openalex,
    "csv": as_csv,
    "tsv": as_tsv,
    "bibtex": as_bibtex,
}
ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16 little": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16 big": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-32": lambda text: text.encode("utf-32"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
}


def placed_nowhere(records: tuple[object, ...]) -> list[Record]:
    assert all(isinstance(record, Record) for record in records)
    return [replace(record, source=NOWHERE) for record in records]  # type: ignore[type-var]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("form", FORMATS)
def test_each_format_and_encoding_gives_the_same_records(form: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "papers.anything"
    path.write_bytes(ENCODINGS[encoding](FORMATS[form](PAPERS)))
    reading = read_files([path])
    assert placed_nowhere(reading.items) == list(PAPERS)
    assert reading.skipped == ()
    assert [remark.source_id for remark in reading.noted] == ["bare"]


@pytest.mark.parametrize("form", FORMATS)
def test_each_record_says_where_it_stands(form: str, tmp_path: Path) -> None:
    path = tmp_path / "papers.data"
    path.write_text(FORMATS[form](PAPERS), encoding="utf-8")
    assert [record.source for record in read_files([path]) if isinstance(record, Record)] == [
        Source(file="papers.data", record=n) for n in (1, 2, 3)
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_a_large_abstract_is_read_whole(form: str, tmp_path: Path) -> None:
    large = replace(SIMPLE, abstract=("word " * 40_000).strip())
    path = tmp_path / "large"
    path.write_text(FORMATS[form]((large,)), encoding="utf-8")
    assert placed_nowhere(read_files([path]).items) == [large]
