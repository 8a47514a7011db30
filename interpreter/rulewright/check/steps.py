"""Lists of steps, and the steps that are mappings: branches, loops, turns and choices.

A list is elaborated from the first step to the last, the scope of each step being what the ones before left;
a wrong step spoils its list but hides nothing of the steps after it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.actions import Actions
from rulewright.check.bodies import StepList
from rulewright.check.hints import VERBS
from rulewright.check.scope import Env
from rulewright.check.structure import Reader
from rulewright.check.texts import Source, can_be_read, parse_scalar
from rulewright.diagnostics import Place, suggest
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset import core
from rulewright.ruleset.types import Int, Type
from rulewright.syntax import nodes as n

#: The keys of each kind of step that is a mapping, by the key that tells the kind.
STEP_KEYS: dict[str, tuple[str, ...]] = {
    "step": ("step", "rule"),
    "if": ("if", "then", "else", "rule"),
    "while": ("while", "do", "name", "rule"),
    "repeat": ("repeat", "do", "name", "rule"),
    "for": ("for", "do", "name", "rule"),
    "turns": ("turns", "do", "name", "rule"),
    "choose": (
        *("choose", "by", "times", "as_many_as_possible", "with", "otherwise", "done", "done_when", "rule"),
    ),
    "together": ("together", "rule"),
}


#: How it is said that nothing happens.
NO_STEPS = "a list of steps that does nothing is written: []"

#: What other words are taken for, by the kind of step.
MEANT: dict[str, dict[str, str]] = {
    **{kind: {"then": "do", "steps": "do", "body": "do"} for kind in ("while", "repeat", "for", "turns")},
    "if": {"do": "then", "steps": "then", "otherwise": "else"},
    "choose": {"who": "by", "player": "by", "else": "otherwise", "repeat": "times"},
}


@dataclass
class Times:
    """How often a choose lets choose: see core.Choose."""

    low: core.Expr | None = None
    high: core.Expr | None = None
    forced: bool = False
    series: tuple[core.Series, ...] = ()


#: What other words are written as, where that is no key of its own.
HELPS: dict[str, dict[str, str]] = {
    "if": dict.fromkeys(("elif", "elseif", "else if"), "under 'else:' stands another step with 'if:'"),
    "choose": {
        **dict.fromkeys(("optional", "may", "can_pass", "skip"), "who need not choose: times: 0..1"),
        **dict.fromkeys(("count", "number", "how_many"), "how often: times: 2"),
    },
    "together": {
        **dict.fromkeys(
            ("where", "who", "among", "by"),
            "who has no legal move takes no part: the actions' 'when' says who",
        ),
        **dict.fromkeys(
            ("first", "from"), "what is chosen is carried out in seat order; for another order: turns"
        ),
    },
    "turns": dict.fromkeys(
        ("until", "while", "rounds", "from"), "it stands in the text: turns: from PLAYER, until C"
    ),
    "for": dict.fromkeys(("in", "where", "from", "to"), "it stands in the text: for: x in DOMAIN where C"),
}


class Steps(Actions):
    """One method for each kind of step that is a mapping, ``_step_KEY``."""

    def steps(self, node: Node | None, env: Env) -> StepList | None:
        """A list of steps; none if one of them is wrong. Reports steps that can't be reached."""
        if node is None:
            return ()
        if isinstance(node, Scalar) and node.value is None:
            self.reader.wrong(node, "a list of steps", NO_STEPS)
            return None
        if not isinstance(node, Sequence):
            text = node.text.strip() if isinstance(node, Scalar) else ""
            is_text = isinstance(node, Scalar) and isinstance(node.value, str)
            is_short = is_text and 0 < len(text) < 60 and node.span.start.line == node.span.end.line
            help = "each step begins with a dash" + (f", on a line of its own: - {text}" if is_short else "")
            if text in ("nothing", "pass", "none", "skip", "{}"):
                help = NO_STEPS
            self.reader.wrong(node, "a list of steps", help)
            if isinstance(node, Mapping) or (isinstance(node, Scalar) and can_be_read("step", node)):
                self.step(node, env)  # what is wrong in it is not hidden
            return None
        result: list[core.Step] = []
        right = True
        ended: tuple[Any, Node] | None = None
        for item in node.items:
            if ended is not None:
                step_before, node_before = ended
                if isinstance(step_before, core.Stop | core.If):
                    self.report_unreached(item, node_before)
                else:
                    self.unreached.append((step_before, item, node_before))
                ended = None
            step, env = self.step(item, env)
            if step is None:
                right = False
                continue
            result.append(step)
            if not self.goes_on(step):
                ended = (step, item)
        return tuple(result) if right else None

    def report_unreached(self, item: Node, leaver: Node) -> None:
        """Play never comes to a step, because another always leaves the list."""
        related = [(self._step_place(leaver), "this always leaves the list")]
        self.sink.report(codes.NeverReached, self._step_place(item), "play never comes here", related=related)

    @staticmethod
    def _step_place(item: Node) -> Place:
        return Reader.head(item) if isinstance(item, Mapping) and len(item) else item.place

    def goes_on(self, step: core.Step) -> bool:
        """Can play come to the step after this one?"""
        if isinstance(step, core.Stop):
            return False
        if isinstance(step, core.If):
            return all(map(self.goes_on, step.then)) or all(map(self.goes_on, step.other))
        if isinstance(step, core.While):
            endless = isinstance(step.condition, core.Const) and bool(step.condition.value)
            return not endless or step.loop in self._loops.stopped
        if isinstance(step, core.Turns):
            ends = (
                step.rounds is not None
                or step.until is not None
                or step.while_ is not None
                or step.at_most is not None
            )
            return ends or step.loop in self._loops.stopped or self._drops
        return True

    unreached: list[tuple[Any, Node, Node]]
    """Steps after a loop that never ends: the loop, the step, the loop's node. They wait until it is known
    whether the loop itself is reported."""

    _drops = False
    """Whether anybody can drop out, which ends turns when nobody is left."""

    def step(self, item: Node, env: Env) -> tuple[core.Step | None, Env]:
        """One step, and the scope after it."""
        if isinstance(item, Scalar):
            return self._statement(item, env, item)
        if not isinstance(item, Mapping):
            self.reader.wrong(item, "a step")
            return None, env
        if not any(k in item for k in STEP_KEYS):
            item = self._mend_kind(item)
        kinds = [k for k in STEP_KEYS if k in item]
        if len(kinds) != 1:
            if kinds:
                message = f"a step has one of {' and '.join(kinds)}"
                loop = next((k for k in kinds if "do" in STEP_KEYS[k]), None)
                other = next((k for k in kinds if k != loop), "")
                help = (
                    f"'{other}' is a step of its own: under 'do:' of '{loop}', with a dash" if loop else None
                )
                if "if" in kinds:
                    other = next(k for k in kinds if k != "if")
                    help = f"'{other}' is a step of its own: under 'then:' of 'if', with a dash"
                self.sink.report(
                    codes.WrongShape, Reader.head(item), message, expected=tuple(STEP_KEYS), help=help
                )
                return None, env.forgetting()
            return None, env.forgetting()
        kind = kinds[0]
        loops = kind in ("while", "repeat", "for", "turns")
        item = self.reader.keys(
            item,
            STEP_KEYS[kind],
            (kind, "do") if loops else (kind,),
            f"a step with '{kind}'",
            MEANT.get(kind, {}),
            HELPS.get(kind),
        )
        inner = env.citing(self.rules(item))
        if kind == "step":
            scalar = self.reader.text(item.get("step"), "a step")
            if scalar is None:
                return None, env
            step, after = self._statement(scalar, inner, item)
            return step, replace(after, rules=env.rules)
        step = getattr(self, f"_step_{kind}")(item, inner)
        return step, env.forgetting()

    def _mend_kind(self, item: Mapping) -> Mapping:
        """A step without a key that tells its kind: with the one that was meant, if there is one."""
        first, _ = item.entries[0] if item.entries else (None, None)
        if first is None:
            self.sink.report(codes.UnknownKey, item.place, "this step is empty", expected=tuple(STEP_KEYS))
            return item
        meant = {
            **dict.fromkeys(("when", "unless"), "if"),
            **dict.fromkeys(("foreach", "each", "for_each", "for each", "forall"), "for"),
            **dict.fromkeys(("do", "rounds", "times", "loop", "forever"), "repeat"),
            **dict.fromkeys(("round", "each_turn", "players"), "turns"),
            **dict.fromkeys(("choice", "offer", "ask", "option", "options", "actions"), "choose"),
            **dict.fromkeys(("simultaneous", "simultaneously", "all"), "together"),
        }
        known = {k for keys in STEP_KEYS.values() for k in keys}
        word = first.text.partition(" ")[0]
        one_text = self._without_colon(item)
        if (
            one_text is None
            and word not in STEP_KEYS
            and any(suggest(k.text, STEP_KEYS) for k, _ in item.entries if k.text not in known)
        ):
            return self.reader.keys(item, tuple(known), (), "a step")
        message = f"'{first.text}' tells no kind of step"
        help = one_text
        if help is None and first.text in ("else", "then", "elif", "otherwise"):
            help = "it is a key of the step with 'if:', without a dash of its own"
        elif first.text in meant:
            help = f"did you mean {meant[first.text]}?"
        elif help is None and word in STEP_KEYS:
            help = f"the colon follows the word: {word}: {first.text[len(word) :].strip()}"
        expected = () if one_text else tuple(STEP_KEYS)
        self.sink.report(codes.UnknownKey, first.place, message, expected=expected, help=help)
        if (
            word in ("for", "while", "repeat", "turns", "if")
            and first.style == "plain"
            and word != first.text
        ):
            # What stands in it is looked at as if the colon stood where it should.
            start = first.span.start.offset + first.text.index(first.text[len(word) :].strip())
            rest = first.source.span(start, first.span.end.offset)
            told = Scalar(rest, first.text[len(word) :].strip(), first.style, first.source)
            if not can_be_read(word if word in ("for", "turns") else "expression", told):
                return item
            body = Scalar(first.span, "then" if word == "if" else "do", first.style, first.source)
            head = Scalar(first.span, word, first.style, first.source)
            entries = ((head, told), (body, item.entries[0][1]), *item.entries[1:])
            return Mapping(item.span, entries, item.flow, item.source)
        return item

    @staticmethod
    def _without_colon(item: Mapping) -> str | None:
        """What helps where a step that is one text was written with a colon in it; none if it isn't that."""
        key, value = item.entries[0]
        if len(item.entries) == 1 and isinstance(value, Scalar):
            for text, what in (
                (f"{key.text} {value.text}", "a step is one text, without the colon"),
                (f"{key.text} := {value.text}", "write"),
            ):
                if can_be_read("step", Scalar(key.span, text, "plain", key.source)):
                    return f"{what}: {text}"
        if key.text.partition(" ")[0] in VERBS:
            return f"a step is one text, without the colon: {key.text} ..."
        return None

    def _parsed(self, item: Mapping, key: str, kind: str, env: Env) -> tuple[Any, Env] | None:
        """The string under a key, parsed, with the env in it; none after a report or without the key."""
        scalar = self.reader.text(item.get(key), "a text")
        tree = None if scalar is None else parse_scalar(kind, scalar, self.sink)
        return None if tree is None or scalar is None else (tree, env.within(Source(scalar)))

    def _step_if(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "if", "expression", env)
        if parsed is None:
            unsure = replace(env.forgetting(), unsure=True)
            self.steps(item.get("then"), unsure)
            self.steps(item.get("else"), unsure)
            return None
        tree, here = parsed
        condition = self.condition(tree, here)
        place = self.place(here, tree)
        env = replace(env, unsure=env.unsure or condition is None)
        then = self.steps(item.get("then"), env.knowing(self.facts(tree, here, True)))
        other = self.steps(item.get("else"), env.knowing(self.facts(tree, here, False)))
        if "then" not in item:
            help = (
                f"with 'else' alone, turn it round: not ({here.source.text(tree)})"
                if "else" in item
                else None
            )
            self.sink.report(codes.MissingKey, Reader.head(item), "an 'if' needs the key 'then'", help=help)
        self._check_known(condition, here, tree)
        if condition is None or then is None or other is None:
            return None
        return core.If(condition, then, other, place)

    def _check_known(self, condition: core.Expr | None, env: Env, node: n.Expr) -> None:
        if isinstance(condition, core.Const):
            self.error(codes.AlwaysSame, env, node, f"this is always {str(bool(condition.value)).lower()}")

    def _loop(self, item: Mapping, env: Env, is_turns: bool = False) -> int:
        """Opens a loop; the caller closes it."""
        self._loop_ids += 1
        name: str | None = None
        scalar = self.reader.text(item.get("name"), "a name")
        if scalar is not None and scalar.text in ("game", "turns"):
            meaning = "ends the game" if scalar.text == "game" else "leaves the innermost turns"
            self.sink.report(codes.BadName, scalar.place, f"'stop {scalar.text}' {meaning}")
        elif scalar is not None and self.reader.name(scalar):
            name = scalar.text
            if any(x == name for _, x, _ in self._loops.around):
                self.sink.report(
                    codes.NameClash, scalar.place, f"a loop around this one is called '{name}' already"
                )
        self._loops.around.append((self._loop_ids, name, is_turns))
        return self._loop_ids

    def _in_loop(self, item: Mapping, env: Env, is_turns: bool = False) -> tuple[int, StepList | None]:
        loop = self._loop(item, env, is_turns)
        told, env.frame.loops = env.frame.told_no_me, env.frame.loops + 1
        body = self.steps(item.get("do"), env)
        env.frame.told_no_me, env.frame.loops = told, env.frame.loops - 1
        self._loops.around.pop()
        return loop, body

    def _step_while(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "while", "expression", env)
        condition: core.Expr | None = None
        inner = replace(env.forgetting(), unsure=env.unsure or parsed is None)
        place = 0
        if parsed is not None:
            tree, here = parsed
            here = replace(here, facts=inner.facts)
            condition = self.condition(tree, here)
            place = self.place(here, tree)
            inner = inner.knowing(self.facts(tree, here, True))
        loop, body = self._in_loop(item, inner)
        return None if condition is None or body is None else core.While(loop, condition, body, place)

    def _step_repeat(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "repeat", "expression", env)
        count = None if parsed is None else self.amount(*parsed)
        place = 0 if parsed is None else self.place(parsed[1], parsed[0])
        loop, body = self._in_loop(item, env.forgetting())
        return None if count is None or body is None else core.Repeat(loop, count, body, place)

    def _step_for(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "for", "for", env)
        if parsed is None:
            # Whoever the loop was meant to name may be asked for in it.
            inner = self.as_if_named(item.get("for"), r"\s*(\w+)", env.forgetting())
            me = () if "me" in inner.locals else (self.fresh("me", t.PLAYER),)
            self._in_loop(item, inner.having(*me))
            return None
        tree, here = cast("tuple[n.For, Env]", parsed)
        found = self.domain(tree.domain, here)
        right = found is not None
        type: Type = found[1] if found is not None else t.UNKNOWN
        local = self.local(tree.name, type, here)
        if tree.name.text == "me" and found is not None and type != t.PLAYER:
            self.error(codes.WrongType, here, tree.name, f"'me' is a player, not {type}")
        inner = here.having(local)
        origin = None
        if tree.origin is not None:
            origin = self.typed(tree.origin, here, t.PLAYER)
            right = right and origin is not None
            if found is not None and found[1] != t.PLAYER:
                self.error(codes.BadClause, here, tree.origin, "'from' is for players")
        where = None
        facts = {}
        if tree.where is not None:
            where = self.condition(tree.where, inner)
            right = right and where is not None
            facts = self.facts(tree.where, inner, True)
        by = self.sort_keys(tree.by, inner.knowing(facts))
        right = right and by is not None
        if found is not None and not tree.by and (tree.numbered is not None or tree.reversed):
            self.mind_order(found[0], tree.domain, here)
        body_env = env.having(local).knowing({k: f for k, f in facts.items() if f.lasting}).forgetting()
        numbered = None
        if tree.numbered is not None:
            numbered = self.local(tree.numbered, Int(1, self.bound(found[0]) if found else 1), inner)
            body_env = body_env.having(numbered)
        place = self.place(here, tree)
        loop, body = self._in_loop(item, body_env)
        if not right or found is None or by is None or body is None:
            return None
        return core.For(loop, local, found[0], origin, where, by, numbered, tree.reversed, body, place)

    def _step_turns(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "turns", "turns", env)
        me = self.fresh("me", t.PLAYER)
        if parsed is None:
            self._in_loop(item, env.forgetting().having(me), True)
            return None
        tree, here = cast("tuple[n.Turns, Env]", parsed)
        origin = self.typed(tree.origin, here, t.PLAYER)
        right = origin is not None
        clauses: dict[str, core.Expr] = {}
        inner = here.forgetting().having(me)
        for clause in tree.clauses:
            word = "rounds" if clause.word == "once round" else clause.word
            if word in clauses:
                self.error(codes.BadClause, here, clause, f"'{clause.word}' is said twice")
                continue
            value: core.Expr | None
            if clause.word == "once round":
                value = core.Const(Int(1, 1), 1)
            elif word in ("until", "while"):
                value = self.condition(cast(Any, clause.value), inner)
            elif word == "then":
                value = self.typed(cast(Any, clause.value), inner, t.PLAYER)
                if any(c.word in ("once round", "rounds") for c in tree.clauses):
                    message = "rounds go to the left; say 'at most' how many turns, or until when"
                    self.error(codes.BadClause, here, clause, message)
                    value = None
            else:
                value = self.amount(cast(Any, clause.value), here)
            if value is None:
                right = False
            else:
                clauses[word] = value
        place = self.place(here, tree)
        loop, body = self._in_loop(item, env.forgetting().having(me), True)
        if not right or origin is None or body is None:
            return None
        return core.Turns(
            loop,
            me,
            origin,
            clauses.get("rounds"),
            clauses.get("until"),
            clauses.get("while"),
            clauses.get("at most"),
            clauses.get("then"),
            body,
            place,
        )

    def _step_choose(self, item: Mapping, env: Env) -> core.Step | None:
        offers = self._offers(item.get("choose"), env, item)
        right = offers is not None
        place = self._key_place(item, "choose", env)
        by: core.Expr | None
        parsed = self._parsed(item, "by", "expression", env)
        if item.get("by") is not None:
            by = None if parsed is None else self.typed(parsed[0], parsed[1], t.PLAYER)
        else:
            key = cast(Scalar, item.key("choose"))
            ident = n.Ident(0, len(key.text), key.text)
            by = self.me(env.within(Source(key)), ident, "say who chooses, by: PLAYER")
        right = right and by is not None
        times = self._times(item, env, offers[0] if offers is not None else ())
        right = right and times is not None
        done_when = None
        parsed = self._parsed(item, "done_when", "expression", env)
        if parsed is not None:
            done_when = self.condition(parsed[0], parsed[1].forgetting())
        right = right and (item.get("done_when") is None or done_when is not None)
        right = self._check_done(item, times) and right
        otherwise: StepList | None = None
        if item.get("otherwise") is not None:
            otherwise = self.steps(item.get("otherwise"), env.forgetting())
            right = right and otherwise is not None
        done_say = self.says(item.get("done"), env)
        if not right or offers is None or by is None or times is None:
            return None
        return core.Choose(
            by,
            offers[0],
            times.low,
            times.high,
            times.forced,
            times.series,
            otherwise,
            done_when,
            done_say,
            place,
        )

    def _times(self, item: Mapping, env: Env, offered: tuple[core.ChooseAction, ...]) -> Times | None:
        """What ``times`` and ``as_many_as_possible`` say; none if either is wrong."""
        found = Times()
        right = True
        if item.get("times") is not None:
            parsed = self._parsed(item, "times", "times", env)
            if parsed is None:
                return None
            tree, here = cast("tuple[n.Times, Env]", parsed)
            every = tuple(a.action for a in offered)
            low: core.Expr | None = core.Const(Int(0, 0), 0)
            match tree.kind:
                case "range":
                    low = self.amount(cast(Any, tree.low), here)
                    found.high = self.amount(cast(Any, tree.high), here, low)
                    right = low is not None and found.high is not None
                case "long":
                    found.forced = True
                case "most":
                    found.forced = True
                    found.series = (core.Series(every, None),)
                    if tree.high is not None:
                        found.high = self.amount(tree.high, here)
                        right = found.high is not None
            found.low = low
        bounds = item.get("as_many_as_possible")
        if bounds is not None:
            if found.series:
                place = cast(Scalar, item.key("as_many_as_possible")).place
                self.sink.report(codes.BadClause, place, "'times' looks ahead already")
                right = False
            series = self._series(bounds, env, item.get("choose"))
            right = right and series is not None
            found.series = series or ()
        return found if right else None

    def _series(self, node: Node, env: Env, offers: Node | None) -> tuple[core.Series, ...] | None:
        """By action, of how many of its moves a longest series has at most."""
        mapping = self.reader.mapping(node, "a mapping from actions to numbers")
        if mapping is None:
            return None
        right = True
        series: list[core.Series] = []
        names = [entry.text for entry in self.reader.listed(offers) if isinstance(entry, Scalar)]
        for key, value in mapping.entries:
            if key.text not in names:
                near = self.sink.near(key.text, names)
                help = f"did you mean {' or '.join(near)}?" if near else None
                message = f"'{key.text}' is no action offered here"
                self.sink.report(codes.UnknownName, key.place, message, help=help)
                right = False
            scalar = self.reader.text(value, "a number")
            tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
            bound = None
            if tree is not None and scalar is not None:
                bound = self.amount(cast(Any, tree), env.within(Source(scalar)).forgetting())
            right = right and bound is not None
            series.append(core.Series((key.text,), bound))
        return tuple(series) if right else None

    def _check_done(self, item: Mapping, times: Times | None) -> bool:
        """Reports what is said of ``done`` where it is never offered, and a second end."""
        right = True
        for clause in ("done", "done_when"):
            if item.get(clause) is None:
                continue
            message = None
            if item.get("times") is None:
                message = f"'{clause}' needs 'times'"
            elif times is not None and times.forced and clause == "done":
                message = "nobody may end it before"
            if message is not None:
                self.sink.report(codes.BadClause, cast(Scalar, item.key(clause)).place, message)
                right = right and item.get("times") is None
        return right

    def _key_place(self, item: Mapping, key: str, env: Env) -> int:
        scalar = cast(Scalar, item.key(key))
        return self.place(env.within(Source(scalar)), n.Ident(0, len(scalar.text), scalar.text))

    def _step_together(self, item: Mapping, env: Env) -> core.Step | None:
        me = self.fresh("me", t.PLAYER)
        inner = env.forgetting().having(me)
        offers = self._offers(item.get("together"), inner, item)
        right = offers is not None
        place = self._key_place(item, "together", env)
        for action in offers[1] if offers is not None else ():
            if action.decides:
                self.sink.report(
                    codes.BadTogether,
                    Reader.head(item),
                    f"'{action.name}' asks again, which can't be done at the same time",
                    related=[(action.place, "declared here")],
                )
                right = False
        if not right or offers is None:
            return None
        return core.Together(me, offers[0], place)
