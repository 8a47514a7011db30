"""Questions about types: what fits where, what two branches have in common, what range a sum has."""

from __future__ import annotations

from rulewright.ruleset.types import (
    INT_MAX,
    INT_MIN,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    NoneType,
    Opt,
    Player,
    Scalar,
    SetOf,
    Space,
    Spot,
    Type,
)

BOOL = Bool()
PLAYER = Player()
INTEGER = Int(INT_MIN, INT_MAX)

#: The type of a local whose declaration was wrong: whatever uses it is passed over, since that was reported.
UNKNOWN = Enum("?", ())


def base_of(type: Type) -> Type:
    """The type without ``or none``."""
    return type.base if isinstance(type, Opt) else type


def article(noun: str) -> str:
    """The noun with its article, as far as letters tell."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def plural(number: int, noun: str, many: str | None = None) -> str:
    """``no argument``, ``1 argument``, ``2 arguments``."""
    return f"no {noun}" if number == 0 else f"1 {noun}" if number == 1 else f"{number} {many or noun + 's'}"


def words(type: Type) -> str:
    """How a message speaks of a value of the type: ``a number 1..6``, ``a space of river``, ``an animal``."""
    match type:
        case Int(lo, hi):
            one, any_number = lo == hi, (lo, hi) == (INT_MIN, INT_MAX)
            return "a number" if any_number else f"the number {lo}" if one else f"a number {lo}..{hi}"
        case Bool():
            return "a truth value"
        case Enum():
            return f"a value of {type.name}"
        case Space():
            return f"a space of {type.board}"
        case SetOf():
            return f"a set of {type.element}"
        case Opt():
            return f"{words(type.base)} or none"
        case NoneType():
            return "none"
        case Comp() if " or " in type.name or " other than " in type.name:
            return f"a component ({type.name})"
        case _:
            return article(str(type))


def fits(actual: Type, target: Type) -> bool:
    """May a value of one type stand where the other is needed? Ranges of numbers are another matter."""
    if isinstance(target, Opt):
        return isinstance(actual, NoneType) or fits(base_of(actual), target.base)
    if isinstance(actual, Opt):
        return False
    if isinstance(actual, Int) and isinstance(target, Int):
        return True
    if isinstance(actual, Comp) and isinstance(target, Comp):
        return set(actual.leaves) <= set(target.leaves)
    if isinstance(target, SetOf):
        if isinstance(actual, SetOf):
            return fits(actual.element, target.element)
        if isinstance(actual, Line | Spot):
            return target.element == Space(actual.board)
        return False
    return actual == target


def comparable(left: Type, right: Type) -> bool:
    """Can the two be equal at all?"""
    if isinstance(left, NoneType) or isinstance(right, NoneType):
        return isinstance(left, Opt | NoneType) and isinstance(right, Opt | NoneType)
    a, b = base_of(left), base_of(right)
    if isinstance(a, Comp) and isinstance(b, Comp):
        return bool(set(a.leaves) & set(b.leaves))
    if isinstance(a, SetOf | Line | Spot) or isinstance(b, SetOf | Line | Spot):
        return fits(a, b) or fits(b, a)
    return type(a) is type(b) if isinstance(a, Int) else a == b


def join(left: Type, right: Type) -> Type | None:
    """The least type that both fit, or none."""
    if isinstance(left, NoneType):
        return right if isinstance(right, Opt | NoneType) else _optional(right)
    if isinstance(right, NoneType):
        return join(right, left)
    if isinstance(left, Opt) or isinstance(right, Opt):
        base = join(base_of(left), base_of(right))
        return None if base is None else _optional(base)
    if isinstance(left, Int) and isinstance(right, Int):
        return Int(min(left.lo, right.lo), max(left.hi, right.hi))
    if isinstance(left, Comp) and isinstance(right, Comp):
        return join_components(left, right)
    if fits(left, right):
        return right
    return left if fits(right, left) else None


def join_components(left: Comp, right: Comp) -> Comp:
    if set(right.leaves) <= set(left.leaves):
        return left
    if set(left.leaves) <= set(right.leaves):
        return right
    leaves = left.leaves + tuple(x for x in right.leaves if x not in left.leaves)
    return Comp(leaves, f"{left.name} or {right.name}")


def _optional(type: Type) -> Type | None:
    return Opt(type) if isinstance(type, Scalar) else None


def clip(lo: int, hi: int) -> Int:
    """A range cut to 32 bits; where it was cut, play checks the result."""
    return Int(max(INT_MIN, min(lo, INT_MAX)), min(INT_MAX, max(hi, INT_MIN)))


def arithmetic(op: str, a: Int, b: Int) -> Int:
    """The range of ``a op b``."""
    if op == "+":
        return clip(a.lo + b.lo, a.hi + b.hi)
    if op == "-":
        return clip(a.lo - b.hi, a.hi - b.lo)
    if op == "*":
        products = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        return clip(min(products), max(products))
    if op == "div":
        divisors = [d for d in (b.lo, b.hi, -1, 1) if d != 0 and b.lo <= d <= b.hi]
        quotients = [x // d for x in (a.lo, a.hi) for d in divisors] or [0]
        return clip(min(quotients), max(quotients))
    if b.lo > 0:
        return a if a.lo >= 0 and a.hi < b.lo else Int(0, b.hi - 1)
    if b.hi < 0:
        return Int(b.lo + 1, 0)
    return Int(min(0, b.lo + 1), max(0, b.hi - 1))
