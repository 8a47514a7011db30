"""Codes of the stages after loading: structure, the language of the strings, names, types, flow,
citations."""

from __future__ import annotations

from rulewright.diagnostics.codes.base import Code


class CheckCode(Code):
    """Base of the codes that checking reports."""

    stage = "check"


# --- structure ----------------------------------------------------------------------------------------------


class UnknownKey(CheckCode):
    code = "unknown-key"
    title = "A key that means nothing here"
    explain = "Each part of a ruleset has a fixed set of keys; this one is not among those of its place."
    mend = "Correct the spelling, or move the entry to the part it belongs to."


class MissingKey(CheckCode):
    code = "missing-key"
    title = "A key that must be there is not"
    explain = "This part of a ruleset can't do without the key."
    mend = "Add the key."


class WrongShape(CheckCode):
    code = "wrong-shape"
    title = "A list, a mapping or a text stands where another of them belongs"
    explain = "YAML has lists, mappings and texts; this place needs another one than was written."
    mend = "Write what is expected; the reference shows each part with an example."


class WrongVersion(CheckCode):
    code = "wrong-version"
    title = "The file is not a ruleset of this version"
    explain = "A ruleset begins with `rulewright: 1`, the version of the notation."
    mend = "Write `rulewright: 1` at the top, if the file is a ruleset."


class BadName(CheckCode):
    code = "bad-name"
    title = "This can't be a name"
    explain = (
        "A name is letters of any script, digits and underscores, not beginning with a digit. Words of the "
        "language, such as `where` or `player`, can't be names."
    )
    mend = "Choose another name. What people read can be anything: write it under `labels`."


class NameClash(CheckCode):
    code = "name-clash"
    title = "A name is declared twice"
    explain = (
        "All names of a ruleset share one space: components, zones, variables, tables, rulings, "
        "definitions, actions and the rest. Only fields and the values of different enums may repeat. A "
        "local name may not hide any of them."
    )
    mend = "Rename one of the two."


# --- the language of the strings ----------------------------------------------------------------------------


class DslSyntax(CheckCode):
    code = "dsl-syntax"
    title = "A string that the language can't read"
    explain = (
        "The strings of a ruleset have a small grammar of their own; at the marked place it can't go on."
    )
    mend = "Look at what could stand there, and at the reference of the language."


class UnknownName(CheckCode):
    code = "unknown-name"
    title = "A name that nothing declares"
    explain = (
        "The name is neither declared in the ruleset, nor a word of the language, nor a local name here."
    )
    mend = "Correct the spelling, or declare it."


class AmbiguousName(CheckCode):
    code = "ambiguous-name"
    title = "A value that belongs to more than one enum"
    explain = (
        "Several enums, rulings or boards have a value of this name; nothing beside it says which is meant."
    )
    mend = "Compare it with a value of the enum that is meant, or rename one of the values."


class WrongType(CheckCode):
    code = "wrong-type"
    title = "A value of another type is needed here"
    explain = (
        "Each value has a type (a number, a player, a card, a space ...), and this place takes another one."
    )
    mend = "Use a value of the type that is expected."


class WrongCount(CheckCode):
    code = "wrong-count"
    title = "Too few or too many arguments or indexes"
    explain = "A definition, function, zone, variable or table takes exactly as many as it was declared with."
    mend = "Give as many as its declaration says."


class NoSuchField(CheckCode):
    code = "no-such-field"
    title = "The components here don't all have this field"
    explain = (
        "A field can be read only where every component that may stand there has it. A test such as "
        "`c is lion` narrows what may stand there."
    )
    mend = "Correct the field's name, or test first what the component is."


class NotAValue(CheckCode):
    code = "not-a-value"
    title = "This is no single value"
    explain = "A zone, a type or an action stands where one value is needed."
    mend = "Ask for one: `top(deck)`, `size(hand[me])`, `count(...)`, `find(...)`."


class NotACollection(CheckCode):
    code = "not-a-collection"
    title = "This is nothing to choose from or walk through"
    explain = "A type, a zone, a range, a list or a set is needed here."
    mend = "Name one of them, for instance `player`, `hand[me]`, `1..6` or `[a, b]`."


class NotAZone(CheckCode):
    code = "not-a-zone"
    title = "A zone is needed here"
    explain = (
        "Only zones hold components, so only a zone can be moved from, moved to, shuffled or dealt from."
    )
    mend = "Name a zone, with its index if it has one."


class NotConstant(CheckCode):
    code = "not-constant"
    title = "This must be known before the game begins"
    explain = (
        "Ranges, sizes, tables and deck compositions are fixed: numbers, constants and tables of them only."
    )
    mend = "Use numbers, or the numbers of `assumptions` and `tables`."


class OutOfRange(CheckCode):
    code = "out-of-range"
    title = "A number outside what is possible here"
    explain = "The number is outside the declared range, or no number of the expression's range is inside it."
    mend = "Correct the number or the range."


class DivisionByZero(CheckCode):
    code = "division-by-zero"
    title = "A division by zero"
    explain = "The divisor is always zero."
    mend = "Correct the divisor."


class NoMe(CheckCode):
    code = "no-me"
    title = "Nobody is `me` here"
    explain = (
        "`me` is the player whose turn it is: it is known inside `turns`, `together`, actions, `for: me "
        "in ...`, and in the result."
    )
    mend = "Name the player, or say `by:` who chooses."


class BadMove(CheckCode):
    code = "bad-move"
    title = "A move that can't be meant like this"
    explain = "Alike pieces are moved by number from a zone; single components are moved by themselves."
    mend = (
        "Use the form for the kind of component: `move c to Z`, `move 2 from Z to W`, `move 1 of k from Z "
        "to W`."
    )


class WrongZoneType(CheckCode):
    code = "wrong-zone-type"
    title = "The zone can't hold these components"
    explain = "A zone holds the components it was declared for, and nothing else."
    mend = "Move them to a zone for them, or widen the zone's declaration."


class BadClause(CheckCode):
    code = "bad-clause"
    title = "A clause that doesn't fit what it stands with"
    explain = (
        "The clause is given twice, or it has no meaning for this kind of zone, variable, loop or choice."
    )
    mend = "Remove the clause."


class StopOutside(CheckCode):
    code = "stop-outside"
    title = "A stop of a loop that is not around it"
    explain = (
        "`stop NAME` leaves the loop of that name in the same list of steps, `stop turns` the innermost "
        "turns."
    )
    mend = "Name a loop around the step with `name:`, or write `stop game` to end the game."


class Cycle(CheckCode):
    code = "cycle"
    title = "Definitions, procedures or actions that lead back to themselves"
    explain = (
        "Nothing in the language calls itself, not round a corner either: so each game's state stays bounded."
    )
    mend = "Use a loop, or split off the part that leads back."


class BadTogether(CheckCode):
    code = "bad-together"
    title = "Something that can't be chosen at the same time"
    explain = (
        "In a `together` everybody chooses unseen by the others, and all choices are carried out "
        "afterwards, so the actions may not ask again."
    )
    mend = "Ask afterwards, in a `choose` of its own."


# --- data ---------------------------------------------------------------------------------------------------


class BadTable(CheckCode):
    code = "bad-table"
    title = "A table whose entries don't fit its keys"
    explain = "Every key of a table needs one value, and every entry must be of its keys."
    mend = "Add what is missing (or `otherwise:`), and remove what is too much."


class BadBoard(CheckCode):
    code = "bad-board"
    title = "A board that doesn't fit together"
    explain = "The spaces, paths, lines or shapes of the board contradict each other."
    mend = "Correct the board as the message says."


class BadPlayers(CheckCode):
    code = "bad-players"
    title = "An impossible number of players"
    explain = "A game has 1 to 16 players, given as a number or as a range such as `2..4`."
    mend = "Write a number or a range."


class TooMany(CheckCode):
    code = "too-many"
    title = "More than a ruleset may have"
    explain = (
        "Sizes are limited, so that a ruleset from a stranger can't eat the machine; the reference lists "
        "the limits."
    )
    mend = "Make it smaller."


class BadData(CheckCode):
    code = "bad-data"
    title = "Data that doesn't replace an assumption"
    explain = (
        "A data file gives new values for assumptions of the ruleset, each of the same kind as the one it "
        "replaces."
    )
    mend = "Correct the name or the kind; `rulewright list` shows the assumptions of a ruleset."


# --- citations ----------------------------------------------------------------------------------------------


class UnknownRule(CheckCode):
    code = "unknown-rule"
    title = "A citation of a rule that is not listed"
    explain = "`rule:` cites a rule of the ruleset's `rules:` list."
    mend = "Correct the number, or add the rule to the list."


class UncitedRule(CheckCode):
    code = "uncited-rule"
    title = "A rule that nothing carries out"
    explain = (
        "Every rule of the list is cited by the part of the ruleset that carries it out, or says with "
        "`absent:` that it holds because nothing allows otherwise."
    )
    mend = "Cite it where it is carried out, or carry it out."


class ReadingNeverAsked(CheckCode):
    code = "reading-never-asked"
    title = "A reading of a ruling that makes no difference"
    explain = (
        "A ruling with readings is an option; each reading must be compared with somewhere, or it is not "
        "carried out."
    )
    mend = "Ask for the reading where it makes a difference, or replace the readings by an `answer:`."


# --- flow and use (warnings) --------------------------------------------------------------------------------


class Unused(CheckCode):
    code = "unused"
    severity = "warning"
    title = "A declaration that nothing uses"
    explain = "Nothing in the ruleset mentions it; often a sign of a rule that was forgotten."
    mend = "Use it or remove it."


class NeverOffered(CheckCode):
    code = "never-offered"
    severity = "warning"
    title = "An action that no choose offers"
    explain = "An action is played only where a `choose` or `together` lists it."
    mend = "List it where players may choose it, or remove it."


class AsksNobody(CheckCode):
    code = "asks-nobody"
    severity = "warning"
    title = "A game in which nobody is ever asked anything"
    explain = (
        "Players play where a `choose` or `together` step asks them for one of the `actions`. Without one, a "
        "game is over as soon as it is set up."
    )
    mend = (
        "Write under `actions` what players can do, and ask for it in `play`: `choose: [ACTION]` among the "
        "steps of `turns`."
    )


class NeverReached(CheckCode):
    code = "never-reached"
    severity = "warning"
    title = "Steps that play can't reach"
    explain = "The step before always leaves the list: it stops a loop or the game, or never ends."
    mend = "Remove the steps, or let play go on before them."


class NeverEnds(CheckCode):
    code = "never-ends"
    severity = "warning"
    title = "A loop that never ends"
    explain = (
        "Nothing in the loop stops it or the game, nobody drops out, and what its condition asks is changed "
        "by nothing that happens in it. A game that comes here comes to no end."
    )
    mend = (
        "Say when it ends: `once round`, `5 rounds`, `until CONDITION`, or a `stop` inside. If the rulebook "
        "has no end, `limit:` says after how many decisions a game is cut off."
    )


class NeverFilled(CheckCode):
    code = "never-filled"
    severity = "warning"
    title = "A zone that nothing is ever put into"
    explain = (
        "At the start everything lies in the box. No step moves anything into this zone, so it is always "
        "empty."
    )
    mend = "Fill it in `setup`, for instance with `move every card to deck`, or remove it."


class NeverSet(CheckCode):
    code = "never-set"
    severity = "warning"
    title = "A variable that nothing ever sets"
    explain = (
        "Something asks for the variable, but no step changes it: it always has the value it begins with."
    )
    mend = (
        "Set it where it changes (`x := ...`, `add 1 to x`). What never changes is a `number` or a `table` "
        "under `assumptions` or `tables`."
    )


class NotEnough(CheckCode):
    code = "not-enough"
    severity = "warning"
    title = "More is moved than there can be"
    explain = (
        "However a game goes, when play comes to this step the zone it takes from has too little in it, or "
        "the zone it moves to has no room for so much: that is a fault of play."
    )
    mend = "Correct the number, fill the zone before, or take fewer where there are fewer."


class NeverLegal(CheckCode):
    code = "never-legal"
    severity = "warning"
    title = "A choice that can never be made"
    explain = "The condition is always false or there is never anything to choose from."
    mend = "Correct the condition or the domain."


class AlwaysSame(CheckCode):
    code = "always-same"
    severity = "warning"
    title = "A comparison that always has the same outcome"
    explain = (
        "The two sides can never be equal, or always compare the same way, whatever happens in play; or in "
        "`(A else B)`, A is never none, so that B is never used."
    )
    mend = "Correct one of the sides, or leave out what is never used."


class LostOrder(CheckCode):
    code = "lost-order"
    severity = "warning"
    title = "An order that a definition doesn't keep"
    explain = (
        "What a definition gives is a single value or a set, and a set is walked in the order of the "
        "ruleset. A path, a ray, a list, a pile or a row that stands behind a definition has lost its own "
        "order where the definition is used, and here the order matters: for a number, for the other way "
        "round, or for which one is found first."
    )
    mend = "Write the path, list or zone itself here, or say `by` what the members are to be ordered."


class HiddenChoice(CheckCode):
    code = "hidden-choice"
    severity = "warning"
    title = "What may be chosen depends on what the chooser can't see"
    explain = (
        "A player who is told which moves are legal learns whatever their conditions and domains read. Here "
        "they read a zone or a variable that this player can't see, or one that only its owner sees with an "
        "index that need not be this player: `me`, or what must be equal to `me` there (`p = me and ...`)."
    )
    mend = (
        "Let the player see it (a variable that is reckoned from what is open hides nothing: leave out its "
        "`seen by`), ask only how many there are, leave the choice to chance (`random ...`), or test it in "
        "the steps of the action, after the choice."
    )


class OtherLanguage(CheckCode):
    code = "other-language"
    severity = "warning"
    title = "A text in a language that the ruleset's title lacks"
    explain = "The languages of a ruleset are those of its `title`; a text in another one is never shown."
    mend = "Correct the language's code, or give the title in that language too."


class MissingLabel(CheckCode):
    code = "missing-label"
    severity = "warning"
    title = "A language of the title in which something has no words"
    explain = (
        "A ruleset can be played in each language of its `title`. What has no text or label in that language "
        "is shown in the first one, or by its plain name, in the midst of the other words."
    )
    mend = (
        "Write the label under `labels`, or the text in that language, or leave the language out of the "
        "title."
    )
