"""Warnings about words, variables, flags and zones that a game declares and nothing uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.authoring import find_unused

GAME = """\
id: lamps
title: Lamps
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map:
  noun: {one: hill, many: hills}
  spaces: [{id: north, title: North}, {id: south, title: South}]
variables:
  - {id: oil, is: number}
  - {id: wood, is: number}
zones:
  - {id: chest, title: Chest, face: everyone}
flags:
  - {id: lit, of: hill}
  - {id: dark, of: hill}
words:
  - say: "{hill} shines"
    when: hill is lit
  - {say: "glow of {hill}", means: oil}
  - say: "depth of {n}"
    means: |
      if n is 0: give 0
      give depth of (n - 1) + 1
start: |
  as red:
    choose a hill, to light
    make hill lit
    if hill shines: raise oil
"""
SCENARIO = """\
- name: it glows
  given: {turn: red, begin: raise oil}
  then:
    - glow of North is 1
"""
VARIANT = """\
id: cold
title: Cold
for: lamps
change:
  - at: start
    to: |
      as red:
        raise wood by depth of (number of cards in chest)
        choose a hill, to darken
        make hill dark
"""


def warned_of(folder: Path) -> list[str]:
    return [f"{each.where.line}:{each.where.column} {each.message}" for each in find_unused(load(folder))]


def test_what_nothing_uses_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    assert warned_of(tmp_path) == [
        "18:5 nothing uses the wording `glow of {hill}`",
        "19:5 nothing uses the wording `depth of {n}`",
        "9:10 no rule reads or changes the variable `wood`",
        "14:10 no rule gives the flag `dark`, or asks for it",
        "11:10 no rule names the zone `chest`, so that no card gets there",
    ]


def test_scenarios_and_variants_use_things(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for folder, text in (("scenarios", SCENARIO), ("variants", VARIANT)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cold.yaml").write_text(text, encoding="utf-8")
    assert warned_of(tmp_path) == []


def test_nothing_is_warned_of_where_a_variant_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "cold.yaml").write_text(VARIANT.replace("raise wood", "rise wood"), encoding="utf-8")
    assert warned_of(tmp_path) == []


@pytest.mark.parts
@pytest.mark.parametrize("name", ["revolution", "red_flag_over_paris", "liberte", "vive_la_revolution"])
def test_the_games_use_all_that_they_declare(name: str) -> None:
    assert find_unused(load(name)) == ()
