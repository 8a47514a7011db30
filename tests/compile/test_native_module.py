"""Calling compiled modules from Python, and doing without llvmlite."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import threading
from array import array

import pytest
from native_support import compiled, program, vector

from rulewright.compile import ir, native
from rulewright.compile.subset import InternalError

ADD = """
def add(V, k): return V[0] + k
def copy(A, B):
    A[0] = B[0]
def mixed(a, V, b): return a * V[0] - b
"""


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)  # importing it now raises ImportError
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    assert not native.native_available()
    reason = native.native_reason()
    assert reason is not None
    assert "rulewright[fast]" in reason
    assert "\n" not in reason
    with pytest.raises(InternalError, match="llvmlite is not installed"):
        native.compile_native(program("def f(): return 1"), ["f"])


def test_a_broken_llvmlite_is_none_at_all() -> None:
    # A library that can't be loaded raises OSError, with several lines.
    code = """
import importlib.abc, sys
class Broken(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith("llvmlite"):
            raise OSError("libz is missing\\nand more")
sys.meta_path.insert(0, Broken())
from rulewright.compile import native
print(native.native_available(), native.native_reason())
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False llvmlite can't be loaded: libz is missing\n"


def test_the_text_is_made_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    text = ir.translate(program(ADD), ["add"]).ir
    assert "define i64 @rw.add(ptr noalias %V.V, i64 %a.k)" in text
    assert "rw.copy" not in text  # neither exported nor called
    old = ir.translate(program(ADD), ["add"], opaque_pointers=False, checked=True).ir
    assert " ptr " not in old.replace(",", " ").replace("(", " ")
    assert "define i64 @rw.add(i64* noalias %V.V, i64 %n.V, i64 %a.k)" in old


@pytest.mark.parametrize("opaque", [True, False])
def test_only_exports_are_visible(opaque: bool) -> None:
    source = "def inner(a): return a + 1\ndef outer(a): return inner(a) * 2"
    text = ir.translate(program(source), ["outer"], opaque_pointers=opaque).ir
    assert "define i64 @rw.outer" in text
    assert "define internal i64 @rw.inner" in text
    with pytest.raises(InternalError, match="no such function to export"):
        ir.translate(program(source), ["other"])


class TestCalls:
    @pytest.fixture(autouse=True)
    def _needs_llvmlite(self) -> None:
        pytest.importorskip("llvmlite")

    def test_arguments_are_looked_at(self) -> None:
        module = compiled(ADD, "add", "copy")
        assert module.call("add", vector([30]), 12) == 42
        with pytest.raises(InternalError, match="not exported"):
            module.call("mixed", 1, vector(1), 2)
        with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
            module.call("add", vector(1))
        with pytest.raises(TypeError, match="takes 1 vectors, not 2"):
            module.bind("add", vector(1), vector(1))
        for no_vector in (
            array("i", [1]),
            array("d", [1]),
            array("Q", [1]),
            b"12345678",
            memoryview(b"12345678"),
        ):
            with pytest.raises(TypeError, match="int64"):
                module.call("add", no_vector, 1)
        with pytest.raises(TypeError):
            module.call("add", [1, 2], 1)
        with pytest.raises(ctypes.ArgumentError):
            module.call("add", vector(1), "x")
        with pytest.raises(ValueError, match="not empty"):
            module.call("add", vector(0), 1)

    def test_vectors_may_not_overlap(self) -> None:
        module = compiled(ADD, "copy")
        whole = vector([1, 2, 3, 4])
        halves = memoryview(whole)
        assert module.call("copy", halves[:2], halves[2:]) == 0
        assert list(whole) == [3, 2, 3, 4]
        for first, second in ((whole, whole), (halves[:3], halves[2:]), (halves[1:2], whole)):
            with pytest.raises(ValueError, match="overlap"):
                module.call("copy", first, second)

    def test_any_order_of_vectors_and_scalars(self) -> None:
        for checked in (False, True):
            module = compiled(ADD, "mixed", checked=checked)
            assert module.call("mixed", 5, vector([7]), 3) == 32
            assert module.bind("mixed", vector([7]))(5, 3) == 32

    def test_bound_vectors_stay_where_they_are(self) -> None:
        V = vector([1])
        add = compiled(ADD, "add").bind("add", V)  # the module itself is not kept: the code must live on
        gc.collect()
        assert add(41) == 42
        V[0] = -1
        assert add(0) == -1
        with pytest.raises(BufferError):
            V.append(5)
        del add
        gc.collect()
        V.append(5)
        C = (ctypes.c_int64 * 2)(20, 0)
        assert compiled(ADD, "add").call("add", C, 1) == 21

    def test_scalars_are_64_bits_and_signed(self) -> None:
        module = compiled("def same(a): return a", "same")
        for a in (0, -1, 2**63 - 1, -(2**63)):
            assert module.call("same", a) == a

    def test_calls_let_other_threads_run(self) -> None:
        source = """
        def wait(V, n):
            i = 0
            while i < n and V[0] == 0:
                i += 1
                V[1] ^= i
            return i
        """
        V = vector([0, 0])
        wait = compiled(source, "wait").bind("wait", V)
        result: list[int] = []
        thread = threading.Thread(target=lambda: result.append(wait(2_000_000_000)))
        thread.start()  # seconds, unless this thread can write V[0] meanwhile
        V[0] = 1
        thread.join()
        assert result[0] < 2_000_000_000

    @pytest.mark.parametrize("large", [native.LARGE, 1])  # as a small program, and treated as a large one
    def test_levels_agree(self, large: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(native, "LARGE", large)
        source = "def f(n):\n    t = 0\n    for i in range(n):\n        t += i * i % 7\n    return t"
        expected = sum(i * i % 7 for i in range(1000))
        for level in range(4):
            built = native.compile_native(program(source), ["f"], level=level)
            assert built.call("f", 1000) == expected

    def test_text_that_llvm_refuses_is_an_internal_error(self) -> None:
        translation = ir.Translation("define nonsense", {}, (), False)
        with pytest.raises(InternalError, match="LLVM refuses"):
            native.build(translation)
