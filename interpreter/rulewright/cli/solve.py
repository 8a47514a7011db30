"""``rulewright solve``: what a small game is worth, and what uniform random play of it leads to."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command, add_game, load, make_game, positive
from rulewright.cli.output import counted, note, on_terminal, table, write, write_json

if TYPE_CHECKING:
    from rulewright.engine.contract import Game
    from rulewright.solve import Graph, RandomPlay
    from rulewright.solve.sequence_form import Equilibrium, SequenceForm

#: Positions, or histories of a game in which something is hidden, that are walked before giving up.
LIMIT = 200_000

#: Fractions with longer denominators are shown as decimal numbers only.
_READABLE = 10**9

_DESCRIPTION = """
Reckons a small game to its end: all positions, the law of uniform random play
(exact fractions where no position can come again), and what best play is worth
to the first seat. Where both players see everything, each first move gets its
value, by going back from the ends (by value iteration where play can go round
in circles; play without an end counts as a draw). Where something is hidden,
the value of a two-player game comes from a linear program over information
sets, and --strategy shows what to play (this needs: pip install
'rulewright[solve]').

Values are scores if the scores of the two always add up to nothing, else 1 for
a win and -1 for a loss.
"""

_EXAMPLES = """
  rulewright solve tic_tac_toe
  rulewright solve pig --data short.yaml     where short.yaml says  winscore: 20
  rulewright solve kuhn_poker --strategy
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "solve", "the exact value of a small game", _DESCRIPTION, _EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--limit", type=positive, default=LIMIT, metavar="N",
        help=f"positions or histories to walk before giving up (default: {LIMIT:,})",
    )  # fmt: skip
    parser.add_argument(
        "--strategy",
        action="store_true",
        help="best play at each information set of a game with something hidden",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints what was found."""
    from rulewright.solve import TooLarge, explore, random_play
    from rulewright.solve.graph import Faulty

    ruleset = load(args.game, args.data)
    if args.backend == "reference":
        raise CommandError("solve runs compiled rulesets: --backend python or native")
    game = make_game(args, ruleset)
    if args.strategy and game.players != 2:
        raise CommandError("--strategy is for two players")
    found: dict[str, Any] = {"game": ruleset.id, "players": game.players}
    try:
        graph = explore(game, args.limit, _progress if on_terminal(sys.stderr) else None)
        _cleared()
        found |= {"positions": len(graph), "hidden": graph.hidden, "random": random_play(graph)}
        if game.players == 2 and not graph.hidden:
            found["best"] = _best(game, graph)
        elif game.players == 2:
            found["hidden_best"] = _hidden(args, game)
    except TooLarge as error:
        _cleared()
        raise CommandError(
            f"{ruleset.id} is too large to be solved: {error} (--limit allows more)", 1
        ) from None
    except Faulty as error:
        raise CommandError(
            f"{ruleset.id} has no value, for some play of it ends in a fault: {error}", 1
        ) from None
    write_json(_plain(found, args.strategy)) if args.json else write(_told(found, args.strategy))
    return 0


def _progress(positions: int) -> None:
    sys.stderr.write(f"\r{positions:,} positions")
    sys.stderr.flush()


def _cleared() -> None:
    if on_terminal(sys.stderr):
        sys.stderr.write("\r" + " " * 30 + "\r")


def _best(game: Game, graph: Graph) -> dict[str, Any]:
    from rulewright.engine.moves import name_moves
    from rulewright.solve import best_play
    from rulewright.solve.values import EQUAL

    best = best_play(graph)
    made: dict[str, Any] = {"value": best.value, "passes": best.passes}
    node = graph.roots[0][0]
    if len(graph.roots) == 1 and graph.first_moves[0]:
        seat = graph.seat[node]
        named = name_moves(game.words, game.actions, seat, graph.first_moves[0], None)
        top = (max if seat == 0 else min)(best.first[0])
        made["first_moves"] = [
            {"move": move.canonical, "value": value, "best": abs(value - top) <= EQUAL}
            for move, value in zip(named, best.first[0], strict=True)
        ]
    return made


def _hidden(args: argparse.Namespace, game: Game) -> dict[str, Any] | None:
    """The value of a game of two in which something is hidden; None without the solver."""
    from importlib.util import find_spec

    from rulewright.solve.sequence_form import sequence_form, solve

    if find_spec("scipy") is None:
        reason = "the value of a game with something hidden needs scipy: pip install 'rulewright[solve]'"
        if args.strategy:
            raise CommandError(reason)
        note(f"rulewright: {reason}")
        return None
    form = sequence_form(game.twin(traced=True), args.limit)
    return {"form": form, "equilibrium": solve(form)}


def _strategies(form: SequenceForm, equilibrium: Equilibrium) -> list[tuple[int, str, dict[str, float]]]:
    from rulewright.solve.telling import known

    told = [
        (seat, known(information.seen, seat), dict(zip(information.moves, chances, strict=True)))
        for seat in (0, 1)
        for information, chances in zip(form.sets[seat], equilibrium.strategies[seat], strict=True)
    ]
    return sorted(told, key=lambda row: row[:2])


def _number(value: float | Fraction) -> str:
    # Rounded first: what is nothing has no sign.
    return f"{round(float(value), 12) + 0.0:.12f}"


def _fraction(value: float | Fraction) -> str:
    readable = isinstance(value, Fraction) and value.denominator <= _READABLE
    return str(value) if readable else ""


def _told(found: dict[str, Any], strategy: bool) -> str:
    seats = range(1, found["players"] + 1)
    law: RandomPlay = found["random"]
    hidden = "something is hidden" if found["hidden"] else "nothing is hidden"
    players = counted(found["players"], "player")
    parts = [f"{found['game']}, {players}: {found['positions']:,} positions, {hidden}.", ""]
    rows: list[tuple[str, float | Fraction]] = [(f"seat {s} wins alone", law.wins[s - 1]) for s in seats]
    rows += [("shared, or nobody wins", law.shared)]
    if any(law.scores):
        rows += [(f"mean score of seat {s}", law.scores[s - 1]) for s in seats]
    rows += [("mean number of decisions", law.moves)]
    cells = [[name, _fraction(value), _number(value)] for name, value in rows]
    parts += [table(("random play", "exactly", ""), cells, right=(1, 2))]
    best = found.get("best")
    if best is not None:
        parts += [f"Best play is worth {_number(best['value'])} to seat 1.", ""]
        if "first_moves" in best:
            moves = [
                [m["move"], _number(m["value"]), "best" if m["best"] else ""] for m in best["first_moves"]
            ]
            parts += [table(("first move", "value to seat 1", ""), moves, right=(1,))]
    if found.get("hidden_best"):
        parts += _told_hidden(found["hidden_best"], strategy)
    elif found["players"] > 2:
        parts += ["Best play is reckoned for two players only."]
    return "\n".join(parts)


def _told_hidden(hidden: dict[str, Any], strategy: bool) -> list[str]:
    form, equilibrium = hidden["form"], hidden["equilibrium"]
    sets = " and ".join(f"{len(s):,}" for s in form.sets)
    parts = [
        f"Histories: {form.chance:,} of chance, {form.decisions:,} decisions, {form.ends:,} ends; "
        f"information sets: {sets}.",
        f"Best play is worth {_number(equilibrium.value)} to seat 1 (right to {equilibrium.error:.0e}).",
    ]
    if strategy:
        lines = [
            [str(seat + 1), what, move, f"{chance:.6f}"]
            for seat, what, chances in _strategies(form, equilibrium)
            for move, chance in chances.items()
        ]
        parts += ["", table(("seat", "knows", "move", "probability"), lines, right=(3,))]
    return parts


def _plain(found: dict[str, Any], strategy: bool) -> dict[str, Any]:
    law: RandomPlay = found["random"]

    told: dict[str, Any] = {k: found[k] for k in ("game", "players", "positions", "hidden")}
    told["random"] = {
        "wins": [float(w) for w in law.wins],
        "shared": float(law.shared),
        "scores": [float(s) for s in law.scores],
        "decisions": float(law.moves),
        "exact": {
            "wins": [str(w) for w in law.wins],
            "shared": str(law.shared),
            "scores": [str(s) for s in law.scores],
            "decisions": str(law.moves),
        }
        if law.exact
        else None,
    }
    if "best" in found:
        told["best"] = found["best"]
    hidden = found.get("hidden_best")
    if hidden:
        form, equilibrium = hidden["form"], hidden["equilibrium"]
        told["best"] = {"value": equilibrium.value, "error": equilibrium.error}
        told["histories"] = {"decision": form.decisions, "chance": form.chance, "end": form.ends}
        told["information_sets"] = [len(s) for s in form.sets]
        if strategy:
            told["strategies"] = [
                {"seat": seat + 1, "knows": what, "moves": chances}
                for seat, what, chances in _strategies(form, equilibrium)
            ]
    return told
