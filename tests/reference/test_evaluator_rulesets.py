"""The shipped rulesets: nothing is lost, no random game goes wrong, and the
figures that can be computed without us come out: trees of classics, worked examples of rulebooks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from lab import machine_for

from rulewright.check import check_file
from rulewright.machine.interface import Config, Machine, ZoneContent
from rulewright.ruleset.model import Ruleset

ROOT = Path(__file__).parents[2] / "rulesets"
RULESETS = {path.stem: path for path in sorted(ROOT.rglob("*.yaml")) if "." not in path.stem}
#: With each number of players one game by the chosen readings, and one by others.
GAMES = 2
LONGEST = 3000
#: Games too long for a test to play to the end: their first moves only.
LONG = ("niagara", "survival_of_the_fittest", "ludo", "barricade")
"""Moves of a random game, after which it is broken off."""


def load(name: str) -> Ruleset:
    ruleset, diagnostics = check_file(RULESETS[name])
    assert ruleset is not None, "\n".join(f"{d.code}: {d.message} {d.place}" for d in diagnostics)
    return ruleset


def assert_conserved(ruleset: Ruleset, zones: list[ZoneContent], players: int) -> None:
    """Each piece that is in the game is in exactly one zone, and no zone holds more than it may."""
    parts = ruleset.components
    found: Counter[int] = Counter()
    for content in zones:
        counts = content.counts or (1,) * len(content.ids)
        found.update(dict(zip(content.ids, counts, strict=True)))
        found.update(content.unknown)
        assert content.unknown or content.above in (0, len(content.ids))
    expected = {i: parts.copies[i] for i in range(len(parts)) if parts.owner[i] < players and parts.copies[i]}
    assert dict(found) == expected
    for family in ruleset.zones.values():
        for content in zones[family.first : family.first + family.size] if family.first else ():
            assert sum(content.counts or (1,) * len(content.ids)) + len(content.unknown) <= family.at_most
            assert {parts.leaf_of[i] for i in (*content.ids, *content.unknown)} <= set(family.element.leaves)


@pytest.mark.parametrize("name", RULESETS)
def test_random_games_lose_nothing_and_end_without_fault(name: str) -> None:
    ruleset = load(name)
    for players in range(ruleset.players[0], ruleset.players[1] + 1):
        for seed in range(GAMES):
            rng = random.Random(f"{name} {players} {seed}")
            readings = tuple(rng.randrange(len(r.readings)) for r in ruleset.options())
            machine = machine_for(
                ruleset, Config(players, readings if seed % 2 else ruleset.reading_numbers())
            )
            position = machine.start(rng.randrange)
            for _ in range(60 if name in LONG else LONGEST):
                assert machine.fault(position) is None
                assert_conserved(ruleset, machine.zones(position), players)
                if machine.over(position):
                    break
                seat = rng.choice(machine.awaited(position))
                machine.play(position, seat, rng.choice(machine.legal(position, seat)), rng.randrange)
            assert machine.over(position) or name in LONG
            assert sorted(machine.places(position))[0] == 1


# --- trees ------------------------------------------------------------------------------------------


def histories(machine: Machine, moves: int) -> Iterator[tuple[Fraction, int, Any]]:
    """Every game of at most so many moves: its probability if moves and chance are uniform, its moves, its
    end.

    Chance is an odometer: the tape that was used is turned to the next one until there is none.
    """

    def played(tape: list[int], choices: list[int]) -> tuple[Any, list[int], list[int], Fraction]:
        asked: list[int] = []
        offered: list[int] = []
        odds = Fraction(1)

        def chance(n: int) -> int:
            asked.append(n)
            return tape[len(asked) - 1] if len(asked) <= len(tape) else 0

        position = machine.start(chance)
        while not machine.over(position) and len(offered) < moves:
            seat = machine.awaited(position)[0]
            legal = machine.legal(position, seat)
            offered.append(len(legal))
            k = choices[len(offered) - 1] if len(offered) <= len(choices) else 0
            machine.play(position, seat, legal[k], chance)
        for n in asked + offered:
            odds /= n
        return position, asked, offered, odds

    def next_of(digits: list[int], bounds: list[int]) -> list[int] | None:
        digits = digits + [0] * (len(bounds) - len(digits))
        while digits and digits[-1] == bounds[len(digits) - 1] - 1:
            digits.pop()
        return [*digits[:-1], digits[-1] + 1] if digits else None

    tape: list[int] | None = []
    while tape is not None:
        choices: list[int] | None = []
        asked: list[int] = []
        while choices is not None:
            position, asked, offered, odds = played(tape, choices)
            yield odds, len(offered), position
            choices = next_of(choices, offered)
        tape = next_of(tape, asked)


def machine_of(name: str, players: int = 2) -> Machine:
    ruleset = load(name)
    return machine_for(ruleset, Config(players, ruleset.reading_numbers()))


def test_kuhn_poker_has_thirty_histories_and_favours_the_first_player_by_an_eighth() -> None:
    machine = machine_of("kuhn_poker")
    games = list(histories(machine, 9))
    assert len(games) == 30
    assert sum(odds for odds, _, _ in games) == 1
    assert all(machine.over(p) and machine.fault(p) is None for _, _, p in games)
    value = sum(odds * machine.scores(p)[0] for odds, _, p in games)
    assert value == Fraction(1, 8)
    assert sum(odds * machine.scores(p)[1] for odds, _, p in games) == -value
    assert sum(odds * moves for odds, moves, _ in games) == Fraction(9, 4)


@pytest.mark.parametrize(
    ("name", "nodes"), [("tic_tac_toe", [9, 72, 504, 3024]), ("connect_four", [7, 49, 343])]
)
def test_perft(name: str, nodes: list[int]) -> None:
    for depth, expected in enumerate(nodes, 1):
        assert sum(1 for _ in histories(machine_of(name), depth)) == expected


def showing(face: int) -> Callable[[int], int]:
    return lambda n: face - 1


def pig(ruleset: Ruleset, position: Any, machine: Machine, at: str) -> list[int]:
    entries = machine.variables(position)[list(ruleset.variables).index(at)]
    return [e for e in entries if isinstance(e, int)]


def test_pig_stops_by_force_and_loses_the_turn_with_a_one() -> None:
    machine, ruleset = machine_of("pig"), load("pig")
    names = list(ruleset.actions)

    def throws(position: Any, faces: list[int]) -> None:
        for face in faces:
            (seat,) = machine.awaited(position)
            move = next(m for m in machine.legal(position, seat) if names[m.action] == "throw")
            machine.play(position, seat, move, showing(face))

    position = machine.start(lambda n: 0)
    throws(position, [6, 5, 1])
    assert machine.awaited(position) == (1,)
    throws(position, [6] * 16)
    assert pig(ruleset, position, machine, "turn_total") == [96]
    throws(position, [4])
    # 96 + 4 is the winning score: holding is all that is left, and it wins.
    (move,) = machine.legal(position, 1)
    assert names[move.action] == "hold"
    machine.play(position, 1, move, lambda n: 0)
    assert machine.over(position)
    assert machine.scores(position) == [-1, 1]
    assert pig(ruleset, position, machine, "score") == [0, 100]


# --- worked examples ---------------------------------------------------------------------------------


class Barn:
    """Zum Kuhkuck, put on the table as the rulebook's examples say. Ids: 0-10, 11-21, 22-32, 33-43 and
    44-53 are the five kinds, 54-58 the current cards."""

    def __init__(self) -> None:
        self.machine = machine_of("zum_kuhkuck")
        self.ruleset = load("zum_kuhkuck")
        self.position = self.machine.start(lambda n: 0)
        self.actions = list(self.ruleset.actions)

    def put(
        self, hands: list[list[int]], written: dict[tuple[int, int], int], top: int | None = None
    ) -> None:
        """Hands, scores by (player, kind), and what will be drawn; all other cards are in the heap."""
        first = {name: family.first for name, family in self.ruleset.zones.items()}
        zones = [ZoneContent(()) for _ in range(self.ruleset.zone_count)]
        rest = set(range(59)) - set(hands[0]) - set(hands[1]) - ({top} if top is not None else set())
        above = () if top is None else (top,)
        zones[first["heap"]] = ZoneContent(above, tuple(sorted(rest)), len(above))
        for player, hand in enumerate(hands):
            zones[first["hand"] + player] = ZoneContent(tuple(sorted(hand)))
        entries: list[int | frozenset[int]] = [written.get((p, k), -1) for p in range(2) for k in range(5)]
        self.machine.arrange(
            self.position, zones, {list(self.ruleset.variables).index("written"): entries}, 0
        )

    def do(self, action: str, *params: int) -> None:
        (seat,) = self.machine.awaited(self.position)
        move = next(
            m
            for m in self.machine.legal(self.position, seat)
            if (self.actions[m.action], *m.params) == (action, *params)
        )
        self.machine.play(self.position, seat, move, lambda n: 0)

    def legal(self) -> list[tuple[object, ...]]:
        return [(self.actions[m.action], *m.params) for m in self.machine.legal(self.position, 0)]

    def hand(self, player: int) -> tuple[int, ...]:
        content: ZoneContent = self.machine.zones(self.position)[self.ruleset.zones["hand"].first + player]
        return content.ids


def test_nine_cards_three_of_them_yellow_are_eighteen_points() -> None:
    barn = Barn()
    barn.put([[11, 12, 13, 0, 1, 22, 23, 44, 45], []], {})
    barn.do("claim", 1)
    assert barn.machine.scores(barn.position) == [18, 0]
    assert barn.hand(0) == ()
    assert barn.machine.awaited(barn.position) == (1,)


def test_a_current_card_costs_all_nine_cards() -> None:
    barn = Barn()
    barn.put([[0, 1, 2, 11, 12, 22, 33, 44], []], {}, top=56)
    barn.do("take_card")
    assert barn.hand(0) == ()
    discard = barn.machine.zones(barn.position)[barn.ruleset.zones["discard"].first]
    assert len(discard.ids) == 9
    assert barn.machine.awaited(barn.position) == (1,)


def test_what_can_be_claimed_with_how_many_cards() -> None:
    barn = Barn()
    # Blue was claimed before, no red card is in the hand: five cards of three kinds leave two.
    barn.put([[11, 12, 22, 33, 34], []], {(0, 3): 20})
    assert barn.legal() == [("take_card",), ("claim", 1), ("claim", 2)]
    barn.put([[11, 12, 22, 33], []], {})
    assert barn.legal() == [("take_card",)]
    barn.put([list(range(20)), []], {})
    assert barn.legal() == [("claim", 0), ("claim", 1)]


def test_tim_beats_mia_by_eighty_nine_to_eighty() -> None:
    # The rulebook gives the totals and who is ahead where: 79 + 10, 60 + 20. Kinds 0, 1, 2: red, blue, green.
    barn = Barn()
    tim = {(0, 0): 12, (0, 1): 10, (0, 2): 30, (0, 3): 13}
    mia = {(1, 0): 20, (1, 1): 18, (1, 2): 22}
    # Tim's last claim: five brushes, 4 + 10 points.
    barn.put([[44, 45, 46, 47, 48], [0, 1, 2, 3, 4, 5]], {**tim, **mia})
    barn.do("claim", 4)
    assert barn.machine.over(barn.position)
    assert barn.hand(1) == ()
    assert barn.machine.scores(barn.position) == [89, 80]
    assert barn.machine.winners(barn.position) == [True, False]
