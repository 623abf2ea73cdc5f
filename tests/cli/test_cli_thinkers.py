"""Searches with a budget of time at a real terminal.

They use several cores and think ahead while a person decides; none of that is visible, and no process is left behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest

from cli.play.play import PlaySettings, play_game
from cli.play.thinking import TimedSearches
from cli.text.output import ERASE_LINE
from interpreter.players import SearchPlayer
from interpreter.support.background import can_fork
from interpreter.support.errors import Location, PlayError, Problem
from tests.cli.command import PATIENCE, REPO
from tests.cli.terminal import Terminal
from tests.cli.test_cli_play_terminal import CLEARED, the_save
from tests.forks import Forks
from tests.loaded import game_of

FOUR = str(REPO / "tests" / "games" / "line_of_four")
YELLOW = "Yellow> "
SEARCH = "red=search:0.1sx2"

Start = Callable[..., Terminal]

pytestmark = [pytest.mark.parts, pytest.mark.skipif(not can_fork(), reason="no process can be forked here")]


@pytest.fixture
def terminal(folder: Path, forks: Forks) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*words: str) -> Terminal:
        started.append(Terminal(forks, "play", FOUR, *words))
        started[-1].wait_for(YELLOW)
        return started[-1]

    yield start
    for one in started:
        one.close()


def children(play: Terminal) -> list[int]:
    """The processes that the command has begun and that are still there."""
    assert play._command is not None
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, IndexError):
            continue
        if entry.name.isdigit() and int(words[1]) == play._command.pid and words[0] != "Z":
            found.append(int(entry.name))
    return found


def used(pids: Iterable[int]) -> dict[int, int]:
    """Return the processor time used by each process that still exists, in ticks."""
    found = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found[pid] = int(words[11]) + int(words[12])
    return found


def used_since(begun: dict[int, int]) -> int:
    """Return the processor time used since `begun`, in ticks."""
    return sum(ticks - begun[pid] for pid, ticks in used(begun).items())


def is_idle(pids: list[int]) -> bool:
    """True if the processes do nothing for half a second."""
    begun = used(pids)
    time.sleep(0.5)
    return used_since(begun) == 0


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def after_a_move(terminal: Start) -> tuple[Terminal, list[int]]:
    """Yellow is asked for the second time, and those who think for Red are there."""
    play = terminal("--seat", SEARCH)
    play.ask("1", YELLOW)
    wait_until(lambda: len(children(play)) >= 2)  # there may be one that makes machine code, too
    return play, children(play)


def are_gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_others_think_while_a_person_does(terminal: Start, folder: Path) -> None:
    """For a while, without a word; then the game goes on as ever."""
    play, thinking = after_a_move(terminal)
    begun, said = used(thinking), play.said
    wait_until(lambda: used_since(begun) > 5)
    assert play.said == said
    wait_until(lambda: is_idle(thinking))
    assert play.said == said
    play.ask("1", YELLOW)
    assert len(the_save(folder)["choices"]) == 4  # type: ignore[arg-type]
    assert "undo" in play.ask("help", YELLOW)
    play.ask("undo", YELLOW)
    play.ask("2", YELLOW)
    play.type("quit\n")
    assert play.finish() == 0 and are_gone(thinking)
    assert CLEARED not in play.said


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(each, marks=pytest.mark.parts) for each in (signal.SIGINT, signal.SIGHUP))],
)
def test_a_signal_ends_them_too(terminal: Start, folder: Path, number: int) -> None:
    play, thinking = after_a_move(terminal)
    assert play.interrupt(number) == 128 + number
    wait_until(lambda: are_gone(thinking))
    assert len(the_save(folder)["choices"]) == 2  # type: ignore[arg-type]


def test_the_end_of_input_ends_them_too(terminal: Start) -> None:
    play, thinking = after_a_move(terminal)
    play.type("\x04")
    assert play.finish() == 0
    wait_until(lambda: are_gone(thinking))


def test_they_do_not_outlive_a_command_that_is_killed(terminal: Start) -> None:
    play, thinking = after_a_move(terminal)
    assert play._command is not None
    os.kill(play._command.pid, signal.SIGKILL)
    wait_until(lambda: are_gone(thinking))


def test_one_that_is_killed_is_not_missed(terminal: Start) -> None:
    play, thinking = after_a_move(terminal)
    for pid in thinking:
        os.kill(pid, signal.SIGKILL)
    play.ask("1", YELLOW)
    play.ask("1", YELLOW)
    assert not set(children(play)) & set(thinking)
    play.type("quit\n")
    assert play.finish() == 0


def test_a_hint_of_several_trees_says_what_comes_next(terminal: Start) -> None:
    play = terminal("--seat", "red=random")
    hint = play.ask("hint", YELLOW)
    assert "playouts" in hint and "then most often Red" in hint, hint
    assert f"{ERASE_LINE}A search plays on" in hint, "the progress line stays in front of the hint"


def test_numbers_of_playouts_are_left_alone() -> None:
    """Whoever plays by them does the same however long somebody thinks."""
    match = game_of("tests/games/line_of_four").start(1)
    yellow, red = match.game.seats
    for player, ahead, thinks in (
        ("search:50", True, False),
        ("steady", True, False),
        ("search:1s", True, True),
        ("search:1s", False, False),
    ):
        thinkers = TimedSearches(match, {yellow: "human", red: player}, has_hints=False, can_ponder=ahead)
        assert (thinkers.compute_ponder_deadline() > time.perf_counter() + 1) == thinks
        assert isinstance(thinkers.player(red, player), str) != (player == "search:1s")
        thinkers.close()


def test_the_clock_of_a_match_goes_on_from_decision_to_decision() -> None:
    match = game_of("tests/games/line_of_four").start(1)
    yellow, red = match.game.seats
    thinkers = TimedSearches(match, {yellow: "human", red: "search:9s/game"}, has_hints=False, can_ponder=False)
    clocks = [cast(SearchPlayer, thinkers.player(red, "search:9s/game")).clock for _ in range(2)]
    assert clocks[0] is clocks[1] and clocks[0] is not None and clocks[0].seconds == 9
    thinkers.close()


@pytest.mark.parametrize(("seed", "ahead"), [(None, True), (3, False)])
def test_with_a_seed_nobody_thinks_ahead(seed: int | None, ahead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def session(*given: object, can_ponder: bool) -> None:
        asked.append(can_ponder)
        raise PlayError(Problem(Location("play"), "noted", "that will do"))

    monkeypatch.setattr("cli.play.play.PlaySession", session)
    with pytest.raises(PlayError, match="that will do"):
        play_game(FOUR, PlaySettings((), None, (), seed, None, False, "en", False))
    assert asked == [ahead]
