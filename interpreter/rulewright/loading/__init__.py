"""From a file to a tree of YAML nodes with positions, safely and with clear messages.

`load` and `load_text` report everything to a sink and give the tree, or None when there is none to look at. A
tree may come with errors (a key given twice, an ambiguous word): it is complete enough to be checked further,
so that an author sees as much as possible at once, but `sink.has_errors` tells that the ruleset is not to be
run.
"""

from __future__ import annotations

import os

from rulewright.diagnostics import Sink, Source
from rulewright.loading.compose import compose
from rulewright.loading.locate import Location, locate
from rulewright.loading.nodes import Mapping, Node, Plain, Scalar, Sequence, Style, find, plain
from rulewright.loading.reading import decode, read_source

__all__ = [
    "Location",
    "Mapping",
    "Node",
    "Plain",
    "Scalar",
    "Sequence",
    "Source",
    "Style",
    "find",
    "load",
    "load_text",
    "locate",
    "plain",
    "read_source",
]


def load(path: str | os.PathLike[str], sink: Sink) -> Node | None:
    """The tree of the ruleset file at `path`; None when it can't be read, is empty, or isn't YAML within the
    limits.

    Nothing is raised for anything that a file may contain: all findings go to `sink`.
    """
    source = read_source(path, sink)
    return None if source is None else compose(source, sink)


def load_text(text: str, path: str, sink: Sink) -> Node | None:
    """The tree of a ruleset given as text (an editor's buffer, a test), named `path` in messages; see
    `load`."""
    source = decode(text.encode("utf-8", "surrogatepass"), path, sink)
    return None if source is None else compose(source, sink)
