"""Broken files of every sort, drawn by Hypothesis: whatever is left of a good ruleset, scenario file, log or saved
game, the answer is a message with a place inside the file, or the file is good; never an exception, and soon.

The files are those that ship with the project, broken up to three times over (broken.py). The everyday run draws the
same examples each time; the tests marked slow go on to many more.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path

import pytest
from broken import LEVELS, broken_bytes, broken_log
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulewright.check import check_node
from rulewright.diagnostics import Diagnostic, Sink, Source
from rulewright.diagnostics.render import RENDERERS
from rulewright.engine import log
from rulewright.engine.contract import Game, LogError, load
from rulewright.library import rulesets_under
from rulewright.limits import MAX_DIAGNOSTICS
from rulewright.loading import load as load_file
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset
from rulewright.scenario import read_scenarios, run_scenario, scenarios_of
from rulewright.simulate.logs import play_game
from rulewright.simulate.setting import Setting

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run as run_command

ROOT = Path(__file__).parents[2]
GOOD = sorted(rulesets_under(ROOT / "rulesets"))

#: Games whose scenarios and logs are quick to play.
SMALL = [
    p
    for p in GOOD
    if p.stem
    in (
        "pig",
        "zum_kuhkuck",
        "crazy_eights",
        "tic_tac_toe",
        "leduc_poker",
        "kuhn_poker",
        "liars_dice",
        "goofspiel",
        "mancala",
    )
]

#: Seconds for one file, however it is broken; and where nothing long was put in.
SECONDS = 5
SECONDS_AS_LONG = 1

NUMBER = st.integers(0, 2**31)
BREAKS = st.lists(st.tuples(st.sampled_from(["bytes", *LEVELS]), NUMBER, NUMBER), min_size=1, max_size=3)

#: Findings about a whole file have no place in it.
WHOLE_FILE = {"file-empty", "file-binary", "file-too-large", "not-utf-8"}


def how_many(examples: int, always_the_same: bool) -> settings:
    return settings(
        max_examples=examples, derandomize=always_the_same, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def broken(data: bytes, breaks: list[tuple[str, int, int]]) -> bytes:
    """The file, broken in these ways one after the other; what is no text any more is only broken in its bytes."""
    for level, where, how in breaks:
        if level == "bytes":
            data = broken_bytes(data, where, how)
            continue
        try:
            data = LEVELS[level](data.decode("utf-8"), where, how).encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            data = broken_bytes(data, where, how)
    return data


def placed(findings: tuple[Diagnostic, ...], sources: dict[str, Source]) -> None:
    """Every finding has a place in a file that is known, and can be shown in all formats."""
    assert len(findings) <= MAX_DIAGNOSTICS
    for found in findings:
        for place in (found.place, *(related.place for related in found.related)):
            if place.span is None:
                assert found.code in WHOLE_FILE, found
                continue
            source, start = sources[place.path], place.span.start
            assert 0 <= start.offset <= place.span.end.offset <= len(source.text), found
            assert place.span == source.span(start.offset, place.span.end.offset), found
            # Line and column, counted once more where only one character ends a line.
            before = source.text[: start.offset]
            if "\r" not in source.text:
                assert (start.line, start.column) == (
                    before.count("\n") + 1,
                    len(before) - before.rfind("\n"),
                ), found
    for render in RENDERERS.values():
        render(findings, sources)


def check_broken_ruleset(path: Path, breaks: list[tuple[str, int, int]], folder: Path) -> None:
    file = folder / "broken.yaml"
    file.write_bytes(broken(path.read_bytes(), breaks))
    begin = time.process_time()
    sink = Sink()
    ruleset = check_node(load_file(file, sink), sink)
    long = any(level == "bytes" for level, *_ in breaks)
    assert time.process_time() - begin < (SECONDS if long else SECONDS_AS_LONG)
    assert (ruleset is None) == sink.has_errors
    assert list(sink.diagnostics) == sorted(sink.diagnostics)
    placed(sink.diagnostics, sink.sources)
    again = Sink()
    check_node(load_file(file, again), again)
    assert again.diagnostics == sink.diagnostics


@cache
def checked(path: Path) -> Ruleset:
    return load(path)


@cache
def text_of(path: Path) -> Source:
    """The text of a ruleset that is good."""
    sink = Sink()
    load_file(path, sink)
    return sink.sources[str(path)]


def check_broken_scenarios(path: Path, breaks: list[tuple[str, int, int]], folder: Path) -> None:
    file = folder / "broken.scenarios.yaml"
    file.write_bytes(broken(scenarios_of(path).read_bytes(), breaks))
    begin = time.process_time()
    sink = Sink()
    # Whoever brings the ruleset brings its text: a fault of play is shown there.
    sink.add_source(text_of(path))
    read = read_scenarios(file, sink, "python", ruleset=checked(path))
    assert read is not None or sink.has_errors
    # Those beside what was broken, as far as that can be told, and a few others.
    for scenario in read.scenarios[:: max(1, len(read.scenarios) // 8)] if read is not None else ():
        run_scenario(scenario, sink)
    assert time.process_time() - begin < 4 * SECONDS
    placed(sink.diagnostics, sink.sources)


@cache
def good_log(path: Path) -> str:
    """The log of a random game, broken off after 25 decisions."""
    ruleset = checked(path)
    config = Config(ruleset.players[0], ruleset.reading_numbers())
    return log.write(play_game(Game(ruleset), Setting(ruleset, config, 1, 25, "python"), 0))


def check_broken_log(path: Path, breaks: list[tuple[int, int]]) -> None:
    data = good_log(path).encode()
    for where, how in breaks:
        try:
            data = broken_log(data.decode(), where, how)
        except ValueError:
            data = broken_bytes(data, where, how)
    begin = time.process_time()
    refused: LogError | None = None
    try:
        log.replay(data.decode("utf-8", "replace"), checked(path))
    except LogError as error:
        refused = error
    assert refused is None or (str(refused) and 1 <= refused.line <= data.count(b"\n") + 1), refused
    assert time.process_time() - begin < SECONDS


def check_broken_save(path: Path, breaks: list[tuple[int, int]], folder: Path) -> None:
    data = good_log(path).encode()
    for where, how in breaks:
        try:
            data = broken_log(data.decode(), where, how)
        except ValueError:
            data = broken_bytes(data, where, how)
    file = folder / "broken.log"
    file.write_bytes(data)
    for ran in (
        run_command("replay", file),
        run_command("replay", file, "--as", "1", "--json"),
        run_command("play", path, "--resume", file, stdin="q\n"),
    ):
        assert ran.status in (0, 1, 2), ran.err
        assert "Traceback" not in ran.err


ANY = st.sampled_from(GOOD)
FEW = st.sampled_from(SMALL)
LOG_BREAKS = st.lists(st.tuples(NUMBER, NUMBER), min_size=1, max_size=3)


def test_broken_rulesets(tmp_path: Path) -> None:
    given(ANY, BREAKS)(
        how_many(250, True)(lambda path, breaks: check_broken_ruleset(path, breaks, tmp_path))
    )()


def test_broken_scenarios(tmp_path: Path) -> None:
    given(FEW, BREAKS)(
        how_many(60, True)(lambda path, breaks: check_broken_scenarios(path, breaks, tmp_path))
    )()


def test_broken_logs() -> None:
    given(FEW, LOG_BREAKS)(how_many(250, True)(check_broken_log))()


def test_broken_saves(tmp_path: Path) -> None:
    given(FEW, LOG_BREAKS)(
        how_many(30, True)(lambda path, breaks: check_broken_save(path, breaks, tmp_path))
    )()


@pytest.mark.slow
def test_many_more_broken_rulesets(tmp_path: Path) -> None:
    given(ANY, BREAKS)(
        how_many(8000, False)(lambda path, breaks: check_broken_ruleset(path, breaks, tmp_path))
    )()


@pytest.mark.slow
def test_many_more_broken_scenarios(tmp_path: Path) -> None:
    given(ANY, BREAKS)(
        how_many(1000, False)(lambda path, breaks: check_broken_scenarios(path, breaks, tmp_path))
    )()


@pytest.mark.slow
def test_many_more_broken_logs() -> None:
    given(FEW, LOG_BREAKS)(how_many(10_000, False)(check_broken_log))()


@pytest.mark.slow
def test_many_more_broken_saves(tmp_path: Path) -> None:
    given(FEW, LOG_BREAKS)(
        how_many(800, False)(lambda path, breaks: check_broken_save(path, breaks, tmp_path))
    )()
