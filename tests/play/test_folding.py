"""News in few lines: what is done to one piece after the other is told together, nothing else is."""

from __future__ import annotations

from rulewright.engine.contract import Game, load
from rulewright.engine.sight import Observation
from rulewright.play.narration import Narrator


class Table:
    """Tembo, with observations made by hand in its words."""

    def __init__(self) -> None:
        self.game = Game(load("tembo"))
        self.words = self.game.words
        self.animals = self.game.ruleset.components.ids(self.game.ruleset.zones["row"].element)

    def move(self, number: int, source: str, target: str) -> Observation:
        zones = self.words.zone_numbers
        return ("move", self.animals[number], 1, zones[source], zones[target])

    def owner(self, number: int, seat: int) -> Observation:
        variables = list(self.game.ruleset.variables)
        return ("set", variables.index("owner"), number, seat)

    def tell(self, *observations: Observation) -> list[str]:
        return Narrator(self.game, "en").tell(observations)

    def name(self, number: int) -> str:
        return self.words.names[self.animals[number]]


def test_pieces_that_go_the_same_way_are_told_together() -> None:
    table = Table()
    told = table.tell(
        table.move(0, "row[1]", "aside"), table.owner(0, -1),
        table.move(1, "row[1]", "aside"), table.owner(1, -1),
    )  # fmt: skip
    assert told[0] == f"  {table.name(0)}, {table.name(1)}: row[1] -> aside"
    assert told[1] == f"  owner[{table.name(0)}] = none, owner[{table.name(1)}] = none"
    assert len(told) == 2


def test_many_entries_with_one_value_are_counted() -> None:
    table = Table()
    assert table.tell(*(table.owner(n, -1) for n in range(5))) == ["  owner[5 × animal] = none"]
    assert "×" not in table.tell(*(table.owner(n, -1) for n in range(4)))[0]


def test_what_came_between_stays_between() -> None:
    """A piece that comes to a zone and goes on from there, an entry that changes twice, a shuffle."""
    table = Table()
    aside, on, back = (
        table.move(0, "row[1]", "aside"),
        table.move(1, "aside", "row[2]"),
        table.move(2, "row[1]", "aside"),
    )
    assert [line.partition(": ")[2] for line in table.tell(aside, on, back)] == [
        "row[1] -> aside",
        "aside -> row[2]",
        "row[1] -> aside",
    ]
    told = table.tell(table.owner(0, 0), aside, table.owner(0, 1), on, table.owner(0, 0))
    assert [line.split(" = ")[1] for line in told if " = " in line] == ["player 1", "player 2", "player 1"]
    deck = table.words.zone_numbers["deck"]
    assert len(table.tell(aside, ("shuffle", deck), back)) == 3


def test_what_is_shown_is_told_by_name_however_much_it_is() -> None:
    table = Table()
    told = table.tell(*(("show", table.animals[n], -1) for n in range(12)))
    assert told == [f"  shown to everyone: {', '.join(table.name(n) for n in range(12))}"]


def test_many_changes_of_sets_are_counted() -> None:
    game = Game(load("survival_of_the_fittest"))
    number = list(game.ruleset.variables).index("touched")
    told = Narrator(game, "en").tell(("set", number, 0, space) for space in range(5))
    assert told == ["  touched: 5 changes"]
    few = Narrator(game, "en").tell(("set", number, 0, space) for space in range(2))
    assert few == ["  a1, a2 into touched[lion of 1]"]


def test_unseen_cards_that_stay_in_their_zone_are_no_news() -> None:
    table = Table()
    deck, hand = table.words.zone_numbers["deck"], table.words.zone_numbers["hand[1]"]
    assert table.tell(("hidden", deck, deck, 17)) == []
    assert table.tell(("hidden", deck, hand, 1)) == ["  1 unseen: deck -> hand[1]"]
