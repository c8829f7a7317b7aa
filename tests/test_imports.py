"""The plan of the house: who may import whom, and that importing kg is light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import kg

PACKAGE = Path(kg.__file__).parent

LAYERS = (
    {"vocabulary", "errors", "garbage"},
    {"records", "resources", "identifiers", "likeness", "terminal"},
    {"duplicates"},
    {"names", "papers", "files", "lines"},
    {"store", "evaluate"},
    {"readers", "clean", "extract", "resolve", "link"},
    {"graph", "train"},
    {"changes"},
    {"find", "review", "export"},
    {"query", "validate"},
    {"api", "serve"},
    {"cli"},
    {"__main__"},
)
"""A part may import parts of layers above its own in this list, and itself; `kg` alone is its version."""

LEVEL = {part: level for level, layer in enumerate(LAYERS) for part in layer}

EXCEPTIONS = {("graph", "export")}
"""`KnowledgeGraph.to_…` and `save` reach for the exporters when they are called."""


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"kg.{alias.name}" for alias in node.names] if node.module == "kg" else [node.module]
        found |= {name.split(".")[1] for name in names if name.startswith("kg.")}
    return found - {"__version__"}


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downward_only(path: Path):
    part = part_of(path)
    if part in {"sample", "ontology"}:
        return
    for other in imported_parts(path) - {part}:
        assert LEVEL[other] < LEVEL[part] or (part, other) in EXCEPTIONS, f"{part} imports {other}"


HEAVY = {"spacy", "rdflib", "pyvis", "networkx", "pyoxigraph", "scipy", "numpy", "lxml", "pylatexenc"}


@pytest.mark.parametrize("modules", ["kg, kg.graph, kg.records", "kg.cli.app"])
def test_what_every_command_starts_with_loads_no_heavy_library(modules: str):
    code = f"import sys, {modules}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert HEAVY.isdisjoint(loaded)


def test_only_extract_and_train_import_spacy():
    importing = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "spacy" for name in names):
                importing.add(part_of(path))
    assert importing <= {"extract", "train"}
