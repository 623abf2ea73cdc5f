"""A run that is stopped names the games that were being played, and the rule."""

from __future__ import annotations

import os
import signal
import weakref
from collections.abc import Iterator
from threading import Timer

import pytest

from cli.lab.answer_output import report_interrupted
from interpreter.matches.match import Game
from interpreter.playtest.run.chunks import ChunkOutputs, ChunkPlayer
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from interpreter.playtest.run.stopping import InterruptedGame, RunStopped, Stopper
from tests.engine.test_endless import whole_game

SEARCH = "  - say: search the cellar\n    do: |\n      repeat 99 times: set count to dust\n"


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game that is far from its end, and from the end of its work, whenever it is stopped."""
    text = "while count >= 0:\n  as red: choose a town, to look\n  search the cellar"
    game = whole_game(tmp_path_factory.mktemp("endless"), text, SEARCH)
    game.program.code(False)  # takes longer than to get into the cellar
    return game


@pytest.fixture
def soon() -> Iterator[None]:
    """A signal to this process, a moment later."""
    timer = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.cancel()


@pytest.mark.parts
def test_in_this_process(endless: Game, request: pytest.FixtureRequest) -> None:
    with Stopper() as stopper, pytest.raises(RunStopped) as stopped:
        request.getfixturevalue("soon")
        ChunkPlayer(endless, {}, 1, interruptible=stopper.interruptible).play(17, 1, ChunkOutputs())
    assert stopped.value.game == InterruptedGame(17, "search the cellar")


@pytest.mark.parts
def test_in_several_processes(endless: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.playtest.run.executors.GRACE_SECONDS", 0.05)
    told = []

    def stop(games: int, decisions: int) -> None:
        told.append(games)
        if len(told) == 4:  # both are in the cellar by then
            signal.raise_signal(signal.SIGINT)

    result = run_playtest(PlaytestPlan(endless, 1, 9, first=3, jobs=2, backend="python"), progress=stop)
    assert result.signal == signal.SIGINT and not result.tally.games
    assert sorted(each.game for each in result.interrupted) == [3, 4]
    assert {each.rule for each in result.interrupted} == {"search the cellar"}


def test_what_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    report_interrupted([InterruptedGame(17, "search the cellar"), InterruptedGame(4, None, 1, "sample, large")])
    assert capsys.readouterr().err.splitlines() == [
        "game 17 was under way, in `search the cellar`",
        "game 4 of sample, large was under way",
    ]
    report_interrupted([InterruptedGame(0)], "campaign", 1)
    assert capsys.readouterr().err == "campaign 1 was under way\n"


class _Passing:
    """Something whose end takes a signal."""


def test_a_signal_while_an_object_is_finalized_is_not_lost(capfd: pytest.CaptureFixture[str]) -> None:
    with Stopper() as stopper, stopper.interruptible():
        weakref.finalize(_Passing(), signal.raise_signal, signal.SIGINT)
        with pytest.raises(RunStopped):
            stopper.raise_if_stopped()
    assert "Traceback" not in capfd.readouterr().err
    with pytest.raises(RunStopped), stopper.interruptible():
        pytest.fail("a stopped run goes on")
