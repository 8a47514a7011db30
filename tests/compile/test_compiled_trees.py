"""Nodes walked, copied and placed by our own means give what `ast` gives; programs are made once."""

from __future__ import annotations

import ast
import inspect
from copy import deepcopy

import pytest
from compile_support import ruleset_of

from rulewright.compile import runtime, searches, trees, ways
from rulewright.compile.machine import CompiledMachine
from rulewright.compile.program import compile_ruleset
from rulewright.compile.subset import InternalError
from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN

MODULES = [ast.parse(inspect.getsource(module)) for module in (runtime, searches)]


@pytest.mark.parametrize("module", MODULES)
def test_a_tree_is_walked_and_copied(module: ast.Module) -> None:
    assert list(map(id, trees.walk(module))) == list(map(id, ast.walk(module)))
    copy = trees.fresh(module)
    assert ast.dump(copy, include_attributes=True) == ast.dump(module, include_attributes=True)
    shared = set(map(id, ast.walk(copy))) & set(map(id, ast.walk(module)))
    assert all(isinstance(n, ast.expr_context) for n in ast.walk(copy) if id(n) in shared)
    statements = [n for n in ast.walk(module) if isinstance(n, ast.stmt)]
    assert trees.count_statements(module.body) == len(statements)


def test_names_are_put_into_a_copy() -> None:
    (statement,) = ast.parse("x[a] = a(a + b)").body
    copy = trees.fresh(statement, {"a": ast.Name("z", ast.Load()), "b": ast.Constant(3)})
    assert ast.unparse(copy) == "x[z] = a(z + 3)"
    assert ast.unparse(statement) == "x[a] = a(a + b)"


def test_places_are_filled_in_as_ast_does() -> None:
    def bare() -> ast.Module:
        function = ast.parse("def f(a):\n    return a + 1").body[0]
        assert isinstance(function, ast.FunctionDef)
        function.body.append(ast.Expr(ast.Call(ast.Name("f", ast.Load()), [ast.Constant(1)], [])))
        return ast.Module([function, ast.Assign([ast.Name("n", ast.Store())], ast.Constant(2))], [])

    ours, theirs = bare(), ast.fix_missing_locations(bare())
    trees.locate(ours)
    lines = [[getattr(n, "lineno", None) for n in ast.walk(module)] for module in (ours, theirs)]
    assert lines[0] == lines[1]
    compile(ours, "ours", "exec")


def test_rewriting_works_from_the_outside() -> None:
    class Doubled(trees.Rewriter):
        def __init__(self) -> None:
            super().__init__()
            self.rules = {
                ast.Expr: lambda node: [node, deepcopy(node)],
                ast.Constant: lambda _: ast.Constant(7),
            }

    module = ast.parse("if c:\n    f(1)\ny = 2")
    assert ast.unparse(Doubled().rewritten(module)) == "if c:\n    f(1)\n    f(1)\ny = 7"


RULED = """
variables:
  n: 0..9
rulings:
  which:
    question: Which?
    readings: {one: First, two: Second}
    chosen: one
play:
  - n := (if which = one then 1 else 2)
"""


def test_a_program_is_made_once_for_each_way() -> None:
    ruleset = ruleset_of(RULED)
    decided, opened = Config(2, (0,)), Config(2, (OPEN,))
    program = compile_ruleset(ruleset, open=False)
    assert program.suited(False, decided) is program
    assert program.suited(False, opened) is program.suited(False, opened)
    assert program.suited(True, decided) is not program
    assert ways.python_code(program) is ways.python_code(program)


def test_what_was_compiled_without_open_rulings_refuses_them() -> None:
    ruleset = ruleset_of(RULED)
    program = compile_ruleset(ruleset, open=False)
    with pytest.raises(InternalError, match="left open"):
        program.constants(Config(2, (OPEN,)))
    found = {}
    for reading in (0, 1, OPEN):
        machine = CompiledMachine(ruleset, Config(2, (reading,)), program=program)
        position = machine.start(lambda n: 0)
        found[reading] = machine.fault(position) is not None, machine.variables(position)[0][0]
    assert found == {0: (False, 1), 1: (False, 2), OPEN: (True, 0)}
