"""Groups of names: joined, named by their smallest node, and kept apart by vetoes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.records import Reason
from kg.resolve.groups import Groups, Node

WHY = Reason(rule="same key", names=("x", "y"))
A, B, C, D = (("method", key) for key in "abcd")


def test_joined_nodes_have_one_smallest_name() -> None:
    groups = Groups()
    groups.join(C, B, WHY)
    groups.join(C, A, WHY)
    assert [groups.find(node) for node in (A, B, C, D)] == [A, A, A, D]


def test_the_reasons_of_a_group_are_sorted_and_each_once() -> None:
    groups = Groups()
    other = Reason(rule="acronym", names=("x",))
    groups.join(A, B, WHY)
    groups.join(B, C, other)
    groups.join(A, C, WHY)
    assert groups.reasons(C) == (other, WHY)
    assert groups.reasons(D) == ()


def test_a_veto_holds_along_any_chain_and_is_noted() -> None:
    groups = Groups([(A, C)])
    assert groups.join(A, B, WHY)
    assert not groups.join(B, C, WHY)
    assert groups.find(C) == C
    assert groups.obeyed == {(A, C)}


NODES = st.sampled_from([("method", key) for key in "abcdefgh"])


@settings(deadline=None)
@given(st.lists(st.tuples(NODES, NODES), max_size=20), st.randoms(use_true_random=False))
def test_the_order_of_joining_does_not_show(pairs: list[tuple[Node, Node]], shuffler) -> None:
    straight, shuffled = Groups(), Groups()
    for left, right in pairs:
        straight.join(left, right, WHY)
    shuffler.shuffle(pairs)
    for left, right in pairs:
        shuffled.join(right, left, WHY)
    nodes = [("method", key) for key in "abcdefgh"]
    assert [straight.find(node) for node in nodes] == [shuffled.find(node) for node in nodes]
