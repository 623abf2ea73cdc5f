"""Games of several runs side by side, and how each of them ended."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, ChunkScheduler, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs, Ending
from interpreter.playtest.run.executors import open_executor
from interpreter.playtest.run.stopping import DecisionCounters, Stopper
from interpreter.support.errors import PlayError
from tests.loaded import game_of

MARKET = Path(__file__).parent / "cli" / "market"
GAMES = 60


def arm(game: Game, seed: int, native: bool) -> Arm:
    return Arm(game, seed, {}, choose_backend(game, "native" if native else "python", {}, GAMES, seed).native)


def endings(arms: list[Arm], spans: list[GameSpan], jobs: int) -> dict[tuple[int, int], Ending | None]:
    """Ending of each game, by arm and number."""
    found: dict[tuple[int, int], Ending | None] = {}
    with Stopper() as stopper, open_executor(arms, jobs, stopper, DecisionCounters(jobs), lambda: None) as players:
        for chunk in players.play(spans, ChunkOutputs(endings=True)):
            kinds = list(chunk.endings.kinds)
            assert len(chunk.endings.games) == chunk.count == chunk.tally.games and not chunk.record_lines
            for index, kind in enumerate(chunk.endings.games, chunk.first):
                assert (chunk.arm, index) not in found
                found[chunk.arm, index] = kinds[kind]
    return found


@pytest.mark.parts
@pytest.mark.parametrize(
    ("native", "forks"),
    [
        (True, True),
        (False, False),
        *(pytest.param(*each, marks=pytest.mark.parts) for each in ((True, False), (False, True))),
    ],
)
def test_several_runs_are_played_as_each_alone(monkeypatch: pytest.MonkeyPatch, native: bool, forks: bool) -> None:
    """Whoever plays, and in whichever pieces."""
    if forks and sys.platform != "linux":
        pytest.skip("forking is not safe here")
    monkeypatch.setattr("interpreter.playtest.run.executors.FORK_IS_SAFE", forks)
    games = [game_of(MARKET, players=2), game_of(MARKET, players=3)]
    spans = [GameSpan(0, 5, 20), GameSpan(1, 5, 20), GameSpan(0, 25, 15), GameSpan(1, 25, 15)]
    wanted = {
        (number, index): Ending.from_game(play_random(game, 3 + number, index))
        for number, game in enumerate(games)
        for index in range(5, 40)
    }
    for jobs in (1, 2):
        assert endings([arm(game, 3 + at, native) for at, game in enumerate(games)], spans, jobs) == wanted


@pytest.mark.parametrize("native", [True, False])
def test_a_game_that_is_stopped_has_no_ending(tmp_path: Path, native: bool) -> None:
    """Its place is kept: the endings of the others are theirs."""
    shutil.copytree(MARKET, tmp_path / "market")
    tracks, rules = tmp_path / "market" / "tracks.yaml", tmp_path / "market" / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    rules.write_text(rules.read_text().replace("        raise day", "        raise day by tokens in Fruit"))
    game = load(tmp_path / "market")
    wanted: dict[tuple[int, int], Ending | None] = {}
    for index in range(GAMES):
        try:
            wanted[0, index] = Ending.from_game(play_random(game, 3, index))
        except PlayError:
            wanted[0, index] = None
    assert 0 < list(wanted.values()).count(None) < GAMES
    assert endings([arm(game, 3, native)], [GameSpan(0, 0, GAMES)], 1) == wanted


def test_chunks_are_cut_where_spans_end() -> None:
    chunks, last = (
        ChunkScheduler([GameSpan(0, 0, 5), GameSpan(1, 0, 9), GameSpan(0, 5, 3)], 2),
        dict[tuple[int, int], Chunk](),
    )
    given = []
    while span := chunks.next_chunk(last):
        given.append(span)
        last[span.arm, span.omitted_item] = Chunk(span.first, span.count, seconds=1e-5, arm=span.arm)
    assert given == [GameSpan(0, 0, 1), GameSpan(0, 1, 4), GameSpan(1, 0, 1), GameSpan(1, 1, 8), GameSpan(0, 5, 3)]
    chunks.put_back([GameSpan(1, 0, 1)])
    assert chunks.next_chunk({}) == GameSpan(1, 0, 1) and chunks.next_chunk({}) is None


def test_how_long_games_take_is_known_of_those_without_the_same_thing() -> None:
    """Without it they might never end."""
    chunks = ChunkScheduler([GameSpan(0, 0, 50, omitted_item=1), GameSpan(0, 0, 50, omitted_item=2)])
    quick = Chunk(0, 100, seconds=1e-5, omitted_item=1)
    assert chunks.next_chunk({quick.series: quick}) == GameSpan(0, 0, 50, omitted_item=1)
    assert chunks.next_chunk({quick.series: quick}) == GameSpan(0, 0, 1, omitted_item=2)
