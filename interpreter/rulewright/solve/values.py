"""What positions are worth: under best play of two, and the law of uniform random play.

Both go through the components of the graph from the ends. In a component of one position a value is a sum
over values already known. In one whose positions reach each other, values start at nothing and are reckoned
again and again from each other (value iteration) until they stand still: play that never ends is worth
nothing, a draw.

The law of random play is exact, in fractions, where no position can come again and the graph is small enough
for their denominators; else it is reckoned in floating point numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulewright.solve.components import components, returns_to_itself
from rulewright.solve.graph import END, Graph, gain_of

#: Value iteration stands still when no value changes by more than this in a pass.
STILL = 1e-15

#: Passes through a component before we say that it doesn't stand still.
PASSES = 1_000_000

#: Graphs with more nodes than this are reckoned in floating point.
EXACT_NODES = 20_000

#: Values closer than this are the same: moves that are equally good.
EQUAL = 1e-9

Number = Fraction | float


@dataclass(frozen=True, slots=True)
class BestPlay:
    """``value``: what the game is worth to seat 0 (its score if the scores of each end add up to nothing,
    else 1 for a win, -1 for a loss, 0 for a draw); what it is worth to seat 1 is the opposite. ``first``: for
    each root and each move there the value to seat 0. ``passes``: the most passes that a component took;
    1 says that each value was reckoned once."""

    value: float
    first: list[list[float]]
    passes: int


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """The law of play in which each move is drawn uniformly from the legal ones. ``wins``: the probability
    that a seat wins alone. ``shared``: that several win, or none. ``scores``: mean of each seat. ``moves``:
    mean number of decisions. Fractions where ``exact``."""

    wins: tuple[Number, ...]
    shared: Number
    scores: tuple[Number, ...]
    moves: Number
    exact: bool


class Restless(Exception):
    """Value iteration did not come to rest."""


def best_play(graph: Graph) -> BestPlay:
    """The value of a game of two in which both see everything. Raises ValueError for other games."""
    if graph.players != 2 or graph.hidden:
        raise ValueError("best play is for two players who see everything")
    gain = gain_of(graph.endings)
    at_end = [gain(ending) for ending in graph.endings]
    values = array("d", [0.0]) * len(graph)
    chance = _chances(graph)

    def move_value(move: int) -> float:
        return sum(chance[o] * values[graph.node[o]] for o in graph.outcomes(move))

    def node_value(node: int) -> float:
        if graph.seat[node] == END:
            return at_end[graph.ending[node]]
        best = max if graph.seat[node] == 0 else min
        return best(move_value(m) for m in graph.moves(node))

    passes = _settle(graph, values, node_value)
    value = sum(values[node] * top / bottom for node, top, bottom in graph.roots)
    first = [[move_value(m) for m in graph.moves(node)] for node, _, _ in graph.roots]
    return BestPlay(value, first, passes)


def _chances(graph: Graph) -> array[float]:
    return array("d", (n / d for n, d in zip(graph.numerator, graph.denominator, strict=True)))


def _settle(graph: Graph, values: array[float], value_of: Callable[[int], float]) -> int:
    """Gives every node its value; the most passes that a component took."""
    most = 1
    for members in components(graph):
        if len(members) == 1 and not returns_to_itself(graph, members[0]):
            values[members[0]] = value_of(members[0])
            continue
        passes = 0
        change = 1.0
        while change > STILL:
            passes += 1
            if passes > PASSES:
                raise Restless(f"values still change by {change:.1e} after {PASSES:,} passes")
            change = 0.0
            for node in members:
                new = value_of(node)
                change = max(change, abs(new - values[node]))
                values[node] = new
        most = max(most, passes)
    return most


def random_play(graph: Graph) -> RandomPlay:
    """The law of uniform random play; hidden or not, for any number of players."""
    seats = range(graph.players)
    exact = len(graph) <= EXACT_NODES and _goes_forward(graph)
    means = _means_exactly if exact else _means
    win = [1 << seat for seat in seats]
    features: list[Sequence[int]] = [
        *([int(e.winners == bit) for e in graph.endings] for bit in win),
        *([e.scores[seat] for e in graph.endings] for seat in seats),
    ]
    *found, moves = means(graph, features)
    wins, scores = found[: graph.players], found[graph.players :]
    return RandomPlay(tuple(wins), 1 - sum(wins), tuple(scores), moves, exact)


def _goes_forward(graph: Graph) -> bool:
    return all(len(c) == 1 and not returns_to_itself(graph, c[0]) for c in components(graph))


def _means_exactly(graph: Graph, features: list[Sequence[int]]) -> list[Number]:
    """The mean of each feature of the end, and last of the number of decisions."""
    count = len(features)
    values: list[list[Fraction]] = [[]] * len(graph)
    for (node,) in components(graph):
        if graph.seat[node] == END:
            values[node] = [*(Fraction(f[graph.ending[node]]) for f in features), Fraction(0)]
            continue
        moves = graph.moves(node)
        total = [Fraction(0)] * (count + 1)
        for move in moves:
            for o in graph.outcomes(move):
                chance = Fraction(graph.numerator[o], graph.denominator[o])
                total = [t + chance * v for t, v in zip(total, values[graph.node[o]], strict=True)]
        mean = [t / len(moves) for t in total]
        mean[count] += 1
        values[node] = mean
    roots = [(values[node], Fraction(top, bottom)) for node, top, bottom in graph.roots]
    return [sum((v[k] * share for v, share in roots), Fraction(0)) for k in range(count + 1)]


def _means(graph: Graph, features: list[Sequence[int]]) -> list[Number]:
    ends: list[Sequence[int]] = [*features, [0] * len(graph.endings)]
    steps = [0.0] * len(features) + [1.0]
    return [_mean(graph, end, step) for end, step in zip(ends, steps, strict=True)]


def _mean(graph: Graph, at_end: Sequence[int], step: float) -> float:
    """The mean of what an end brings, by its number, and of ``step`` for each decision."""
    chance = _chances(graph)
    values = array("d", [0.0]) * len(graph)

    def value_of(node: int) -> float:
        if graph.seat[node] == END:
            return float(at_end[graph.ending[node]])
        moves = graph.moves(node)
        reached = range(graph.first_outcome[moves.start], graph.first_outcome[moves.stop])
        return step + sum(chance[o] * values[graph.node[o]] for o in reached) / len(moves)

    _settle(graph, values, value_of)
    return sum(values[node] * top / bottom for node, top, bottom in graph.roots)
