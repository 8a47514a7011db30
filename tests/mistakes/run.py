"""The mistake benchmark: how many of the mistakes that authors make are noticed, by whom, and on which line.

    python tests/mistakes/run.py --only validate          # minutes: every sort of mistake, 20 samples a ruleset
    python tests/mistakes/run.py --minutes 60             # the rest too, for an hour; goes on where it stopped
    python tests/mistakes/run.py --write docs/mistakes.md # the page, from what is there

What is judged is kept under ``--results``, one line a mistake, and used again: what ``validate`` said as long as the
text and the checker are the same (with ``--trust``, what was told on the right line as long as the text is), the rest
as long as the text, the scenarios and the way of judging are. The order of the later stages is drawn by chance, so
whatever was judged by the end of the time is a fair sample.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import mistake_names  # noqa: F401
import mistake_play
import mistake_report as report
import mistake_structure  # noqa: F401
from mistake_book import OPERATORS, Book, Mistake, Operator
from mistake_noticing import Noticing, validated
from mistake_report import Judged

import rulewright
from rulewright.library import rulesets_under
from rulewright.scenario import scenarios_of

ROOT = Path(__file__).parents[2]

#: Raised when the later stages judge in another way.
WAY = 1


def told(text: str) -> None:
    """How far it is, for whoever watches."""
    if sys.stderr.isatty():
        print(f"\r{text:60}", end="", file=sys.stderr, flush=True)


def books(names: list[str]) -> list[Book]:
    """The rulesets of these names, or all."""
    found = [
        Book(path) for path in sorted(rulesets_under(ROOT / "rulesets")) if not names or path.stem in names
    ]
    missing = set(names) - {book.name for book in found}
    if missing:
        raise SystemExit(f"there is no ruleset {', '.join(sorted(missing))}")
    return found


def operators(books: list[Book], names: list[str]) -> list[Operator]:
    """The sorts of mistakes of these names, or all."""
    found = [*OPERATORS, *mistake_play.slips(books)]
    return [o for o in found if not names or any(o.name.startswith(name) for name in names)]


class Kept:
    """A file of results that grows, by key."""

    def __init__(self, path: Path) -> None:
        self.known: dict[str, dict[str, Any]] = {}
        if path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.known[entry["key"]] = entry
        self._file = path.open("a", encoding="utf-8")

    def add(self, key: str, **what: Any) -> None:
        """Keeps one result."""
        self.known[key] = {"key": key, **what}
        self._file.write(json.dumps(self.known[key], ensure_ascii=False) + "\n")
        self._file.flush()


def digest(*parts: bytes) -> str:
    """A short name for these bytes."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def checker() -> str:
    """What ``validate`` says depends on this."""
    package = Path(rulewright.__file__).parent
    parts = ("check", "diagnostics", "loading", "ruleset", "syntax")
    files = sorted(f for part in parts for f in (package / part).rglob("*.*"))
    return digest(*(f.read_bytes() for f in files if f.suffix in (".py", ".lark", ".json")))


Found = tuple[Book, Operator, Mistake, Judged]


def first_stage(
    books: list[Book],
    chosen: list[Operator],
    samples: int,
    seed: int,
    kept: Kept,
    trust: bool,
    only_known: bool,
) -> Iterator[Found]:
    """Every sampled mistake, as ``validate`` judges it."""
    with_what = checker()
    for book in books:
        scenarios = scenarios_of(book.path)
        beside = scenarios.read_bytes() if scenarios.is_file() else b""
        for op in chosen:
            for mistake in op.sample(book, seed, samples):
                text = mistake.apply(book.text).encode()
                lines = " ".join(map(str, sorted(mistake.lines))).encode()
                key = digest(text, lines)
                known = kept.known.get(key)
                if known is None and only_known:
                    continue
                settled = known is not None and (
                    only_known
                    or known["checker"] == with_what
                    or (trust and known["how"] in ("line", "no mistake"))
                )
                if not settled:
                    how, said = validated(book, mistake)
                    kept.add(key, checker=with_what, how=how, said=said)
                how, said = kept.known[key]["how"], kept.known[key]["said"]
                if how != "no mistake":
                    before = book.text[mistake.start : mistake.end]
                    line = book.line(mistake.start)
                    later = digest(b"%d" % WAY, text, beside)
                    yield (
                        book, op, mistake,
                        Judged(book.name, op.name, op.kind, line, _short(before), _short(mistake.new), how, said, key=later),
                    )  # fmt: skip


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 70 else text[:69] + "…"


def later_stages(found: list[Found], arguments: argparse.Namespace) -> None:
    """Judges what ``validate`` let pass until the time is over, and keeps it."""
    kept = Kept(arguments.results / "later.jsonl")
    waiting = []
    for item in found:
        judged = item[3]
        entry = kept.known.get(judged.key)
        if judged.validate != "none":
            continue
        if entry is not None and (entry["later"] != "same" or entry["tapes"] >= min(arguments.tapes, 1000)):
            judged.later, judged.by, judged.tapes = entry["later"], entry["by"], entry["tapes"]
        else:
            waiting.append(item)
    waiting.sort(
        key=lambda item: digest(b"%d" % arguments.seed, item[3].key.encode(), item[3].operator.encode())
    )
    end = time.monotonic() + 60 * arguments.minutes
    judges: dict[str, Noticing] = {}
    for done, (book, op, mistake, judged) in enumerate(waiting):
        if time.monotonic() > end:
            break
        if book.name not in judges:
            judges[book.name] = Noticing(book, arguments.fuzz, arguments.tapes)
        _judge(judges[book.name], op, mistake, judged)
        kept.add(judged.key, later=judged.later, by=judged.by, tapes=judged.tapes)
        told(f"{done + 1} of {len(waiting)} judged, {judged.game} ...")
    for judge in judges.values():
        judge.close()


def _judge(judge: Noticing, op: Operator, mistake: Mistake, judged: Judged) -> None:
    ruleset = judge.ruleset(mistake)
    failed = judge.failing_scenario()
    if failed is not None:
        judged.later, judged.by = "scenario", failed
        return
    news = judge.fuzzed(ruleset)
    if news is not None:
        judged.later, judged.by = "fuzz", news
        return
    same, judged.tapes = judge.same(ruleset)
    judged.later = "same" if same and not op.unseen else "nobody"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--samples", type=int, default=20, metavar="N", help="places a sort and ruleset at most (20)"
    )
    parser.add_argument("--games", nargs="*", default=[], metavar="GAME", help="these rulesets only")
    parser.add_argument(
        "--operators", nargs="*", default=[], metavar="NAME", help="sorts whose names begin so only"
    )
    parser.add_argument(
        "--kinds", nargs="*", default=[], metavar="KIND", help="name, type, structure, reference, play, data"
    )
    parser.add_argument("--only", choices=["validate"], help="leave the later stages out")
    parser.add_argument("--minutes", type=float, default=30, metavar="M", help="for the later stages (30)")
    parser.add_argument(
        "--fuzz", type=float, default=4, metavar="SECONDS", help="of fuzzing for a mistake (4)"
    )
    parser.add_argument(
        "--tapes", type=int, default=100_000, metavar="N", help="games that are compared (100,000)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument(
        "--results", type=Path, default=Path(tempfile.gettempdir()) / "rulewright-mistakes", metavar="FOLDER"
    )
    parser.add_argument(
        "--trust",
        action="store_true",
        help="where validate said the right line, use it though the checker has changed since",
    )
    parser.add_argument(
        "--known", action="store_true", help="only what validate judged before, and as it did"
    )
    parser.add_argument("--list", action="store_true", help="list what wasn't noticed, or not on its line")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    arguments = parser.parse_args()
    arguments.results.mkdir(parents=True, exist_ok=True)
    read = books(arguments.games)
    # What is read once and kept need not be looked through whenever memory is tidied up.
    gc.freeze()
    chosen = [
        o for o in operators(read, arguments.operators) if not arguments.kinds or o.kind in arguments.kinds
    ]
    found = []
    kept = Kept(arguments.results / "validate.jsonl")
    for item in first_stage(
        read, chosen, arguments.samples, arguments.seed, kept, arguments.trust, arguments.known
    ):
        found.append(item)
        if len(found) % 100 == 0:
            told(f"{len(found)} checked, {item[0].name} ...")
    if arguments.only != "validate":
        later_stages(found, arguments)
    judged = [item[3] for item in found]
    with (arguments.results / "judged.jsonl").open("w", encoding="utf-8") as file:
        for one in judged:
            file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
    print(report.table(judged))
    if arguments.list:
        print(report.listed(judged))
    if arguments.write is not None:
        arguments.write.write_text(
            report.page(judged, chosen, arguments.samples, arguments.tapes, arguments.fuzz), encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
