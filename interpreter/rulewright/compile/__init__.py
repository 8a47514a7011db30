"""From a checked ruleset to functions over one vector of integers.

The modules here form two halves that meet in one small language: on one side a ruleset is lowered to a Python
module in the subset that `subset` describes; on the other that module runs, in CPython as it is or natively
through `native`. `runtime` holds the functions every such module may call. `CompiledMachine` is the whole as
a machine; it is loaded when it is first asked for, since chance and seeds alone need none of the compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.compile.machine import CompiledMachine

__all__ = ["CompiledMachine"]


def __getattr__(name: str) -> Any:
    if name == "CompiledMachine":
        from rulewright.compile.machine import CompiledMachine

        return CompiledMachine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
