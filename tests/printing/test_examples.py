"""Scenarios as printed examples of play."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.playtest.scenarios.printed_examples import FoundExamples, find_examples
from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import RulebookError

GAME = """
id: lamps
title: {en: Lamps, ru: Лампы}
seats: [{id: ann, title: Ann}, {id: bob, title: Bob}]
map: {spaces: [{id: attic, title: Attic}, {id: cellar, title: Cellar}]}
pieces: [{id: lamp, title: Lamp, owner: seat, supply: 3, start: {ann: {cellar: 3}, bob: {cellar: 3}}}]
variables: [{id: oil, title: Oil, is: number, for: seat}]
start: stop
words:
  - say: hang a lamp
    do: |
      choose a space with your lamps, as source
      move 1 of your lamps from source to attic
  - say: blow it out
    do: end the game, the winner is you, because "dark"
because:
  dark: |
    {winners} has blown out
    the last lamp
"""
SCENARIO = """
- name: one moves up
  example: {TITLE}
  given:
    pieces: {lamp: {bob: {attic: 1, cellar: 2}}}
    variables: {oil: {bob: 4}}
    turn: bob
    begin: hang a lamp
  when:
    - bob: cellar
    - then: [oil of bob is 4]
  then:
    - lamps of bob in Attic is RESULT
    - over: {winner: nobody, reason: done}
- name: not for print
  then: [oil of bob is 0]
"""


def examples(
    folder: Path, title: str = "A lamp is hung", result: int = 2, lang: str = "en", change: tuple[str, str] = ("", "")
) -> FoundExamples:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "scenarios").mkdir()
    text = SCENARIO.replace("{TITLE}", title).replace("RESULT", str(result)).replace(*change)
    (folder / "scenarios" / "lamps.yaml").write_text(text, encoding="utf-8")
    book = load_rulebook(folder)
    return find_examples(book, Names(book, lang), load_catalog(lang))


def test_an_example_has_its_position_the_log_and_the_result(tmp_path: Path) -> None:
    (example,) = examples(tmp_path).examples
    assert example.title == "A lamp is hung"
    assert [line.text for line in example.position] == ["Lamp (Bob): Attic 1, Cellar 2", "Oil (Bob): 4"]
    assert [line.text for line in example.beginning] == ["Bob: Hang a lamp."]
    assert [(line.depth, line.text) for line in example.events] == [
        (0, "Bob chooses: Cellar"),
        (1, "1 lamp of Bob: Cellar → Attic"),
    ]
    assert [line.text for line in example.result] == ["The number of lamps of Bob in Attic is 2"]


def test_examples_without_a_title_in_the_language_are_counted(tmp_path: Path) -> None:
    found = examples(tmp_path, lang="ru")
    assert (found.examples, found.untitled) == ((), 1)


def test_a_title_in_the_language(tmp_path: Path) -> None:
    found = examples(tmp_path, title="{en: A lamp is hung, ru: Лампа}", lang="ru")
    assert [each.title for each in found.examples] == ["Лампа"] and found.untitled == 0


def test_an_example_that_fails_is_not_printed(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="the example of play `one moves up` fails: `cahier test` says why"):
        examples(tmp_path, result=3)


@pytest.mark.parametrize(
    "change",
    [("then: [oil of bob is 0]", "then: [oil of nobody is 0]"), ("then: [oil of bob is 0]", "them: []")],
)
def test_a_mistake_in_another_scenario_stops_no_example(tmp_path: Path, change: tuple[str, str]) -> None:
    assert len(examples(tmp_path, change=change).examples) == 1


@pytest.mark.parametrize(
    "change",
    [("begin: hang", "begun: hang"), ("then:\n    - lamps", "them:\n    - lamps"), ("- name: one", "- nam: one")],
)
def test_a_mistake_in_an_example_is_reported(tmp_path: Path, change: tuple[str, str]) -> None:
    with pytest.raises(RulebookError):
        examples(tmp_path, change=change)


PLAY = """\
    begin: hang a lamp
  when:
    - bob: cellar
    - then: [oil of bob is 4]
  then:
    - lamps of bob in Attic is 2
    - over: {winner: nobody, reason: done}
"""
ENDING = """\
    begin: blow it out
  then:
    - over: {winner: bob, reason: dark}
"""


def test_an_end_is_told_in_the_words_of_the_game(tmp_path: Path) -> None:
    (example,) = examples(tmp_path, change=(PLAY, ENDING)).examples
    assert [line.text for line in example.events] == ["Bob has blown out the last lamp"]
