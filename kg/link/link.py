"""Link papers and entities into claims, and papers with each other."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kg.garbage import uncollected
from kg.link.belief import Belief, noisy_or
from kg.link.claims import claims, occurrences
from kg.link.hierarchy import acyclic
from kg.link.links import paper_links
from kg.link.related import related
from kg.link.uses import ROLE_WEIGHTS, Roles, weigh
from kg.records import Claim, Entity, Extraction, Linked, Resolution


@uncollected()
def link(extractions: Sequence[Extraction], resolution: Resolution, *, belief: Belief = noisy_or) -> Linked:
    """Return the claims of a collection with their evidence, and the links of its papers.

    Sub-tasks and kinds form a hierarchy: of each cycle the claims that fewest papers make are left out.
    A pure function of the collection: the order of the extractions does not matter.

    Parameters
    ----------
    extractions
        The collection, a paper once.
    resolution
        What `kg.resolve.resolve` gave for it.
    belief
        From the confidences of the papers that make a claim to that of the claim.
    """
    entities = {entity.id: entity for entity in resolution.entities}
    kinds = {id_: entity.kind for id_, entity in entities.items()}
    made, broken = acyclic(claims(extractions, resolution.assigned, kinds, belief=belief))
    places = occurrences(extractions, resolution.assigned)
    papers: dict[str, set[str]] = defaultdict(set)
    for place in places:
        papers[place.entity].add(place.paper)
    return Linked(
        claims=made,
        occurrences=places,
        related=related(resolution.entities, papers),
        links=paper_links(weigh(roles(made, entities))),
        broken=broken,
    )


def roles(made: Iterable[Claim], entities: Mapping[str, Entity]) -> Roles:
    """Return the role of each entity that may link in each paper."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for claim in made:
        if claim.predicate in ROLE_WEIGHTS and not entities[claim.object].ambiguous:
            found[claim.subject][claim.object] = claim.predicate
    return found
