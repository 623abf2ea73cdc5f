"""Plain messages for the YAML parser's errors, with the line that is really wrong, and a `|` block that is empty."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import yaml

from interpreter.rulebook.source.bracket_errors import (
    cut_at_apostrophe,
    mismatched_bracket,
    missing_comma,
    open_quote,
    unclosed_quote,
    unquoted_text,
)
from interpreter.rulebook.source.layout_errors import (
    field_in_words,
    missing_block_marker,
    missing_colon,
    odd_indentation,
    outdented_field,
    outdented_text,
    wrong_indentation,
)
from interpreter.rulebook.source.line_repairs import has_several_fields, repaired_field
from interpreter.rulebook.source.missing_dashes import (
    entries_without_dash,
    first_text_without_dash,
    joined_dash,
    missing_dash,
    plain_entry_without_dash,
)
from interpreter.rulebook.source.nodes import SourceFile, YamlNode, YamlScalar
from interpreter.support.errors import Location, Problem

_FIELD_BEFORE = re.compile(r"""\s*(- +)*("[^"]*"|'[^']*'|[^\s"'{\[:](?:[^:{]|\{[^{}:]*\})*): """)
"""Matches a field with the blank after its colon; its key may have several words."""
DEEPEST = 50
"""Maximum number of lists and mappings inside each other."""
TOO_DEEP = f"more than {DEEPEST} lists or mappings inside each other"
# (part of a message of libyaml or PyYAML, our code, our message)
_PARSER_MESSAGES = (
    (
        "could not find expected ':'",
        "no-field",
        "this isn't `key: value`; a text of several lines needs the block form |",
    ),
    ("expected '-' indicator", "indentation", "an entry of the list above begins with `- `; this line does not"),
    ("exceeded maximum nesting depth", "too-deep", TOO_DEEP),
    ("found unknown escape character", "bad-escape", r"a \ in double quotes begins an escape; write \\, or use '…'"),
    ("invalid Unicode character", "lone-surrogate", "half of a character (\\ud800 to \\udfff); write the whole one"),
    ("expected hexdecimal", "bad-escape", r"a \x, \u or \U needs 2, 4 or 8 hexadecimal digits"),
    ("expected escape sequence", "bad-escape", r"a \x, \u or \U needs 2, 4 or 8 hexadecimal digits"),
    ("directive", "directive", "lines that begin with % are not used here; remove them"),
    ("expected <document start>", "several-documents", "this doesn't belong to the lines above"),
    ("expected the node content", "no-yaml", "a value is expected here"),
    ("expected node content", "no-yaml", "a value is expected here"),
    ("sequence entries are not allowed", "no-yaml", "a list begins on a line of its own, or is in brackets [a, b]"),
)


def parser_problem(error: yaml.MarkedYAMLError, source: SourceFile) -> Problem:
    """Return a Problem for an error of the YAML parser."""
    words = error.problem or error.context or "this is no YAML"
    mark: Any = error.problem_mark or error.context_mark
    begun: Any = error.context_mark
    if (blamed := _line_to_blame(words, mark, begun, source)) is not None:
        return blamed
    code, message = _describe(words, error.context or "", mark, begun, source)
    if code in ("not-closed", "no-field", "not-quoted"):
        mark = begun
    line = min(mark.line + 1, len(source.lines))
    found = Problem(Location(source.path, line, mark.column + 1), code, message, excerpt=source.excerpt(line))
    if "expected '-' indicator" in words and begun is not None:
        row = (found.excerpt or "").rstrip()
        dashed = f"{' ' * begun.column}- {row.strip()}"
        return replace(found, wordings=(dashed,), replaced=(1, len(row))) if row else found
    repaired = repaired_field(found.excerpt or "") if code in ("colon-in-text", "needs-quotes") else None
    if repaired is None:
        return found
    in_two_lines = any("\n" in each for each in repaired[0])
    message = "another field goes on a line of its own" if in_two_lines else message
    return replace(found, message=message, wordings=repaired[0], replaced=repaired[1])


def _line_to_blame(words: str, mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a misplaced line, if there is one; it may be above the line at which the parser stopped."""
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    if mark is not None and (odd := odd_indentation(mark.line, source) or joined_dash(mark.line, source)) is not None:
        return odd
    if (undashed := missing_dash(mark, begun, source)) is not None:
        return undashed
    for spot in (begun, mark):
        if spot is not None and (left := outdented_text(spot.line, source)) is not None:
            return left
    if "expected ',' or" not in words and (plain := _plain_entry(mark, begun, source)) is not None:
        return plain
    if mark is not None and (cut := cut_at_apostrophe(mark, source)) is not None:
        return cut
    if (
        begun is not None
        and "expected ',' or" in words
        and (within := _within_brackets(mark, begun, source)) is not None
    ):
        return within
    if mark is not None and (opened := unclosed_quote(mark.line, mark.column, source)) is not None:
        return opened
    if "mapping values are not allowed" in words and not _FIELD_BEFORE.match(line[: mark.column]):
        moved = first_text_without_dash(mark.line, source) or outdented_field(mark.line, source)
        missing = moved or missing_colon(mark.line - 1, source) or missing_colon(mark.line, source)
        misplaced = missing or wrong_indentation(mark.line, source) or missing_block_marker(mark.line, source)
        return misplaced or field_in_words(mark.line - 1, source)
    if "could not find expected ':'" in words and begun is not None:
        return missing_colon(begun.line, source)
    outdented = any(part in words for part in ("expected '-' indicator", "expected <block end>", "expected key"))
    if outdented and begun is not None and not line[: mark.column].strip():
        return wrong_indentation(mark.line, source)
    return None


def _plain_entry(mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for an entry of a list without its dash, which the entries beside it have, or None."""
    for spot in (begun, mark):
        if spot is not None and (found := plain_entry_without_dash(spot.line, source)) is not None:
            return found
    return entries_without_dash(mark.line, source) if mark is not None else None


def _within_brackets(mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a place in brackets at which neither a comma nor their end follows, or None."""
    if (mismatched := mismatched_bracket(mark, begun, source)) is not None or mark.line != begun.line:
        return mismatched
    return missing_comma(mark, begun, source) or open_quote(mark, source) or unquoted_text(mark, source)


def _describe(words: str, context: str, mark: Any, begun: Any, source: SourceFile) -> tuple[str, str]:
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    before = line[: mark.column] if mark is not None else ""
    if "mapping values are not allowed" in words:
        return _describe_colon(line, before)
    if begun is not None and "expected ',' or" in words and mark.line == begun.line and line[mark.column :].strip():
        return "needs-quotes", "in brackets, a text with : or , or quotes inside needs quotes around it"
    if begun is not None and ("expected ',' or" in words or "unexpected end of stream" in words):
        what = "quote" if "quoted" in context else "bracket"
        last = min(mark.line + 1, len(source.lines))
        return "not-closed", f"this {what} is not closed where it should be (line {last})"
    if "scanning an alias" in context or "scanning an anchor" in context:
        sign = source.lines[begun.line][begun.column : begun.column + 1]
        return "not-quoted", f"a text that begins with {sign} needs quotes"
    if "cannot start any token" in words and line[mark.column] in "|>" and "{" in before:
        return (
            "needs-quotes",
            "no text of several lines can stand in braces: write each field on a line of its own, without braces",
        )
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
        return (
            "indentation",
            f"this is indented differently from the part that it belongs to (which begins in line {begun.line + 1})",
        )
    for part, code, message in _PARSER_MESSAGES:
        if part in words:
            return code, message
    return "no-yaml", f"this can't be read as YAML: {words}"


def _describe_colon(line: str, before: str) -> tuple[str, str]:
    """Return the code and message for a colon that can't follow what is before it in a line."""
    if has_several_fields(line):
        return "colon-in-text", "several fields on one line go in braces, as `{name: value, name: value}`"
    if _FIELD_BEFORE.match(before):
        return "colon-in-text", "a colon inside a one-line text needs quotes around the text, or the block form |"
    return "indentation", "this field doesn't fit the lines above; check their indentation and `key: value`"


def is_empty_block(node: YamlNode) -> bool:
    """True if a node is a block text (`|` or `>`) with nothing below it."""
    line = (node.source.excerpt(node.line) or "")[node.column - 1 :]
    return isinstance(node, YamlScalar) and node.data == "" and line[:1] in ("|", ">")
