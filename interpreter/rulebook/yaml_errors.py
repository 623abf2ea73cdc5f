"""Says in plain words what the YAML parser could not read, and where."""

from __future__ import annotations

import re
from typing import Any

import yaml

from interpreter.errors import Problem, Where
from interpreter.rulebook.nodes import Source

_ENTRY = re.compile(r"( *)- +")
_NO_COLON = re.compile(r"( *- +)([a-z][a-z_]*) +([^\s:]+)\s*", re.ASCII)
_FIELD_BEFORE = re.compile(r"""\s*(- +)*[^\s"'{\[:]+: """)

# (a part of the parser's words, libyaml's or those of the Python version; what we say instead)
_WORDS = (
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


def explain(error: yaml.MarkedYAMLError, source: Source) -> Problem:
    """The parser's error as one of ours."""
    words = error.problem or error.context or "this is no YAML"
    mark: Any = error.problem_mark or error.context_mark
    begun: Any = error.context_mark
    code, message = _say(words, error.context or "", mark, begun, source)
    if "mapping values are not allowed" in words and (missed := _without_colon(mark.line - 1, source)):
        return missed
    if code in ("not-closed", "no-field"):
        mark = begun
    line = min(mark.line + 1, len(source.lines))
    return Problem(Where(source.path, line, mark.column + 1), code, message, excerpt=source.excerpt(line))


def _say(words: str, context: str, mark: Any, begun: Any, source: Source) -> tuple[str, str]:
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    outdented = any(part in words for part in ("expected '-' indicator", "expected <block end>", "expected key"))
    if outdented and begun is not None and not line[: mark.column].strip():
        message = _stands_in(mark, begun, source)
        if message:
            return "indentation", message
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


def _without_colon(above: int, source: Source) -> Problem | None:
    """The line above a field that does not fit, if it is an entry whose first field lacks its colon."""
    found = _NO_COLON.fullmatch(source.lines[above]) if above >= 0 else None
    if found is None:
        return None
    dash, key, value = found.groups()
    spot = Where(source.path, above + 1, len(dash) + 1)
    message = f"a colon is missing after `{key}`"
    length = len(key) + 1 + len(value)
    return Problem(spot, "no-field", message, f"`{key}: {value}`", source.excerpt(above + 1), length)


def _stands_in(mark: Any, begun: Any, source: Source) -> str | None:
    """How far a line stands in that belongs to a list, and how far the entries do, or the fields of the last one."""
    entries = [found for line in source.lines[begun.line : mark.line] if (found := _ENTRY.match(line))]
    if not entries:
        return None
    if _ENTRY.match(source.lines[mark.line]):
        others = min((len(found[1]) for found in reversed(entries)), key=lambda depth: abs(depth - mark.column))
        what = "this entry", "the entries before it"
    else:
        others, what = entries[-1].end(), ("this line", "the fields of the entry above")
        if abs(others - mark.column) > 1:
            return None
    if others == mark.column:
        return None
    return f"{what[0]} stands in by {_blanks(mark.column)}, {what[1]} by {others}"


def _blanks(number: int) -> str:
    return "1 blank" if number == 1 else f"{number} blanks"
