"""Changes of single lines within a text, as overlays ask for them."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches

from interpreter.rulebook.lines import SourceLine, replace_lines, source_lines
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import (
    MOST_SUGGESTIONS,
    Problems,
    SplicedScalar,
    YamlList,
    YamlMapping,
    YamlNode,
    YamlScalar,
)
from interpreter.rulebook.paths import CanonicalPath, PathTarget

_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')


def find_lines(text: Text, wanted: str) -> list[list[SourceLine]]:
    """Return all places of a text that contain the wanted lines one below the other.

    Comments and indentation are ignored.
    """
    lines, rows = source_lines(text), [_plain(row) for row in wanted.strip().split("\n")]
    said = [_plain(line.content) for line in lines]
    places = range(len(said) - len(rows) + 1) if any(rows) else ()
    return [lines[at : at + len(rows)] for at in places if said[at : at + len(rows)] == rows]


def unique_lines(path: str, text: YamlScalar, wanted: YamlScalar, problems: Problems) -> list[SourceLine] | None:
    """Return the only place that contains the wanted lines; report it if there is none, or several, and return None."""
    found = find_lines(text.text, str(wanted.data))
    if len(found) == 1:
        return found[0]
    if found:
        places = " and ".join(str(lines[0].where) for lines in found)
        message = f"`{path}` says this in {places}; put the line above or below it under `line`, too"
        problems.add(wanted, "line-twice", message)
        return None
    said = [_plain(line.content) for line in source_lines(text.text)]
    rows = [_plain(row) for row in str(wanted.data).strip().split("\n")]
    missing = next((row for row in rows if row not in said), rows[0])
    meant = get_close_matches(missing, filter(None, said), 1) if len(problems) < MOST_SUGGESTIONS else []
    message = f"`{path}` has no line `{missing}`, in {text.text.where}"
    if missing in said:
        message = f"`{path}` does not say these lines one below the other, in {text.text.where}"
    problems.add(wanted, "no-line", message, suggestion=meant[0] if meant and missing not in said else None)
    return None


def is_whole_text(text: Text, lines: list[SourceLine]) -> bool:
    """True if these are all lines of a text, apart from empty ones."""
    return len(lines) == sum(1 for line in source_lines(text) if line.content.strip())


def line_paths(steps: CanonicalPath, text: YamlScalar, lines: list[SourceLine]) -> tuple[CanonicalPath, ...]:
    """Return the paths of lines of a text.

    A line's path is that of the text and a step with the line's content and its number among equal lines.
    """
    said = [(line, _plain(line.content)) for line in source_lines(text.text)]
    found = []
    for wanted in lines:
        plain = _plain(wanted.content)
        number = next(at for at, line in enumerate([line for line, row in said if row == plain]) if line.is_at(wanted))
        found.append((*steps, f"line {number} {plain}"))
    return tuple(found)


def replace_in_target(target: PathTarget, old: list[SourceLine], new: YamlScalar, key: YamlScalar) -> None:
    """Replace lines of a target's text by those of another text, or by nothing.

    Other lines of the text may have been changed already.
    """
    there = _there(target)
    text = replace_lines(there.text, old, new.text if new.data else None)
    replace(target, node=there).put(SplicedScalar(there, text), key)


def _there(target: PathTarget) -> YamlScalar:
    """Return the text that is now at the place of a target."""
    nodes: list[YamlNode] = []
    if isinstance(target.parent, YamlMapping):
        nodes = [target.parent.values[target.key]]
    elif isinstance(target.parent, YamlList):
        nodes = [item for item in target.parent if target.node in (item, getattr(item, "origin", None))]
    (found,) = nodes
    assert isinstance(found, YamlScalar)
    return found


def _plain(row: str) -> str:
    """Return the content of a line without a comment."""
    return _COMMENT.sub(r"\1", row).strip()
