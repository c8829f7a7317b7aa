"""Groups of names that are one thing, and why: a union-find that keeps its reasons and obeys its vetoes."""

from collections.abc import Iterable

from kg.records import Reason

Node = tuple[str, str]
"""A kind and a match key."""


class Groups:
    """Nodes in disjoint groups.

    Each group is named by its smallest node, so that the order in which its nodes were joined never shows.

    Parameters
    ----------
    vetoes
        Pairs of nodes that no group may hold together.
    """

    def __init__(self, vetoes: Iterable[tuple[Node, Node]] = ()) -> None:
        self._parent: dict[Node, Node] = {}
        self._vetoes = tuple(sorted(vetoes))
        self._reasons: dict[Node, list[Reason]] = {}
        self.obeyed: set[tuple[Node, Node]] = set()

    def find(self, node: Node) -> Node:
        """Return the node that names the group of a node."""
        parent = self._parent
        root = node
        while (above := parent.get(root, root)) != root:
            root = above
        while node != root:
            parent[node], node = root, parent.get(node, node)
        return root

    def join(self, left: Node, right: Node, reason: Reason) -> bool:
        """Make two groups one and keep the reason; a veto between them is obeyed, noted, and gives False."""
        low, high = sorted((self.find(left), self.find(right)))
        if low != high:
            if self.parted(low, high):
                return False
            self._parent[high] = low
            self._reasons.setdefault(low, []).extend(self._reasons.pop(high, ()))
        self._reasons.setdefault(low, []).append(reason)
        return True

    def parted(self, left: Node, right: Node) -> bool:
        """Tell whether a veto stands between two groups, and note that it is obeyed."""
        ends = {self.find(left), self.find(right)}
        for veto in self._vetoes:
            if {self.find(veto[0]), self.find(veto[1])} == ends:
                self.obeyed.add(veto)
                return True
        return False

    def reasons(self, node: Node) -> tuple[Reason, ...]:
        """Return why the names of a group are one, sorted, each once."""
        found = {
            (reason.rule, reason.names, reason.detail): reason for reason in self._reasons.get(self.find(node), ())
        }
        return tuple(found[key] for key in sorted(found))
