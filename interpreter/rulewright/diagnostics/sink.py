"""The collector that every pass reports to.

A pass reports and goes on, so an author sees all mistakes of a run at once. The sink keeps a bounded number,
says how many it left out, and keeps the sources that the places point into, so that whoever holds the sink
can render. An error is never lost to warnings: when the sink is full, an error takes the place of the latest
warning.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.diagnostic import Diagnostic, Related, Severity
from rulewright.diagnostics.places import Place, Source
from rulewright.diagnostics.suggest import suggest
from rulewright.limits import MAX_COMPARISONS, MAX_DIAGNOSTICS

#: So many other places are shown of a finding that several places have in common.
_PLACES = 4


class Sink:
    """Collects diagnostics, at most `limit` of them, and the sources they point into, by path."""

    def __init__(self, limit: int = MAX_DIAGNOSTICS) -> None:
        self.limit = limit
        self.sources: dict[str, Source] = {}
        self.left_out = 0
        """How many diagnostics were reported beyond the limit and not kept."""
        self.strings: list[tuple[str, object]] | None = None
        """Set to a list, it gets every string of the language that is read: as what, and where it stands."""
        self._heard: list[Diagnostic] | None = None
        self._kept: list[Diagnostic] = []
        self._seen: set[Diagnostic] = set()
        self._errors = 0
        self._warnings = 0
        """How many of those that are kept are warnings: any of them makes room for an error."""
        self._settled: set[Place] = set()
        self._comparisons = MAX_COMPARISONS

    @contextmanager
    def hearing(self) -> Iterator[list[Diagnostic]]:
        """Gives a list of all that is reported meanwhile, also what was reported before and counts no more:
        two parts of a file can have the same mistake, and neither is without it."""
        before, self._heard = self._heard, []
        try:
            yield self._heard
        finally:
            self._heard = before

    def settle(self) -> None:
        """Ends a pass: where it found an error, later passes say nothing more of exactly the same text."""
        self._settled.update(d.place for d in self._kept if d.severity == "error" and d.place.span)

    def merge(self, codes: Container[str]) -> None:
        """Makes one finding of those of these kinds that say the same of several places: it stands at the
        first, and the others are related to it. What is missing is missing once, wherever it is named."""
        groups: dict[tuple[str, str, str], list[Diagnostic]] = {}
        for found in sorted(self._kept):
            if found.code in codes:
                groups.setdefault((found.place.path, found.code, found.message), []).append(found)
        for first, *others in groups.values():
            if not others:
                continue
            more = f"and in {len(others) - _PLACES} more places" if len(others) > _PLACES else ""
            also = [Related(other.place, "and here") for other in others[:_PLACES]]
            if more:
                also[-1] = Related(also[-1].place, f"and here, {more}")
            self._kept = [d for d in self._kept if d not in others]
            self._kept[self._kept.index(first)] = replace(first, related=(*first.related, *also))
            is_error = first.severity == "error"
            self._errors -= len(others) * is_error
            self._warnings -= len(others) * (not is_error)

    def heard_of(self, place: Place) -> bool:
        """Whether an error that is settled touches the text: it is what is wrong with it."""
        if place.span is None:
            return place in self._settled
        start, end = place.span.start.offset, place.span.end.offset
        return any(
            other.path == place.path
            and other.span is not None
            and other.span.start.offset <= end
            and other.span.end.offset >= start - 1
            for other in self._settled
        )

    def withdraw(self, found: Diagnostic) -> None:
        """Takes back a finding that turned out to be a part of another one."""
        self._kept.remove(found)
        self._seen.discard(found)
        self._errors -= found.severity == "error"
        self._warnings -= found.severity != "error"

    def make_error(self, code: type[Code], place: Place) -> bool:
        """Makes an error of a warning of this kind within the text, which turned out to be one; whether there
        is such a warning."""
        for at, found in enumerate(self._kept):
            span, whole = found.place.span, place.span
            if found.code != code.code or found.place.path != place.path or span is None or whole is None:
                continue
            if whole.start.offset <= span.start.offset and span.end.offset <= whole.end.offset:
                self._seen.discard(found)
                self._kept[at] = replace(found, severity="error")
                self._seen.add(self._kept[at])
                self._errors += found.severity != "error"
                self._warnings -= found.severity != "error"
                return True
        return False

    def near(self, name: str, candidates: Collection[str]) -> tuple[str, ...]:
        """What a name most likely stands for, as `suggest` says; nothing once very many names were compared:
        nobody reads so many messages."""
        self._comparisons -= len(candidates)
        return suggest(name, candidates) if self._comparisons >= 0 else ()

    def report(
        self,
        code: type[Code],
        place: Place,
        message: str,
        *,
        related: Iterable[Related | tuple[Place, str]] = (),
        expected: Iterable[str] = (),
        help: str | None = None,
        severity: Severity | None = None,
    ) -> Diagnostic:
        """Add a finding of kind `code` and return it; `severity` overrides the code's own.

        `related` takes pairs of a place and what is to be seen there. The same finding reported twice counts
        once, and what is settled is not added.
        """
        diagnostic = Diagnostic(
            code=code.code,
            severity=severity or code.severity,
            message=message,
            place=place,
            related=tuple(r if isinstance(r, Related) else Related(*r) for r in related),
            expected=tuple(expected),
            help=help,
        )
        self.add(diagnostic)
        return diagnostic

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a finished diagnostic, subject to the limit."""
        if self._heard is not None:
            self._heard.append(diagnostic)
        if diagnostic in self._seen or diagnostic.place in self._settled:
            return
        is_error = diagnostic.severity == "error"
        self._errors += is_error
        if len(self._kept) >= self.limit:
            self.left_out += 1
            if not is_error or not self._warnings:
                return
            at = next(
                (i for i in reversed(range(len(self._kept))) if self._kept[i].severity != "error"), None
            )
            if at is None:
                return
            self._seen.discard(self._kept.pop(at))
            self._warnings -= 1
        self._warnings += not is_error
        self._seen.add(diagnostic)
        self._kept.append(diagnostic)

    def add_source(self, source: Source) -> None:
        """Remember a source so that renderers can show its lines."""
        self.sources[source.path] = source

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was kept, sorted by path, offset, code and message."""
        return tuple(sorted(self._kept))

    @property
    def has_errors(self) -> bool:
        """Whether any error was reported, kept or not."""
        return self._errors > 0

    @property
    def error_count(self) -> int:
        """How many errors were reported. Beyond the limit repeated ones may count twice."""
        return self._errors
