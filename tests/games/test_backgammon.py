"""Backgammon: where each roll can lead, compared with a generator that tries all orders of moves.

Its positions count the checkers of the side that moves: 0 is the bar, 1 to 24 are points, 25 is off.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

from interpreter.matches.match import Match
from tests.games.test_games import game_of

OFF, HOME = 25, 19
OPENING = ({1: 2, 12: 5, 17: 3, 19: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
Side = tuple[int, ...]
Position = tuple[Side, Side]


def side(checkers: dict[int, int]) -> Side:
    return tuple(checkers.get(point, 0) for point in range(OFF + 1))


def moves(position: Position, n: int) -> set[Position]:
    """Positions after one checker has gone `n`; each side counts from its own bar."""
    mine, theirs = position
    found = set()
    for start in range(OFF):
        goal = min(start + n, OFF)
        if not mine[start] or (start and mine[0]):
            continue
        if goal < OFF and theirs[OFF - goal] > 1:
            continue
        behind = min(point for point in range(OFF + 1) if mine[point])
        if goal == OFF and (behind < HOME or (start + n > OFF and behind < start)):
            continue
        own, other = list(mine), list(theirs)
        own[start] -= 1
        own[goal] += 1
        if goal < OFF and other[OFF - goal]:
            other[OFF - goal] -= 1
            other[0] += 1
        found.add((tuple(own), tuple(other)))
    return found


def plays(position: Position, one: int, other: int) -> set[Position]:
    """Positions after a roll: as many dice as possible are used, and of only one, the higher."""

    @cache
    def longest(at: Position, left: tuple[int, ...]) -> tuple[int, frozenset[Position]]:
        best, found = 0, frozenset([at])
        for number, n in enumerate(left):
            for after in moves(at, n):
                used, ends = longest(after, left[:number] + left[number + 1 :])
                if used + 1 > best:
                    best, found = used + 1, ends
                elif used + 1 == best:
                    found |= ends
        return best, found

    dice = (one,) * 4 if one == other else (one, other)
    used, found = longest(position, dice)
    if used == 1 and one != other:
        found = frozenset(moves(position, max(one, other)) or moves(position, min(one, other)))
    return set(found)


def given(position: Position, one: int, other: int) -> Match:
    """White to play a roll in a position."""
    game = game_of("backgammon")
    pieces = {
        seat: {game.rulebook.map.spaces[at].id: count for at, count in enumerate(order)}
        for seat, order in zip(game.seats, (position[0], position[1][::-1]), strict=True)
    }
    shows = {"die_1": one, "die_2": other}
    begin = {"turn": "white", "begin": "play the roll", "pieces": {"checker": pieces}, "variables": {"shows": shows}}
    return game.stage(begin)


def reached(match: Match) -> set[Position]:
    """Positions to which all choices of White lead."""
    if match.decision is not None:
        return set().union(*(reached(after(match, option.key)) for option in match.decision.options))
    return {position_of(match)}


def position_of(match: Match) -> Position:
    """The checkers of White, then those of Black, each counted from its own bar."""
    held = {seat: [0] * (OFF + 1) for seat in match.game.seats}
    spaces = {space.id: at for at, space in enumerate(match.game.rulebook.map.spaces)}
    for seat, places in match.view("white")["pieces"]["checker"].items():
        for place, count in places.items():
            held[seat][spaces[place]] = count
    return tuple(held["white"]), tuple(held["black"][::-1])


def after(match: Match, key: str) -> Match:
    other = match.copy()
    other.choose(key)
    return other


POSITIONS = {
    "opening": (side(OPENING[0]), side(OPENING[1])),
    "on the bar": (side({0: 1, 6: 2, 12: 4, 17: 3, 19: 5}), side({1: 2, 7: 1, 20: 2, 21: 2, 23: 8})),
    "two on the bar": (side({0: 2, 12: 5, 17: 3, 19: 5}), side({20: 2, 21: 2, 22: 2, 23: 2, 24: 2, 1: 5})),
    "blots": (side({1: 1, 2: 1, 3: 1, 19: 12}), side({18: 1, 20: 1, 21: 1, 1: 12})),
    "bearing off": (side({20: 3, 22: 4, 24: 3, OFF: 5}), side({4: 15})),
    "one to come home": (side({16: 1, 19: 2, 23: 3, OFF: 9}), side({1: 13, 7: 2})),
    "one way only": (side({12: 1, OFF: 14}), side({1: 11, 12: 2, 6: 2})),
    "one just outside": (side({18: 1, 22: 2, OFF: 12}), side({1: 15})),
}
"""Positions by name; of those with a blocked way, some rolls let only one die be used."""


OPENING_PLAYS = {(2, 1): 15, (3, 1): 16, (4, 1): 14, (6, 1): 10, (6, 5): 7, (3, 3): 73, (5, 5): 4}


@pytest.mark.parametrize("roll", OPENING_PLAYS)
def test_opening_rolls(roll: tuple[int, int]) -> None:
    assert len(reached(given(POSITIONS["opening"], *roll))) == OPENING_PLAYS[roll]


def test_the_start() -> None:
    assert position_of(game_of("backgammon").start(1)) == POSITIONS["opening"]


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("on the bar", 6, 2),
        ("on the bar", 5, 3),
        ("blots", 2, 1),
        ("bearing off", 6, 4),
        ("one to come home", 6, 5),
        ("one way only", 6, 1),
        ("one just outside", 3, 1),
    ],
)
def test_a_roll(name: str, one: int, other: int) -> None:
    assert reached(given(POSITIONS[name], one, other)) == plays(POSITIONS[name], one, other)


@pytest.mark.parts
@pytest.mark.parametrize("name", POSITIONS)
def test_every_roll(name: str) -> None:
    for one, other in combinations_with_replacement(range(1, 7), 2):
        assert reached(given(POSITIONS[name], one, other)) == plays(POSITIONS[name], one, other), (one, other)


def test_the_higher_die_if_only_one_can_be_used() -> None:
    """A single checker on 12 can go 6 or 4, but not on from there."""
    position = side({12: 1, OFF: 14}), side({3: 2, 5: 11, 20: 2})
    match = given(position, 6, 2)
    assert reached(match) == plays(position, 6, 2)


def test_bearing_off_the_last_checker_wins() -> None:
    match = given((side({23: 1, OFF: 14}), side({1: 15})), 5, 1)
    while match.decision is not None:
        match.choose(0)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == ["white"]
