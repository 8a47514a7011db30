"""Diagnostics as SARIF 2.1.0, the exchange format of static analysis that code hosts and editors import.

One run with one tool; every code that occurs becomes a rule with its documentation, and a result points at
its rule by index. Lone surrogates, which JSON can't carry as UTF-8, can't occur: sources are decoded
strictly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from rulewright import __version__
from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.places import Place, Source

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")


def render_sarif(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """A SARIF log with one run, ASCII only, ending with a line break. Columns count code points."""
    found = list(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in found})
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Rulewright",
                        "semanticVersion": __version__,
                        "rules": [_rule(code) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in found],
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    rule: dict[str, object] = {"id": code}
    known = Code.named(code)
    if known is not None:
        rule |= {
            "shortDescription": {"text": known.title},
            "fullDescription": {"text": known.explain},
            "help": {"text": known.mend},
            "defaultConfiguration": {"level": known.severity},
        }
    return rule


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    text = diagnostic.message
    if diagnostic.expected:
        text += f" (expected {', '.join(diagnostic.expected)})"
    if diagnostic.help:
        text += f"\n{diagnostic.help}"
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(diagnostic.place)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(related.place), "message": {"text": related.message}}
            for number, related in enumerate(diagnostic.related)
        ]
    return result


def _location(place: Place) -> dict[str, object]:
    location: dict[str, object] = {"artifactLocation": {"uri": _uri(place.path)}}
    if place.span is not None:
        start, end = place.span
        location["region"] = {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "charOffset": start.offset,
            "charLength": end.offset - start.offset,
        }
    return location


def _uri(path: str) -> str:
    """A URI for a path: relative ones stay relative, absolute ones become `file:` URIs."""
    if _DRIVE.match(path):
        return "file:///" + path[:2] + quote(path[2:].replace("\\", "/"), errors="replace")
    posix = quote(PurePath(path).as_posix(), errors="replace")
    return "file://" + posix if posix.startswith("/") else posix
