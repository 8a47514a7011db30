"""What every compiled ruleset may call: chance, faults, limits, bit sets, ordered zones, random play.

The functions are written in the subset that compiled rulesets are written in (see `subset`), so the same
text serves both ways of running: CPython imports this module, the native way translates its source together
with a ruleset. That is why parameters in capitals are vectors, why there is no class, and why every result
is an int. The three bit intrinsics near the end are the exception: here is what they mean, natively they
are instructions.

All that changes outside the state of a game lives in one vector R, of R_SIZE words, laid out by the R_
constants: where chance comes from, the generators, the fault, the steps left, and the tape. Both generators
are multiply-with-carry: x' + 2**32 * c' = MULTIPLIER * x + c, giving x' ^ c'. A word of state is below
2**32 and the multiplier below 2**31, so nothing overflows an int64, and nothing is slow in CPython either.
The multiplier makes MULTIPLIER * 2**32 - 1 a safe prime: every state but two lies on one of two cycles of
MULTIPLIER * 2**31 - 1 (about 2**62) states; the two, (0, 0) and (2**32 - 1, MULTIPLIER - 1), stand still
and are never seeded. It is the best odd one of 23,000 such multipliers (random ones above 0.96 * 2**31) by
the spectral test in dimensions 2 to 8: shortest vectors of 0.48 of the ideal and more, except in dimension
3, where every generator of this form has some 0.03, which is why a word given out is x' ^ c' and not x'
alone.

The numbers that a seed gives are part of what is promised to users: logs and reports name seeds. The tests
pin some; changing them is a breaking change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol


class Vector(Protocol):
    """A vector of int64 in CPython: a list, an `array.array('q')`, a `memoryview` of one."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...


# ---- R: chance and status --------------------------------------------------------------------------------
R_MODE = 0  # where chance comes from, one of the MODE_ constants
R_X = 1  # chance's generator: low word ...
R_CARRY = 2  # ... and carry
R_POLICY_X = 3  # the random player's generator, never mixed with chance
R_POLICY_CARRY = 4
R_FAULT = 5  # the first fault since it was cleared, one of the FAULT_ constants
R_PLACE = 6  # where: a number that the emitter gave to a place in the ruleset
R_DETAIL = 7  # the value at fault; what it means depends on the fault
R_STEPS = 8  # steps that are left before FAULT_STEPS
R_LIMIT = 9  # the steps that begin_step grants
R_POS = 10  # chance events since begin_step; may exceed TAPE_CAP
R_LEN = 11  # outcomes laid on the tape, at most TAPE_CAP
R_FRESH = 12  # 1 while L lists the moves of the decision that S stands at
R_SEARCH = 13  # 1 while the longest series of moves is searched for: nobody is asked, chance neither
R_SEARCHING = 14  # the place of that search
R_SPARE = 15  # a word for later versions
R_TAPE = 16  # TAPE_CAP outcomes: before a step what shall happen, after it what happened
TAPE_CAP = 8192
R_ARITY = R_TAPE + TAPE_CAP  # TAPE_CAP words: out of how many each outcome was
R_SIZE = R_ARITY + TAPE_CAP

MODE_GENERATOR = 0  # the generator alone; the tape is only written
MODE_TAPE = 1  # the tape while it lasts, then the generator
MODE_ENUMERATE = 2  # the tape while it lasts, then 0: the enumerator advances the tape like an odometer
MODE_ASK = 3  # the tape while it lasts, then FAULT_ASK: the caller adds an outcome and begins the step again

# ---- faults: the numbers of machine.faults.FaultCode, and after them what only this layer knows ----------
FAULT_NONE = 0
FAULT_EMPTY = 1  # taking from an empty zone
FAULT_FULL = 2  # moving into a full zone
FAULT_NONE_USED = 3  # a value that is none was used
FAULT_NO_ENTRY = 4  # a table without that entry; detail: the key
FAULT_NO_ACTION = 5  # no legal action where one is needed
FAULT_RANGE = 6  # a number outside its declared range; detail: the number
FAULT_STEPS = 7  # the step limit; detail: the limit
FAULT_INDEX = 8  # no such element; detail: the index
FAULT_DIVISION = 9  # division by zero
FAULT_OPEN = 10  # a ruling read as `open` was asked
FAULT_KIND = 11  # a component without that field
FAULT_TOO_MANY = 12  # more legal moves than one decision may have
FAULT_SUBSET = 13  # a subset of too many things
FAULT_SEARCH = 14  # a search that takes too long
FAULT_TAPE = 15  # an outcome on the tape that can't happen; detail: its position
FAULT_TAPE_FULL = 16  # enumerating, more chance events in one step than TAPE_CAP; detail: the position
FAULT_MOVE = 17  # a move that isn't listed; detail: its number
FAULT_INVARIANT = 19  # an invariant that doesn't hold; detail: its number
FAULT_ASK = 18  # the tape is at its end and the caller must say how it goes on; detail: out of how many

# ---- OUT: one record of OUT_WIDTH words for each game of `playouts` --------------------------------------
MAX_SEATS = 16
OUT_MOVES = 0  # moves made
OUT_BRANCHING = 1  # sum of the numbers of legal moves
OUT_STATUS = 2  # one of the STATUS_ constants
OUT_FAULT = 3  # R_FAULT, R_PLACE, R_DETAIL as the game left them
OUT_PLACE = 4
OUT_DETAIL = 5
OUT_SCORES = 6  # MAX_SEATS scores: what `finish` wrote begins here ...
OUT_PLACES = OUT_SCORES + MAX_SEATS  # ... then MAX_SEATS places ...
OUT_SPARE = OUT_PLACES + MAX_SEATS  # ... and two words it may use as it likes
OUT_WIDTH = OUT_SPARE + 2

STATUS_OVER = 0
STATUS_MOVE_LIMIT = 1
STATUS_FAULT = 2

# ---- numbers of the generators ---------------------------------------------------------------------------
WORD_BITS = 63  # bits of a word of a bit set: the sign stays 0, so an int64 and a Python int agree
MASK32 = 0xFFFFFFFF
MULTIPLIER = 0x7BBFB2B7
GOLDEN = 0x9E3779B9  # 2**32 divided by the golden ratio: spreads the numbers of the mixing rounds


if TYPE_CHECKING:  # what `playouts` needs of a compiled ruleset: see `subset.python_namespace` and `native`

    def start(S: Vector, C: Vector, R: Vector, L: Vector) -> int:
        """Reset the state S and run to the first decision or the end."""
        ...

    def legal(S: Vector, C: Vector, R: Vector, L: Vector) -> int:
        """List the legal moves in L, unless R_FRESH says that they are there; return how many there are."""
        ...

    def play(S: Vector, C: Vector, R: Vector, L: Vector, k: int) -> int:
        """Play the k-th move listed in L and run to the next decision or the end."""
        ...

    def over(S: Vector) -> int:
        """Return 1 if the game is over, else 0."""
        ...

    def finish(S: Vector, C: Vector, R: Vector, L: Vector, OUT: Vector, base: int) -> int:
        """Write the scores of an ended game from OUT[base] on, the places from OUT[base + MAX_SEATS] on."""
        ...


# ---- faults and limits -----------------------------------------------------------------------------------
def fault(R: Vector, code: int, place: int, detail: int) -> int:
    """Note a fault, unless there is one already (the first one is the cause). Return 0."""
    if R[R_FAULT] == FAULT_NONE:
        R[R_FAULT] = code
        R[R_PLACE] = place
        R[R_DETAIL] = detail
    return 0


def begin_step(R: Vector) -> int:
    """Begin a step (`start` or `play`): the tape is at its beginning, R_LIMIT steps are left. Return 0.

    The fault stays: who wants to go on after one clears R_FAULT.
    """
    R[R_POS] = 0
    R[R_STEPS] = R[R_LIMIT]
    return 0


def fuel(R: Vector, place: int) -> int:
    """Use up one step; return 1 while play may go on, 0 at the limit (a fault) and after any fault.

    Asked in every loop that isn't bounded by its form: a fault ends those loops soon.
    """
    if R[R_FAULT] != FAULT_NONE:
        return 0
    left = R[R_STEPS]
    if left <= 0:
        return fault(R, FAULT_STEPS, place, R[R_LIMIT])
    R[R_STEPS] = left - 1
    return 1


def within(R: Vector, v: int, lo: int, hi: int, place: int) -> int:
    """Return v if it lies in lo..hi (both inclusive), else lo with a fault."""
    if v < lo or v > hi:
        fault(R, FAULT_RANGE, place, v)
        return lo
    return v


def index(R: Vector, i: int, n: int, place: int) -> int:
    """Return i if it lies in 0..n-1, else 0 with a fault: a wrong index never reads or writes elsewhere."""
    if i < 0 or i >= n:
        return fault(R, FAULT_INDEX, place, i)
    return i


# ---- chance ----------------------------------------------------------------------------------------------
def next_word(R: Vector, at: int) -> int:
    """Advance the generator whose two words lie at R[at]; return its next 32 bits."""
    t = MULTIPLIER * R[at] + R[at + 1]
    x = t & MASK32
    c = t >> 32
    R[at] = x
    R[at + 1] = c
    return x ^ c


def uniform(R: Vector, at: int, n: int) -> int:
    """Return one of 0..n-1 (1 <= n < 2**31), each exactly as likely, from the generator at R[at].

    Multiply and shift; the few words that would favour some outcomes are drawn again (Lemire's method).
    """
    m = next_word(R, at) * n
    low = m & MASK32
    if low < n:
        bound = 0x100000000 % n
        while low < bound:
            m = next_word(R, at) * n
            low = m & MASK32
    return m >> 32


def chance(R: Vector, n: int) -> int:
    """Return the outcome, 0..n-1, of one chance event; n < 2**31, and n <= 1 is no event.

    The outcome comes from the tape, the generator, or is 0, as R_MODE says. What happened, and out of how
    many, is recorded at R_POS as long as the tape has room; R_POS counts on beyond.
    """
    if n <= 1:
        return 0
    if R[R_SEARCH]:
        return fault(R, FAULT_SEARCH, R[R_SEARCHING], 0)
    at = R[R_POS]
    mode = R[R_MODE]
    outcome = 0
    if mode != MODE_GENERATOR and at < R[R_LEN] and at < TAPE_CAP:
        outcome = R[R_TAPE + at]
        if outcome < 0 or outcome >= n:
            outcome = fault(R, FAULT_TAPE, 0, at)
    elif mode == MODE_ASK:
        fault(R, FAULT_ASK, 0, n)
    elif mode != MODE_ENUMERATE:
        outcome = uniform(R, R_X, n)
    if at < TAPE_CAP:
        R[R_TAPE + at] = outcome
        R[R_ARITY + at] = n
    elif mode == MODE_ENUMERATE:
        fault(R, FAULT_TAPE_FULL, 0, at)
    R[R_POS] = at + 1
    return outcome


def policy(R: Vector, n: int) -> int:
    """Return a random player's pick out of n < 2**31; 0 for n <= 1.

    This is not chance: it is recorded nowhere and never enumerated.
    """
    if n <= 1:
        return 0
    return uniform(R, R_POLICY_X, n)


# ---- seeds -----------------------------------------------------------------------------------------------
def mix32(x: int) -> int:
    """Return a well mixed 32-bit function of x (0 <= x < 2**32), one to one.

    Two rounds of xor-shift and multiply; shifts and multipliers are a published result of a search for low
    bias (hash-prospector), taken because both multipliers are below 2**31.
    """
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & MASK32
    x ^= x >> 15
    x = (x * 0x735A2D97) & MASK32
    return x ^ (x >> 15)


def feistel(a: int, b: int, number: int) -> int:
    """Return half a after round `number` of a Feistel network whose other half is b."""
    return a ^ mix32((b + number * GOLDEN) & MASK32)


def sow(R: Vector, at: int, hi: int, lo: int, number: int) -> int:
    """Seed the generator at R[at] with the two 32-bit words, by rounds `number` and on. Return 0.

    The four rounds are one to one on 64 bits; only fitting the carry below the multiplier lets pairs of
    seeds meet.
    """
    a = hi & MASK32
    b = lo & MASK32
    for i in range(0, 4, 2):
        a = feistel(a, b, number + i)
        b = feistel(b, a, number + i + 1)
    c = (b * MULTIPLIER) >> 32
    if (a == 0 and c == 0) or (a == MASK32 and c == MULTIPLIER - 1):
        c = 1
    R[at] = a
    R[at + 1] = c
    return 0


def seed(R: Vector, hi: int, lo: int) -> int:
    """Seed chance and policy, each its own way, from the low 32 bits of hi and lo. Return 0.

    A seed of up to 64 bits is split as `seed(R, s >> 32, s)`. Seeds need not be random: 0, 1,
    2 ... will do.
    """
    sow(R, R_X, hi, lo, 9)
    sow(R, R_POLICY_X, hi, lo, 13)
    return 0


def game_seed(hi: int, lo: int, game: int) -> int:
    """Return the 63-bit seed of game number `game` of a run that is seeded with (hi, lo).

    It depends on nothing else, so games may be played in any order and anywhere; `seed(R, s >> 32, s)`
    takes it.
    """
    a = hi & MASK32
    b = lo & MASK32
    for i in range(1, 5, 2):
        a = feistel(a, b, i)
        b = feistel(b, a, i + 1)
    a ^= (game >> 32) & MASK32
    b ^= game & MASK32
    for i in range(5, 9, 2):
        a = feistel(a, b, i)
        b = feistel(b, a, i + 1)
    return ((a & 0x7FFFFFFF) << 32) | b


# ---- bit sets and ordered zones --------------------------------------------------------------------------
def count_of(S: Vector, at: int, words: int) -> int:
    """Return how many members the bit set in S[at .. at+words-1] has."""
    n = 0
    for w in range(at, at + words):
        n += popcount(S[w])
    return n


def kth_of(S: Vector, at: int, words: int, k: int) -> int:
    """Return the k-th member (from 0, ascending) of the bit set in S[at .. at+words-1], -1 if it has fewer.

    Member m is bit m % WORD_BITS of word m // WORD_BITS.
    """
    base = 0
    for w in range(at, at + words):
        word = S[w]
        n = popcount(word)
        if k < n:
            return base + kth(word, k)
        k -= n
        base += WORD_BITS
    return -1


def push_last(S: Vector, at: int, item: int) -> int:
    """Append to the ordered zone [size, item, item, ...] at S[at]; return the new size. The caller knows it
    fits.
    """
    n = S[at] + 1
    S[at + n] = item
    S[at] = n
    return n


def push_first(S: Vector, at: int, item: int) -> int:
    """Insert before the first item of the ordered zone at S[at]; return the new size. The caller knows it
    fits.
    """
    n = S[at] + 1
    i = at + n
    while i > at + 1:
        S[i] = S[i - 1]
        i -= 1
    S[i] = item
    S[at] = n
    return n


def remove_at(S: Vector, at: int, i: int) -> int:
    """Take item i (0 <= i < size) out of the ordered zone at S[at], close the gap, and return it.

    The place that becomes free is 0, so that equal zones are equal vectors.
    """
    n = S[at]
    j = at + 1 + i
    item = S[j]
    while j < at + n:
        S[j] = S[j + 1]
        j += 1
    S[j] = 0
    S[at] = n - 1
    return item


def index_of(S: Vector, at: int, item: int) -> int:
    """Return the index of the first such item in the ordered zone at S[at], -1 if there is none."""
    n = S[at]
    for i in range(n):
        if S[at + 1 + i] == item:
            return i
    return -1


# ---- intrinsics: native ones are instructions ------------------------------------------------------------
def popcount(x: int) -> int:
    """Return how many bits of x >= 0 are set."""
    return x.bit_count()


def ctz(x: int) -> int:
    """Return the index of the lowest set bit of x > 0."""
    return (x & -x).bit_length() - 1


def kth(x: int, k: int) -> int:
    """Return the index of the k-th set bit of x, from 0 and the lowest; x has more than k >= 0 bits set."""
    while k > 0:
        x &= x - 1
        k -= 1
    return (x & -x).bit_length() - 1


# ---- random play -----------------------------------------------------------------------------------------
def playouts(
    S: Vector,
    C: Vector,
    R: Vector,
    L: Vector,
    OUT: Vector,
    seed_hi: int,
    seed_lo: int,
    first: int,
    n: int,
    max_moves: int,
) -> int:
    """Play the games first .. first+n-1 of a run at random, one record of OUT_WIDTH words in OUT for each.

    R_MODE and R_LIMIT are the caller's. A game ends when it is over, at a fault, or after max_moves moves;
    scores and places are 0 unless it is over. Returns n. Whatever a game leaves in S and R, the next one
    does not depend on it.
    """
    for g in range(n):
        base = g * OUT_WIDTH
        for i in range(base, base + OUT_WIDTH):
            OUT[i] = 0
        s = game_seed(seed_hi, seed_lo, first + g)
        seed(R, s >> 32, s)
        R[R_FAULT] = FAULT_NONE
        R[R_PLACE] = 0
        R[R_DETAIL] = 0
        R[R_FRESH] = 0
        moves = 0
        branching = 0
        status = STATUS_OVER
        begin_step(R)
        start(S, C, R, L)
        while R[R_FAULT] == FAULT_NONE and not over(S):
            if moves >= max_moves:
                status = STATUS_MOVE_LIMIT
                break
            begin_step(R)
            count = legal(S, C, R, L)
            if R[R_FAULT] != FAULT_NONE:
                break
            if count <= 0:
                fault(R, FAULT_NO_ACTION, 0, 0)
                break
            branching += count
            k = policy(R, count)
            begin_step(R)
            play(S, C, R, L, k)
            moves += 1
        if R[R_FAULT] == FAULT_NONE and status == STATUS_OVER:
            finish(S, C, R, L, OUT, base + OUT_SCORES)
        if R[R_FAULT] != FAULT_NONE:
            status = STATUS_FAULT
        OUT[base + OUT_MOVES] = moves
        OUT[base + OUT_BRANCHING] = branching
        OUT[base + OUT_STATUS] = status
        OUT[base + OUT_FAULT] = R[R_FAULT]
        OUT[base + OUT_PLACE] = R[R_PLACE]
        OUT[base + OUT_DETAIL] = R[R_DETAIL]
    return n
