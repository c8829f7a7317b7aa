"""What a paper brings to its links: its roles weigh."""

from kg.link.uses import weigh


def test_an_entity_weighs_what_its_role_does_and_nothing_without_weight() -> None:
    roles = {"a": {"task/x": "addressed", "method/y": "mentioned"}, "b": {"task/x": "mentioned"}}
    assert weigh(roles, weights={"addressed": 1.0, "mentioned": 0.4}) == {
        "a": {"task/x": 1.0, "method/y": 0.4},
        "b": {"task/x": 0.4},
    }
    assert weigh(roles, weights={"addressed": 1.0, "mentioned": 0.0}) == {"a": {"task/x": 1.0}, "b": {}}
