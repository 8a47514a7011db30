"""The game at the terminal: shows each person the table as that seat may see it, asks, and tells what
happened. All that is said here is in the language of the game (engine.frame)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rulewright.engine.contract import LegalMove, State
from rulewright.engine.frame import frame
from rulewright.engine.log import Follower
from rulewright.engine.moves import MoveError, find_move
from rulewright.engine.templates import Unsayable
from rulewright.engine.view_text import view_text
from rulewright.play.answers import choice, in_order, one, plainly, sentence, short_form
from rulewright.play.choices import choice_lines, summary_lines
from rulewright.play.endings import fault_text, rule_lines, told_rules
from rulewright.play.narration import Narrator, News
from rulewright.play.reference import component_lines, ruling_lines, table_lines, table_names
from rulewright.play.saving import SaveFile
from rulewright.play.session import Session
from rulewright.play.terminal import InputEnded, Terminal, fold

#: Lines of choices that are shown at once where there is no screen; of more, one line for each group.
_LINES = 24

#: The part of a screen that news may take: one in so many lines.
_NEWS = 4

#: The same for what was shown for a moment only.
_BRIEF = 2

#: Lines of a screen beside the table and the choices: what asks for one, the prompt, and an empty line.
_OTHERS = 3


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
        self.narrator.remember_all(session.state)
        session.watch = self.narrator.remember
        self._news_told: list[str] = []
        self._offer: LegalMove | None = None
        """What Enter alone plays: the only choice that had the text that was typed."""
        self._plain: Follower | None = None
        """The game in the plain evaluator, once it is asked why."""
        self._facing: int | None = None
        """The seat of the person who looks at the screen."""
        if len(session.humans) == 1:
            self._facing = session.humans[0]
        self._catch_up()

    def run(self) -> bool:
        """Plays on; whether the game came to an end (and not the patience or the input)."""
        session = self.session
        try:
            while (seat := session.next_seat) is not None:
                if session.moves_made >= self.max_moves:
                    self._say("given_up", before="\n", n=session.moves_made)
                    return False
                if session.kinds[seat] == "random":
                    session.let_random_play(seat)
                    if not session.humans:
                        self._news(None)
                elif not self._turn(seat):
                    self.stopped()
                    return False
        except InputEnded:
            self._say("input_ended", before="\n")
            self._how_to_go_on()
            return False
        self._end()
        return True

    def stopped(self) -> None:
        """Says that the game was left, and how to go on with it."""
        self._say("stopped", before="\n")
        self._how_to_go_on()

    def _how_to_go_on(self) -> None:
        save = self.session.save
        if save is None:
            self._say("not_saved")
        else:
            self._say("saved")
            self.terminal.show(f"  {self.again} {shlex.quote(str(save.path))}")

    def _say(self, key: str, *, before: str = "", **values: object) -> None:
        """A text of the program, folded to the screen."""
        text = frame(key, self.language, **values)
        self.terminal.show(
            before + "\n".join(fold(line, width=self.terminal.width) for line in text.split("\n"))
        )

    def _show(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.terminal.show(fold(line, width=self.terminal.width))

    # --- one decision -----------------------------------------------------------------------------------

    def _turn(self, seat: int) -> bool:
        """A person's choice; False to stop."""
        if self._facing != seat:
            who = self.narrator.player(seat)
            if self.game.sight.has_secrets:
                self.terminal.hand_over(who, frame("hand_over", self.language, who=who))
            else:
                self.terminal.heading(who)
            self._facing = seat
        moves = self.session.state.legal(seat)
        self._table(seat, moves, self._news(seat))
        self._choices(seat, moves)
        only = one(moves)
        self._offer = None
        while True:
            answer = self.terminal.ask("> ").strip()
            offer, self._offer = self._offer or only, None
            named = next((m for m in moves if m.canonical == answer and len(answer) > 1), None)
            if named is not None:
                # A choice that is called like a command: commands have letters too.
                self.session.choose(named)
                return True
            match answer.split(maxsplit=1):
                case []:
                    if offer is not None:
                        self.session.choose(offer)
                        return True
                    self._choices(seat, moves)
                case ["q" | "quit"]:
                    return False
                case ["?" | "help"]:
                    self._say("help", example=plainly(moves[0]))
                case ["l" | "look" | "table"]:
                    self._table(seat, moves)
                case ["n" | "news"]:
                    self._show(self._news_told or [frame("no_news", self.language)])
                case ["all"]:
                    self._list(moves)
                case ["r" | "rules", *which]:
                    self._rules(which, seat)
                case ["t" | "tables", *which]:
                    self._tables(which)
                case ["s" | "score"]:
                    self._score(seat)
                case ["why", *which]:
                    self._why(seat, moves, which)
                case ["rulings", *which]:
                    self._rulings(which)
                case ["save", *where]:
                    self._save(where)
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
        meant = choice(answer, moves)
        if meant is not None:
            return meant
        if answer.isdecimal():
            self._say("choices_are", n=len(moves))
            return None
        short, words = short_form(answer, moves), sentence(answer)
        fitting = short or [m for m in moves if words and in_order(words, sentence(self._said(m)))]
        if fitting:
            self._offer = one(fitting)
            if self._offer is None:
                self._say("ambiguous", n=len(fitting))
            self._list(fitting)
            if self._offer is not None:
                self._say("enter_plays")
        elif "=" in answer:
            self._show([_refused(answer, moves)])
        elif self._action_named(answer):
            self._say("not_now", what=answer)
            self._rules([answer])
        else:
            self._say("no_choice", what=repr(answer))
        return None

    def _undo(self) -> bool:
        session = self.session
        if session.can_undo:
            session.undo()
            self.narrator.forget(session.moves_made)
            self._catch_up()
            self._say("taken_back")
            return True
        self._say("nothing_to_undo" if len(session.humans) == 1 else "undo_alone")
        return False

    def _catch_up(self) -> None:
        """Counts what has happened so far as told."""
        for seat in (*self.session.humans, None):
            self.narrator.news_of(self.session.state, seat)

    def _save(self, where: list[str]) -> None:
        """Keeps the game in a file from now on."""
        if not where:
            self._say("save_where")
            return
        path = Path(where[0])
        try:
            self.session.keep_in(SaveFile(path))
            told = frame("saved_in", self.language, file=path)
        except FileExistsError:
            told = frame("file_exists", self.language, file=path)
        except OSError as error:
            told = frame("no_saving", self.language, file=path, why=error.strerror)
        self.terminal.show(told)  # not folded: a path is not to be broken

    # --- what is shown ----------------------------------------------------------------------------------

    def _said(self, move: LegalMove) -> str:
        """A choice in a list: the sentence without who chooses."""
        text = move.text(self.language)
        return text.removeprefix(self.narrator.player(move.seat)).lstrip(" :,") or text

    def _news(self, seat: int | None) -> int:
        """Tells what happened since this seat looked last; of much only the decisions, and of them the last,
        where the screen is low. Returns how many lines that took."""
        height = self.terminal.height
        lines = self.narrator.news_lines(self.session.state, seat)
        if seat is not None:
            # At the end all people look together: at what nobody has been told yet.
            self.narrator.news_of(self.session.state, None)
        self._news_told = [line.text for line in lines]
        shown = self._folded(self._news_told)
        if height is not None and len(shown) > height // _NEWS:
            shown = self._in_brief(lines, height)
        if shown:
            self.terminal.show()
            for line in shown:
                self.terminal.show(line)
        return len(shown)

    def _in_brief(self, lines: Sequence[News], height: int) -> list[str]:
        """The decisions, with what was shown for a moment only: it is told nowhere else, so for it there may
        be more room, and other decisions go before it."""
        hint = self._folded([frame("in_brief", self.language)])
        told: list[tuple[str, list[str]]] = []
        for line in lines:
            if not line.text.startswith(" "):
                told.append((line.text, []))
            elif line.fleeting:
                if not told:
                    told.append(("", []))
                told[-1][1].append(line.text.strip())
        parts: list[tuple[list[str], bool]] = []
        for decision, shown in told:
            beside = "; ".join(shown)
            text = f"{decision} ({beside})" if decision and shown else decision or beside
            parts.append((self._folded([text]), bool(shown)))
        # The last lines stay next to the table; what comes before them would be scrolled off.
        for kept, room in ((True, height // _NEWS - len(hint)), (False, height // _BRIEF - len(hint))):
            while sum(len(part) for part, _ in parts) > max(1, room) and len(parts) > 1:
                oldest = next((part for part in parts if not (kept and part[1])), None)
                if oldest is None:
                    break
                parts.remove(oldest)
        return [*(line for part, _ in parts for line in part), *hint]

    def _folded(self, lines: Sequence[str]) -> list[str]:
        return [part for line in lines for part in fold(line, width=self.terminal.width).split("\n")]

    def _table(self, seat: int | None, moves: Sequence[LegalMove] = (), news: int = 0) -> None:
        """The table; where there is a screen, with the choices and this many lines of news on it if it can
        be."""
        height = self.terminal.height
        choices = self._shown(seat, moves) if moves else []
        room = None if height is None else height - len(choices) - _OTHERS - (news + 1 if news else 0)
        self.terminal.show("\n" + self._table_text(seat, room))

    def _table_text(self, seat: int | None, room: int | None) -> str:
        """The table in at most ``room`` lines if it can be."""
        return view_text(
            self.game.words, self.session.state.view(seat), self.language,
            colour=self.terminal.colour, width=self.terminal.width, height=room,
        )  # fmt: skip

    def _choices(self, seat: int, moves: list[LegalMove]) -> None:
        who = frame("choose", self.language, who=self.narrator.player(seat))
        self.terminal.show(self.terminal.strong(who))
        for line in self._shown(seat, moves):
            self.terminal.show(line)

    def _shown(self, seat: int | None, moves: Sequence[LegalMove]) -> list[str]:
        """The choices as they are shown at first: all, or one line for each group of them where the screen
        has no room for all and the table."""
        lines, height = self._lines(moves), self.terminal.height
        if one(moves) is not None:
            lines.append(fold(frame("enter_plays", self.language), width=self.terminal.width))
        least = 0 if height is None else self._table_text(seat, 0).count("\n")
        room = _LINES if height is None else height - least - _OTHERS
        if len(lines) <= room:
            return lines
        more = fold(frame("many_choices", self.language, n=len(moves)), width=self.terminal.width)
        groups = self._lines(moves, summary=True)
        if len(groups) >= len(lines):
            groups = lines
        return [*groups[: max(3, room - 1)], *more.splitlines()]

    def _lines(self, moves: Sequence[LegalMove], *, summary: bool = False) -> list[str]:
        """The choices of one player, who needn't be named in each."""
        if not moves:
            return []
        said = [self._said(move) for move in moves]
        lines = summary_lines if summary else choice_lines
        return lines(moves, said, width=self.terminal.width, language=self.language)

    def _list(self, moves: list[LegalMove]) -> None:
        for line in self._lines(moves):
            self.terminal.show(line)

    # --- what can be looked up ----------------------------------------------------------------------------

    def _rules(self, which: list[str], seat: int = 0) -> None:
        """The rule that is asked for, or those of an action; if nothing is, those behind a seat's choices."""
        ruleset = self.game.ruleset
        if which:
            ids = tuple(r for r in ruleset.rules if r.lower() == which[0].lower())
            action = self._action_named(which[0])
            if not ids and action:
                ids = ruleset.actions[action].rules
            if not ids:
                self._say("no_rule", what=which[0], known=", ".join(ruleset.rules))
        else:
            from rulewright.play.why import rules_behind

            ids = rules_behind(self._explained_state(), seat, self.language)
            if not ids:
                self._say("no_rule_cited")
        self._show(rule_lines(ruleset, ids, self.language))

    def _why(self, seat: int, moves: list[LegalMove], which: list[str]) -> None:
        """Why something can or can't be chosen."""
        from rulewright.explain.telling import Teller
        from rulewright.play.why import why_lines

        words, terminal = self.game.words, self.terminal
        teller = Teller(words, self.language, terminal.width, colour=terminal.colour)
        for line in why_lines(self._explained_state(), seat, moves, " ".join(which), teller):
            terminal.show(line)  # not folded: lines of the ruleset stand as they are

    def _explained_state(self) -> State:
        """The state in a game that the plain evaluator runs."""
        if self._plain is None:
            self._plain = Follower(self.game.twin(backend="reference"))
        return self._plain.at(self.session.state)

    def _action_named(self, text: str) -> str | None:
        """The action that is called so, in the ruleset or in the language."""
        asked = text.casefold().replace("_", " ")
        for name in self.game.ruleset.actions:
            if asked in (
                name.casefold().replace("_", " "),
                self.game.words.label(name, self.language).casefold(),
            ):
                return name
        return None

    def _tables(self, which: list[str]) -> None:
        names, width = table_names(self.game.words), self.terminal.width
        wanted = self._named(names, which)
        lines = table_lines(self.game.words, wanted, self.language, width)
        if which:
            lines += component_lines(self.game.words, which[0], self.language, width)
        if lines:
            self._show(lines)
        elif names:
            known = ", ".join(self.game.words.label(name, self.language) for name in names)
            self._say("no_table", what=which[0], known=known)
        else:
            self._say("no_tables")

    def _rulings(self, which: list[str]) -> None:
        rulings = self.game.ruleset.rulings
        wanted = self._named(list(rulings), which)
        if not rulings:
            self._say("no_rulings")
        elif not wanted:
            self._say("no_ruling", what=which[0], known=", ".join(rulings))
        else:
            chosen = [rulings[name] for name in wanted]
            words, width = self.game.words, self.terminal.width
            self._show(ruling_lines(chosen, self.game.readings, words, self.language, width))

    def _score(self, seat: int) -> None:
        """Each player's score as it stands; ``?`` where it depends on what the seat can't see."""
        state, words, result = self.session.state, self.game.words, self.game.ruleset.result
        if result.score is None:
            self._say("no_score")
            return
        look = self.narrator.look(state, seat)
        self._say("score_now")
        for other in range(self.game.players):
            try:
                score = words.say(
                    result.score.type,
                    words.evaluator.value(result.score, {result.me.id: other}, look),
                    self.language,
                )
            except Unsayable:
                score = "?"
            self._show([f"  {self.narrator.player(other)}: {score}"])

    def _named(self, names: list[str], which: list[str]) -> list[str]:
        """All names, or those that have what was typed in them or in what they are called."""
        if not which:
            return names
        asked = which[0].lower()
        return [
            n for n in names if asked in n.lower() or asked in self.game.words.label(n, self.language).lower()
        ]

    def _end(self) -> None:
        state, ruleset = self.session.state, self.game.ruleset
        seat = self._facing if len(self.session.humans) == 1 else None
        self._table(seat, news=self._news(seat))
        fault = state.fault
        if fault is not None:
            self._say("fault_follows", before="\n")
            screen = self.terminal.width if self.terminal.is_terminal else None
            told = fault_text(ruleset, fault, self.language, colour=self.terminal.colour, columns=screen)
            self.terminal.show("\n" + told)
            return
        lines = rule_lines(ruleset, told_rules(state), self.language)
        if lines:
            self._say("rules_of_end", before="\n")
            self._show(lines)


def _refused(answer: str, moves: Sequence[LegalMove]) -> str:
    """What is wrong with an answer in the one-line form that is no legal move."""
    try:
        find_move(answer, moves)
    except MoveError as error:
        return str(error)
    return ""
