"""The stages in order: what a build depends on, and what it does not."""

from dataclasses import replace

import kg
from tests.collecting import naming_paper


def test_of_two_extractions_of_one_text_the_same_one_counts_whatever_their_order():
    one = naming_paper("a", ("method", "ridge"), ("task", "sorting"), extractor="one")
    other = replace(one, extractor="other", entities=one.entities[:1])
    assert kg.build([one, other]) == kg.build([other, one])
