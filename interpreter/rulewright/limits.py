"""How big anything may be: every limit of the language and its tools, in one place.

A ruleset may come from a stranger, so nothing in it may eat the machine: each size that an author controls
has a bound here, and the code that meets the bound reports it with its place instead of running on. The
numbers are round and far above what a real game needs (the largest rulesets so far have some 600 lines, 150
components and 200 spaces), yet small enough that the worst input that passes them all is handled in seconds
and in tens of megabytes. They are constants and not options: two installations must agree on which rulesets
are valid.
"""

from __future__ import annotations

from typing import Final

# --- the text of a ruleset ----------------------------------------------------------------------------------

MAX_FILE_BYTES: Final = 1_000_000
"""Size of one file in bytes. A 600-line ruleset has about 20 kB; checked before the file is read."""

MAX_DEPTH: Final = 100
"""Nesting of collections, aliases followed. Code that walks the tree recurses, and Python's stack ends at
1,000 frames; real rulesets reach about 12."""

MAX_NODES: Final = 100_000
"""Scalars and collections as written. A node costs about 500 bytes, so this is some 50 MB at worst."""

MAX_ALIAS_NODES: Final = 50_000
"""Nodes that aliases add when they are followed. Ten lines of aliases of aliases can mean a billion nodes."""

MAX_SCALAR_LENGTH: Final = 20_000
"""Code points of one scalar after decoding. DSL strings run to some 200, rules in prose to some 2,000."""

MAX_DIAGNOSTICS: Final = 200
"""Diagnostics kept of one run. One early mistake can cause thousands; nobody reads past the first screens."""

MAX_COMPARISONS: Final = 100_000
"""Names with which misspelt ones are compared, each time counted anew: a misspelt name costs as many as there
are, some hundreds."""

# --- the game it describes ----------------------------------------------------------------------------------

MAX_PLAYERS: Final = 16
"""Seats. A set of players fits a 16-bit mask, and every per-player zone is laid out for the most players."""

MAX_COMPONENTS: Final = 4096
"""Cards, tiles and pieces with an identity. Big collectible boxes hold about 1,000; an id stays within 12
bits."""

MAX_SPACES: Final = 1024
"""Spaces of all boards together. A Go board has 361; tables of neighbours and distances grow with the
square."""

MAX_TABLE_ENTRIES: Final = 65_536
"""Entries of one table. A table by two kinds of component fields has some hundreds."""

MAX_PATHS: Final = 64
"""Paths of one board. They are compared pair by pair, so that distances have one meaning; a river has two."""

MAX_SHAPE_STEPS: Final = 1_000
"""Steps of all shapes of one table together: each is walked from every space in every direction."""

MAX_SLOTS: Final = 65_536
"""Integers of the state vector. A state is copied at every node of a search: 64 Ki slots take microseconds
still."""

# --- the program made from it -------------------------------------------------------------------------------

MAX_EMITTED_LINES: Final = 20_000
"""Lines of the emitted program. A 500-line ruleset gives about 3,300; native compiling costs about 1 ms a
line."""

MAX_EMITTED_NODES: Final = 200_000
"""Expressions that are put into the program, each as often as it is written out, and statements. The largest
rulesets so far have some 4,000; fifty times as many take seconds."""

MAX_STEPS: Final = 1_000_000
"""Steps between two decisions. Play that runs longer is taken to be an endless loop and is a fault of the
ruleset."""

MAX_LEGAL_MOVES: Final = 16_384
"""Legal moves of one decision. The widest known (placing an obstacle in a hex game) has about 1,000."""

MAX_SUBSET_BASE: Final = 20
"""Things that a subset may be chosen from: 2 to the 20th is the million of the step limit."""

MAX_SEARCH_POSITIONS: Final = 100_000
"""Positions that looking ahead for one series of moves (core.Series) may look at. A double in backgammon
needs some thousands."""

MAX_OUTCOMES: Final = 1_000_000
"""Ways in which the chance of one step may fall out where all of them are counted: a deal of a whole pack has
more than can ever be counted."""

MAX_SERIES: Final = 150
"""Moves of such a series. Python's own stack bounds how far the reference evaluator can follow one."""

MAX_CALLS: Final = 30
"""Definitions, procedures and actions that lead to one another. The code that walks them recurses; rulesets
reach about 8."""

#: Levels of nesting in one string of the language: readable text has fewer than ten.
MAX_EXPRESSION_DEPTH = 60
