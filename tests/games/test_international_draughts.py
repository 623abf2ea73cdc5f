"""International draughts, against the numbers of lines of play that other programs count (perft).

The longest capture has to be chosen; captures that take the same pieces on different ways to the same square are one
move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.engine.events import Event
from interpreter.matches.match import Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from tests.games.test_games import game_of
from tests.native.comparing import differences

LINES = {
    "W:W" + ",".join(map(str, range(31, 51))) + ":B" + ",".join(map(str, range(1, 21))): (9, 81, 658, 4_265),
    "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24": (14, 55, 1_168),
    "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26": (6, 12, 30, 73, 215, 590, 1_944),
}
"""The start, kings that fly, and the position of Woldouby; the numbers of lines at depths 1, 2, 3 …"""
DEPTHS = [(fen, depth, lines) for fen, counts in LINES.items() for depth, lines in enumerate(counts, 1)]
QUICK = 120
SEATS = {"W": "white", "B": "black"}


def square(number: int) -> str:
    """The square with a number from 1, top left, to 50."""
    row, place = divmod(number - 1, 5)
    return f"{'abcdefghij'[2 * place + 1 - row % 2]}{10 - row}"


def position(fen: str) -> Match:
    turn, *sides = fen.split(":")
    places: dict[str, dict[str, dict[str, int]]] = {kind: {"white": {}, "black": {}} for kind in ("man", "king")}
    for side in sides:
        for each in side[1:].split(","):
            kind = "king" if each.startswith("K") else "man"
            places[kind][SEATS[side[0]]][square(int(each.lstrip("K")))] = 1
    for by_seat in places.values():
        for there in by_seat.values():
            there["tray"] = 20 - len(there)
    given: dict[str, Any] = {"pieces": places, "turn": SEATS[turn], "begin": f"play on from {SEATS[turn]}"}
    return game_of("international_draughts").stage(given)


def after_a_move(match: Match) -> list[Match]:
    """The matches after each move; those made without asking belong to the one before them."""
    found: dict[tuple[frozenset[str], ...], Match] = {}
    waiting = [match]
    while waiting:
        reached = waiting.pop()
        if reached.decision is None or reached.state.turns > match.state.turns:
            found[tuple(moved_by_turn(reached.events(match.log_length)))] = reached
            continue
        for option in reached.decision.options:
            waiting.append(reached.copy())
            waiting[-1].choose(option)
    return list(found.values())


def moved_by_turn(events: list[Event]) -> Iterator[frozenset[str]]:
    """Yield what was moved and taken in each turn."""
    turns: list[list[str]] = [[]]
    for event in events:
        if event.what == "turn":
            turns.append([])
        elif event.what == "pieces":
            turns[-1].append(str(event))
    yield from map(frozenset, turns)


def lines_of(match: Match, moves: int) -> int:
    if match.state.turns > moves:
        return 1
    return 0 if match.decision is None else sum(lines_of(after, moves) for after in after_a_move(match))


@pytest.mark.parametrize(
    ("fen", "depth", "lines"),
    [pytest.param(*each, marks=[pytest.mark.parts] if each[2] > QUICK else []) for each in DEPTHS],
)
def test_the_lines_of_play_from_a_position(fen: str, depth: int, lines: int) -> None:
    assert lines_of(position(fen), depth) == lines


@pytest.mark.parts
def test_whole_games_are_alike() -> None:
    assert differences(game_of("international_draughts"), 2, 3) == ([], 0)


def test_scenarios() -> None:
    game = game_of("international_draughts")
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert [(verdict.scenario.name, verdict.mistakes) for verdict in verdicts if not verdict.has_passed] == []
    assert len(verdicts) == 3
