"""Behaviour that all commands which play many games have in common."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.errors import Problem, Where
from interpreter.lab.compare import compare
from interpreter.lab.impact import Inquiry, impact
from interpreter.lab.question import Question, Side
from interpreter.playtest.arms import Arm, Span
from interpreter.playtest.chunks import Chunk, Wanted
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.runner import ENDLESS_GAMES, Plan, run
from interpreter.playtest.session import Came
from interpreter.playtest.store import NotKept, Store
from interpreter.playtest.terms import terms_of
from interpreter.playtest.workers import WorkersLost
from tests.loaded import REPO, game_of

MARKET = game_of(REPO / "tests" / "cli" / "market")
OMITTING = MARKET.omitting()
THINGS = OMITTING.program.symbols.omissions
SEATED = dict.fromkeys(MARKET.seats, "random")


def playtested(path: Path) -> Came:
    with Store(str(path), [terms_of(MARKET, SEATED, 3)]) as store:
        return run(Plan(MARKET, 3, 300, seated=SEATED, backend="python"), store=store)


def compared(path: Path) -> Came:
    sides, seeds = (Side(MARKET, SEATED), Side(MARKET, SEATED)), (3, 4)
    with Store(str(path), [terms_of(MARKET, SEATED, seed) for seed in seeds]) as store:
        return compare(Question(*sides, games=300, once=True, seeds=seeds, backend="python"), store=store)


def weighed(path: Path) -> Came:
    assert THINGS is not None
    inquiry = Inquiry(OMITTING, tuple(THINGS.all[:2]), SEATED, within=50, games=300, seed=3, backend="python")
    with Store(str(path), [terms_of(OMITTING, SEATED, 3)]) as store:
        return impact(inquiry, store=store)


def test_what_was_played_when_the_store_was_lost_is_in_the_result(tmp_path: Path) -> None:
    path = tmp_path / "x.store"
    with Store(str(path), [terms_of(MARKET, SEATED, 3)]) as store:
        found = run(Plan(MARKET, 3, 300, seated=SEATED, backend="python"), lambda _: path.unlink(True), store=store)
    assert found.tally.games == 300 and isinstance(found.broken, NotKept)
    assert found.broken.message.endswith("300 games that were played are not kept")


@dataclass
class LastSpanOnly:
    """A crew that plays the last of its spans, and is lost then."""

    arms: Sequence[Arm] = ()
    lost: int = 1
    interrupted: tuple[InterruptedGame, ...] = ()

    def crew(self, arms: Sequence[Arm], stopped: Callable[[], bool], waiting: Callable[[], None]) -> LastSpanOnly:
        return LastSpanOnly(arms)

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        *_, last = spans
        yield self.arms[last.arm].player().play(last.first, last.count, wanted, last.arm)
        raise WorkersLost(Problem(Where("playtest"), "workers-lost", "all workers are lost"))


def test_later_games_are_in_the_result_if_workers_are_lost_with_the_first_ones() -> None:
    found = run(Plan(MARKET, 3, 20, seated=SEATED, backend="python"), elsewhere=LastSpanOnly())
    assert isinstance(found.broken, WorkersLost) and found.tally.games == 20 - ENDLESS_GAMES


@pytest.mark.parametrize("played", [playtested, compared, weighed])
def test_what_a_store_holds_took_its_time_too(tmp_path: Path, played: Callable[[Path], Came]) -> None:
    """So that games and seconds are those of the same games."""
    path = tmp_path / "x.store"
    played(path)
    with contextlib.closing(sqlite3.connect(path)) as file:
        (earlier,) = file.execute("SELECT total(seconds) FROM chunks").fetchone()
    assert earlier > 0 and played(path).seconds >= earlier
