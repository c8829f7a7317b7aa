"""The graph as a record: its options make sense."""

import math

import pytest

from kg.errors import OptionError
from kg.graph import Options


@pytest.mark.parametrize("evidence", ["all", "", "Mentions"])
def test_a_level_of_evidence_that_nobody_knows_is_refused(evidence: str):
    with pytest.raises(OptionError, match="evidence is one of none, statements, mentions"):
        Options(evidence=evidence)


@pytest.mark.parametrize("least", [-0.1, 1.1, math.nan])
def test_a_least_confidence_beyond_the_unit_interval_is_refused(least: float):
    with pytest.raises(OptionError, match="from 0 to 1"):
        Options(min_confidence=least)
