"""Values from outside that a ruleset must reproduce, and how ours are measured: the frame of this folder.

A game has one module here, called as its ruleset is, with `ROWS`, a list of `Row`s. A row names a quantity and says what
the oracle gives and how ours is measured; what is measured runs only when it is asked for. To add a game:

    from oracle_rows import Exact, Mean, Row, layers, play, ruleset

    SEED = 2026                       # of the random games: fixed before the first run, and never again
    RUN = play("pig", 100_000, SEED)  # a run that is made when a row asks for it, once for all of its rows

    ROWS = [
        Row("sequences of 1, 2, 3 decisions", Exact((7, 49, 343)), lambda: layers("pig", 3).nodes),
        Row("decisions", Mean(120.9, 0.05, 100_000), RUN["moves"]),
        Row("first wins", Near(0.512658153511, 1e-12), ..., slow=True),
    ]

- `Exact(v)`: ours is equal. `Near(v, within)`: a number that the oracle prints with so many digits. `Mean(v, error, games)`:
  a mean of random play with its standard error; ours is a mean too, of at least as many games, and within four combined
  standard errors.
- `slow=True`: more than some two seconds. `python tests/oracles/table.py [GAME ...]` prints all rows; the tests hold the quick
  ones, and with `-m slow` the others.
- Counts of sequences: `layers`, which merges equal positions by the machine's key and keeps how many ways lead there, so that
  it is quick and tests the keys too; the engine's own `perft` and `explore` for trees and information sets. Solving a whole
  game: `Graph`; where something is hidden, `value` and `nash_conv_of_random_play`.
- Means: `play` takes quantities beside the number of moves (`moves`), wins (`win 1`, ...) and draws (`draw`): expressions in the
  language, each with its range, asked of the position in which the game ended. They are packed into the scores of a copy of
  the ruleset, which plays natively at full speed. What no final position tells is counted by steps that `change` adds to
  that copy (the parsed YAML of the ruleset, to be changed in place).

Recorded games are replayed by `replays.py`; what it needs of a game stands in traces/.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

from rulewright.compile import runtime
from rulewright.compile.native import native_available
from rulewright.engine.contract import Backend, Game, load
from rulewright.engine.perft import Odometer
from rulewright.engine.shipped import ruleset_path
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset
from rulewright.simulate import Setting, simulate
from rulewright.simulate.records import Records
from rulewright.solve.sequence_form import SequenceForm, sequence_form, solve

HERE = Path(__file__).parent


# --- rows ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exact:
    """A value that ours must equal."""

    value: Any

    def met(self, ours: Any) -> bool:
        return bool(ours == self.value)

    def __str__(self) -> str:
        return said(self.value)


@dataclass(frozen=True, slots=True)
class Near:
    """A number known to a last digit: ours is no farther from it than `within`."""

    value: float
    within: float

    def met(self, ours: Any) -> bool:
        return abs(float(ours) - self.value) <= self.within

    def __str__(self) -> str:
        return f"{self.value:.12g}"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of random play, its standard error, and of how many games it is."""

    value: float
    error: float
    games: int

    def met(self, ours: Any) -> bool:
        assert isinstance(ours, Mean)
        assert ours.games >= self.games, f"{ours.games} games, and the oracle's are {self.games}"
        return abs(ours.value - self.value) <= 4 * math.hypot(ours.error, self.error)

    def __str__(self) -> str:
        return f"{self.value:.6g} +- {self.error:.2g}"


Oracle = Exact | Near | Mean


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `ours` measures. `needs`: a package that the tests can do without."""

    quantity: str
    oracle: Oracle
    ours: Callable[[], Any]
    slow: bool = False
    needs: str | None = None


def said(value: Any) -> str:
    """A value as the table prints it."""
    if isinstance(value, tuple | list):
        return " ".join(map(said, value))
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value)


# --- rulesets -----------------------------------------------------------------------------------------------


@cache
def ruleset(name: str, data: str = "") -> Ruleset:
    """A ruleset that ships; `data`: YAML text that replaces assumptions."""
    if not data:
        return load(name)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "data.yaml"
        file.write_text(data, encoding="utf-8")
        return load(name, file)


#: Changes the parsed YAML of a ruleset in place.
Change = Callable[[dict[str, Any]], None]


def changed(name: str, change: Change | None, data: str = "") -> Ruleset:
    """A copy of a ruleset that ships with something changed; `data` as for `ruleset`."""
    document = yaml.safe_load(ruleset_path(name).read_text(encoding="utf-8"))
    if change is not None:
        change(document)
    with tempfile.TemporaryDirectory() as folder:
        file, data_file = Path(folder) / f"{name}.yaml", Path(folder) / "data.yaml"
        file.write_text(yaml.safe_dump(document, sort_keys=False, width=10_000), encoding="utf-8")
        data_file.write_text(data, encoding="utf-8")
        return load(file, data_file if data else None)


def fastest() -> Backend:
    """Native where it can be."""
    return "native" if native_available() else "python"


def game(
    name: str, data: str = "", players: int | None = None, *, traced: bool = False, **readings: str
) -> Game:
    """A game of a ruleset that ships; a traced one runs in CPython."""
    way: Backend = "python" if traced else fastest()
    return Game(ruleset(name, data), players, readings, backend=way, traced=traced)


# --- counting and solving -----------------------------------------------------------------------------------


def outcomes(step: Callable[[Any], Any]) -> list[tuple[Any, Fraction]]:
    """All that a step leads to, each with its probability (chance is uniform event by event)."""
    odometer, found = Odometer(), []
    while True:
        reached = step(odometer)
        found.append((reached, Fraction(1, math.prod(odometer.arities))))
        if not odometer.advance():
            return found


@dataclass(frozen=True, slots=True)
class Layers:
    """By number of decisions. `nodes` and `terminal` begin with one decision, `positions` with none."""

    nodes: tuple[int, ...]
    terminal: tuple[int, ...]
    positions: tuple[int, ...]


@cache
def layers(name: str, depth: int, data: str = "", listed: bool = False, **readings: str) -> Layers:
    """Counts the sequences of 1..depth decisions, chance outcomes included, and the distinct positions.

    `listed`: the game has no chance, and the last decision is only listed, not made: that gives one more entry
    of `nodes` and none of the others.
    """
    machine: Any = game(name, data, **readings).machine
    if listed:
        depth -= 1
    # By key: a position and how many ways lead there. Of the last layer only the number is needed.
    layer: dict[Any, list[Any]] = {}
    for position, _ in outcomes(machine.start):
        layer.setdefault(machine.key(position), [position, 0])[1] += 1
    nodes, terminal, positions = [0] * depth, [0] * depth, [len(layer)]
    for at in range(depth):
        following: dict[Any, list[Any]] = {}
        for position, ways in layer.values():
            if machine.over(position):
                continue
            seat = machine.awaited(position)[0]
            for move in machine.legal(position, seat):
                for reached, _ in outcomes(_played(machine, position, seat, move)):
                    nodes[at] += ways
                    terminal[at] += ways if machine.over(reached) else 0
                    key = blake2b(repr(machine.key(reached)).encode(), digest_size=16).digest()
                    kept = reached if listed or at + 1 < depth else None
                    following.setdefault(key, [kept, 0])[1] += ways
        layer = following
        positions.append(len(layer))
    if listed:
        going_on = [(p, ways) for p, ways in layer.values() if not machine.over(p)]
        nodes.append(sum(ways * len(machine.legal(p, machine.awaited(p)[0])) for p, ways in going_on))
    return Layers(tuple(nodes), tuple(terminal), tuple(positions))


def _played(machine: Any, position: Any, seat: int, move: Any) -> Callable[[Any], Any]:
    def step(chance: Any) -> Any:
        reached = machine.copy(position)
        machine.play(reached, seat, move, chance)
        return reached

    return step


@dataclass(slots=True)
class Node:
    """A position of a `Graph`: the seat to move (-1 at the end), the scores and winners there, and for every
    move the numbers of the positions it may lead to, with their probabilities."""

    seat: int
    scores: tuple[int, ...]
    winners: tuple[bool, ...]
    moves: list[list[tuple[int, Fraction]]] = field(default_factory=list)


class Graph:
    """All positions of a game, found from the start; a game with a few thousands of them can be solved."""

    def __init__(self, playing: Game) -> None:
        self.nodes: list[Node] = []
        self._machine: Any = playing.machine
        self._known: dict[Any, int] = {}
        self._waiting: list[tuple[int, Any]] = []
        self.starts = [(self._number(p), chance) for p, chance in outcomes(self._machine.start)]
        machine = self._machine
        while self._waiting:
            number, position = self._waiting.pop()
            node = self.nodes[number]
            for move in machine.legal(position, node.seat):
                reached = outcomes(_played(machine, position, node.seat, move))
                node.moves.append([(self._number(p), chance) for p, chance in reached])

    def _number(self, position: Any) -> int:
        key = self._machine.key(position)
        number = self._known.get(key)
        if number is None:
            machine = self._machine
            number = self._known[key] = len(self.nodes)
            over = machine.over(position)
            seat = -1 if over else machine.awaited(position)[0]
            self.nodes.append(Node(seat, tuple(machine.scores(position)), tuple(machine.winners(position))))
            if not over:
                self._waiting.append((number, position))
        return number

    @cached_property
    def order(self) -> list[int]:
        """The positions, each after all that follow it; a game that can come back to a position has none."""
        done: dict[int, bool] = {}
        found: list[int] = []
        for start, _ in self.starts:
            stack = [(start, iter(self._following(start)))] if start not in done else []
            done.setdefault(start, False)
            while stack:
                number, rest = stack[-1]
                following = next(rest, None)
                if following is None:
                    stack.pop()
                    done[number] = True
                    found.append(number)
                elif following not in done:
                    done[following] = False
                    stack.append((following, iter(self._following(following))))
                elif not done[following]:
                    raise ValueError("the game can come back to a position")
        return found

    def _following(self, number: int) -> list[int]:
        return [n for outcomes in self.nodes[number].moves for n, _ in outcomes]

    def random_play(self, at_end: Callable[[Node], int], each_move: int = 0) -> Fraction:
        """What uniformly random players expect: `at_end` of the last position and `each_move` for every
        decision."""
        value: dict[int, Fraction] = {}
        for number in self.order:
            node = self.nodes[number]
            if node.seat < 0:
                value[number] = Fraction(at_end(node))
            else:
                total = sum((p * value[n] for move in node.moves for n, p in move), Fraction())
                value[number] = each_move + total / len(node.moves)
        return sum((p * value[n] for n, p in self.starts), Fraction())

    def games(self, counts: Callable[[Node], bool] = lambda node: True) -> int:
        """How many sequences of moves (and outcomes) end in a last position that counts."""
        ways: dict[int, int] = {}
        for number in self.order:
            node = self.nodes[number]
            ways[number] = counts(node) if node.seat < 0 else sum(ways[n] for n in self._following(number))
        return sum(ways[n] for n, _ in self.starts)

    def best_play(self) -> Fraction:
        """What seat 0 gets where both play best, in a game for two without hidden information."""
        value: dict[int, Fraction] = {}
        for number in self.order:
            node = self.nodes[number]
            choices = [sum((p * value[n] for n, p in move), Fraction()) for move in node.moves]
            if node.seat < 0:
                value[number] = Fraction(node.scores[0])
            else:
                value[number] = max(choices) if node.seat == 0 else min(choices)
        return sum((p * value[n] for n, p in self.starts), Fraction())

    def iterated(
        self,
        at_end: Callable[[Node], float],
        each_move: float = 0.0,
        choose: Callable[[int, list[float]], float] = lambda seat, values: sum(values) / len(values),
        within: float = 1e-14,
    ) -> float:
        """The expectation in a game that can come back to a position, by iteration until no value changes by
        more than `within`. `choose`: what a seat makes of the values of its moves; by default a uniformly
        random one."""
        value = [at_end(node) if node.seat < 0 else 0.0 for node in self.nodes]
        moves = [[[(n, float(p)) for n, p in move] for move in node.moves] for node in self.nodes]
        backwards = [n for n in range(len(self.nodes) - 1, -1, -1) if self.nodes[n].seat >= 0]
        while True:
            change = 0.0
            for number in backwards:
                values = [sum(p * value[n] for n, p in move) for move in moves[number]]
                new = each_move + choose(self.nodes[number].seat, values)
                change = max(change, abs(new - value[number]))
                value[number] = new
            if change <= within:
                return sum(float(p) * value[n] for n, p in self.starts)


def won(seat: int) -> Callable[[Node], int]:
    """1 where a seat wins alone, for `Graph.random_play`."""
    return lambda node: node.winners[seat] and sum(node.winners) == 1


def drawn(node: Node) -> int:
    """1 where nobody wins alone."""
    return sum(node.winners) != 1


# --- hidden information -------------------------------------------------------------------------------------


@cache
def _form(name: str, data: str, readings: tuple[tuple[str, str], ...]) -> SequenceForm:
    return sequence_form(game(name, data, traced=True, **dict(readings)), 1_000_000)


@cache
def _equilibrium(name: str, data: str, readings: tuple[tuple[str, str], ...]) -> float:
    return solve(_form(name, data, readings)).value


def value(name: str, data: str = "", **readings: str) -> float:
    """What a game for two is worth to seat 0 where both play best; needs scipy."""
    return _equilibrium(name, data, tuple(sorted(readings.items())))


def nash_conv_of_random_play(name: str, data: str = "", **readings: str) -> float:
    """How much more than uniformly random play the best answers to it bring, both players' together."""
    form = _form(name, data, tuple(sorted(readings.items())))
    weights: list[list[float]] = []
    for seat in (0, 1):
        weights.append([1.0] * form.sequences[seat])
        for known in form.sets[seat]:
            for at in range(len(known.moves)):
                weights[seat][known.first + at] = weights[seat][known.parent] / len(known.moves)
    total = 0.0
    for seat, sign in ((0, 1.0), (1, -1.0)):
        brings = [0.0] * form.sequences[seat]
        for pair, gain in form.gains.items():
            brings[pair[seat]] += sign * gain * weights[1 - seat][pair[1 - seat]]
        for known in reversed(form.sets[seat]):
            brings[known.parent] += max(brings[known.first : known.first + len(known.moves)])
        total += brings[0]
    # What random play itself brings is the one's gain and the other's loss.
    return total


# --- random play in volume ----------------------------------------------------------------------------------

#: A quantity: an expression of the language (`me` is any player), and the least and greatest value it has.
Quantity = tuple[str, int, int]


@dataclass(slots=True)
class _Sum:
    total: int = 0
    squares: int = 0

    def add(self, values: Sequence[int]) -> None:
        self.total += sum(values)
        self.squares += sum(value * value for value in values)


class Run:
    """Random games that are played once, when the first of their means is asked for."""

    def __init__(
        self,
        name: str,
        games: int,
        seed: int,
        quantities: Mapping[str, Quantity],
        data: str,
        players: int | None,
        readings: Mapping[str, str],
        change: Change | None,
    ) -> None:
        self.name, self.games, self.seed, self.quantities = name, games, seed, dict(quantities)
        self.data, self.players, self.readings, self.change = data, players, dict(readings), change

    def __getitem__(self, quantity: str) -> Callable[[], Mean]:
        return lambda: self.means[quantity]

    def share(self, of: str, among: str) -> Callable[[], Mean]:
        """The mean of a quantity over those games in which another is 1; it must be 0 in the others."""

        def measured() -> Mean:
            games = round(self.means[among].value * self.games)
            total = self.means[of].value * self.games
            squares = (self.means[of].error ** 2 * self.games + self.means[of].value ** 2) * self.games
            mean = total / games
            return Mean(mean, math.sqrt(max(0.0, squares / games - mean * mean) / games), self.games)

        return measured

    def _measuring(self, seats: int) -> tuple[Ruleset, list[list[tuple[str, int, int]]]]:
        """The ruleset with the quantities as scores, and for every seat which they are, with the least value
        and the number of values."""
        packed: list[list[tuple[str, int, int]]] = [[] for _ in range(seats)]
        terms: list[list[str]] = [[] for _ in range(seats)]
        factors = [1] * seats
        for what, (expression, least, most) in self.quantities.items():
            values = most - least + 1
            seat = next(s for s in range(seats) if factors[s] * values < 2**31)
            terms[seat].append(f"({factors[seat]}) * (({expression}) - ({least}))")
            packed[seat].append((what, least, values))
            factors[seat] *= values
        sums = [" + ".join(parts) or "0" for parts in terms]
        score = sums[-1]
        for seat in reversed(range(seats - 1)):
            score = f"if me = nth(player, {seat + 1}) then {sums[seat]} else {score}"

        def change(document: dict[str, Any]) -> None:
            if self.change is not None:
                self.change(document)
            document["result"]["score"] = score

        return changed(self.name, change, self.data), packed

    @cached_property
    def means(self) -> dict[str, Mean]:
        seats = self.players or ruleset(self.name, self.data).players[0]
        measured, packed = self._measuring(seats) if self.quantities else (ruleset(self.name, self.data), [])
        readings = measured.reading_numbers(self.readings)
        setting = Setting(
            measured, Config(seats, readings), self.seed, measured.move_limit or 100_000, fastest()
        )
        sums = {what: _Sum() for what in self.quantities}

        def add(records: Records) -> None:
            for seat, kept in enumerate(packed):
                rest = list(records.column(runtime.OUT_SCORES + seat))
                for what, least, values in kept:
                    sums[what].add([value % values + least for value in rest])
                    rest = [value // values for value in rest]

        summary = simulate(setting, self.games, on_records=add).summary
        assert summary.faulty == 0, [f.report(measured) for f in summary.sorted_faults()]
        n = summary.games
        found = {"moves": Mean(summary.mean_moves, summary.sd_moves / math.sqrt(n), n)}
        for what, total in sums.items():
            found[what] = _mean(total.total, total.squares, n)
        for seat in range(seats):
            found[f"win {seat + 1}"] = _mean(summary.wins(seat), summary.wins(seat), n)
        found["draw"] = _mean(summary.draws, summary.draws, n)
        return found


def _mean(total: int, squares: int, n: int) -> Mean:
    mean = total / n
    return Mean(mean, math.sqrt(max(0, n * squares - total * total) / (n * (n - 1)) / n), n)


def play(
    name: str,
    games: int,
    seed: int,
    quantities: Mapping[str, Quantity] | None = None,
    *,
    data: str = "",
    players: int | None = None,
    readings: Mapping[str, str] | None = None,
    change: Change | None = None,
) -> Run:
    """A run of so many random games, with what shall be known of them; see the head of this module."""
    return Run(name, games, seed, quantities or {}, data, players, readings or {}, change)
