"""``rulewright perft``: exact counts over the tree of a game."""

from __future__ import annotations

import argparse
from typing import Any

from rulewright.cli.games import add_command, add_game, load, make_game, positive
from rulewright.cli.output import table, write, write_json

_DESCRIPTION = """
Counts the sequences of decisions of a game, every outcome of chance included.
Such numbers are published for many games: one legal move too many shows up at
once. --complete walks the whole tree of a small game and counts its histories,
positions, and what each seat can tell apart (information sets).
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
    """Prints the counts."""
    from rulewright.engine.perft import explore, perft

    ruleset = load(args.game, args.data)
    if args.complete:
        tree = explore(make_game(args, ruleset, traced=True), args.depth, information=True)
        counts = {
            "histories": {"decision": tree.decision, "chance": tree.chance, "end": tree.terminal},
            "positions": {"by_depth": [len(p) for p in tree.positions], "distinct": tree.distinct_positions},
            "information_sets": [len(sets) for sets in tree.information_sets],
        }
        write_json(counts) if args.json else write(_complete(counts))
        return 0
    found = perft(make_game(args, ruleset), args.depth or 3)
    if args.json:
        write_json({"nodes": list(found.nodes), "ended": list(found.terminal)})
        return 0
    rows = [
        [str(depth), f"{nodes:,}", f"{ended:,}"]
        for depth, (nodes, ended) in enumerate(zip(found.nodes, found.terminal, strict=True), 1)
    ]
    write(table(("depth", "sequences", "ended"), rows, right=(0, 1, 2)))
    return 0


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
