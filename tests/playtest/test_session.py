"""Behaviour that all commands which play many games have in common."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.lab.compare.comparison import run_comparison
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.impact.impact import ImpactSpec, run_impact_study
from interpreter.playtest.run.arms import Arm, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import WorkersLostError
from interpreter.playtest.run.run_session import RunOutcome
from interpreter.playtest.run.runner import ENDLESS_GAMES, PlaytestPlan, run_playtest
from interpreter.playtest.run.stopping import InterruptedGame
from interpreter.playtest.store import result_store
from interpreter.playtest.store.result_store import Store, StoreWriteError
from interpreter.playtest.store.run_identity import terms_of
from interpreter.support.errors import Location, Problem
from tests.loaded import REPO, game_of

MARKET = game_of(REPO / "tests" / "cli" / "market")
OMITTING = MARKET.with_omissions()
THINGS = OMITTING.program.symbols.omissions
SEATED = dict.fromkeys(MARKET.seats, "random")


def playtested(path: Path) -> RunOutcome:
    with Store(str(path), [terms_of(MARKET, SEATED, 3)]) as store:
        return run_playtest(PlaytestPlan(MARKET, 3, 300, seated=SEATED, backend="python"), store=store)


def compared(path: Path) -> RunOutcome:
    sides, seeds = (ComparedVersion(MARKET, SEATED), ComparedVersion(MARKET, SEATED)), (3, 4)
    with Store(str(path), [terms_of(MARKET, SEATED, seed) for seed in seeds]) as store:
        return run_comparison(
            ComparisonSpec(*sides, games=300, is_single_look=True, seeds=seeds, backend="python"), store=store
        )


def weighed(path: Path) -> RunOutcome:
    assert THINGS is not None
    inquiry = ImpactSpec(
        OMITTING, tuple(THINGS.items[:2]), SEATED, margin_points=50, games=300, seed=3, backend="python"
    )
    with Store(str(path), [terms_of(OMITTING, SEATED, 3)]) as store:
        return run_impact_study(inquiry, store=store)


def test_what_was_played_when_the_store_was_lost_is_in_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_store, "WRITE_INTERVAL", 1000.0)  # on a slow machine it would notice earlier
    path = tmp_path / "x.store"
    with Store(str(path), [terms_of(MARKET, SEATED, 3)]) as store:
        found = run_playtest(
            PlaytestPlan(MARKET, 3, 300, seated=SEATED, backend="python"), lambda _: path.unlink(True), store=store
        )
    assert found.tally.games == 300 and isinstance(found.broken, StoreWriteError)
    assert found.broken.message.endswith("300 games that were played are not kept")


@dataclass
class LastSpanOnly:
    """A crew that plays the last of its spans, and is lost then."""

    arms: Sequence[Arm] = ()
    lost: int = 1
    interrupted: tuple[InterruptedGame, ...] = ()

    def executor(
        self, arms: Sequence[Arm], is_stopped: Callable[[], bool], on_wait: Callable[[], None]
    ) -> LastSpanOnly:
        return LastSpanOnly(arms)

    def play(self, spans: Iterable[GameSpan], wanted: ChunkOutputs) -> Iterator[Chunk]:
        *_, last = spans
        yield self.arms[last.arm].chunk_player().play(last.first, last.count, wanted, last.arm)
        raise WorkersLostError(Problem(Location("playtest"), "workers-lost", "all workers are lost"))


def test_later_games_are_in_the_result_if_workers_are_lost_with_the_first_ones() -> None:
    found = run_playtest(PlaytestPlan(MARKET, 3, 20, seated=SEATED, backend="python"), remote=LastSpanOnly())
    assert isinstance(found.broken, WorkersLostError) and found.tally.games == 20 - ENDLESS_GAMES


@pytest.mark.parametrize("played", [playtested, compared, weighed])
def test_what_a_store_holds_took_its_time_too(tmp_path: Path, played: Callable[[Path], RunOutcome]) -> None:
    """So that games and seconds are those of the same games."""
    path = tmp_path / "x.store"
    played(path)
    with contextlib.closing(sqlite3.connect(path)) as file:
        (earlier,) = file.execute("SELECT total(seconds) FROM chunks").fetchone()
    assert earlier > 0 and played(path).seconds >= earlier
