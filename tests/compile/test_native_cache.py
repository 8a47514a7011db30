"""Object code is found again, and nothing but what we wrote ourselves is ever taken for it."""

from __future__ import annotations

import ast
import os
import time
from pathlib import Path

import pytest

from rulewright.compile import native
from rulewright.compile.cache import ObjectCache, default_folder

KEY = bytes(range(32))
OTHER = bytes(32)


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_was_put_is_got(tmp_path: Path) -> None:
    cache = ObjectCache(tmp_path / "a" / "native")
    assert cache.get(KEY) is None
    assert cache.put(KEY, b"payload")
    assert cache.get(KEY) == b"payload"
    assert cache.get(OTHER) is None
    assert cache.put(KEY, b"")
    assert cache.get(KEY) == b""
    assert [p.suffix for p in (tmp_path / "a" / "native").iterdir()] == [".rwobj"]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_only_the_user_can_read_or_write_it(tmp_path: Path) -> None:
    folder = tmp_path / "native"
    ObjectCache(folder).put(KEY, b"payload")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only_file(folder).stat().st_mode & 0o777 == 0o600


def test_every_damage_is_noticed(tmp_path: Path) -> None:
    cache = ObjectCache(tmp_path / "native")
    cache.put(KEY, b"payload")
    path = only_file(tmp_path / "native")
    good = path.read_bytes()
    for i in range(len(good)):  # each byte counts: magic, key, length, digest, payload
        path.write_bytes(good[:i] + bytes([good[i] ^ 1]) + good[i + 1 :])
        assert cache.get(KEY) is None, i
        path.write_bytes(good[:i])
        assert cache.get(KEY) is None, i
    path.write_bytes(good + b"x")
    assert cache.get(KEY) is None
    path.write_bytes(good)
    assert cache.get(KEY) == b"payload"
    path.rename(path.with_name(OTHER.hex() + ".rwobj"))  # right in itself, but another key's
    assert cache.get(OTHER) is None


@pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX's")
def test_what_others_could_have_written_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "native"
    cache = ObjectCache(folder)
    cache.put(KEY, b"payload")
    path = only_file(folder)
    for mode in (0o620, 0o602):
        path.chmod(mode)
        assert cache.get(KEY) is None
    path.chmod(0o600)
    folder.chmod(0o770)
    assert cache.get(KEY) is None
    assert not cache.put(OTHER, b"payload")
    folder.chmod(0o700)
    assert cache.get(KEY) == b"payload"
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert cache.get(KEY) is None
    assert not cache.put(OTHER, b"payload")


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "native"
    cache = ObjectCache(folder)
    cache.put(KEY, b"payload")
    path = only_file(folder)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert cache.get(KEY) is None
    linked = tmp_path / "linked"
    linked.symlink_to(folder)
    path.unlink()
    cache.put(KEY, b"payload")
    assert ObjectCache(linked).get(KEY) is None
    path.unlink()
    os.mkfifo(path)  # opening a pipe must not wait for somebody to write
    assert cache.get(KEY) is None


def test_a_folder_that_cannot_be_used_is_no_cache(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    for folder in (file, file / "native", Path("/proc/none/native")):
        cache = ObjectCache(folder)
        assert not cache.put(KEY, b"payload")
        assert cache.get(KEY) is None
    nowhere = ObjectCache(None)
    assert not nowhere.put(KEY, b"payload")
    assert nowhere.get(KEY) is None
    with pytest.raises(ValueError, match="32 bytes"):
        ObjectCache(tmp_path).get(b"short")


def test_the_least_recently_used_go_first(tmp_path: Path) -> None:
    cache = ObjectCache(tmp_path / "native", limit_bytes=1000)
    keys = [bytes([k]) * 32 for k in range(4)]
    now = time.time()
    for k, key in enumerate(keys[:3]):
        cache.put(key, bytes(200))  # with its header, 280 bytes
        os.utime(tmp_path / "native" / f"{key.hex()}.rwobj", (now - 100 + k, now - 100 + k))
    assert cache.get(keys[0]) is not None  # now used last
    cache.put(keys[3], bytes(200))
    assert [cache.get(key) is not None for key in keys] == [True, False, True, True]
    assert not cache.put(KEY, bytes(1001))
    left = tmp_path / "native" / "left.tmp"
    left.write_bytes(b"by a process that died")
    os.utime(left, (now - 9999, now - 9999))
    cache.put(KEY, b"")
    assert not left.exists()


def test_where_it_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "rulewright" / "native"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # the convention: ignored unless absolute
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == tmp_path / ".cache" / "rulewright" / "native"
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_folder() == tmp_path / "Library" / "Caches" / "rulewright" / "native"


def test_native_code_comes_from_the_cache_and_survives_its_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("llvmlite")
    cache = ObjectCache(tmp_path / "native")
    compilations: list[str] = []
    compile_ir = native._compile

    def counting(text: str, level: int) -> bytes:
        compilations.append(text)
        return compile_ir(text, level)

    monkeypatch.setattr(native, "_compile", counting)

    def answer(source: str = "def f(a): return a * 6") -> int:
        return native.compile_module(ast.parse(source), ["f"], cache=cache).call("f", 7)

    assert [answer(), answer()] == [42, 42]
    assert len(compilations) == 1
    path = only_file(tmp_path / "native")
    data = path.read_bytes()
    path.write_bytes(data[:200] + bytes([data[200] ^ 255]) + data[201:])
    assert [answer(), answer()] == [42, 42]
    assert len(compilations) == 2
    path.write_bytes(data[:300])
    assert answer() == 42
    assert len(compilations) == 3
    assert answer("def f(a): return a * 8") == 56  # another text, another key
    assert len(compilations) == 4
    monkeypatch.setattr("llvmlite.__version__", "0.0.0")  # and so is another version
    assert answer() == 42
    assert len(compilations) == 5
    monkeypatch.setattr(native, "_translator", lambda: b"changed")  # and other source of the translation
    assert answer() == 42
    assert len(compilations) == 6
