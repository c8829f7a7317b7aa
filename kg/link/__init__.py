"""Link: claims with their evidence, and papers tied through what they share."""

from kg.link.belief import Belief, noisy_or
from kg.link.link import link
from kg.link.links import paper_links

__all__ = ["Belief", "link", "noisy_or", "paper_links"]
