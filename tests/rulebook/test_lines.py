"""Texts put together of lines of several: what they say, and where each letter of it stands."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.lines import SourceLine, replace_lines, source_lines
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlMapping, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml

WORDS = st.text("abcdé", min_size=1, max_size=4)
ROWS = st.lists(st.tuples(st.integers(0, 3), st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=5)


@st.composite
def texts(draw: st.DrawFn, name: str) -> Text:
    """A text of a file, in one of the ways in which YAML writes it."""
    rows = draw(ROWS)
    style = draw(st.sampled_from(["|", ">", "", '"']))
    lines = [" " * indent * (at > 0 and style == "|") + " ".join(words) for at, (indent, words) in enumerate(rows)]
    if style in ("|", ">"):
        written = "\n".join([f"k: {style}", *(f"    {line}" for line in lines)])
    else:
        written = f"k:\n    {style}" + "\n      ".join(lines) + style
    source = SourceFile(name, name, tuple(written.split("\n")))
    problems = Problems()
    root = read_yaml(source, written, problems)
    assert isinstance(root, YamlMapping)
    scalar = root.values["k"]
    assert isinstance(scalar, YamlScalar)
    return scalar.text


def letters(text: Text) -> None:
    """Each letter of a text stands where it says, in the line that it shows."""
    for number, row in enumerate(text.split("\n"), start=1):
        for column, letter in enumerate(row, start=1):
            if letter != " ":
                where = text.place_at(number, column)
                shown = text.excerpt(where)
                assert shown is not None
                assert shown[where.column - 1] == letter


def said(lines: list[SourceLine]) -> list[str]:
    return [line.content.strip() for line in lines if line.content.strip()]


@pytest.mark.parts
@given(st.data())
def test_lines_in_place_of_others(data: st.DataObject) -> None:
    text = data.draw(texts("base"))
    letters(text)
    for name in ("one", "two"):
        lines = [line for line in source_lines(text) if line.content.strip()]
        first = data.draw(st.integers(0, len(lines) - 1))
        last = data.draw(st.integers(first, len(lines) - 1))
        new = data.draw(texts(name) | st.none())
        after = replace_lines(text, lines[first : last + 1], new)
        taken = said(source_lines(new)) if new is not None else []
        assert said(source_lines(after)) == [*said(lines[:first]), *taken, *said(lines[last + 1 :])]
        letters(after)
        assert not any(line.is_joined for line in source_lines(after)[:1])
        again = pickle.loads(pickle.dumps(after))
        assert (again, again.where, again.line_starts()) == (after, after.where, after.line_starts())
        if not said(source_lines(after)):
            return
        text = after
