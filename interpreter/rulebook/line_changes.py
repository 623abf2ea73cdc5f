"""A line within a text, as overlays name it to put others in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches

from interpreter.rulebook.lines import Line, lines_of, with_lines
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import MOST_SUGGESTIONS, Items, Mapping, Node, Problems, Scalar, SplicedScalar
from interpreter.rulebook.paths import Steps, Target

_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')


def find_lines(text: Text, wanted: str) -> list[list[Line]]:
    """Each place of a text in which the wanted lines stand one below the other; comments and how far lines stand in
    don't count."""
    lines, rows = lines_of(text), [_plain(row) for row in wanted.strip().split("\n")]
    said = [_plain(line.said) for line in lines]
    places = range(len(said) - len(rows) + 1) if any(rows) else ()
    return [lines[at : at + len(rows)] for at in places if said[at : at + len(rows)] == rows]


def the_lines(path: str, text: Scalar, wanted: Scalar, problems: Problems) -> list[Line] | None:
    """The one place in which the wanted lines stand; None if there is none, or several, which goes to `problems`."""
    found = find_lines(text.text, str(wanted.data))
    if len(found) == 1:
        return found[0]
    if found:
        places = " and ".join(str(lines[0].where) for lines in found)
        message = f"`{path}` says this in {places}; put the line above or below it under `line`, too"
        problems.add(wanted, "line-twice", message)
        return None
    said = [_plain(line.said) for line in lines_of(text.text)]
    rows = [_plain(row) for row in str(wanted.data).strip().split("\n")]
    missing = next((row for row in rows if row not in said), rows[0])
    meant = get_close_matches(missing, filter(None, said), 1) if len(problems) < MOST_SUGGESTIONS else []
    message = f"`{path}` has no line `{missing}`, in {text.text.where}"
    if missing in said:
        message = f"`{path}` does not say these lines one below the other, in {text.text.where}"
    problems.add(wanted, "no-line", message, suggestion=meant[0] if meant and missing not in said else None)
    return None


def is_all(text: Text, lines: list[Line]) -> bool:
    """Whether these are all lines of a text but empty ones."""
    return len(lines) == sum(1 for line in lines_of(text) if line.said.strip())


def steps_of(steps: Steps, text: Scalar, lines: list[Line]) -> tuple[Steps, ...]:
    """What leads to lines of the text to which the steps lead: which one it is of those that say so, and what."""
    said = [(line, _plain(line.said)) for line in lines_of(text.text)]
    found = []
    for wanted in lines:
        plain = _plain(wanted.said)
        number = next(at for at, line in enumerate([line for line, row in said if row == plain]) if line.is_at(wanted))
        found.append((*steps, f"line {number} {plain}"))
    return tuple(found)


def put_lines(target: Target, old: list[Line], new: Scalar, key: Scalar) -> None:
    """Put the lines of a text, or nothing, in place of others of the text to which a path leads, which may have been
    changed elsewhere."""
    there = _there(target)
    text = with_lines(there.text, old, new.text if new.data else None)
    replace(target, node=there).put(SplicedScalar(there, text), key)


def _there(target: Target) -> Scalar:
    """The text that is now where one was found."""
    nodes: list[Node] = []
    if isinstance(target.parent, Mapping):
        nodes = [target.parent.values[target.key]]
    elif isinstance(target.parent, Items):
        nodes = [item for item in target.parent if target.node in (item, getattr(item, "origin", None))]
    (found,) = nodes
    assert isinstance(found, Scalar)
    return found


def _plain(row: str) -> str:
    """What a line says, without a comment."""
    return _COMMENT.sub(r"\1", row).strip()
