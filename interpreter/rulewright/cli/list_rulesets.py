"""``rulewright list``: which rulesets there are; of one of them, what can be chosen and what is assumed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command, find, languages, refusal, shown
from rulewright.cli.output import columns, counted, table, wrapped, write, write_json

if TYPE_CHECKING:
    from rulewright.loading import Node
    from rulewright.ruleset.model import Ruleset, Text

_DESCRIPTION = """
Without GAME: the rulesets that ship with the program.
With GAME (a name or a path): its title and players, the actions of its players,
its rules, the questions that its rulebook leaves open with the readings one can
choose (--set QUESTION=READING), and the data that are assumed (--data FILE).
"""

_EXAMPLES = """
  rulewright list
  rulewright list tembo
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(
        subparsers, "list", "show the rulesets there are, or one in detail", _DESCRIPTION, _EXAMPLES
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="a ruleset to tell more about")
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Shows the table of rulesets, or one ruleset."""
    if args.game is not None:
        ruleset, described = _read(args.game, find(args.game))
        if args.json:
            write_json(described)
        else:
            write(_details(described) + _tables(ruleset))
        return 0
    from rulewright.engine.shipped import shipped_rulesets

    all_of_them = [describe(name, path) for name, path in shipped_rulesets().items()]
    if args.json:
        write_json(all_of_them)
        return 0
    rows = [
        [
            d["name"], d["players"]["text"], str(len(d["rules"])),
            str(sum(bool(r["readings"]) for r in d["rulings"])), str(len(d["assumptions"])), d["title"],
        ]
        for d in all_of_them
    ]  # fmt: skip
    write(table(("name", "players", "rules", "options", "assumed", "title"), rows, right=(2, 3, 4)))
    write("\n" + wrapped("`rulewright list NAME` tells more about one, `rulewright play NAME` plays it."))
    return 0


def describe(name: str, path: Path) -> dict[str, Any]:
    """What can be told about a ruleset without playing it, JSON-able."""
    return _read(name, path)[1]


def _read(name: str, path: Path) -> tuple[Ruleset, dict[str, Any]]:
    """A ruleset, and what can be told about it."""
    from rulewright.check import check_node
    from rulewright.diagnostics import Sink
    from rulewright.loading import load

    if path.is_dir():
        raise CommandError(f"{name} is a folder; name one ruleset")
    sink = Sink()
    node = load(shown(path), sink)
    ruleset = check_node(node, sink)
    if ruleset is None:
        raise CommandError(refusal(name, sink), 1, prefixed=False)
    fewest, most = ruleset.players
    return ruleset, {
        "name": ruleset.id,
        "path": shown(path),
        "title": _plain(ruleset.title),
        "about": _plain(ruleset.about),
        "languages": languages(ruleset),
        "players": {
            "fewest": fewest,
            "most": most,
            "text": f"{fewest}" if fewest == most else f"{fewest}-{most}",
        },
        "limit": ruleset.move_limit,
        "rules": {rule.id: _plain(rule.text) for rule in ruleset.rules.values()},
        "actions": list(ruleset.actions),
        "rulings": [
            {
                "name": ruling.name,
                "rules": list(ruling.rules),
                "question": _plain(ruling.question),
                "answer": None if ruling.answer is None else _plain(ruling.answer),
                "readings": {reading: _plain(text) for reading, text in ruling.readings.items()},
                "chosen": ruling.chosen,
            }
            for ruling in ruleset.rulings.values()
        ],
        "assumptions": _assumptions(node),
    }


def _assumptions(root: Node | None) -> list[dict[str, Any]]:
    """The assumptions as they were written: the model only keeps what they amount to."""
    from rulewright.loading import Mapping, plain

    node = root.get("assumptions") if isinstance(root, Mapping) else None
    found: list[dict[str, Any]] = []
    if isinstance(node, Mapping):
        for key, value in node.entries:
            written = plain(value)
            assert isinstance(written, dict)
            because = written.pop("because", "")
            rules = written.pop("rule", [])
            if isinstance(because, dict):
                because = next(iter(because.values()), "")
            found.append(
                {
                    "name": key.text,
                    "rules": rules if isinstance(rules, list) else [rules],
                    "because": str(because),
                    "data": written,
                }
            )
    return found


def _tables(ruleset: Ruleset) -> str:
    """What its tables and numbers hold, those of the rulebook and the assumed ones."""
    from rulewright.engine.words import Words
    from rulewright.machine.interface import Config
    from rulewright.play.reference import table_lines, table_names

    words = Words(ruleset, Config(ruleset.players[1], (0,) * len(ruleset.options())))
    names = table_names(words)
    if not names:
        return ""
    lines = table_lines(words, names, languages(ruleset)[0], columns() - 2, for_all=True)
    return "\n".join(["", "", "Tables and numbers:", "", *(f"  {line}" for line in lines)])


def _plain(text: Text) -> str:
    return " ".join(next(iter(text.values()), "").split())


def _details(d: dict[str, Any]) -> str:
    players = d["players"]["text"]
    players += " player" if players == "1" else " players"
    lines = [f"{d['title']} ({d['name']}), {players}", d["path"]]
    if d["about"]:
        lines += ["", wrapped(d["about"])]
    lines += ["", wrapped(", ".join(a.replace("_", " ") for a in d["actions"]), " " * 9, first="actions: ")]
    if len(d["languages"]) > 1:
        lines.append(f"languages: {', '.join(d['languages'])}")
    if d["limit"] is not None:
        lines.append(f"limit: a game ends without a result after {counted(d['limit'], 'decision')}")
    lines += ["", f"Rules ({len(d['rules'])}):", ""]
    lines += [wrapped(f"{rule}: {text}", "      ", first="  ") for rule, text in d["rules"].items()]
    options = [r for r in d["rulings"] if r["readings"]]
    answers = [r for r in d["rulings"] if not r["readings"]]
    if options:
        lines += ["", wrapped("Questions with readings to choose from (* is chosen; --set NAME=READING):")]
        for ruling in options:
            lines += ["", *_question(ruling)]
            for reading, text in ruling["readings"].items():
                mark = "*" if reading == ruling["chosen"] else " "
                lines.append(wrapped(f"{reading}: {text}", " " * 8, first=f"    {mark} "))
    if answers:
        lines += ["", "Questions with one answer:"]
        for ruling in answers:
            lines += ["", *_question(ruling), wrapped(ruling["answer"] or "", "      ")]
    if d["assumptions"]:
        lines += ["", wrapped("Assumed, for want of a source (--data FILE replaces them):")]
        for assumed in d["assumptions"]:
            rules = f" [{', '.join(map(str, assumed['rules']))}]" if assumed["rules"] else ""
            lines += [
                "",
                wrapped(f"{assumed['name']}{rules}: {_kind(assumed['data'])}", "    ", first="  "),
                wrapped(assumed["because"], "      "),
            ]
    return "\n".join(lines)


def _question(ruling: dict[str, Any]) -> list[str]:
    rules = f" [{', '.join(ruling['rules'])}]" if ruling["rules"] else ""
    return [f"  {ruling['name']}{rules}", wrapped(ruling["question"], "      ")]


def _kind(data: dict[str, Any]) -> str:
    """The data in a few words."""
    form = next(iter(data), "")
    if form == "number":
        return str(data["number"])
    if form in ("table", "set", "shapes"):
        given = next((data[part] for part in ("entries", "values") if part in data), ())
        return f"{form} of {data[form]}" + (
            f", {counted(len(given), 'entry').replace('entrys', 'entries')}" if given else ""
        )
    return f"board ({form})" if form else "data"
