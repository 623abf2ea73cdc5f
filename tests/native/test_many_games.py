"""Many games by machine code: as many as there may be, on as many processes as there are."""

from __future__ import annotations

import pytest

from interpreter.engine.native import prepare
from interpreter.playtest.runner import Plan, run
from tests.counted import memory_of
from tests.loaded import game_of
from tests.native.comparing import by_tables, document

GAMES = 60_000
"""By then batches are as large as they get."""
LEAST = 48
"""Bytes that anything kept of a game would take at least."""
SAMPLE = "tests/games/sealed_bid"


def test_memory_stays_as_it_is() -> None:
    """However many games there are."""
    game = game_of(SAMPLE)
    prepare(game)

    def grows_by(games: int) -> int:
        return memory_of(lambda: run(Plan(game, 1, games, backend="native")))[1]

    few, many = grows_by(GAMES), grows_by(4 * GAMES)
    assert many < few + 3 * GAMES * LEAST


@pytest.mark.parametrize("name", [SAMPLE, "rules/liberte"])
def test_the_result_does_not_depend_on_the_processes(name: str) -> None:
    game = game_of(name)
    told = []
    for jobs in (1, 2, 3):
        lines: list[str] = []
        result = run(Plan(game, 3, 200, jobs=jobs, seated=by_tables(game), backend="native"), lines.append)
        plain = run(Plan(game, 3, 200, jobs=jobs, seated=by_tables(game), backend="native"))
        told.append((document(result), document(plain), "".join(lines)))
    assert told[0] == told[1] == told[2]
