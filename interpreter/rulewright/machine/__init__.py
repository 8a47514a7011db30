"""What the ways of running have in common: the interface they implement, and the faults that end a game."""
