"""A game's own wording that takes words of the core from other texts is named, where it stands and where it hurts."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Game
from interpreter.support.errors import RulebookError
from tests.language.cases import found, sample_with, start

WORDING = "  - {say: it is the opening trick, when: count is 1}\n"


def game_of(folder: Path, text: str, wording: str = WORDING) -> Game:
    return load(sample_with(folder, [text], edits=[("vocabulary.yaml", "words:\n", f"words:\n{wording}")]))


@pytest.mark.parts
@pytest.mark.parametrize("condition", ["it is coast", "it is not coast"])
def test_the_wording_that_took_the_words_is_named(condition: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        game_of(tmp_path, f"choose a town where {condition}")
    (problem,) = caught.value.problems
    assert problem.message.startswith("`coast` can't stand here: `it is` begins `it is the opening trick` (")
    assert problem.message.endswith("vocabulary.yaml:23:11)")


def test_the_wording_is_warned_of(tmp_path: Path) -> None:
    game = game_of(tmp_path, "if it is the opening trick: raise count")
    (found,) = (each for each in game.warnings if each.code == "captured-words")
    assert found.where.file.endswith("vocabulary.yaml") and found.where.line == 23
    assert found.message == "no other text can go on after `it is`, which begins this wording; say it differently"


def test_a_wording_that_takes_a_column_is_named(tmp_path: Path) -> None:
    wording = '  - {say: "realm of all of {seat}", means: "1"}\n'
    (warning,) = (each for each in game_of(tmp_path, "raise count", wording).warnings if each.code == "captured-words")
    assert warning.message.startswith("no other text can go on after `realm of`")
    with pytest.raises(RulebookError, match="begins `realm of all of") as caught:
        game_of(tmp_path / "misread", "choose a town where realm of it is north", wording)
    assert caught.value.problems[0].message.startswith("`it` can't stand here: `realm of`")


def test_a_wording_that_takes_a_noun_is_named(tmp_path: Path) -> None:
    wording = "  - {say: every town is quiet, when: count is 1}\n"
    with pytest.raises(RulebookError) as caught:
        game_of(tmp_path, "if every town has your pawns: raise count", wording)
    assert caught.value.problems[0].message.startswith("`has` can't stand here: `every town` begins `every town is qu")


@pytest.mark.parametrize("say", ["this is the opening trick", "the number of tricks", "you opened"])
def test_wordings_that_take_nothing(say: str, tmp_path: Path) -> None:
    kind = "means: count" if "number" in say else "when: count is 1"
    game = game_of(tmp_path, "choose a town where it is coast", f'  - {{say: "{say}", {kind}}}\n')
    assert all(each.code != "captured-words" for each in game.warnings)


def test_a_word_of_the_game_is_read_as_the_next_word_asks(tmp_path: Path) -> None:
    """`main` is a deck and `coast` a flag, and each of them begins a wording, too."""
    wordings = '  - {say: "main of {seat}", means: drive of seat}\n  - {say: "coast of {town}", means: worth of town}\n'
    text = "raise count by main of red + coast of cedar + number of (cards in deck where it is main)"
    game = game_of(tmp_path, f"{text} + number of coast towns", wordings)
    match = start(game, 0)
    assert found(match, "count") == found(match, "drive.red") + 3 + len(match.view("red")["zones"]["deck"]) + 2


def test_a_wording_takes_a_relative_pronoun_only_before_its_own_words(tmp_path: Path) -> None:
    wording = '  - {say: "towns that border {town}", means: neighbours of town}\n'
    text = "set count to number of (towns that are coast) + number of (towns that border cedar)"
    assert found(start(game_of(tmp_path, text, wording), 0), "count") == 2 + 2


@pytest.mark.parametrize("text", ["let border be 1", "choose a town, as border"])
def test_a_name_that_a_wording_has_taken(text: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        game_of(tmp_path, text, '  - {say: "towns that border {town}", means: neighbours of town}\n')
    (problem,) = caught.value.problems
    assert problem.message.startswith("`border` is a word of `towns that border {town}` (")
