"""What authors write where the language has another form: one line for each slip, with what is right.

Each line is looked for in the string that can't be read, in which a bar (``¦``) stands before the word where
the parser stopped. So a line can ask for what came before that word and what follows it; its text is filled
with what was found. The first that fits is said. They are written for what people bring along: other
programs, other languages, and plain English.
"""

from __future__ import annotations

import re
from typing import Final

#: Kinds of strings that declare something with a type.
_DECLARED: Final = "type variable table signature parameters"

#: Kinds of strings that hold expressions, alone or among other things.
_EXPRESSIONS: Final = "expression arguments step pick for turns rank template times"

_NAME = r"(\w+(?:\[[^\]]*\])?)"
_CALLED = r"(\w+(?:\[[^\]]*\]|\([^)]*\))?)"

#: A value as long as its words hang together: a name with its fields, indexes and arguments.
_VALUE = r"((?:(?:left|right) of )?\w+(?:\.\w+|\[[^\]]*\]|\([^)]*\))*)"

#: What may follow a name that isn't a value: the words that end one.
_WORD = r"(?!(?:and|or|not|in|is|then|else|where|by|for|from|to|if|until|while)\b)"

#: Kinds ("" for all), a pattern, and what is right (groups of the pattern as in ``re``).
_SLIPS: Final[tuple[tuple[str, str, str], ...]] = (
    # --- sizes, ranges, types
    (_DECLARED + " expression", r"(\w+)\.\.¦\. ?(\w+)", r"a range is written with two points: \1..\2"),
    ("players", r"^\s*\w*[a-z].* ¦", "write numbers in digits, for instance 2..4"),
    ("players", r"^\s*(\d+) ?¦?,.*¦?.*?(\d+)\s*$", r"write: \1..\2"),
    ("players", r"^\s*(\d+)\s*\.\.\s*¦?$", r"say how many at most, for instance \1..6"),
    ("players", r"^\s*(\d+)\+\s*¦", r"say how many at most, for instance \1..6"),
    ("size", r"^\s*1 ?¦\.\. ?(\w+)", r"write how many: \1"),
    ("size", r"^\s*(\w+?)\s*¦[xX×]\s*(\w+)\s*$", r"write: \1 by \2"),
    ("players", r"^\s*(\d+)\s*¦to\s+(\d+)", r"write: \1..\2"),
    ("players", r"^\s*(\d+)¦? (?:¦)?(?:or|and) (\d+)", r"write: \1..\2"),
    ("players", r"^\s*¦?\w+.*players?", "write a number or a range, for instance 2..4"),
    (
        _DECLARED + " expression",
        r"(\d+) ¦to (\d+)",
        r"a range is written with two points, for instance \1..\2",
    ),
    (_DECLARED, r"\w ¦to\b", "a range is written with two points, for instance 2..4"),
    (_DECLARED, r"^\s*none ¦or (\w+)(.*)$", r"write: \1 or none\2"),
    (_DECLARED, r"^\s*(\w+)¦\?", r"what may be none is written: \1 or none"),
    (_DECLARED, r"^\s*(\d+)\s*[-–]\s*(\d+)\s*¦(.*)$", r"write: \1..\2 \3"),
    (_DECLARED, r"^\s*(\d+)\s*¦-\s*(\d+)(.*)$", r"write: \1..\2\3"),
    (_DECLARED, r"^\s*\d+\s*¦(per\b.*)?$", r"a number has a range, for instance 0..100 \1"),
    (_DECLARED, r"^\s*\d+\s*¦,", "a number has a range, for instance 0..100"),
    (_DECLARED + " zone", r"^\s*(.*?)\s*¦for each (\w+)(.*)$", r"write: \1 per \2\3"),
    (_DECLARED + " zone", r"\bper each ¦(\w+)", r"write: per \1"),
    (_DECLARED + " zone", r"\bper \w+ ¦per (\w+)", r"several indexes are joined with 'and': per ... and \1"),
    (_DECLARED, r"^\s*(?:list|array|sequence) ¦of (\w+)\s*$", r"write: set of \1"),
    (
        _DECLARED,
        r"^\s*(?:list|array|sequence) ¦of (.*)$",
        r"a list has an index for each entry: TYPE per 1..5",
    ),
    (
        "variable",
        r"^\s*(.*?),?\s*¦(?::=|=|start(?:ing|s)? at|start|initially|init|begins at)\s*(-?\w+)",
        r"write: \1, starts at \2",
    ),
    ("variable", r"¦(?::=|=)", "what it begins with: ..., starts at 0"),
    ("variable zone", r"^(.*?)\s*,\s*¦per (.*)$", r"the indexes come before the comma: \1 per \2"),
    (_DECLARED + " zone", r"\band per ¦(\w+)", r"'per' is said once: per ... and \1"),
    ("variable zone", r"^(.*?)\s*¦(?:on|for|at|in|by|of) (?:each |every )?(\w+)(.*)$", r"write: \1 per \2\3"),
    (_DECLARED, r"^\s*\w+\.\w+\s*¦", "write the type that the field has: its range, or the name of its enum"),
    ("variable", r"[^,] ¦(starts at|seen by)", r"a comma goes before it: ..., \1 ..."),
    # --- zones
    ("zone", r"^\s*¦(?:deck|stack|draw pile|heap|discard) of (.*)$", r"write: pile of \1"),
    ("zone", r"^\s*¦(?:list|line|sequence|queue|array) of (.*)$", r"write: row of \1"),
    ("zone", r"^\s*¦(?:bag|hand|group|collection|pool|cards?) of (.*)$", r"write: set of \1"),
    ("zone", r"^\s*¦(?:space|cell|square|spot|place) of (.*)$", r"write: slot of \1"),
    ("zone", r"^\s*(pile|row|set|slot)\s*¦\s*$", r"say of what: \1 of TYPE, seen by everyone"),
    ("zone", r"^\s*(pile|row|set|slot) ¦(\w+)(.*)$", r"write: \1 of \2\3"),
    ("zone", r"^\s*¦(\w+)( per .*| ?,.*)?$", r"a zone begins with its kind, for instance: set of \1\2"),
    ("zone variable", r"seen by ¦(?:all|anyone|anybody|public|any)\b", "write: seen by everyone"),
    (
        "zone variable",
        r"seen by ¦(?:me|self|player|players|the owner)\b",
        "write: seen by owner, or seen by everyone",
    ),
    ("zone variable", r"seen by ¦(?:none|no one|noone|nobody else)\b", "write: seen by nobody"),
    (
        "zone variable",
        r"¦(?:visible|shown|known|open) (?:to|for|by) (owner|everyone|nobody)\b",
        r"write: seen by \1",
    ),
    (
        "zone variable",
        r"¦(?:visible|shown|known|open) (?:to|for|by) (?:me|players?)\b",
        "write: seen by owner",
    ),
    ("zone variable", r"¦(?:visible|public|open|face up|shown)\b", "write: seen by everyone"),
    ("zone variable", r"¦(?:hidden|secret|face down|closed)\b", "write: seen by nobody, or seen by owner"),
    ("zone variable", r"¦private\b", "write: seen by owner"),
    ("zone", r"¦(?:max|maximum|limit|up to|size|capacity)\s*(?:of|=)?\s*(\d+)", r"write: at most \1"),
    # --- components
    ("make", r"^\s*(\w+) (?:¦)?(?:for )?¦?(?:each|every) players?¦?\s*¦?(.*)$", r"write: \1 per player \2"),
    ("make", r"^\s*(\w+) ¦each\s*$", r"write: \1 per player"),
    ("make", r"^(.*?)\bfor ¦(\w+) in\b", r"write: \1 for each \2 in ..."),
    ("make", r"for each (\w+) ¦?(?:and|,) ?¦?(\w+)", r"name each of them: for each x in \1, y in \2"),
    ("make", r"^\s*(\d+) ¦(?:of )?(?:each|every) (\w+)", r"write: \1 for each x in \2 with FIELD = x"),
    ("make", r"^\s*(\d+) ¦of\b", r"write: \1"),
    ("make", r"^\s*(\d+) per ¦(\w+)", r"write: \1 for each x in \2 with FIELD = x"),
    ("make", r"^\s*(\d+) ¦for (\w+) in\b", r"write: \1 for each \2 in ..."),
    ("make", r"^\s*(\d+) for each ¦?(\w+)\s*¦?(?:with|where|$)", r"name each of them: for each x in \2"),
    ("make", r"¦and\b", "settings are separated by commas: with FIELD = VALUE, FIELD = VALUE"),
    # --- loops, turns, choices
    (
        "turns",
        r"^\s*¦(?:all|each|every) players?,?\s+(until .*|while .*|\w+ rounds.*|at most .*|once round)$",
        r"write: from nth(player, 1), \1",
    ),
    ("for", r"^\s*(\w+) in (\w+) ¦to (\w+)", r"write: \1 in \2..\3"),
    ("turns", r"for ¦(\w+) rounds?", r"write: ..., \1 rounds"),
    ("turns", r",\s*(?:forever|endless\w*)\s*¦", "leave it out: turns go on until something stops them"),
    ("turns", r"^\s*¦(\w+ rounds?\b.*|until .*|while .*|once round.*)$", r"write: from nth(player, 1), \1"),
    ("turns", r"^\s*¦(?:starting|beginning|start|begin) (?:with|at|from) (.*)$", r"write: from \1"),
    ("turns", r"¦to\b", "turns go round from one player: from nth(player, 1), once round"),
    ("times", r"^\s*at ¦least (\w+)", r"say how many at most too, for instance \1..10"),
    ("pick", r"^\s*(\w+) ¦from (.*)$", r"write: \1 in \2"),
    ("pick", r"^\s*(\d+) ¦\w+ (?:from|in|of) (.*)$", r"write: \1 of \2"),
    ("pick", r"^\s*(\d+) ¦(\w.*)$", r"write: \1 of \2"),
    ("pick", r"^\s*(?:any|some|one|each|a|an|the) ¦(\w+) (?:in|from) (.*)$", r"write: \1 in \2"),
    ("pick", r"¦(?:with|if|when|such that|having)\b", "a condition follows 'where'"),
    ("pick", r"^(.*?), ?¦(.*)$", r"a condition follows 'where': \1 where \2"),
    ("for", r"^\s*(?:each|every|all) ¦(\w+) in (.*)$", r"write: \1 in \2"),
    ("for", r"^\s*(?:each|every|all) ¦(\w+)", r"name each of them: x in \1"),
    ("for", r"^\s*(\w+)¦?\s*$", r"name each of them: x in \1"),
    ("for", r"^\s*(\w+) ¦(?:=|from|of|:=)\s*(\d+)\s*(?:to|\.\.)\s*(.+)$", r"write: \1 in \2..\3"),
    ("for", r"^\s*(\w+) ¦(?:=|:=|of)\s*(.+)$", r"write: \1 in \2"),
    ("for", r"¦(?:if|when|with|such that)\b", "a condition follows 'where'"),
    ("for", r"¦(?:sorted|ordered|order) by\b", "write: ... by VALUE"),
    ("turns", r"^\s*¦(?:all|each|every) players?\b", "write: from nth(player, 1), once round"),
    (
        "turns",
        r"^\s*from .*[^,] ¦(once round|until|while|at most|\d+ rounds?)",
        r"a comma goes before it: ..., \1",
    ),
    ("turns", r"¦for (\w+) rounds?", r"write: ..., \1 rounds"),
    ("turns", r"¦(?:clockwise|to the left)", "turns always go to the left: leave it out"),
    ("turns", r"¦forever|¦endless", "leave it out: turns go on until something stops them"),
    ("turns", r"\b1 ¦round\b", "write: once round"),
    ("turns", r"(\w+) ¦(?:round|turns?)\b", r"write: \1 rounds, or: at most \1"),
    ("turns", r"^\s*(?:player ¦(\d+)|¦player (\d+))", r"write: from nth(player, \1\2)"),
    ("times", r"^\s*¦up to (\w+)|^\s*up ¦to (\w+)", r"write: 0..\1\2"),
    ("times", r"^\s*at ¦most (\w+)|^\s*¦at most (\w+)", r"write: 0..\1\2"),
    ("times", r"^\s*(\w+) ¦(?:or|to|-) (\w+)", r"write: \1..\2"),
    ("times", r"^\s*(\w+) ¦times?\b", r"write: \1"),
    ("times", r"^\s*¦(?:unlimited|many)", "write: any"),
    ("rank", r"^\s*¦(?:most|max|maximum|best|largest|biggest|descending|desc)\s+(.*)$", r"write: highest \1"),
    ("rank", r"^\s*¦(?:least|min|minimum|fewest|smallest|ascending|asc)\s+(.*)$", r"write: lowest \1"),
    ("rank", r"^\s*¦h\w*\s+([\w(].*)$", r"write: highest \1"),
    ("rank", r"^\s*¦lo\w*\s+([\w(].*)$", r"write: lowest \1"),
    ("rank", r"^\s*¦(.+)$", r"write: highest \1, or: lowest \1"),
    # --- steps
    (
        "step",
        r"^\s*move (?:every )?(\w+) ¦where\b",
        r"write a loop, - for: x in \1 where C, and under its 'do:' - move x to ZONE",
    ),
    (
        "step",
        r"^\s*move (\w+) ¦(\w+) from box (.*)$",
        r"say of which kind: - for: k in \2, and under its 'do:' - move \1 of k from box \3",
    ),
    ("step", r"^\s*run (\w+)\s*\(\s*¦\)", r"without parentheses: run \1"),
    ("step", r"^\s*deal (\w+) ¦\w+ to\b", r"say from where and to which zone: deal \1 from ZONE to ZONE"),
    ("step", r"^\s*(shuffle|deal|roll|show)\s*¦\s*$", r"say what: \1 NAME"),
    ("step", r"^\s*(\w+(?:\[[^\]]*\])?)\+¦\+", r"write: add 1 to \1"),
    ("step", r"^\s*move (?:a|an|one) ¦\w+ from (.*)$", r"write: move 1 from \1"),
    (
        "step",
        r"^\s*move ¦?(?:the )?¦?(top|bottom|first|last) of (\w+(?:\[[^\]]*\])?) ¦to (.*)$",
        r"write: move \1(\2) to \3",
    ),
    (
        "step",
        r"^\s*move the ¦?(top|bottom|first|last) (?:card |one )?(?:of |from |in )?" + _NAME + " to (.*)$",
        r"write: move \1(\2) to \3",
    ),
    ("step", r"^\s*let (\w+)¦(\[[^\]]*\])\s*:?=\s*(.*)$", r"a variable is set without 'let': \1\2 := \3"),
    ("step", r"^\s*add (.+?) ¦\w+ to\b", r"write: add \1 to VARIABLE"),
    ("step", r":=\s*roll ¦(.+)$", r"write: ... := random \1"),
    ("step", r"^\s*deal (\w+) ¦\w+ from (.*)$", r"write: deal \1 from \2"),
    ("step", r"^\s*deal (\w+) ¦to (\w+)", r"say from where: deal \1 from ZONE to \2"),
    ("step", r"^\s*deal (.*) to (\w+)\s*¦\[", r"each player is dealt to: write 'to \2', without an index"),
    (
        "step",
        r"^\s*deal (.*) to (?:each|every|all|the) ¦",
        r"say to which zone of each player: deal \1 to hand",
    ),
    ("step", r"^\s*deal (.+ from .+)¦\s*$", r"say where to: deal \1 to ZONE"),
    ("step", r"^\s*move (\w+) ¦\w+ from (.*)$", r"write: move \1 from \2"),
    ("step", r"^\s*move all ¦\w+ from (.*)$", r"write: move all from \1"),
    ("step", r"^\s*move all ¦", "write: move every TYPE to ZONE, or: move all from ZONE to ZONE"),
    (
        "step",
        r"^\s*move (top|bottom|first|last) ¦(?:of |card of |from )?(\w+(?:\[[^\]]*\])?)",
        r"write: move \1(\2)",
    ),
    (
        "step",
        r"¦(?:into|onto|in|on|under|at)\b(?!\s*\w+\s*where)",
        "where it goes follows 'to': move c to ZONE",
    ),
    ("step", r"^\s*move (.+ from .+)¦\s*$", r"say where to: move \1 to ZONE"),
    ("step", r"^\s*move [^¦]+¦\s*$", "say where to: move c to ZONE"),
    ("step", r"^\s*stop (?:the )?¦?(?:the )?¦?(game|turns?|play)\b", "write: stop game, or: stop turns"),
    ("step", r"^\s*roll ¦?(?:1|one) ?d ?(\d+)\b", r"write: let x = random 1..\1"),
    (
        "step",
        r"^\s*roll ¦?(?:\d+|two|three|four|five|six) ?d ?(\d+)\b",
        r"dice are a variable, for instance dice: 1..\1 per 1..2, and all are rolled with: roll dice",
    ),
    (
        "step",
        r"^\s*roll ¦?(?:\d+|two|three|four|five|six|all|both|the) ¦?dice\b",
        "dice are a variable, for instance dice: 1..6 per 1..2, and all are rolled with: roll dice",
    ),
    ("step", r"^\s*roll ¦?(\d+\.\.\d+|\d+)", "write: let x = random 1..6; 'roll' is for variables: roll die"),
    ("step", r"^\s*add (.+) ¦(?:in|into|on)\b", r"write: add \1 to ..."),
    ("step", r"^\s*add [^¦]+¦\s*$", "say what it is added to: add 1 to VARIABLE"),
    ("step", r"^\s*let (\w+) ¦:=\s*(.*)$", r"write: let \1 = \2; a variable is set without 'let'"),
    ("step", r"^\s*let (\w+) ¦(?:be|is|to)\s+(.*)$", r"write: let \1 = \2"),
    ("step", r"¦;", "each step is an item of its own, beginning with a dash"),
    # --- comparisons
    (
        _EXPRESSIONS,
        r"(?<!\w)\((\w+) in ([^()¦]+) ¦where ((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)",
        r"those that fit are written: set(\1 for \1 in \2 where \3)",
    ),
    (
        _EXPRESSIONS,
        r"\bfor (\w+) in ([^¦]+?) ¦for (\w+) in\b",
        r"'for' is said once: for \1 in \2, \3 in ...",
    ),
    (
        "expression",
        r"^(?!\s*if\b|.*\bif\b)(.*?)\s*¦then (.+)$",
        r"what happens stands under 'then:', with a dash: - \2",
    ),
    (_EXPRESSIONS, r"(\w+)\(\s*¦\)", r"without parentheses: \1"),
    (_EXPRESSIONS, r"\belse (.+?) ¦then\b", r"write: else if \1 then ... else ..."),
    (_EXPRESSIONS, r"\bnext ¦(\w+)", r"of a player write: left of \1; of an enum's value: next(\1)"),
    (_EXPRESSIONS, r"\bprevious ¦(\w+)", r"of a player write: right of \1; of an enum's value: previous(\1)"),
    (
        _EXPRESSIONS,
        r"(?:^|\b(?:and|or|where|if) |\()\s*(?:is )?¦?not ¦?(empty|none) ¦?" + _VALUE,
        r"write: \2 is not \1",
    ),
    (
        _EXPRESSIONS,
        r"(?:^|\b(?:and|or|where|if) |\()\s*(?:is )?¦?(empty|none) ¦?" + _WORD + _VALUE,
        r"write: \2 is \1",
    ),
    (_EXPRESSIONS, _WORD + _VALUE + r" ¦(?:not|isnt|aint) (empty|none)\b", r"write: \1 is not \2"),
    (_EXPRESSIONS, _WORD + _VALUE + r" ¦(?:not|isnt|aint) " + _WORD + _VALUE, r"write: \1 != \2"),
    (
        _EXPRESSIONS,
        r"\b(if|then|else|where|for|by|and|or|in|div|mod|from|to|of|let|move) "
        r"is (?:¦not|not ¦|¦(?:empty|none))",
        r"'\1' is a word of the language, which can't be a name",
    ),
    (_EXPRESSIONS, r"is ¦in\b", "write 'in', without 'is'"),
    (_EXPRESSIONS, r"is not ¦in\b", "write 'not in', without 'is'"),
    (_EXPRESSIONS, r"is (?:greater|more|bigger|larger|higher) ¦than\b", "write >"),
    (_EXPRESSIONS, r"is (?:less|fewer|smaller|lower) ¦than\b", "write <"),
    (_EXPRESSIONS, r"is (?:at ¦least|¦at least)\b|¦at least\b", "write >="),
    (_EXPRESSIONS, r"is (?:at ¦most|¦at most)\b", "write <="),
    (_EXPRESSIONS, r"is (?:not )?¦(\d+)", r"a number is compared with = or !=, for instance = \1"),
    (_EXPRESSIONS, r"¦equals?\b", "write ="),
    (_EXPRESSIONS, _NAME + r" ¦(?:contains|has|includes) " + _CALLED, r"write: \2 in \1"),
    (_EXPRESSIONS, r"\bin (\w+) ?¦, ?(\w+(?:, ?\w+)*)", r"write: in [\1, \2]"),
    (_EXPRESSIONS, r"\bin ¦\{(.*?)\}", r"write: in [\1]"),
    (_EXPRESSIONS, r"\bis not in ¦|\bis ¦not in\b", "write 'not in', without 'is'"),
    (_EXPRESSIONS, r"\bis in ¦", "write 'in', without 'is'"),
    (_EXPRESSIONS, r"\bis ¦" + _NAME + r" (empty|none)\b", r"write: \1 is \2"),
    (_EXPRESSIONS, _NAME + r" ¦(empty|none)\b", r"write: \1 is \2"),
    (_EXPRESSIONS, r"\bmy ¦(\w+)", r"write: \1[me]"),
    (_EXPRESSIONS, r"\b(\w+) ¦of me\b", r"write: \1[me]"),
    (
        _EXPRESSIONS,
        r"\b(?:exists|some)\((\w+) in ([^()¦]*) ¦where ([^()]*)\)",
        r"write: any(\3 for \1 in \2)",
    ),
    (_EXPRESSIONS, r"\b(any|all)\((\w+) in ([^()¦]*) ¦where ([^()]*)\)", r"write: \1(\4 for \2 in \3)"),
    (
        _EXPRESSIONS,
        r"\brandom ¦(\w+ ?\.\. ?\w+) (<=|>=|!=|=|<|>) (\w+)",
        r"chance is a step of its own: let x = random \1 before this, and here: x \2 \3",
    ),
    (_EXPRESSIONS, r"\brandom ¦(\w+ ?\.\. ?\w+)", r"chance is a step of its own: let x = random \1"),
    (
        "expression arguments pick for turns rank times",
        r"\b(?:roll|throw) ¦",
        "chance is a step of its own: let x = random 1..6",
    ),
    (_EXPRESSIONS, r"\brandom ¦", "chance is a step of its own: let x = random 1..6"),
    (_EXPRESSIONS, r"\b\d+\.¦\d+\b", "there are no fractions: numbers are whole"),
    (_EXPRESSIONS, r"\breturn ¦", "leave out 'return'"),
    ("expression", r"\b(highest|lowest) ¦(.*)$", r"an order of the players stands under 'rank:': - \1 \2"),
    ("expression", r"^\s*(\w+) ¦times\s*$", r"write: \1"),
    (_EXPRESSIONS, r"¦(?:contains|has|includes)\b", "write: x in DOMAIN"),
    (_EXPRESSIONS, r"¦between (\w+) and (\w+)", r"write: in \1..\2"),
    (_EXPRESSIONS, r"\bis between ¦(\w+) and (\w+)", r"write: in \1..\2"),
    (_EXPRESSIONS, r"¦(?:exists?|is present)\b", "write: is not none, or: is not empty"),
    (_EXPRESSIONS, r"¦≥", "at least is written >="),
    (_EXPRESSIONS, r"¦≤", "at most is written <="),
    (_EXPRESSIONS, r"¦≠", "unequal is written !="),
    (_EXPRESSIONS, r"¦×", "times is written *"),
    # --- players, words in front
    (_EXPRESSIONS, r"\bplayer ¦(\d+)", r"write: nth(player, \1)"),
    (_EXPRESSIONS, r"\bfirst ¦player\b", "write: nth(player, 1)"),
    (_EXPRESSIONS, r"\blast ¦player\b", "write: nth(player, number of players)"),
    (_EXPRESSIONS, r"\b(?:next|following) ¦player\b", "write: left of me"),
    (_EXPRESSIONS, r"\b(?:previous|preceding) ¦player\b", "write: right of me"),
    (_EXPRESSIONS, r"\b(?:current|active|this) ¦player\b", "write: me"),
    (_EXPRESSIONS, r"\b(?:number|count|size) ¦of " + _NAME, r"write: size(\1)"),
    (_EXPRESSIONS, r"\b(top|bottom|first|last) ¦of " + _NAME, r"write: \1(\2)"),
    (_EXPRESSIONS, r"\b(top|bottom|first|last) ¦card\b", r"write: \1(ZONE)"),
    (_EXPRESSIONS, r"\b(?:the|a|an) ¦(\w+)", r"write '\1', without an article"),
    (_EXPRESSIONS, r"(\w+)¦\+\+", r"write: add 1 to \1"),
    (_EXPRESSIONS, r"^\s*(.+?)\s*¦\?\s*(.+?)\s*:\s*(.+)$", r"write: if \1 then \2 else \3"),
    (_EXPRESSIONS, r"¦\?", "a choice of two values is written: if C then A else B"),
    (_EXPRESSIONS, r"\bno ¦(\w+)", r"write: \1 is empty, or: not any(C for x in \1)"),
    (_EXPRESSIONS, r"¦(?:unless|except)\b", "write: and not ..."),
    (_EXPRESSIONS, r"\b\d¦?d(\d+)\b", r"write: random 1..\1"),
)

#: The beginning of a step that is none, and what is right.
_STEPS: Final[tuple[tuple[str, str], ...]] = (
    (
        r"(?:break|exit|return|end|leave)\s*",
        "the innermost loop is left with: stop; the game ends with: stop game",
    ),
    (
        r"(?:put|place|give|draw|return|push|lay|transfer|discard|remove)\s+(\d+|all)\s+\w+\s+(from\s+\S+)",
        r"write: move \1 \2 to ZONE",
    ),
    (
        r"(?:put|place|give|draw|return|push|lay|transfer|discard|remove)\s+(\d+)\s+\w+\s+to\s+.*",
        r"write: move \1 from ZONE to ZONE",
    ),
    (
        r"(?:put|place|give|draw|return|push|lay|transfer|discard|remove)\s+(\d+|all)\s+\w+\s+(from\s+.+)",
        r"write: move \1 \2",
    ),
    (r"set\s+(.+?)\s+(?:to|=)\s*(.+)", r"write: \1 := \2"),
    (r"(?:increase|increment|raise)\s+(.+?)\s+by\s+(.+)", r"write: add \2 to \1"),
    (r"(?:increase|increment|raise)\s+(.+)", r"write: add 1 to \1"),
    (r"(?:decrease|decrement|reduce|lower)\s+(.+?)\s+by\s+(.+)", r"write: take \2 from \1"),
    (r"(?:decrease|decrement|reduce|lower)\s+(.+)", r"write: take 1 from \1"),
    (r"subtract\s+(.+?)\s+from\s+(.+)", r"write: take \1 from \2"),
    (r"(\w+(?:\[[^\]]*\])?)\s*\+\+", r"write: add 1 to \1"),
    (r"(\w+(?:\[[^\]]*\])?)\s*--", r"write: take 1 from \1"),
    (r"(?:reset|clear)\s+(.+)", r"write: \1 := 0, or: move all from \1 to ZONE"),
    (r"(?:put|place|give|draw|return|push|lay|transfer|discard|remove)\s+(.+\bto\s+.+)", r"write: move \1"),
    (
        r"(?:put|place|give|push|lay|transfer)\s+(.+?)\s+(?:in|into|on|onto|at)\s+(.+)",
        r"write: move \1 to \2",
    ),
    (r"draw\s+(\d+)\b.*", r"write: move \1 from ZONE to ZONE"),
    (
        r"(?:put|place|give|draw|return|push|lay|transfer|discard|remove)\b.*",
        "components are moved: move c to ZONE",
    ),
    (r"(?:end|finish|quit|exit|leave)\s+(?:the\s+)?game\b.*", "write: stop game"),
    (
        r"(?:end|finish|quit|exit|leave)\s+(?:the\s+|my\s+)?turns?\b.*",
        "a turn ends with its list of steps; all turns end with: stop turns",
    ),
    (
        r"(?:continue|skip|pass|nothing|next)\b.*|[Nn]ull|nil|[Nn]one|noop|~",
        "a list of steps that does nothing is written: []",
    ),
    (r"(?:call|do|execute|perform|invoke)\s+(.+)", r"write: run \1"),
    (r"throw\s+(.+)", r"write: roll \1"),
    (r"(?:reveal|display|flip)\s+(.+)", r"write: show \1"),
    (r"(?:print|say|announce|message)\b.*", "what players read stands under 'say:' of an action"),
    (r"(?:ask|offer)\b.*", "a choice is a mapping: - choose: [ACTION, ACTION]"),
    (r"(?:eliminate|knock out)\s+(.+)", r"write: drop out \1"),
    (
        r"swap\s+(.+?)\s+(?:and|with)\s+(.+)",
        r"write three steps: let old = \1, then \1 := \2, then \2 := old",
    ),
    (
        r"(if|while|for|repeat|turns|choose|together)\b.*",
        r"this step is a mapping: the colon follows the word, '\1: ...'",
    ),
    (
        r"(?:each |every |the |all )?(?:players?|me)\s+(?:chooses?|plays?|picks?)\s+(\w+)",
        r"a choice is a mapping: - choose: [\1]",
    ),
    (r"else\b.*", "'else:' is a key of the step with 'if:'"),
    (r"(?:win|winner|lose)\b.*", "who wins is said under 'result:'; to end the game, write: stop game"),
)

_STEPS_COMPILED: Final = tuple((re.compile(rf"\s*{p}\s*", re.DOTALL), right) for p, right in _STEPS)

_COMPILED: Final = tuple((frozenset(k.split()), re.compile(p, re.DOTALL), right) for k, p, right in _SLIPS)

_COMPARE = r"(?:<=|>=|!=|<|>|=)"


def slip(kind: str, text: str, start: int) -> str | None:
    """What is right instead of the slip at ``text[start:]`` in a string read as ``kind``; none if it is none
    of these."""
    barred = f"{text[:start]}¦{text[start:]}"
    for kinds, pattern, right in _COMPILED:
        if kind in kinds or not kinds:
            found = pattern.search(barred)
            if found is not None:
                return " ".join(found.expand(right).replace("¦", "").split())
    return _chained(text[:start], text[start:])


def step_slip(text: str) -> str | None:
    """What is right instead of a step that begins with no word of a step; none if it is none of these."""
    for pattern, right in _STEPS_COMPILED:
        found = pattern.fullmatch(text)
        if found is not None:
            return " ".join(found.expand(right).split())
    return None


def _chained(before: str, after: str) -> str | None:
    """For a comparison after a comparison."""
    sign = re.match(_COMPARE, after)
    left = re.split(r"\b(?:and|or|not|where|if|then|else|for|while|until)\b|[(,]", before)[-1].strip()
    first = re.search(rf"(.+?)\s*({_COMPARE})\s*(.+)", left)
    if sign is None or first is None:
        return None
    right = re.match(rf"{_COMPARE}\s*(-?\w+(?:\[[^\]]*\])?)\s*(?:$|and\b|or\b|then\b|[,)])", after)
    if right is None:
        return "comparisons don't chain: join two of them with 'and'"
    low, sign_1, middle = first.groups()
    sign_2, high = sign.group(), right.group(1)
    if low.isdecimal() and high.isdecimal() and {sign_1, sign_2} <= {"<", "<="}:
        lowest = int(low) + (sign_1 == "<")
        highest = int(high) - (sign_2 == "<")
        if lowest <= highest:
            return f"comparisons don't chain; write: {middle} in {lowest}..{highest}"
    return f"comparisons don't chain; write: {left} and {middle} {sign_2} {high}"
