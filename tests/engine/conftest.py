"""The sample game of the language's tests, for matches to be played, saved and forged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.matches.match import Game
from tests.loaded import game_of

SAMPLE = Path(__file__).parents[1] / "language" / "sample"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample"))


@pytest.fixture(scope="session")
def game() -> Game:
    return game_of(SAMPLE)
