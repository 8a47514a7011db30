"""What a traced program tells: calls of ``note`` where something happens to the position.

An untraced program has none of them; a traced one runs in CPython only, where the machine puts its own
``note`` in place of the one in the module, which does nothing.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.compile import build as x
from rulewright.compile.body import Body
from rulewright.machine.interface import EventKind

KINDS: Final[tuple[EventKind, ...]] = ("move", "unknown", "show", "set", "shuffle", "drop", "step")
LENGTHS: Final = (4, 3, 2, 3, 1, 1, 1)
"""How many arguments each kind of event has."""


def note(b: Body, kind: EventKind, *args: ast.expr | int) -> None:
    """Emit a note, if the program is traced."""
    if b.unit.traced:
        number = KINDS.index(kind)
        padded = [*args, *[0] * (4 - len(args))]
        b.emit(x.do(x.call("note", x.name("R"), number, *padded)))


def note_function() -> ast.FunctionDef:
    """The function that the machine replaces."""
    arguments = ast.arguments(
        [], [ast.arg(p) for p in ("R", "kind", "a", "b", "c", "d")], None, [], [], None, []
    )
    return ast.FunctionDef("note", arguments, [x.give(0)], [], None)
