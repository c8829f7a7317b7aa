"""What can be said of an entity without reading a phrase: where it stands, how often, how its name is made."""

import re
from collections.abc import Callable
from typing import Final

from kg.extract.outline import PROPOSAL, Outline, Standing
from kg.names import is_acronym

Trait = Callable[[Outline, Standing], bool]

_PART: Final = re.compile(
    r"\b(?:module|framework|strategy|mechanism|scheme|loss|pipeline|paradigm|system|toolkit|platform|protocol|engine|block"
    r"|layer|objective|approach|method|algorithm|procedure|decoder|encoder|head|branch|policy|controller|attack|score"
    r"|function|regulari[sz]ation|regulari[sz]er|term|penalty|constraint|stage|step|operator|unit|adapter|sampler|estimator)$",
    re.IGNORECASE,
)
_FIELD: Final = re.compile(
    r"\b(?:models|networks|transformers?|llms?|lms?|vlms?|gans?|gnns?|cnns?|machines|neural network|agents"
    r"|autoencoders?|bert|gpt\S*|sgd|gradient descent|attention|embeddings?|representations?|learning|training"
    r"|fine-?tuning|distillation|regression|processes|kernels?|prompting|optimization|clustering|sampling|estimation|search|theory|inference|rl"
    r"|flows?)$",
    re.IGNORECASE,
)
_GENERIC: Final = re.compile(
    r"\b(?:methods|approaches|algorithms|techniques|baselines?|systems|approach|strategies|schemes|solutions|detectors"
    r"|classifiers)$",
    re.IGNORECASE,
)
_KNOWN: Final = re.compile(
    r"(?:chat)?gpt|llama|claude|gemini|bert\b|resnet|clip\b|vit|transformer|stable diffusion|qwen|mistral|deepseek"
    r"|llms?\b|language model|diffusion model|neural network|gradient descent|reinforcement learning|adam\b|ppo\b"
    r"|lora\b|u-?net|t5\b|lstm|sam\b|nerf|gaussian splatting",
    re.IGNORECASE,
)
_PROPER: Final = re.compile(r"(?:[A-Z][\w-]*\s?|(?:for|of|with|and|in|to|via|the)\s)+")
_PLURAL: Final = re.compile(r"\w+ .*(?<!s)s")
_OURS: Final = re.compile(r"\b(?:we|our)\b")
_RESULT: Final = re.compile(
    r"\b(?:experiment|result|outperform|evaluat|compar|achiev|baseline|empirical|show|demonstrate)"
)

MOST_NAMES: Final = 48
"""Entities of a paper whose names are looked for inside another's name: more would take quadratic time."""
LATE: Final = 0.6
"""Share of the abstract after which a sentence counts as late."""


def _first_frame(paper: Outline, one: Standing) -> str:
    return paper.frames[one.first[0]].text if one.first[0] >= 0 else ""


def _abstract(paper: Outline, one: Standing) -> tuple[int, ...]:
    return tuple(number for number in one.sentences if number >= paper.title)


def _within(inner: str, outer: str) -> bool:
    return inner != outer and f"-{inner}-" in f"-{outer}-"


def _holds_other(paper: Outline, one: Standing) -> bool:
    others = (other for other in paper.entities[:MOST_NAMES] if other.label == "METHOD" and other.index != one.index)
    return any(_within(key, own) for other in others for key in other.keys for own in one.keys)


TRAITS: Final[dict[str, Trait]] = {
    "leads the title": lambda _, one: one.leads_title,
    "in the title": lambda _, one: one.in_title,
    "only in the title": lambda _, one: one.first[0] < 0,
    "in the first sentence": lambda paper, one: one.first[0] == paper.title,
    "before the paper's own voice": lambda paper, one: 0 <= one.first[0] < paper.own_voice,
    "after the paper's own voice starts": lambda paper, one: one.first[0] > paper.own_voice,
    "only before the paper's own voice": lambda paper, one: (
        one.first[0] >= 0 and max(_abstract(paper, one)) < paper.own_voice
    ),
    "before the first proposal": lambda paper, one: paper.proposal is not None and 0 <= one.first[0] < paper.proposal,
    "after the first proposal": lambda paper, one: paper.proposal is not None and one.first[0] > paper.proposal,
    "first in a sentence that proposes": lambda paper, one: bool(PROPOSAL.search(_first_frame(paper, one))),
    "first in a sentence on results": lambda paper, one: bool(_RESULT.search(_first_frame(paper, one))),
    "with we or our": lambda paper, one: any(_OURS.search(paper.frames[n].text) for n in _abstract(paper, one)),
    "named once": lambda _, one: one.mentions == 1,
    "named twice or more": lambda paper, one: len(_abstract(paper, one)) > 1,
    "named most": lambda paper, one: one.index in paper.unrivalled,
    "first named late": lambda paper, one: paper.share(one.first[0]) >= LATE,
    "named again late": lambda paper, one: 0 <= paper.share(one.first[0]) < LATE <= paper.share(one.sentences[-1]),
    "has two names": lambda _, one: len(one.names) > 1,
    "has an acronym": lambda _, one: any(is_acronym(name) for name in one.names),
    "has a long name": lambda _, one: max(len(re.findall(r"\w+", name)) for name in one.names) > 3,
    "is one word": lambda _, one: all(" " not in name for name in one.names),
    "has a proper name": lambda _, one: any(" " in name and _PROPER.fullmatch(name) for name in one.names),
    "is a plural": lambda _, one: any(_PLURAL.fullmatch(name) for name in one.names),
    "is called a part": lambda _, one: any(_PART.search(name) for name in one.names),
    "is called like a field": lambda _, one: any(_FIELD.search(name) for name in one.names),
    "is called methods": lambda _, one: any(_GENERIC.search(name) for name in one.names),
    "is well known": lambda _, one: (
        not one.leads_title and any(_KNOWN.match(name) or " language model" in name.lower() for name in one.names)
    ),
    "holds another's name": _holds_other,
}
"""The traits by name; `kg.extract.points` says what each counts for."""
