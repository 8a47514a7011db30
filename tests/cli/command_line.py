"""Running the command line in tests: in this process, where an exception would show, or as a program."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from rulewright.cli import main

RULESETS = Path(__file__).parents[2] / "rulesets"


@dataclass(frozen=True)
class Ran:
    """What a command line came to."""

    status: int
    out: str
    err: str


def run(*args: object, stdin: str = "") -> Ran:
    """Runs a command line in this process."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(stdin)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main([str(arg) for arg in args])
    finally:
        sys.stdin = before
    return Ran(status, out.getvalue(), err.getvalue())


def program(*args: object) -> list[str]:
    """The command line as a program of its own."""
    code = "import sys; from rulewright.cli import main; sys.exit(main())"
    return [sys.executable, "-c", code, *map(str, args)]


def run_program(*args: object, stdin: str = "", **environment: str) -> Ran:
    """Runs a command line as a program of its own."""
    done = subprocess.run(
        program(*args), input=stdin, capture_output=True, text=True, env=os.environ | environment, timeout=120
    )
    return Ran(done.returncode, done.stdout, done.stderr)
