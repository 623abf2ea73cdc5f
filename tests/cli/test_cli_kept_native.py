"""Machine code that is kept beside a game: taken where it fits, else made again; and handed on nowhere else."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import interpreter
from cli.caches import GAME_SUFFIX, load_ready_game
from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.language.backends.wasm.machine import machine
from interpreter.language.execution.executable import (
    NativeCode,
    NativeUnavailableError,
    NotCompilableError,
    RuntimeNotInstalledError,
)
from interpreter.language.program import Program
from interpreter.matches.match import Game
from interpreter.playtest.run import executors
from interpreter.playtest.run.arms import Arm
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from tests.counted import calls_of
from tests.loaded import game_of

pytestmark = pytest.mark.usefixtures("cold_cache")

MARKET = Path(__file__).parent / "market"


def files(folder: Path) -> list[Path]:
    return sorted((folder / "cache" / "cahier").glob("*.native"))


def prepared() -> Game:
    """The game as the next process has it, with its machine code."""
    game = load_ready_game("market", (), None)
    prepare_native(game)
    return game


def made_by(work: Callable[[], object]) -> int:
    """Count the compilations of machine code during some work."""
    return calls_of(Program.native_code.__code__, work)


@pytest.mark.parts
def test_it_is_made_once(folder: Path) -> None:
    assert made_by(prepared) == 1
    assert made_by(prepared) == 0
    (file,) = files(folder)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parts
def test_each_wasmtime_and_machine_has_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared()
    here = machine.target_description()
    monkeypatch.setattr(machine, "target_description", lambda: "another wasmtime")
    assert [made_by(prepared), made_by(prepared), len(files(folder))] == [1, 0, 2]
    monkeypatch.setattr(machine, "target_description", lambda: here)
    assert made_by(prepared) == 0


@pytest.mark.parts
def test_what_wasmtime_does_not_take_is_made_again_and_kept(folder: Path) -> None:
    game = prepared()
    assert isinstance(game.program.native, NativeCode) and game.shelf is not None
    other = NativeCode(b"of another processor", {}, (), (), {})
    game.shelf.store(machine.target_description(), other)
    assert [made_by(prepared), made_by(prepared)] == [1, 0]


@pytest.mark.parts
def test_one_that_is_odd_is_made_again(folder: Path) -> None:
    prepared()
    (file,) = files(folder)
    whole = file.read_bytes()
    for odd in (b"", whole[:-100], whole[:200] + b"!" + whole[201:]):
        file.write_bytes(odd)
        assert made_by(prepared) == 1 and file.read_bytes() == whole
    os.chmod(file, 0o666)
    assert made_by(prepared) == 1
    (ready,) = file.parent.glob(f"*{GAME_SUFFIX}")
    file.write_bytes(ready.read_bytes())  # something else under its name
    assert made_by(prepared) == 1


def test_why_it_can_not_be_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.language.backends.wasm.module.MOST_TEXT", 100)

    def refused() -> None:
        with pytest.raises(NotCompilableError, match="its rules are too long"):
            prepared()

    assert [made_by(refused), made_by(refused)] == [1, 0]
    game = load_ready_game("market", (), None)
    plan = PlaytestPlan(game, 1, 500)
    assert made_by(lambda: run_playtest(plan)) == 0
    assert run_playtest(plan).fallback_reasons == ("played in Python: its rules are too long",)


def test_the_rules_of_before_are_not_played(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is gone, its machine code is there, and its files change while it is loaded again."""
    prepared()
    for file in (folder / "cache" / "cahier").glob(f"*{GAME_SUFFIX}"):
        file.unlink()
    load = interpreter.load
    tracks = folder / "market" / "tracks.yaml"

    def meanwhile(*asked: Any) -> Game:
        tracks.write_text(tracks.read_text().replace("start: 1", "start: 2"))
        return load(*asked)

    monkeypatch.setattr(interpreter, "load", meanwhile)
    assert made_by(prepared) == 1
    assert len(files(folder)) == 1


@pytest.mark.parametrize(
    "error",
    [RuntimeNotInstalledError("wasmtime is not installed"), NativeUnavailableError("wasmtime failed: no memory")],
)
def test_what_is_not_for_ever_is_not_kept(
    error: NativeUnavailableError, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("interpreter.language.backends.wasm.module.native_code", failing)
        with pytest.raises(type(error)):
            prepared()
    assert not files(folder)
    prepared()
    assert len(files(folder)) == 1


def test_a_pickled_game_has_none() -> None:
    game = game_of(MARKET)
    prepare_native(game)
    assert isinstance(game.program.native, NativeCode)
    data = pickle.dumps(game)
    assert game.program.native.machine_code not in data and b"NativeCode" not in data
    assert pickle.loads(data).program.native is None


@pytest.mark.parts
def test_a_worker_that_is_spawned_is_handed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(MARKET)
    prepare_native(game)
    recipe = Arm(game, 1, {}, NativeGames(game, 1)).recipe()
    loaded = pickle.loads(pickle.dumps(recipe)).load_arm().game
    assert loaded.program.native == game.program.native
    assert made_by(lambda: list(NativeGames(loaded, 1).play(0, 3))) == 0
    monkeypatch.setattr(executors, "FORK_IS_SAFE", False)
    alone, shared = [run_playtest(PlaytestPlan(game, seed=8, games=50, jobs=jobs, backend="native")) for jobs in (1, 2)]
    assert shared.tally == alone.tally and shared.native


def test_a_run_asks_for_one_memory() -> None:
    game = game_of(MARKET)
    assert (
        calls_of(
            machine.WasmMachine.__init__.__code__, lambda: run_playtest(PlaytestPlan(game, 1, 20, backend="native"))
        )
        == 1
    )
