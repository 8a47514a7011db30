"""The game at the terminal: shows each person the table as that seat may see it, asks, and tells what
happened."""

from __future__ import annotations

import shlex

from rulewright.engine.contract import LegalMove, MoveError
from rulewright.engine.sight import Observation
from rulewright.engine.view_text import view_text
from rulewright.play.choices import choice_lines
from rulewright.play.endings import ending_rules, fault_text, rule_lines
from rulewright.play.narration import Narrator
from rulewright.play.session import Session
from rulewright.play.terminal import InputEnded, Terminal, fold

#: Lines of choices that are shown at once; of more, the first and how to see the others.
_LINES = 24

_HELP = """\
Type the number of a choice, or the choice in its one-line form.
  TEXT    the choices with TEXT in them
  all     every choice       t       the table again
  r       the rules behind these choices; r RULE: one rule
  u       take your last choice back
  q       stop playing       ?       this help"""


class Dialogue:
    """Plays a session to its end with whoever sits at the terminal. ``max_moves``: when to give up.
    ``again``: the command that goes on with a saved game, without the name of its file."""

    def __init__(
        self, session: Session, terminal: Terminal, language: str, max_moves: int, again: str
    ) -> None:
        self.session, self.terminal, self.language = session, terminal, language
        self.max_moves, self.again = max_moves, again
        self.game = session.state.game
        self.narrator = Narrator(self.game, language)
        self._told: dict[int | None, tuple[Observation, ...]] = {}
        self._facing: int | None = None
        """The seat of the person who looks at the screen."""
        if len(session.humans) == 1:
            self._facing = session.humans[0]
        for seat in (None, *range(self.game.players)):
            self._told[seat] = session.state.information_state(seat)

    def run(self) -> bool:
        """Plays on; whether the game came to an end (and not the patience or the input)."""
        session = self.session
        try:
            while (seat := session.next_seat) is not None:
                if session.moves_made >= self.max_moves:
                    self.terminal.show(f"\nGiven up after {session.moves_made} moves (--max-moves).")
                    return False
                if session.kinds[seat] == "random":
                    session.let_random_play(seat)
                    if not session.humans:
                        self._news(None)
                elif not self._turn(seat):
                    self.stopped()
                    return False
        except InputEnded:
            self.terminal.show("\nThe input ended, and the game with it.")
            self._how_to_go_on()
            return False
        self._end()
        return True

    def stopped(self) -> None:
        """Says that the game was left, and how to go on with it."""
        self.terminal.show("\nStopped.")
        self._how_to_go_on()

    def _how_to_go_on(self) -> None:
        save = self.session.save
        if save is None:
            self.terminal.show("The game was not saved.")
        else:
            self.terminal.show(
                f"The game is saved. To go on with it:\n  {self.again} {shlex.quote(str(save.path))}"
            )

    # --- one decision -----------------------------------------------------------------------------------

    def _turn(self, seat: int) -> bool:
        """A person's choice; False to stop."""
        if self._facing != seat:
            self.terminal.hand_over(self.narrator.player(seat))
            self._facing = seat
        self._news(seat)
        self._table(seat)
        moves = self.session.state.legal(seat)
        self._choices(seat, moves)
        while True:
            answer = self.terminal.ask("> ").strip()
            match answer.split(maxsplit=1):
                case []:
                    self._choices(seat, moves)
                case ["q" | "quit"]:
                    return False
                case ["?" | "help"]:
                    self.terminal.show(_HELP)
                case ["t" | "table"]:
                    self._table(seat)
                case ["all"]:
                    self._list(moves)
                case ["r" | "rules", *which]:
                    self._rules(moves, which)
                case ["u" | "undo"]:
                    if self._undo():
                        return True
                case _:
                    chosen = self._understood(answer, moves)
                    if chosen is not None:
                        self.session.choose(chosen)
                        return True

    def _understood(self, answer: str, moves: list[LegalMove]) -> LegalMove | None:
        """The choice meant, or none after saying what could have been."""
        if answer.isdecimal():
            if 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            self.terminal.show(f"The choices are 1 to {len(moves)}.")
            return None
        try:
            return self.session.state.find_move(answer, moves[0].seat)
        except MoveError as error:
            words = answer.lower().split()
            fitting = [m for m in moves if all(w in self._text(m).lower() for w in words)]
            if fitting:
                self._list(fitting)
            elif "=" in answer:
                self.terminal.show(f"{error}")
            else:
                self.terminal.show(f"No choice has {answer!r} in it. Type ? for help.")
            return None

    def _undo(self) -> bool:
        session = self.session
        if session.can_undo:
            session.undo()
            for seat in self._told:
                self._told[seat] = session.state.information_state(seat)
            self.terminal.show("Taken back.")
            return True
        self.terminal.show(
            "There is nothing to take back."
            if len(session.humans) == 1
            else "Choices can be taken back only where no other person plays."
        )
        return False

    # --- what is shown ----------------------------------------------------------------------------------

    def _text(self, move: LegalMove) -> str:
        return move.text(self.language)

    def _news(self, seat: int | None) -> None:
        """What happened since this seat looked last."""
        now = self.session.state.information_state(seat)
        lines = self.narrator.news(self._told[seat], now)
        self._told[seat] = now
        if lines:
            self.terminal.show("\n" + "\n".join(map(fold, lines)))

    def _table(self, seat: int | None) -> None:
        view = self.session.state.view(seat)
        text = view_text(self.game.words, view, self.language, colour=self.terminal.colour)
        self.terminal.show("\n" + text)

    def _choices(self, seat: int, moves: list[LegalMove]) -> None:
        self.terminal.show(self.terminal.strong(f"{self.narrator.player(seat)}, choose:"))
        lines = self._lines(moves)
        for line in lines[:_LINES]:
            self.terminal.show(line)
        if len(lines) > _LINES:
            self.terminal.show(
                f"... {len(moves)} choices in all: type a part of the text, or `all`. ? is for help."
            )

    def _lines(self, moves: list[LegalMove]) -> list[str]:
        """The choices of one player, who needn't be named in each."""
        texts = [self._text(move) for move in moves]
        name = self.narrator.player(moves[0].seat)
        said = [text.removeprefix(name).lstrip(" :") or text for text in texts]
        return choice_lines(moves, said)

    def _list(self, moves: list[LegalMove]) -> None:
        for line in self._lines(moves):
            self.terminal.show(line)

    def _rules(self, moves: list[LegalMove], which: list[str]) -> None:
        ruleset = self.game.ruleset
        if which:
            ids = tuple(r for r in ruleset.rules if r.lower() == which[0].lower())
            if not ids:
                self.terminal.show(f"There is no rule {which[0]}; there are {', '.join(ruleset.rules)}.")
        else:
            ids = tuple(
                rule
                for name in dict.fromkeys(m.action for m in moves if m.action in ruleset.actions)
                for rule in ruleset.actions[name].rules
            )
            if not ids:
                self.terminal.show("No rule is cited for these choices.")
        for line in rule_lines(ruleset, ids, self.language):
            self.terminal.show(fold(line))

    def _end(self) -> None:
        state, ruleset = self.session.state, self.game.ruleset
        seat = self._facing if len(self.session.humans) == 1 else None
        self._news(seat)
        self._table(seat)
        fault = state.fault
        if fault is not None:
            self.terminal.show("The ruleset has a fault, and play can't go on:\n")
            self.terminal.show(fault_text(ruleset, fault, self.language, colour=self.terminal.colour))
            return
        if not state.winners():
            self.terminal.show("Nobody wins.")
        lines = rule_lines(ruleset, ending_rules(state), self.language)
        if lines:
            self.terminal.show("\nThe rules of this end:\n" + "\n".join(map(fold, lines)))
