"""``rulewright perft``: exact counts over the tree of a game."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from rulewright.cli.games import add_command, add_game, load, make_game, positive
from rulewright.cli.output import note, table, write, write_json

if TYPE_CHECKING:
    from rulewright.engine.contract import Game

#: What a command exits with that was interrupted.
INTERRUPTED = 130

#: A line of counts.
_ROW = "{:>5} {:>16} {:>16}"

_DESCRIPTION = """
Counts the sequences of decisions of a game, every outcome of chance included.
Such numbers are published for many games: one legal move too many shows up at
once. Each depth is shown when it is counted; ^C keeps those. --complete walks
the whole tree of a small game and counts its histories, positions, and what
each seat can tell apart (information sets).
"""

_EXAMPLES = """
  rulewright perft tic_tac_toe --depth 5
  rulewright perft kuhn_poker --complete
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "perft", "count the tree of a game exactly", _DESCRIPTION, _EXAMPLES)
    add_game(parser)
    parser.add_argument("--depth", type=positive, metavar="N", help="decisions to look ahead (default: 3)")
    parser.add_argument(
        "--complete", action="store_true", help="the whole tree, with positions and information sets"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the counts; 130 if interrupted, with those that were reached."""
    ruleset = load(args.game, args.data)
    if args.complete:
        return _whole(args, make_game(args, ruleset, traced=True))
    return _by_depth(args, make_game(args, ruleset))


def _by_depth(args: argparse.Namespace, game: Game) -> int:
    """A line for each depth, as soon as it is counted."""
    from rulewright.engine.perft import perft_by_depth

    found: list[tuple[int, int]] = []
    interrupted = False
    if not args.json:
        write(_ROW.format("depth", "sequences", "ended") + "\n" + "─" * len(_ROW.format("", "", "")))
    try:
        for nodes, ended in perft_by_depth(game, args.depth or 3):
            found.append((nodes, ended))
            if not args.json:
                write(_ROW.format(len(found), f"{nodes:,}", f"{ended:,}"))
                sys.stdout.flush()
    except KeyboardInterrupt:
        interrupted = True
    if args.json:
        counts = {"nodes": [n for n, _ in found], "ended": [e for _, e in found]}
        write_json(counts | ({"interrupted": True} if interrupted else {}))
    return _left(interrupted, f"Interrupted at depth {len(found) + 1}.")


def _whole(args: argparse.Namespace, game: Game) -> int:
    """The whole tree, or what of it was walked until an interrupt."""
    from rulewright.engine.perft import Tree, explore

    tree, interrupted = Tree(), False
    try:
        explore(game, args.depth, information=True, into=tree)
    except KeyboardInterrupt:
        interrupted = True
    counts: dict[str, Any] = {
        "histories": {"decision": tree.decision, "chance": tree.chance, "end": tree.terminal},
        "positions": {"by_depth": [len(p) for p in tree.positions], "distinct": tree.distinct_positions},
        "information_sets": [len(sets) for sets in tree.information_sets],
    }
    write_json(counts | ({"interrupted": True} if interrupted else {})) if args.json else write(
        _complete(counts)
    )
    return _left(interrupted, "Interrupted: these are counts of a part of the tree.")


def _left(interrupted: bool, text: str) -> int:
    """The exit status; says what an interrupt left."""
    if interrupted:
        note(text)
    return INTERRUPTED if interrupted else 0


def _complete(counts: dict[str, Any]) -> str:
    histories, positions, sets = counts["histories"], counts["positions"], counts["information_sets"]
    rows = [
        ["histories at which a player decides", f"{histories['decision']:,}"],
        ["histories at which chance decides", f"{histories['chance']:,}"],
        ["complete histories", f"{histories['end']:,}"],
        ["distinct positions", f"{positions['distinct']:,}"],
        *[[f"information sets of seat {seat}", f"{n:,}"] for seat, n in enumerate(sets, 1)],
    ]
    by_depth = [[str(depth), f"{n:,}"] for depth, n in enumerate(positions["by_depth"])]
    return (
        table(("", "count"), rows, right=(1,)) + "\n" + table(("depth", "positions"), by_depth, right=(0, 1))
    )
