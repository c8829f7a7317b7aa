"""`kg review`: rows to paste, most influential first."""

from pathlib import Path

import kg
from kg.resolve import parse_corrections
from tests.collecting import collection


def test_review_prints_rows_of_a_corrections_file(run, tmp_path: Path):
    names = ["test-time compute", "test-time computation", "port-wide search", "port-wide searcher"]
    kg.build(collection({name: [("task", name)] for name in names})).save(tmp_path)
    status, out, err = run("review", tmp_path)
    assert (status, err) == (0, "")
    assert [row.verb for row in parse_corrections(out.encode()).rows] == ["merge", "merge"]
    assert out.splitlines()[-1] == "# 2 in all"
    _, out, _ = run("review", tmp_path, "--top", "1")
    assert out.splitlines()[1:] == ["merge\ttask\tport-wide search\tport-wide searcher", "# 1 more: --top 2"]
