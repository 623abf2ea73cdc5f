"""Tables of constants, looked up by rows and columns of numbers or ranges (`lookup_tables.yaml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.show.show_content import format_bot_tables
from interpreter import load
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError
from tests.language.cases import HERE, found, sample_with, start

TABLE = (HERE / "lookup_tables.yaml").read_text("utf-8")
CASES = [(text, expected) for case in yaml.safe_load(TABLE)["cases"] for text, expected in case.items()]
TEXTS = [text for text, _ in CASES]
WRONG = yaml.safe_load(TABLE)["wrong"]
OWN_WORDS = TABLE[TABLE.index("words:\n") : TABLE.index("cases:\n")]


def game_with_tables(folder: Path, texts: list[str], *edits: tuple[str, str, str]) -> Game:
    return load(sample_with(folder, texts, [("vocabulary.yaml", "words:\n", OWN_WORDS), *edits]))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_with_tables(tmp_path_factory.mktemp("tables"), TEXTS)


@pytest.mark.parametrize(("text", "expected"), CASES, ids=TEXTS)
def test_a_table_is_looked_up(text: str, expected: dict[str, Any], game: Game) -> None:
    match = start(game, TEXTS.index(text))
    assert {name: found(match, name) for name in expected} == expected


def test_a_table_is_shown_as_it_is_printed(game: Game) -> None:
    shown = {word.title: word.table.lines() for word in game.rulebook.words if word.table is not None}
    assert shown["toll for {load: number}"] == ["load", "-1 to 1    0", "2          3", "3 or more  -5"]
    assert "\n".join(shown["result of {roll: number} at odds {ratio: number}"]) in format_bot_tables(
        game.rulebook, game.names("en")
    ).replace("\n  ", "\n")


@pytest.mark.parametrize(("old", "new", "message"), WRONG, ids=[new for _, new, _ in WRONG])
def test_a_wrong_table_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(CahierError) as caught:
        game_with_tables(tmp_path, [], ("vocabulary.yaml", old, new))
    assert str(caught.value).replace(f"{tmp_path}/sample/", "").split("\n")[0] == message
