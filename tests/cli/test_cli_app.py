"""What holds for every command: help that answers at once, exit statuses, no traceback whatever happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import program, run, run_program

from rulewright.cli import app, list_rulesets
from rulewright.cli.errors import CommandError

COMMANDS = ("list", "new", "validate", "play", "simulate", "test", "replay", "perft", "words")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from rulewright.cli import main; main(['--help']); "
        "print(sorted({'rich', 'lark', 'yaml', 'jsonschema'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"
    for command in COMMANDS:
        assert re.search(rf"^ +{command} ", done.stdout, re.M), command


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself_with_two_examples(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = run(command, "--help")
    assert ran.status == 0
    assert len(re.findall(rf"^  rulewright {command}\b", ran.out, re.M)) >= 2
    assert all(len(line) <= 80 for line in ran.out.splitlines()), "help is for 80 columns"


def test_no_command_shows_the_help_and_is_a_wrong_call() -> None:
    ran = run()
    assert (ran.status, "validate" in ran.out) == (2, True)


@pytest.mark.parametrize(
    "args", [("dance",), ("perft",), ("play", "pig", "--players", "two"), ("perft", "pig", "-x")]
)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    ran = run(*args)
    assert ran.status == 2
    assert ran.err.startswith("rulewright")
    assert "--help" in ran.err


def test_an_unknown_game_is_a_wrong_call_that_names_the_nearest() -> None:
    ran = run("perft", "zum_kukuk")
    assert ran.status == 2
    assert "zum_kuhkuck" in ran.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--players", "3"), "2 players"),
        (("--set", "nothing=such"), "nothing"),
        (("--set", "equal_claims=perhaps"), "nobody, both, open"),
        (("--open", "nothing"), "nothing"),
        (("--data", "there_is_no_such.yaml"), "there_is_no_such.yaml"),
    ],
)
def test_what_a_game_does_not_know_is_a_wrong_call(args: tuple[str, ...], said: str) -> None:
    ran = run("perft", "zum_kuhkuck", *args)
    assert ran.status == 2
    assert said in ran.err


def test_a_wrong_ruleset_is_shown_with_its_places(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("rulewright: 1\ngame: wrong\ntitle: Wrong\nplayers: 2\nplay:\n  - shuffel deck\n")
    ran = run("perft", path)
    assert ran.status == 1
    assert "shuffel" in ran.err
    assert ":6:5" in ran.err


def _raising(error: BaseException) -> object:
    def run(args: object) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 141),
        (CommandError("no"), 2),
        (CommandError("no", 1), 1),
        (OSError(13, "Permission denied", "some.file"), 2),
    ],
)
def test_statuses(error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_rulesets, "run", _raising(error))
    assert run("list").status == status


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("division"), RecursionError("deep"), MemoryError(), KeyError("x")]
)
def test_an_internal_error_is_one_line_that_says_how_to_report_it(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_rulesets, "run", _raising(error))
    ran = run("list")
    assert ran.status == 3
    assert len(ran.err.strip().splitlines()) == 1
    assert type(error).__name__ in ran.err
    assert "report" in ran.err
    assert "Traceback" not in ran.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        program("words"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == app.PIPE_CLOSED


def test_a_narrow_encoding_escapes_what_it_lacks() -> None:
    ran = run_program("list", "tembo", "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.status == 0
    assert ran.err == ""


def test_output_to_a_pipe_has_no_control_characters() -> None:
    for args in (("list",), ("words",), ("validate", "tembo")):
        ran = run_program(*args, FORCE_COLOR="1")
        assert ran.status == 0
        assert "\x1b" not in ran.out
