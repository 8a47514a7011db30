"""Codes of scenario files: what is wrong with one, and what came out otherwise than it says."""

from __future__ import annotations

from rulewright.diagnostics.codes.base import Code


class ScenarioCode(Code):
    """Base of the codes that scenarios report."""

    stage = "scenario"


# --- the file -----------------------------------------------------------------------------------------------


class NoRuleset(ScenarioCode):
    code = "no-ruleset"
    title = "The ruleset of a scenario file can't be found or has errors"
    explain = (
        "`NAME.scenarios.yaml` holds the scenarios of `NAME.yaml` beside it, unless it says `ruleset:` and a "
        "path or the name of a ruleset that ships with the project. That ruleset must be free of errors."
    )
    mend = "Correct the name, or the ruleset: `rulewright validate` shows what is wrong with it."


class DuplicateScenario(ScenarioCode):
    code = "duplicate-scenario"
    title = "Two scenarios have one name"
    explain = "Scenarios are referred to by their names, from `absent:` in a ruleset and in reports."
    mend = "Say in each name what is particular about it."


class NoSuchScenario(ScenarioCode):
    code = "no-such-scenario"
    title = "A rule that holds by absence has no scenario that shows it"
    explain = (
        "A rule with `absent:` is carried out nowhere, because nothing allows otherwise. The scenario that "
        "it names shows so, for instance by moves that are refused. There is no scenario of that name."
    )
    mend = "Write it, or correct the name on one of the two sides."


class AssertsNothing(ScenarioCode):
    code = "asserts-nothing"
    title = "A scenario that expects nothing"
    explain = (
        "A scenario without expectations can't fail, so it shows nothing. Moves that happen to be legal are "
        "no expectation."
    )
    mend = "Say under `then:` what must have come of it."


class WrongGame(ScenarioCode):
    code = "wrong-game"
    title = "The game a scenario asks for can't be set up"
    explain = (
        "The number of players, a reading or a seed is not one that the ruleset has, or a seat is named "
        "that nobody takes."
    )
    mend = "Choose what the ruleset allows; seats count from 1."


class MalformedMove(ScenarioCode):
    code = "malformed-move"
    title = "What stands for a move can't be one"
    explain = (
        'A move is written as an action with its parameters: `play card="gnu 16" to=3`. Here the form is '
        "broken, or the ruleset has no such action, parameter or value. A move that merely isn't legal is "
        "another thing: a scenario may expect that it is refused."
    )
    mend = "Write it as the log of a game does; parameters that say nothing new may be left out."


class WrongValue(ScenarioCode):
    code = "wrong-value"
    title = "A value that can't stand here"
    explain = (
        "A variable has a type and takes only its values; places, scores and counts are numbers. Values are "
        "written as in the ruleset: names, numbers, seats from 1, `true`, `false`, `none`, lists for sets."
    )
    mend = "Write a value of the type that the message names."


class ImpossiblePosition(ScenarioCode):
    code = "impossible-position"
    title = "A table that can't be laid"
    explain = (
        "What is given must be able to lie on the table: each component in one place, no more of a kind than "
        "there are, no zone above its capacity or with components it doesn't take. Zones that are not "
        "mentioned keep what they have after the setup; components named elsewhere are taken out of them. "
        "What lay in a zone that is given anew, and is named nowhere, goes to the zone under `others:`."
    )
    mend = "Correct what is named, or say with `others:` where everything else goes."


# --- what came out ------------------------------------------------------------------------------------------


class MoveRefused(ScenarioCode):
    code = "move-refused"
    title = "A move of a scenario is not legal"
    explain = (
        "Moves of a scenario are played as players play them: it must be that seat's turn and the move must "
        "be legal then. A scenario that wants to show a refusal says so under `refused:`."
    )
    mend = "Look at the legal moves in the message: the position is another one than was meant."


class NotAsExpected(ScenarioCode):
    code = "not-as-expected"
    title = "Something came out otherwise than a scenario expects"
    explain = "The message says what was expected and what the rules gave."
    mend = "One of the two is wrong: the ruleset, or the expectation. The rulebook decides."


class UnexpectedFault(ScenarioCode):
    code = "unexpected-fault"
    title = "A scenario ran into a fault of the ruleset"
    explain = (
        "Play came to something the ruleset can't do, such as taking from an empty zone, and ended there. A "
        "scenario that wants to show a fault says so under `fault:`."
    )
    mend = "The message names the place in the ruleset."


class LeftOver(ScenarioCode):
    code = "left-over"
    title = "Something that a scenario prepared was never used"
    explain = (
        "Cards under `next:` or outcomes under `chance:` were not drawn before the scenario ended or set up "
        "others. So it doesn't show what it seems to show."
    )
    mend = "Leave them out, or go on until they are drawn."
