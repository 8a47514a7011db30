"""Two-player zero-sum games in which something is hidden: their value and optimal strategies.

A player decides on what has been shown, so the unknowns are how likely each sequence of a player's own
choices is made (its realisation weight), one for each move at each information set. Optimal weights are the
solution of one linear program of the size of the game tree (B. von Stengel, "Efficient computation of
behavior strategies", Games and Economic Behavior 14, 1996; D. Koller, N. Megiddo, B. von Stengel, STOC 1994).
A well-kept solver solves it (the extra ``solve``), and what it says is not believed: each strategy is made
exactly valid and played against the best answer to it, which brackets the value from both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.engine.contract import Game, State
from rulewright.engine.perft import Enumerated, Odometer, outcomes
from rulewright.machine.interface import Move
from rulewright.solve.graph import Ending, Faulty, TooLarge, ending_of, gain_of


@dataclass(slots=True)
class Information:
    """One information set of a player: ``parent``, the player's own sequence that leads there; ``first``,
    the sequence that its first move makes (the other moves follow); ``moves``, in words."""

    parent: int
    first: int
    moves: tuple[str, ...]
    seen: State
    """One of its histories, to show what the player saw."""


@dataclass(slots=True)
class SequenceForm:
    """``sets``: by seat its information sets, each after those that it follows from. ``sequences``: by seat
    how many sequences it has, the empty one (0) included. ``gains``: what pairs of sequences bring seat 0,
    chance reckoned in. ``chance``, ``decisions``, ``ends``: histories of the turn-based game."""

    sets: tuple[list[Information], list[Information]] = field(default_factory=lambda: ([], []))
    sequences: list[int] = field(default_factory=lambda: [1, 1])
    gains: dict[tuple[int, int], float] = field(default_factory=dict)
    chance: int = 0
    decisions: int = 0
    ends: int = 0


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """``value`` to seat 0, right to ``error``. ``strategies``: by seat, for each information set the
    probability of each move."""

    value: float
    error: float
    strategies: tuple[list[list[float]], list[list[float]]]


def sequence_form(game: Game, limit: int) -> SequenceForm:
    """Walks all histories of a game of two (it should be traced: information sets are asked for at each).

    Raises TooLarge beyond ``limit`` histories, Faulty for one that ends in a fault, ValueError for more or
    fewer players.
    """
    if game.players != 2:
        raise ValueError("the sequence form is for two players")
    form = SequenceForm()
    numbers: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
    ends: list[tuple[tuple[int, int], float, Ending]] = []

    def visit(state: State, last: tuple[int, int], share: float) -> None:
        if form.chance + form.decisions + form.ends >= limit:
            raise TooLarge(f"more than {limit:,} histories")
        if state.over:
            if state.fault is not None:
                raise Faulty(state.fault)
            form.ends += 1
            ends.append((last, share, ending_of(state.scores(), state.winners())))
            return
        form.decisions += 1
        seat = state.awaited[0]
        moves = state.legal(seat)
        key = state.information_state(seat)
        number = numbers[seat].get(key)
        if number is None:
            number = numbers[seat][key] = len(form.sets[seat])
            form.sets[seat].append(
                Information(last[seat], form.sequences[seat], tuple(m.canonical for m in moves), state)
            )
            form.sequences[seat] += len(moves)
        first = form.sets[seat][number].first
        for at, move in enumerate(moves):
            sequences = (first + at, last[1]) if seat == 0 else (last[0], first + at)
            for reached, odds in _after(form, state, move.move):
                visit(reached, sequences, share / odds)

    for state, odds in _begun(form, game):
        visit(state, (0, 0), 1.0 / odds)
    gain = gain_of([ending for _, _, ending in ends])
    for sequences, share, ending in ends:
        form.gains[sequences] = form.gains.get(sequences, 0.0) + share * gain(ending)
    return form


def _begun(form: SequenceForm, game: Game) -> Iterator[tuple[State, int]]:
    for state, odometer in outcomes(lambda chance: State(game, Enumerated(chance))):
        form.chance += odometer.fresh
        yield state, odometer.odds


def _after(form: SequenceForm, state: State, move: Move) -> Iterator[tuple[State, int]]:
    # Who choose at once come one after the other, and the later ones don't see what the earlier chose.
    seat = state.awaited[0]

    def step(chance: Odometer) -> State:
        reached = state.fork(Enumerated(chance))
        reached.play(move, seat)
        return reached

    for reached, odometer in outcomes(step):
        form.chance += odometer.fresh
        yield reached, odometer.odds


def solve(form: SequenceForm) -> Equilibrium:
    """The value and strategies that neither player can gain by leaving. Needs scipy (the extra ``solve``)."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_matrix

    # Seat 0 chooses weights x; what it is left with against the best answer, at each information set of
    # seat 1, is bounded by q. Unknowns: x by sequence, then q of the start and of each set of seat 1.
    first, second = form.sequences
    answers = form.sets[1]
    unknowns = first + 1 + len(answers)
    objective = [0.0] * unknowns
    objective[first] = -1.0
    # For each sequence of seat 1: q of the set it was chosen at, less q of the sets that follow, is at most
    # what it brings.
    rows, columns, entries = [], [], []

    def put(row: int, column: int, entry: float) -> None:
        rows.append(row)
        columns.append(column)
        entries.append(entry)

    put(0, first, 1.0)
    for number, information in enumerate(answers):
        for at in range(len(information.moves)):
            put(information.first + at, first + 1 + number, 1.0)
        put(information.parent, first + 1 + number, -1.0)
    for (own, other), gain in form.gains.items():
        put(other, own, -gain)
    upper = csr_matrix((entries, (rows, columns)), shape=(second, unknowns))
    rows, columns, entries = [], [], []
    put(0, 0, 1.0)
    for number, information in enumerate(form.sets[0], 1):
        put(number, information.parent, -1.0)
        for at in range(len(information.moves)):
            put(number, information.first + at, 1.0)
    equal = csr_matrix((entries, (rows, columns)), shape=(1 + len(form.sets[0]), unknowns))
    found = linprog(
        objective, A_ub=upper, b_ub=[0.0] * second, A_eq=equal, b_eq=[1.0] + [0.0] * len(form.sets[0]),
        bounds=[(0, None)] * first + [(None, None)] * (1 + len(answers)), method="highs",
    )  # fmt: skip
    if not found.success:
        raise ArithmeticError(f"the linear program was not solved: {found.message}")
    mine = _strategy(form, 0, list(found.x[:first]))
    # The multipliers of seat 1's rows are its own optimal weights.
    theirs = _strategy(form, 1, [-m for m in found.ineqlin.marginals])
    lower = -_best_answer(form, 1, mine)
    higher = _best_answer(form, 0, theirs)
    return Equilibrium(float(lower + higher) / 2, max(0.0, float(higher - lower) / 2), (mine, theirs))


def _strategy(form: SequenceForm, seat: int, weights: list[float]) -> list[list[float]]:
    """Probabilities at each information set; where a player never comes by its own choice, all the same."""
    strategy = []
    for information in form.sets[seat]:
        count = len(information.moves)
        part = [max(0.0, w) for w in weights[information.first : information.first + count]]
        total = sum(part)
        strategy.append([float(w / total) for w in part] if total > 0 else [1 / count] * count)
    return strategy


def _best_answer(form: SequenceForm, seat: int, others: list[list[float]]) -> float:
    """The most that a seat can get against a strategy of the other."""
    other = 1 - seat
    weights = [1.0] + [0.0] * (form.sequences[other] - 1)
    for information, chances in zip(form.sets[other], others, strict=True):
        for at, chance in enumerate(chances):
            weights[information.first + at] = weights[information.parent] * chance
    brings = [0.0] * form.sequences[seat]
    sign = 1.0 if seat == 0 else -1.0
    for pair, gain in form.gains.items():
        brings[pair[seat]] += sign * gain * weights[pair[other]]
    for information in reversed(form.sets[seat]):
        last = information.first + len(information.moves)
        brings[information.parent] += max(brings[information.first : last])
    return brings[0]
