"""What only the whole ruleset tells: citations, use, and sight. The layer between the declarations and the
file.

Where something could not be read, what stands in it was not looked at. So in a file with errors a name that
is written anywhere a second time counts as used: a warning that follows from an error would only distract
from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulewright.check.amounts import NeverFilled, never_filled, too_much
from rulewright.check.endings import Endings
from rulewright.check.scope import Symbol
from rulewright.check.sight import Sight
from rulewright.check.zones import Declarations
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Node, Scalar, Sequence
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.types import Enum, Type


def scalar_texts(node: Node) -> Iterator[str]:
    """All texts in a tree, keys included; comments are not among them."""
    waiting = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Scalar):
            yield item.text
        elif isinstance(item, Sequence):
            waiting.extend(item.items)
        else:
            waiting.extend(x for entry in item.entries for x in entry)


class Use(Declarations):
    """Reports what is never cited, used, offered or asked, and choices that tell what is hidden."""

    texts: tuple[str, ...] = ()
    """All texts of the file; ``_words`` counts their words when that is first needed."""
    had_errors = False
    """Whether anything before was an error; those of this layer hide nothing."""
    _words: Counter[str] | None = None
    setup: tuple[core.Step, ...] | None = None
    play: tuple[core.Step, ...] | None = None

    def check_citations(self) -> None:
        """Rules that nothing cites, readings that nothing asks for."""
        uncited = [
            rule
            for rule in self.rule_list.values()
            if rule.id not in self.cited and rule.absent is None and not self._may_be_mentioned(rule.id)
        ]
        wrong = self.wrong_citations
        if wrong and not self.rule_list:
            # Without a list no citation is right. If something was wrong before, the list may be it.
            if not self.had_errors:
                name, place = wrong[0]
                related = [(other, "and here") for _, other in wrong[1:5]]
                message = f"there is no list of rules in which '{name}' could be"
                help = "list them: rules: and under it a line for each, NUMBER: what it says"
                self.sink.report(codes.UnknownRule, place, message, related=related, help=help)
            wrong = []
        if len(uncited) == 1 and len({name for name, _ in wrong}) == 1:
            # One rule that nothing cites and one citation of no rule: that is one slip.
            for name, place in wrong:
                self.unknown_rule(name, place, f"nothing cites {uncited[0].id}: is that meant?")
            uncited = []
        else:
            for name, place in wrong:
                self.unknown_rule(name, place)
        for rule in uncited:
            self.sink.report(codes.UncitedRule, rule.place, f"nothing carries out the rule {rule.id}")
        for ruling in self.rulings.values():
            asked = self.readings_asked.get(ruling.name, set())
            if not ruling.readings or self.whole_readings[ruling.name] > 0:
                continue
            if not asked and self._may_be_mentioned(ruling.name):
                continue
            # With all but one compared, the last one is what is left over.
            never = [
                name
                for number, name in enumerate(ruling.readings)
                if number not in asked and not self._may_be_mentioned(name)
            ]
            if len(never) > 1 or (never and not asked):
                self.sink.report(
                    codes.ReadingNeverAsked,
                    ruling.place,
                    f"nothing asks whether '{ruling.name}' is {' or '.join(never)}",
                )

    def _may_be_mentioned(self, name: str) -> bool:
        """Whether a part that could not be read may use the name: then nothing is said of its use.

        Where something was wrong, what stands in it was not looked at, so any second mention in the file
        counts as a use.
        """
        if not self.had_errors:
            return False
        if name in self.names.meant:
            return True
        if self._words is None:
            self._words = Counter(word for text in self.texts for word in re.findall(r"\w+", text))
        return self._words[name] > 1

    def _is_lost(self, symbol: Symbol) -> bool:
        """Whether the declaration was wrong: that was reported, and its use may be mended with it."""
        homes: dict[str, dict[str, Any]] = {
            "zone": self.zones,
            "variable": self.variables,
            "table": self.tables,
        }
        if symbol.kind in homes:
            return symbol.name not in homes[symbol.kind]
        return symbol.kind in ("enum", "board") and symbol.value is None

    def check_use(self) -> None:
        """Declarations that nothing uses, actions that nothing offers."""
        for name, symbol in self.names.symbols.items():
            if self._may_be_mentioned(name) or self._is_lost(symbol):
                continue
            if isinstance(symbol.value, Enum) and any(map(self._may_be_mentioned, symbol.value.values)):
                continue
            if symbol.kind == "action":
                if name not in self.offered and not self.offers_lost:
                    self.sink.report(codes.NeverOffered, symbol.place, f"no choose offers '{name}'")
            elif symbol.kind == "ruling":
                continue  # said already: its readings are never asked
            elif not symbol.used and not self.unresolved and not self._used_by_values(symbol.value):
                family = self.families.get(name)
                if family is not None and (
                    family.parent is not None or not self._used_leaves.isdisjoint(family.leaves)
                ):
                    continue
                self.sink.report(codes.Unused, symbol.place, f"nothing uses the {symbol.kind} '{name}'")

    def check_use_of_locals(self) -> None:
        """Names of `let` and parameters that nothing mentions; not where something could not be read."""
        if self.had_errors:
            return
        for local, what, place in self.declared_locals:
            if local.id not in self.used_locals:
                self.sink.report(codes.Unused, place, f"nothing uses the {what} '{local.name}'")
        for family in self.families.values():
            for name in family.fields if len(family.leaves) == 1 else ():
                if name != "owner" and name not in self.used_fields:
                    place = self.field_places.get(name, family.place)
                    self.sink.report(codes.Unused, place, f"nothing asks for the field '{name}'")

    def check_sight(self) -> None:
        """Warns of choices that depend on what the chooser can't see."""
        steps = [*(self.setup or ()), *(self.play or ())]
        steps += [step for procedure in self.procedures.values() for step in procedure.body]
        steps += [step for action in self.actions.values() for step in action.body]
        sight = Sight(self.definitions, self.zones, self.variables, self.actions, self.players[1], steps)
        for found in sight.choices():
            declared = self.names.symbols[found.name].place
            self.sink.report(
                codes.HiddenChoice,
                self.places[found.place].place,
                found.message,
                related=[(found.action.place, "the action"), (declared, "declared here")],
            )

    def check_play(self, ruleset: Ruleset) -> None:
        """Warns of loops that never end, zones that stay empty, and moves of more than there can be."""
        endings = Endings(ruleset)
        endless = list(endings.endless())
        for found in endless:
            place = self.places[found.place].place
            self.sink.report(codes.NeverEnds, place, f"this never ends: {found.why}", help=found.help)
        for step, item, leaver in self.unreached:
            # What follows an endless loop is reached once that is mended.
            if all(step.place != found.place for found in endless):
                self.report_unreached(item, leaver)
        for name in endings.never_set():
            if self.names.symbols[name].used:
                place = ruleset.variables[name].place
                self.sink.report(codes.NeverSet, place, f"nothing ever sets the variable '{name}'")
        for empty in never_filled(ruleset):
            self._report_never_filled(empty)
        for much in too_much(ruleset):
            self.sink.report(codes.NotEnough, self.places[much.place].place, much.message)

    def _report_never_filled(self, found: NeverFilled) -> None:
        zone = found.zone
        if not self.names.symbols[zone.name].used:
            return  # said already: nothing uses it
        message = f"nothing is ever put into '{zone.name}'"
        if found.only_from:
            only = " and ".join(f"'{name}'" for name in found.only_from)
            message = f"'{zone.name}' is filled only from {only}, where nothing ever is"
        example = f"move every {zone.element.leaves[0] if zone.alike else zone.element.name} to {zone.name}"
        self.sink.report(
            codes.NeverFilled,
            zone.place,
            message,
            help=f"everything begins in the box: in setup, for instance '{example}'"
            if not zone.keys
            else None,
        )

    @cached_property
    def _used_leaves(self) -> frozenset[str]:
        """The component types that are used because a type above or below them is."""
        return frozenset(
            leaf
            for family in self.families.values()
            if self.names.symbols[family.name].used
            for leaf in family.leaves
        )

    @cached_property
    def _used_types(self) -> frozenset[Type]:
        """The types of which a value is used."""
        return frozenset(v.type for values in self.names.values.values() for v in values if v.used)

    def _used_by_values(self, type: object) -> bool:
        return isinstance(type, Type) and type in self._used_types
