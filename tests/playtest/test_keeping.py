"""Of several arms whose next games depend on what came before, only what a store does not hold is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.lab.compare.comparison import ComparisonResult, run_comparison
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.playtest.run.arms import Arm, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.store.result_store import CachingExecutor, Store
from interpreter.playtest.store.run_identity import terms_of
from interpreter.support.errors import SaveError
from tests.loaded import REPO, game_of

MARKET = game_of(REPO / "tests" / "cli" / "market")
ARMS = (Arm(MARKET, 3), Arm(MARKET, 4))
TERMS = [terms_of(arm.game, arm.seated, arm.seed) for arm in ARMS]
ENDINGS = ChunkOutputs(endings=True)


class Few:
    """A crew that plays at most so many chunks, of at most seven games, and says which games it has played."""

    lost = 0
    interrupted = ()

    def __init__(self, most: int) -> None:
        self.played: Counter[tuple[int, int]] = Counter()
        self._most = most

    def play(self, spans: Iterable[GameSpan], wanted: ChunkOutputs) -> Iterator[Chunk]:
        for span in spans:
            for first in range(span.first, span.first + span.count, 7):
                if not self._most:
                    return
                self._most -= 1
                count = min(7, span.first + span.count - first)
                self.played.update((span.arm, game) for game in range(first, first + count))
                yield ARMS[span.arm].chunk_player().play(first, count, wanted, span.arm)


def until_enough(came: Counter[int]) -> Iterator[GameSpan]:
    """Spans of both arms, until so many games have come; a crew asks for some in advance."""
    for first in range(0, 10_000, 20):
        if came[1] >= 100:
            return
        yield from (GameSpan(arm, first, 20) for arm in (0, 1))


def carried_out(path: Path, crew: Few, wanted: ChunkOutputs = ENDINGS) -> Counter[int]:
    came: Counter[int] = Counter()
    with Store(str(path), TERMS) as store:
        for chunk in CachingExecutor(crew, store).play(until_enough(came), wanted):
            came[chunk.arm] += chunk.count
            assert chunk == replace(ARMS[chunk.arm].chunk_player().play(chunk.first, chunk.count, wanted, chunk.arm),
                                    seconds=chunk.seconds, is_stored=chunk.is_stored)  # fmt: skip
    return came


@pytest.mark.parts
@pytest.mark.parametrize("stop_after", [1, 2, 5, 9, 20])
def test_nothing_is_played_twice_however_often_it_is_stopped(tmp_path: Path, stop_after: int) -> None:
    path, played = tmp_path / "x.store", Counter[tuple[int, int]]()
    for _ in range(100):
        crew = Few(stop_after)
        came = carried_out(path, crew)
        played += crew.played
        if came[1] >= 100:
            break
    assert came == {0: 100, 1: 100} and set(played.values()) == {1} and len(played) == 200
    again = Few(0)
    assert carried_out(path, again) == came and not again.played


def test_how_games_ended_has_to_be_there_if_it_is_asked_for(tmp_path: Path) -> None:
    carried_out(tmp_path / "x.store", Few(4), ChunkOutputs())
    with pytest.raises(SaveError, match="does not say how each of its games ended"):
        carried_out(tmp_path / "x.store", Few(4))


def told(answer: ComparisonResult) -> object:
    known = answer.evidence
    return answer.verdict, known.games, known.pairs, known.first, known.tallies


@pytest.mark.parts
def test_a_comparison_goes_on(tmp_path: Path) -> None:
    question = ComparisonSpec(
        ComparedVersion(MARKET, {}), ComparedVersion(MARKET, {"p1": "search:2"}), games=60, jobs=2
    )
    terms = [
        terms_of(side.game, side.seated, seed) for side, seed in zip(question.versions, question.seeds, strict=True)
    ]
    expected = run_comparison(question)
    for games in (25, 60, 60):
        with Store(str(tmp_path / "x.store"), terms) as store:
            before = sum(chunk.count for arm in (0, 1) for chunk in store.stored_chunks(GameSpan(arm, 0, 1000)))
            found = run_comparison(replace(question, games=games), store=store)
    assert told(found) == told(expected) and before >= 2 * expected.evidence.games
