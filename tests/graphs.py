"""Graphs made by hand: a tiny hostile one, and a library whose answers can be counted."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from kg.graph import KnowledgeGraph, Options
from kg.records import (
    Claim,
    Entity,
    Evidence,
    Extraction,
    Mention,
    Occurrence,
    OutsideLink,
    Paper,
    PaperEntity,
    PaperLink,
    Reason,
    Source,
    Span,
)
from kg.vocabulary import LABEL_OF_KIND

EXTRACTOR = "hand 1.0 0123abcd"

Said = Mapping[str, tuple[float, int]]
"""For each paper that makes a claim: its confidence, and the number of a sentence of the abstract, -1 for the title."""


def a_paper(number: int, key: str, title: str, sentences: Iterable[str], **said: object) -> Extraction:
    """Return a paper with one sentence after the other, and their offsets."""
    text, bounds = "", []
    for sentence in sentences:
        start = len(text) + bool(text)
        text = f"{text} {sentence}".strip()
        bounds.append((start, start + len(sentence)))
    paper = Paper(
        id=f"paper/{key}",
        source_id=f"hand.jsonl#{number}",
        title=title,
        abstract=text,
        source=Source(file="hand.jsonl", record=number),
        **said,  # type: ignore[arg-type]
    )
    return Extraction(paper=paper, extractor=EXTRACTOR, sentences=tuple(bounds))


def an_entity(node: str, name: str, *names: str, **said: object) -> Entity:
    return Entity(id=node, kind=node.partition("/")[0], name=name, names=names, **said)  # type: ignore[arg-type]


def a_claim(papers: Mapping[str, Extraction], subject: str, predicate: str, thing: str, said: Said) -> Claim:
    """Return a claim with one span a paper; belief is the chance that not all of its papers were misread."""
    evidence, doubt = [], 1.0
    for paper, (confidence, sentence) in sorted(said.items()):
        title = papers[paper].paper.title
        field, (start, end) = (
            ("title", (0, len(title))) if sentence < 0 else ("text", papers[paper].sentences[sentence])
        )
        span = Span(field=field, start=start, end=end)  # type: ignore[arg-type]
        evidence.append(Evidence(paper=paper, confidence=confidence, spans=(span,), extractor=EXTRACTOR))
        doubt *= 1 - confidence
    return Claim(
        subject=subject, predicate=predicate, object=thing, confidence=round(1 - doubt, 6), evidence=tuple(evidence)
    )


def occurrences(extractions: Iterable[Extraction], entities: Iterable[Entity]) -> tuple[Occurrence, ...]:
    """Return where each name of each entity stands, letter for letter."""
    found = []
    for entity in entities:
        for extraction in extractions:
            paper, mentions = extraction.paper, []
            for field in ("title", "text"):
                for name in dict.fromkeys((entity.name, *entity.names)):
                    start = paper.field(field).find(name)  # type: ignore[arg-type]
                    if start >= 0:
                        mentions.append(Mention(field=field, start=start, end=start + len(name), text=name))  # type: ignore[arg-type]
            if mentions:
                mentions.sort(key=lambda mention: (mention.field != "title", mention.start))
                found.append(Occurrence(entity=entity.id, paper=paper.id, mentions=tuple(mentions)))
    return tuple(found)


def assembled(
    extractions: list[Extraction], entities: list[Entity], claims: list[tuple[str, str, str, Said]], **said: object
) -> KnowledgeGraph:
    """Return the graph of records given in any order."""
    extractions = sorted(extractions, key=lambda extraction: extraction.paper.id)
    entities = sorted(entities, key=lambda entity: entity.id)
    by_id = {extraction.paper.id: extraction for extraction in extractions}
    made = [a_claim(by_id, *claim) for claim in claims]
    return KnowledgeGraph(
        extractions=tuple(extractions),
        entities=tuple(entities),
        claims=tuple(sorted(made, key=lambda claim: (claim.subject, claim.predicate, claim.object))),
        occurrences=occurrences(extractions, entities),
        **said,  # type: ignore[arg-type]
    )


HOSTILE_TITLE = '</script><b>"Quoted" \\ back`tick`\n\ttabbed \u202eright to left\u202c \N{PINE DECORATION}'
HOSTILE_NAME = "C++ <x> \"q\" 'a' \\"
RIGHT_TO_LEFT = "رؤية الحاسوب"
LONG_NAME = "x" * 5000


def hostile(evidence: str = "statements", base: str = "https://w3id.org/papers-kg/id/") -> KnowledgeGraph:
    """Return three papers and six entities whose names are traps."""
    one = a_paper(
        1,
        "doi:10.1000/a(b)<c>",
        HOSTILE_TITLE,
        [f"We compile {HOSTILE_NAME} into pines.", f"It serves {RIGHT_TO_LEFT}."],
        authors=("Ann O'Pine", 'Bo "the tree" Elm', "Ann O'Pine"),
        year=2020,
        venue="Proc. of <Trees> & Woods",
        identifiers=(("arxiv", "2001.00001"), ("doi", "10.1000/a(b)<c>")),
        url="https://example.org/a?b=c&d=%20e",
    )
    two = a_paper(2, "text:00ff00ff00ff00ff", "", ["Nothing but control \x00\x0b\x7f signs."], url="not a url")
    three = a_paper(3, "arxiv:2101.00003", f"On {LONG_NAME}", [f"{HOSTILE_NAME} again, and C# too."], year=2021)
    entities = [
        an_entity("method/c++", HOSTILE_NAME, "C plus plus", HOSTILE_NAME, reasons=(REASON,)),
        an_entity("method/c#", "C#"),
        an_entity(f"dataset/{LONG_NAME[:90]}", LONG_NAME),
        an_entity(f"task/{RIGHT_TO_LEFT}", RIGHT_TO_LEFT, links=OUTSIDE),
        an_entity("task/c++", "C++ <x>"),
        an_entity("metric/é%20 \ud800", "a\ud800b\x01", ambiguous=True),
    ]
    first, third = one.paper.id, three.paper.id
    claims: list[tuple[str, str, str, Said]] = [
        (first, "proposed", "method/c++", {first: (0.9, 0)}),
        (first, "addressed", f"task/{RIGHT_TO_LEFT}", {first: (0.75, 1)}),
        (third, "used", "method/c++", {third: (0.5, 0)}),
        (third, "mentioned", f"dataset/{LONG_NAME[:90]}", {third: (1.0, -1)}),
        (third, "compared", "method/c#", {third: (0.123456789, 0)}),
        ("method/c++", "USED-FOR", f"task/{RIGHT_TO_LEFT}", {first: (0.5, 1), third: (0.5, 0)}),
    ]
    return assembled(
        [one, two, three],
        entities,
        claims,
        related=(("method/c++", "task/c++"),),
        links=(PaperLink(first=third, second=first, weight=0.25, shared=("method/c++",)),),
        options=Options(evidence=evidence, base=base),
    )


REASON = Reason(rule="same key", names=("C++", "c++"), detail="by hand")
OUTSIDE = (
    OutsideLink(iri="http://www.wikidata.org/entity/Q844240", match="exactMatch", score=0.9, method="label"),
    OutsideLink(iri="https://cso.kmi.open.ac.uk/topics/computer vision", match="closeMatch", score=0.8, method="label"),
)

PINE, OAK, FOREST, SCENES, ELM, BIRCH = (
    "paper/arxiv:1801.00001",
    "paper/arxiv:1901.00002",
    "paper/arxiv:2001.00003",
    "paper/doi:10.1000/scenes",
    "paper/text:0123456789abcdef",
    "paper/acl:P21-1001",
)


def library(evidence: str = "statements") -> KnowledgeGraph:
    """Return six invented papers on recognising trees, few enough to answer every question by hand."""
    extractions = [
        a_paper(
            1,
            "arxiv:1801.00001",
            "PineNet: pruned networks for image classification",
            [
                "PineNet is a convolutional network for image classification.",
                "It is trained on CIFAR-10 and reaches a high accuracy.",
            ],
            authors=("Ann Pine",),
            year=2018,
            venue="ICML",
            identifiers=(("arxiv", "1801.00001"),),
        ),
        a_paper(
            2,
            "arxiv:1901.00002",
            "OakNet: wider than PineNet",
            [
                "OakNet is a convolutional network that builds upon PineNet.",
                "On image classification with CIFAR-10 and ImageNet, OakNet beats PineNet in accuracy.",
            ],
            authors=("Bo Oak", "Ann Pine"),
            year=2019,
            venue="ICML",
            identifiers=(("arxiv", "1901.00002"),),
        ),
        a_paper(
            3,
            "arxiv:2001.00003",
            "Forest-10: a benchmark for image classification",
            [
                "Forest-10 is a benchmark for image classification.",
                "We report accuracy and F1 of PineNet on Forest-10.",
            ],
            year=2020,
            venue="NeurIPS",
            identifiers=(("arxiv", "2001.00003"),),
        ),
        a_paper(
            4,
            "doi:10.1000/scenes",
            "Object detection in woods",
            ["Object detection is a part of scene understanding.", "OakNet is used for object detection on Forest-10."],
            year=2021,
            venue="ICML",
            identifiers=(("doi", "10.1000/scenes"),),
        ),
        a_paper(
            5,
            "text:0123456789abcdef",
            "",
            ["Image segmentation is a part of scene understanding.", "ElmNet is used for image segmentation."],
            year=2021,
        ),
        a_paper(
            6,
            "acl:P21-1001",
            "Captions for trees",
            ["PineNet and ElmNet describe images by image captioning."],
            venue="ACL",
            identifiers=(("acl", "P21-1001"),),
        ),
    ]
    entities = [
        an_entity("method/pinenet", "PineNet", "Pine Network"),
        an_entity("method/oaknet", "OakNet"),
        an_entity("method/elmnet", "ElmNet"),
        an_entity("method/convolutional-network", "convolutional network", "CNN"),
        an_entity("task/image-classification", "image classification"),
        an_entity("task/object-detection", "object detection"),
        an_entity("task/image-segmentation", "image segmentation"),
        an_entity("task/scene-understanding", "scene understanding"),
        an_entity("task/image-captioning", "image captioning"),
        an_entity("task/forest-10", "Forest-10"),
        an_entity("dataset/cifar-10", "CIFAR-10"),
        an_entity("dataset/imagenet", "ImageNet"),
        an_entity("dataset/forest-10", "Forest-10"),
        an_entity("metric/accuracy", "accuracy"),
        an_entity("metric/f1", "F1"),
    ]
    roles: list[tuple[str, str, str, Said]] = [
        (PINE, "proposed", "method/pinenet", {PINE: (0.9, 0)}),
        (PINE, "addressed", "task/image-classification", {PINE: (0.9, 0)}),
        (PINE, "used", "dataset/cifar-10", {PINE: (0.8, 1)}),
        (PINE, "reported", "metric/accuracy", {PINE: (0.9, 1)}),
        (OAK, "proposed", "method/oaknet", {OAK: (0.9, 0)}),
        (OAK, "used", "method/pinenet", {OAK: (0.7, 0)}),
        (OAK, "addressed", "task/image-classification", {OAK: (0.9, 1)}),
        (OAK, "used", "dataset/cifar-10", {OAK: (0.9, 1)}),
        (OAK, "used", "dataset/imagenet", {OAK: (0.9, 1)}),
        (OAK, "reported", "metric/accuracy", {OAK: (0.9, 1)}),
        (FOREST, "proposed", "dataset/forest-10", {FOREST: (0.9, 0)}),
        (FOREST, "used", "method/pinenet", {FOREST: (0.8, 1)}),
        (FOREST, "addressed", "task/image-classification", {FOREST: (0.9, 0)}),
        (FOREST, "reported", "metric/accuracy", {FOREST: (0.9, 1)}),
        (FOREST, "reported", "metric/f1", {FOREST: (0.9, 1)}),
        (SCENES, "used", "method/oaknet", {SCENES: (0.9, 1)}),
        (SCENES, "used", "dataset/forest-10", {SCENES: (0.9, 1)}),
        (SCENES, "addressed", "task/object-detection", {SCENES: (0.9, 0)}),
        (SCENES, "mentioned", "task/scene-understanding", {SCENES: (0.9, 0)}),
        (ELM, "proposed", "method/elmnet", {ELM: (0.9, 1)}),
        (ELM, "addressed", "task/image-segmentation", {ELM: (0.9, 1)}),
        (ELM, "mentioned", "task/scene-understanding", {ELM: (0.9, 0)}),
        (BIRCH, "used", "method/pinenet", {BIRCH: (0.9, 0)}),
        (BIRCH, "used", "method/elmnet", {BIRCH: (0.9, 0)}),
        (BIRCH, "addressed", "task/image-captioning", {BIRCH: (0.9, 0)}),
    ]
    relations: list[tuple[str, str, str, Said]] = [
        ("method/pinenet", "SUBCLASS-OF", "method/convolutional-network", {PINE: (0.9, 0)}),
        ("method/oaknet", "SUBCLASS-OF", "method/pinenet", {OAK: (0.6, 0)}),
        ("method/pinenet", "USED-FOR", "task/image-classification", {PINE: (0.9, 0), OAK: (0.5, 1)}),
        ("method/oaknet", "USED-FOR", "task/image-classification", {OAK: (0.8, 1)}),
        ("method/oaknet", "USED-FOR", "task/object-detection", {SCENES: (0.8, 1)}),
        ("method/elmnet", "USED-FOR", "task/image-segmentation", {ELM: (0.8, 1)}),
        ("method/pinenet", "EVALUATED-WITH", "dataset/forest-10", {FOREST: (0.7, 1)}),
        ("method/oaknet", "EVALUATED-WITH", "dataset/forest-10", {SCENES: (0.8, 1)}),
        ("dataset/forest-10", "BENCHMARK-FOR", "task/image-classification", {FOREST: (0.9, 0)}),
        ("task/object-detection", "SUBTASK-OF", "task/scene-understanding", {SCENES: (0.9, 0)}),
        ("task/image-segmentation", "SUBTASK-OF", "task/scene-understanding", {ELM: (0.9, 0)}),
        ("method/oaknet", "COMPARE-WITH", "method/pinenet", {OAK: (0.9, 1)}),
    ]
    links = (
        PaperLink(first=BIRCH, second=ELM, weight=0.5, shared=("method/elmnet",)),
        PaperLink(first=PINE, second=OAK, weight=0.9, shared=("dataset/cifar-10", "method/pinenet")),
        PaperLink(first=PINE, second=FOREST, weight=0.3, shared=("task/image-classification", "method/pinenet")),
    )
    return assembled(
        extractions,
        entities,
        roles + relations,
        related=(("dataset/forest-10", "task/forest-10"),),
        links=links,
        options=Options(evidence=evidence),
    )


def extracted(graph: KnowledgeGraph) -> tuple[Extraction, ...]:
    """Return the extractions of a graph with the mentions of its entities in them, as an extractor finds them."""
    named: dict[str, list[PaperEntity]] = defaultdict(list)
    for place in graph.occurrences:
        entity, label = f"E{len(named[place.paper])}", LABEL_OF_KIND[graph.kind(place.entity)]
        named[place.paper].append(PaperEntity(id=entity, label=label, role="mentioned", mentions=place.mentions))
    return tuple(replace(one, entities=tuple(named[one.paper.id])) for one in graph.extractions)


def part(graph: KnowledgeGraph, papers: Collection[str]) -> KnowledgeGraph:
    """Return what some papers of a graph alone bring about."""
    claims = tuple(claim for claim in graph.claims if {piece.paper for piece in claim.evidence} <= set(papers))
    named = {end for claim in claims for end in (claim.subject, claim.object)}
    return replace(
        graph,
        extractions=tuple(extraction for extraction in graph.extractions if extraction.paper.id in papers),
        entities=tuple(entity for entity in graph.entities if entity.id in named),
        claims=claims,
        occurrences=tuple(one for one in graph.occurrences if one.paper in papers and one.entity in named),
        related=tuple(pair for pair in graph.related if set(pair) <= named),
        links=tuple(link for link in graph.links if link.first in papers and link.second in papers),
    )
