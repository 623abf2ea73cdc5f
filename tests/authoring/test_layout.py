"""The layout is settled, once and for all; nothing but blanks changes, and the files say what they said."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.authoring.yaml_layout import EFFECT_KEYS, GameFormatter, layout_changes, line_indents
from interpreter.authoring.yaml_spans import YamlText
from interpreter.language.reading.lexer import Lexer
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import RulebookError
from tests.loaded import REPO

SHIPPED = sorted((REPO / "rules").rglob("*.yaml"))
GAME = """
id: small
seats:
- id:   one   # who begins
- {id: two,title: "Two" , }
start: |
      # first of all
      if much is 1:   # so
         set much to (1 +
                      1)
         if much is 2:
               set much to 3
         # it was 1
      otherwise:
         # nothing
         set much to 1

      end the game, nobody wins, because "a  b"
about: >
   first
     more
   last
 # of all
map:
    spaces:
    # the first
    -   id: alder
        title:
            Alder
        neighbours: [ birch,
                      cedar ]
    # - id: elder

variables: [{id: much , is: number}]
""".lstrip()
SETTLED = """
id: small
seats:
  - id: one   # who begins
  - {id: two, title: "Two",}
start: |
  # first of all
  if much is 1:   # so
    set much to (1 +
                 1)
    if much is 2:
      set much to 3
    # it was 1
  otherwise:
    # nothing
    set much to 1

  end the game, nobody wins, because "a  b"
about: >
  first
    more
  last
# of all
map:
  spaces:
    # the first
    - id: alder
      title:
        Alder
      neighbours: [birch,
                    cedar]
    # - id: elder

variables: [{id: much, is: number}]
""".lstrip()


def written(folder: Path, text: str, ending: str = "\n") -> Path:
    path = folder / "game.yaml"
    path.write_bytes(text.replace("\n", ending).encode())
    return path


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_what_is_settled_and_how(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, GAME.replace("id: small", "id: small  ") + "\n\n", ending)
    GameFormatter(str(tmp_path)).write()
    assert path.read_bytes().decode() == SETTLED.replace("\n", ending)
    assert GameFormatter(str(tmp_path)).changed_files == []


def test_what_a_variant_repeats_of_an_effect_is_settled_like_it(tmp_path: Path) -> None:
    written(tmp_path, GAME)
    variant = tmp_path / "variants" / "more.yaml"
    variant.parent.mkdir()
    effect = "if much is 1:\n          set much to 2"
    variant.write_text(f"""id: more
change:
- at: words/be lucky/do
  from: |
     {effect}
  to: |
     {effect}
- at: game/about
  to: |
     {effect}
""")
    GameFormatter(str(tmp_path)).write()
    settled = "if much is 1:\n        set much to 2"
    assert variant.read_text().count(settled) == 2
    assert variant.read_text().endswith("    to: |\n      if much is 1:\n           set much to 2\n")


def test_a_title_with_odd_signs_is_a_word_of_an_effect(tmp_path: Path) -> None:
    path = written(tmp_path, "title: It's (so\nstart: |\n    if It's (so is 1:\n        stop\n")
    GameFormatter(str(tmp_path)).write()
    assert path.read_text() == "title: It's (so\nstart: |\n  if It's (so is 1:\n    stop\n"


def test_an_effect_that_cannot_be_read_is_moved_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, "start: |\n    if § is 1:  \n        stop\n")
    GameFormatter(str(tmp_path)).write()
    assert path.read_text() == "start: |\n  if § is 1:\n      stop\n"


def settled(data: bytes) -> bytes:
    text = YamlText(data)
    return text.apply(layout_changes(text, set(), Lexer({}, {})))


def test_lines_in_braces_stand_farther_in_than_what_they_are_in() -> None:
    assert settled(b"a:\n    b: [1,\n2,\n        # two\n   3]\n") == b"a:\n  b: [1,\n   2,\n      # two\n   3]\n"


def nothing_but_blanks(data: bytes) -> bytes:
    return re.sub(rb"[ \r\n]+", b"", data)


TEXTS = st.text("ab '\"#:-,\n", max_size=12) | st.sampled_from(["word " * 40, "one\n\ntwo\n  three\n", "a\n b\n\n\n"])
TREES = st.recursive(
    TEXTS | st.integers(-9, 9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parts
@given(
    tree=st.dictionaries(st.text("abc", min_size=1), TREES, min_size=1, max_size=4),
    indent=st.integers(2, 7),
    width=st.integers(20, 90),
    flow=st.sampled_from([True, False, None]),
    style=st.sampled_from(["|", ">", "'", '"', None]),
    ending=st.sampled_from(["\n", "\r\n"]),
)
@settings(deadline=None, max_examples=50)
def test_any_file_says_the_same_and_is_settled_at_once(
    tree: Any, indent: int, width: int, flow: bool | None, style: str | None, ending: str
) -> None:
    said = yaml.safe_dump(
        tree, indent=indent, width=width, default_flow_style=flow, default_style=style, sort_keys=False
    )
    before = said.replace("\n", ending).encode()
    after = settled(before)
    assert yaml.safe_load(after) == yaml.safe_load(before)
    assert nothing_but_blanks(after) == nothing_but_blanks(before)
    assert settled(after) == after


@st.composite
def other_layouts(draw: st.DrawFn, data: bytes) -> bytes:
    """A shipped file with everything farther in or out, blanks in braces, behind colons, dashes, commas and lines."""
    steps = draw(st.lists(st.integers(1, 5), min_size=30, max_size=30))
    widths = [0]
    for step in steps:
        widths += [widths[-1] + 1, widths[-1] + 1 + step]
    trailing = draw(st.integers(0, 2))
    inside = draw(st.integers(0, 2))
    lines: list[str] = []
    text_from: int | None = None
    for line in data.decode().split("\n"):
        width = len(line) - len(line.lstrip(" "))
        if text_from is not None and line.strip() and width < text_from:
            text_from = None
        if text_from is not None:
            lines.append(" " * (widths[text_from] - text_from) + line if line.strip() else line)
            continue
        content, indent = line[width:], " " * widths[width]
        while content.startswith("- "):
            indent += "-" + " " * (widths[width + 2] - widths[width] - 1)
            width, content = width + 2, content[2:]
        if not content.startswith("#") and not re.search(r"[\"'#]", content):
            pattern = r"^((?:[^:{\[]+: )?[{\[])(.*)([}\]])$"
            content = re.sub(pattern, lambda part: (" " * inside).join(part.groups()), content)
            content += " " * trailing if content else ""
        if re.search(r": [|>]-? *$", content):
            text_from = width + 2
        lines.append(indent + content if content else "")
    return "\n".join(lines).encode()


@given(data=st.data())
@settings(deadline=None, max_examples=20)
def test_shipped_files_come_back_to_the_byte(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(SHIPPED)).read_bytes()
    other = data.draw(other_layouts(raw))
    assert yaml.load(other, yaml.CSafeLoader) == yaml.load(raw, yaml.CSafeLoader)
    assert settled(other) == raw


def effects(data: Any) -> Iterator[list[str]]:
    """The effects in a file's data, each as its lines."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data if isinstance(data, list) else ()):
        if key in EFFECT_KEYS and isinstance(value, str) and "\n" in value:
            yield value.rstrip("\n").split("\n")
        yield from effects(value)


@cache
def shipped_effects() -> list[list[str]]:
    return [lines for path in SHIPPED for lines in effects(yaml.load(path.read_bytes(), yaml.CSafeLoader))]


@pytest.mark.parts
@given(data=st.data())
@settings(deadline=None, max_examples=30)
def test_effects_come_back_to_the_byte(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(shipped_effects()))
    steps = data.draw(st.lists(st.integers(1, 5), min_size=20, max_size=20))
    widths = [sum(steps[:level]) for level in range(20)]
    words = [line.lstrip(" ") for line in lines]
    levels = [(len(line) - len(word)) // 2 for line, word in zip(lines, words, strict=True)]
    other = [" " * widths[level] + word for level, word in zip(levels, words, strict=True)]
    found = line_indents("\n".join(other), Lexer({}, {}))
    assert found is not None
    assert [" " * width + word for width, word in zip(found, words, strict=True) if word] == [*filter(None, lines)]


@pytest.mark.parametrize(
    "game",
    [
        *map(str, (REPO / "interpreter" / "authoring" / "beginnings").iterdir()),
        *(pytest.param(game, marks=() if game == "revolution" else pytest.mark.parts) for game in installed_games()),
    ],
    ids=os.path.basename,
)
def test_the_files_of_shipped_games_are_settled(game: str) -> None:
    assert GameFormatter(game).changed_files == []


def test_what_is_not_ones_own_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, GAME)
    layout = GameFormatter(str(tmp_path))
    path.write_text(mine := f"{GAME}# mine\n")
    with pytest.raises(RulebookError, match="changed by somebody else"):
        layout.write()
    monkeypatch.setattr("interpreter.authoring.yaml_layout.is_installed", lambda _: True)
    with pytest.raises(RulebookError, match="comes with cahier"):
        GameFormatter(str(tmp_path)).write()
    assert path.read_text() == mine
