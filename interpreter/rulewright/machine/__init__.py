"""What every way of running has in common: the interface that the evaluator and the compiled program implement, and the
faults that can end a game."""
