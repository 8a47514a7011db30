"""Legal moves in words: as values, as one line that can be typed and read back, and as a sentence.

The machines list moves as integers. Here each gets its name and parameters in the author's words. The
one-line form (``play_animal a="gnu 16" s=3``) is the notation of logs, scenarios and the command line;
reading it back never guesses: a move is found only among the legal ones, and what is not found is answered
with the nearest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from rulewright.engine.templates import Look, Unsayable, Value
from rulewright.engine.words import Says, Word, Words
from rulewright.machine.interface import DONE, Move
from rulewright.ruleset.model import Action
from rulewright.ruleset.types import Comp, Line, SetOf, Spot, Type

_BARE = re.compile(r"[^\W\d][\w.+-]*")
_TOKEN = re.compile(r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<mark>[=\[\],])|(?P<word>[^\s="\[\],]+))""")


class MoveError(ValueError):
    """No legal move, or more than one, is what was said. ``nearest``: legal moves in their one-line form;
    ``more``: how many others there are."""

    def __init__(self, message: str, nearest: Sequence[str] = (), more: int = 0) -> None:
        self.reason, self.nearest = message, tuple(nearest)
        text = f"; legal here: {', '.join(nearest)}" if nearest else ""
        super().__init__(message + text + (f" and {more} more" if more else ""))


def write_word(word: Word) -> str:
    """A word in the one-line form: quoted if it would not be read back as it is."""
    if isinstance(word, list):
        return f"[{', '.join(write_word(w) for w in word)}]"
    if word is None:
        return "none"
    if isinstance(word, bool):
        return "true" if word else "false"
    if isinstance(word, int):
        return str(word)
    bare = word.isdecimal() or (_BARE.fullmatch(word) and word not in ("none", "true", "false"))
    return word if bare else json.dumps(word, ensure_ascii=False)


def write_move(action: str, params: dict[str, Word]) -> str:
    """The one-line form of a move."""
    return " ".join([action, *(f"{name}={write_word(word)}" for name, word in params.items())])


def read_move(text: str) -> tuple[str, dict[str, Word]]:
    """Action and parameters of the one-line form; raises MoveError where it is malformed."""
    tokens: list[tuple[str, str]] = []
    at, stripped = 0, text.strip()
    while at < len(stripped):
        match = _TOKEN.match(stripped, at)
        if match is None:
            raise MoveError(f"{text!r} is not a move: a quote is not closed")
        tokens.append((str(match.lastgroup), match.group(str(match.lastgroup))))
        at = match.end()
    if not tokens or tokens[0][0] != "word":
        raise MoveError(f'{text!r} is not a move: an action and its parameters, like  play card="king"')
    params: dict[str, Word] = {}
    i = 1
    while i < len(tokens):
        name = tokens[i][1]
        if tokens[i][0] != "word" or tokens[i + 1 : i + 2] != [("mark", "=")]:
            raise MoveError(f"{text!r} is not a move: {_stray(tokens, i)}")
        if name in params:
            raise MoveError(f"{text!r} gives {name} twice")
        params[name], i = _read_value(tokens, i + 2, text)
    return tokens[0][1], params


def _stray(tokens: list[tuple[str, str]], i: int) -> str:
    """What is wrong with a token that no ``=`` follows: mostly a value of several words lacks its quotes."""
    name = tokens[i][1]
    if i >= 4 and tokens[i - 2] == ("mark", "=") and tokens[i - 1][0] == "word" == tokens[i][0]:
        parameter, words = tokens[i - 3][1], [tokens[i - 1][1]]
        while i < len(tokens) and tokens[i][0] == "word" and tokens[i + 1 : i + 2] != [("mark", "=")]:
            words.append(tokens[i][1])
            i += 1
        value = json.dumps(" ".join(words), ensure_ascii=False)
        return f"a value of several words stands in quotes, like  {parameter}={value}"
    return f"{name!r} should be a parameter, like  {name}=..."


def _read_value(tokens: list[tuple[str, str]], i: int, text: str) -> tuple[Word, int]:
    if i >= len(tokens):
        raise MoveError(f"{text!r} is not a move: a value is missing at the end")
    kind, token = tokens[i]
    if kind == "text":
        return json.loads(token), i + 1
    if kind == "word":
        if re.fullmatch(r"-?\d+", token):
            return int(token), i + 1
        return {"none": None, "true": True, "false": False}.get(token, token), i + 1
    if token == "[":
        items: list[Word] = []
        i += 1
        while i < len(tokens) and tokens[i] != ("mark", "]"):
            if tokens[i] == ("mark", ","):
                i += 1
                continue
            item, i = _read_value(tokens, i, text)
            items.append(item)
        if i < len(tokens):
            return items, i + 1
        raise MoveError(f"{text!r} is not a move: a bracket is not closed")
    raise MoveError(f"{text!r} is not a move: {token!r} is no value")


@dataclass(frozen=True, slots=True)
class LegalMove:
    """One legal move of one seat. ``index``: its number in the list it came from; ``move``: as the machine
    has it."""

    seat: int
    index: int
    action: str
    params: dict[str, Word]
    """Parameter -> value in the author's words; a subset is a list. Empty for ``done``."""
    move: Move
    words: Words = field(repr=False, compare=False)
    look: Look | None = field(default=None, repr=False, compare=False)
    done: Says = field(default=(), repr=False, compare=False)
    offered: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    """The actions that were offered together."""

    @property
    def canonical(self) -> str:
        """The one-line form, unique among the moves it was listed with."""
        return write_move(self.action, self.params)

    def text(self, language: str = "en") -> str:
        """A sentence: the action's ``say``, or its name and parameters where it has none."""
        words = self.words
        says = dict(self.done)
        # Of ``done`` nothing is known but who may say it.
        env: dict[int, Value] = dict.fromkeys(words.choosers(self.offered), self.seat)
        if self.move.action != DONE:
            action = words.ruleset.actions[self.action]
            says = dict(action.say)
            env = {action.me.id: self.seat}
            env |= given_values(words, action, self.seat, self.offered, self.look)
            for param, value in zip(action.params, self.move.params, strict=True):
                env[param.local.id] = frozenset(value) if isinstance(value, tuple) else value
        pieces = says.get(language) or next(iter(says.values()), None)
        if pieces is not None:
            try:
                return words.render(pieces, env, language, self.look)
            except Unsayable:
                pass
        who = f"{words.label('player', language)} {self.seat + 1}"
        if self.move.action == DONE:
            return f"{who[:1].upper()}{who[1:]}: {words.label('done', language)}"
        spoken = [
            words.say(param.local.type, env[param.local.id], language)
            for param in words.ruleset.actions[self.action].params
        ]
        name = words.label(self.action, language)
        text = f"{who}: {name}" + (f" {', '.join(spoken)}" if spoken else "")
        return text[:1].upper() + text[1:]


def given_values(
    words: Words, action: Action, seat: int, offered: frozenset[str], look: Look | None
) -> dict[int, Value]:
    """The parameters that the step gives to the action, by local; where one step alone can have offered these
    actions and what it gives depends on who chooses and on what is seen of the position only."""
    steps = words.given(offered, action.name) if action.given else []
    if len(steps) != 1:
        return {}
    actor, expressions = steps[0]
    outer: dict[int, Value] = {} if actor is None else {actor: seat}
    given: dict[int, Value] = {}
    for local, expression in zip(action.given, expressions, strict=True):
        with suppress(Unsayable):
            given[local.id] = words.evaluator.value(expression, outer, look)
    return given


def name_moves(
    words: Words, actions: Sequence[Action], seat: int, moves: Sequence[Move], look: Look | None
) -> list[LegalMove]:
    """The moves of one decision in words.

    Where several components of one name are offered for the same parameter, the second and later ones get
    ``(2)``, ``(3)`` in the order of their ids: numbers of this decision, which tell nothing about other
    copies.
    """
    copies = _copies(words, actions, seat, moves)
    done = _done_says(words, moves, actions)
    offered = frozenset(actions[move.action].name for move in moves if move.action != DONE)
    named: list[LegalMove] = []
    for index, move in enumerate(moves):
        if move.action == DONE:
            named.append(LegalMove(seat, index, "done", {}, move, words, look, done, offered))
            continue
        action = actions[move.action]
        params: dict[str, Word] = {}
        for number, (param, value) in enumerate(zip(action.params, move.params, strict=True)):
            numbering = copies.get((move.action, number), {})
            members = value if isinstance(value, tuple) else (value,)
            said = [_said(words, param.local.type, member, seat, numbering) for member in members]
            params[param.local.name] = said if isinstance(value, tuple) else said[0]
        named.append(LegalMove(seat, index, action.name, params, move, words, look, (), offered))
    return named


def _said(words: Words, type: Type, value: int, seat: int, numbering: dict[int, int]) -> Word:
    element = type.element if isinstance(type, SetOf) else type
    if not isinstance(element, Comp):
        return words.word(element, value)
    number = numbering.get(value, 1)
    return words.name_for(value, seat) + ("" if number == 1 else f" ({number})")


def _copies(
    words: Words, actions: Sequence[Action], seat: int, moves: Sequence[Move]
) -> dict[tuple[int, int], dict[int, int]]:
    """(action, parameter) -> component -> its number among the offered ones of its name."""
    offered: dict[tuple[int, int], dict[str, set[int]]] = {}
    for move in moves:
        if move.action == DONE:
            continue
        for number, (param, value) in enumerate(zip(actions[move.action].params, move.params, strict=True)):
            if isinstance(getattr(param.local.type, "element", param.local.type), Comp):
                names = offered.setdefault((move.action, number), {})
                for member in value if isinstance(value, tuple) else (value,):
                    names.setdefault(words.name_for(member, seat), set()).add(member)
    return {
        where: {c: n for ids in names.values() for n, c in enumerate(sorted(ids), 1)}
        for where, names in offered.items()
    }


def _done_says(words: Words, moves: Sequence[Move], actions: Sequence[Action]) -> Says:
    """What ``done`` is called: the text of the one choose that offers these actions, if that can be told."""
    if not moves or moves[-1].action != DONE:
        return ()
    offered = {actions[m.action].name for m in moves if m.action != DONE}
    says = {says for names, says in words.dones if offered <= names}
    return next(iter(says)) if len(says) == 1 else ()


#: Of the legal moves as many are named to who asked for another.
_NAMED = 5


def find_move(text: str, moves: Sequence[LegalMove]) -> LegalMove:
    """The legal move that the text names in its one-line form.

    Parameters may be left out, and a component may be called by its name without ``(2)``, as long as all
    moves that fit differ only in copies of one kind; the first of them is taken. Raises MoveError with the
    nearest legal moves.
    """
    for move in moves:
        if move.canonical == text.strip():
            return move
    action, params = read_move(text)
    same_action = [m for m in moves if m.action == action]
    fitting = [m for m in same_action if all(n in m.params and fits(m, n, w) for n, w in params.items())]
    if fitting and len({kind_of_move(m) for m in fitting}) == 1:
        return fitting[0]
    if fitting:
        shown = [m.canonical for m in fitting[:_NAMED]]
        raise MoveError(f"{text!r} fits {len(fitting)} legal moves", shown, len(fitting) - len(shown))
    wanted = write_move(action, params)
    ranked = sorted(moves, key=lambda m: -SequenceMatcher(None, wanted, m.canonical).ratio())
    why = "is not legal"
    known = moves[0].words.ruleset.actions if moves else {}
    if action not in known and action != "done":
        why = f"names no action: there is no {action!r}"
    elif same_action and any(n not in same_action[0].params for n in params):
        odd = next(n for n in params if n not in same_action[0].params)
        why = f"names no parameter of {action}: there is no {odd!r}"
    raise MoveError(f"{text!r} {why}", [m.canonical for m in ranked[:_NAMED]], max(0, len(ranked) - _NAMED))


_COPY = re.compile(r" \(\d+\)$")


def fits(move: LegalMove, name: str, wanted: Word) -> bool:
    """Whether the move has for its parameter ``name`` what is wanted. Members of a set, and the spaces of a
    line or placement, may come in any order."""
    have = move.params[name]
    params = move.words.ruleset.actions[move.action].params
    if any(p.local.name == name and isinstance(p.local.type, Line | Spot) for p in params):
        return sorted(str(have).split("+")) == sorted(str(wanted).split("+"))
    if isinstance(have, list):
        if not isinstance(wanted, list) or len(have) != len(wanted):
            return False
        return have == wanted or sorted(map(_plain, have)) == sorted(map(_plain, wanted))
    return (have == wanted and type(have) is type(wanted)) or _plain(have) == str(wanted)


def _plain(word: Word) -> str:
    return _COPY.sub("", str(word))


def kind_of_move(move: LegalMove) -> tuple[object, ...]:
    """The move with components replaced by their kinds: equal for moves that nobody could tell apart."""
    if move.move.action == DONE:
        return ()
    kind = move.words.kind
    shown: list[object] = [move.move.action]
    params = move.words.ruleset.actions[move.action].params
    for param, value in zip(params, move.move.params, strict=True):
        members = value if isinstance(value, tuple) else (value,)
        of_components = isinstance(getattr(param.local.type, "element", param.local.type), Comp)
        shown.append(tuple(sorted(kind[m] if of_components and m >= 0 else m for m in members)))
    return tuple(shown)
