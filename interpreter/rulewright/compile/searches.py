"""Functions in the subset that look ahead for a choose: which moves begin a series as it asks for (`series`).

Like those of `library`, which puts them into emitted modules; the two searches are copied once for each
choose that needs one, with its own functions in the places of those declared here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compile.runtime import (
    FAULT_NONE,
    FAULT_SEARCH,
    R_FAULT,
    R_LIMIT,
    R_SEARCH,
    R_SEARCHING,
    R_STEPS,
    Vector,
    fault,
)

if TYPE_CHECKING:  # what the searches need of a decision; `series` puts the right functions in their places

    def series_moves(S: Vector, C: Vector, R: Vector, L: Vector, actor: int, to: int) -> int:
        """List the moves from L[to] on, return how many there are."""
        ...

    def series_try(S: Vector, C: Vector, R: Vector, L: Vector, actor: int, at: int) -> int:
        """Carry out the move at L[at]; return 1 if that ends the game."""
        ...

    def series_over(S: Vector, C: Vector, R: Vector, L: Vector, actor: int) -> int:
        """Return whether the series has come to its end."""
        ...


def mixed(S: Vector, R: Vector, i: int, w: int, multiplier: int, prime: int) -> int:
    """Return what S[i] = w gives to the hash of a position, below `prime` (< 2**31)."""
    t = ((w & 2147483647) * multiplier + ((w >> 31) & 4294967295) * 69069 + i * 1597334677) % prime
    return ((t * t) % prime * t) % prime


def met(S: Vector, R: Vector, L: Vector, table: int, a: int, b: int, c: int) -> int:
    """Return where in L[table..] the position with these hashes is kept, or is to be kept. L[table] is the
    number of the search: what is kept from earlier ones counts as empty. Most searches are short: they find
    their places at the beginning of the table, which is near at hand in memory."""
    i = a & 1023
    tries = 0
    number = L[table]
    while 1:
        at = table + 1 + 5 * i
        if L[at] != number:
            return at
        if L[at + 1] == a and L[at + 2] == b and L[at + 3] == c:
            return at
        tries += 1
        if tries < 8:
            i = (i + 1) & 1023
        elif tries == 8:
            i = b & 262143
        else:
            i = (i + 1) & 262143


def keep(S: Vector, R: Vector, L: Vector, table: int, n: int, frame: int, before: int) -> int:
    """Return where the position of S[0..n-1] is kept; it is from now on, as new (-2) if it wasn't.

    Its hash is that of the position before, L[before..], of which the hashes are L[frame + 4 ..], with what
    has changed. It is written to L[frame + 12 ..]."""
    a = L[frame + 4]
    b = L[frame + 5]
    c = L[frame + 6]
    for i in range(n):
        new = S[i]
        old = L[before + i]
        if new != old:
            a += mixed(S, R, i, new, 1103515245, 2147483647) - mixed(S, R, i, old, 1103515245, 2147483647)
            b += mixed(S, R, i, new, 1664525011, 2147483629) - mixed(S, R, i, old, 1664525011, 2147483629)
            c += mixed(S, R, i, new, 1220703125, 2147483587) - mixed(S, R, i, old, 1220703125, 2147483587)
    a = a % 2147483647
    b = b % 2147483629
    c = c % 2147483587
    L[frame + 12] = a
    L[frame + 13] = b
    L[frame + 14] = c
    at = met(S, R, L, table, a, b, c)
    if L[at] != L[table]:
        L[at] = L[table]
        L[at + 1] = a
        L[at + 2] = b
        L[at + 3] = c
        L[at + 4] = -2
    return at


def search_begin(
    S: Vector, R: Vector, L: Vector, n: int, slots: int, saved: int, frames: int, memo: int, place: int
) -> int:
    """Begin a search at the present position with n moves in question. Return the steps to be given back."""
    left = R[R_STEPS]
    R[R_STEPS] = R[R_LIMIT] * 100
    R[R_SEARCH] = 1
    R[R_SEARCHING] = place
    L[memo] += 1
    for i in range(slots):
        L[saved + i] = S[i]
    L[frames] = 0
    L[frames + 1] = n
    L[frames + 2] = 0
    for i in range(4, 8):
        L[frames + i] = 0
    return left


def search_end(S: Vector, R: Vector, L: Vector, slots: int, saved: int, left: int, unlisted: int) -> int:
    """Put everything back. Return 0 after a fault, else 1, or 2 if the list of moves is no longer there."""
    for i in range(slots):
        S[i] = L[saved + i]
    R[R_STEPS] = left
    R[R_SEARCH] = 0
    if R[R_FAULT] != FAULT_NONE:
        return 0
    return 2 if unlisted else 1


def longest_series(
    S: Vector,
    C: Vector,
    R: Vector,
    L: Vector,
    actor: int,
    n: int,
    bound: int,
    stride: int,
    listed: int,
    other: int,
    slots: int,
    table_slots: int,
    saved: int,
    flags: int,
    frames: int,
    memo: int,
    place: int,
) -> int:
    """Set L[flags + k] to 1 for each of the n moves from L[listed] on that begins a longest series, of at
    most `bound` moves if that isn't negative; to 0 for the others. Return as `search_end`.

    A frame of eight words for each move of the series: the move that is tried, how many there are, the
    longest so far, where the position is kept, its hashes, whether moves after one of these were listed.
    Lists lie from L[listed] and L[other] on by turns, so that such a list doesn't overwrite this one, only
    the one before. The position is saved in L[saved + depth * slots].

    Kept with a position is twice the length of the longest series from there, and 1 more if there is no
    longer one (it may be that there was no room for more); -1 while it is under way, -2 if it is new.
    """
    left = search_begin(S, R, L, n, slots, saved, frames, memo, place)
    looks = 1
    at = keep(S, R, L, memo, table_slots, frames, saved)
    for i in range(4, 7):
        L[frames + i] = L[frames + 8 + i]
    L[frames + 3] = at
    if bound < 0:
        L[at + 4] = -1
    depth = 0
    changed = 0
    unlisted = 0
    same = 1 if listed == other else 0
    while depth >= 0 and R[R_FAULT] == FAULT_NONE:
        frame = frames + 8 * depth
        here = saved + depth * slots
        base = listed
        further = other
        if depth & 1:
            base = other
            further = listed
        length = -1
        room = 1000000000
        if bound >= 0:
            room = bound - depth
        if L[frame] < L[frame + 1] and (depth == 0 or L[frame + 2] < room):
            if changed:
                for i in range(slots):
                    S[i] = L[here + i]
            if unlisted:
                series_moves(S, C, R, L, actor, base)
            changed = 1
            unlisted = 0
            if series_try(S, C, R, L, actor, base + L[frame] * stride):
                length = 1
            elif R[R_FAULT] == FAULT_NONE:
                if room == 1:
                    length = 1
                else:
                    at = keep(S, R, L, memo, table_slots, frame, here)
                    known = L[at + 4]
                    if known >= 0 and (known & 1 or (known >> 1) >= room - 1):
                        length = 1 + (known >> 1)
                        if length > room:
                            length = room
                    elif known == -1 or looks >= 100000 or depth + 1 > 150:
                        fault(R, FAULT_SEARCH, place, looks)
                    else:
                        looks += 1
                        if bound < 0:
                            L[at + 4] = -1
                        m = 0
                        if series_over(S, C, R, L, actor) == 0:
                            m = series_moves(S, C, R, L, actor, further)
                            L[frame + 7] = 1
                            unlisted = same
                        if m == 0:
                            L[at + 4] = 1
                            length = 1
                        else:
                            depth += 1
                            for i in range(slots):
                                L[here + slots + i] = S[i]
                            L[frame + 8] = 0
                            L[frame + 9] = m
                            L[frame + 10] = 0
                            L[frame + 11] = at
                            L[frame + 15] = 0
                            changed = 0
                            unlisted = 0
        else:
            best = L[frame + 2]
            L[L[frame + 3] + 4] = 2 * best + 1 if best < room else 2 * best
            length = 1 + best
            if depth > 0:
                unlisted = L[frame + 7] | same
            depth -= 1
            frame -= 8
            changed = 1
        if length >= 0 and depth >= 0:
            if depth == 0:
                L[flags + L[frame]] = length
            if length > L[frame + 2]:
                L[frame + 2] = length
            L[frame] += 1
    for k in range(n):
        L[flags + k] = 1 if L[flags + k] == L[frames + 2] else 0
    return search_end(S, R, L, slots, saved, left, unlisted)


def kept(
    S: Vector, C: Vector, R: Vector, L: Vector, n: int, stride: int, listed: int, flags: int, action: int
) -> int:
    """Of the n moves from L[listed] on leave out those of the action (of all, if it is -1) whose flags from
    L[flags] on are 0; return how many are left."""
    flag = flags
    k = 0
    for i in range(n):
        at = listed + i * stride
        good = 1
        if action < 0 or L[at] == action:
            good = L[flag]
            flag += 1
        if good:
            if k != i:
                for j in range(stride):
                    L[listed + k * stride + j] = L[at + j]
            k += 1
    return k
