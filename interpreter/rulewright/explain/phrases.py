"""The sentences of explanations, by key and language, in the manner of engine.frame.

What stands in them beside the words of the ruleset is said here alone. A language that a key lacks has
English.
"""

from __future__ import annotations

#: key -> language -> text; English is always there. Placeholders are the same in all languages.
PHRASES: dict[str, dict[str, str]] = {
    # --- conditions
    "true": {"en": "`{text}` is true"},
    "false": {"en": "`{text}` is false"},
    "said_true": {"en": "`{text}`: {said} is true"},
    "said_false": {"en": "`{text}`: {said} is false"},
    "hidden": {"en": "`{text}`: what this depends on {who} can't see"},
    "unknown": {"en": "`{text}`: what this depends on isn't known"},
    "where_values": {"en": " (where {values})"},
    "value": {"en": "{what} is {value}"},
    "holds": {"en": "there is {what}"},
    "holds_nothing": {"en": "there is nothing"},
    "nothing": {"en": "nothing"},
    "for": {"en": "for {name} = {value}: {told}"},
    "more_alike": {"en": "and {n} more"},
    "no_member": {"en": "there is no {name} to ask"},
    "can_none": {"en": "{who} has no legal choice of {actions}"},
    "can_some": {"en": "{who} has a legal choice of {actions}"},
    # --- moves
    "legal": {"en": "{move} is legal."},
    "refused": {"en": "{move} is not legal: {why}"},
    "over": {"en": "the game is over."},
    "not_awaited": {"en": "{who} is to choose, not {other}."},
    "chosen_already": {"en": "{who} has chosen already, and waits for the others."},
    "not_among": {"en": "here only those choose for whom a condition holds."},
    "nothing_for": {"en": "{who} takes no part in this choice: nothing is legal."},
    "not_offered": {"en": "this choice is of {offered}."},
    "done_once": {"en": "nobody may be done here without choosing."},
    "done_low": {"en": "{n} more must be chosen first."},
    "done_until": {"en": "this goes on until a condition holds."},
    "done_forced": {"en": "this goes on as long as something can be chosen."},
    "when": {"en": "a condition of the action fails."},
    "where": {"en": "{name} can't be {value}."},
    "where_none": {"en": "nothing that {name} could be fulfils its conditions."},
    "unsure": {"en": "it depends on what {who} can't see."},
    "outside": {"en": "{name} can't be {value}, which is not in `{domain}`."},
    "outside_there": {"en": "{name} can't be {value}, which is not in `{domain}` but in {zone}."},
    "domain_empty": {"en": "there is no {name}: nothing is in `{domain}`."},
    "size": {"en": "{name} is {n}, and {range} must be picked."},
    "if_possible": {
        "en": "{name} can't be {value}, since there are others that fulfil what is wished: {others}."
    },
    "wish_void": {"en": "`{text}` is wished, and nothing there is fulfils it"},
    "one_of_each_kind": {"en": "{name} can't be {value}: {other} is the same here, and offered for both."},
    "series": {"en": "it would be a dead end."},
    "series_longest": {
        "en": "it would be a dead end: {n} could be chosen, with this move only {fewer}. "
        "Others lead on: {others}."
    },
    "series_until": {
        "en": "after it, what ends this choice could not be reached any more. Others lead on: {others}."
    },
    # --- ends
    "end_game": {"en": "This stopped the game:"},
    "end_stop": {"en": "Then `{loop}` was left by this:"},
    "end_under": {"en": "where `{text}`"},
    "end_none_legal": {"en": "where nothing was legal of {offered}"},
    "end_under_not": {"en": "where not `{text}`"},
    "end_until": {"en": "These turns ended, since their `until` came to hold:"},
    "end_while": {"en": "This ended, since its condition holds no more:"},
    "end_rounds": {"en": "These turns ended with their last round:"},
    "end_turns": {"en": "These turns ended with the last that were to be taken:"},
    "end_nobody_left": {"en": "These turns ended, since nobody was left to take one:"},
    "end_repeated": {"en": "This was done the last of so many times:"},
    "end_all": {"en": "This was done for the last of its members:"},
    "end_choice": {"en": "The last choice was made:"},
    "order_same": {"en": "{first} and {second} share a place: they are equal in every key."},
    "order_by": {"en": "{first} comes before {second} by {rank}: {a} against {b}."},
    # --- around them
    "rule": {"en": "rule {rule}: {text}"},
    "action_rules": {"en": "{action} carries out {rules}, too."},
    "to_choose": {"en": "{who} is to choose:"},
    "asked_at": {"en": "This is asked at {place}, `{step}`"},
    "one_move": {"en": "1 legal move"},
    "moves": {"en": "{n} legal moves"},
    "no_move": {"en": "none: {why}"},
    "no_move_with": {"en": "no {name} for which `{text}`"},
    "at_line": {"en": "line {n}"},
    "steps_ran": {"en": "The steps that ran then, with line and rules:"},
    "held": {"en": "yes"},
    "held_not": {"en": "no"},
    "held_times": {"en": "yes {n} of {of} times"},
    "over_now": {"en": "The game is over."},
    "cut_off": {"en": "A limit of the ruleset ended it."},
    "wins": {"en": "wins"},
    "score": {"en": "score {n}"},
}


def phrase(key: str, language: str, **values: object) -> str:
    """A sentence in a language, with the values in their places."""
    texts = PHRASES[key]
    return (texts.get(language) or texts["en"]).format(**values)
