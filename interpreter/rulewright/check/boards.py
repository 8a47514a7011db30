"""Boards and shapes: from what an author writes to spaces, neighbours, directions, paths and placements."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, cast

from rulewright.check.structure import Reader
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics import Place, suggest
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_PATHS, MAX_SHAPE_STEPS, MAX_SPACES
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset.model import Board, Shapes, Text
from rulewright.syntax import nodes as n

#: The key that tells the kind of a board, and the other keys it has.
BOARD_KEYS: dict[str, tuple[str, ...]] = {
    "spaces": (),
    "track": (),
    "grid": (),
    "hexagon": (),
    "graph": ("lines",),
    "paths": (),
}

#: How a drawn grid shows a space, and a place where there is none.
SPACE, HOLE = "o", "."

#: The space of a shape from which the others are told, and how a shape is written.
HERE = "here"
SHAPE = "a list of spaces, told from the first, such as [here, east, east east]"

#: Directions of a square grid and of a hexagon: name, columns, rows (up in a grid, and a hexagon's axial
#: steps).
SQUARE = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
HEXAGON = {
    "east": (1, 0),
    "northeast": (1, -1),
    "northwest": (0, -1),
    "west": (-1, 0),
    "southwest": (-1, 1),
    "southeast": (0, 1),
}


def _unequal(a: dict[int, int], b: dict[int, int]) -> tuple[int, int] | None:
    """Of two paths, as places by space: the first space to which both lead in other numbers of steps, and the
    nearest before it from which they do."""
    shared = [s for s in a if s in b]
    # Of the spaces passed so far the first on b, and the first of those that lie otherwise on the two paths.
    first: int | None = None
    other: int | None = None
    for at, u in enumerate(shared):
        for s in (first, other):
            if s is not None and b[s] < b[u] and b[s] - a[s] != b[u] - a[u]:
                near = (s for s in reversed(shared[:at]) if b[s] < b[u] and b[s] - a[s] != b[u] - a[u])
                return next(near), u
        if first is None or b[u] < b[first]:
            if first is not None and b[first] - a[first] != b[u] - a[u]:
                other = first
            first = u
        elif b[first] - a[first] != b[u] - a[u] and (other is None or b[u] < b[other]):
            other = u
    return None


def letters(number: int) -> str:
    """a, b, ..., z, aa, ab, ...: the name of a column or row, from 0."""
    result = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        result = chr(ord("a") + rest) + result
    return result


def is_drawing(grid: Scalar) -> bool:
    """Whether a grid is drawn, and not told by its size."""
    return grid.style == "literal" or "\n" in grid.text.strip()


class Boards:
    """Builds boards; sizes may be constants of the ruleset, which ``constant`` evaluates."""

    def __init__(self, reader: Reader, constant: Any) -> None:
        self.reader = reader
        self.sink = reader.sink
        self.constant = constant

    def board(
        self, name: Scalar, node: Node, because: Text | None, rules: tuple[str, ...], extra: tuple[str, ...]
    ) -> Board | None:
        mapping = self.reader.mapping(node, "a mapping with one of " + ", ".join(BOARD_KEYS))
        if mapping is None:
            return None
        kinds = [k for k in BOARD_KEYS if k in mapping]
        if len(kinds) != 1:
            place = mapping.entries[0][0].place if mapping.entries else mapping.place
            message = (
                "nothing says what kind of board this is"
                if not kinds
                else f"a board has one of {' and '.join(kinds)}"
            )
            meant = {
                **dict.fromkeys(("size", "squares", "cells", "square", "width", "columns", "rows"), "grid"),
                **dict.fromkeys(("length", "line", "road"), "track"),
                **dict.fromkeys(("hex", "hexes", "hexagons"), "hexagon"),
                **dict.fromkeys(("path", "routes"), "paths"),
                **dict.fromkeys(("nodes", "edges", "connections"), "graph"),
            }
            near = [(k.place, meant[k.text]) for k, _ in mapping.entries if k.text in meant]
            near += [(k.place, kind) for k, _ in mapping.entries for kind in suggest(k.text, BOARD_KEYS)]
            help = None
            if near and not kinds:
                place, help = near[0][0], f"did you mean {near[0][1]}?"
            self.sink.report(codes.BadBoard, place, message, expected=tuple(BOARD_KEYS), help=help)
            return None
        kind = kinds[0]
        mapping = self.reader.keys(mapping, (kind, *BOARD_KEYS[kind], "rule", *extra), (), "a board")
        value = cast(Node, mapping.get(kind))
        build = getattr(self, f"_{kind}")
        result = build(value, mapping)
        if result is None:
            return None
        spaces, fields = result
        if len(spaces) > MAX_SPACES:
            self.sink.report(
                codes.TooMany, value.place, f"{len(spaces)} spaces; a board has at most {MAX_SPACES}"
            )
            return None
        return Board(
            name=name.text, spaces=tuple(spaces), because=because, rules=rules, place=name.place, **fields
        )

    def _fields(self, kind: str, neighbours: list[list[int]], **more: Any) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "kind": kind,
            "width": 0,
            "height": 0,
            "columns": (),
            "ranks": (),
            "directions": {},
            "paths": {},
            "lines": (),
            "neighbours": tuple(tuple(x) for x in neighbours),
        }
        return {**fields, **more}

    def _names(self, node: Node) -> list[str] | None:
        """Space names: a number of them, or the names themselves."""
        if isinstance(node, Scalar):
            size = self._size(node, MAX_SPACES)
            return None if size is None else [str(i + 1) for i in range(size)]
        names: dict[str, None] = {}
        for item in self.reader.items(node):
            scalar = self.reader.text(item, "the name of a space")
            if scalar is None:
                return None
            if scalar.text in names:
                self.sink.report(codes.BadBoard, scalar.place, f"two spaces are called '{scalar.text}'")
                continue
            if scalar.text.isdigit() or self.reader.name(scalar):
                names[scalar.text] = None
        if not names:
            self.sink.report(codes.BadBoard, node.place, "a board has a space at least")
            return None
        return list(names)

    def _size(self, node: Node, most: int) -> int | None:
        scalar = self.reader.text(node, "a number")
        tree = None if scalar is None else parse_scalar("size", scalar, self.sink)
        if tree is None or scalar is None:
            return None
        if tree.second is not None:
            self.sink.report(codes.BadBoard, scalar.place, "one number is needed here")
            return None
        return self._constant(tree.first, scalar, most)

    def _constant(self, node: n.Expr, scalar: Scalar, most: int) -> int | None:
        value = self.constant(node, scalar)
        if value is None:
            return None
        if not 1 <= value <= most:
            self.sink.report(
                codes.TooMany if value > most else codes.OutOfRange,
                scalar.place,
                f"{value} is not in 1..{most}",
            )
            return None
        return cast(int, value)

    def _spaces(self, node: Node, mapping: Mapping) -> Any:
        names = self._names(node)
        return None if names is None else (names, self._fields("spaces", [[] for _ in names]))

    def _track(self, node: Node, mapping: Mapping) -> Any:
        names = self._names(node)
        if names is None:
            return None
        near = [[j for j in (i - 1, i + 1) if 0 <= j < len(names)] for i in range(len(names))]
        return names, self._fields("track", near, width=len(names), height=1)

    def _grid(self, node: Node, mapping: Mapping) -> Any:
        if isinstance(node, Sequence):
            texts = [item.text for item in node.items if isinstance(item, Scalar)]
            drawn = all(set(text) <= {SPACE, HOLE} for text in texts)
            help = "draw the rows below each other, after: |" if drawn else f"write: {' by '.join(texts)}"
            self.reader.wrong(node, "a size such as 8 by 8", help)
            return None
        scalar = self.reader.text(node, "a size such as 8 by 8")
        if scalar is not None and is_drawing(scalar):
            return self._drawn(scalar)
        tree = None if scalar is None else parse_scalar("size", scalar, self.sink)
        if tree is None or scalar is None:
            return None
        if tree.second is None and isinstance(tree.first, n.Binary) and tree.first.op == "*":
            left, right = (Source(scalar).text(side) for side in (tree.first.left, tree.first.right))
            help = f"write: {left} by {right}"
            self.sink.report(
                codes.BadBoard, scalar.place, "the sides of a grid are not multiplied", help=help
            )
            return None
        width = self._constant(tree.first, scalar, MAX_SPACES)
        height = self._constant(tree.second or tree.first, scalar, MAX_SPACES)
        if width is None or height is None:
            return None
        if width * height > MAX_SPACES:
            self.sink.report(
                codes.TooMany, scalar.place, f"{width * height} spaces; a board has at most {MAX_SPACES}"
            )
            return None
        return self._square(width, height, [(x, y) for y in range(height) for x in range(width)])

    def _drawn(self, scalar: Scalar) -> Any:
        """A grid as a drawing: a line for each row, the top one first."""
        rows = scalar.text.splitlines()
        source, start, bad = Source(scalar), 0, False
        for row in rows:
            wrong = re.search(rf"[^{SPACE}{HOLE}]", row)
            if wrong is not None:
                place = source.at(start + wrong.start(), start + wrong.end())
                message = f"'{wrong.group()}' is neither a space of the grid nor a hole in it"
                self.sink.report(codes.BadBoard, place, message, expected=(SPACE, HOLE))
                bad = True
            elif len(row) != len(rows[0]):
                message = f"this row has {len(row)} places, the first one has {len(rows[0])}"
                help = f"write {HOLE} where there is no space"
                self.sink.report(codes.BadBoard, source.at(start, start + len(row)), message, help=help)
                bad = True
            start += len(row) + 1
        if bad:
            return None
        cells = [(x, y) for y, row in enumerate(reversed(rows)) for x, c in enumerate(row) if c == SPACE]
        if not cells:
            self.sink.report(codes.BadBoard, scalar.place, "no space is drawn", expected=(SPACE,))
            return None
        return self._square(len(rows[0]), len(rows), cells)

    def _square(self, width: int, height: int, cells: list[tuple[int, int]]) -> Any:
        """The spaces in these columns and rows, both from 0."""
        names = [f"{letters(x)}{y + 1}" for x, y in cells]
        number = {cell: i for i, cell in enumerate(cells)}
        ways = {
            name: tuple(number.get((x + dx, y + dy), -1) for x, y in cells)
            for name, (dx, dy) in SQUARE.items()
        }
        near = [
            [j for name in ("north", "east", "south", "west") if (j := ways[name][i]) >= 0]
            for i in range(len(cells))
        ]
        return names, self._fields(
            "square",
            [sorted(x) for x in near],
            width=width,
            height=height,
            columns=tuple(x + 1 for x, _ in cells),
            ranks=tuple(y + 1 for _, y in cells),
            directions=ways,
        )

    def _hexagon(self, node: Node, mapping: Mapping) -> Any:
        side = self._size(node, 18)
        if side is None:
            return None
        # Axial coordinates around the centre; rows from the top, spaces of a row from the left.
        cells = [
            (q, r)
            for r in range(-side + 1, side)
            for q in range(max(-side + 1, -side + 1 - r), min(side - 1, side - 1 - r) + 1)
        ]
        number = {cell: i for i, cell in enumerate(cells)}
        row_start = {r: min(i for i, c in enumerate(cells) if c[1] == r) for _, r in cells}
        ranks = tuple(r + side for _, r in cells)
        columns = tuple(i - row_start[r] + 1 for i, (_, r) in enumerate(cells))
        names = [f"{letters(rank - 1)}{column}" for rank, column in zip(ranks, columns, strict=True)]
        ways = {
            name: tuple(number.get((q + dq, r + dr), -1) for q, r in cells)
            for name, (dq, dr) in HEXAGON.items()
        }
        near = [sorted(j for way in ways.values() if (j := way[i]) >= 0) for i in range(len(cells))]
        size = 2 * side - 1
        return names, self._fields(
            "hexagon", near, width=size, height=size, columns=columns, ranks=ranks, directions=ways
        )

    def _walks(
        self, node: Node, names: list[str], known: bool
    ) -> list[tuple[Scalar | None, list[int]]] | None:
        """Rows of space names as numbers; unknown names are added, or reported if ``known``."""
        result: list[tuple[Scalar | None, list[int]]] = []
        rows: list[tuple[Scalar | None, Node]] = (
            list(node.entries) if isinstance(node, Mapping) else [(None, x) for x in self.reader.items(node)]
        )
        numbers = {name: number for number, name in enumerate(names)}
        for key, row in rows:
            walk: list[int] = []
            for word, place in self._words(row):
                if word not in numbers:
                    if known:
                        near = self.sink.near(word, names)
                        help = f"did you mean {' or '.join(near)}?" if near else None
                        self.sink.report(codes.BadBoard, place, f"there is no space '{word}'", help=help)
                        continue
                    if not word.isdigit() and not self.reader.is_name(word, place):
                        continue
                    numbers[word] = len(names)
                    names.append(word)
                number = numbers[word]
                if number in walk:
                    self.sink.report(codes.BadBoard, place, f"'{word}' stands twice in one row")
                    continue
                walk.append(number)
            result.append((key, walk))
        return result

    def _words(self, row: Node) -> list[tuple[str, Place]]:
        """The space names of a row, which is a list or a text with blanks between them."""
        if isinstance(row, Scalar):
            source = Source(row)
            return [(m.group(), source.at(m.start(), m.end())) for m in re.finditer(r"\S+", row.text)]
        scalars = [self.reader.text(item, "the name of a space") for item in self.reader.items(row)]
        return [(scalar.text, scalar.place) for scalar in scalars if scalar is not None]

    def _joined(self, size: int, walks: list[list[int]]) -> list[list[int]]:
        near: list[set[int]] = [set() for _ in range(size)]
        for walk in walks:
            for a, b in pairwise(walk):
                near[a].add(b)
                near[b].add(a)
        return [sorted(x) for x in near]

    def _graph(self, node: Node, mapping: Mapping) -> Any:
        names = self._names(node)
        lines = mapping.get("lines")
        if names is None or lines is None:
            if lines is None:
                self.sink.report(codes.MissingKey, node.place, "a graph needs the key 'lines'")
            return None
        walks = self._walks(lines, names, True) or []
        rows = [walk for _, walk in walks]
        return names, self._fields(
            "graph", self._joined(len(names), rows), lines=tuple(tuple(x) for x in rows)
        )

    def _paths(self, node: Node, mapping: Mapping) -> Any:
        found = self.reader.mapping(node, "a mapping from the names of paths to their spaces")
        if found is None:
            return None
        if len(found) > MAX_PATHS:
            self.sink.report(
                codes.TooMany, found.place, f"{len(found)} paths; a board has at most {MAX_PATHS}"
            )
            return None
        names: list[str] = []
        walks = self._walks(found, names, False) or []
        paths: dict[str, tuple[int, ...]] = {}
        for key, walk in walks:
            assert key is not None
            if self.reader.name(key):
                paths[key.text] = tuple(walk)
        self._agree(paths, names, {key.text: key.place for key, _ in found.entries})
        near = self._joined(len(names), [list(p) for p in paths.values()])
        return names, self._fields("paths", near, paths=paths)

    def _agree(self, paths: dict[str, tuple[int, ...]], names: list[str], places: dict[str, Place]) -> None:
        """Two paths that both lead from one space to another must be equally long between them, so that
        distances have one meaning."""
        listed = [(name, {space: at for at, space in enumerate(path)}) for name, path in paths.items()]
        for i, (name_a, a) in enumerate(listed):
            for name_b, b in listed[i + 1 :]:
                unequal = _unequal(a, b)
                if unequal is not None:
                    s, u = unequal
                    way = f"from {names[s]} to {names[u]} it is {a[u] - a[s]} on '{name_a}'"
                    message = f"{way} but {b[u] - b[s]} on '{name_b}'"
                    self.sink.report(codes.BadBoard, places[name_b], message)

    def shapes(self, name: Scalar, entries: Mapping, board: Board, because: Text | None) -> Shapes | None:
        """The distinct placements of each shape, none of a wrong one; nothing where no shape can be read."""
        if not board.directions:
            self.sink.report(codes.BadBoard, name.place, f"'{board.name}' has no directions to walk in")
            return None
        texts = [
            x for _, v in entries.entries if isinstance(v, Sequence) for x in v.items if isinstance(x, Scalar)
        ]
        steps = sum(len(x.text.split()) for x in texts)
        if steps > MAX_SHAPE_STEPS:
            message = f"{steps} steps; the shapes have at most {MAX_SHAPE_STEPS} together"
            self.sink.report(codes.TooMany, entries.place, message)
            return None
        placements = [self._placements(key, node, board) for key, node in entries.entries]
        return Shapes(name.text, board.name, "", tuple(placements), because, name.place)

    def _placements(self, key: Scalar, node: Node, board: Board) -> tuple[tuple[int, ...], ...]:
        """Where a shape can lie, turned or not; nothing after a report."""
        walks = self._shape(key, node, board)
        if walks is None:
            return ()
        ways = list(board.directions)
        turn = 1 if board.kind == "hexagon" else 2
        found: set[tuple[int, ...]] = set()
        for start in range(len(board.spaces)):
            for turned in range(0, len(ways), turn):
                spaces = self._placed(board, ways, walks, start, turned)
                if spaces is not None:
                    found.add(spaces)
        if not found:
            columns, rows = zip(*(self._end(board, ways, walk) for walk in walks), strict=True)
            wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
            size = f"it is {wide} wide and {high} high"
            if board.kind == "hexagon":
                across = [c + r for c, r in zip(columns, rows, strict=True)]
                size = f"it is {max(wide, high, max(across) - min(across) + 1)} spaces long"
            message = f"'{key.text}' fits nowhere on '{board.name}': {size}"
            self.sink.report(codes.BadBoard, key.place, message, related=[(board.place, "the board")])
        return tuple(sorted(found))

    def _shape(self, key: Scalar, node: Node, board: Board) -> list[list[int]] | None:
        """The steps to each space of a shape from `here`, as numbers of directions; none after a report."""
        ways = list(board.directions)
        walks: list[list[int]] = []
        texts: dict[tuple[int, int], Scalar] = {}
        if not isinstance(node, Sequence):
            self.reader.wrong(node, SHAPE)
            return None
        for item in node.items:
            scalar = self.reader.text(item, "steps such as: east southeast")
            if scalar is None:
                return None
            words = [] if scalar.text == HERE else scalar.text.split()
            wrong = [w for w in words if w not in ways]
            if wrong:
                message = f"'{wrong[0]}' is no direction here"
                near = suggest(wrong[0], ways)
                help = f"did you mean {' or '.join(near)}?" if near else f"'{HERE}' stands alone"
                self.sink.report(
                    codes.BadBoard,
                    scalar.place,
                    message,
                    expected=() if near else tuple(ways),
                    help=help if near or wrong[0] == HERE else None,
                )
                return None
            walk = [ways.index(w) for w in words]
            end = self._end(board, ways, walk)
            if end in texts:
                help = f"each entry is told from {HERE}"
                if words and scalar.text == texts[end].text:
                    help += f"; the space after it is: {scalar.text} {words[-1]}"
                self.sink.report(
                    codes.BadBoard,
                    scalar.place,
                    f"this space of '{key.text}' is given twice",
                    related=[(texts[end].place, "given here")],
                    help=help,
                )
                return None
            texts[end] = scalar
            walks.append(walk)
        if [] not in walks:
            message = (
                f"'{key.text}' has no spaces" if not walks else f"'{key.text}' doesn't say where it begins"
            )
            told = ", ".join([HERE, *(x.text for x in texts.values())] if walks else [HERE, ways[0]])
            help = f"one of its spaces is {HERE}, from which the others are told, for instance [{told}]"
            self.sink.report(codes.BadBoard, node.place, message, help=help)
            return None
        return walks

    @staticmethod
    def _end(board: Board, ways: list[str], walk: list[int]) -> tuple[int, int]:
        """Where steps lead on a board without edges: columns and rows from the start."""
        sizes = HEXAGON if board.kind == "hexagon" else SQUARE
        steps = [sizes[ways[way]] for way in walk]
        return sum(column for column, _ in steps), sum(row for _, row in steps)

    @staticmethod
    def _placed(
        board: Board, ways: list[str], walks: list[list[int]], start: int, turned: int
    ) -> tuple[int, ...] | None:
        spaces: set[int] = set()
        for walk in walks:
            at = start
            for way in walk:
                at = board.directions[ways[(way + turned) % len(ways)]][at]
                if at < 0:
                    return None
            spaces.add(at)
        return tuple(sorted(spaces)) if len(spaces) == len(walks) else None
