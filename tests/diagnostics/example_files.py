"""The examples of diagnostic codes: how to find them, run them, and read what they expect.

An example is `examples/CODE.yaml`, a small ruleset in which a comment says what is reported on its line:

    deck: row of card  # error: duplicate-key "the key `deck` is given twice"

`# warning:` for warnings; `# error next:` where the line itself can't carry the comment and means the line
after it; `# error file:` for what concerns the whole file. The quoted part must occur in the message. What
can't be written as a text file is `examples/CODE/build.py` with `build(folder) -> path`, a docstring for
people, and `EXPECT` where the built file can't hold the comment. Every diagnostic must be expected and every
expectation met.

A stage of the pipeline that reports codes of its own adds its function to `VALIDATORS`.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from rulewright.check import check_file
from rulewright.diagnostics import Code, Diagnostic, Sink
from rulewright.loading import load

EXAMPLES = Path(__file__).parent / "examples"
PAGES = Path(__file__).parents[2] / "docs" / "errors"

_EXPECTATION = re.compile(r'\b(error|warning)( next| file)?: ([a-z0-9-]+) "([^"]*)"')


def validate_loading(path: str) -> Sink:
    """Run the first stage alone."""
    sink = Sink()
    load(path, sink)
    return sink


def validate_checking(path: str) -> Sink:
    """Run the pipeline up to the checked ruleset; data from `NAME.data.yaml` beside it replace
    assumptions."""
    sink = Sink()
    data = Path(path).with_suffix(".data.yaml")
    check_file(path, data if data.exists() else None, sink)
    return sink


def validate_scenarios(path: str) -> Sink:
    """Run a scenario file."""
    from rulewright.scenario import read_scenarios, run_scenario

    sink = Sink()
    file = read_scenarios(path, sink, "reference")
    for scenario in file.scenarios if file is not None else ():
        run_scenario(scenario, sink)
    return sink


VALIDATORS: dict[str, Callable[[str], Sink]] = {
    "loading": validate_loading,
    "check": validate_checking,
    "scenario": validate_scenarios,
}
"""By the stage of a code: what runs the pipeline up to it."""


@dataclass(frozen=True)
class Expectation:
    """What an example expects: `line` is None for a finding about the whole file."""

    severity: str
    code: str
    line: int | None
    part: str

    def met_by(self, diagnostic: Diagnostic) -> bool:
        span = diagnostic.place.span
        return (
            self.severity == diagnostic.severity
            and self.code == diagnostic.code
            and self.line == (None if span is None else span.start.line)
            and self.part in diagnostic.message
        )


def example_codes() -> set[str]:
    """The codes that have an example."""
    return {
        entry.stem for entry in EXAMPLES.iterdir() if entry.suffix == ".yaml" or (entry / "build.py").exists()
    }


def build_example(code: str, folder: Path) -> tuple[Path, str, str]:
    """Put the example of a code into a folder; give its path, its text for people, and its text of
    expectations."""
    written = EXAMPLES / f"{code}.yaml"
    if written.exists():
        text = written.read_text(encoding="utf-8")
        path = folder / written.name
        path.write_bytes(written.read_bytes())
        return path, f"```yaml\n{text.rstrip()}\n```", text
    module = _module(EXAMPLES / code / "build.py")
    path = module.build(folder)
    expect = getattr(module, "EXPECT", None)
    return path, (module.__doc__ or "").strip(), expect or path.read_text(encoding="utf-8", errors="replace")


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{path.parent.name.replace('-', '_')}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def expectations(text: str) -> list[Expectation]:
    """What the comments in a text expect."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        _, _, comment = line.partition("#")
        for severity, where, code, part in _EXPECTATION.findall(comment):
            line_meant = None if where == " file" else number + 1 if where == " next" else number
            found.append(Expectation(severity, code, line_meant, part))
    return found


def run_example(code: type[Code], name: str) -> Sink:
    """Run the pipeline on an example as far as its code's stage."""
    return VALIDATORS[code.stage](name)
