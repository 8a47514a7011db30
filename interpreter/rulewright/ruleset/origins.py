"""Where the nodes of the resolved tree were written: for those who tell why a condition holds or not.

Play never asks this. Nodes that can go wrong in play carry their place; the others (comparisons, ``and``,
``or``, tests) don't, since equal nodes are to be equal wherever they stand. So their places are kept beside
the tree, by the identity of the node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # the plain evaluator reaches this module, and is to stand alone
    from rulewright.loading import Scalar


class Origin(NamedTuple):
    """A node as it was written: in which string of the file, from where to where in it, and the rules that
    are cited there."""

    scalar: Scalar
    start: int
    end: int
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """The source text, on one line."""
        return " ".join(self.scalar.text[self.start : self.end].split())


class Origins:
    """The origins of the nodes of one ruleset."""

    def __init__(self) -> None:
        # The node is kept too: the identity of one that is gone could be given to another.
        self._known: dict[int, tuple[Any, Origin]] = {}

    def note(self, node: Any, origin: Origin) -> None:
        """Notes where a node was written. Of one that is noted twice the widest text counts, since what
        stands around it adds only parentheses."""
        self._known[id(node)] = node, origin

    def of(self, node: Any) -> Origin | None:
        """Where a node was written; none where nobody wrote it as such."""
        found = self._known.get(id(node))
        return None if found is None else found[1]
