"""Plain messages for the YAML parser's errors, with the line that is really wrong."""

from __future__ import annotations

import re
from typing import Any

import yaml

from interpreter.errors import Location, Problem
from interpreter.rulebook.nodes import SourceFile
from interpreter.rulebook.out_of_line import missing_block_marker, missing_colon, outdented_text, wrong_indentation

_FIELD_BEFORE = re.compile(r"""\s*(- +)*[^\s"'{\[:]+: """)

DEEPEST = 50
"""Maximum number of lists and mappings inside each other."""
TOO_DEEP = f"more than {DEEPEST} lists or mappings within each other"

# (part of a message of libyaml or PyYAML, our code, our message)
_WORDS = (
    ("exceeded maximum nesting depth", "too-deep", TOO_DEEP),
    ("found unknown escape character", "bad-escape", r"a \ in double quotes begins an escape; write \\, or use '…'"),
    ("invalid Unicode character", "lone-surrogate", "half of a character (\\ud800 to \\udfff); write the whole one"),
    ("expected hexdecimal", "bad-escape", r"a \x, \u or \U needs 2, 4 or 8 hexadecimal digits"),
    ("expected escape sequence", "bad-escape", r"a \x, \u or \U needs 2, 4 or 8 hexadecimal digits"),
    ("directive", "directive", "lines that begin with % are not used here; take them out"),
    ("expected <document start>", "several-documents", "this does not belong to what stands above"),
    ("expected the node content", "no-yaml", "a value is expected here"),
    ("expected node content", "no-yaml", "a value is expected here"),
    ("sequence entries are not allowed", "no-yaml", "a list begins on a line of its own, or stands in brackets [a, b]"),
)


def parser_problem(error: yaml.MarkedYAMLError, source: SourceFile) -> Problem:
    """Return a Problem for an error of the YAML parser."""
    words = error.problem or error.context or "this is no YAML"
    mark: Any = error.problem_mark or error.context_mark
    begun: Any = error.context_mark
    if (blamed := _line_to_blame(words, mark, begun, source)) is not None:
        return blamed
    code, message = _say(words, error.context or "", mark, begun, source)
    if code in ("not-closed", "no-field"):
        mark = begun
    line = min(mark.line + 1, len(source.lines))
    return Problem(Location(source.path, line, mark.column + 1), code, message, excerpt=source.excerpt(line))


def _line_to_blame(words: str, mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a misplaced line, if there is one; it may be above the line at which the parser stopped."""
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    for spot in (begun, mark):
        if spot is not None and (left := outdented_text(spot.line, source)) is not None:
            return left
    if "mapping values are not allowed" in words and not _FIELD_BEFORE.match(line[: mark.column]):
        missing = missing_colon(mark.line - 1, source) or missing_colon(mark.line, source)
        return missing or wrong_indentation(mark.line, source) or missing_block_marker(mark.line, source)
    if "could not find expected ':'" in words and begun is not None:
        return missing_colon(begun.line, source)
    outdented = any(part in words for part in ("expected '-' indicator", "expected <block end>", "expected key"))
    if outdented and begun is not None and not line[: mark.column].strip():
        return wrong_indentation(mark.line, source)
    return None


def _say(words: str, context: str, mark: Any, begun: Any, source: SourceFile) -> tuple[str, str]:
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    before = line[: mark.column] if mark is not None else ""
    if "mapping values are not allowed" in words:
        if _FIELD_BEFORE.match(before):
            return "colon-in-text", "a colon inside a one-line text needs quotes around the text, or the block form |"
        return "indentation", "this field does not fit what stands above: check the indentation and `key: value` there"
    if begun is not None and "expected ',' or" in words and mark.line == begun.line and line[mark.column :].strip():
        return "needs-quotes", "in brackets, a text with : or , or quotes inside needs quotes around it"
    if begun is not None and ("expected ',' or" in words or "unexpected end of stream" in words):
        what = "quote" if "quoted" in context else "bracket"
        last = min(mark.line + 1, len(source.lines))
        return "not-closed", f"this {what} is not closed where it should be (line {last})"
    if "could not find expected ':'" in words:
        return "no-field", "this is no `key: value`; a text of several lines needs the block form |"
    if "cannot start any token" in words:
        return "needs-quotes", f"a text that begins with {line[mark.column : mark.column + 1]} needs quotes"
    if "block scalar" in context:
        return "no-yaml", "nothing may follow | or > on its line; the text begins on the next one, indented"
    if "expected key" in words or "expected <block end>" in words:
        if before.strip(" -"):
            return (
                "needs-quotes",
                "this can't follow here; a text with quotes or brackets inside needs quotes around it",
            )
        return "indentation", f"this is indented differently from what it belongs to (begun in line {begun.line + 1})"
    if "expected '-' indicator" in words:
        return "indentation", "an entry of the list above begins with `- `; this line does not"
    for part, code, message in _WORDS:
        if part in words:
            return code, message
    return "no-yaml", f"this is no YAML that can be read: {words}"
