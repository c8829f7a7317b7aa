"""The stages in order: `read` papers, `build` their graph, `load` one that was built."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.clean import clean
from kg.errors import InputError, OptionError
from kg.files import read_bytes, settle
from kg.graph import KEPT_FILES, GivenFile, KnowledgeGraph, Options
from kg.papers import deduplicate, paper_id, remark_on
from kg.records import Extraction, Paper, Reading, Record, Remark
from kg.store import dump_line, read_extractions
from kg.vocabulary import MOST_RELATED

if TYPE_CHECKING:
    from kg.resolve import Corrections, Lexicon

    Names = tuple[Lexicon, Corrections]

NOTHING_FOUND = "no entity was found in it; its node stands alone"
TOO_MANY = f"it names {{}} entities: relations were looked for among the {MOST_RELATED} named most"

Progress = Callable[[int, int], None]
"""Called with the number of papers extracted so far and the number to extract."""
Content = tuple[str, str]
"""Title and abstract: all that an extraction depends on."""


def read(*paths: str | Path) -> Reading[Paper | Extraction]:
    """Read papers from files of any format known, recognised by content.

    Parameters
    ----------
    *paths
        Files: listings, JSON Lines, CSV, BibTeX, or `extractions.jsonl` of an earlier build.

    Returns
    -------
    Reading
        The papers with clean text, in the order of input (ready extractions as they are), and what was skipped or
        noted, with reasons. A file that cannot be read is skipped, never an error.

    Examples
    --------
    >>> len(read("no-such-file.bib"))
    0
    """
    from kg.readers import read_files

    raw = read_files(paths)
    items: list[Paper | Extraction] = []
    skipped = list(raw.skipped)
    for item in raw:
        paper = item if isinstance(item, Extraction) else _paper(item)
        if isinstance(paper, Paper) and not paper.title and not paper.abstract:
            reason = "neither title nor abstract holds any text; give it one of them"
            skipped.append(remark_on(paper, reason))
        else:
            items.append(paper)
    return Reading(items=tuple(items), skipped=tuple(sorted(skipped)), noted=tuple(sorted(raw.noted)))


def _paper(record: Record) -> Paper:
    """Return the paper of a record: clean text, and the id that follows from it."""
    title, abstract = clean(record.title), clean(record.abstract)
    return Paper(
        id=paper_id(title, abstract, record.identifiers),
        source_id=record.source_id,
        title=title,
        abstract=abstract,
        authors=tuple(name for name in map(clean, record.authors) if name),
        year=record.year,
        venue=clean(record.venue),
        identifiers=record.identifiers,
        url=record.url,
        source=record.source,
    )


def build(
    papers: Iterable[Paper | Extraction],
    *,
    options: Options | None = None,
    lexicon: str | Path | None = None,
    corrections: str | Path | None = None,
    known: Iterable[Extraction] = (),
    progress: Progress | None = None,
) -> KnowledgeGraph:
    """Build the graph of a collection of papers.

    Parameters
    ----------
    papers
        What `read` gave, or any papers and extractions. Extractions are taken as they are.
    options
        Choices of the build; the defaults unless given.
    lexicon, corrections
        Files of names of one's own and of corrections to the resolution (docs/formats.md); the lexicon ``none`` does
        without the one that kg ships too.
    known
        Extractions of earlier builds: a paper whose text and extractor are the same is not extracted again.
    progress
        Called after each paper that is extracted.

    Returns
    -------
    KnowledgeGraph
        Equal for equal papers, whatever their order.

    Raises
    ------
    InputError
        If lexicon or corrections cannot be read, or have a fault; nothing is extracted before.
    ModelError
        If the extraction model cannot be loaded.
    """
    options = options or Options()
    reading = papers if isinstance(papers, Reading) else Reading(items=tuple(papers))
    files = _given(lexicon, "lexicon"), _given(corrections, "corrections")
    names = _names(*files)  # before the slow work: a fault in them ends the build
    merged = deduplicate([item.paper if isinstance(item, Extraction) else item for item in reading])
    extractions = _extract(merged.papers, _ready(reading), known, options.model, progress)
    return _assemble(
        extractions,
        options=options,
        names=names,
        lexicon=files[0],
        corrections=files[1],
        skipped=tuple(sorted((*reading.skipped, *merged.dropped))),
        noted=tuple(sorted((*reading.noted, *merged.noted, *_flaws(extractions)))),
    )


def _flaws(extractions: Iterable[Extraction]) -> Iterator[Remark]:
    """Yield what extraction could not do for some papers."""
    for item in extractions:
        if not item.entities:
            yield remark_on(item.paper, NOTHING_FOUND)
        elif len(item.entities) > MOST_RELATED and item.extractor.startswith("kg-"):
            yield remark_on(item.paper, TOO_MANY.format(len(item.entities)))


def _given(path: str | Path | None, what: str) -> GivenFile | None:
    from kg.resolve import lexicon_bytes

    if not path:
        return None
    content = lexicon_bytes(Path(path)) if what == "lexicon" else read_bytes(Path(path), what)
    return GivenFile(name=Path(path).name, content=content)


def _names(lexicon: GivenFile | None, corrections: GivenFile | None) -> "Names":
    """Return what given files, and the lexicon that kg ships, say of names."""
    from kg.resolve import Corrections, parse_corrections, parse_lexicon, with_shipped

    return (
        with_shipped(parse_lexicon(lexicon.content, lexicon.name) if lexicon else None),
        parse_corrections(corrections.content, corrections.name) if corrections else Corrections(),
    )


def _ready(items: Iterable[Paper | Extraction]) -> dict[Content, Extraction]:
    """Return the extractions among some items; of several of one text the same one, whatever their order."""
    ready: dict[Content, Extraction] = {}
    for item in items:
        if isinstance(item, Extraction):
            other = ready.setdefault(_content(item.paper), item)
            if other is not item:
                ready[_content(item.paper)] = min(other, item, key=dump_line)
    return ready


def _extract(
    papers: Sequence[Paper],
    ready: dict[Content, Extraction],
    known: Iterable[Extraction],
    model: str,
    progress: Progress | None,
) -> tuple[Extraction, ...]:
    """Return the extraction of each paper: a ready one, one known from earlier, else a new one."""
    missing = [paper for paper in papers if _content(paper) not in ready]
    if missing:
        from kg.extract import extract, extractor_name
        from kg.extract import load as load_model

        nlp = load_model(model)
        name = extractor_name(nlp)
        ready = {_content(item.paper): item for item in known if item.extractor == name} | ready
        missing = [paper for paper in missing if _content(paper) not in ready]
        for done, extraction in enumerate(extract(missing, nlp), start=1):
            ready[_content(extraction.paper)] = extraction
            if progress:
                progress(done, len(missing))
    return tuple(replace(ready[_content(paper)], paper=paper) for paper in papers)


def _content(paper: Paper) -> Content:
    return paper.title, paper.abstract


def _assemble(extractions: tuple[Extraction, ...], *, names: "Names", **said: Any) -> KnowledgeGraph:
    """Resolve and link extractions: all that follows extraction, a pure function of all of them."""
    from kg.link import link
    from kg.resolve import resolve

    options: Options = said["options"]
    kept = tuple(above(extraction, options.min_confidence) for extraction in extractions)
    resolution = resolve(kept, lexicon=names[0], corrections=names[1])
    linked = link(kept, resolution)
    return KnowledgeGraph(
        extractions=extractions,
        entities=resolution.entities,
        claims=linked.claims,
        occurrences=linked.occurrences,
        related=linked.related,
        links=linked.links,
        broken=linked.broken,
        unused_corrections=resolution.unused,
        **said,
    )


def above(extraction: Extraction, min_confidence: float) -> Extraction:
    """Return an extraction without the entities, mentions and relations of less confidence.

    An entity that loses all its mentions goes, and so do the relations that lose an end.
    """
    if min_confidence <= 0:
        return extraction
    entities = []
    for entity in extraction.entities:
        mentions = tuple(mention for mention in entity.mentions if mention.confidence >= min_confidence)
        if mentions and entity.confidence >= min_confidence:
            entities.append(replace(entity, mentions=mentions))
    left = {entity.id for entity in entities}
    relations = tuple(
        relation
        for relation in extraction.relations
        if relation.confidence >= min_confidence and {relation.head, relation.tail} <= left
    )
    return replace(extraction, entities=tuple(entities), relations=relations)


def load(folder: str | Path) -> KnowledgeGraph:
    """Return the graph that was built into a folder, without extracting anything again.

    Raises
    ------
    InputError
        If the folder does not hold a build, or one of its files is damaged.
    """
    folder = Path(folder)
    settle(folder)
    try:
        said = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        options = Options(**said["options"])
        skipped, noted = (tuple(Remark(**remark) for remark in said[key]) for key in ("skipped", "noted"))
        files = [_kept(folder, what, said) for what in KEPT_FILES]
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"{folder} holds no graph; build one with: kg build INPUT... --out {folder}") from error
    except (OSError, ValueError, TypeError, KeyError, OptionError) as error:
        raise InputError(f"{folder / 'report.json'} is damaged ({error}); build the graph again") from error
    return _assemble(
        tuple(read_extractions(folder / "extractions.jsonl")),
        names=_names(*files),
        lexicon=files[0],
        corrections=files[1],
        options=options,
        skipped=skipped,
        noted=noted,
    )


def _kept(folder: Path, what: str, said: Mapping[str, Any]) -> GivenFile | None:
    """Return a file that a build was given and kept, if its report says so, and if it is still that one."""
    digest = said["hashes"][what]
    if digest is None:
        return None
    paths = [folder / name for name in KEPT_FILES[what]]
    path = next((path for path in paths if path.exists()), paths[0])
    content = read_bytes(path, "kept file")
    if hashlib.sha256(content).hexdigest() != digest:
        raise InputError(f"{path} is not the file that the graph was built with; build the graph again")
    return GivenFile(name=said["files"][what], content=content)
