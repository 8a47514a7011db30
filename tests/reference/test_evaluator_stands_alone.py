"""The reference evaluator must share no code with what it is compared to: it is only worth something then."""

from __future__ import annotations

import ast
from pathlib import Path

import rulewright

PACKAGE = Path(rulewright.__file__).parent

#: What the evaluator may use of the project, itself apart: data, their types, and the interface of machines.
ALLOWED = {
    "rulewright",
    "rulewright.engine",
    "rulewright.machine.faults",
    "rulewright.machine.interface",
    "rulewright.machine.tally",
    "rulewright.limits",
    "rulewright.ruleset",
    "rulewright.ruleset.core",
    "rulewright.ruleset.model",
    "rulewright.ruleset.origins",
    "rulewright.ruleset.types",
    "rulewright.ruleset.walk",
}


def file_of(module: str) -> Path | None:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.exists()), None)


def imports_of(path: Path) -> set[str]:
    """Our own modules that a file imports to run; imports for type checkers alone don't run."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            found.add(str(node.module))
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(path.read_text(encoding="utf-8")))
    return {name for name in found if name.split(".")[0] == "rulewright" and file_of(name) is not None}


def test_it_imports_nothing_that_runs_rulesets_another_way() -> None:
    reached: set[str] = set()
    waiting = {"rulewright.reference"}
    while waiting:
        module = waiting.pop()
        reached.add(module)
        path = file_of(module)
        assert path is not None
        waiting |= imports_of(path) - reached
    own = {name for name in reached if name.startswith("rulewright.reference")}
    assert own >= {"rulewright.reference.machine", "rulewright.reference.geometry"}
    data = {name for name in reached - own if name.startswith("rulewright.diagnostics")}
    assert reached - own - data <= ALLOWED
