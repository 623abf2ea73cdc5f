"""Games that machine code can't go on with are played by Python, and that is told, with the rule."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.seats import describe_fallbacks
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.lab.result_documents import RunHead, to_json
from interpreter.language.execution.executable import Backend
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.executors import WorkerPool
from interpreter.playtest.run.runner import PlaytestPlan, PlaytestResult, run_playtest
from interpreter.playtest.run.stopping import DecisionCounters
from interpreter.playtest.store.result_store import Store
from interpreter.playtest.store.run_identity import terms_of
from interpreter.report.shared_parts import fallback_fact
from tests.engine.test_endless import whole_game
from tests.loaded import game_of
from tests.native.comparing import document

COURSE = """set count to 999999999
set count to count * 999
as red: grow it
set count to 1
end the game, nobody wins, because "done"
"""
GROW = """  - say: grow it
    do: |
      choose a town, to look
      if town is birch: set count to count * 3
"""
GAMES = 40


@pytest.fixture(scope="module")
def growing(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game in which a product is sometimes larger than machine code takes."""
    return whole_game(tmp_path_factory.mktemp("growing"), COURSE, GROW)


def stored(game: Game, path: Path, games: int, backend: Backend) -> PlaytestResult:
    with Store(str(path), [terms_of(game, {}, 1)]) as store:
        return run_playtest(PlaytestPlan(game, 1, games, backend=backend), store=store)


def head(result: PlaytestResult) -> RunHead:
    return make_playtest_document(result).run


@pytest.mark.parts
def test_it_is_told_how_many_games_python_played(growing: Game) -> None:
    python, native = (
        run_playtest(PlaytestPlan(growing, 1, GAMES, backend=backend)) for backend in ("python", "native")
    )
    assert document(python) == document(native)
    told = to_json(make_playtest_document(native))
    count = told["played_in_python"]["games"]
    assert told["backend"] == "native" and 0 < count < GAMES
    assert told["played_in_python"] == {"games": count, "rules": [{"rule": "grow it", "games": count}]}
    said = f"{count} games were played in Python, because machine code can't go on in `grow it` ({count} games)"
    assert " ".join(line.strip() for line in describe_fallbacks(head(native))) == said
    assert fallback_fact(head(native)) == {"Backend": said}
    assert to_json(make_playtest_document(python))["backend"] == "python" and "played_in_python" not in to_json(
        make_playtest_document(python)
    )
    assert not describe_fallbacks(head(python)) and not fallback_fact(head(python))


@pytest.mark.parts
def test_games_of_a_store_are_told_as_they_were_played(growing: Game, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = to_json(make_playtest_document(stored(growing, path, GAMES, "native")))
    again = to_json(make_playtest_document(stored(growing, path, GAMES, "native")))
    assert again["backend"] == "native" and again["played_in_python"] == first["played_in_python"]
    more = to_json(make_playtest_document(stored(growing, path, GAMES + 7, "python")))
    assert more["backend"] == "native"
    assert more["played_in_python"] == first["played_in_python"] | {"games": first["played_in_python"]["games"] + 7}


def test_where_all_is_well_nothing_is_told() -> None:
    told = head(run_playtest(PlaytestPlan(game_of("tests/games/kuhn"), 1, 9, backend="native")))
    assert told.backend == "native" and told.played_in_python is None


@contextmanager
def little_room() -> Iterator[None]:
    """Within this block a process can get little more memory: not as much as machine code reserves."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (1 << 30), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.skipif(sys.platform != "linux", reason="workers begin with nothing elsewhere")
def test_workers_need_no_more_room_than_the_command() -> None:
    game = game_of("tests/games/kuhn")
    arm = Arm(game, 1, {}, choose_backend(game, "native", {}, GAMES, 1).native)
    with little_room(), WorkerPool([arm], 2, DecisionCounters(2), lambda: False, lambda: None) as workers:
        workers.wait_until_ready()
        chunks = list(workers.play([GameSpan(0, 0, GAMES)], ChunkOutputs()))
    assert sum(chunk.native for chunk in chunks) == GAMES
    with little_room():
        chosen = choose_backend(game, "auto", {}, 1000, 1)
    assert chosen.native is None and "played in Python: wasmtime failed" in f"{chosen.fallback_reason}"
