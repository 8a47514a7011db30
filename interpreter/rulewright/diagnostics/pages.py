"""The documentation pages of the diagnostic codes, docs/errors/CODE.md, and the list of them.

Pages are generated, so that what a code means is written once, in its class; the example is the one that the
tests run, and the report shown is what the command really prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright.diagnostics.codes import Code

_INDEX: Final = """\
# Messages

Every message carries a code in brackets, such as `error[duplicate-key]`. A code has a page here that says
what it means, shows a ruleset that raises it, and how to mend it. Codes never change their meaning; the
wording of messages may. An **error** means that the ruleset can't be used, a **warning** that it can but
probably isn't meant so.

## How messages are shown

| format | for | what |
|---|---|---|
| `full` | people | the line with a mark under the place, second places, what was expected, help |
| `concise` | editors | one line each: `file:line:column: error[code]: message` |
| `json` | programs | one array, described below |
| `sarif` | code hosts, editors | SARIF 2.1.0 |
| `github` | GitHub workflows | one `::error` or `::warning` command each |

Messages are sorted by file, place, code and text. Lines and columns count from 1, offsets from 0, all in code
points (a tab and a Chinese character count one each); a byte order mark at the start of a file isn't counted.
Ends are exclusive. At most 200 messages are kept of a run.

### The JSON format

An array of objects. All keys are always there.

| key | value |
|---|---|
| `code` | the code |
| `severity` | `"error"` or `"warning"` |
| `message` | a sentence |
| `path` | the file as it was named |
| `start`, `end` | objects with `line`, `column` and `offset`; null when the whole file is meant |
| `related` | an array of second places: objects with `message`, `path`, `start`, `end` |
| `expected` | an array of texts: what could have stood there |
| `help` | a sentence on how to mend it, or null |

## The codes
"""


def page(code: type[Code], example: str, report: str) -> str:
    """The page of one code in Markdown; `example` is Markdown, `report` what the full format prints for
    it."""
    return f"""\
# `{code.code}`

**{code.severity.capitalize()}.** {code.title}.

## What it means

{code.explain}

## Example

{example}

```text
{report.rstrip()}
```

## How to mend it

{code.mend}
"""


def index(codes: Iterable[type[Code]]) -> str:
    """The page docs/errors/README.md: the formats, and a line for each code under the stage that reports
    it."""
    listed = list(codes)
    parts = [_INDEX]
    for stage in dict.fromkeys(sorted(code.stage for code in listed)):
        lines = [f"- [`{c.code}`]({c.code}.md): {c.title}" for c in listed if c.stage == stage]
        parts.append(f"\n### {stage.capitalize()}\n\n" + "\n".join(lines) + "\n")
    return "".join(parts)
