"""Which positions can come again: the strongly connected components of a graph, ends first.

A game that only goes forward has as many components as positions, and one pass from the ends gives all
values. Where play can come back (a Pig turn that brings nothing, pieces moved to and fro), the positions that
reach each other form one component, and only inside it values have to be approached.

Tarjan's algorithm, with a stack of its own: games are deeper than Python's.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from rulewright.solve.graph import Graph


def components(graph: Graph) -> Iterator[list[int]]:
    """The components, each after all that can be reached from it."""
    size = len(graph)
    order, low = array("i", [-1]) * size, array("i", [0]) * size
    inside = bytearray(size)
    open_nodes: list[int] = []
    count = 0
    for root in range(size):
        if order[root] >= 0:
            continue
        # A frame: a node, and the next of its outcomes to look at. The outcomes of a node are consecutive.
        path = [(root, _first(graph, root))]
        order[root] = low[root] = count
        count += 1
        open_nodes.append(root)
        inside[root] = 1
        while path:
            node, at = path.pop()
            if at < _first(graph, node + 1):
                path.append((node, at + 1))
                target = graph.node[at]
                if order[target] < 0:
                    order[target] = low[target] = count
                    count += 1
                    open_nodes.append(target)
                    inside[target] = 1
                    path.append((target, _first(graph, target)))
                elif inside[target]:
                    low[node] = min(low[node], order[target])
                continue
            if path:
                parent = path[-1][0]
                low[parent] = min(low[parent], low[node])
            if low[node] == order[node]:
                found = []
                while True:
                    member = open_nodes.pop()
                    inside[member] = 0
                    found.append(member)
                    if member == node:
                        break
                yield found


def _first(graph: Graph, node: int) -> int:
    """The number of a node's first outcome."""
    return graph.first_outcome[graph.first_move[node]]


def returns_to_itself(graph: Graph, node: int) -> bool:
    """Whether a move can leave everything as it is."""
    return any(graph.node[o] == node for o in range(_first(graph, node), _first(graph, node + 1)))
