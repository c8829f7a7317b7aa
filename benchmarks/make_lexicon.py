"""Make the lexicon that kg ships, ontology/lexicon.tsv, from public lists of names.

    python benchmarks/make_lexicon.py [--shared ../shared]

Taken, because their licences let an Apache-2.0 package carry them (see NOTICE):

- the Computer Science Ontology (CC BY 4.0): topics below artificial intelligence and its neighbours, as close links,
  and the acronyms that stand in brackets behind a label. Its equivalent topics are not taken for one: it holds a
  language model and language modelling, a PI controller and PID to be equivalent;
- nn4nlp-concepts (BSD 3-clause): names and acronyms of methods and tasks;
- SciREX (Apache-2.0): acronyms of tasks, data sets and metrics with the long forms that spell them. Its methods are
  mostly those of one paper each, whose acronyms mean another thing elsewhere;
- synonyms.tsv beside this script, written for kg: names that mean one thing whoever writes.

Not taken: Papers with Code names in any edition (CC BY-SA 4.0: share-alike), and lists that know no second name.
"""

import argparse
import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from urllib.parse import quote

from kg.names import is_acronym, loose_key, match_key, singular_acronym
from kg.resolve.acronyms import skeleton, spells
from kg.resolve.lexicon import COLUMNS, SHIPPED

HERE = Path(__file__).resolve().parent.parent
ROOTS = (
    "artificial intelligence", "machine learning", "computer vision", "natural language processing", "data mining",
    "pattern recognition", "image processing", "information retrieval", "robotics", "speech processing",
)  # fmt: skip
TOPICS = "https://cso.kmi.open.ac.uk/topics/"
KINDS = {"Task": "task", "Material": "dataset", "Metric": "metric"}
MENTIONS = 3
"""Mentions that an acronym and a long form need in SciREX each: what is rarer is often a slip of its annotators."""
ACRONYM_LETTERS = 3
"""Letters an acronym needs: with fewer it means too much."""
BRACKETED = re.compile(r"(.*\S)\s*\(([\w-]+)\)")


@dataclass
class Row:
    """A row of the lexicon, filled by one source after the other."""

    id: str
    name: str
    kinds: set[str] = field(default_factory=set)
    aliases: set[str] = field(default_factory=set)
    close: set[str] = field(default_factory=set)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))


def acronym_of(short: str, long: str) -> str:
    """Return an acronym in the singular if it stands for every word of a long form, else nothing."""
    short = singular_acronym(short)
    fits = len(short) >= ACRONYM_LETTERS and is_acronym(short) and " " in long and spells(short, long)
    return short if fits else ""


def computer_science_ontology(folder: Path) -> Iterator[Row]:
    topics = read(folder / "cso_topics.tsv")
    primary = {topic["topic"]: topic["primary_label"] for topic in topics}
    narrower, labels = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for topic in topics:
        labels[topic["primary_label"]] |= {topic["topic"], *filter(None, topic["equivalent_topics"].split("|"))}
        for broader in filter(None, topic["broader_topics"].split("|")):
            narrower[primary.get(broader, broader)].add(topic["primary_label"])
    for label in sorted(below(narrower, {primary[root] for root in ROOTS})):
        bracketed = BRACKETED.fullmatch(label)
        name = bracketed[1] if bracketed else label
        if not re.fullmatch(r"[a-z0-9][a-z0-9 -]{2,}", name) or (" " not in name and len(name) < 6):
            continue
        row = Row(id=f"cso:{quote(label.replace(' ', '_'))}", name=name, kinds={"method", "task"})
        row.close = {TOPICS + quote((name if name in labels[label] else label).replace(" ", "_"))}
        for other in sorted({label, *labels[label]}):
            found = BRACKETED.fullmatch(other)
            if found and skeleton(match_key(found[1])) == skeleton(match_key(name)):
                row.aliases.add(acronym_of(capitals(found[2], name), name))
        yield row


def capitals(short: str, long: str) -> str:
    """Return an acronym that a list gives in small letters, without the s of its plural."""
    single = short.removesuffix("s").upper()
    return single if spells(single, long) else short.upper()


def below(narrower: dict[str, set[str]], roots: set[str]) -> set[str]:
    found, waiting = set[str](), sorted(roots)
    while waiting:
        topic = waiting.pop()
        if topic not in found:
            found.add(topic)
            waiting += sorted(narrower[topic])
    return found


def nn4nlp_concepts(folder: Path) -> Iterator[Row]:
    for concept in read(folder / "nn4nlp_concepts.tsv"):
        found = BRACKETED.fullmatch(re.sub(r"\s*\([^()]*->.*\)", "", concept["concept"]))
        if found and acronym_of(found[2], found[1]):
            kind = "task" if concept["tag"].startswith("task-") else "method"
            acronym = acronym_of(found[2], found[1])
            yield Row(id=f"nn4nlp:{concept['tag']}", name=found[1], kinds={kind}, aliases={acronym})


def scirex(folder: Path) -> Iterator[Row]:
    mentions: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for alias in read(folder / "scirex_entity_aliases.tsv"):
        if alias["type"] in KINDS:
            said = re.sub(r"\s+dataset$", "", alias["surface_form"])
            mentions[KINDS[alias["type"]], alias["canonical_name"]][said] += int(alias["mention_count"])
    for (kind, canonical), counts in sorted(mentions.items()):
        known = [text for text in sorted(counts, key=lambda text: (-counts[text], text)) if counts[text] >= MENTIONS]
        pairs = [(long, acronym_of(short, long)) for long in known for short in known if initials(short, long)]
        for name, acronym in pairs[:1]:
            others = {long for long, short in pairs if short == acronym and match_key(long) != match_key(name)}
            row_id = f"scirex:{quote(canonical.replace(' ', '_'))}"
            yield Row(id=row_id, name=name, kinds={kind}, aliases={acronym, *others})


def initials(short: str, long: str) -> bool:
    """Tell whether an acronym is made of the first letters of all words."""
    words = re.findall(r"[^\W_]+", long.casefold())
    return bool(acronym_of(short, long)) and singular_acronym(short).casefold() == "".join(word[0] for word in words)


def synonyms() -> Iterator[Row]:
    lines = (HERE / "benchmarks/synonyms.tsv").read_text(encoding="utf-8").splitlines()
    for kinds, name, aliases in (line.split("\t") for line in lines if not line.startswith("#")):
        row_id = f"kg:{quote(match_key(name))}"
        yield Row(id=row_id, name=name, kinds=set(kinds.split("|")), aliases=set(aliases.split("|")))


def united(rows: Iterator[Row]) -> list[Row]:
    """Return one row for all rows of one name, the first giving id and name."""
    found: dict[str, Row] = {}
    for row in rows:
        first = found.setdefault(loose_key(match_key(row.name)), row)
        first.kinds |= row.kinds
        first.aliases |= row.aliases
        first.close |= row.close
    return sorted(found.values(), key=lambda row: row.id)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=HERE.parent / "shared")
    folder = parser.parse_args().shared / "data/dictionaries"
    sources = (computer_science_ontology, nn4nlp_concepts, scirex)
    lines = ["# made by benchmarks/make_lexicon.py; whose names these are says NOTICE", "\t".join(COLUMNS)]
    rows = (row for source in sources for row in source(folder))
    for row in united(chain(rows, synonyms())):
        cells = ("|".join(sorted(row.kinds)), row.id, row.name, "|".join(sorted(row.aliases - {""})), "")
        lines.append("\t".join((*cells, "|".join(sorted(row.close)))).rstrip("\t"))
    path = HERE / "ontology" / SHIPPED
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{path.name}: {len(lines) - 2} rows, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
