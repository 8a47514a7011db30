"""The rules of the house: imports run one way, modules explain themselves and stay small, nothing foreign stands in them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "interpreter" / "rulewright"
MODULES = sorted(PACKAGE.rglob("*.py"))

#: The folders from left to right: each imports only from itself and from those before it.
LAYERS = [
    "limits", "diagnostics", "loading", "syntax", "ruleset", "check", "machine", "reference", "compile", "engine", "scenario", "coverage",
    "library", "explain", "play", "simulate", "solve", "fuzz", "mutate", "cli", "pytest_plugin", "__main__",
]  # fmt: skip

#: What the package may import beside the standard library, and which layers may import it.
THIRD_PARTY = {
    "lark": {"syntax"},
    "yaml": {"loading"},
    "jsonschema": {"cli", "check"},
    "rich": {"diagnostics", "engine", "play", "simulate", "cli", "scenario"},
    "llvmlite": {"compile"},
    "scipy": {"solve"},
    "pytest": {"pytest_plugin"},
}


def layer_of(path: Path) -> str:
    part = path.relative_to(PACKAGE).parts[0]
    return part.removesuffix(".py")


def imports_of(path: Path) -> list[tuple[str, int]]:
    """The modules that a file imports anywhere in it, with their lines."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.module == "rulewright":
                found += [(f"rulewright.{alias.name}", node.lineno) for alias in node.names]
            else:
                found.append((node.module, node.lineno))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    here = layer_of(path)
    for name, line in imports_of(path):
        top, *rest = name.split(".")
        if top == "rulewright":
            if not rest or rest[0] in ("__version__",):
                continue
            assert here == "__init__" or LAYERS.index(rest[0]) <= LAYERS.index(here), f"{path}:{line} imports {name}"
        elif top in THIRD_PARTY:
            assert here in THIRD_PARTY[top], f"{path}:{line} imports {name}"
        else:
            assert top in sys.stdlib_module_names, f"{path}:{line} imports {name}, which the core doesn't install"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_modules_explain_themselves_and_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "a module opens with what it is for"
    # core.py is one list of node types with their meaning: cut in two it would be harder to read.
    assert len(text.splitlines()) <= 700 or path.name == "core.py"
    assert path.name != "utils.py"


def test_the_median_module_is_small() -> None:
    sizes = sorted(len(p.read_text(encoding="utf-8").splitlines()) for p in MODULES)
    assert sizes[len(sizes) // 2] < 250


def tracked() -> list[Path]:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode != 0:
        pytest.skip("not a checkout")
    return [ROOT / name for name in listing.stdout.splitlines() if (ROOT / name).is_file()]


def test_the_project_speaks_of_itself_alone() -> None:
    foreign = re.compile(r"/wor[k]/|TO" + r"DO|FIX" + r"ME|Not" + r"ImplementedError")
    for path in tracked():
        if path.suffix in (".py", ".md", ".yaml", ".lark", ".json", ".toml"):
            for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
                assert not foreign.search(line), f"{path}:{number}: {line.strip()}"


def test_rulesets_name_their_schema() -> None:
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith("# yaml-language-server: $schema="), path
        assert (path.parent / first.split("$schema=")[1]).resolve().is_file(), path


def test_ruff_is_clean() -> None:
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "."], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_mypy_is_clean() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
