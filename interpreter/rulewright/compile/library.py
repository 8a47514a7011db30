"""Functions in the subset that an emitted module takes along where it calls them: piles, and checks with a
fault.

They are read as source and put into the module (`included`), so both ways of running have them like
everything else. This module is never run itself; it is Python so that the type checker and a reader take it
for what it is. All take S and R first, whether they need them or not, so that whoever emits a call need not
know. `place` and `zone` (its number) are for faults.

A pile lies at S[at] as `layout` says: `cap` is what it has room for, `words` and `first` are those of its
unknown cards. One thing holds between any two calls: cards known below are there only while there are unknown
ones (`settle`), so equal piles are equal vectors. None of these functions knows where a component is
(S[LOCATION]): the caller does.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import lru_cache

from rulewright.compile import searches
from rulewright.compile.runtime import (
    FAULT_DIVISION,
    FAULT_EMPTY,
    FAULT_INDEX,
    FAULT_NO_ENTRY,
    FAULT_NONE,
    FAULT_NONE_USED,
    FAULT_STEPS,
    R_FAULT,
    R_LIMIT,
    R_STEPS,
    Vector,
    chance,
    count_of,
    fault,
    index_of,
    kth,
    kth_of,
    popcount,
    push_first,
    push_last,
    remove_at,
)
from rulewright.compile.trees import called, fresh, walk


# ---- checks ----------------------------------------------------------------------------------------------
def some(S: Vector, R: Vector, v: int, place: int) -> int:
    """Return v unless it is none; else 0 with a fault."""
    if v < 0:
        return fault(R, FAULT_NONE_USED, place, 0)
    return v


def entry(S: Vector, R: Vector, v: int, low: int, place: int, key: int) -> int:
    """Return a table's entry unless it is missing; else `low` with a fault."""
    if v == -2147483648:
        fault(R, FAULT_NO_ENTRY, place, key)
        return low
    return v


def ordinal(S: Vector, R: Vector, v: int, offset: int, size: int, place: int) -> int:
    """Return which of `size` things numbered from `offset` v means, from 0; else 0 with a fault."""
    if v < offset or v >= offset + size:
        return fault(R, FAULT_INDEX, place, v)
    return v - offset


def divide(S: Vector, R: Vector, a: int, b: int, place: int) -> int:
    """Return a // b; 0 with a fault for b = 0."""
    if b == 0:
        return fault(R, FAULT_DIVISION, place, 0)
    return a // b


def modulo(S: Vector, R: Vector, a: int, b: int, place: int) -> int:
    """Return a % b; 0 with a fault for b = 0."""
    if b == 0:
        return fault(R, FAULT_DIVISION, place, 0)
    return a % b


def spend(S: Vector, R: Vector, n: int, place: int) -> int:
    """Use up n steps; return 1 while play may go on, 0 at the limit (a fault) and after any fault."""
    if R[R_FAULT] != FAULT_NONE:
        return 0
    if R[R_STEPS] < n:
        return fault(R, FAULT_STEPS, place, R[R_LIMIT])
    R[R_STEPS] -= n
    return 1


# ---- piles with unknown cards ----------------------------------------------------------------------------
def pile_size(S: Vector, R: Vector, at: int, cap: int, words: int) -> int:
    """Return how many cards the pile has."""
    unknown = at + 1 + cap
    return S[at] + count_of(S, unknown, words) + S[unknown + words]


def pile_settle(S: Vector, R: Vector, at: int, cap: int, words: int) -> int:
    """If no card is unknown any more, those known below lie under those known above. Return 0."""
    below = at + 1 + cap + words
    m = S[below]
    if m == 0 or count_of(S, at + 1 + cap, words) > 0:
        return 0
    n = S[at]
    i = n
    while i > 0:
        S[at + m + i] = S[at + i]
        i -= 1
    for j in range(1, m + 1):
        S[at + m + 1 - j] = S[below + j]
        S[below + j] = 0
    S[at] = n + m
    S[below] = 0
    return 0


def pile_draw(S: Vector, R: Vector, at: int, cap: int, words: int, first: int) -> int:
    """Take one of the unknown cards by chance; there is one. The caller says where it lies, then settles."""
    unknown = at + 1 + cap
    member = kth_of(S, unknown, words, chance(R, count_of(S, unknown, words)))
    S[unknown + member // 63] ^= 1 << (member % 63)
    return member + first * 63


def pile_top(
    S: Vector, R: Vector, at: int, cap: int, words: int, first: int, low: int, place: int, zone: int
) -> int:
    """Return the top card, which is known from now on; `low` with a fault if the pile is empty."""
    n = S[at]
    if n == 0:
        if count_of(S, at + 1 + cap, words) == 0:
            fault(R, FAULT_EMPTY, place, zone)
            return low
        card = pile_draw(S, R, at, cap, words, first)
        S[at] = 1
        S[at + 1] = card
        pile_settle(S, R, at, cap, words)
        return card
    return S[at + n]


def pile_top_1(S: Vector, R: Vector, at: int, cap: int, first: int, low: int, place: int, zone: int) -> int:
    """`pile_top` of a pile whose unknown cards lie in one word."""
    n = S[at]
    if n > 0:
        return S[at + n]
    unknown = at + 1 + cap
    word = S[unknown]
    if word == 0:
        fault(R, FAULT_EMPTY, place, zone)
        return low
    bit = kth(word, chance(R, popcount(word)))
    word ^= 1 << bit
    S[unknown] = word
    S[at] = 1
    S[at + 1] = bit + first * 63
    if word == 0:
        pile_settle(S, R, at, cap, 1)
    return bit + first * 63


def pile_take_1(S: Vector, R: Vector, at: int, cap: int, first: int, place: int, zone: int) -> int:
    """`pile_take` from a pile whose unknown cards lie in one word."""
    n = S[at]
    if n > 0:
        card = S[at + n]
        S[at + n] = 0
        S[at] = n - 1
        return card
    unknown = at + 1 + cap
    word = S[unknown]
    if word == 0:
        fault(R, FAULT_EMPTY, place, zone)
        return -1
    bit = kth(word, chance(R, popcount(word)))
    word ^= 1 << bit
    S[unknown] = word
    if word == 0:
        pile_settle(S, R, at, cap, 1)
    return bit + first * 63


def pile_take(S: Vector, R: Vector, at: int, cap: int, words: int, first: int, place: int, zone: int) -> int:
    """Take the top card off; -1 with a fault if the pile is empty."""
    n = S[at]
    if n > 0:
        card = S[at + n]
        S[at + n] = 0
        S[at] = n - 1
        return card
    if count_of(S, at + 1 + cap, words) == 0:
        fault(R, FAULT_EMPTY, place, zone)
        return -1
    card = pile_draw(S, R, at, cap, words, first)
    pile_settle(S, R, at, cap, words)
    return card


def pile_nth(S: Vector, R: Vector, at: int, cap: int, words: int, first: int, i: int) -> int:
    """Return card i from the top, from 0; the pile has more than i. All down to it are known from now on."""
    while S[at] <= i and count_of(S, at + 1 + cap, words) > 0:
        push_first(S, at, pile_draw(S, R, at, cap, words, first))
        pile_settle(S, R, at, cap, words)
    return S[at + S[at] - i]


def pile_bottom(
    S: Vector, R: Vector, at: int, cap: int, words: int, first: int, low: int, place: int, zone: int
) -> int:
    """Return the lowest card, which is known from now on; `low` with a fault if the pile is empty."""
    below = at + 1 + cap + words
    m = S[below]
    if m > 0:
        return S[below + m]
    if count_of(S, at + 1 + cap, words) > 0:
        card = pile_draw(S, R, at, cap, words, first)
        push_last(S, below, card)
        pile_settle(S, R, at, cap, words)
        return card
    if S[at] == 0:
        fault(R, FAULT_EMPTY, place, zone)
        return low
    return S[at + 1]


def pile_remove(S: Vector, R: Vector, at: int, cap: int, words: int, first: int, card: int) -> int:
    """Take a card out that is in the pile, wherever in it. Return 0."""
    n = S[at]
    if n > 0 and S[at + n] == card:
        S[at + n] = 0
        S[at] = n - 1
        return 0
    unknown = at + 1 + cap
    member = card - first * 63
    if (S[unknown + member // 63] >> (member % 63)) & 1:
        S[unknown + member // 63] ^= 1 << (member % 63)
        return pile_settle(S, R, at, cap, words)
    i = index_of(S, at, card)
    if i >= 0:
        remove_at(S, at, i)
        return 0
    i = index_of(S, unknown + words, card)
    if i >= 0:
        remove_at(S, unknown + words, i)
    return 0


def pile_piece(S: Vector, R: Vector, at: int, cap: int, words: int, first: int, k: int) -> int:
    """Return piece k of the pile in walking order, the unknown cards ascending; nothing is looked at."""
    n = S[at]
    if k < n:
        return S[at + n - k]
    k -= n
    unknown = at + 1 + cap
    m = count_of(S, unknown, words)
    if k < m:
        return kth_of(S, unknown, words, k) + first * 63
    return S[unknown + words + 1 + k - m]


def pile_under(S: Vector, R: Vector, at: int, cap: int, words: int, card: int) -> int:
    """Put a card under the pile. Return 0."""
    if count_of(S, at + 1 + cap, words) > 0:
        push_last(S, at + 1 + cap + words, card)
    else:
        push_first(S, at, card)
    return 0


def pile_shuffle(S: Vector, R: Vector, at: int, cap: int, words: int, first: int) -> int:
    """Make all cards unknown. Return 0."""
    unknown = at + 1 + cap
    below = unknown + words
    for i in range(1, S[at] + 1):
        member = S[at + i] - first * 63
        S[unknown + member // 63] |= 1 << (member % 63)
        S[at + i] = 0
    S[at] = 0
    for i in range(1, S[below] + 1):
        member = S[below + i] - first * 63
        S[unknown + member // 63] |= 1 << (member % 63)
        S[below + i] = 0
    S[below] = 0
    return 0


def pile_unknown(S: Vector, R: Vector, at: int, cap: int, words: int) -> int:
    """Return how many cards of the pile are unknown."""
    return count_of(S, at + 1 + cap, words)


def pile_at_unknown(S: Vector, R: Vector, at: int, cap: int, words: int, lowest: int) -> int:
    """Return 1 if the top card (or the lowest) is one of the unknown, else 0."""
    if count_of(S, at + 1 + cap, words) == 0:
        return 0
    if lowest:
        return 1 if S[at + 1 + cap + words] == 0 else 0
    return 1 if S[at] == 0 else 0


def pile_unknown_to_pile(
    S: Vector,
    R: Vector,
    at: int,
    cap: int,
    words: int,
    to: int,
    to_cap: int,
    to_words: int,
    shift: int,
    on_top: int,
) -> int:
    """Move the unknown cards of a pile to one that has none; its known cards come to lie below them
    (`on_top`) or above. The first word of the other's is `shift` words later. Return how many they were."""
    unknown = at + 1 + cap
    target = to + 1 + to_cap
    n = 0
    for i in range(words):
        word = S[unknown + i]
        S[unknown + i] = 0
        n += popcount(word)
        if i >= shift and i - shift < to_words:
            S[target + i - shift] = word
    if on_top:
        below = target + to_words
        m = S[to]
        for i in range(1, m + 1):
            S[below + i] = S[to + m + 1 - i]
        for i in range(1, m + 1):
            S[to + i] = 0
        S[below] = m
        S[to] = 0
    pile_settle(S, R, at, cap, words)
    return n


# ---- rows and known piles --------------------------------------------------------------------------------
def list_remove(S: Vector, R: Vector, at: int, item: int) -> int:
    """Take an item out of the ordered zone at S[at], if it is there. Return 0."""
    i = index_of(S, at, item)
    if i >= 0:
        remove_at(S, at, i)
    return 0


def list_take(S: Vector, R: Vector, at: int, place: int, zone: int) -> int:
    """Take the last item off the ordered zone at S[at]; -1 with a fault if it is empty."""
    n = S[at]
    if n == 0:
        fault(R, FAULT_EMPTY, place, zone)
        return -1
    item = S[at + n]
    S[at + n] = 0
    S[at] = n - 1
    return item


def list_last(S: Vector, R: Vector, at: int, place: int, zone: int) -> int:
    """Return the last item of the ordered zone at S[at]; -1 with a fault if it is empty."""
    n = S[at]
    if n == 0:
        fault(R, FAULT_EMPTY, place, zone)
        return -1
    return S[at + n]


# ---- boards ----------------------------------------------------------------------------------------------
def walk_length(
    S: Vector,
    C: Vector,
    R: Vector,
    L: Vector,
    origin: int,
    up_to: int,
    marks: int,
    words: int,
    stack: int,
    table: int,
    place: int,
) -> int:
    """Return core.WalkLength. L[marks..] has three sets of spaces: that may be stepped on; those where the
    last step may end; that are on the walk (none yet). L[stack..] is room for pairs of a space and the
    neighbour to try next; C[table..] has the offsets of the lists of neighbours."""
    visited = marks + 2 * words
    best = 0
    taken = 0
    L[stack] = origin
    L[stack + 1] = C[table + origin]
    L[visited + origin // 63] |= 1 << (origin % 63)
    while taken >= 0:
        if taken > best:
            best = taken
        if taken >= up_to:
            return best
        if spend(S, R, 1, place) == 0:
            return best
        at = stack + 2 * taken
        space = L[at]
        following = -1
        allowed = marks
        if taken + 1 == up_to:
            allowed = marks + words
        while L[at + 1] < C[table + space + 1]:
            other = C[L[at + 1]]
            L[at + 1] += 1
            w = other // 63
            if ((L[allowed + w] & ~L[visited + w]) >> (other % 63)) & 1:
                following = other
                break
        if following >= 0:
            taken += 1
            L[at + 2] = following
            L[at + 3] = C[table + following]
            L[visited + following // 63] |= 1 << (following % 63)
        else:
            L[visited + space // 63] ^= 1 << (space % 63)
            taken -= 1
    return best


# ---- into a module ---------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def _sources() -> dict[str, ast.FunctionDef]:
    """The functions of this module and of `searches` for emitted modules, in order."""
    texts = [inspect.getsource(module) for module in (sys.modules[__name__], searches)]
    functions = [s for text in texts for s in ast.parse(text).body if isinstance(s, ast.FunctionDef)]
    functions = [f for f in functions if f.args.args and f.args.args[0].arg == "S"]
    for function in functions:
        plain(function)
    return {f.name: f for f in functions}


def included(names: set[str]) -> list[ast.FunctionDef]:
    """The functions of these names and those that they call, as new nodes, in order."""
    sources = _sources()
    wanted: set[str] = set()
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if name in wanted:
            continue
        wanted.add(name)
        waiting += sorted(set(called(sources[name])) & sources.keys())
    return [fresh(function) for name, function in sources.items() if name in wanted]


def template(name: str, names: dict[str, str], used: set[str]) -> ast.FunctionDef:
    """A copy of a function with other functions in the places of those it names; what it calls here is
    ``used``."""
    function = fresh(_sources()[name])
    for node in walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in names:
                node.func.id = names[node.func.id]
            elif node.func.id in _sources():
                used.add(node.func.id)
    return function


def plain(function: ast.FunctionDef) -> None:
    """Take away what the subset has no use for."""
    function.returns = None
    for argument in function.args.args:
        argument.annotation = None
