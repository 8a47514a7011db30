"""Gin rummy: random play, and play that knocks whenever it may and is random otherwise; a tie scores nothing in both."""

from __future__ import annotations

from typing import Any

from oracle_rows import Mean, Row, play

SEED = 2026
GAMES = 200_000
#: The oracle's games, of random players and of those who knock.
THEIRS, KNOCKING = 40_000, 20_000

QUANTITIES = {
    "taken": ("takes", 0, 60),
    "drawn": ("31 - size(stock)", 0, 31),
    "chance": ("52 - size(stock)", 21, 52),
    "knock": ("if knocker is none then 0 else 1", 0, 1),
    "no knock": ("if knocker is none then 1 else 0", 0, 1),
    "wall": ("if passes = 4 then 1 else 0", 0, 1),
    "twice": ("if knocker is none and returned = 2 then 1 else 0", 0, 1),
    "fiftieth": ("if upcards = 50 then 1 else 0", 0, 1),
    "first wins": ("if knocker is none or outcome(nth(player, 1)) <= 0 then 0 else 1", 0, 1),
    "second wins": ("if knocker is none or outcome(nth(player, 2)) <= 0 then 0 else 1", 0, 1),
    "return": ("if knocker is none then 0 else score(knocker)", -150, 150),
    "after": ("after", 0, 50),
}


def count_in_play(document: dict[str, Any]) -> None:
    """Variables that count what no last position tells, and a name for the result."""
    document["variables"] |= {"takes": "0..60", "after": "0..50"}
    document["define"]["outcome(player p)"] = document["result"]["score"].replace("me", "p")
    actions = document["actions"]
    actions["take"]["do"].append("add 1 to takes")
    for name in ("discard", "lay", "lay_off", "enough"):
        actions[name]["do"].append("add (if knocker is none then 0 else 1) to after")


def always_knock(document: dict[str, Any]) -> None:
    """Who may knock has no other choice."""
    count_in_play(document)
    document["actions"]["discard"]["when"] = "knocker is not none or not can(me, knock)"
    document["actions"]["pass"]["when"] = "passes < 2 or size(stock) = 2 and not can(me, knock)"


TIES = {"equal_deadwood": "nothing"}
RANDOM = play("gin_rummy", GAMES, SEED, QUANTITIES, readings=TIES, change=count_in_play)
KNOCK = play("gin_rummy", GAMES, SEED, QUANTITIES, readings=TIES, change=always_knock)

ROWS = [
    Row("random play: decisions", Mean(110.754, 0.132, THEIRS), RANDOM["moves"], slow=True),
    Row("random play: chance events", Mean(48.006, 0.030, THEIRS), RANDOM["chance"], slow=True),
    Row("random play: discards taken", Mean(27.497, 0.044, THEIRS), RANDOM["taken"], slow=True),
    Row("random play: drawn from the stock", Mean(27.006, 0.030, THEIRS), RANDOM["drawn"], slow=True),
    Row("random play: ends by a knock", Mean(0.0202, 0.0007, THEIRS), RANDOM["knock"], slow=True),
    Row(
        "random play: else at the wall",
        Mean(0.8823, 0.0016, THEIRS),
        RANDOM.share("wall", "no knock"),
        slow=True,
    ),
    Row(
        "random play: else by a card twice",
        Mean(0.1123, 0.0016, THEIRS),
        RANDOM.share("twice", "no knock"),
        slow=True,
    ),
    Row(
        "random play: else fifty taken",
        Mean(0.0055, 0.0004, THEIRS),
        RANDOM.share("fiftieth", "no knock"),
        slow=True,
    ),
    Row("random play: first wins", Mean(0.0110, 0.0005, THEIRS), RANDOM["first wins"], slow=True),
    Row("random play: second wins", Mean(0.0092, 0.0005, THEIRS), RANDOM["second wins"], slow=True),
    Row(
        "random play: return of a knock",
        Mean(50.67, 0.47, THEIRS),
        RANDOM.share("return", "knock"),
        slow=True,
    ),
    Row("knocking: decisions", Mean(104.526, 0.227, KNOCKING), KNOCK["moves"], slow=True),
    Row("knocking: chance events", Mean(46.236, 0.056, KNOCKING), KNOCK["chance"], slow=True),
    Row("knocking: ends by a knock", Mean(0.1411, 0.0025, KNOCKING), KNOCK["knock"], slow=True),
    Row("knocking: first wins", Mean(0.0706, 0.0018, KNOCKING), KNOCK["first wins"], slow=True),
    Row("knocking: second wins", Mean(0.0705, 0.0018, KNOCKING), KNOCK["second wins"], slow=True),
    Row(
        "knocking: return of a knock", Mean(50.63, 0.25, KNOCKING), KNOCK.share("return", "knock"), slow=True
    ),
    Row(
        "knocking: decisions after a knock",
        Mean(6.906, 0.017, KNOCKING),
        KNOCK.share("after", "knock"),
        slow=True,
    ),
]
