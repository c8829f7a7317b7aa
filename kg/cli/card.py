"""Cards: what a graph says of one paper or entity, as text for a terminal."""

from collections.abc import Iterable, Iterator

from kg.export.wording import EDGE_WORDS, counted
from kg.graph import KnowledgeGraph
from kg.records import Claim, Evidence
from kg.terminal import plain
from kg.vocabulary import PAPER

MOST_OF_EACH = 8
"""Lines shown for one heading of a card; what is more is counted."""
QUOTE_WIDTH = 160
"""Characters of a quoted sentence shown."""


def card(graph: KnowledgeGraph, node: str) -> str:
    """Return the card of a node: an entity's names and papers, or a paper's entities, with the sentences."""
    lines = _paper_card(graph, node) if graph.kind(node) == PAPER else _entity_card(graph, node)
    return "\n".join(plain(line) for line in lines) + "\n"


def _paper_card(graph: KnowledgeGraph, node: str) -> Iterator[str]:
    paper = graph.paper[node]
    yield f"{graph.labels[node]}  (paper)"
    facts = (", ".join(paper.authors), str(paper.year or ""), paper.venue, paper.url, paper.id)
    yield "  " + " · ".join(fact for fact in facts if fact)
    for predicate, (outward, _) in EDGE_WORDS.items():
        made = [claim for claim in graph.claims if claim.subject == node and claim.predicate == predicate]
        yield from _section(graph, outward, [(claim.object, claim) for claim in made])
    yield from similar_lines(graph, node)


def _entity_card(graph: KnowledgeGraph, node: str) -> Iterator[str]:
    entity = graph.entity[node]
    yield f"{entity.name}  ({entity.kind}{', ambiguous' if entity.ambiguous else ''})"
    if entity.names:
        yield f"  also: {'; '.join(entity.names)}"
    for link in entity.links:
        yield f"  {link.match} {link.iri} ({link.method}, {link.score:g})"
    for reason in entity.reasons:
        where = f" ({reason.detail})" if reason.detail else ""
        yield f"  one because of {reason.rule}: {' = '.join(reason.names)}{where}"
    for other in sorted(end for pair in graph.related if node in pair for end in pair if end != node):
        yield f"  of one name with the {graph.kind(other)} {graph.labels[other]}  ({other})"
    for predicate, (outward, inward) in EDGE_WORDS.items():
        about = [claim for claim in graph.claims if claim.predicate == predicate]
        # a heading that reads the same from both ends stands once
        listed: dict[str, list[tuple[str, Claim]]] = {outward: [], inward: []}
        listed[outward] += [(claim.object, claim) for claim in about if claim.subject == node]
        listed[inward] += [(claim.subject, claim) for claim in about if claim.object == node]
        for heading, claims in listed.items():
            yield from _section(graph, heading, claims)


def _section(graph: KnowledgeGraph, heading: str, claims: Iterable[tuple[str, Claim]]) -> Iterator[str]:
    """Yield a heading and a line for each claim and its other end, best supported first, each with one sentence."""
    ranked = sorted(claims, key=lambda item: (-item[1].support, -item[1].confidence, item[0]))
    if not ranked:
        return
    yield ""
    yield f"  {heading}"
    for other, claim in ranked[:MOST_OF_EACH]:
        # what a paper says of itself has no more papers behind it
        support = "" if graph.kind(claim.subject) == PAPER else f", {counted(claim.support, PAPER)}"
        yield f"    {graph.labels[other]}  [{claim.confidence:.2f}{support}]"
        best = max(claim.evidence, key=lambda evidence: (evidence.confidence, evidence.paper))
        if quoted := _quoted(graph, best):
            yield f"        “{quoted}”"
    if len(ranked) > MOST_OF_EACH:
        yield f"    … and {len(ranked) - MOST_OF_EACH} more"


def _quoted(graph: KnowledgeGraph, evidence: Evidence) -> str:
    text = " … ".join(graph.quote(evidence.paper, span) for span in evidence.spans)
    return text if len(text) <= QUOTE_WIDTH else text[: QUOTE_WIDTH - 1].rstrip() + "…"


def similar_lines(graph: KnowledgeGraph, paper: str) -> list[str]:
    """Return a heading and a line for each paper most like a paper, with what they share."""
    lines = ["", "  similar papers"]
    for link in graph.similar(paper)[:MOST_OF_EACH]:
        other = link.second if link.first == paper else link.first
        shared = ", ".join(graph.labels[entity] for entity in link.shared)
        lines.append(f"    {link.weight:.3f}  {graph.labels[other]}  ({shared})")
    return lines if len(lines) > 2 else ["", "  no paper shares anything telling with it"]
