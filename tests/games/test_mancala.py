"""Mancala against a Kalah of a few lines: the same moves, points and ends, and the numbers of lines of play."""

from __future__ import annotations

import random
from dataclasses import dataclass

from interpreter.matches.match import Match
from tests.games.test_games import game_of

PITS = ("s1", "s2", "s3", "s4", "s5", "s6", "south_store", "n1", "n2", "n3", "n4", "n5", "n6", "north_store")


@dataclass(frozen=True)
class Kalah:
    """A position: seeds in the pits from South's first against the clock, and who sows."""

    seeds: tuple[int, ...] = (4,) * 6 + (0,) + (4,) * 6 + (0,)
    turn: int = 0

    @property
    def houses(self) -> list[int]:
        """The houses that can be sown from; none at the end."""
        if not any(self.seeds[:6]) or not any(self.seeds[7:13]):
            return []
        return [pit for pit in range(7 * self.turn, 7 * self.turn + 6) if self.seeds[pit]]

    def sow(self, pit: int) -> Kalah:
        seeds, own = list(self.seeds), 7 * self.turn
        inside, seeds[pit], last = seeds[pit], 0, pit
        while inside:
            last = (last + 1) % 14
            if last != (13, 6)[self.turn]:
                seeds[last] += 1
                inside -= 1
        if own <= last < own + 6 and seeds[last] == 1 and seeds[12 - last]:
            seeds[own + 6] += 1 + seeds[12 - last]
            seeds[last] = seeds[12 - last] = 0
        if not any(seeds[:6]) or not any(seeds[7:13]):
            for first in (0, 7):
                seeds[first + 6] += sum(seeds[first : first + 6])
                seeds[first : first + 6] = [0] * 6
        return Kalah(tuple(seeds), self.turn if last == own + 6 else 1 - self.turn)

    def lines(self, depth: int) -> int:
        return sum(self.sow(pit).lines(depth - 1) for pit in self.houses) if depth else 1


def seeds_of(match: Match) -> tuple[int, ...]:
    spaces = match.board(None).spaces
    return tuple(sum(piece.amount for share in spaces[pit].shares for piece in share.pieces) for pit in PITS)


def test_random_games_are_those_of_kalah() -> None:
    """A single house is sown from without a question."""
    chance = random.Random(5)
    for _ in range(15):
        match, kalah = game_of("mancala").start(1), Kalah()
        while kalah.houses:
            pit = chance.choice(kalah.houses)
            if len(kalah.houses) > 1:
                assert match.decision is not None and match.decision.seat == ("south", "north")[kalah.turn]
                assert [option.key for option in match.decision.options] == [PITS[each] for each in kalah.houses]
                match.choose(PITS[pit])
            kalah = kalah.sow(pit)
            if len(kalah.houses) != 1:
                assert seeds_of(match) == kalah.seeds
        south, north = kalah.seeds[6], kalah.seeds[13]
        outcome = match.outcome()
        assert outcome is not None
        assert outcome.winners == (["south"] * (south > north) + ["north"] * (north > south))


def lines_of(match: Match, depth: int) -> int:
    if not depth:
        return 1
    assert match.decision is not None
    total = 0
    for option in match.decision.options:
        after = match.copy()
        after.choose(option)
        total += lines_of(after, depth - 1)
    return total


def test_numbers_of_lines_of_play() -> None:
    """So early no player has one house only, and each sowing is a decision."""
    assert [Kalah().lines(depth) for depth in range(6)] == [1, 6, 35, 185, 942, 4690]
    assert [lines_of(game_of("mancala").start(1), depth) for depth in range(5)] == [1, 6, 35, 185, 942]
