"""Write the pages docs/errors/CODE.md from the codes' classes and examples: `python
tests/diagnostics/write_pages.py`.

The test of the pages calls `page_of` too and compares, so a page can't fall behind its class or its example.
"""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from example_files import PAGES, VALIDATORS, build_example, example_codes, run_example

from rulewright.diagnostics import Code
from rulewright.diagnostics.pages import index, page
from rulewright.diagnostics.render import render_full


def page_of(code: type[Code], folder: Path) -> str:
    """The page of a code; its example is run in `folder`, which must be the working directory."""
    path, example, _ = build_example(code.code, folder)
    sink = run_example(code, path.name)
    return page(code, example, render_full(sink.diagnostics, sink.sources))


def main() -> None:
    """Write all pages and the list of them."""
    for code in Code.all():
        if code.code not in example_codes() or code.stage not in VALIDATORS:
            print(f"{code.code}: no example, or no validator for its stage; no page written")
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            text = page_of(code, Path(folder))
        (PAGES / f"{code.code}.md").write_text(text, encoding="utf-8")
    (PAGES / "README.md").write_text(index(Code.all()), encoding="utf-8")


if __name__ == "__main__":
    main()
