"""Codes of the first stage: from a path to YAML nodes with positions.

They come in three groups: the file itself, YAML's syntax and limits, and YAML that is valid but doesn't say
what its author thinks it says.
"""

from __future__ import annotations

from rulewright.diagnostics.codes.base import Code


class LoadingCode(Code):
    """Base of the codes that loading reports."""

    stage = "loading"


# --- the file -----------------------------------------------------------------------------------------------


class FileMissing(LoadingCode):
    code = "file-missing"
    title = "There is no file at this path"
    explain = "The path was named, but nothing is there."
    mend = "Check the spelling and the folder that the path starts from."


class FileUnreadable(LoadingCode):
    code = "file-unreadable"
    title = "The path leads to something that can't be read as a file"
    explain = (
        "Something is at this path, but it can't be read: a folder, a device or pipe, a file that you have "
        "no permission to read, or a link that leads in a circle."
    )
    mend = "Name a regular file that you may read."


class FileEmpty(LoadingCode):
    code = "file-empty"
    title = "The file says nothing"
    explain = (
        "The file has no bytes, or holds only blank lines and comments. A ruleset needs at least one key."
    )
    mend = "Write a ruleset into it, or name another file."


class FileTooLarge(LoadingCode):
    code = "file-too-large"
    title = "The file is larger than a ruleset may be"
    explain = (
        "A ruleset file has at most 1,000,000 bytes. The largest known rulesets have a fiftieth of that, so "
        "a file this large is almost surely something else. It is refused before it is read."
    )
    mend = "Name the right file. If it is one, shorten it: repeated parts can be named once and used often."


class FileBinary(LoadingCode):
    code = "file-binary"
    title = "The file is not text"
    explain = (
        "The file holds a zero byte, which no text file has. It may be an image, an archive or a program."
    )
    mend = "Name the ruleset's YAML file."


class NotUtf8(LoadingCode):
    code = "not-utf-8"
    title = "The file is not encoded in UTF-8"
    explain = (
        "Rulesets are text in UTF-8. This file is in another encoding, for instance UTF-16 or Latin-1, or "
        "was damaged on its way."
    )
    mend = "Save it again with the encoding UTF-8; every editor offers that when saving."


class ForbiddenCharacter(LoadingCode):
    code = "forbidden-character"
    title = "A character that may not stand in a ruleset as it is"
    explain = (
        "Control characters, invisible marks that change the direction of writing, a byte order mark inside "
        "the text, and the rare line separators U+0085, U+2028 and U+2029. YAML forbids some of them, reads "
        "others differently from version to version, and the rest make a line look different from what it "
        "says."
    )
    mend = 'Delete it. Where it is really meant, write it as an escape in double quotes, such as `"\\u2028"`.'


# --- YAML's syntax and limits -------------------------------------------------------------------------------


class YamlSyntax(LoadingCode):
    code = "yaml-syntax"
    title = "This is not valid YAML"
    explain = (
        "The file can't be read as YAML from this place on. The usual causes: a second `: ` in one line, a "
        "line indented differently from its siblings, text that begins with one of ``! & * | > % @ ` [ {`` "
        "without being quoted, a quote or bracket that is never closed, a comment in the middle of a text."
    )
    mend = "Follow the message. Text that contains `: ` or begins with a special character goes in quotes."


class YamlTab(LoadingCode):
    code = "yaml-tab"
    title = "A tab where YAML allows only spaces"
    explain = "YAML shows structure by indentation and counts only spaces: a tab has no agreed width."
    mend = (
        "Indent with spaces. Editors can convert a whole file and be told to insert spaces for the tab key."
    )


class NestingTooDeep(LoadingCode):
    code = "nesting-too-deep"
    title = "Lists and mappings are nested too deeply"
    explain = (
        "A list or mapping may lie inside others at most 100 deep, aliases followed. Real rulesets reach "
        "about twelve."
    )
    mend = "Give inner parts a name of their own, as a definition or a procedure, and use the name."


class TooManyNodes(LoadingCode):
    code = "too-many-nodes"
    title = "The file holds too many values"
    explain = (
        "A file may hold at most 100,000 values (texts, numbers, lists, mappings), and its aliases may add "
        "at most 50,000 more when they are followed. A few lines of aliases of aliases can otherwise stand "
        "for billions."
    )
    mend = "Shorten the file, or use fewer aliases."


class ScalarTooLong(LoadingCode):
    code = "scalar-too-long"
    title = "One text is too long"
    explain = "A single text has at most 20,000 characters."
    mend = "Split it. If the file looks shorter than that, a quote may be unclosed."


class NumberTooLarge(LoadingCode):
    code = "number-too-large"
    title = "A number is too large"
    explain = "Whole numbers have at most 18 digits, and other numbers must be finite."
    mend = "Choose a smaller number, or quote it if it is a text made of digits."


class UnknownAlias(LoadingCode):
    code = "unknown-alias"
    title = "An alias of something that was not named before"
    explain = "`*name` stands for the value marked `&name` earlier in the file, and there is none."
    mend = "Mark the value with `&name` above, or quote the text if it merely begins with `*`."


class RecursiveAlias(LoadingCode):
    code = "recursive-alias"
    title = "An alias inside the very value it stands for"
    explain = "The value marked `&name` contains `*name`, so it would contain itself without end."
    mend = "Write the inner part out, or mark a smaller part."


# --- valid YAML that is refused -----------------------------------------------------------------------------


class YamlTag(LoadingCode):
    code = "yaml-tag"
    title = "YAML tags are not used in rulesets"
    explain = (
        "A word that begins with `!` is a YAML tag. In other programs tags make objects or even run code; a "
        "ruleset is plain data."
    )
    mend = "Remove the tag. If it is a text that begins with `!`, quote it."


class YamlDirective(LoadingCode):
    code = "yaml-directive"
    title = "YAML directives are not used in rulesets"
    explain = "A line that begins with `%` before the first value is a YAML directive. Rulesets are YAML 1.2."
    mend = "Remove the line."


class MultipleDocuments(LoadingCode):
    code = "multiple-documents"
    title = "More than one document in a file"
    explain = "`---` on a line of its own begins another YAML document. A ruleset file holds exactly one."
    mend = "Remove the line, or put the second document in a file of its own."


class MergeKey(LoadingCode):
    code = "merge-key"
    title = "The merge key `<<` is not used in rulesets"
    explain = (
        "`<<` pulls the keys of another mapping in. YAML 1.2 has no such thing, and programs differ about it."
    )
    mend = "Write the keys out, or use a family of components for what they share."


class DuplicateKey(LoadingCode):
    code = "duplicate-key"
    title = "A key is given twice in one mapping"
    explain = (
        "Within one mapping every key stands once. Most YAML programs silently keep the last of several and "
        "drop the others, so half of what was written would be lost. Keys are compared as text: `1` and "
        '`"1"` are the same.'
    )
    mend = "Rename one of them, or put both values under one key."


class KeyNotText(LoadingCode):
    code = "key-not-text"
    title = "A key that is not a name or number"
    explain = (
        "A key must be a plain word, text or number: not a list, not a mapping, not nothing, not an alias."
    )
    mend = "Write the key as a word. If `null` or `~` is meant as a text, quote it."


class YamlAmbiguous(LoadingCode):
    code = "yaml-ambiguous"
    title = "Programs disagree about what this word means"
    explain = (
        "YAML 1.1 and YAML 1.2 read some bare words differently: `yes`, `no`, `on`, `off`, `y` and `n` are "
        "truth values in one and text in the other; dates, `1:30`, `017`, `0o17`, `1_000` and `1e3` differ "
        "too. Your editor may show one thing and another program read the other."
    )
    mend = "Quote a text, write `true` or `false`, write numbers in plain digits, or choose another word."


class CutInFlow(LoadingCode):
    code = "cut-in-flow"
    title = "A text inside brackets or braces was cut"
    explain = (
        "Within `[...]` and `{...}` every comma and bracket belongs to YAML, so a sentence or an expression "
        "that contains one is cut there: `{a: one, or two}` has the keys `a` and `or two`, the second "
        "without a value. Only names, numbers and short groups of words belong in brackets or braces."
    )
    mend = "Write one item per line, each after `- ` or `key: `, or quote the item."


class SwallowedItem(LoadingCode):
    code = "swallowed-item"
    severity = "warning"
    title = "What looks like a list item is part of the text above"
    explain = (
        "A line beginning with `- ` under a key that already has a text doesn't begin a list: YAML joins it "
        "to the text as if it were a second line of it."
    )
    mend = (
        "Remove the text after the key, or give the list a key of its own. A real minus goes at a line's end."
    )


class CommentInText(LoadingCode):
    code = "comment-in-text"
    severity = "warning"
    title = "The rest of the line is read as a comment"
    explain = (
        "` #` begins a comment in YAML, so a text ends there. In `say: play card #3` the text is `play card`."
    )
    mend = "Quote the text if the `#` belongs to it. If it is a comment, put a blank after the `#`."
