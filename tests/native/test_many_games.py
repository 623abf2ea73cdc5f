"""Many games by machine code: as many as there may be, on as many processes as there are."""

from __future__ import annotations

from functools import partial

import pytest

from interpreter.engine.native_games import prepare_native
from interpreter.playtest.run.arms import native_games
from interpreter.playtest.run.chunks import ChunkOutputs, ChunkPlayer
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from tests.counted import memory_of
from tests.loaded import game_of
from tests.native.comparing import by_tables, document, only_some

CHUNK = 1_000
LEAST = 48
"""Bytes that anything kept of a game would take at least."""
SAMPLE = "tests/games/sealed_bid"


@pytest.mark.parts
def test_memory_stays_as_it_is() -> None:
    """However many games there are. Chunks are of one size, whatever time they take."""
    game = game_of(SAMPLE)
    prepare_native(game)

    def tallied(chunks: int) -> Tally:
        player, tally = ChunkPlayer(game, {}, 1, native_games(game, 1, {})), Tally()
        for at in range(chunks):
            tally.merge(player.play(at * CHUNK, CHUNK, ChunkOutputs()).tally)
        return tally

    few, many = (memory_of(partial(tallied, chunks))[1] for chunks in (30, 150))
    assert many < few + 120 * CHUNK * LEAST // 2


@pytest.mark.parts
@pytest.mark.parametrize("name", only_some([SAMPLE, "rules/revolution"], (SAMPLE,)))
def test_the_result_does_not_depend_on_the_processes(name: str) -> None:
    game = game_of(name)
    told = []
    for jobs in (1, 2, 3):
        lines: list[str] = []
        result = run_playtest(
            PlaytestPlan(game, 3, 200, jobs=jobs, seated=by_tables(game), backend="native"), lines.append
        )
        plain = run_playtest(PlaytestPlan(game, 3, 200, jobs=jobs, seated=by_tables(game), backend="native"))
        told.append((document(result), document(plain), "".join(lines)))
    assert told[0] == told[1] == told[2]
