"""What came of scenarios as JUnit XML, the form that continuous integration reads.

A file of scenarios is a ``testsuite``, a scenario a ``testcase`` with its file and line. A scenario that does
not hold is a ``failure``, what keeps a file or a scenario from being run is an ``error``. XML has no place
for some characters that names may have, not even escaped: they are written as an escape that people know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from rulewright.diagnostics import Diagnostic, Place
from rulewright.diagnostics.codes import scenario as codes
from rulewright.diagnostics.render import render_full
from rulewright.scenario.running import ScenarioReport, ScenarioResult

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: Codes of failures: the scenario ran, and what came was not what it says. All others keep it from running.
_COMPARED = frozenset(
    code.code for code in (codes.NotAsExpected, codes.MoveRefused, codes.UnexpectedFault, codes.LeftOver)
)


def junit_xml(reports: Sequence[ScenarioReport], missing: Iterable[tuple[str, str]] = ()) -> str:
    """The reports as the text of one XML file. ``missing``: (name, reason) of what has no scenarios at
    all."""
    root = ElementTree.Element("testsuites", name="rulewright test")
    for report in reports:
        _suite(root, report)
    for name, reason in missing:
        suite = ElementTree.SubElement(root, "testsuite", name=_clean(name))
        case = ElementTree.SubElement(
            suite, "testcase", name="scenarios", classname=_clean(name), time="0.000"
        )
        _verdict(case, "error", "missing", reason, reason)
        _sum_up(suite, 0.0)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    ElementTree.indent(root)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suite(root: ElementTree.Element, report: ScenarioReport) -> None:
    suite = ElementTree.SubElement(root, "testsuite", name=_clean(report.path), file=_clean(report.path))
    told: set[Diagnostic] = set()
    for result in report.results:
        case = _case(suite, report, result.name, result.place, result.seconds)
        _properties(case, result)
        told.update(result.failures)
        if result.failures:
            compared = all(failure.code in _COMPARED for failure in result.failures)
            _diagnosed(case, "failure" if compared else "error", result.failures, report)
    # What is wrong with the file and not with one of its scenarios.
    others = [d for d in report.sink.diagnostics if d.severity == "error" and d not in told]
    if others:
        _diagnosed(_case(suite, report, "the file", others[0].place, 0.0), "error", others, report)
    _sum_up(suite, sum(result.seconds for result in report.results))


def _case(
    suite: ElementTree.Element, report: ScenarioReport, name: str, place: Place, seconds: float
) -> ElementTree.Element:
    line = 1 if place.span is None else place.span.start.line
    return ElementTree.SubElement(
        suite, "testcase", name=_clean(name), classname=_clean(report.path), file=_clean(place.path),
        line=str(line), time=f"{seconds:.3f}",
    )  # fmt: skip


def _properties(case: ElementTree.Element, result: ScenarioResult) -> None:
    if result.rules:
        properties = ElementTree.SubElement(case, "properties")
        ElementTree.SubElement(properties, "property", name="rules", value=_clean(" ".join(result.rules)))


def _diagnosed(
    case: ElementTree.Element, kind: str, found: Sequence[Diagnostic], report: ScenarioReport
) -> None:
    text = render_full(found, report.sink.sources)
    _verdict(case, kind, found[0].code, "; ".join(d.message for d in found), text)


def _verdict(case: ElementTree.Element, kind: str, type: str, message: str, text: str) -> None:
    verdict = ElementTree.SubElement(case, kind, type=type, message=_clean(message))
    verdict.text = _clean(text)


def _sum_up(suite: ElementTree.Element, seconds: float) -> None:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for key, tag in (("failures", "failure"), ("errors", "error")):
        suite.set(key, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("skipped", "0")
    suite.set("time", f"{seconds:.3f}")


def _clean(text: str) -> str:
    return _NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
