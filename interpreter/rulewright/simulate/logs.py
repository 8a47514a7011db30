"""The log of one game of a run: the game is played once more, with everything recorded."""

from __future__ import annotations

from rulewright.compile import runtime
from rulewright.engine.contract import Game, State
from rulewright.simulate.report import game_seed
from rulewright.simulate.setting import Setting


def play_game(game: Game, setting: Setting, number: int) -> State:
    """Game ``number`` of the run, as ``runtime.playouts`` plays it, to where it ended."""
    seed = game_seed(setting, number)
    words = [0] * runtime.R_SPARE
    runtime.seed(words, seed >> 32, seed)
    state = game.start(seed)
    moves = 0
    while not state.over and moves < setting.max_moves:
        legal = state.legal(state.awaited[0])
        state.play(legal[runtime.policy(words, len(legal))])
        moves += 1
    return state
