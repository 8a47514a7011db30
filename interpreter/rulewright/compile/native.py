"""Compiled rulesets as machine code: llvmlite compiles the IR, ctypes calls it.

llvmlite is optional; `native_available` tells whether it is there, and no other module knows it. Object
code is made ahead of loading, whether it was found in the cache or not, so a cached run and a fresh one
execute the same bytes; what is found in the cache needs neither check nor translation. LLVM's interfaces
changed with its versions: the two that matter here (pass managers, pointers in IR) are told apart in one
place each, for llvmlite 0.43 and later.

Calls release the GIL, so threads may play side by side, each with its own vectors.
"""

from __future__ import annotations

import ast
import ctypes
import hashlib
import json
import marshal
import sys
from collections.abc import Callable, Iterable
from functools import cache as once
from functools import partial
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from rulewright.compile import ir
from rulewright.compile.cache import ObjectCache, default_folder
from rulewright.compile.ir import REPORT, WRONG, Translation, symbol
from rulewright.compile.subset import InternalError, Program, check, is_vector

LEVEL: Final = 2
"""How hard LLVM tries unless told otherwise, 0..3."""

LARGE: Final = 2_000_000
"""Characters of IR (some 12,000 lines of the subset) from which on the last stage, instruction selection and
registers, is done the quick way: it takes more than in proportion, 12 s and not 0.4 at 20,000 lines."""

_SIZE: Final = 4
"""Bytes of the number that says how long the signatures are that stand before object code in the cache."""

_FIRST_OPAQUE: Final = 17  # LLVM from here on has no typed pointers any more
_FIRST_AUTOMATIC: Final = 20  # llvmlite on this LLVM initializes itself


def native_reason() -> str | None:
    """Return why nothing can run natively, in one line; None if it can."""
    try:
        import llvmlite.binding  # noqa: F401
    except ImportError:
        return "llvmlite is not installed (pip install 'rulewright[fast]')"
    except OSError as error:
        return f"llvmlite can't be loaded: {str(error).splitlines()[0]}"
    return None


def native_available() -> bool:
    """Tell whether rulesets can run natively."""
    return native_reason() is None


def translate(program: Program, exports: Iterable[str], *, checked: bool = False) -> Translation:
    """Translate to the IR that the installed LLVM reads; see `ir.translate`."""
    llvm = _llvm()
    opaque = llvm.llvm_version_info[0] >= _FIRST_OPAQUE
    return ir.translate(program, exports, checked=checked, opaque_pointers=opaque)


def build(translation: Translation, *, level: int = LEVEL) -> NativeModule:
    """Compile IR to a module that can be called.

    `level` is LLVM's optimisation level, 0..3. Raises InternalError if LLVM refuses the IR, or is missing.
    """
    return NativeModule(translation, _linked(_compile(translation.ir, level)))


def compile_native(
    program: Program, exports: Iterable[str], *, checked: bool = False, level: int = LEVEL
) -> NativeModule:
    """Translate and build in one go."""
    return build(translate(program, exports, checked=checked), level=level)


def compile_module(
    module: ast.Module,
    exports: Iterable[str],
    *,
    level: int = LEVEL,
    cache: ObjectCache | None = None,
) -> NativeModule:
    """Load the object code of an emitted module from the cache; if it isn't there, check the module,
    translate and build it, and leave it there.

    `cache` is the user's one unless given; ObjectCache(None) is none. Raises InternalError for what is no
    module of the subset, and if llvmlite is missing.
    """
    if cache is None:
        cache = ObjectCache(default_folder())
    names = list(exports)
    key = _key(module, names, level)
    kept = cache.get(key)
    if kept is not None:
        size = int.from_bytes(kept[:_SIZE], "little")
        signatures = json.loads(kept[_SIZE : _SIZE + size])
        found = {name: tuple(parameters) for name, parameters in signatures.items()}
        return NativeModule(Translation("", found, (), False), _linked(kept[_SIZE + size :]))
    translation = translate(check(module), names)
    code = _compile(translation.ir, level)
    head = json.dumps({name: list(parameters) for name, parameters in translation.exports.items()}).encode()
    cache.put(key, len(head).to_bytes(_SIZE, "little") + head + code)
    return NativeModule(translation, _linked(code))


class NativeModule:
    """The exported functions of a program, callable from Python.

    A vector is any writable buffer of int64 (`array.array('q')`, a ctypes array), not empty; those of one
    call must not overlap. A scalar is an int, of which the low 64 bits count. A buffer can't change its
    size while it is bound.
    """

    def __init__(self, translation: Translation, engine: Any) -> None:
        self.exports = translation.exports
        self._functions = translation.functions
        self._checked = translation.checked
        self._entries: dict[str, Any] = {}
        for name, parameters in self.exports.items():
            types: list[Any] = []
            for parameter in parameters:
                if is_vector(parameter):
                    types.append(ctypes.c_void_p)
                    types += [ctypes.c_int64] * self._checked
                else:
                    types.append(ctypes.c_int64)
            address = engine.get_function_address(symbol(name))
            if not address:
                raise InternalError(f"{name}: not in the object code")
            entry: Any = ctypes.CFUNCTYPE(ctypes.c_int64, *types)(address)
            entry.engine = engine  # owns the code: must live as long as anything can call it
            self._entries[name] = entry
        self._report = None
        if self._checked:
            address = engine.get_global_value_address(REPORT)
            self._report = (ctypes.c_int64 * 4).from_address(address)

    def call(self, name: str, *arguments: Any) -> int:
        """Call an exported function with vectors and scalars in the order of its parameters."""
        parameters = self._parameters(name)
        if len(arguments) != len(parameters):
            raise TypeError(f"{name} takes {len(parameters)} arguments, not {len(arguments)}")
        pairs = list(zip(parameters, arguments, strict=True))
        bound = self.bind(name, *(a for p, a in pairs if is_vector(p)))
        return bound(*(a for p, a in pairs if not is_vector(p)))

    def bind(self, name: str, *vectors: Any) -> Callable[..., int]:
        """Return an exported function with its vectors fixed, to be called with its scalars: much quicker.

        Raises TypeError for what is no vector, ValueError for vectors that are empty or overlap.
        """
        parameters = self._parameters(name)
        if len(vectors) != sum(map(is_vector, parameters)):
            raise TypeError(f"{name} takes {sum(map(is_vector, parameters))} vectors, not {len(vectors)}")
        buffers = [_buffer(v) for v in vectors]
        ranges = sorted((ctypes.addressof(b), ctypes.addressof(b) + ctypes.sizeof(b)) for b in buffers)
        if any(end > start for (_, end), (start, _) in pairwise(ranges)):
            raise ValueError(f"{name}: the vectors overlap")
        entry = self._entries[name]
        count = len(vectors)
        if not self._checked and not any(map(is_vector, parameters[count:])):
            return partial(entry, *buffers)  # a buffer goes as its address, and is kept alive by the partial
        return partial(self._spread, name, buffers)

    def _parameters(self, name: str) -> tuple[str, ...]:
        if name not in self.exports:
            raise InternalError(f"{name}: not exported")
        return self.exports[name]

    def _spread(self, name: str, buffers: list[Any], *scalars: int) -> int:
        """Call with vectors and scalars in any order and, if checked, lengths and a look at the report."""
        vectors, values = iter(buffers), iter(scalars)
        given: list[Any] = []
        for parameter in self.exports[name]:
            if is_vector(parameter):
                buffer = next(vectors)
                given += [buffer, len(buffer)][: 1 + self._checked]
            else:
                given.append(next(values))
        if self._report is None:
            result: int = self._entries[name](*given)
            return result
        self._report[0] = 0
        result = self._entries[name](*given)
        if self._report[0] != 0:
            kind, function, line, value = self._report
            where = f"{self._functions[function]}: line {line}"
            raise InternalError(f"{where}: {WRONG[kind]} ({value})")
        return result


def _buffer(vector: Any) -> Any:
    """Return a ctypes array over the memory of a vector; the vector can't be resized while that lives."""
    view = memoryview(vector)
    signed = view.itemsize == 8 and view.format in ("q", "l", "<q", "<l")
    if not signed or view.readonly or not view.contiguous:
        raise TypeError("a vector is a writable buffer of int64, as array.array('q')")
    if view.nbytes == 0:
        raise ValueError("a vector is not empty")
    return (ctypes.c_int64 * (view.nbytes // 8)).from_buffer(vector)


# ---- llvmlite --------------------------------------------------------------------------------------------
def _llvm() -> Any:
    reason = native_reason()
    if reason is not None:
        raise InternalError(f"no native code: {reason}")
    import llvmlite.binding as llvm

    if llvm.llvm_version_info[0] < _FIRST_AUTOMATIC:
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _machine(level: int) -> Any:
    """Return a new description of this machine, its code generator at a level 0..3.

    An engine takes ownership of the one it is given, so none is shared.
    """
    llvm = _llvm()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        jit=True,
    )


def _linked(code: bytes) -> Any:
    """An engine that has loaded object code."""
    llvm = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(LEVEL))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _key(module: ast.Module, exports: list[str], level: int) -> bytes:
    """Return the cache key: all that the object code depends on.

    The module counts as what CPython makes of it, which takes a fraction of checking and translating it.
    """
    import llvmlite

    llvm = _llvm()
    versions = (llvmlite.__version__, llvm.llvm_version_info, llvm.get_process_triple(), level, sys.version)
    host = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    # Version 2 of the format has no references, which would depend on what else is in memory.
    source = marshal.dumps(compile(module, "<ruleset>", "exec"), 2)
    about = repr((versions, host, exports, _translator())).encode()
    return hashlib.sha256(about + source).digest()


@once
def _translator() -> bytes:
    """What makes object code of a module: a digest of this package's source, of its runtime too."""
    digest = hashlib.sha256()
    for file in sorted(files(__package__).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".py"):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.digest()


def _compile(text: str, level: int) -> bytes:
    """Return the object code of IR."""
    llvm = _llvm()
    machine = _machine(level if len(text) < LARGE else 0)
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise InternalError(f"LLVM refuses the translation: {error}") from error
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    if hasattr(llvm, "create_pass_builder"):
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        tuning.loop_vectorization = tuning.slp_vectorization = False  # loops over zones are short
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    else:
        legacy = llvm.create_pass_manager_builder()
        legacy.opt_level = level
        legacy.inlining_threshold = 225  # clang's own; left alone, the legacy builder doesn't inline
        manager = llvm.create_module_pass_manager()
        machine.add_analysis_passes(manager)
        legacy.populate(manager)
        manager.run(module)
    code: bytes = machine.emit_object(module)
    return code
