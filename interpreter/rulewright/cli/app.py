"""The program ``rulewright``: its commands, what they exit with, and what becomes of everything that can go
wrong.

A command is a module with ``add(subparsers)``, which describes it, and a function that runs it and returns an
exit status. The modules import only the standard library at their top, so ``--help`` answers at once. Nobody
ever meets a traceback: what a user can mend is said in a sentence, what only we can mend is said in one line
that tells how to report it.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
import textwrap
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from rulewright import __version__
from rulewright.cli.errors import CommandError

OK, WRONG, USAGE, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 130

#: The exit status of a program whose reader went away, as shells count it (128 + SIGPIPE).
PIPE_CLOSED = 141

#: Why nothing more can be written: no room on the disk or of the quota, a file too large, a broken disk.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

#: Set it to see where an internal error comes from.
DEBUG_VARIABLE = "RULEWRIGHT_DEBUG"

#: The modules of the commands, in the order in which the help lists them.
COMMANDS = (
    "list_rulesets", "new", "validate", "play", "simulate", "survey", "test", "replay", "explain", "perft",
    "solve", "fuzz", "mutate", "words",
)  # fmt: skip

_DESCRIPTION = """\
The rules of card and board games as data: check them, play them, test them,
and play thousands of games at random to see what they lead to.

GAME is the name of a ruleset that ships with the program (see `rulewright list`)
or the path of one.
"""

_EXAMPLES = """\
begin with:
  rulewright list                 which games there are
  rulewright play tembo           play one in the terminal
  rulewright new my_game          write a first ruleset to build on
  rulewright validate my_game.yaml

exit status: 0 all is well, 1 the ruleset is wrong or a test failed, 2 the call
is wrong, 3 an internal error, 130 interrupted. `rulewright COMMAND --help` tells
more about each command.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """A wrong call: what is wrong and where help is, without the usage of every option."""
        self.exit(USAGE, f"{self.prog}: {message}\nTry `{self.prog} --help`.\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands. ``run`` of what it gives is the function that runs the command."""
    parser = _Parser(
        prog="rulewright",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rulewright {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", dest="command", parser_class=_Parser)
    for name in COMMANDS:
        import_module(f"rulewright.cli.{name}").add(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit status."""
    _tolerate_narrow_encodings()
    parser = build_parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if args.command is None:
        parser.print_help()
        return USAGE
    try:
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except CommandError as error:
        _say(f"rulewright {args.command}: {error}" if error.prefixed else str(error))
        return error.status
    except KeyboardInterrupt:
        _say("")
        return INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return PIPE_CLOSED
    except Exception as error:
        return _known(args, error) or _internal(args, error)


def _known(args: Any, error: Exception) -> int:
    """Says what the layers below refuse, where it is the caller's to mend; 0 for what is not."""
    from rulewright.engine.errors import LogError, WrongCall

    command: str = args.command
    if isinstance(error, WrongCall):
        _say(textwrap.fill(f"rulewright {command}: {error}", 100, break_long_words=False))
        return USAGE
    if isinstance(error, LogError):
        path = getattr(args, "resume", None) or getattr(args, "log", None)
        _say(f"rulewright {command}: {'' if path is None else f'{path}, '}{error}")
        return WRONG
    if isinstance(error, OSError) and error.filename is not None:
        _say(f"rulewright {command}: {error.filename}: {error.strerror}")
        return USAGE
    if isinstance(error, OSError) and error.errno in _FULL:
        # Files are told by their names: this is where the results go.
        _abandon_stdout()
        _say(f"rulewright {command}: the output can't be written: {error.strerror}")
        return USAGE
    return 0


def _internal(args: Any, error: Exception) -> int:
    """One line about an error of ours."""
    if os.environ.get(DEBUG_VARIABLE):
        import traceback

        traceback.print_exc()
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = ""
    if frame is not None:
        where = f" ({os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno})"
    said = " ".join(str(error).split())[:300]
    _say(
        f"rulewright {args.command}: internal error: {type(error).__name__}: {said}{where}. This is a bug of "
        f"Rulewright {__version__}; please report this line with the command and the ruleset "
        f"({DEBUG_VARIABLE}=1 shows more)."
    )
    return INTERNAL


def _say(text: str) -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
    sys.stderr.write(text + "\n")


def _abandon_stdout() -> None:
    """After a broken pipe or on a full disk: the interpreter would try to flush once more at its end, and
    complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _tolerate_narrow_encodings() -> None:
    """What a terminal's encoding lacks is shown escaped; a name in Greek is no reason to fail."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
