"""Scenarios as tests of pytest: a project that has rulesets among its tests runs them all with one command.

Every ``*.scenarios.yaml`` that begins as scenario files do becomes tests named ``file::scenario``; other YAML
files are left alone. Nothing but this module is loaded until pytest comes upon such a file, and
``-p no:rulewright`` switches it off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic, Sink
    from rulewright.scenario.model import Scenario

_ENDING = ".scenarios.yaml"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """The tests of a scenario file; nothing for any other file."""
    if not file_path.name.endswith(_ENDING):
        return None
    from rulewright.library import looks_like_ruleset

    if not looks_like_ruleset(file_path):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFailed(Exception):
    """A scenario did not come out as it says."""

    def __init__(self, found: Sequence[Diagnostic], sink: Sink) -> None:
        self.found, self.sink = found, sink
        super().__init__("; ".join(diagnostic.message for diagnostic in found))


class ScenarioFile(pytest.File):
    """One file of scenarios."""

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each scenario, and one for what is wrong with the file besides."""
        from rulewright.diagnostics import Sink
        from rulewright.scenario import read_scenarios

        sink = Sink()
        read = read_scenarios(_shown(self.path, self.config.invocation_params.dir), sink)
        if read is None:
            raise self.CollectError(_told(sink.diagnostics, sink))
        told: set[Diagnostic] = set()
        for scenario in read.scenarios:
            yield ScenarioTest.from_parent(self, name=scenario.name, scenario=scenario, sink=sink)
        for unread in read.unread:
            told.update(unread.mistakes)
            yield Mistakes.from_parent(
                self, name=unread.name or "(without a name)", found=unread.mistakes, sink=sink
            )
        others = [d for d in sink.diagnostics if d.severity == "error" and d not in told]
        if others:
            yield Mistakes.from_parent(self, name="the file", found=others, sink=sink)


class _Test(pytest.Item):
    """What tests of scenario files have in common: how they fail."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Our own message, with the lines of the file; Python's view of anything else."""
        if isinstance(excinfo.value, ScenarioFailed):
            return _told(excinfo.value.found, excinfo.value.sink)
        return super().repr_failure(excinfo, style)


class ScenarioTest(_Test):
    """One scenario; the rules that it shows are a property of its result."""

    def __init__(self, *, scenario: Scenario, sink: Sink, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.scenario, self.sink = scenario, sink
        self.user_properties.append(("rules", " ".join(scenario.rules)))

    def runtest(self) -> None:
        """Runs the scenario."""
        from rulewright.explain.scenarios import because
        from rulewright.scenario import run_scenario

        result = run_scenario(self.scenario, self.sink, why=because)
        if not result.passed:
            raise ScenarioFailed(result.failures, self.sink)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the scenario stands."""
        span = self.scenario.place.span
        return self.path, None if span is None else span.start.line - 1, self.name


class Mistakes(_Test):
    """A test that fails because something can't be read."""

    def __init__(self, *, found: Sequence[Diagnostic], sink: Sink, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.found, self.sink = found, sink

    def runtest(self) -> None:
        """Fails with what is wrong."""
        raise ScenarioFailed(self.found, self.sink)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the first mistake stands."""
        span = self.found[0].place.span
        return self.path, None if span is None else span.start.line - 1, self.name


def _shown(path: Path, folder: Path) -> Path:
    """The path from the folder that pytest was started in, if it lies below."""
    return path.relative_to(folder) if path.is_relative_to(folder) and folder == Path.cwd() else path


def _told(found: Sequence[Diagnostic], sink: Sink) -> str:
    from rulewright.diagnostics.render import render_full

    return render_full(found, sink.sources)
