"""Rulesets made at random, to be played in all ways of running.

What they say is nonsense, but each construct of the language occurs in surroundings that nobody would think of:
piles that are looked at in the middle of a condition, loops that change what they walk, decisions inside of loops inside
of procedures. A grammar of templates writes the text; what the checker then doesn't like is replaced by something plain,
line by line, until it is a ruleset.

In a template ``{kind}`` stands for something of that kind; ``<kind>`` for a new name of a local of that kind, which may
occur in all of the template but where it says ``{!kind}``. ``@`` before a template: only in rulesets that may go wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from rulewright.check import check_text
from rulewright.ruleset.model import Ruleset

HEAD = """\
rulewright: 1
game: made_at_random
title: Made at random
players: 2..3
enums:
  suit: [clubs, hearts, spades]
  metal: [gold, silver]
boards:
  cell:
    grid: 3 by 2
  way:
    track: 5
tables:
  worth:
    table: 0..9 per suit
    entries: {clubs: 1, hearts: 4, spades: 9}
  holes:
    table: 1..5 per 1..4
    values: [5, 4, 3, 2]
rulings:
  odd:
    question: Odd?
    readings:
      yes_: Odd
      no_: Even
    chosen: yes_
components:
  card: {}
  red:
    is: card
    fields:
      num: 1..5
      suit: suit
    make: REDS for each k in suit, i in 1..2 with num = i, suit = k
  blue:
    is: card
    fields:
      num: 1..9
    make: 1 for each i in 1..BLUES with num = i + 2
  joker:
    is: card
    make: 2
  token:
    make: 2 per player
  coin:
    alike: true
    fields:
      metal: metal
    make: 4 for each k in metal with metal = k
zones:
  deck: pile of card, seen by nobody
  mill: pile of card, seen by nobody, refilled from bag
  open_pile: pile of card, seen by everyone
  bag: set of card, seen by everyone
  hand: set of card per player, seen by owner, at most LIMIT
  line: row of card per suit, seen by everyone, at most LIMIT
  place: slot of card per cell, seen by everyone
  stand: set of token per cell, seen by everyone
  home: set of token per player, seen by everyone
  purse: set of coin per player, seen by everyone
  mark: slot of coin per card, seen by everyone
variables:
  n: 0..99
  m: -20..20 per player
  fav: suit or none
  cs: set of card
  ps: set of player
  nums: set of 1..70
  q: 1..6 per suit
  c0: card or none
  who: player
  own: player or none per card
  cl: cell
  wy: way
  flag: boolean
"""

GRAMMAR: dict[str, list[str]] = {
    "num": [
        *("0", "1", "2", "3", "5", "7", "n", "m[{player}]", "q[{suit}]", "worth[{suit}]", "number of players"),
        *("{num} + {num}", "{num} - {num}", "{num} * {num}", "({num} + 3) div 2", "({num} - 4) mod 5"),
        *("@{num} div {num}", "@{num} mod {num}", "@holes[{num}]", "holes[2]", "-{num}", "abs({num})"),
        *("size({cards})", "size({coins})", "size({seats})", "(if {cond} then {num} else {num})"),
        *("min({num}, {num}, {num})", "max({num}, {num})", "seat({player})", "{red}.num", "rank({cell})"),
        *("sum({num} for <card> in {!cards} where {cond})", "sum({num} for <player> in {!seats})"),
        *("sum({num} for <coin> in {!coins})", "count(<card> in {!cards} where {cond})"),
        *("count(<red> in {!reds} where {cond})", "sum(1 for <suit> in suit, <cell> in cell where {cond})"),
        *("(min({num} for <card> in {!cards}) else {num})", "(max({num} for <suit> in suit where {cond}) else 2)"),
        *("(distance({cell}, {cell}) else 0)", "({way} - {way})", "twice({num})", "mix({player}, {suit})"),
        "walk(from {!cell}, up to 4, over <cell> in cell where {cond})",
        "walk(from {!cell}, up to {num}, over <cell> in cell where {cond}, ending <cell> in cell where {cond})",
    ],
    "cond": [
        *("{num} < {num}", "{num} >= {num}", "{num} = {num}", "{player} = {player}", "{suit} != {suit}", "flag"),
        *("{card} is red", "{card} is not joker", "{red}.suit = {suit}", "{red}.num = {num}", "{red}.num > 1"),
        *("{card} in {cards}", "{card} not in {cards}", "{cards} is empty", "{cards} meets {cards}", "cs = {cards}"),
        *("{num} in [{num}, {num}]", "{num} in nums", "{player} in {seats}", "c0 is none", "fav is not none"),
        *("odd = yes_", "mark[{card}] is not none", "place[{cell}] is none", "likes({card}, {player})"),
        *("({cond} and {cond})", "({cond} or {cond})", "not ({cond})", "can({player}, take, turn)"),
        *("any({cond} for <card> in {!cards})", "all({cond} for <red> in {!reds} where {cond})"),
        *("any({cond} for <suit> in suit, <card> in {!cards})", "all({cond} for <cell> in neighbours({!cell}))"),
    ],
    "player": [
        *("me", "me", "who", "left of {player}", "right of {player}", "nth(player, 2)", "@nth(player, {num})"),
        *("(own[{card}] else me)", "the(<token> in token where {cond}).owner", "(owner_of({card}) else {player})"),
    ],
    "suit": [
        *("clubs", "hearts", "spades", "(fav else {suit})", "next({suit})", "previous({suit})", "{red}.suit"),
        *("nth(suit, 2)", "@nth(suit, {num})"),
    ],
    "card": [
        *("{red}", "(c0 else {card})", "(find(<card> in {!cards} where {cond}) else {card})"),
        *("the(<card> in card)", "the(<card> in card by {num})", "(place[{cell}] else {card})"),
        *("@top(deck)", "@bottom(deck)", "@top(mill)", "@first(line[{suit}])", "@last(line[{suit}])"),
        *("@nth(deck, {num})", "@nth(line[hearts], {num})", "@the(<card> in {!cards} where {cond})"),
        "(if deck is empty then {card} else top(deck))",
    ],
    "red": ["the(<red> in red)", "(find(<red> in {!reds} where {cond} by {num} descending) else {red})"],
    "token": ["the(<token> in token where {cond})", "the(<token> in token)"],
    "cell": ["a1", "b2", "c1", "cl", "(step({cell}, north) else a1)", "nth(cell, 3)", "@nth(cell, {num})"],
    "way": ["wy", "nth(way, 2)", "@{way} + 1"],
    "coin": ["the(<coin> in coin)", "the(<coin> in coin where {cond})"],
    "cards": [
        *("bag", "deck", "open_pile", "mill", "card", "cs", "hand[{player}]", "line[{suit}]", "{reds}"),
        *("(hand[me] + bag)", "(bag - {card})", "[{card}, {card}]", "place[{cell}]"),
    ],
    "reds": ["red", "red in bag", "red in deck", "red in hand[{player}]", "red in line[{suit}]", "red in cs"],
    "seats": ["player", "ps", "[{player}, me]"],
    "coins": ["coin", "purse[{player}]"],
    "zone": ["deck", "mill", "open_pile", "bag", "hand[{player}]", "line[{suit}]", "place[{cell}]"],
    "end": [
        *("deck", "bag", "open_pile", "top of deck", "bottom of deck", "bottom of mill", "hand[{player}]"),
        *("start of line[{suit}]", "line[{suit}]", "place[{cell}]"),
    ],
    "step": [
        *("move {card} to {end}", "move all from {zone} to {end}", "move every red to {end}", "shuffle deck"),
        *("move every card in {zone} to {end}", "move every blue in {zone} to {end}", "shuffle mill"),
        *("@move 2 from {zone} to {end}", "move min(1, size(deck)) from deck to {end}", "move cs to {end}"),
        *("move min(2, size(bag)) random from bag to {end}", "@move 1 random from {zone} to {end}"),
        *("move {reds} to {end}", "@deal 1 from deck to hand starting with {player}", "@deal {num} from mill to hand"),
        *("move {token} to stand[{cell}]", "move all from stand[{cell}] to home[{player}]"),
        *("move every token in stand[{cell}] to home[me]", "move every coin to purse[{player}]"),
        *("move all from purse[{player}] to purse[{player}]", "@move {num} of {coin} from purse[me] to purse[who]"),
        *("@move 1 from purse[{player}] to mark[{card}]", "move mark[{card}] to purse[{player}]"),
        *("n := ({num}) mod 99", "@n := {num}", "@add {num} to n", "m[{player}] := ({num}) mod 19"),
        *("fav := {suit}", "fav := none", "cs := {cards}", "add {card} to cs", "take {card} from cs"),
        *("cs := set(<card> for <card> in {!cards} where {cond})", "nums := set(({num}) mod 70 + 1 for <card> in {!cards})"),
        *("add {player} to ps", "take {player} from ps", "q[{suit}] := ({num}) mod 6 + 1", "@q[{suit}] := {num}"),
        *("c0 := {card}", "c0 := none", "c0 := find(<card> in {!cards} where {cond})", "c0 := random card"),
        *("who := {player}", "who := random player", "@who := random {seats}", "own[{card}] := {player}"),
        *("own[{card}] := none", "cl := {cell}", "wy := {way}", "flag := {cond}", "roll q", "roll who", "roll cl"),
        *("roll flag", "show {cards}", "show {card} to {player}", "run fill({player}, {num})", "run tidy"),
        "@drop out {player}",
    ],
}  # fmt: skip

LOCALS = ("num", "player", "suit", "card", "red", "token", "cell", "coin")


class Maker:
    """Writes one ruleset. ``safe``: it tries not to go wrong."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.safe = self.random.random() < 0.7
        self.count = 0
        self.locals: list[tuple[str, str]] = []
        self.loops: list[str] = []
        self.asks = True

    def name(self) -> str:
        self.count += 1
        return f"x{self.count}"

    # --- text
    def some(self, kind: str, depth: int) -> str:
        """A text of a kind."""
        known = [name for name, of in self.locals if of == kind or (kind, of) == ("card", "red")]
        if known and self.random.random() < 0.45:
            return self.random.choice(known)
        templates = [t for t in GRAMMAR[kind] if not (self.safe and t.startswith("@"))]
        if not self.asks:
            templates = [t for t in templates if "can(" not in t and "run " not in t]
        if depth <= 0:
            templates = [t for t in templates if "{" not in t] or templates[:1]
        return self.write(self.random.choice(templates).removeprefix("@"), depth - 1)

    def write(self, template: str, depth: int) -> str:
        """A template with all that stands in it."""
        outside = re.sub(r"\{!(\w+)\}", lambda m: self.some(m[1], depth), template)
        mark = len(self.locals)
        for kind in dict.fromkeys(re.findall(r"<(\w+)>", outside)):
            name = self.name()
            self.locals.append((name, kind))
            outside = outside.replace(f"<{kind}>", name)
        whole = re.sub(r"\{(\w+)\}", lambda m: self.some(m[1], depth), outside)
        del self.locals[mark:]
        return whole

    # --- steps, as lines
    def steps(self, indent: int, depth: int, count: int) -> list[str]:
        mark = len(self.locals)
        lines: list[str] = []
        for _ in range(count):
            if self.random.random() < 0.12:
                kind, name = self.random.choice(["num", "card", "player", "suit", "cell"]), self.name()
                lines.append(f"{' ' * indent}- let {name} = {self.some(kind, 2)}")
                self.locals.append((name, kind))
            lines += self.step(indent, depth)
        del self.locals[mark:]
        return lines

    def step(self, indent: int, depth: int) -> list[str]:
        margin = " " * indent
        chosen = self.random.random()
        if depth <= 0 or chosen < 0.6:
            return [f"{margin}- {self.some('step', 2)}"]
        if chosen < 0.72:
            lines = [
                f"{margin}- if: {self.some('cond', 2)}",
                f"{margin}  then:",
                *self.steps(indent + 4, depth - 1, 2),
            ]
            if self.random.random() < 0.4:
                lines += [f"{margin}  else:", *self.steps(indent + 4, depth - 1, 1)]
            return lines
        if chosen < 0.88:
            return self.loop(indent, depth)
        if chosen < 0.91:
            target = self.random.choice([*self.loops, "game"])
            return [
                f"{margin}- if: {self.some('cond', 2)}",
                f"{margin}  then:",
                f"{margin}    - stop {target}",
            ]
        if not self.asks:
            return [f"{margin}- {self.some('step', 2)}"]
        return self.decision(indent)

    def loop(self, indent: int, depth: int) -> list[str]:
        margin, name = " " * indent, self.name()
        mark = len(self.locals)
        heads: list[Callable[[], str]] = [
            lambda: self.for_head(),
            lambda: self.for_head(),
            lambda: f"repeat: {self.some('num', 0)}",
            lambda: f"turns: from {self.some('player', 1)}, {self.random.choice(self.ends())}",
            lambda: "while: n < 6",
        ]
        head = self.random.choice(heads)()
        self.loops.append(name)
        body = self.steps(indent + 4, depth - 1, self.random.randrange(1, 3))
        self.loops.pop()
        del self.locals[mark:]
        if head.startswith("while"):
            # Nothing else sets what the loop counts by.
            body = [re.sub(r"\bn := .*", "n := n", line) for line in body] + [f"{margin}    - n := n + 1"]
        return [f"{margin}- {head}", f"{margin}  name: {name}", f"{margin}  do:", *body]

    def ends(self) -> list[str]:
        condition = self.some("cond", 1)
        return [
            "once round",
            "2 rounds",
            "at most 3",
            f"until {condition}, at most 4",
            f"while {condition}, 3 rounds",
        ]

    def for_head(self) -> str:
        domains = {
            "card": "{cards}",
            "red": "{reds}",
            "player": "player",
            "suit": "suit",
            "cell": "cell",
            "coin": "{coins}",
        }
        kind = self.random.choice(list(domains))
        domain = self.write(domains[kind], 1)
        name = self.name()
        self.locals.append((name, kind))
        start = f" from {self.some('player', 1)}" if kind == "player" and self.random.random() < 0.5 else ""
        where = f" where {self.some('cond', 1)}" if self.random.random() < 0.5 else ""
        by = f" by {self.some('num', 1)} descending" if self.random.random() < 0.3 else ""
        turned = " reversed" if self.random.random() < 0.2 else ""
        return f"for: {name} in {domain}{start}{where}{by}{turned}"

    def decision(self, indent: int) -> list[str]:
        margin = " " * indent
        chosen = self.random.random()
        if chosen < 0.1:
            return [f"{margin}- together: [{self.random.choice(['take', 'turn', 'turn, put'])}]"]
        if chosen < 0.2:
            return [
                f"{margin}- choose: [give]",
                f"{margin}  with: {self.some('num', 1)}, me",
                f"{margin}  otherwise:",
                f"{margin}    - n := 0",
            ]
        offered = ", ".join(
            self.random.sample(["take", "put", "turn", "pair", "rest"], self.random.randrange(1, 4))
        )
        lines = [f"{margin}- choose: [{offered}]"]
        if self.random.random() < 0.3:
            lines.append(f"{margin}  by: {self.some('player', 1)}")
        if self.random.random() < 0.3:
            lines.append(
                f"{margin}  times: {self.random.choice(['0..1', '2', 'any', '1..2', '0..n', 'as many as possible'])}"
            )
        if self.random.random() < 0.8:
            lines += [f"{margin}  otherwise:", f"{margin}    - {self.some('step', 1)}"]
        return lines

    # --- the ruleset
    def action(self, name: str, picks: list[str], given: str = "") -> list[str]:
        self.locals = [("number", "num"), ("whom", "player")] if given else []
        lines = [f"  {name}:", *([f"    with: {given}"] if given else [])]
        if self.random.random() < 0.3:
            lines.append(f"    when: {self.some('cond', 1)}")
        if picks:
            lines.append("    pick:")
        for pick in picks:
            parameter, kind = self.name(), pick.split()[0]
            text = self.write(pick.split(maxsplit=1)[1], 1)
            if "of " not in text:
                self.locals.append((parameter, kind))
                text += f" where {self.some('cond', 1)}" if self.random.random() < 0.5 else ""
                text += f", if possible {self.some('cond', 1)}" if self.random.random() < 0.3 else ""
            if kind in ("card", "red") and self.random.random() < 0.3:
                text += ", one of each kind"
            lines.append(f"      {parameter}: {text}")
        return [*lines, "    do:", *self.steps(6, 1, 2)]

    def lines(self) -> list[str]:
        number = self.random
        limit = 15 if self.safe else 4
        head = HEAD.replace("REDS", str(number.choice([1, 2, 12]))).replace(
            "BLUES", str(number.choice([3, 7]))
        )
        self.asks = False
        define = ["define:"]
        for signature, kind, known in (
            ("twice(integer a)", "num", [("a", "num")]),
            ("mix(player a, suit b)", "num", [("a", "player"), ("b", "suit")]),
            ("likes(card a, player b)", "cond", [("a", "card"), ("b", "player")]),
        ):
            self.locals = known
            text = self.some(kind, 1)
            for own in ("twice(", "mix(", "likes("):
                text = text.replace(own, "(0 + 0 * " if own != "likes(" else "(")
            define.append(f"  {signature}: {text}")
        define += ["  owner_of(card a): own[a]", "  asked: odd = yes_ or odd = no_"]
        picks = [
            "card {cards}",
            "red {reds}",
            "suit suit",
            "player {seats}",
            "cell cell",
            "num 0..3",
            "cell neighbours({cell})",
        ]
        actions = ["actions:"]
        for name in ("take", "put", "turn"):
            actions += self.action(name, number.sample(picks, number.randrange(0, 3)))
        size = number.choice(["2", "some", "1..2", "any"])
        actions += self.action(
            "pair", [f"card {size} of " + number.choice(["hand[me]", "red in bag", "line[clubs]"])]
        )
        actions += self.action("rest", [])
        actions += self.action("give", number.sample(picks, 1), "integer number, player whom")
        self.locals = [("a", "player"), ("b", "num")]
        procedures = ["procedures:", "  fill(player a, integer b):", "    do:", *self.steps(6, 1, 2)]
        self.locals = []
        procedures += ["  tidy:", "    do:", *self.steps(6, 1, 2)]
        self.asks = True
        procedures += ["  ask:", "    do:", *self.steps(6, 2, 2)]
        play = ["play:", f"  - turns: from nth(player, 1), at most {number.randrange(3, 8)}", "    do:"]
        play += [
            *self.steps(6, 2, number.randrange(4, 8)),
            "      - run ask",
            "      - choose: [take, put, turn, rest]",
        ]
        play += ["      - if: asked", "        then:", "          - n := 1"]
        setup = [
            "setup:",
            "  - move every card to deck",
            "  - shuffle deck",
            "  - move every coin to purse[nth(player, 1)]",
        ]
        result = ["result:", "  score: n + m[me]", "  rank:", "    - highest m[me]"]
        return [
            *head.replace("LIMIT", str(limit)).splitlines(),
            *define,
            *actions,
            *procedures,
            *setup,
            *play,
            *result,
        ]


PLAIN = {
    "- if:": "n < 50",
    "- repeat:": "2",
    "- while:": "n < 3",
    "- turns:": "from me, once round",
    "times:": "0..1",
    "by:": "me",
    "when:": "n < 90",
    "with:": "2, me",
}
"""What stands after these words when what stood there was wrong."""


def plainer(line: str, number: int) -> str:
    """Something in place of a line that is wrong."""
    margin, text = line[: len(line) - len(line.lstrip())], line.strip()
    for word, rest in PLAIN.items():
        if text.startswith(word):
            return f"{margin}{word} {rest}"
    if text.startswith("- for:"):
        return f"{margin}- for: y{number} in suit"
    if text.startswith(("- choose", "- together")):
        return f"{margin}- choose: [take, rest]"
    if text.startswith("- let "):
        return f"{margin}{text.split(' = ')[0]} = 2"
    if text.startswith("- "):
        return f"{margin}- n := 3"
    if margin == "  ":
        name = text.split(":")[0]
        return f"  {name}: {'n < 4' if name.startswith('likes') else '1'}"
    return f"{margin}{text.split(':')[0]}: suit"


def ruleset_at_random(seed: int) -> tuple[Ruleset | None, str]:
    """A ruleset and its text; none where it could not be mended."""
    lines = Maker(seed).lines()
    head = len(HEAD.splitlines())
    text = ""
    for _ in range(12):
        text = "\n".join(lines) + "\n"
        ruleset, diagnostics = check_text(text)
        if ruleset is not None:
            return ruleset, text
        wrong = {d.place.span.start.line - 1 for d in diagnostics if d.severity == "error" and d.place.span}
        mended = [plainer(line, i) if i in wrong and i >= head else line for i, line in enumerate(lines)]
        if mended == lines:
            break
        lines = mended
    return None, text
