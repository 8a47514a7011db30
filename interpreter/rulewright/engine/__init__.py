"""Playing a checked ruleset: the contract, chance, sight, logs, and the ways of running behind one
interface."""
