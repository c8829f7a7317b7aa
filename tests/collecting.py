"""Collections written by hand, as the stages after extraction meet them: papers and what they name."""

from collections.abc import Mapping, Sequence

from kg.records import Extraction, Mention, Paper, PaperEntity, Relation, Source
from kg.vocabulary import LABEL_OF_KIND

Named = tuple[str, str] | tuple[str, str, str]
"""A kind, the names separated by ``|``, and the role if it is not ``mentioned``."""


def naming_paper(
    key: str, *named: Named, text: str = "", relations: Sequence[tuple[int, str, int]] = (), extractor: str = "hand"
) -> Extraction:
    """Return a paper whose abstract is its names, one after the other, and then some text.

    Entities are numbered from 1 in the order given; a relation gives the numbers of its ends.
    """
    abstract, entities = "", []
    for number, (kind, names, *role) in enumerate(named, start=1):
        mentions = []
        for name in names.split("|"):
            start = len(abstract)
            mentions.append(Mention(field="text", start=start, end=start + len(name), text=name))
            abstract += f"{name}. "
        label = LABEL_OF_KIND[kind]
        entities.append(
            PaperEntity(id=f"E{number}", label=label, role=(role or ["mentioned"])[0], mentions=tuple(mentions))
        )
    return Extraction(
        paper=Paper(
            id=f"paper/text:{key}", source_id=key, abstract=abstract + text, source=Source(file="hand", record=1)
        ),
        extractor=extractor,
        sentences=(),
        entities=tuple(entities),
        relations=tuple(Relation(head=f"E{head}", label=label, tail=f"E{tail}") for head, label, tail in relations),
    )


def collection(papers: Mapping[str, Sequence[Named]]) -> tuple[Extraction, ...]:
    """Return a paper for each key, naming what is listed there."""
    return tuple(naming_paper(key, *named) for key, named in papers.items())
