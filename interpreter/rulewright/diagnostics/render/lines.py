"""The two formats with one line for each diagnostic: `file:line:col` for editors, workflow commands for
GitHub.

Both are parsed by other programs line by line, so nothing in a path or message may break a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.places import Source
from rulewright.diagnostics.text_width import printable


def render_concise(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """`file:line:col: error[code]: message` for each; without line and column where the whole file is
    meant."""
    return "".join(_concise(diagnostic) + "\n" for diagnostic in diagnostics)


def _concise(diagnostic: Diagnostic) -> str:
    path, span = diagnostic.place
    where = path if span is None else f"{path}:{span.start.line}:{span.start.column}"
    return printable(f"{where}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}")


def render_github(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """`::error file=...,line=...::message` for each, the command by which a GitHub workflow annotates a file.

    Columns are given only when the place is on one line: GitHub drops them otherwise. `endColumn` is
    exclusive.
    """
    return "".join(_github(diagnostic) + "\n" for diagnostic in diagnostics)


def _github(diagnostic: Diagnostic) -> str:
    path, span = diagnostic.place
    properties = [("file", path)]
    if span is not None:
        start, end = span
        properties += [("line", str(start.line)), ("endLine", str(end.line))]
        if start.line == end.line:
            properties += [("col", str(start.column)), ("endColumn", str(end.column))]
    properties.append(("title", f"{diagnostic.severity}[{diagnostic.code}]"))
    listed = ",".join(f"{name}={_escape_property(value)}" for name, value in properties)
    message = diagnostic.message + (f"\nhelp: {diagnostic.help}" if diagnostic.help else "")
    return f"::{diagnostic.severity} {listed}::{_escape_data(message)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
