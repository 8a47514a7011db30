"""Why a move is legal or not, what a decision offers, what a move led to, and what ended a game.

The rules are asked in the plain evaluator, condition by condition in the order of play, and the first that
fails is told with the values of its parts and the line where it stands. For a player at the table only what
that seat sees is looked at.
"""
