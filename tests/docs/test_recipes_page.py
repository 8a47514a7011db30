"""docs/recipes.md: each ruleset is clean and plays to its end, its scenarios hold, and it does what
its chapter says, told from outside of the ruleset."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.check import check_text
from rulewright.engine.contract import Game, State
from rulewright.scenario import run_scenarios

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "recipes.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\S.*)\n((?:.*\n)*?)```$", PAGE, re.M)
RULESETS = {re.findall(r"^game: (\w+)$", text, re.M)[0]: text for kind, text in BLOCKS if kind == "yaml"}
CHAPTERS = re.findall(r"^## (.+)$", PAGE, re.M)

#: What is seen just before a move: the table, who moves, and the move by its parameters.
Seen = tuple[State, int, str, dict[str, Any]]


def game_of(name: str, players: int | None = None, backend: Any = "python") -> Game:
    ruleset, found = check_text(RULESETS[name])
    assert not found
    assert ruleset is not None
    return Game(ruleset, players, backend=backend)


def random_game(
    game: Game, seed: int, watch: Callable[[State, int, str, dict[str, Any]], None] | None = None
) -> State:
    """A game of random moves to its end, with a look at the table before each of them."""
    dice = random.Random(seed)
    state = game.start(seed=seed)
    while not state.over:
        seat = dice.choice(sorted(state.awaited))
        move = dice.choice(state.legal(seat))
        if watch is not None:
            watch(state, seat, move.action, dict(move.params))
        state.play(move, seat)
    assert state.fault is None
    return state


def test_the_page_is_what_it_says() -> None:
    assert {kind for kind, _ in BLOCKS} == {"yaml", "yaml scenarios"}
    listed = re.findall(r"\[([^\]]+)\]\(#[\w-]+\)", PAGE.split("\n## ")[0])
    assert listed == CHAPTERS
    # One ruleset each, but for the chapter that goes on with the first.
    assert len(RULESETS) == len(CHAPTERS) - 1
    for page in ("language.md", "../README.md"):
        assert "recipes.md" in (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RULESETS)
def test_compiled_and_evaluated_it_is_the_same_game(name: str) -> None:
    ruleset, _ = check_text(RULESETS[name])
    assert ruleset is not None
    for players in range(ruleset.players[0], ruleset.players[1] + 1):
        one, other = (random_game(game_of(name, players, way), players) for way in ("python", "reference"))
        assert one.log == other.log
        assert one.scores() == other.scores()
        assert one.view(None) == other.view(None)


def test_the_scenarios_hold(tmp_path: Path) -> None:
    (text,) = (text for kind, text in BLOCKS if kind == "yaml scenarios")
    (tmp_path / "open_way.yaml").write_text(RULESETS["open_way"], encoding="utf-8")
    (tmp_path / "open_way.scenarios.yaml").write_text(text, encoding="utf-8")
    report = run_scenarios(tmp_path / "open_way.yaml")
    assert report.results
    assert report.passed, report.sink.diagnostics


def reaches_east(stones: set[str]) -> bool:
    """Whether the free spaces of the five columns join column a to column e."""
    waiting = [f"a{rank}" for rank in range(1, 6) if f"a{rank}" not in stones]
    seen = set(waiting)
    while waiting:
        column, rank = ord(waiting[-1][0]), int(waiting.pop()[1])
        if column == ord("e"):
            return True
        for c, r in ((column - 1, rank), (column + 1, rank), (column, rank - 1), (column, rank + 1)):
            space = f"{chr(c)}{r}"
            if ord("a") <= c <= ord("e") and 1 <= r <= 5 and space not in stones | seen:
                seen.add(space)
                waiting.append(space)
    return False


def test_the_way_stays_open() -> None:
    game = game_of("open_way")

    def watch(state: State, seat: int, action: str, params: dict[str, Any]) -> None:
        stones = set(state.view(None)["variables"]["stone"])
        spaces = {f"{column}{rank}" for column in "abcde" for rank in range(1, 6)}
        fits = {space for space in spaces - stones if reaches_east(stones | {space})}
        assert {move.params["c"] for move in state.legal()} == fits

    end = random_game(game, 1, watch)
    stones = set(end.view(None)["variables"]["stone"])
    # At the end only a way of five spaces or more is left, of which none may be closed.
    assert reaches_east(stones)
    assert all(
        not reaches_east(stones | {f"{c}{r}"})
        for c in "abcde"
        for r in range(1, 6)
        if f"{c}{r}" not in stones
    )


@pytest.mark.parametrize("players", [2, 3, 5])
def test_who_is_out_is_asked_again_in_the_next_round(players: int) -> None:
    first: dict[int, int] = {}

    def watch(state: State, seat: int, action: str, params: dict[str, Any]) -> None:
        seen = state.view(None)["variables"]
        out = {int(player) - 1 for player in seen["out"]}
        number = 1 + sum(seen[f"rounds_won[{player}]"] for player in range(1, players + 1))
        if first.setdefault(number, seat) == seat and number not in begun:
            begun.add(number)
            assert not out
        assert seat not in out
        assert len(out) <= players - 2

    begun: set[int] = set()
    end = random_game(game_of("out_for_a_round", players), 4, watch)
    assert first == {number: number % players for number in (1, 2, 3)}
    assert sum(end.scores()) == 3


def test_each_ship_is_on_one_board() -> None:
    def watch(state: State, seat: int, action: str, params: dict[str, Any]) -> None:
        zones = state.view(None)["zones"]
        assert sum(zone["count"] for zone in zones.values()) == 4
        on_sea = {name[6:-1] for name, zone in zones.items() if name.startswith("sails[") and zone["count"]}
        sunk = state.view(None)["variables"]
        for move in state.legal():
            if move.action == "sail":
                assert move.params["c"] not in on_sea
                assert move.params["c"] not in sunk[f"sunk[{2 - seat}]"]
            elif move.action == "put_to_sea":
                assert move.params["c"][1:] == "1"

    end = random_game(game_of("two_boards"), 2, watch)
    zones, sunk = end.view(None)["zones"], end.view(None)["variables"]
    for seat in (1, 2):
        afloat = sum(
            zone["components"] == [f"ship of {seat}"]
            for name, zone in zones.items()
            if name.startswith("sails[")
        )
        assert end.scores()[seat - 1] == afloat + len(sunk[f"sunk[{seat}]"])


def test_secrets_come_out_at_the_end() -> None:
    def watch(state: State, seat: int, action: str, params: dict[str, Any]) -> None:
        for other in range(4):
            view = state.view(other)
            seen = {name: zone for name, zone in view["zones"].items() if "components" in zone}
            mine = [name for name, zone in seen.items() if name.startswith("secret[") and zone["components"]]
            assert mine == [f"secret[{other + 1}]"]
            accused = [name for name in view["variables"] if name.startswith("accused")]
            assert accused == [f"accused[{other + 1}]"]

    end = random_game(game_of("secrets"), 3, watch)
    roles = [zone["components"] for name, zone in end.view(None)["zones"].items() if name.startswith("open[")]
    assert sorted(role for (role,) in roles) == ["loyal", "loyal", "loyal", "spy"]
    spy = roles.index(["spy"])
    caught = sum(end.scores()[seat] for seat in range(4) if seat != spy)
    assert end.scores()[spy] == 3 - caught


def test_partners_share_what_they_win() -> None:
    scores = random_game(game_of("partners"), 5).scores()
    assert scores[0] == scores[2]
    assert scores[1] == scores[3]
    assert scores[0] + scores[1] == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_turns_changes(players: int) -> None:
    moves: list[tuple[int, str]] = []
    random_game(
        game_of("changing_order", players),
        6,
        lambda state, seat, action, params: moves.append((seat, action)),
    )
    coins = [0] * players
    at = 0
    for _ in range(3):
        order = sorted(range(players), key=lambda seat: (coins[seat], seat))
        assert [seat for seat, _ in moves[at : at + players]] == order
        at += players
        for seat in order:
            coins[seat] += 2
    expected, way = min(range(players), key=lambda seat: (coins[seat], seat)), 1
    for seat, action in moves[at:]:
        assert seat == expected
        way = -way if action == "turn_round" else way
        expected = (seat + way) % players
    assert len(moves) == 3 * players + 8


@pytest.mark.parametrize("players", [2, 4])
def test_the_highest_bid_is_paid(players: int) -> None:
    money, worth = [12] * players, [0] * players
    bids: list[tuple[int, int, int]] = []

    def settle(before: tuple[int, int, int] | None) -> None:
        if before is not None:
            seat, bid, lot = before
            money[seat] -= bid
            worth[seat] += lot

    last: list[tuple[int, int, int] | None] = [None]
    lots: list[str] = []

    def watch(state: State, seat: int, action: str, params: dict[str, Any]) -> None:
        (lot,) = state.view(None)["zones"]["offered"]["components"]
        if not lots or lots[-1] != lot:
            settle(last[0])
            last[0] = None
            lots.append(lot)
        if action == "bid_more":
            assert last[0] is None or int(params["n"]) > last[0][1]
            last[0] = (seat, int(params["n"]), int(lot.split()[1]))
            bids.append(last[0])

    end = random_game(game_of("auction", players), 8, watch)
    settle(last[0])
    assert bids
    assert len(lots) == 4
    assert end.scores() == [m + w for m, w in zip(money, worth, strict=True)]


@pytest.mark.parametrize("players", [2, 4])
def test_rounds_are_scored_by_what_was_shown(players: int) -> None:
    shown: list[tuple[int, str]] = []
    end = random_game(
        game_of("scored_rounds", players),
        9,
        lambda state, seat, action, params: shown.append((seat, params["c"].split(" (")[0])),
    )
    points = [0] * players
    for number in range(3):
        part = Counter(shown[number * 3 * players : (number + 1) * 3 * players])
        assert part.total() == 3 * players
        for colour in ("red", "green", "blue"):
            most = max(part[seat, colour] for seat in range(players))
            for seat in range(players):
                points[seat] += part[seat, colour] if part[seat, colour] == most else 0
    assert end.scores() == points


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_chosen_at_once_is_not_seen(players: int) -> None:
    laid: list[tuple[int, int]] = []

    def watch(state: State, seat: int, action: str, params: dict[str, Any]) -> None:
        for other in range(players):
            zones = state.view(other)["zones"]
            assert all(zones[f"down[{p + 1}]"]["count"] == 0 for p in range(players))
        laid.append((seat, int(params["c"])))

    end = random_game(game_of("at_once", players), 10, watch)
    prizes = [0] * players
    for number in range(6):
        cards = dict(laid[number * players : (number + 1) * players])
        assert len(cards) == players
        most = [seat for seat, value in cards.items() if value == max(cards.values())]
        if len(most) == 1:
            prizes[most[0]] += 1
    assert end.scores() == prizes
