"""The commands that play: play through pipes and at a terminal, saving and going on, replay, perft, test."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from pathlib import Path

import psutil
import pytest
from command_line import RULESETS, program, run, run_program

from rulewright.check import check_file
from rulewright.engine import log

# --- play -------------------------------------------------------------------------------------------------


def test_a_game_through_a_pipe() -> None:
    """Seat 1 fills the top row while seat 2 takes the middle one: won after five moves."""
    ran = run("play", "tic_tac_toe", "--seats", "human,human", stdin="a1\n1\n4\n1\n3\nmark c=c1\n")
    assert ran.status == 0
    # A part of a text lists the choices that have it; 1 is a1, then 4 of those left is b2, 1 is b1, 3 is c2.
    assert "1  1 1 1\n   a b c\n" in ran.out
    assert "1. Player 1: 1 (wins)" in ran.out
    assert "X3: Who has three own marks" in ran.out


def test_wrong_answers_are_answered_and_change_nothing() -> None:
    ran = run("play", "tic_tac_toe", stdin="0\n10\nmark c=z9\nxyzzy\n\n?\nr\nr X1\nr Q\nall\nl\nu\nq\n")
    assert ran.status == 0
    assert ran.out.count("The choices are 1 to 9.") == 2
    assert "legal here: mark c=" in ran.out
    assert "No choice has 'xyzzy' in it" in ran.out
    assert "X2: The players take turns" in ran.out
    assert "X1: The grid" in ran.out
    assert "There is no rule Q" in ran.out
    assert "There is nothing to take back." in ran.out
    assert "Stopped." in ran.out
    assert "  marks ...  1. a1  2. b1  3. c1  4. a2" in ran.out
    assert ran.out.count("1  . . .\n") == 2, "the table at first and when asked for"


def test_what_can_be_typed_for_a_choice() -> None:
    """A short form plays, a part of a text lists, Enter plays the only one listed; an action that isn't possible now
    is told so, with its rules."""
    ran = run("play", "tic_tac_toe", "--seats", "human,human", stdin="m a1\nb2\n\nmark c=a2\nq\n")
    assert "Player 1 marks a1" in ran.out
    assert "Enter plays it." in ran.out
    assert "Player 2 marks b2" in ran.out
    assert "Player 1 marks a2" in ran.out
    ran = run("play", "zum_kuhkuck", "--seed", 1, stdin="claim\nr claim\n\nq\n")  # the only choice
    assert "claim is not possible now." in ran.out
    assert ran.out.count("K5: No claim with fewer than 5 cards") == 2
    assert "Player 1 takes a card" in ran.out


def test_what_can_be_looked_up_in_play() -> None:
    asked = "t\nt card_points\nt nonsense\nrulings\nrulings no_way\nrulings nonsense\nn\nq\n"
    ran = run("play", "zum_kuhkuck", "--seed", 3, "--set", "no_way_out=starts_anew", stdin=asked)
    assert ran.out.count("9: 12; 10: 15;") == 2, "the rulebook's example of 9 cards"
    assert "There is no table nonsense; there are card points, cards of." in ran.out
    assert ran.out.count("  * starts_anew: ") == 2
    assert "There is no question nonsense" in ran.out
    assert run("play", "tic_tac_toe", stdin="t\nq\n").out.count("This game has no tables.") == 1


def test_the_score_is_told_as_far_as_it_can_be_seen(tmp_path: Path) -> None:
    ran = run("play", "pig", "--seed", 1, stdin="s\nq\n")
    assert "  Player 1: 0\n  Player 2: 0\n" in ran.out
    game = tmp_path / "hidden.yaml"
    game.write_text(
        "rulewright: 1\ngame: hidden\ntitle: Hidden\nplayers: 2\nlimit: 9\nvariables:\n"
        "  points: 0..9 per player, seen by owner\nactions:\n  score:\n    do:\n      - add 1 to points[me]\n"
        "play:\n  - turns: from nth(player, 1), 3 rounds\n    do:\n      - choose: [score]\n"
        "result:\n  score: points[me] + 3\n"
    )
    ran = run("play", game, "--seed", 1, stdin="score\nscore\ns\nq\n")  # an action and a command
    assert "  Player 1: 5\n  Player 2: ?\n" in ran.out


def test_a_game_can_be_kept_when_it_has_begun(tmp_path: Path) -> None:
    """What is saved later is the whole game, and choices taken back before the saving are taken out of it too."""
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    run("play", "zum_kuhkuck", "--seed", 5, "--save", first, stdin="1\n1\n1\nq\n")
    asked = f"1\n1\nsave {second}\n1\nu\nu\n1\n1\nsave\nsave {first}\nq\n"
    ran = run("play", "zum_kuhkuck", "--seed", 5, stdin=asked)
    assert "From now on the game is saved in" in ran.out
    assert "Save where?" in ran.out
    assert "first.log exists already" in ran.out
    assert f"--resume {second}" in ran.out
    assert second.read_text() == first.read_text()


def test_the_end_of_the_input_ends_politely() -> None:
    ran = run("play", "pig", stdin="")
    assert (ran.status, ran.err) == (0, "")
    assert "The input ended" in ran.out


def test_undo_goes_back_to_the_same_choice_with_the_same_chance_to_come() -> None:
    once = run("play", "zum_kuhkuck", "--seed", 5, stdin="1\n1\nq\n").out
    again = run("play", "zum_kuhkuck", "--seed", 5, stdin="1\nu\n1\n1\nq\n").out
    assert once.split("> 1\n")[-1] == again.split("> 1\n")[-1]


def test_two_people_never_see_each_others_hands() -> None:
    """Through a pipe the seats are announced; each part holds only what that seat may see."""
    ran = run("play", "kuhn_poker", "--seats", "human,human", "--seed", 4, stdin="pass\nbet\nbet\nq\n")
    parts = re.split(r"--- Player (\d) ---", ran.out)[1:]
    assert len(parts) >= 4
    for seat, part in zip(parts[::2], parts[1::2], strict=True):
        other = 3 - int(seat)
        shown = part.split("The game is over.")[0]
        hands = re.findall(r"^hand +(.+?)  +(.+)$", shown, re.M)
        assert hands
        assert re.fullmatch(r"card \d", hands[0][int(seat) - 1])
        assert all(cells[other - 1] == "1 card" for cells in hands)


def test_seats_say_how_many_play() -> None:
    ran = run("play", "tembo", "--seats", "random,human,random", stdin="q\n")
    assert "seats: 1 random, 2 human, 3 random" in ran.out
    assert run("play", "pig", "--seats", "human,robot").status == 2
    assert run("play", "pig", "--seats", "human", "--players", "2").status == 2


def test_texts_in_another_language() -> None:
    ran = run("play", "tembo", "--lang", "el", "--seed", 1, stdin="q\n")
    assert "Τέμπο" in ran.out
    assert "στο" in ran.out
    for command in (("play", "tembo"), ("play", "pig")):
        ran = run(*command, "--lang", "xx", stdin="q\n")
        assert ran.status == 2
        assert "no texts in 'xx'; --lang takes en" in ran.err


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("tembo", "el"),
        ("survival_of_the_fittest", "el"),
        ("niagara", "hu"),
        ("zambezi", "de"),
        ("zum_kuhkuck", "it"),
    ],
)
def test_a_game_in_its_own_language_has_no_english_on_the_screen(game: str, language: str) -> None:
    """Nothing of the program's own, in play, after it, and in a replay."""
    asked = "1\n" * 12 + "?\ns\nn\nl\nall\n0\nqqq\nu\nu\nt qqq\nr qqq\nrulings qqq\nsave\n\nq\n"
    out = run("play", game, "--lang", language, "--seed", 6, stdin=asked).out
    seats = ",".join(["random"] * {"niagara": 3}.get(game, 2))
    out += run("play", game, "--lang", language, "--seed", 6, "--seats", seats, "--max-moves", 250).out
    english = (
        "Player", "player", "sees it", "to choose", "empty", "each", "choose:", "unseen", "on top", "more below",
        "wins", "The game", "Type", "choices", "aken back", "of 1", "of 2", "shown to", "shuffled", "none",
        "true", "false", "saved", "There is", "Nothing", "score", "human", "random", "seed", "possible", "done",
    )  # fmt: skip
    assert [word for word in english if re.search(rf"(?<!\w){word}(?!\w)", out)] == []


def test_random_players_alone_play_to_the_end_and_give_up_when_asked() -> None:
    ran = run("play", "zum_kuhkuck", "--seats", "random,random", "--seed", 2)
    assert "The game is over." in ran.out
    ran = run("play", "zum_kuhkuck", "--seats", "random,random", "--max-moves", 3)
    assert "Given up after 3 moves" in ran.out


@pytest.mark.parametrize("game", ["tembo", "zum_kuhkuck", "goofspiel", "connect_four"])
def test_what_is_shown_fits_in_80_columns(game: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.log"
    ran = run("play", game, "--seed", 7, "--save", saved, stdin="1\nr\n" * 12)
    replayed = run("replay", saved)
    lines = ran.out.splitlines() + replayed.out.splitlines()
    assert [line for line in lines if len(line) > 80 and "--resume" not in line] == []


def test_a_game_that_a_limit_ended_says_what_its_result_means(tmp_path: Path) -> None:
    data, saved = tmp_path / "short.yaml", tmp_path / "game.log"
    data.write_text("round_limit: 2\n")
    seats = "random,random,random"
    ran = run("play", "niagara", "--seats", seats, "--data", data, "--seed", 1, "--save", saved)
    means = "After the last round (round_limit) nobody wins, since nobody has enough gems"
    assert means in ran.out
    assert "Nobody wins." in ran.out
    assert means in run("replay", saved, "--data", data).out


def test_a_fault_is_shown_with_its_place_and_rules() -> None:
    ran = run("play", "goofspiel", "--seats", "random,random", "--open", "all")
    assert ran.status == 1
    assert "open-question" in ran.out
    assert "wins" not in ran.out, "nobody wins a game that a fault ended"
    assert "It has no result" in ran.out
    assert "rule G2" in ran.out
    assert "goofspiel.yaml:" in ran.out


def test_a_saved_game_goes_on_as_if_it_had_not_been_left(tmp_path: Path) -> None:
    saved, whole = tmp_path / "saved.log", tmp_path / "whole.log"
    args = ("play", "zum_kuhkuck", "--seed", 11)
    run(*args, "--save", whole, stdin="1\n" * 9 + "q\n")
    run(*args, "--save", saved, stdin="1\n" * 4 + "q\n")
    first = saved.read_text()
    ran = run("play", "zum_kuhkuck", "--resume", saved, stdin="1\n" * 5 + "q\n")
    assert ran.status == 0
    assert len(saved.read_text()) > len(first)
    assert saved.read_text() == whole.read_text()


def test_a_game_cut_after_any_line_goes_on_to_the_same_end(tmp_path: Path) -> None:
    saved, whole = tmp_path / "saved.log", tmp_path / "whole.log"
    run("play", "kuhn_poker", "--seed", 4, "--save", whole, stdin="1\n1\n")
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) > 4
    for count in range(1, len(lines) + 1):
        saved.write_text("".join(lines[:count]).rstrip("\n"))
        assert run("play", "kuhn_poker", "--resume", saved, stdin="1\n1\n").status == 0
        assert saved.read_text() == whole.read_text()


def test_a_log_that_is_refused_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    run("play", "pig", "--seed", 1, "--save", path, stdin="1\n1\nq\n")
    cut = path.read_text()[:-5]
    path.write_text(cut)
    ran = run("play", "pig", "--resume", path)
    assert ran.status == 1
    number = cut.count("\n") + 1
    assert f"{path}, line {number}: " in ran.err
    assert "Without this last line" in ran.err
    assert path.read_text() == cut
    path.write_text(cut[: cut.rindex("\n") + 1])
    for call in (
        ("play", "kuhn_poker", "--resume", path),
        ("replay", path, "--game", "kuhn_poker"),
        ("explain", "kuhn_poker", "--at", path),
    ):
        ran = run(*call)
        assert ran.status == 1
        assert f"{path}, line 1: this is a log of pig, not of kuhn_poker" in ran.err


def test_choices_taken_back_are_taken_out_of_the_file(tmp_path: Path) -> None:
    plain, undone = tmp_path / "plain.log", tmp_path / "undone.log"
    run("play", "zum_kuhkuck", "--seed", 5, "--save", plain, stdin="1\n1\nq\n")
    run("play", "zum_kuhkuck", "--seed", 5, "--save", undone, stdin="1\n1\n1\nu\nu\n1\nq\n")
    assert undone.read_text() == plain.read_text()


def test_a_saved_game_knows_who_sat_where(tmp_path: Path) -> None:
    saved = tmp_path / "game.log"
    run("play", "pig", "--seats", "human,human", "--seed", 1, "--save", saved, stdin="1\nq\n")
    ran = run("play", "pig", "--resume", saved, stdin="hold\nq\n")
    assert "seats: 1 human, 2 human" in ran.out
    assert "--- Player 2 ---" in ran.out
    ran = run("play", "pig", "--resume", saved, "--seats", "human,random", stdin="q\n")
    assert "seats: 1 human, 2 random" in ran.out
    header, *rest = saved.read_text().splitlines(keepends=True)
    without = json.loads(header)
    assert without.pop("seats") == ["human", "human"]
    saved.write_text(json.dumps(without) + "\n" + "".join(rest))
    ran = run("play", "pig", "--resume", saved, stdin="q\n")
    assert "doesn't say who sat where; seat 1 is yours" in ran.err


def test_how_to_go_on_is_said_however_a_game_is_left(tmp_path: Path) -> None:
    saved = tmp_path / "my game.log"
    ran = run("play", "pig", "--save", saved, stdin="q\n")
    assert f"rulewright play pig --resume '{saved}'" in ran.out
    assert f"--resume '{saved}'" in run("play", "pig", "--resume", saved, stdin="").out
    assert "not saved" in run("play", "pig", stdin="q\n").out


def test_a_game_that_cannot_be_saved_says_where_and_why(tmp_path: Path) -> None:
    for path, why in (
        (tmp_path / "nowhere" / "game.log", "No such file or directory"),
        (tmp_path / "file" / "game.log", "Not a directory"),
    ):
        (tmp_path / "file").touch()
        ran = run("play", "pig", "--save", path, stdin="q\n")
        assert ran.status == 2
        assert ran.err.strip() == f"rulewright play: the game can't be saved in {path}: {why}"


def test_a_disk_that_fails_in_the_middle_of_a_game_is_no_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.play.saving import SaveFile

    def full(self: SaveFile, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(SaveFile, "_append", full)
    saved = tmp_path / "game.log"
    ran = run("play", "pig", "--seed", 1, "--save", saved, stdin="1\nq\n")
    assert ran.status == 1
    assert f"can't be saved in {saved}: No space left on device" in ran.err
    assert "internal" not in ran.err


def test_a_file_in_the_folder_comes_before_a_shipped_game_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every command that takes a name; and it is said, since the other one might be meant."""
    monkeypatch.chdir(tmp_path)
    text = (RULESETS / "classics" / "pig.yaml").read_text()
    Path("pig.yaml").write_text(text.replace("title: ", "title: My own "))
    said = "pig is pig.yaml here, not the pig that comes with the program"
    for command in (("play", "pig"), ("list", "pig")):
        ran = run(*command, stdin="q\n")
        assert "My own" in ran.out
        assert said in ran.err
    assert said in run("simulate", "pig", "-n", 2, "--backend", "python").err
    assert run("play", "pig", "--seed", 1, "--save", "g.log", stdin="1\nq\n").status == 0
    ran = run("replay", "g.log")
    assert (ran.status, ran.err) == (0, ""), "the one that was played"
    Path("elsewhere").mkdir()
    Path("g.log").rename("elsewhere/g.log")
    Path("pig.yaml").rename("elsewhere/pig.yaml")
    assert run("replay", "elsewhere/g.log").err == "", "beside the log"
    assert run("play", "pig", stdin="q\n").err == "", "the shipped one again"
    Path("elsewhere/pig.yaml").unlink()
    ran = run("replay", "elsewhere/g.log")
    assert "pig.yaml was edited since this log was made, or the log is of another pig" in ran.err
    Path("own.yaml").write_text(text)
    assert run("play", "own", stdin="q\n").status == 0, "the ending can be left out"


def test_the_help_says_where_chance_begins() -> None:
    assert "another each time" in " ".join(run("play", "--help").out.split())
    assert "default: 0" in " ".join(run("simulate", "--help").out.split())


def test_saving_never_overwrites_another_game(tmp_path: Path) -> None:
    path = tmp_path / "other.log"
    path.write_text("something else")
    assert run("play", "pig", "--save", path, stdin="1\n").status == 2
    assert path.read_text() == "something else"


def test_going_on_with_what_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "cut.log"
    path.write_text("no log at all")
    assert run("play", "pig", "--resume", path).status == 1
    assert run("play", "pig", "--resume", tmp_path / "nothing").status == 2


def test_what_is_shown_was_saved_before(tmp_path: Path) -> None:
    """Killed at any prompt, the file has everything that was on the screen."""
    path = tmp_path / "game.log"
    command = program("play", "zum_kuhkuck", "--seed", 3, "--save", path)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n1\n1\n")
        process.stdin.flush()
        seen = ""
        while len(re.findall(r"^Player 1 takes a card$", seen, re.M)) < 3:
            seen += process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    ruleset, _ = check_file(RULESETS / "zum_kuhkuck.yaml")
    assert ruleset is not None
    state = log.replay(path.read_text(), ruleset, backend="reference")
    assert sum(m.seat == 0 for m in state.history) >= 3


# --- at a terminal ----------------------------------------------------------------------------------------


class Pty:
    """A program at a terminal of 80 columns."""

    def __init__(self, *args: object, **environment: str) -> None:
        self.master, slave = pty.openpty()
        # Without an editor's own escapes what the program writes is what is read.
        env = os.environ | {"TERM": "xterm", "COLUMNS": "80"} | environment
        self.process = subprocess.Popen(
            program(*args), stdin=slave, stdout=slave, stderr=slave, env=env,
            # The terminal it is controlled by, whose ^C is an interrupt.
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self.text = ""

    def until(self, wanted: str, seconds: float = 60) -> str:
        """Reads until the text comes; what was read since the last call."""
        read, end = "", time.monotonic() + seconds
        while wanted not in read:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{wanted!r} did not come after {read[-500:]!r}"
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            self.text += data.decode(errors="replace")
            assert data, f"the program ended before {wanted!r}: {read[-500:]!r}"
            read += data.decode(errors="replace")
        return read

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def close(self) -> int:
        try:
            return self.process.wait(30)
        finally:
            os.close(self.master)


def test_at_a_terminal_the_screen_is_cleared_before_a_hand_is_shown() -> None:
    at = Pty("play", "kuhn_poker", "--seats", "human,human", "--seed", 4)
    first = at.until("presses Enter: ")
    assert "\x1b[3J" in first
    assert "card" not in first.split("\x1b[3J")[-1]
    at.type("")
    shown = at.until("> ")
    assert shown.lstrip("\r\n").startswith("\x1b[2J\x1b[3J\x1b[H") or "\x1b[3J" in shown
    assert re.search(r"hand +card \d +1 card", shown)
    at.type("1")
    handed = at.until("presses Enter: ")
    after_clearing = handed.split("\x1b[3J")[-1]
    assert "card" not in after_clearing
    at.type("")
    assert re.search(r"hand +1 card +card \d", at.until("> "))
    at.type("q")
    assert at.close() == 0


def test_at_a_terminal_nothing_is_handed_over_where_nothing_is_hidden() -> None:
    at = Pty("play", "tic_tac_toe", "--seats", "human,human")
    at.until("> ")
    at.type("mark c=b2")
    at.until("Player 2, choose:")
    at.type("q")
    assert at.close() == 0
    assert "--- Player 2 ---" in at.text
    assert "\x1b[2J" not in at.text
    assert "presses Enter" not in at.text


def test_an_interrupt_at_the_prompt_is_no_traceback() -> None:
    at = Pty("play", "pig", "--seed", 1)
    at.until("> ")
    # One that comes just as the line editor begins to wait is only noticed with the next key.
    for _ in range(20):
        os.write(at.master, b"\x03")
        with contextlib.suppress(subprocess.TimeoutExpired):
            at.process.wait(1)
            break
    assert at.close() == 130
    assert "Traceback" not in at.text


def test_an_interrupt_says_where_the_game_is(tmp_path: Path) -> None:
    saved = tmp_path / "game.log"
    at = Pty("play", "pig", "--seed", 1, "--save", saved)
    at.until("> ")
    for _ in range(20):
        os.write(at.master, b"\x03")
        with contextlib.suppress(AssertionError):
            at.until(f"--resume {saved}", 1)
            break
    assert "The game is saved." in at.text
    assert at.close() == 130


def test_the_last_news_stay_on_the_screen_with_the_table() -> None:
    at = Pty("play", "niagara", "--seats", "human,random,random", "--seed", 3, LINES="24", NO_COLOR="1")
    at.until("\n> ")
    brief = 0
    for _ in range(7):
        at.type("1")
        shown = at.until("\n> ").replace("\r", "").partition("\n")[2].lstrip("\n")
        assert len(shown.splitlines()) <= 24, shown
        if "(in brief; `n` tells it in full)" in shown:
            brief += 1
            assert shown.startswith("Player ")
            assert shown.index("(in brief") < shown.index("Niagara | ")
    at.type("q")
    assert at.close() == 0
    assert brief


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize(
    ("game", "players"), [("zambezi", 8), ("niagara", 5), ("tembo", 4), ("survival_of_the_fittest", 4)]
)
def test_the_table_and_the_choices_fit_the_screen(game: str, players: int, columns: int) -> None:
    """Whatever is shown is no wider than the screen; with 80 columns what stands above the prompt fits 24 lines."""
    at = Pty("play", game, "--players", players, "--seed", 3, COLUMNS=str(columns), LINES="24", NO_COLOR="1")
    for answer in ("1", "1", "t", "rulings", "?", "q"):
        shown = at.until("\n> ").replace("\r", "")
        assert [line for line in shown.splitlines() if len(line) > columns] == []
        if columns == 80 and "choose:" in shown:
            table = shown[shown.rindex(" sees it | ") :]
            assert table.count("\n") + 1 <= 24, shown
        at.type(answer)
    assert at.close() == 0


def test_no_color_is_honoured() -> None:
    at = Pty("play", "pig", "--seed", 1, NO_COLOR="1")
    shown = at.until("> ")
    assert "\x1b[1m" not in shown
    at.type("q")
    at.close()


@pytest.mark.parametrize("columns", [40, 60])
def test_lists_and_replays_fit_a_narrow_screen(columns: int, tmp_path: Path) -> None:
    """No cell is cut off and no line is broken by the terminal."""
    saved = tmp_path / "g.log"
    run("play", "zum_kuhkuck", "--seats", "random,random", "--seed", 1, "--max-moves", 30, "--save", saved)
    for command in (
        ("list",), ("list", "tembo"), ("perft", "kuhn_poker", "--complete"), ("replay", saved, "--as", "1"),
    ):  # fmt: skip
        at = Pty(*command, COLUMNS=str(columns), LINES="24")
        shown = ""
        with contextlib.suppress(AssertionError):
            shown += at.until("\0 never comes")
        shown = at.text.replace("\r", "")
        assert at.close() == 0
        assert [line for line in shown.splitlines() if len(line) > columns] == []
        if command == ("list",):
            assert "survival_of_the_fittest" in shown


# --- replay -----------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A log of a Kuhn poker game: 1 passes, 2 bets or passes at random."""
    path = tmp_path / "kuhn.log"
    assert run("play", "kuhn_poker", "--seed", 4, "--save", path, stdin="1\n1\n").status == 0
    return path


def test_replay_shows_everything_or_what_a_seat_saw(saved: Path) -> None:
    everything = run("replay", saved)
    assert everything.status == 0
    dealt = re.findall(r"card (\d): deck -> hand\[(\d)\]", everything.out)
    assert sorted(seat for _, seat in dealt) == ["1", "2"]
    card_of = {seat: card for card, seat in dealt}
    for seat, other in (("1", "2"), ("2", "1")):
        seen = run("replay", saved, "--as", seat).out
        assert f"card {card_of[seat]}: deck -> hand[{seat}]" in seen
        assert f"card {card_of[other]}" not in seen
    public = run("replay", saved, "--as", "public").out
    assert "card 1" not in public
    assert "card 2" not in public
    assert run("replay", saved, "--as", "3").status == 2


def test_replay_names_the_first_line_that_is_not_what_the_rules_give(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if '"pass"' in line or '"bet"' in line)
    lines[at] = lines[at].replace('"pass"', '"fold"').replace('"bet"', '"fold"')
    saved.write_text("\n".join(lines) + "\n")
    ran = run("replay", saved)
    assert ran.status == 1
    assert f"{saved}:{at + 1}: " in ran.err
    told = json.loads(run("replay", saved, "--json").out)
    assert (told["same"], told["difference"]["line"], told["moves"]) == (False, at + 1, 0)


def test_replay_notices_that_other_players_win(tmp_path: Path) -> None:
    """The same scores and places, and another rule of who wins: tic-tac-toe won by whoever lost it."""
    text = (RULESETS / "classics" / "tic_tac_toe.yaml").read_text()
    game, saved = tmp_path / "tic_tac_toe.yaml", tmp_path / "game.log"
    game.write_text(text)
    moves = "".join(f"mark c={cell}\n" for cell in ("a1", "a2", "b1", "b2", "c1"))
    assert run("play", game, "--seats", "human,human", "--save", saved, stdin=moves).status == 0
    assert json.loads(saved.read_text().splitlines()[-1])["winners"] == [1]
    assert json.loads(run("replay", saved, "--game", game, "--json").out)["winners"] == [1]
    edited = re.sub(r"winners: .*", "winners: winner != me", text)
    assert edited != text
    game.write_text(edited)
    ran = run("replay", saved, "--game", game)
    assert ran.status == 1
    assert "winners [1] at the end, and the rules give [2]" in ran.err


def test_replay_under_an_edited_ruleset_says_where_it_first_differs(tmp_path: Path) -> None:
    game = tmp_path / "pig.yaml"
    text = (RULESETS / "classics" / "pig.yaml").read_text()
    game.write_text(text)
    saved = tmp_path / "pig.log"
    run("play", game, "--seed", 1, "--save", saved, stdin="throw\nthrow\nhold\nq\n")
    same = run("replay", saved, "--game", game)
    assert (same.status, same.err) == (0, "")
    game.write_text(text + "# a remark changes nothing\n")
    told = json.loads(run("replay", saved, "--game", game, "--json").out)
    assert (told["same"], told["ruleset_changed"]) == (True, True)
    # A die of eight sides: the first throw is a chance event of another number of outcomes.
    game.write_text(text.replace("random 1..6", "random 1..8").replace("winscore + 5", "winscore + 7"))
    ran = run("replay", saved, "--game", game)
    first_throw = next(
        i for i, line in enumerate(saved.read_text().splitlines(), 1) if json.loads(line).get("chance") == 6
    )
    assert ran.status == 1
    assert f"{saved}:{first_throw}: " in ran.err
    assert "8 outcomes" in ran.err


@pytest.mark.parametrize(
    "text", ["", "[]\n", "{}\n", '{"game": "pig"}\n', "\x00\xff", '{"game": "nothing"}\n']
)
def test_replay_of_what_is_no_log(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.log"
    path.write_text(text)
    ran = run("replay", path)
    assert ran.status in (1, 2)
    assert ran.err.startswith("rulewright replay: ")


# --- perft and test ---------------------------------------------------------------------------------------


def test_perft_of_tic_tac_toe_are_the_published_numbers() -> None:
    """9!/(9-d)! sequences for d < 5; of the 15,120 of length 5, 1,440 end the game."""
    told = json.loads(run("perft", "tic_tac_toe", "--depth", 5, "--json").out)
    assert told == {"nodes": [9, 72, 504, 3024, 15120], "ended": [0, 0, 0, 0, 1440]}


@pytest.mark.parametrize("more", [["--depth", "9"], ["--complete"], ["--depth", "9", "--json"]])
def test_perft_keeps_what_an_interrupt_left(more: list[str]) -> None:
    """Depth by depth as it is counted: the first four take a moment, the last ones minutes."""
    command = program("perft", "tic_tac_toe", *more)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        out = ""
        if more == ["--depth", "9"]:
            while not re.search(r"^ *4 +3,024 +0$", out, re.M):
                out += process.stdout.readline()
        else:
            # Nothing is written before the end: it counts once it has worked longer than it takes to begin.
            counting = psutil.Process(process.pid)
            while counting.cpu_times().user < 2.5:
                time.sleep(0.1)
        assert process.poll() is None, "it still counts"
        process.send_signal(signal.SIGINT)
        out += process.stdout.read()
        assert "Interrupted" in process.stderr.read()
        assert process.wait(30) == 130
    if more == ["--complete"]:
        assert "complete histories" in out
    elif "--json" in more:
        assert json.loads(out)["interrupted"] is True
        counted = json.loads(out)["nodes"]
        assert counted == [9, 72, 504, 3024, 15120, 54720, 148176][: len(counted)]


def test_perft_complete_of_kuhn_poker() -> None:
    """30 complete histories and 6 information sets a seat are its published size."""
    told = json.loads(run("perft", "kuhn_poker", "--complete", "--json").out)
    assert told["histories"] == {"decision": 24, "chance": 4, "end": 30}
    assert told["information_sets"] == [6, 6]
    assert "complete histories" in run("perft", "kuhn_poker", "--complete").out


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    path = tmp_path / "ttt.scenarios.yaml"
    path.write_text(
        "rulewright: 1\nruleset: tic_tac_toe\nscenarios:\n"
        "  - name: seat 1 begins\n    rule: X2\n    then:\n      awaits: 1\n"
        "  - name: seat 2 begins\n    rule: X2\n    then:\n      awaits: 2\n"
    )
    return path


def test_test_shows_what_was_expected_and_what_came(scenarios: Path) -> None:
    ran = run("test", scenarios, "-v")
    assert ran.status == 1
    assert "1 of 2 scenarios passed" in ran.out
    assert "ok     seat 1 begins [X2]" in ran.out
    assert "FAILED seat 2 begins [X2]" in ran.out
    assert ":11:" in ran.out
    assert "no scenario shows X1, X3, X4" in ran.out


def test_errors_of_no_scenario_are_counted_too(tmp_path: Path) -> None:
    """A rule that holds by absence names a scenario that isn't there: all that are there pass, the file doesn't."""
    text = (RULESETS / "classics" / "tic_tac_toe.yaml").read_text()
    rule = re.search(r"^  X1: (.+)$", text, re.M)
    assert rule is not None
    game = tmp_path / "ttt.yaml"
    game.write_text(text.replace(rule.group(), f"  X1:\n    text: {rule[1]}\n    absent: nobody marks twice"))
    (tmp_path / "ttt.scenarios.yaml").write_text(
        "rulewright: 1\nscenarios:\n  - name: seat 1 begins\n    rule: X2\n    then: {awaits: 1}\n"
    )
    ran = run("test", game, "tembo", "-k", "seat 1 begins")
    assert ran.status == 1
    assert "1 of 1 scenario passed, 1 other error" in ran.out
    assert "1 of 1 scenario passed in 2 files, 1 other error" in ran.out
    assert json.loads(run("test", game, "--json").out)[0]["other_errors"] == 1


def test_test_of_some_scenarios(scenarios: Path) -> None:
    assert run("test", scenarios, "-k", "SEAT 1").status == 0
    told = json.loads(run("test", scenarios, "-k", "seat 2", "--json").out)
    assert [(s["name"], s["passed"], s["line"]) for s in told[0]["scenarios"]] == [
        ("seat 2 begins", False, 8)
    ]
    assert run("test", scenarios, "-k", "nothing").status == 1


def test_test_counts_what_cannot_be_run_and_goes_on(scenarios: Path, tmp_path: Path) -> None:
    """Broken scenarios, broken files and games without any are failures, each counted, and the rest is run."""
    good = scenarios.read_text().replace("awaits: 2", "awaits: 1")
    scenarios.write_text(
        good
        + "  - name: misspelt\n    rule: X2\n    then:\n      awiats: 1\n  - rule: X2\n    then: {awaits: 1}\n"
    )
    (tmp_path / "broken.scenarios.yaml").write_text("rulewright: 1\n\tscenarios: []\n")
    (tmp_path / "binary.scenarios.yaml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "gone.scenarios.yaml").symlink_to(tmp_path / "nowhere.yaml")
    lonely = tmp_path / "lonely" / "pig.yaml"
    lonely.parent.mkdir()
    lonely.write_text((RULESETS / "classics" / "pig.yaml").read_text())
    ran = run("test", lonely, tmp_path, "-v")
    assert ran.status == 1
    assert "pig.yaml has no scenarios: there is no file" in ran.err
    for name in ("broken", "binary", "gone"):
        assert f"{tmp_path / name}.scenarios.yaml: can't be run" in ran.out
    assert f"{scenarios}: 2 of 4 scenarios passed" in ran.out
    assert "FAILED misspelt [X2]" in ran.out
    assert "FAILED (without a name) [X2]" in ran.out
    assert "2 of 4 scenarios passed in 1 file; 3 files can't be run; no scenarios for 1 of the 5" in ran.out
    told = json.loads(run("test", lonely, tmp_path, "--json").out)
    assert [len(t["scenarios"]) for t in told] == [0, 0, 0, 4, 0]
    assert not any(t["passed"] for t in told)
    assert "pig" in told[-1]["missing"]


def test_test_without_scenarios(tmp_path: Path) -> None:
    assert run("test", tmp_path).status == 1
    game = tmp_path / "pig.yaml"
    game.write_text((RULESETS / "classics" / "pig.yaml").read_text())
    ran = run("test", game)
    assert ran.status == 1
    assert "pig.scenarios.yaml" in ran.err


def test_the_program_runs_as_one(tmp_path: Path) -> None:
    """As a process of its own, with its own standard streams."""
    ran = run_program("play", "pig", "--seed", 1, stdin="1\nq\n")
    assert ran.status == 0
    assert "Player 1 throws the die" in ran.out
