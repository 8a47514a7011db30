"""Niagara by hand: canoes fetch gems from a river that falls over an edge, as fast as the played cards say.

Spaces: 0 the dock, 1-5 the trunk from the rope to the fork, 6 and 7 the left branch, 8 the foot of the falls
(where lost canoes lie), 9 and 10 the right branch. Colours 0-4: amethyst, diamond, amber, sapphire, ruby.
Canoes 2 p and 2 p + 1 are seat p's. Cards 1-6, and 7 the cloud.

Chance: who starts is `chance(P)`, the branch of the first disc `chance(2)` (0 the left one); nothing else.

A round is a list of decisions, seat by seat from the lifebelt where it isn't said otherwise:
`("buy_back", g)` or `("take_back",)` or `("done",)` while there is something to take back;
`("pick_card", card)`, in the order of seats; then for a cloud `("move_cloud", w)` with the new weather, for a
number `("take_canoe", c)` or `("stay_ashore",)` until no canoe is left to be moved. A taken canoe uses its
points by `("load", g)`, `("unload",)`, `("paddle_up", s)`, `("paddle_down", s)`, with s where it stops, and
may then `("steal", victim)` or else `("done",)`. Of canoes that are alike (one owner, one space, one cargo)
only the one with the lower number is offered.

Where the rulebook is silent, this is what is played: a canoe ashore may stay there also when the other one is
lost; cargo may use up all points, so that the canoe stays where it is; a canoe may be paddled over the falls,
losing the points left; a gem may be landed in the turn that loaded it; discs take the branches alternately;
lost canoes are bought back before the cards are picked, as many as are paid for, the free one no earlier; a
fallen gem goes to the site of its colour, so the reserve is never touched; several winners are equal. After
300 rounds without a winner the game ends and nobody wins.
"""

from __future__ import annotations

from reference import Chance, Move

DOCK = 0
FALLS = 8
SPACES = 11
DEPTH = (0, 1, 2, 3, 4, 5, 6, 7, 8, 6, 7)  # steps from the dock
LEFT, RIGHT = (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5, 9, 10)  # the discs that one push can move
SITE_AT = (None, None, None, 0, 1, 2, 3, 4, None, 3, 4)
WAYS = ((DOCK, *LEFT, FALLS), (DOCK, *RIGHT, FALLS))
# What lies ahead of each space and behind it, way by way.
AHEAD = [list(dict.fromkeys(s for w in WAYS if a in w for s in w[w.index(a) + 1 :])) for a in range(SPACES)]
BEHIND = [list(dict.fromkeys(s for w in WAYS if a in w for s in w[: w.index(a)])) for a in range(SPACES)]
COLOURS = 5
GEMS = 7  # of each colour at its site; the eighth stays aside
CARGO_POINTS = 2
CLOUD = 7
CARDS = range(1, 8)
WORST_WEATHER, BEST_WEATHER = -1, 2
ROUNDS = 300
ALIKE, IN_ALL = 4, 7  # gems that win, beside one of each colour

# What is being decided, or comes next.
BUYING, PICKING, REVEALING, CLOUDING, TAKING, PADDLING, STEALING, OVER = range(8)
DONE: Move = ("done",)


class Game:
    """A position at a decision or at the end.

    `where[c]`, `cargo[c]` of a canoe (a colour or None); `site[s][g]` and `landed[p][g]` are numbers of gems;
    `hand[p]` ascending; `played[p]` the card played this round (before it is revealed only its owner knows
    it); `branch` 0 or 1, the way of the next disc; `turn` counts the seats of the present step; `free` tells
    whether the canoes ashore may stay there; `waiting` the canoes still to move; and of the canoe in hand,
    `canoe`, the `points` left and whether it has `paddled`, has `loaded`, what it has `unloaded` and whether
    it `may_steal`.
    """

    __slots__ = (
        *("branch", "canoe", "cargo", "chance", "free", "hand", "landed", "lifebelt", "loaded", "may_steal"),
        *("moves", "paddled", "phase", "played", "player", "players", "points", "round", "site", "turn"),
        *("unloaded", "waiting", "weather", "where"),
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if not 3 <= players <= 5:
            raise ValueError(f"Niagara is for 3 to 5 players, not {players}")
        self.players = players
        self.chance = chance
        self.where = [DOCK] * (2 * players)
        self.cargo: list[int | None] = [None] * (2 * players)
        self.site = [[GEMS if g == s else 0 for g in range(COLOURS)] for s in range(COLOURS)]
        self.landed = [[0] * COLOURS for _ in range(players)]
        self.hand = [list(CARDS) for _ in range(players)]
        self.played = [0] * players
        self.weather = 0
        self.lifebelt = chance(players)
        self.branch = chance(2)
        self.round = 1
        self.phase = BUYING
        self.turn = 0
        self.player = self.lifebelt
        self.waiting: list[int] = []
        self.free = False
        self.canoe = 0
        self.points = 0
        self._take_nothing()
        self.moves: list[Move] = []
        self.go_on()

    def _take_nothing(self) -> None:
        self.paddled = False
        self.loaded = False
        self.unloaded: int | None = None
        self.may_steal = False

    # --- the course of a round ------------------------------------------------------------------------------

    def go_on(self) -> None:
        """To the next decision, whose moves are listed, or to the end."""
        while self.phase != OVER:
            if self.phase != PICKING:
                self.player = (self.lifebelt + self.turn) % self.players
            self.moves = self._next_moves()
            if self.moves:
                return
        self.moves = []

    def _next_moves(self) -> list[Move]:
        """The moves of the decision that is due; none where none is, and the next thing is made due then."""
        phase = self.phase
        moves: list[Move] = []
        if phase == BUYING:
            moves = self._list_buying()
            if not moves:
                self._next_seat(PICKING)
        elif phase == PICKING:
            self.player = self.turn
            moves = [("pick_card", card) for card in self.hand[self.player]]
        elif phase == REVEALING:
            self._reveal()
        elif phase == CLOUDING:
            around = (self.weather - 1, self.weather + 1)
            moves = [("move_cloud", w) for w in around if WORST_WEATHER <= w <= BEST_WEATHER]
        elif phase == TAKING:
            moves = self._list_taking()
            if not moves:
                self.phase = REVEALING
                self._next_seat(BUYING)
        elif phase == PADDLING:
            if self.points:
                moves = self._list_paddling()
            else:
                self.phase = STEALING
        else:
            moves = self._list_stealing()
            if not moves:
                self._put_back()
        return moves

    def _next_seat(self, phase: int) -> None:
        """Go on with the next seat, or after the last with a new step, which begins the given phase."""
        self.turn += 1
        if self.turn == self.players:
            self.turn = 0
            self.phase = phase
            if phase == BUYING:
                self._end_round()

    def _reveal(self) -> None:
        card = self.played[self.player]
        if card == CLOUD:
            self.phase = CLOUDING
            return
        own = (2 * self.player, 2 * self.player + 1)
        self.waiting = [c for c in own if self.where[c] != FALLS]
        self.free = len(self.waiting) == 1 or any(self.where[c] != DOCK for c in self.waiting)
        self.phase = TAKING

    def _put_back(self) -> None:
        self._take_nothing()
        self.phase = TAKING

    def _end_round(self) -> None:
        if self.winners():
            self.phase = OVER
            return
        numbers = [card for card in self.played if card != CLOUD]
        for _ in range(min(numbers, default=0) + self.weather):
            self.push_disc()
        for hand in self.hand:
            if not hand:
                hand.extend(CARDS)
        self.lifebelt = (self.lifebelt + 1) % self.players
        self.round += 1
        if self.round > ROUNDS:
            self.phase = OVER

    def push_disc(self) -> None:
        """One disc comes in at the rope, one goes over the falls; the other branch rests."""
        discs = (LEFT, RIGHT)[self.branch]
        for canoe, space in enumerate(self.where):
            if space in discs:
                self._put(canoe, FALLS if space == discs[-1] else discs[discs.index(space) + 1])
        self.branch = 1 - self.branch

    def _put(self, canoe: int, space: int) -> None:
        """Lay a canoe on a space; at the foot of the falls its gem goes home."""
        self.where[canoe] = space
        gem = self.cargo[canoe]
        if space == FALLS and gem is not None:
            self.site[gem][gem] += 1
            self.cargo[canoe] = None

    # --- what may be done -----------------------------------------------------------------------------------

    def _list_buying(self) -> list[Move]:
        own = self.where[2 * self.player : 2 * self.player + 2]
        landed = self.landed[self.player]
        moves: list[Move] = []
        if FALLS in own:
            moves = [("buy_back", g) for g in range(COLOURS) if landed[g]]
            if not moves and own == [FALLS, FALLS]:
                moves = [("take_back",)]
        return [*moves, DONE] if moves else []

    def _list_taking(self) -> list[Move]:
        offered: dict[tuple[int, int | None], int] = {}
        for canoe in self.waiting:
            offered.setdefault((self.where[canoe], self.cargo[canoe]), canoe)
        moves: list[Move] = [("take_canoe", canoe) for canoe in offered.values()]
        if moves and self.free and all(self.where[c] == DOCK for c in self.waiting):
            moves.append(("stay_ashore",))
        return moves

    def _list_paddling(self) -> list[Move]:
        canoe, points = self.canoe, self.points
        here, gem = self.where[canoe], self.cargo[canoe]
        site = SITE_AT[here]
        moves: list[Move] = []
        if points >= CARGO_POINTS and site is not None:
            if gem is None:
                lying = self.site[site]
                moves = [("load", g) for g in range(COLOURS) if lying[g] and g != self.unloaded]
            elif not self.loaded:
                moves = [("unload",)]
        if not self.paddled:
            for s in BEHIND[here]:
                if (s == DOCK and DEPTH[here] <= points) or self._can_stop(
                    s, points - DEPTH[here] + DEPTH[s]
                ):
                    moves.append(("paddle_up", s))
            for s in AHEAD[here]:
                rest = points - DEPTH[s] + DEPTH[here]
                if (s == FALLS and rest >= 0) or self._can_stop(s, rest):
                    moves.append(("paddle_down", s))
        return moves

    def _can_stop(self, space: int, rest: int) -> bool:
        """Whether the canoe in hand, after its movement to the space, can use up the points that are left."""
        if rest == 0:
            return True
        site = SITE_AT[space]
        if site is None or self.loaded or self.unloaded is not None:
            return False
        gem, lying = self.cargo[self.canoe], self.site[site]
        if rest == CARGO_POINTS:
            return gem is not None or any(lying)
        return (
            rest == 2 * CARGO_POINTS and gem is not None and any(lying[g] for g in range(COLOURS) if g != gem)
        )

    def _list_stealing(self) -> list[Move]:
        if not self.may_steal or self.cargo[self.canoe] is not None:
            return []
        here = self.where[self.canoe]
        offered: dict[tuple[int, int], int] = {}
        for victim, gem in enumerate(self.cargo):
            if gem is not None and self.where[victim] == here and victim // 2 != self.player:
                offered.setdefault((victim // 2, gem), victim)
        return [*(("steal", victim) for victim in offered.values()), DONE] if offered else []

    def legal(self) -> list[Move]:
        return self.moves

    # --- what is done ---------------------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        action = move[0]
        player, canoe = self.player, self.canoe
        if action == "paddle_up":
            self._paddle_up(canoe, move[1])
        elif action == "paddle_down":
            space = move[1]
            self.points -= DEPTH[space] - DEPTH[self.where[canoe]]
            self.paddled = True
            self._put(canoe, space)
            if space == FALLS:
                self.points = 0
        elif action == "load" or action == "unload":
            self._handle(canoe, None if action == "unload" else move[1])
        elif action == "take_canoe":
            self._take(move[1])
        elif action == "pick_card":
            self.hand[player].remove(move[1])
            self.played[player] = move[1]
            self._next_seat(REVEALING)
        elif action == "move_cloud":
            self.weather = move[1]
            self.phase = REVEALING
            self._next_seat(BUYING)
        elif action == "stay_ashore":
            self.waiting = []
        elif action == "steal":
            self.cargo[canoe], self.cargo[move[1]] = self.cargo[move[1]], None
            self._put_back()
        elif action == "done":
            if self.phase == BUYING:
                self._next_seat(PICKING)
            else:
                self._put_back()
        else:
            if action == "buy_back":
                self.landed[player][move[1]] -= 1
                self.site[move[1]][move[1]] += 1
            self.where[2 * player if self.where[2 * player] == FALLS else 2 * player + 1] = DOCK
        self.go_on()

    def _take(self, canoe: int) -> None:
        self.waiting = [c for c in self.waiting if c != canoe]
        if self.where[canoe] == DOCK:
            self.waiting = [c for c in self.waiting if self.where[c] != DOCK]
        self.canoe = canoe
        self.points = self.played[self.player]
        self.phase = PADDLING

    def _handle(self, canoe: int, loaded: int | None) -> None:
        """Load a gem at the site, or unload the own one there."""
        site = SITE_AT[self.where[canoe]]
        assert site is not None
        if loaded is None:
            gem = self.cargo[canoe]
            assert gem is not None
            self.site[site][gem] += 1
            self.cargo[canoe] = None
            self.unloaded = gem
            self.may_steal = False
        else:
            self.site[site][loaded] -= 1
            self.cargo[canoe] = loaded
            self.loaded = True
        self.points -= CARGO_POINTS

    def _paddle_up(self, canoe: int, space: int) -> None:
        self.points -= DEPTH[self.where[canoe]] - DEPTH[space]
        self.paddled = True
        self.where[canoe] = space
        if space != DOCK:
            self.may_steal = True
            return
        self.points = 0
        gem = self.cargo[canoe]
        if gem is not None:
            self.landed[self.player][gem] += 1
            self.cargo[canoe] = None

    # --- the end --------------------------------------------------------------------------------------------

    def winners(self) -> list[int]:
        """The seats that have landed enough, ascending; none before the end or where the rounds ran out."""
        return [
            p for p, gems in enumerate(self.landed) if all(gems) or max(gems) >= ALIKE or sum(gems) >= IN_ALL
        ]

    def over(self) -> bool:
        return self.phase == OVER

    def returns(self) -> list[int]:
        """Gems landed."""
        return [sum(gems) for gems in self.landed]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        for name in Game.__slots__:
            setattr(new, name, getattr(self, name))
        new.where = self.where.copy()
        new.cargo = self.cargo.copy()
        new.site = [gems.copy() for gems in self.site]
        new.landed = [gems.copy() for gems in self.landed]
        new.hand = [cards.copy() for cards in self.hand]
        new.played = self.played.copy()
        return new
