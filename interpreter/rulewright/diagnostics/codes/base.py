"""What a diagnostic code is: a class with its stable name, severity, title and explanation.

Codes are classes and not strings so that a misspelt code is an import error, a code's documentation stands
beside its name, and a test can ask for all of them: every code has a class, a page in docs/errors, and an
example that raises it. To add one, write a class in the module of its stage, write the example, and generate
the page.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from rulewright.diagnostics.diagnostic import Severity

_KEBAB: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_registry: dict[str, type[Code]] = {}


class Code:
    """A kind of finding. Subclasses are never instantiated; they set these:

    `code`: stable kebab-case name, never reused for something else. `severity`: the usual one. `stage`: the
    step of the pipeline that reports it. `title`: one line without a full stop. `explain`: what it means and
    why it is one, in Markdown. `mend`: how to mend it, in Markdown.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    stage: ClassVar[str]
    title: ClassVar[str]
    explain: ClassVar[str]
    mend: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Register the code; a base class for a stage (one without its own `code`) is not registered."""
        super().__init_subclass__()
        if "code" not in cls.__dict__:
            return
        if not _KEBAB.fullmatch(cls.code):
            raise TypeError(f"{cls.__name__}: the code {cls.code!r} is not in kebab-case")
        if cls.code in _registry:
            raise TypeError(
                f"{cls.__name__}: the code {cls.code!r} belongs to {_registry[cls.code].__name__}"
            )
        missing = [
            name for name in ("stage", "title", "explain", "mend") if not getattr(cls, name, "").strip()
        ]
        if missing:
            raise TypeError(f"{cls.__name__}: {', '.join(missing)} missing")
        _registry[cls.code] = cls

    @staticmethod
    def all() -> tuple[type[Code], ...]:
        """Every registered code, in alphabetical order of the codes."""
        return tuple(_registry[code] for code in sorted(_registry))

    @staticmethod
    def named(code: str) -> type[Code] | None:
        """The class of a code, or None if there is no such code."""
        return _registry.get(code)
