"""Prints what the oracles give and what the rulesets give, side by side.

python tests/oracles/table.py [GAME ...] [--quick]

Ends with 1 if a row differs. `--quick` leaves out the rows that take more than a few seconds.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from oracle_rows import Mean, Row, said  # noqa: E402

from rulewright.engine.shipped import shipped_rulesets  # noqa: E402


def games() -> list[str]:
    """The games that have rows: the rulesets that ship and have a module of their name here."""
    return sorted(name for name in shipped_rulesets() if (HERE / f"{name}.py").exists())


def rows(name: str) -> list[Row]:
    """The rows of a game."""
    found: list[Row] = importlib.import_module(name).ROWS
    return found


def lines(name: str, quick: bool) -> Iterator[tuple[str, bool]]:
    for row in rows(name):
        if quick and row.slow:
            continue
        ours = row.ours()
        met = row.oracle.met(ours)
        word = ("within" if isinstance(row.oracle, Mean) else "equal") if met else "DIFFERENT"
        columns = (str(row.oracle), said(ours))
        if met:
            # Long lists that are equal need not be read to their ends.
            columns = tuple(text if len(text) <= 24 else f"{text[:21]}..." for text in columns)
        yield f"{name:23}{row.quantity:48}{columns[0]:>24}  {columns[1]:>24}  {word}", met


def main() -> int:
    parser = argparse.ArgumentParser(description="What the oracles give, and what the rulesets give.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--quick", action="store_true", help="without the slow rows")
    args = parser.parse_args()
    print(f"{'game':23}{'quantity':48}{'oracle':>24}  {'ours':>24}")
    different = 0
    for name in args.games or games():
        for line, met in lines(name, args.quick):
            print(line, flush=True)
            different += not met
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
