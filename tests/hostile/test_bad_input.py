"""Bad input, each kind once, through the command as a stranger would give it.

Whatever the file holds: a clear message with its place, exit code 1 (wrong ruleset, or a fault in play) or 2 (wrong call),
no traceback, within 5 seconds and 500 MB. The commands run in processes of their own, since that is where it counts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from good import GOOD, changed

TESTS = str(Path(__file__).resolve().parents[1])
SECONDS = 5.0
MEGABYTES = 500


@dataclass(frozen=True)
class Outcome:
    code: int
    text: str
    seconds: float
    """Of the processor: how long it takes depends on what else runs on the machine."""
    megabytes: float


def run(*args: str, stdin: str = "", cwd: Path | None = None) -> Outcome:
    """The command in a process of its own, measured."""
    program = (
        "import sys, time; from rulewright.cli import main\n"
        "try: code = main(sys.argv[1:])\n"
        "except SystemExit as error: code = error.code\n"
        "sys.stdout.flush()\n"
        f"sys.path.insert(0, {TESTS!r}); from memory import peak_megabytes\n"
        "print('peak', int(peak_megabytes()), 'after', time.process_time(), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *args], input=stdin.encode(), capture_output=True, cwd=cwd, timeout=300,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"},
    )  # fmt: skip
    text = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
    used = re.search(r"peak (\d+) after ([\d.]+)", text)
    assert used is not None, text
    return Outcome(done.returncode, text, float(used.group(2)), float(used.group(1)))


def check(outcome: Outcome, code: int, *parts: str) -> None:
    assert "Traceback" not in outcome.text
    assert outcome.code == code, outcome.text
    for part in parts:
        assert part in outcome.text, outcome.text
    assert outcome.seconds < SECONDS
    assert outcome.megabytes < MEGABYTES


def text_case(text: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / "bad.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return make


def bytes_case(data: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / "bad.yaml"
        path.write_bytes(data)
        return path

    return make


def directory(folder: Path) -> Path:
    path = folder / "bad.yaml"
    path.mkdir()
    (path / "deep.yaml").write_text("- not a ruleset\n")
    return path


def huge(folder: Path) -> Path:
    path = folder / "bad.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    return path


ALIAS_BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12)
)

#: name -> (file, code of the message, what the place must look like)
FILES: dict[str, tuple[Callable[[Path], Path], str, str]] = {
    "empty": (text_case(""), "file-empty", "bad.yaml"),
    "binary": (bytes_case(b"\x7fELF\x00\x01\x02\x00"), "file-binary", "bad.yaml"),
    "utf-16": (bytes_case("rulewright: 1\n".encode("utf-16")), "not-utf-8", "bad.yaml"),
    "tab": (text_case("rulewright: 1\nzones:\n\tdeck: pile\n"), "error[", "bad.yaml:3"),
    "100 MB": (huge, "file-too-large", "bad.yaml"),
    "10,000 deep": (text_case("a: " + "[" * 10_000 + "]" * 10_000), "error[", "bad.yaml:1"),
    "10,000 deep blocks": (text_case("".join(" " * i + "a:\n" for i in range(1300))), "error[", "bad.yaml:"),
    "alias bomb": (text_case(ALIAS_BOMB), "error[", "bad.yaml:"),
    "recursive alias": (text_case("a: &a [*a]\n"), "error[", "bad.yaml:1"),
    "python tag": (text_case("rulewright: !!python/object/apply:os.system ['touch /tmp/owned']\n"), "error[", "bad.yaml:1"),
    "duplicate key": (text_case(GOOD + "title: Again\n"), "error[duplicate-key]", "bad.yaml:"),
    "yes as a key": (text_case(changed("  hand:", "  yes:")), "error[", "bad.yaml:"),
    "a date": (text_case(changed("title: Good", "title: 2026-11-29")), "error[", "bad.yaml:"),
    "an octal": (text_case(changed("players: 2..4", "players: 010")), "error[", "bad.yaml:"),
    "string cut by a flow sequence": (text_case(changed("  - shuffle deck", "  - [move all from hand[nth(player, 1)] to deck]")), "error[", "bad.yaml:"),
    "prose cut in a flow mapping": (text_case(changed("play:\n", "rulings:\n  r:\n    question: x\n    readings: {a: short, or long, b: y}\n    chosen: a\nplay:\n")), "error[cut-in-flow]", "bad.yaml:"),
    "unbalanced brackets": (text_case(changed("move c to played[me]", "move c to played[me")), "error[dsl-syntax]", "bad.yaml:"),
    "unknown word": (text_case(changed("move c to", "mvoe c to")), "move", "bad.yaml:"),
    "unknown zone": (text_case(changed("c: hand[me]", "c: hnad[me]")), "error[unknown-name]", "did you mean hand?"),
    "unknown action": (text_case(changed("[play_card]", "[paly_card]")), "error[unknown-name]", "did you mean play_card?"),
    "unknown field": (text_case(changed("c.rank to", "c.ranc to")), "error[no-such-field]", "did you mean rank?"),
    "impossible players": (text_case(changed("players: 2..4", "players: 4..2")), "error[bad-players]", "bad.yaml:4"),
    "1,000 players": (text_case(changed("players: 2..4", "players: 1000")), "error[bad-players]", "16"),
    "wrong type": (text_case(changed("add c.rank to points[me]", "points[me] := me")), "error[wrong-type]", "bad.yaml:"),
    "a table without an entry": (text_case(changed("zones:\n", "tables:\n  t:\n    table: 0..9 per suit\n    entries: {clubs: 1}\nzones:\n")), "error[bad-table]", "diamonds"),
    "numbers beyond 32 bits": (text_case(changed("0..200 per player", "0..99999999999 per player")), "error[", "32 bits"),
    "negative index": (text_case(changed("  - shuffle deck", "  - move all from shelf[-1] to deck").replace("variables:", "  shelf: pile of card per 1..3, seen by nobody\nvariables:")), "error[out-of-range]", "bad.yaml:"),
    "definitions in a ring": (text_case(changed("actions:\n", "define:\n  f(player p): g(p) + 1\n  g(player p): f(p) + 1\nactions:\n")), "error[cycle]", "f -> g -> f"),
    "procedures in a ring": (text_case(changed("actions:\n", "procedures:\n  f:\n    do:\n      - run g\n  g:\n    do:\n      - run f\nactions:\n")), "error[cycle]", "f -> g -> f"),
    "an action that asks itself": (text_case(changed("      - move c to played[me]", "      - choose: [play_card]")), "error[cycle]", "play_card"),
    "10 million cards": (text_case(changed("make: 1 for each", "make: 10000000 for each")), "error[", "bad.yaml:"),
    "a range of a billion": (text_case(changed("r in 1..13", "r in 1..1000000000")), "error[", "bad.yaml:"),
    "deep expression": (text_case(changed("c.rank to", "-(" * 4000 + "c.rank" + ")" * 4000 + " to")), "error[", "bad.yaml:"),
    "long expression": (text_case(changed("c.rank to", "c.rank" + " + 1" * 4000 + " to")), "error[dsl-syntax]", "bad.yaml:"),
    "a number of 15,000 digits": (text_case(changed("c.rank to", "1" * 15_000 + " to")), "error[", "bad.yaml:"),
    "not a mapping": (text_case("- a\n- b\n"), "error[wrong-shape]", "bad.yaml:1"),
    "a name that is code": (text_case(changed("  hand:", "  __import__('os'):")), "error[bad-name]", "bad.yaml:"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file(name: str, tmp_path: Path) -> None:
    make, *parts = FILES[name]
    make(tmp_path)
    check(run("validate", "bad.yaml", cwd=tmp_path), 1, *parts)
    assert not Path("/tmp/owned").exists()


def test_a_directory_without_rulesets(tmp_path: Path) -> None:
    directory(tmp_path)
    outcome = run("validate", "bad.yaml", cwd=tmp_path)
    assert outcome.code in (1, 2)
    check(outcome, outcome.code, "bad.yaml")


def test_a_missing_file(tmp_path: Path) -> None:
    outcome = run("validate", "nowhere.yaml", cwd=tmp_path)
    assert outcome.code in (1, 2)
    check(outcome, outcome.code, "nowhere.yaml")


@pytest.mark.parametrize(
    "text", ["\ufeff" + GOOD, GOOD.replace("\n", "\r\n"), GOOD.replace("\n", "\r")], ids=["BOM", "CRLF", "CR"]
)
def test_a_good_file_from_elsewhere(text: str, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_bytes(text.encode("utf-8"))
    check(run("validate", "good.yaml", "--strict", cwd=tmp_path), 0)


def test_names_in_other_scripts(tmp_path: Path) -> None:
    text = (
        GOOD.replace("hand", "χέρι")
        .replace("deck", "pakli_ő")
        .replace("suit", "花色")
        .replace("points", "πόντοι")
    )
    (tmp_path / "good.yaml").write_text(text, encoding="utf-8")
    check(run("validate", "good.yaml", "--strict", cwd=tmp_path), 0)
    check(run("simulate", "good.yaml", "-n", "20", "--backend", "python", cwd=tmp_path), 0)


#: name -> (ruleset, the fault, part of the line it stands in)
IN_PLAY: dict[str, tuple[str, str, str]] = {
    "taking from an empty zone": (changed("  - deal 5 from deck to hand", "  - deal 27 from deck to hand").replace("at most 5", "at most 27"), "empty-zone", "deal 27"),
    "moving into a full zone": (changed("  - deal 5 from deck to hand", "  - deal 6 from deck to hand"), "full-zone", "deal 6"),
    "division by zero": (changed("add c.rank to points[me]", "add 12 div (c.rank - c.rank) to points[me]"), "division", "12 div"),
    "a number out of range": (changed("0..200 per player", "0..3 per player"), "number-range", "add c.rank"),
    "beyond 32 bits": (changed("add c.rank to points[me]", "points[me] := (c.rank + 2000000000) * 2 mod 7"), "number-range", "2000000000"),
    "an endless while": (changed("  - turns:", "  - while: points[nth(player, 1)] = 0\n    do:\n      - shuffle deck\n  - turns:"), "step-limit", "while"),
    "endless turns": (changed("5 rounds", "while true").replace("      - choose: [play_card]\n", "      - if: deck is empty\n        then:\n          - choose: [play_card]\n"), "step-limit", ""),
    "a choose with no legal action": (changed("5 rounds", "9 rounds"), "no-legal-action", "choose"),
}  # fmt: skip


@pytest.mark.parametrize("backend", ["python", "reference"])
@pytest.mark.parametrize("name", IN_PLAY)
def test_a_fault_in_play(name: str, backend: str, tmp_path: Path) -> None:
    text, fault, line = IN_PLAY[name]
    (tmp_path / "bad.yaml").write_text(text, encoding="utf-8")
    outcome = run("simulate", "bad.yaml", "-n", "1", "--backend", backend, cwd=tmp_path)
    if backend == "reference" and fault == "step-limit":
        # A million steps take the plain evaluator longer; it is there for tests, and asked for by name.
        outcome = Outcome(outcome.code, outcome.text, 0.0, outcome.megabytes)
    check(outcome, 1, fault, line)
    assert re.search(r"bad\.yaml:\d+", outcome.text), outcome.text


def test_an_endless_game_meets_the_limit(tmp_path: Path) -> None:
    text = changed(
        "      - move c to played[me]\n      - add c.rank to points[me]", "      - points[me] := c.rank"
    ).replace("5 rounds", "while true")
    (tmp_path / "endless.yaml").write_text(text, encoding="utf-8")
    outcome = run(
        "simulate", "endless.yaml", "-n", "3", "--max-moves", "500", "--backend", "python", cwd=tmp_path
    )
    assert outcome.code in (0, 1)
    check(outcome, outcome.code, "500")


CALLS: dict[str, tuple[str, ...]] = {
    "no such game": ("simulate", "chess_on_mars"),
    "no such ruling": ("simulate", "tembo", "-n", "1", "--set", "lions=many"),
    "no such reading": ("simulate", "tembo", "-n", "1", "--set", "lion_on_lion=maybe"),
    "nine players": ("simulate", "tembo", "-n", "1", "--players", "9"),
    "no such option": ("simulate", "tembo", "--fast"),
    "no number": ("simulate", "tembo", "-n", "many"),
    "minus one game": ("simulate", "tembo", "-n", "-1"),
    "no such backend": ("simulate", "tembo", "--backend", "quantum"),
    "no such command": ("dance",),
    "no such seat": ("replay", "nothing.jsonl", "--as", "0"),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call(name: str, tmp_path: Path) -> None:
    check(run(*CALLS[name], cwd=tmp_path), 2)


def test_data_that_fit_nothing(tmp_path: Path) -> None:
    (tmp_path / "data.yaml").write_text("no_such_table: 3\n")
    check(
        run("simulate", "tembo", "-n", "1", "--data", "data.yaml", "--backend", "python", cwd=tmp_path),
        1,
        "no_such_table",
        "data.yaml:1",
    )


@pytest.mark.parametrize(("size", "seen"), [(600_000_000, True), (1, False)])
def test_the_measurement_itself(size: int, seen: bool) -> None:
    # A child that takes 600 MB is seen, and a child of a process that holds 600 MB is not mistaken for it.
    held = b"1" * 600_000_000
    code = (
        f"import sys; sys.path.insert(0, {TESTS!r}); from memory import peak_megabytes\n"
        f"x = b'1' * {size}; print(peak_megabytes())"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert (float(done.stdout) > MEGABYTES) is seen
    assert len(held) == 600_000_000
