"""Processes that think for the seats of a match: they go along with it, and leave nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest

from interpreter.matches.match import Match
from interpreter.players.lineup import make_player
from interpreter.players.playing import SeatedPlayer
from interpreter.players.search import pondering as module
from interpreter.players.search.growth import Budget
from interpreter.players.search.pondering import MatchSearch, PonderPool
from interpreter.players.search.search_player import SearchPlayer, most_common_replies
from interpreter.players.search.search_tree import Reply
from interpreter.support.background import can_fork
from interpreter.support.errors import Location, PlayError, Problem
from tests.loaded import game_of

BUDGET = Budget(seconds=0.02, trees=2)
PATIENCE = 60.0
"""Seconds in which what takes a moment is done on any machine."""


@pytest.fixture
def match() -> Match:
    return game_of("tests/games/line_of_four").start(1)


@pytest.fixture
def minds(match: Match, monkeypatch: pytest.MonkeyPatch) -> Iterator[PonderPool]:
    if not can_fork():
        pytest.skip("no process can be forked here")
    found = PonderPool(match)
    yield found
    found.close()
    assert not multiprocessing.active_children()


def children(minds: PonderPool) -> list[int]:
    return [pid for each in minds._workers if (pid := each._process.pid) is not None]


def decide(minds: PonderPool, match: Match, budget: Budget = BUDGET) -> SearchPlayer:
    """The seat that is asked decides; its player."""
    assert match.decision is not None
    player = minds.player(budget, replies=True)
    match.choose(SeatedPlayer(match.game, match.decision.seat, player, 1).answer(match))
    return player


def test_each_grows_a_tree_and_they_are_added_up(minds: PonderPool, match: Match) -> None:
    player = decide(minds, match, Budget(seconds=0.01, trees=3, min_playouts=300))
    assert len(children(minds)) == 3
    assert sum(thought.playouts for thought in player.action_stats) >= 300
    assert any(player.replies())


def test_they_go_along_with_the_match(minds: PonderPool, match: Match) -> None:
    """Also back, when they are begun anew."""
    decide(minds, match)
    first = children(minds)
    decide(minds, match)
    minds.ponder(match.game.seats, time.perf_counter() + 60)
    decide(minds, match)
    assert children(minds) == first
    taken = match.choices[-2]
    match.undo()
    match.undo()
    assert match.decision is not None
    match.choose(next(option for option in match.decision.options if option.key != taken))
    decide(minds, match)
    assert len(children(minds)) == 2 and not set(children(minds)) & set(first)


def stat(pid: int) -> list[str]:
    """Return the fields of `/proc/PID/stat`, from the state on."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()


def used(pid: int) -> int:
    """Processor time used by a process, in ticks."""
    return int(stat(pid)[11]) + int(stat(pid)[12])


def is_asleep(pid: int) -> bool:
    """True if a process waits for something other than a processor."""
    return stat(pid)[0] == "S"


@pytest.mark.parts
def test_they_think_ahead_for_a_while_only(minds: PonderPool, match: Match) -> None:
    """However much else the machine has to do: then they are given more time."""
    decide(minds, match)
    others = [match.decision.seat] if match.decision else []
    me = [seat for seat in match.game.seats if seat not in others]
    before, seconds = [used(pid) for pid in children(minds)], 0.2
    while any(used(pid) < ticks + 5 for pid, ticks in zip(children(minds), before, strict=True)):
        assert seconds < 60
        minds.ponder(me, time.perf_counter() + seconds)
        time.sleep(seconds)
        wait_until(lambda: all(map(is_asleep, children(minds))))
        seconds *= 2
    after = [used(pid) for pid in children(minds)]
    time.sleep(0.5)
    assert [used(pid) for pid in children(minds)] == after
    match.choose(0)
    decide(minds, match)


def test_where_nothing_can_be_thought_ahead_they_wait(
    minds: PonderPool, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(search: MatchSearch) -> None:
        raise PlayError(Problem(Location("here"), "no-deal", "no deal agrees"))

    monkeypatch.setattr(MatchSearch, "tree_to_ponder", none)
    decide(minds, match)
    first = children(minds)
    minds.ponder(match.game.seats, time.perf_counter() + 60)
    decide(minds, match)
    assert children(minds) == first


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parts
def test_one_that_is_gone_is_done_without(minds: PonderPool, match: Match) -> None:
    for number in (1, 2):
        decide(minds, match)
        for pid in children(minds)[:number]:
            os.kill(pid, signal.SIGKILL)
        player = decide(minds, match)
        assert sum(thought.playouts for thought in player.action_stats) > 0
    decide(minds, match)
    assert len(children(minds)) == 2


def test_they_end_when_the_other_end_does(minds: PonderPool, match: Match) -> None:
    decide(minds, match)
    for each in minds._workers:
        each.pipe.close()
    for each in minds._workers:
        each._process.join(PATIENCE)
        assert not each._process.is_alive()


def test_where_there_can_be_none_one_tree_is_grown_here(
    minds: PonderPool, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "can_fork", lambda: False)
    minds.ponder(match.game.seats, time.perf_counter() + 60)
    player = decide(minds, match, Budget(seconds=0.02, min_playouts=100))
    assert not children(minds) and sum(thought.playouts for thought in player.action_stats) > 0
    assert any(player.replies())


@pytest.mark.parts
def test_as_many_trees_as_processors(minds: PonderPool, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not too many; and one if one is named."""
    for processors, named, trees in ((3, 1, 1), (3, None, 3), (64, None, module.MAX_TREES)):
        monkeypatch.setattr(module, "cpu_count", lambda processors=processors: processors)
        decide(minds, match, Budget(seconds=0.01, trees=named))
        assert len(children(minds)) == trees


def test_trees_are_named_or_not() -> None:
    game = game_of("tests/games/line_of_four")
    for name, trees in (("search:1s", None), ("search:1sx1", 1), ("search:5x3", 3)):
        player = make_player(name, game, game.seats[0])
        assert isinstance(player, SearchPlayer) and player.budget.trees == trees


def test_replies_of_several_trees_are_added_up() -> None:
    one = [[Reply(0, 1, 7, 10, 20), Reply(0, 1, 8, 9, 20)], []]
    other = [[Reply(0, 1, 8, 30, 40), Reply(1, 2, 7, 10, 40)], []]
    assert most_common_replies([one, other]) == [Reply(0, 1, 8, 39, 60), None]
    assert most_common_replies([one]) == [Reply(0, 1, 7, 10, 20), None]
