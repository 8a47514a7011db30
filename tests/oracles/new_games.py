"""Random games of OpenSpiel, played again with the rulesets as they come.

    python tests/oracles/new_games.py [FILE ...] [--games 200] [--seed 1]

The recorded games in traces/ are few and fixed; with the extra `oracles` any number of new ones is played by OpenSpiel itself,
written down in the same form, and replayed in the same way: the same seats, the same legal moves, the same returns.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any

from replays import Recorded, recorded, replay


def random_game(theirs: Any, seed: int) -> str:
    """A line of a recording (see replays) of one uniform random game."""
    rng = random.Random(seed)
    state = theirs.new_initial_state()
    steps: list[list[Any]] = []
    while not state.is_terminal():
        seat = state.current_player()
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            outcome = rng.choices(outcomes, weights)[0]
            steps.append([-1, outcome, state.action_to_string(-1, outcome), len(outcomes)])
            state.apply_action(outcome)
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(p) for p in range(theirs.num_players())]
            chosen = [rng.choice(actions) for actions in legal]
            texts = [state.action_to_string(p, action) for p, action in enumerate(chosen)]
            steps.append([-2, chosen, texts, legal])
            state.apply_actions(chosen)
        else:
            legal = state.legal_actions()
            action = rng.choice(legal)
            steps.append([seat, action, state.action_to_string(seat, action), legal])
            state.apply_action(action)
    return json.dumps({"seed": seed, "steps": steps, "returns": state.returns()})


def their_game(kind: Recorded) -> Any:
    """The game of a recording, as OpenSpiel has it."""
    import pyspiel

    return pyspiel.load_game(json.loads(kind.lines[0])["game"])


def compare(kind: Recorded, games: int, seed: int) -> int:
    """Plays so many games side by side; the number of decisions in them. Fails where they differ."""
    theirs, ours = their_game(kind), kind.playing()
    return sum(replay(kind, random_game(theirs, seed + number), ours) for number in range(games))


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="recordings in traces/ (default: all)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for kind in recorded():
        if not args.files or kind.file in args.files:
            made = compare(kind, args.games, args.seed)
            print(f"{kind.file}: {args.games} games, {made:,} decisions, no difference")


if __name__ == "__main__":
    main()
