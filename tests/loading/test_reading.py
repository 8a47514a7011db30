"""What can be wrong with a file before YAML comes into it, and that positions are right in every encoding of
lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.diagnostics import Diagnostic, Sink, Source
from rulewright.limits import MAX_FILE_BYTES
from rulewright.loading import Mapping, Scalar, load, load_text, read_source


def only(path: Path | str) -> Diagnostic:
    """The one finding about a path that can't be read."""
    sink = Sink()
    assert read_source(path, sink) is None
    assert load(path, Sink()) is None
    (diagnostic,) = sink.diagnostics
    assert diagnostic.place.path == str(path)
    return diagnostic


def written(folder: Path, data: bytes) -> Path:
    path = folder / "r.yaml"
    path.write_bytes(data)
    return path


def test_missing(tmp_path: Path) -> None:
    assert only(tmp_path / "no.yaml").code == "file-missing"
    (tmp_path / "file").write_text("a: 1")
    assert only(tmp_path / "file" / "no.yaml").code == "file-missing"
    assert only("").code == "file-missing"
    assert only("a\0b").code == "file-missing"


def test_folder_pipe_and_device(tmp_path: Path) -> None:
    assert "a folder" in only(tmp_path).message
    os.mkfifo(tmp_path / "pipe")
    found = only(tmp_path / "pipe")
    assert (found.code, "a pipe" in found.message) == ("file-unreadable", True)
    assert "a device" in only("/dev/zero").message


def test_link_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert only(tmp_path / "a").code == "file-unreadable"


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Permissions don't bind an administrator, who may run the tests, so the refusal is simulated.
    path = written(tmp_path, b"a: 1")

    def refuse(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    found = only(path)
    assert (found.code, found.message) == ("file-unreadable", "the file can't be read: Permission denied")


def test_too_large_is_refused_before_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    monkeypatch.setattr("builtins.open", None)
    assert only(path).code == "file-too-large"


def test_the_size_limit_is_exact(tmp_path: Path) -> None:
    path = written(tmp_path, b"a: 1 #".ljust(MAX_FILE_BYTES, b"x"))
    assert load(path, Sink()) is not None
    path = written(tmp_path, b"a: 1 #".ljust(MAX_FILE_BYTES + 1, b"x"))
    assert only(path).code == "file-too-large"


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"# only a comment\n", b"---\n", b"\xef\xbb\xbf", b"--- # x\n...\n"]
)
def test_empty(data: bytes, tmp_path: Path) -> None:
    sink = Sink()
    assert load(written(tmp_path, data), sink) is None
    assert [d.code for d in sink.diagnostics] == ["file-empty"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_utf_16_and_32_are_named(encoding: str, tmp_path: Path) -> None:
    found = only(written(tmp_path, "game: Tembo\nplayers: 2..4\n".encode(encoding)))
    assert found.code == "not-utf-8"
    if encoding in ("utf-16", "utf-32"):
        assert encoding.upper() in found.message
    elif encoding != "utf-32-le":
        assert "UTF-16" in found.message


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"a: \0", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"]
)
def test_binary(data: bytes, tmp_path: Path) -> None:
    assert only(written(tmp_path, data)).code == "file-binary"


def test_a_byte_that_is_not_utf_8_has_a_place(tmp_path: Path) -> None:
    found = only(written(tmp_path, b"a: 1\r\n" + "字ü".encode() + b"\xfcx"))
    assert found.place.span is not None
    assert found.place.span.start == (2, 3, 8)
    assert found.place.span.end == (2, 4, 9)


@pytest.mark.parametrize(
    "character", ["\x01", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\u202e", "\u2066", "\ufffe"]
)
def test_forbidden_characters_have_a_place_and_escapes_are_fine(character: str) -> None:
    sink = Sink()
    assert load_text(f"a: 1\nb: x{character}y\n", "t.yaml", sink) is None
    (found,) = sink.diagnostics
    assert found.code == "forbidden-character"
    assert found.place.span is not None
    assert found.place.span.start == (2, 5, 9)
    assert f"{ord(character):04X}" in found.message
    sink = Sink()
    tree = load_text(f'b: "x\\u{ord(character):04x}y"\n', "t.yaml", sink)
    assert isinstance(tree, Mapping)
    value = tree.get("b")
    assert isinstance(value, Scalar)
    assert value.text == f"x{character}y"
    assert not sink.diagnostics


def test_characters_of_all_scripts_and_emoji_are_fine() -> None:
    sink = Sink()
    load_text("ж: ελ עב 한字 é\u0301 👩\u200d👧 \xa0\n", "t.yaml", sink)
    assert not sink.diagnostics


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("line_break", [b"\n", b"\r\n", b"\r"])
def test_positions_with_byte_order_mark_and_any_line_break(
    mark: bytes, line_break: bytes, tmp_path: Path
) -> None:
    sink = Sink()
    tree = load(written(tmp_path, mark + line_break.join([b"a: 1", b"", b"b:", b"  - yes", b""])), sink)
    assert isinstance(tree, Mapping)
    key = tree.key("a")
    assert key is not None
    assert key.span.start == (1, 1, 0)
    (found,) = sink.diagnostics
    assert found.place.span is not None
    size = len(line_break)
    assert found.place.span.start == (4, 5, 4 + 2 * size + 2 + size + 4)


@given(st.text(alphabet="ab字\n\r", max_size=30))
def test_positions_count_lines_as_editors_do(text: str) -> None:
    source = Source("t", text)
    line, column = 1, 1
    for offset, character in enumerate(text):
        assert source.position(offset) == (line, column, offset)
        if character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n"):
            line, column = line + 1, 1
        else:
            column += 1
    assert source.position(len(text)) == (line, column, len(text))
    # io's universal newlines see the same lines.
    assert [source.line(n + 1) for n in range(line)] == text.replace("\r\n", "\n").replace("\r", "\n").split(
        "\n"
    )
    assert source.line(0) == source.line(line + 1) == ""
