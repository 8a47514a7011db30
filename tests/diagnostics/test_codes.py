"""Every code has a class, a page, and an example that raises exactly what it says it raises."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_files import PAGES, VALIDATORS, build_example, example_codes, expectations, run_example
from write_pages import page_of

from rulewright.diagnostics import Code
from rulewright.diagnostics.pages import index


@pytest.mark.parametrize("stage", sorted({code.stage for code in Code.all()}))
def test_every_code_of_a_stage_has_an_example_and_a_page(stage: str) -> None:
    classes = {code.code for code in Code.all() if code.stage == stage}
    assert stage in VALIDATORS
    assert classes - example_codes() == set(), "codes without an example"
    assert classes - pages() == set(), "codes without a page: run python tests/diagnostics/write_pages.py"


def test_every_example_and_page_has_a_code() -> None:
    classes = {code.code for code in Code.all()}
    assert example_codes() - classes == set()
    assert pages() - classes == set()


def pages() -> set[str]:
    """The codes that have a page."""
    return {page.stem for page in PAGES.glob("*.md")} - {"README"}


@pytest.mark.parametrize(
    "code", [code for code in Code.all() if code.code in example_codes()], ids=lambda code: code.code
)
def test_example_reports_what_it_expects(
    code: type[Code], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path, _, text = build_example(code.code, tmp_path)
    expected = expectations(text)
    assert code.code in {expectation.code for expectation in expected}, (
        "the example doesn't expect its own code"
    )
    found = list(run_example(code, path.name).diagnostics)
    for expectation in expected:
        met = [diagnostic for diagnostic in found if expectation.met_by(diagnostic)]
        assert met, f"not reported: {expectation}; but: {found}"
        found.remove(met[0])
    assert not found, "reported and not expected"


@pytest.mark.parametrize(
    "code", [code for code in Code.all() if code.code in example_codes()], ids=lambda code: code.code
)
def test_page_is_up_to_date(code: type[Code], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (PAGES / f"{code.code}.md").read_text(encoding="utf-8")
    assert page == page_of(code, tmp_path), "run python tests/diagnostics/write_pages.py"


def test_index_is_up_to_date() -> None:
    assert (PAGES / "README.md").read_text(encoding="utf-8") == index(Code.all())


def test_a_code_is_found_by_name() -> None:
    assert all(Code.named(code.code) is code for code in Code.all())
    assert Code.named("no-such-code") is None


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"code": "Not_Kebab"}, "kebab-case"),
        ({"code": "duplicate-key"}, "belongs to DuplicateKey"),
        ({"code": "lacks-a-page", "stage": "loading", "title": "x", "explain": "x"}, "mend missing"),
    ],
)
def test_a_wrong_code_class_is_refused(attributes: dict[str, str], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        type("Wrong", (Code,), attributes)
    assert Code.named("lacks-a-page") is None
