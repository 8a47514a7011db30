"""Logs: a game as JSON lines that can be read, kept, replayed exactly, and found out when they were changed.

A log begins with a header that names the ruleset by the hash of its text, the readings, the players and the
source of chance. Then come, in the order of play, decisions in the author's words and chance events as (how
many outcomes, which one); a finished game ends with its result. The header says nothing that changes in play,
so a log grows at its end alone, and one that ends after any of its lines is a game not yet finished.
Everything after the header follows from the rules: replaying compares line by line, so the first line that
isn't what the rules give is named. Saved states are logs too: there is one format.

Entries, one a line::

    {"rulewright": "0.1.0", "format": 1, "game": "tembo", "ruleset": "9f...", "players": 2, "readings": {...},
     "seed": 7, "tape": []}
    {"chance": 59, "outcome": 14, "what": "gnu 16"}
    {"seat": 1, "action": "play_animal", "with": {"a": "gnu 16", "s": 3}}
    {"arrange": {"zones": [...], "variables": [...], "turn": 2}}
    {"end": "over", "scores": [12, 9], "places": [1, 2], "winners": [1]}

``what`` names the card that a chance event drew, where that is certain; it is told for reading and compared
too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright import __version__
from rulewright.engine.draws import Draws
from rulewright.engine.errors import LogError
from rulewright.engine.moves import LegalMove, MoveError, name_moves, write_move
from rulewright.engine.sight import Arranged, Moment
from rulewright.machine.interface import ZoneContent

if TYPE_CHECKING:
    from rulewright.engine.contract import Backend, Game, State
    from rulewright.ruleset.model import Ruleset

#: Raised when a log written before could no longer be read.
FORMAT = 1


# --- writing ----------------------------------------------------------------------------------------------


def entries(state: State) -> list[dict[str, Any]]:
    """The log of a state, header first."""
    return [header(state), *(line for moment in _named(state) for line in moment), *end_entries(state)]


def header(state: State) -> dict[str, Any]:
    """The first entry of the log of a state."""
    game, chance = state.game, state._chance
    # Without a seed the tape is what happened and what is still to come, whatever the source was.
    tape = list(chance.tape) if chance.seed is not None else [*state.outcomes, *chance.rest]
    return {
        "rulewright": __version__,
        "format": FORMAT,
        "game": game.ruleset.id,
        "ruleset": game.ruleset.text_hash,
        "players": game.players,
        "readings": dict(game.readings),
        "seed": chance.seed,
        "tape": tape,
    }


def end_entries(state: State) -> list[dict[str, Any]]:
    """The last entry of the log of a game that is over, alone in a list; [] while it goes on."""
    if not state.over:
        return []
    return [_end(state)]


def _end(state: State) -> dict[str, Any]:
    """How a game ended. After a fault scores and places are as they stood, and nobody won."""
    fault = state.fault
    stood = {"scores": state.scores(), "places": state.places()}
    if fault is not None:
        return {"end": "fault", "fault": fault.code} | stood
    return {"end": "over"} | stood | {"winners": [seat + 1 for seat in state.winners()]}


def write(state: State) -> str:
    """The log as text: one JSON object a line."""
    return write_entries(entries(state))


def write_entries(lines: Iterable[Mapping[str, Any]]) -> str:
    """Entries as text: one JSON object a line."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in lines)


class StepEntries:
    """The entries of one step of a traced game, for a log that grows with it: made before the step is
    played, asked after it. What it costs doesn't depend on how long the game has been."""

    def __init__(self, state: State, move: LegalMove) -> None:
        self._draws = Draws(state.zones(), state.game.urns)
        self._decision = {"seat": move.seat + 1, "action": move.action, "with": move.params}

    def after(self, state: State) -> list[dict[str, Any]]:
        """The decision, the chance events that came of it, and the end if it was that."""
        return [*_with_chance(([self._decision], self._draws, state)), *end_entries(state)]


def _named(state: State) -> Iterator[list[dict[str, Any]]]:
    """The entries of each moment, made by playing the game once more and looking on."""
    game = state.game
    before: tuple[list[dict[str, Any]], Draws, State] | None = None
    for again, moment in play_again(game.traced_twin, state):
        if before is not None:
            yield _with_chance(before)
        lines: list[dict[str, Any]] = []
        draws = Draws(again.zones(), game.urns) if moment.move is not None else Draws(())
        if moment.arranged is not None:
            lines.append({"arrange": _write_arranged(moment.arranged)})
        elif moment.move is not None:
            options = again._moves(moment.seat)
            named = name_moves(game.words, game.actions, moment.seat, options, None)[
                options.index(moment.move)
            ]
            lines.append({"seat": moment.seat + 1, "action": named.action, "with": named.params})
        before = (lines, draws, again)
    if before is not None:
        yield _with_chance(before)


def _with_chance(before: tuple[list[dict[str, Any]], Draws, State]) -> list[dict[str, Any]]:
    lines, draws, again = before
    moment = again.last
    for (n, outcome), what in zip(moment.outcomes, _what(again.game, draws, moment), strict=True):
        lines.append({"chance": n, "outcome": outcome} | ({} if what is None else {"what": what}))
    return lines


def _what(game: Game, draws: Draws, moment: Moment) -> Iterator[str | None]:
    """For each chance event of a traced moment the card it drew, or None where that isn't certain.

    An event of as many outcomes as a pile has unknown cards, or an urn pieces, draws from it, unless it is
    something else that happens to have as many outcomes: certain is a card that then was moved from there.
    """
    taken = {(e.args[2], e.args[0]) for e in moment.events if e.kind == "move"}
    for n, outcome in moment.outcomes:
        drawn = draws.drawn(n, outcome)
        yield game.words.names[drawn[1]] if drawn in taken and drawn is not None else None


def play_again(game: Game, state: State) -> Iterator[tuple[State, Moment]]:
    """Plays the history of a state again in a game of the same ruleset and configuration.

    Gives, for each moment, the state as it is before it (for the start: after it) and the moment; the last
    state given has come to the end of the history once the iterator is exhausted.
    """
    from rulewright.engine.chance import ChanceSource
    from rulewright.engine.contract import State as NewState

    again = NewState(game, ChanceSource(None, state.outcomes))
    for number, moment in enumerate(state.history):
        yield again, moment
        if number:
            _play_moment(again, moment)


def _play_moment(again: State, moment: Moment) -> None:
    """What was done at a moment after the start."""
    if moment.arranged is not None:
        arranged = moment.arranged
        again.arrange(arranged.zones, dict(enumerate(arranged.variables)), arranged.turn)
    else:
        assert moment.move is not None
        again.play(moment.move, moment.seat)


def replay_moments(game: Game, state: State) -> State:
    """The state again, played by another game of the same ruleset and configuration."""
    for again, _ in play_again(game, state):  # noqa: B007
        pass
    return again


class Follower:
    """A game of the same ruleset and configuration that is played along with another, in which more is asked
    again and again: only what is new is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state: State | None = None
        self._played: list[Moment] = []

    def at(self, state: State) -> State:
        """The state again, in this game; it is good until the next call."""
        from rulewright.engine.chance import ChanceSource
        from rulewright.engine.contract import State as NewState

        history = list(state.history)
        again = self._state
        if again is None or history[: len(self._played)] != self._played:
            again = NewState(self.game, ChanceSource(None, state.outcomes))
            self._played = history[:1]
        again._chance.tape = tuple(state.outcomes)
        for moment in history[len(self._played) :]:
            _play_moment(again, moment)
        self._state, self._played = again, history
        return again


def _write_arranged(arranged: Arranged) -> dict[str, Any]:
    return {
        "zones": [
            {"ids": list(z.ids), "unknown": list(z.unknown), "above": z.above, "counts": list(z.counts)}
            for z in arranged.zones
        ],
        "variables": [
            [sorted(v) if isinstance(v, frozenset) else v for v in variable]
            for variable in arranged.variables
        ],
        "turn": None if arranged.turn is None else arranged.turn + 1,
    }


# --- reading ----------------------------------------------------------------------------------------------


def read(text: str) -> list[dict[str, Any]]:
    """The entries of a log given as text, one a line. Raises LogError with the line that is no object."""
    found: list[dict[str, Any]] = []
    # Not splitlines(): JSON may hold what Unicode counts as ends of lines.
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            if number == 1 and not line.startswith("{"):
                raise LogError(1, "this is no log: every line of one is an entry in JSON") from None
            why = "too much for one entry" if isinstance(error, RecursionError) else "no entry in JSON"
            unfinished = number == len(lines) > 1 and not text.endswith("\n")
            raise LogError(
                number,
                f"this is {why}: the log was cut or edited here"
                + (". Without this last line it is the game up to there" if unfinished else ""),
            ) from None
        if not isinstance(entry, dict):
            raise LogError(number, "an entry is a JSON object")
        found.append(entry)
    if not found:
        raise LogError(1, "the log is empty")
    return found


def replay(log: str | Sequence[Mapping[str, Any]], ruleset: Ruleset, backend: Backend = "python") -> State:
    """The state that a log (text, or its entries) leads to under a ruleset.

    A log that ends before the game did is a game that can be gone on with. Raises LogError for a log that
    can't be read, is of another ruleset, or is not what the rules give, with the first line that differs and
    what the rules give there.
    """
    from rulewright.engine.contract import Game, WrongCall

    lines = read(log) if isinstance(log, str) else list(log)
    head = check_header(lines)
    if head["ruleset"] != ruleset.text_hash:
        raise LogError(1, _other_ruleset(head, ruleset))
    try:
        game = Game(ruleset, head["players"], head["readings"], backend=backend)
    except WrongCall as error:
        raise LogError(1, str(error)) from None
    return replay_entries(game, {"log": lines})


def check_header(lines: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The header of a log. Raises LogError where it lacks something or has something else."""
    if not lines:
        raise LogError(1, "the log is empty")
    head = lines[0]
    if isinstance(head.get("format"), int) and head["format"] != FORMAT:
        raise LogError(1, f"the log has format {head['format']}, and this version reads format {FORMAT}")
    kinds: dict[str, Any] = {
        "format": int, "game": str, "ruleset": str, "players": int, "readings": dict, "tape": list,
    }  # fmt: skip
    for name, kind in kinds.items():
        if not isinstance(head.get(name), kind) or isinstance(head.get(name), bool):
            raise LogError(1, f"the header has no proper {name!r}")
    seed = head.get("seed")
    if "seed" not in head or not (
        seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**64)
    ):
        raise LogError(1, "the header has no proper 'seed'")
    if not all(isinstance(reading, str) for reading in head["readings"].values()):
        raise LogError(1, "the header has no proper 'readings'")
    if not all(isinstance(outcome, int) and not isinstance(outcome, bool) for outcome in head["tape"]):
        raise LogError(1, "the header has no proper 'tape'")
    return head


def _other_ruleset(head: Mapping[str, Any], ruleset: Ruleset) -> str:
    if head["game"] != ruleset.id:
        return f"this is a log of {head['game']}, not of {ruleset.id}"
    return (
        f"the log was made with another text of {ruleset.id} or other data: its hash is "
        f"{str(head['ruleset'])[:12]}..., here it is {ruleset.text_hash[:12]}..."
    )


def replay_entries(game: Game, data: Mapping[str, Any]) -> State:
    """The state that saved entries lead to in a game; see ``replay``."""
    from rulewright.engine.chance import ChanceSource
    from rulewright.engine.contract import State as NewState

    lines = data.get("log")
    if not isinstance(lines, list | tuple):
        raise LogError(1, "these are no saved data: they have no 'log'")
    head = check_header(lines)
    if head["ruleset"] != game.ruleset.text_hash:
        raise LogError(1, _other_ruleset(head, game.ruleset))
    if head["players"] != game.players:
        raise LogError(1, f"the log is of a game for {head['players']} players, not {game.players}")
    if head["readings"] != game.readings:
        differing = sorted(n for n in game.readings if head["readings"].get(n) != game.readings[n])
        raise LogError(1, f"the log has other readings: {', '.join(differing) or 'not the same rulings'}")
    state = NewState(game, ChanceSource(head["seed"], head["tape"]))
    _compare_chance(state, lines, 1)
    at = 1 + len(state.last.outcomes)
    while at < len(lines):
        at = _replay_entry(state, lines, at)
    _compare_whats(state, lines)
    return state


def _replay_entry(state: State, lines: Sequence[Mapping[str, Any]], at: int) -> int:
    entry, line = lines[at], at + 1
    if "end" in entry:
        _compare_end(state, entry, line)
        if at + 1 != len(lines):
            raise LogError(line + 1, "there are entries after the end")
        return at + 1
    if "arrange" in entry:
        _read_arranged(state, entry["arrange"], line)
    elif "action" in entry:
        _play_entry(state, entry, line)
    elif "chance" in entry:
        raise LogError(line, "the log has a chance event here, and the rules have none")
    else:
        raise LogError(line, f"this is no entry of a log: {json.dumps(dict(entry), ensure_ascii=False)[:80]}")
    _compare_chance(state, lines, at + 1)
    return at + 1 + len(state.last.outcomes)


def _play_entry(state: State, entry: Mapping[str, Any], line: int) -> None:
    seat, params = entry.get("seat"), entry.get("with", {})
    if state.over:
        raise LogError(line, "the log has a decision here, and by the rules the game is over")
    if not isinstance(seat, int) or not isinstance(params, dict) or not isinstance(entry["action"], str):
        raise LogError(line, "a decision has a seat, an action, and its parameters under 'with'")
    for name, value in params.items():
        words = value if isinstance(value, list) else [value]
        if not all(word is None or isinstance(word, int | str) for word in words):
            raise LogError(line, f"the parameter {name!r} is no word, number or list of them")
    if seat - 1 not in state.awaited:
        awaited = " and ".join(str(s + 1) for s in state.awaited)
        raise LogError(
            line, f"the log has a decision of seat {seat} here, and by the rules it is seat {awaited}'s"
        )
    try:
        wanted = write_move(entry["action"], params)
        state.play(state.find_move(wanted, seat - 1))
    except MoveError as error:
        raise LogError(line, f"seat {seat}: {error}") from None


def _compare_chance(state: State, lines: Sequence[Mapping[str, Any]], at: int) -> None:
    """Compares the chance events that the rules gave with the lines from ``at`` on, as far as there are
    any."""
    for i, (n, outcome) in enumerate(state.last.outcomes[: len(lines) - at]):
        line = at + i + 1
        entry = lines[at + i]
        if entry.get("chance") != n:
            said = f"has one of {entry['chance']}" if "chance" in entry else "has none"
            raise LogError(line, f"the rules have a chance event of {n} outcomes here, and the log {said}")
        if entry.get("outcome") != outcome:
            raise LogError(
                line,
                f"the log has outcome {entry.get('outcome')} of {n} here, "
                f"and the chance that the header names gives {outcome}",
            )


def _compare_whats(state: State, lines: Sequence[Mapping[str, Any]]) -> None:
    given: Iterable[dict[str, Any]] = (line for moment in _named(state) for line in moment)
    for number, (entry, right) in enumerate(zip(lines[1:], given, strict=False), 2):
        if "chance" in right and entry.get("what") != right.get("what"):
            raise LogError(
                number, f"the log says {entry.get('what')!r} was drawn, and it was {right.get('what')!r}"
            )


def _compare_end(state: State, entry: Mapping[str, Any], line: int) -> None:
    if not state.over:
        raise LogError(line, "the log ends the game here, and by the rules it goes on")
    for name, value in _end(state).items():
        if name == "winners" and name not in entry:
            continue  # the first logs of this format didn't say
        if entry.get(name) != value:
            raise LogError(
                line, f"the log has {name} {entry.get(name)!r} at the end, and the rules give {value!r}"
            )


def _read_arranged(state: State, data: Any, line: int) -> None:
    from rulewright.engine.contract import WrongCall

    try:
        zones = [
            ZoneContent(tuple(z["ids"]), tuple(z["unknown"]), z["above"], tuple(z["counts"]))
            for z in data["zones"]
        ]
        variables = {
            number: [frozenset(value) if isinstance(value, list) else value for value in entries]
            for number, entries in enumerate(data["variables"])
        }
        turn = None if data["turn"] is None else data["turn"] - 1
        state.arrange(zones, variables, turn)
    except WrongCall as error:
        raise LogError(line, f"the position that is put on the table is impossible: {error}") from None
    except (KeyError, TypeError, IndexError, ValueError):
        raise LogError(line, "a position that is put on the table has zones, variables and a turn") from None
