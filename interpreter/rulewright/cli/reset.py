"""``rulewright test --reset``: shows what failing scenarios would expect anew, asks, and writes it.

A file is written in one go, after the last question about it: first beside it, then in its place. So a
program that is stopped leaves the file as it was.
"""

from __future__ import annotations

import argparse
import difflib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.errors import CommandError
from rulewright.cli.games import shown
from rulewright.cli.output import coloured, counted, on_terminal, wrapped, write

if TYPE_CHECKING:
    from rulewright.scenario import Rewrite

_BOM = "\ufeff"
_COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m"}


class _Quit(Exception):
    """No more questions."""


def reset(files: list[Path], args: argparse.Namespace) -> None:
    """Writes the failing expectations of scenario files anew, those that the user wants."""
    if args.json:
        raise CommandError("--reset shows and asks; it can't be combined with --json")
    if not args.yes and not (on_terminal(sys.stdin) and on_terminal(sys.stdout)):
        raise CommandError(
            "--reset asks before it writes, and nobody is here to answer; --yes says yes to all"
        )
    asking = not args.yes
    for file in files:
        try:
            asking = _reset_file(file, args, asking)
        except _Quit:
            return


def _reset_file(file: Path, args: argparse.Namespace, asking: bool) -> bool:
    """Whether to ask on: not after `all`."""
    from rulewright.scenario import apply_edits, rewrites

    only = (args.only or "").lower()
    try:
        data = file.read_bytes()
        whole = data.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        # Running the scenarios reports it better.
        return asking
    text = whole.removeprefix(_BOM)
    wanted: list[Rewrite] = []
    stopped = False
    for rewrite in rewrites(shown(file), text, args.backend, only=lambda name: only in name.lower()):
        line = 1 if rewrite.place.span is None else rewrite.place.span.start.line
        write(f"{shown(file)}:{line}: {rewrite.name}")
        if rewrite.reason:
            write(wrapped(f"stays as it is: {rewrite.reason}", "  ") + "\n")
            continue
        write(_difference(text, apply_edits(text, rewrite.edits)))
        answer = _ask() if asking else "y"
        asking = asking and answer != "a"
        if answer in ("y", "a"):
            wanted.append(rewrite)
        if answer == "q":
            stopped = True
            break
    if wanted:
        edits = [edit for rewrite in wanted for edit in rewrite.edits]
        marked = whole[: len(whole) - len(text)]
        _replace(file, data, (marked + apply_edits(text, edits)).encode("utf-8"))
        count = counted(len(wanted), "scenario")
        write(wrapped(f"{shown(file)}: {count} written anew and marked `reset: true`") + "\n")
    if stopped:
        raise _Quit
    return asking


def _difference(old: str, new: str) -> str:
    """The lines that change, with their surroundings."""
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=2))[2:]
    told = ["  ..." if line.startswith("@@") else f"  {line}" for line in lines]
    if told and told[0] == "  ...":
        del told[0]
    if coloured(sys.stdout):
        told = [f"{_COLOURS[line[2]]}{line}\x1b[0m" if line[2:3] in _COLOURS else line for line in told]
    return "\n".join(told) + "\n"


def _ask() -> str:
    while True:
        try:
            answer = input("Write this? (y)es, (n)o, (a)ll that come, (q)uit: ").strip().lower()
        except EOFError:
            write("")
            return "q"
        if answer[:1] in ("y", "n", "a", "q") and answer in ("y", "yes", "n", "no", "a", "all", "q", "quit"):
            write("")
            return answer[0]


def _replace(file: Path, before: bytes, after: bytes) -> None:
    """Puts the new file in the place of the old one, whatever happens on the way."""
    real = file.resolve()
    beside = ""
    try:
        if real.read_bytes() != before:
            raise CommandError(f"{shown(file)} was changed meanwhile; nothing is written")
        number, beside = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
        with os.fdopen(number, "wb") as new:
            new.write(after)
            new.flush()
            os.fsync(new.fileno())
        shutil.copymode(real, beside)
        os.replace(beside, real)
    except OSError as error:
        raise CommandError(f"can't write {shown(file)}: {error.strerror}") from None
    finally:
        if beside and os.path.exists(beside):
            os.unlink(beside)
