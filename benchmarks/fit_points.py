"""Fit the points of `kg/extract/points.py` to the annotated abstracts.

    python benchmarks/annotated.py --out more.jsonl
    python benchmarks/fit_points.py more.jsonl > points.py && mv points.py kg/extract/points.py

For each label (roles), each kind of relation, and for what makes two names one thing, a logistic model over all cues is
fitted to train.jsonl and the files given, each abstract once with its title and once without, relations with the roles
of the gold, names with its mentions. One abstract in twelve
is left out: to these `kg train accurate --held 12` fits what cues count beside its network. The model is thinned out by
dropping what counts least (by Wald's statistic), fitted again and rounded to quarter points; the threshold of a
relation is the one with the best F1. dev.jsonl is not looked at.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from spacy.tokens import Doc, Span

from kg.extract.acronyms import tie_acronyms
from kg.extract.document import make_doc
from kg.extract.identity import group, things
from kg.extract.outline import Outline, outline
from kg.extract.pairs import PAIR_CUES, cast
from kg.extract.relation_phrases import RELATION_PHRASES
from kg.extract.relations import candidates, relation_phrases
from kg.extract.role_phrases import ROLE_PHRASES
from kg.extract.roles import RIVALRY, role_cues
from kg.extract.sameness import pairs
from kg.extract.sentences import set_sentence_starts
from kg.extract.tokens import word_pipeline
from kg.extract.traits import TRAITS
from kg.records import Extraction
from kg.store import read_extractions
from kg.vocabulary import LABELS, RELATIONS, ROLES

TRAIN = Path(__file__).resolve().parents[2] / "shared/data/gold/train.jsonl"
COMMON = {"METHOD": "used", "TASK": "addressed", "DATASET": "used", "METRIC": "reported"}
"""The most common role of each label: it has no points, the others are measured against it."""
KEPT_SAMENESS = 24
KEPT = {"METHOD": 80, "TASK": 18, "DATASET": 24, "METRIC": 10} | dict.fromkeys(RELATIONS, 20) | {"TRAINED-WITH": 10}
"""How many points each table keeps; twice as many add less than 0.01 to a figure."""
STEP = 0.25
PENALTY = 2e-5
HELD = 12
RAREST = 15
"""A cue seen less often is left out."""

YES, NO = "yes", "no"

Row = tuple[frozenset[str], str]
Table = dict[str, dict[str, float]]


def untitled(paper: Extraction) -> Extraction:
    entities = (
        replace(entity, mentions=tuple(mention for mention in entity.mentions if mention.field == "text"))
        for entity in paper.entities
    )
    kept = tuple(entity for entity in entities if entity.mentions)
    known = {entity.id for entity in kept}
    relations = tuple(r for r in paper.relations if r.head in known and r.tail in known)
    return replace(paper, paper=replace(paper.paper, title=""), entities=kept, relations=relations)


def docs_of(papers: Iterable[Extraction]) -> Iterator[tuple[Extraction, Doc]]:
    nlp = word_pipeline()
    for gold in papers:
        yield gold, set_sentence_starts(make_doc(nlp, gold.paper))


def outlines(papers: Iterable[Extraction]) -> list[tuple[Extraction, Outline]]:
    return [(gold, outline(doc, gold.entities)) for gold, doc in docs_of(papers)]


def role_rows(papers: Iterable[tuple[Extraction, Outline]]) -> dict[str, list[Row]]:
    """Return for each label the cues and the role of each entity."""
    names = {label: [*(p.name for p in ROLE_PHRASES[label]), *TRAITS, *RIVALRY] for label in LABELS}
    found: dict[str, list[Row]] = defaultdict(list)
    for gold, paper in papers:
        for entity, cues in zip(gold.entities, role_cues(paper, names), strict=True):
            found[entity.label].append((frozenset(cues), entity.role))
    return found


def relation_rows(papers: Iterable[tuple[Extraction, Outline]]) -> dict[str, list[Row]]:
    """Return for each kind of relation the cues of each pair, and whether the gold relates it."""
    names = {kind: [*(p.name for p in RELATION_PHRASES[kind]), *PAIR_CUES] for kind in RELATIONS}
    found: dict[str, list[Row]] = defaultdict(list)
    for gold, paper in papers:
        ids = [entity.id for entity in gold.entities]
        right = {(r.label, r.head, r.tail) for r in gold.relations}
        phrases = relation_phrases(paper, names)
        given = [entity.role for entity in gold.entities]
        for kind, pair, cues in candidates(cast(paper, given), phrases, names):
            yes = (kind, ids[pair.head.index], ids[pair.tail.index]) in right
            found[kind].append((frozenset(cues), YES if yes else NO))
    return found


def marked(docs: Iterable[tuple[Extraction, Doc]]) -> Iterator[tuple[Doc, list[str]]]:
    """Yield docs with their gold mentions as entity spans, and the gold entity of each span."""
    for gold, doc in docs:
        found: dict[int, tuple[Span, str]] = {}
        for entity in gold.entities:
            for mention in entity.mentions:
                lead = doc._.abstract_start if mention.field == "text" else 0
                span = doc.char_span(mention.start + lead, mention.end + lead, entity.label, alignment_mode="expand")
                assert span is not None  # the mentions of the gold lie within its text
                found[span.start] = (span, entity.id)
        spans = [found[start] for start in sorted(found)]
        doc.ents = tuple(span for span, _ in spans)
        yield tie_acronyms(doc), [owner for _, owner in spans]


def sameness_rows(docs: Iterable[tuple[Doc, list[str]]]) -> list[Row]:
    """Return the cues of each pair of names that the rules keep apart, and whether the gold has them as one."""
    rows = []
    for doc, owners in docs:
        numbers = group([span.text for span in doc.ents], doc._.acronyms)
        members: dict[int, list[int]] = defaultdict(list)
        for place, number in enumerate(numbers):
            members[number].append(place)
        groups = list(members.values())
        owner = [Counter(owners[place] for place in one).most_common(1)[0][0] for one in groups]
        for first, second, cues in pairs(things(doc, [[doc.ents[place] for place in one] for one in groups])):
            rows.append((frozenset(cues), YES if owner[first] == owner[second] else NO))
    return rows


@dataclass
class Problem:
    names: list[str]
    classes: list[str]
    x: NDArray[np.float32]
    y: NDArray[np.float32]


def problem(found: Sequence[Row], common: str, others: Sequence[str]) -> Problem:
    seen = Counter(cue for cues, _ in found for cue in cues)
    names = ["", *sorted(cue for cue, count in seen.items() if count >= RAREST)]
    at = {name: n for n, name in enumerate(names)}
    classes = [common, *others]
    x = np.zeros((len(found), len(names)), dtype=np.float32)
    x[:, 0] = 1
    for n, (cues, _) in enumerate(found):
        x[n, [at[cue] for cue in cues if cue in at]] = 1
    y = np.zeros((len(found), len(classes)), dtype=np.float32)
    y[np.arange(len(found)), [classes.index(name) for _, name in found]] = 1
    return Problem(names, classes, x, y)


def shares(points: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = np.exp(points - points.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def fit(task: Problem, mask: NDArray[np.bool_], start: NDArray[np.float64]) -> NDArray[np.float64]:
    rows = np.flatnonzero(mask.any(axis=1))
    x, inner = task.x[:, rows], mask[rows]
    penalty = np.where(rows[:, None] == 0, 0.0, PENALTY)

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = np.zeros(inner.shape)
        weights[inner] = flat
        p = shares(x @ weights)
        value = -np.log(np.maximum((p * task.y).sum(axis=1), 1e-12)).mean() + (penalty * weights**2).sum()
        slope = x.T @ (p - task.y).astype(np.float32) / len(x) + 2 * penalty * weights
        return float(value), slope[inner].astype(np.float64)

    best = minimize(loss, start[rows][inner], jac=True, method="L-BFGS-B", options={"maxiter": 150}).x
    fitted = np.zeros(mask.shape)
    chosen = np.zeros(mask.shape, dtype=np.bool_)
    chosen[rows] = inner
    fitted[chosen] = best
    return fitted


def thinned(task: Problem, kept: int) -> NDArray[np.float64]:
    """Return rounded points, at most `kept` besides the starting ones."""
    mask = np.ones((len(task.names), len(task.classes)), dtype=np.bool_)
    mask[:, 0] = False
    weights = fit(task, mask, np.zeros(mask.shape))
    while (count := int(mask[1:].sum())) > kept:
        p = shares(task.x @ weights)
        wald = weights**2 * (task.x.T @ (p * (1 - p)).astype(np.float32))
        wald[~mask] = np.inf
        wald[0] = np.inf
        drop = min(count - kept, max(1, count // 8))
        mask.flat[np.argsort(wald, axis=None)[:drop]] = False
        weights = fit(task, mask, weights)
    rounded: NDArray[np.float64] = np.round(weights / STEP) * STEP
    return rounded


def role_table(found: Sequence[Row], label: str) -> Table:
    others = [role for role in ROLES[label] if role != COMMON[label]]
    task = problem(found, COMMON[label], others)
    points = thinned(task, KEPT[label])
    right = (task.x @ points).argmax(axis=1) == task.y.argmax(axis=1)
    print(f"{label:14} {len(found)} rows, accuracy {right.mean():.3f}", file=sys.stderr)
    table = {task.names[n]: dict(zip(task.classes[1:], map(float, points[n, 1:]), strict=True)) for n in order(points)}
    return {"": {COMMON[label]: 0.0, **table.pop("")}} | {
        name: {role: value for role, value in row.items() if value} for name, row in table.items()
    }


def relation_table(found: Sequence[Row], kind: str) -> tuple[dict[str, float], float]:
    task = problem(found, NO, [YES])
    points = thinned(task, KEPT[kind])
    p, yes = shares(task.x @ points)[:, 1], task.y[:, 1] > 0
    tried = [(2 * (yes & (p >= t)).sum() / ((p >= t).sum() + yes.sum()), t) for t in np.arange(0.1, 0.7, 0.02)]
    f1, threshold = max(tried)
    print(f"{kind:14} {len(found)} pairs, F1 {f1:.3f} at {threshold:.2f}", file=sys.stderr)
    return {task.names[n]: float(points[n, 1]) for n in order(points)}, round(float(threshold), 2)


def sameness_table(found: Sequence[Row]) -> dict[str, float]:
    task = problem(found, NO, [YES])
    points = thinned(task, KEPT_SAMENESS)
    said, yes = shares(task.x @ points)[:, 1] >= 0.5, task.y[:, 1] > 0
    right = (said & yes).sum()
    print(
        f"sameness: {len(found)} pairs, precision {right / said.sum():.3f}, recall {right / yes.sum():.3f}",
        file=sys.stderr,
    )
    return {task.names[n]: float(points[n, 1]) for n in order(points)}


def order(points: NDArray[np.float64]) -> list[int]:
    """Return the rows to print: the starting points, then whatever counts, most first."""
    size = np.abs(points).max(axis=1)
    return [0, *(int(n) for n in np.argsort(-size[1:], kind="stable") + 1 if size[n])]


def text(tables: Mapping[str, Mapping[str, object]]) -> str:
    lines = []
    for name, table in tables.items():
        lines += [f'    "{name}": {{', *(f'        "{cue}": {dumps(value)},' for cue, value in table.items()), "    },"]
    return "\n".join(lines)


def main() -> None:
    gold = [extraction for path in (TRAIN, *map(Path, sys.argv[1:])) for extraction in read_extractions(path)]
    gold = [extraction for at, extraction in enumerate(gold) if at % HELD]
    gold += map(untitled, gold)
    sameness = sameness_table(sameness_rows(marked(docs_of(gold))))
    papers = outlines(gold)
    of_label = role_rows(papers)
    roles = {label: role_table(of_label[label], label) for label in LABELS}
    of_kind = relation_rows(papers)
    fitted = {kind: relation_table(of_kind[kind], kind) for kind in RELATIONS}
    print(HEAD)
    print("ROLE_POINTS: Final[dict[str, dict[str, dict[str, float]]]] = {\n" + text(roles) + "\n}")
    print(ROLE_DOC)
    print("RELATION_POINTS: Final[dict[str, dict[str, float]]] = {")
    print(text({kind: table for kind, (table, _) in fitted.items()}) + "\n}")
    print(RELATION_DOC)
    print("THRESHOLDS: Final = {")
    print("\n".join(f'    "{kind}": {threshold},' for kind, (_, threshold) in fitted.items()) + "\n}")
    print('"""Confidence from which a relation is kept: the best F1 on the training data."""\n')
    print("SAMENESS_POINTS: Final = {")
    print("\n".join(f'    "{cue}": {value},' for cue, value in sameness.items()) + "\n}")
    print('"""Points of each cue for two names being one thing; the cue `""` is where every pair starts."""')


HEAD = '''"""What each cue counts for roles, relations and sameness, as log-odds: made by `benchmarks/fit_points.py`."""

from typing import Final
'''
ROLE_DOC = '''"""By label: points of each cue for each role; the cue `""` is where every entity starts."""
'''
RELATION_DOC = '''"""By kind: points of each cue for the relation; the cue `""` is where every pair starts."""
'''

if __name__ == "__main__":
    main()
