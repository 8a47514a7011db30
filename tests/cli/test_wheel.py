"""The wheel, as somebody has it who installs it: in an environment of its own, in an empty folder, without the
extra that makes it fast."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, beside an environment that has the wheel."""
    base = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(base / "dist"), str(ROOT)],
        check=True,
    )
    (wheel,) = (base / "dist").glob("rulewright-*.whl")
    venv.create(base / "env", with_pip=True)
    subprocess.run([str(program(base, "pip")), "install", "-q", str(wheel)], check=True)
    (base / "empty").mkdir()
    return base / "empty"


def program(base: Path, name: str) -> Path:
    """A program of the environment."""
    return base / "env" / ("Scripts" if os.name == "nt" else "bin") / name


def run(folder: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs ``rulewright`` there, with nothing of this checkout in reach."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [str(program(folder.parent, "rulewright")), *args],
        cwd=folder, input=stdin, capture_output=True, text=True, timeout=300, env=environment,
    )  # fmt: skip


@pytest.mark.slow
def test_the_wheel_lists_its_rulesets(folder: Path) -> None:
    done = run(folder, "list", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    shipped = {path.name.split(".")[0] for path in (ROOT / "rulesets").rglob("*.yaml")}
    assert {game["name"] for game in json.loads(done.stdout)} == shipped


@pytest.mark.slow
def test_the_wheel_plays(folder: Path) -> None:
    done = run(folder, "play", "tembo", "--seed", "3", "--save", "tembo.log", stdin="1\n1\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Player 1, choose:" in done.stdout
    assert run(folder, "play", "tembo", "--resume", "tembo.log", stdin="1\nq\n").returncode == 0
    assert run(folder, "replay", "tembo.log").returncode == 0


@pytest.mark.slow
def test_the_wheel_begins_a_ruleset(folder: Path) -> None:
    assert run(folder, "new", "mine").returncode == 0
    done = run(folder, "validate", "mine.yaml")
    assert done.returncode == 0
    assert "all is well" in done.stdout
    assert run(folder, "test", "mine.yaml").returncode == 0


@pytest.mark.slow
def test_the_wheel_simulates_and_says_in_a_line_how_to_be_faster(folder: Path) -> None:
    done = run(folder, "simulate", "pig", "-n", "20", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["playouts"] == 20
    assert len(done.stderr.strip().splitlines()) == 1
    assert "pip install 'rulewright[fast]'" in done.stderr
