"""Which of a user's data bring a mistake about that shows in the ruleset.

What replaces an assumption is used where the ruleset uses the assumption, so a number that is too large for
a board is noticed at the board, in a file that is free of mistakes by itself. Whether the data did it is told
by checking again without them, and which of them by leaving out one after the other. That costs a few checks,
but only where there is a mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.diagnostics import Diagnostic, Place, Related, Sink
from rulewright.loading import Mapping, Scalar

#: Among more data it isn't looked for which did it.
_MOST = 16


def tell_of_data(sink: Sink, path: str, data: Mapping, check: Callable[[Sink, Mapping], object]) -> None:
    """Adds to each finding in the file ``path`` that the data bring about where they stand. ``check``: checks
    the ruleset with other data, and reports to a sink of its own."""
    found = [d for d in sink.diagnostics if d.place.path == path]
    if not found:
        return

    def left(*keys: Scalar) -> set[tuple[object, ...]]:
        """What is found with these data alone."""
        entries = tuple(entry for entry in data.entries if entry[0] in keys)
        kept = Sink()
        check(kept, Mapping(data.span, entries, data.flow, data.source))
        return set(map(_likeness, kept.diagnostics))

    keys = [key for key, _ in data.entries]
    own = left()
    brought = [d for d in found if _likeness(d) not in own]
    without: dict[str, set[tuple[object, ...]]] = {}
    if brought and len(keys) == 1:
        without[keys[0].text] = own
    elif brought and len(keys) <= _MOST:
        without = {key.text: left(*(k for k in keys if k is not key)) for key in keys}
    for finding in brought:
        causes = [key for key in keys if key.text in without and _likeness(finding) not in without[key.text]]
        related = [Related(key.place, "it comes of this") for key in causes]
        if not related:
            related = [Related(Place(data.source.path), "it comes of what these data replace")]
        sink.withdraw(finding)
        sink.add(replace(finding, related=(*related, *finding.related)))


def _likeness(finding: Diagnostic) -> tuple[object, ...]:
    """What two findings have in common that are the same mistake."""
    return finding.code, finding.place, finding.message
