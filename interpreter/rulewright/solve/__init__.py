"""Exact answers about small games: what best play is worth, what uniform random play leads to.

``graph`` walks the positions of a game, ``components`` puts them in an order in which values can be reckoned,
``values`` reckons best play and random play over them. Where something is hidden from a player, positions are
not what players decide on: ``sequence_form`` solves those games over information sets, by linear programming.
"""

from rulewright.solve.graph import Graph, TooLarge, explore
from rulewright.solve.values import BestPlay, RandomPlay, best_play, random_play

__all__ = ["BestPlay", "Graph", "RandomPlay", "TooLarge", "best_play", "explore", "random_play"]
