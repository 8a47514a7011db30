"""What a player may look up beside the table: the tables and numbers of the game, and the questions that its
rulebook leaves open, with the answers this game is played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulewright.engine.frame import frame
from rulewright.engine.view_text import fill
from rulewright.engine.words import Words
from rulewright.play.terminal import fold
from rulewright.ruleset.model import MISSING, KeyType, Ruling, Table
from rulewright.ruleset.types import Comp, Int, Player, Space, Type

#: Of a table of more entries those of one value stand together, if there are few values.
_BY_VALUE = 12


def table_names(words: Words) -> list[str]:
    """What can be looked up, in the order of the ruleset: numbers, tables, constant sets."""
    ruleset = words.ruleset
    return [*ruleset.numbers, *ruleset.tables, *ruleset.sets]


def table_lines(
    words: Words, names: Sequence[str], language: str, width: int, *, for_all: bool = False
) -> list[str]:
    """The named numbers, tables and sets, each in as few lines as it takes. ``for_all``: for any number of
    players, and not only for those of this game."""
    lines: list[str] = []
    for name in names:
        lines += fill(_told(words, name, language, for_all), width, rest="    ")
    return lines


def _told(words: Words, name: str, language: str, for_all: bool) -> str:
    ruleset, label = words.ruleset, words.label(name, language)
    if name in ruleset.numbers:
        number, because = ruleset.numbers[name]
        return f"{label}{_assumed(because, language)}: {number}"
    if name in ruleset.sets:
        type, members = ruleset.sets[name]
        return f"{label}: {', '.join(_plain(words, type, member, language) for member in members)}"
    table = ruleset.tables[name]
    return (
        f"{label}{_assumed(table.because, language)}: {'; '.join(_entries(words, table, language, for_all))}"
    )


def _assumed(because: object, language: str) -> str:
    return f" ({frame('assumed', language)})" if because else ""


def _entries(words: Words, table: Table, language: str, for_all: bool) -> Iterator[str]:
    """The entries that matter, the usual value last."""
    told: dict[tuple[int, ...], str] = {}
    for entry, value in enumerate(table.values):
        keys = words.key_values(table.keys, entry)
        if (
            value != MISSING
            and _fits(table.keys, keys)
            and (for_all or _of_this_game(words, table.keys, keys))
        ):
            told[keys] = _plain(words, table.type, value, language)
    shown = [at for at, key in enumerate(table.keys) if for_all or not key.players]
    usual, often = Counter(told.values()).most_common(1)[0] if told else ("", 0)
    rest = usual if often > max(2, len(told) // 2) else None

    def key(keys: tuple[int, ...]) -> str:
        return " / ".join(_plain(words, table.keys[at].type, keys[at], language) for at in shown)

    left = {keys: value for keys, value in told.items() if value != rest}
    if len(shown) == 1 and len(left) > _BY_VALUE and len(set(left.values())) <= _BY_VALUE:
        for said in dict.fromkeys(left.values()):
            entries = [keys for keys, other in left.items() if other == said]
            yield f"{_runs(words, table, shown[0], entries, language)}: {said}"
    elif shown:
        yield from (f"{key(keys)}: {value}" for keys, value in left.items())
    else:
        yield from left.values()
    if rest is not None:
        yield rest if not left else f"{frame('otherwise', language)} {rest}"


def _fits(keys: Sequence[KeyType], values: Sequence[int]) -> bool:
    """Whether there is such a place: with four players no fifth."""
    if len(keys) != 2 or not keys[0].players or not isinstance(keys[1].type, Int | Player):
        return True
    return values[1] - keys[1].offset < values[0]


def _of_this_game(words: Words, keys: Sequence[KeyType], values: Sequence[int]) -> bool:
    """Whether an entry is for this number of players, and of seats that are taken."""
    players = words.config.players
    for key, value in zip(keys, values, strict=True):
        if key.players and value != players:
            return False
        if isinstance(key.type, Comp) and not words.in_game(value):
            return False
    return True


def _runs(words: Words, table: Table, at: int, entries: Sequence[tuple[int, ...]], language: str) -> str:
    """Keys in their order; three and more in a row as the first and the last."""
    told: list[str] = []
    run: list[int] = []
    for value in [*(keys[at] for keys in entries), None]:
        if run and (value is None or value != run[-1] + 1):
            names = [_plain(words, table.keys[at].type, number, language) for number in run]
            told += [f"{names[0]}-{names[-1]}"] if len(names) > 2 else names
            run = []
        if value is not None:
            run.append(value)
    return ", ".join(told)


def _plain(words: Words, type: Type, value: int, language: str) -> str:
    """A value in a word; a space with a number by the number alone."""
    if isinstance(type, Space):
        return words.label(words.ruleset.boards[type.board].spaces[value], language)
    return words.say(type, value, language)


def component_lines(words: Words, asked: str, language: str, width: int) -> list[str]:
    """What is printed on the components that have a text in their name: their fields. Those that look alike
    are told once."""
    parts, lines = words.ruleset.components, []
    for component, kind in enumerate(words.kind):
        name = words.called(words.full_names[component], language)
        if kind != component or not words.in_game(component) or asked.casefold() not in name.casefold():
            continue
        fields = parts.families[parts.leaf_of[component]].fields
        told = [
            f"{words.label(field, language)} {_plain(words, type, parts.values[field][component], language)}"
            for field, type in fields.items()
            if field != "owner"
        ]
        if told:
            lines += fill(f"{name}: {', '.join(told)}", width, rest="    ")
    return list(dict.fromkeys(lines))


def ruling_lines(
    rulings: Sequence[Ruling], readings: Mapping[str, str], words: Words, language: str, width: int
) -> list[str]:
    """Questions of the rulebook, each with its answer or its readings; ``*`` marks the one that this game is
    played by (``readings``: ruling -> reading)."""
    lines: list[str] = []
    for ruling in rulings:
        rules = f" [{', '.join(ruling.rules)}]" if ruling.rules else ""
        question = f"{ruling.name}{rules}: {words.text(ruling.question, language)}"
        lines += fold(question, width=width).splitlines()
        if ruling.answer is not None:
            lines += fold(f"  * {words.text(ruling.answer, language)}", width=width).splitlines()
        for reading, text in ruling.readings.items():
            mark = "*" if readings.get(ruling.name) == reading else " "
            told = f"  {mark} {reading}: {words.text(text, language)}"
            lines += fold(told, 4, width).splitlines()
        if readings.get(ruling.name) == "open":
            lines.append(f"  * {words.label('open', language)}")
    return lines
