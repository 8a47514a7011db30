"""Random play in CPython: runtime.playouts and what it calls most, once more, written for CPython.

The functions of `runtime` are made to be translated: small, and each calling the next. Here the generator,
the seeding and the loop from block to block are written out, which makes random games twice as fast. They are
the same games: the tests compare the records with those of the functions in `runtime`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.compile import runtime as rt
from rulewright.compile.layout import AWAITED, COUNT, OVER, SITE
from rulewright.compile.runtime import (
    GOLDEN,
    MASK32,
    MULTIPLIER,
    R_ARITY,
    R_CARRY,
    R_FAULT,
    R_FRESH,
    R_LIMIT,
    R_MODE,
    R_POLICY_CARRY,
    R_POLICY_X,
    R_POS,
    R_SEARCH,
    R_STEPS,
    R_TAPE,
    R_X,
    TAPE_CAP,
)


def random_chance(R: Any, n: int) -> int:
    """runtime.chance, with the generator written out."""
    if n <= 1:
        return 0
    if R[R_MODE] or R[R_SEARCH]:
        return rt.chance(R, n)
    t = MULTIPLIER * R[R_X] + R[R_CARRY]
    c = t >> 32
    word = t & MASK32
    R[R_X] = word
    R[R_CARRY] = c
    m = (word ^ c) * n
    if m & MASK32 < n:
        bound = 0x100000000 % n
        while m & MASK32 < bound:
            m = rt.next_word(R, R_X) * n
    at = R[R_POS]
    if at < TAPE_CAP:
        R[R_TAPE + at] = m >> 32
        R[R_ARITY + at] = n
    R[R_POS] = at + 1
    outcome: int = m >> 32
    return outcome


def mixed(a: int, b: int, number: int) -> tuple[int, int]:
    """Four rounds of runtime.feistel by turns, from round ``number`` on."""
    for i in (0, 2):
        w = b + (number + i) * GOLDEN & MASK32
        w ^= w >> 16
        w = w * 0x21F0AAAD & MASK32
        w ^= w >> 15
        w = w * 0x735A2D97 & MASK32
        a ^= w ^ w >> 15
        w = a + (number + i + 1) * GOLDEN & MASK32
        w ^= w >> 16
        w = w * 0x21F0AAAD & MASK32
        w ^= w >> 15
        w = w * 0x735A2D97 & MASK32
        b ^= w ^ w >> 15
    return a, b


def sown(hi: int, lo: int, number: int) -> tuple[int, int]:
    """The words that runtime.sow gives a generator."""
    a, b = mixed(hi, lo, number)
    c = b * MULTIPLIER >> 32
    if (a == 0 and c == 0) or (a == MASK32 and c == MULTIPLIER - 1):
        c = 1
    return a, c


def random_play(
    start: Callable[..., int],
    answers: Sequence[Any],
    blocks: Sequence[Any],
    result: Callable[..., int],
    moves: int,
    stride: int,
) -> Callable[..., int]:
    """runtime.playouts for one program. ``answers`` by site, ``blocks`` by number."""

    def playouts(
        S: Any,
        C: Any,
        R: Any,
        L: Any,
        OUT: Any,
        seed_hi: int,
        seed_lo: int,
        first: int,
        n: int,
        max_moves: int,
    ) -> int:
        limit = R[R_LIMIT]
        zeros = [0] * rt.OUT_WIDTH if isinstance(OUT, list) else array("q", bytes(8 * rt.OUT_WIDTH))
        run_hi, run_lo = mixed(seed_hi & MASK32, seed_lo & MASK32, 1)
        for g in range(n):
            base = g * rt.OUT_WIDTH
            OUT[base : base + rt.OUT_WIDTH] = zeros
            game = first + g
            hi, lo = mixed(run_hi ^ game >> 32 & MASK32, run_lo ^ game & MASK32, 5)
            hi &= 0x7FFFFFFF
            R[R_X], R[R_CARRY] = sown(hi, lo, 9)
            R[R_POLICY_X], R[R_POLICY_CARRY] = sown(hi, lo, 13)
            R[R_FAULT] = R[rt.R_PLACE] = R[rt.R_DETAIL] = R[R_FRESH] = 0
            played = branching = 0
            status = rt.STATUS_OVER
            R[R_POS] = 0
            R[R_STEPS] = limit
            start(S, C, R, L)
            while not R[R_FAULT] and S[SITE] != OVER:
                if played >= max_moves:
                    status = rt.STATUS_MOVE_LIMIT
                    break
                count = S[COUNT]
                branching += count
                at = moves
                if count > 1:
                    t = MULTIPLIER * R[R_POLICY_X] + R[R_POLICY_CARRY]
                    c = t >> 32
                    word = t & MASK32
                    R[R_POLICY_X] = word
                    R[R_POLICY_CARRY] = c
                    m = (word ^ c) * count
                    if m & MASK32 < count:
                        bound = 0x100000000 % count
                        while m & MASK32 < bound:
                            m = rt.next_word(R, R_POLICY_X) * count
                    at += (m >> 32) * stride
                seats = S[AWAITED]
                R[R_POS] = R[R_FRESH] = 0
                R[R_STEPS] = limit
                pc = answers[S[SITE]](S, C, R, L, at, (seats & -seats).bit_length() - 1)
                while pc and not R[R_FAULT]:
                    pc = blocks[pc](S, C, R, L)
                played += 1
            if not R[R_FAULT] and status == rt.STATUS_OVER:
                result(S, C, R, L, OUT, base + rt.OUT_SCORES)
            if R[R_FAULT]:
                status = rt.STATUS_FAULT
            OUT[base + rt.OUT_MOVES] = played
            OUT[base + rt.OUT_BRANCHING] = branching
            OUT[base + rt.OUT_STATUS] = status
            OUT[base + rt.OUT_FAULT] = R[R_FAULT]
            OUT[base + rt.OUT_PLACE] = R[rt.R_PLACE]
            OUT[base + rt.OUT_DETAIL] = R[rt.R_DETAIL]
        return n

    return playouts


# ---- what is slow in the subset --------------------------------------------------------------------------
def _bytes() -> list[int]:
    """For each byte and k below 8 the k-th set bit of the byte, from 0 and the lowest."""
    table: list[int] = []
    for byte in range(256):
        bits = [i for i in range(8) if byte >> i & 1]
        table += bits + [0] * (8 - len(bits))
    return table


_KTH = _bytes()


def kth(word: int, k: int) -> int:
    """runtime.kth, halving."""
    at = 0
    n = (word & 0xFFFFFFFF).bit_count()
    if k >= n:
        k -= n
        word >>= 32
        at = 32
    n = (word & 0xFFFF).bit_count()
    if k >= n:
        k -= n
        word >>= 16
        at += 16
    n = (word & 0xFF).bit_count()
    if k >= n:
        k -= n
        word >>= 8
        at += 8
    return at + _KTH[(word & 0xFF) << 3 | k]


def count_of(S: Sequence[int], at: int, words: int) -> int:
    """runtime.count_of."""
    n: int = S[at].bit_count()
    for w in range(at + 1, at + words):
        n += S[w].bit_count()
    return n
