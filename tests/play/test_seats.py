"""What is told to a seat, and the session under the dialogue: nothing leaks, nothing is lost."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.check import check_text
from rulewright.engine import log
from rulewright.engine.contract import Game, State, load
from rulewright.engine.shipped import shipped_rulesets
from rulewright.engine.view_text import ending
from rulewright.play.endings import ending_rules, fault_text, told_rules
from rulewright.play.narration import Narrator, everything
from rulewright.play.saving import SaveFile
from rulewright.play.session import Session


def games(name: str, **options: object) -> Game:
    return Game(load(name), traced=True, **options)  # type: ignore[arg-type]


def random_game(game: Game, seed: int, most: int = 60) -> State:
    session = Session(game.start(seed), ["random"] * game.players, seed)
    while (seat := session.next_seat) is not None and session.moves_made < most:
        session.let_random_play(seat)
    return session.state


# --- narration --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(shipped_rulesets()))
def test_every_game_can_be_told_to_every_seat(name: str) -> None:
    game = games(name)
    state = random_game(game, 3)
    narrator = Narrator(game, "en")
    decisions = sum(moment.move is not None for moment in state.history)
    for seat in (None, *range(game.players)):
        lines = narrator.tell(state.information_state(seat))
        told = [line for line in lines if not line.startswith("  ")]
        pending = len(state.pending)
        assert decisions - pending <= len(told) <= decisions, "one sentence a decision, in every seat's story"
        assert not any("None" in line for line in lines)


def test_a_number_that_a_seat_may_not_know_is_told_as_unknown() -> None:
    game = games("spoof")
    narrator = Narrator(game, "en")
    session = Session(game.start(tape=[0]), ["random"] * 2, 1)
    session.watch = narrator.remember
    state = session.state
    for seat, n in ((0, 3), (1, 2)):
        session.choose(next(m for m in state.legal(seat) if m.params["n"] == n))
    told = narrator.news((), state.information_state(0))
    assert [line for line in told if "holds" in line] == ["Player 1 holds 3", "Player 2 holds ?"]


def test_a_story_in_parts_is_the_whole_story() -> None:
    game = games("zum_kuhkuck")
    narrator = Narrator(game, "en")
    session = Session(game.start(9), ["random"] * 2, 9)
    parts: list[str] = []
    before: tuple[object, ...] = ()
    while (seat := session.next_seat) is not None:
        now = session.state.information_state(0)
        parts += narrator.news(before, now)  # type: ignore[arg-type]
        before = now
        session.let_random_play(seat)
    parts += narrator.news(before, session.state.information_state(0))  # type: ignore[arg-type]
    whole = narrator.tell(session.state.information_state(0))
    assert [p for p in parts if not p.startswith("  ")] == [w for w in whole if not w.startswith("  ")]


@pytest.mark.parametrize("name", ["zum_kuhkuck", "niagara", "tembo", "zambezi"])
def test_news_bit_by_bit_is_the_whole_story(name: str) -> None:
    """Whoever is told news after each move has been told the story in the end, with the same words."""
    game = games(name)
    session = Session(game.start(4), ["random"] * game.players, 4)
    narrator = Narrator(game, "en")
    session.watch = narrator.remember
    told: dict[int | None, list[str]] = {seat: [] for seat in (None, *range(game.players))}
    for _ in range(40):
        for seat, lines in told.items():
            lines += narrator.news_of(session.state, seat)
            assert narrator.news_of(session.state, seat) == []
        if session.next_seat is None:
            break
        session.let_random_play(session.next_seat)
    for seat, lines in told.items():
        lines += narrator.news_of(session.state, seat)
        whole = Narrator(game, "en").story(session.state, seat)
        assert len(whole) > 40
        assert [line for line in lines if line[:1] != " "] == [line for line in whole if line[:1] != " "]


def test_cards_drawn_unseen_are_counted_and_not_named() -> None:
    """In Zum Kuhkuck only the drawer sees a card; the other is told that one moved."""
    game = games("zum_kuhkuck")
    state = game.start(1)
    state.play(state.legal()[0])
    drawer = state.history[-1].seat
    narrator = Narrator(game, "en")
    mine = narrator.tell(state.information_state(drawer))[-1]
    theirs = narrator.tell(state.information_state(1 - drawer))[-1]
    assert re.fullmatch(rf"  \w+: heap -> hand\[{drawer + 1}\]", mine)
    assert theirs == f"  1 unseen: heap -> hand[{drawer + 1}]"


def test_everything_is_more_than_any_seat_sees() -> None:
    game = games("kuhn_poker")
    state = game.start(2)
    lines = Narrator(game, "en").tell(everything(state))
    assert sum("deck -> hand" in line and "card" in line for line in lines) == 2


def test_a_hidden_choice_that_shows_itself_is_told() -> None:
    """An animal is chosen from the hand and laid on the table at once: so others know which it was."""
    game = games("tembo")
    state = game.start(4)
    mover = state.awaited[0]
    move = next(m for m in state.legal() if m.action == "play_animal")
    state.play(move)
    for seat in (None, 0, 1):
        assert move.text("en") in Narrator(game, "en").story(state, seat)
    other = state.information_state(1 - mover)
    bare = [line for line in Narrator(game, "en").tell(other) if not line.startswith("  ")]
    assert bare == [f"Player {mover + 1} plays animal ? at site {move.params['s']}"], "what was chosen itself"


MARBLES = """
rulewright: 1
game: marbles
title: Marbles
players: 2
enums:
  colour: [red, blue]
components:
  marble:
    alike: true
    fields: {colour: colour}
    make: 4 for each k in colour with colour = k
    named: "{colour}"
zones:
  bag: set of marble, seen by nobody
  ring: set of marble, seen by everyone
  pocket: set of marble per player, seen by everyone
  purse: set of marble per player, seen by owner
  sleeve: set of marble per player, seen by nobody
actions:
  take:
    say: "{me} takes {m}"
    pick: {m: ring}
    do:
      - move 1 of m from ring to pocket[me]
  hide:
    say: "{me} hides {m}"
    pick: {m: "purse[me]"}
    do:
      - move 1 of m from purse[me] to sleeve[me]
  think:
    say: "{me} thinks of {m}"
    with: integer many
    pick: {m: ring}
    do:
      - move many of m from ring to pocket[me]
setup:
  - for: m in marble
    do:
      - move 2 of m from box to ring
      - move 1 of m from box to bag
      - move 1 of m from box to purse[nth(player, 1)]
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - choose: [take, hide, think]
        with: {think: 0}
result:
  score: size(pocket[me])
"""


def test_an_open_piece_is_told_though_alike_ones_lie_in_a_bag() -> None:
    """It is seen to come; from a purse to a sleeve it isn't, nor where none is moved."""
    ruleset, diagnostics = check_text(MARBLES)
    assert ruleset is not None, diagnostics
    game = Game(ruleset)
    told = {
        "take": "Player 1 takes blue",
        "hide": "Player 1 hides marble ?",
        "think": "Player 1 thinks of marble ?",
    }
    for action, line in told.items():
        state = game.start(1)
        state.play(next(m for m in state.legal() if m.action == action and m.params["m"] == "blue"))
        assert line in Narrator(game, "en").story(state, 1)


HALF_OPEN = """
rulewright: 1
game: half_open
title: Half open
players: 2
components:
  card:
    fields: {rank: 1..8}
    make: 1 for each r in 1..8 with rank = r
    named: card {rank}
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  table: row of card, seen by everyone
  away: set of card, seen by nobody
actions:
  lay:
    say: "{me} lays {c}"
    pick: {c: "hand[me]"}
    do:
      - run put(c)
  lay_if_high:
    say: "{me} thinks of {c}"
    pick: {c: "hand[me]"}
    do:
      - if: c.rank > 4
        then:
          - move c to table
      - for: d in hand[me] where d != c and d.rank > 4
        do:
          - move d to table
  hide:
    say: "{me} hides {c}"
    pick: {c: "hand[me]"}
    do:
      - move c to away
  show_two:
    say: "{me} shows {cs}"
    pick: {cs: "2 of hand[me]"}
    do:
      - for: c in cs
        do:
          - show c
procedures:
  put(card c):
    do:
      - move c to table
setup:
  - move every card to deck
  - shuffle deck
  - deal 4 from deck to hand
play:
  - turns: from nth(player, 1), 4 rounds
    do:
      - choose: [lay, lay_if_high, hide, show_two]
result:
  score: size(hand[me])
"""


def test_only_what_the_rules_show_in_any_case_is_told() -> None:
    """Laid by a procedure, shown in a loop: known. Moved under a condition, or out of sight: not."""
    ruleset, found = check_text(HALF_OPEN)
    assert ruleset is not None, found
    game = Game(ruleset, traced=True)
    # Seat 1 has cards 1, 3, 5, 7 and seat 2 cards 2, 4, 6, 8: always the first of those that are left.
    state = game.start(tape=[0] * 8)
    for move in ('lay c="card 1"', 'show_two cs=["card 4", "card 8"]', 'hide c="card 3"'):
        state.play(move)
    state.play('lay_if_high c="card 6"')
    told = [line for line in Narrator(game, "en").story(state, None) if not line.startswith("  ")]
    assert told == [
        "Player 1 lays card 1",
        "Player 2 shows card 4, card 8",
        "Player 1 hides card ?",
        "Player 2 thinks of card ?",
    ]


TALKATIVE = """
rulewright: 1
game: talkative
title: Talkative
players: 2
components:
  card:
    fields: {rank: 1..6}
    make: 1 for each r in 1..6 with rank = r
    named: card {rank}
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  down: set of card per player, seen by owner
variables:
  points: 0..99 per player
  secret: 0..99 per player, seen by owner
actions:
  lay:
    say: "{me} with {size(hand[me])} cards and {points[me]} points, {secret[me]} aside, lays {c} worth {c.rank}"
    pick:
      c: hand[me]
    do:
      - move c to down[me]
      - add 2 to points[me]
      - add c.rank to secret[me]
  lay_two:
    say: "{me} lays {size(cs)}: {cs}"
    pick:
      cs: 2 of hand[me]
    do:
      - for: c in cs
        do:
          - move c to down[me]
setup:
  - move every card to deck
  - shuffle deck
  - deal 3 from deck to hand
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [lay, lay_two]
result:
  score: points[me]
"""


def test_a_sentence_says_as_much_of_its_moment_as_the_listener_saw() -> None:
    """The owner is told everything, the other what everybody sees, and a question mark for each hidden thing."""
    ruleset, found = check_text(TALKATIVE)
    assert ruleset is not None, found
    game = Game(ruleset, traced=True)
    state = game.start(tape=[0, 0, 0, 0, 0, 0])
    for move in ('lay c="card 3"', 'lay c="card 4"', 'lay_two cs=["card 1", "card 5"]'):
        state.play(move)
    mine, theirs, public = (
        [line for line in Narrator(game, "en").story(state, seat) if not line.startswith("  ")]
        for seat in (0, 1, None)
    )
    assert mine == [
        "Player 1 with 3 cards and 0 points, 0 aside, lays card 3 worth 3",
        "Player 2 with 3 cards and 0 points, ? aside, lays card ? worth ?",
        "Player 1 lays 2: card 1, card 5",
    ]
    assert theirs[0] == "Player 1 with 3 cards and 0 points, ? aside, lays card ? worth ?"
    assert theirs[1] == "Player 2 with 3 cards and 0 points, 0 aside, lays card 4 worth 4"
    assert theirs[2] == public[2] == "Player 1 lays 2: 2 × card ?"
    assert public[:2] == [theirs[0], mine[1]]
    everything = Narrator(game, "en").whole_story(state)
    assert [line for line in everything if not line.startswith("  ")] == [mine[0], theirs[1], mine[2]]


def test_stories_of_games_that_a_seat_cannot_tell_apart_are_the_same() -> None:
    ruleset, _ = check_text(TALKATIVE)
    assert ruleset is not None
    game = Game(ruleset, traced=True)
    stories = set()
    for own in range(3):
        state = game.start(tape=[0, 0, 0, 0, 0, 0])
        state.play('lay c="card 1"')
        state.play(own)
        stories.add((state.information_state(0), tuple(Narrator(game, "en").story(state, 0))))
    assert len({seen for seen, _ in stories}) == len(stories) == 1


def test_pieces_are_told_with_whose_they_are() -> None:
    game = games("niagara")
    story = "\n".join(Narrator(game, "en").story(random_game(game, 5), 0))
    assert re.search(r"canoe [AB] of \d: canoes at", story)
    assert not re.search(r"canoe [AB](?! of \d)", story)


def test_a_claim_says_what_it_brings() -> None:
    """The player is told the points, which are those that are written then; before, only who knows the hand can."""
    game = games("zum_kuhkuck")
    seen = 0
    for seed in range(6):
        state, dice = game.start(seed), random.Random(seed)
        while not state.over and seen < 8:
            move = dice.choice(state.legal())
            before = state.copy()
            state.play(move)
            if move.action == "claim":
                seen += 1
                said = re.fullmatch(r"Player (\d) claims (\w+) for (\d+)", move.text("en"))
                assert said is not None
                seat, kind, points = said.groups()
                assert state.view(None)["variables"][f"written[{seat}, {kind}]"] == int(points)
                other = Narrator(game, "en").story(state, 2 - int(seat))
                assert f"Player {seat} claims {kind} for ?" in other
                assert before.information_state(None) != state.information_state(None)
    assert seen >= 3


def test_several_of_one_name_are_counted_in_a_line() -> None:
    game = games("zum_kuhkuck")
    stories = [Narrator(game, "en").story(random_game(game, seed, 30), None) for seed in range(4)]
    shown = [line for story in stories for line in story if line.startswith("  shown to everyone: ")]
    assert any(" × " in line for line in shown)
    for line in shown:
        names = [re.sub(r"^\d+ × ", "", name) for name in line.partition(": ")[2].split(", ")]
        assert len(names) == len(set(names))


# --- sessions ---------------------------------------------------------------------------------------------


def test_random_players_make_the_same_choices_after_undo_and_after_resuming(tmp_path: Path) -> None:
    game = games("zum_kuhkuck")

    def play_on(session: Session, until: int) -> None:
        while session.moves_made < until and (seat := session.next_seat) is not None:
            if session.kinds[seat] == "random":
                session.let_random_play(seat)
            else:
                session.choose(session.state.legal(seat)[0])

    plain = Session(game.start(8), ["human", "random"], 8)
    play_on(plain, 14)
    undone = Session(game.start(8), ["human", "random"], 8)
    play_on(undone, 9)
    undone.undo()
    undone.undo()
    play_on(undone, 14)
    assert undone.state.log == plain.state.log
    saved = SaveFile(tmp_path / "game.log")
    stopped = Session(game.start(8), ["human", "random"], 8, saved)
    saved.begin(stopped.state, stopped.kinds)
    play_on(stopped, 9)
    stopped.undo()
    play_on(stopped, 8)
    resumed = Session(
        log.replay_entries(game, {"log": log.read(saved.path.read_text())}), ["human", "random"], 8
    )
    play_on(resumed, 14)
    assert resumed.state.log == plain.state.log


def test_after_every_choice_the_file_is_a_whole_log(tmp_path: Path) -> None:
    game = games("kuhn_poker")
    saved = SaveFile(tmp_path / "game.log")
    session = Session(game.start(0), ["random", "random"], 0, saved)
    saved.begin(session.state, session.kinds)
    while True:
        read = log.replay(saved.path.read_text(), game.ruleset)
        assert read.log == session.state.log
        seat = session.next_seat
        if seat is None:
            break
        session.let_random_play(seat)
    assert [p.name for p in tmp_path.iterdir()] == ["game.log"]


def test_undo_is_for_one_person() -> None:
    game = games("pig")
    for kinds, can in ((["human", "random"], True), (["human", "human"], False)):
        session = Session(game.start(1), kinds, 1)  # type: ignore[arg-type]
        assert not session.can_undo
        session.choose(session.state.legal(0)[0])
        assert session.can_undo is can


# --- endings ----------------------------------------------------------------------------------------------


def test_the_rule_that_ended_the_game() -> None:
    """A game of tic-tac-toe that is won ends by X3, one that fills the grid by the rules of its result."""
    game = games("tic_tac_toe")
    won = game.start()
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        won.play(f"mark c={cell}")
    assert (won.over, ending_rules(won)) == (True, ("X3",))
    assert told_rules(won) == ("X3",)
    assert ending(game.words, won.view(), "en")[1:] == ["1. Player 1: 1 (wins)", "2. Player 2: -1"]
    full = game.start()
    for cell in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"):
        full.play(f"mark c={cell}")
    assert (full.over, ending_rules(full)) == (True, ("X3", "X4"))
    assert ending(game.words, full.view(), "en")[-1] == "Nobody wins."


def test_what_counts_is_told_where_the_end_does_not_say_it() -> None:
    """Zum Kuhkuck ends by K11, and K13 says who wins then."""
    state, dice = games("zum_kuhkuck").start(3), random.Random(3)
    while not state.over:
        state.play(dice.choice(state.legal(state.awaited[0])))
    assert ending_rules(state) == ("K11",)
    assert told_rules(state) == ("K11", "K13")


def test_a_fault_is_told_with_its_line_and_its_rules() -> None:
    game = games("goofspiel", open="all")
    state = game.start()
    assert state.fault is not None
    text = fault_text(game.ruleset, state.fault)
    source = Path(game.ruleset.path).read_text().splitlines()
    line = int(re.search(r"goofspiel.yaml:(\d+):", text)[1])  # type: ignore[index]
    assert source[line - 1].strip() == "- if: prize_order = by_chance"
    assert "prize_order = by_chance" in text
    assert "= rule G2: " in text
