"""Positions that are solved, and in which there is something to lose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from random import Random

from interpreter.matches.match import Match
from interpreter.players.playing import SeatedPlayer
from tests.loaded import game_of
from tests.solving.boards import SIDE, Hex, cell_index, cell_name, stones_after, tic_tac_toe
from tests.solving.engine import Solver, TooManyPositionsError
from tests.solving.worths import Worths, lost_moves

TIC_TAC_TOE, HEX, REVOLUTION = "tests/games/tic_tac_toe", "tests/games/hex", "revolution"
HEX_SIZE, STONES = 4, range(2, 11)
"""Of more than ten stones there is little left to lose."""
TURNS, LAST = 22, (3, 4, 5)
"""Turns of a game of Revolution, and how many of them are left."""
MOST_TRIED = 10_000


@dataclass(frozen=True, slots=True)
class Solved:
    match: Match
    worths: Worths

    def lost(self) -> list[str]:
        """The moves that give something away."""
        return lost_moves(self.worths)

    def chosen(self, player: str, seed: int) -> str:
        """Return the player's choice in this position."""
        decision = self.match.decision
        assert decision is not None
        return decision.options[SeatedPlayer(self.match.game, decision.seat, player, seed).answer(self.match)].key


@cache
def hex_board() -> Hex:
    return Hex(HEX_SIZE)


def of_tic_tac_toe() -> Iterator[Solved]:
    """All of them, one of each that can be turned or mirrored into each other."""
    layer: list[list[str]] = [[]]
    seen: set[tuple[int, int]] = set()
    while layer:
        following = []
        for moves in layer:
            match = after_moves(TIC_TAC_TOE, moves)
            alike = min(stones_after(turned, SIDE) for turned in symmetries(moves))
            if match.decision is not None and alike not in seen:
                seen.add(alike)
                following += [[*moves, option.key] for option in match.decision.options]
                yield from something_to_lose(match, tic_tac_toe(moves))
        layer = following


def of_hex() -> Iterator[Solved]:
    """The empty board, the answers to each opening, then positions after moves at random without end."""
    empty = after_moves(HEX, [])
    assert empty.decision is not None
    answers = (after_moves(HEX, [option.key]) for option in empty.decision.options)
    later = (after_chance(HEX, Random(seed).choice(STONES), seed) for seed in count())
    seen: set[tuple[int, int]] = set()
    for match in chain([empty], answers, later):
        stones = stones_after(match.choices, HEX_SIZE)
        if match.decision is not None and stones not in seen:
            seen.add(stones)
            yield from something_to_lose(match, hex_board().worths(match.choices))


def of_revolution() -> Iterator[Solved]:
    """The last turns of games at random, without end, as far as there is not too much to try."""
    for seed in count():
        solver, random = Solver(MOST_TRIED), Random(seed)
        begin = TURNS - random.choice(LAST)
        match = game_of(REVOLUTION).start(seed)
        while match.decision is not None:
            if match.state.turns > begin:
                try:
                    yield from something_to_lose(match.copy(), solver.worths(match))
                except TooManyPositionsError:
                    break
            match.choose(random.randrange(len(match.decision.options)))


def something_to_lose(match: Match, worths: Worths) -> Iterator[Solved]:
    """The position, if not all moves in it are worth the same."""
    solved = Solved(match, worths)
    if solved.lost():
        yield solved


def after_moves(name: str, moves: Sequence[str]) -> Match:
    match = game_of(name).start()
    for move in moves:
        match.choose(move)
    return match


def after_chance(name: str, decisions: int, seed: int) -> Match:
    """A match in which so many decisions were taken at random, or fewer if it is over."""
    match, random = game_of(name).start(seed), Random(seed)
    while match.decision is not None and match.decisions < decisions:
        match.choose(random.randrange(len(match.decision.options)))
    return match


def symmetries(moves: Sequence[str]) -> Iterator[list[str]]:
    """The same moves on a board that is turned or mirrored."""
    places = [divmod(cell_index(move, SIDE), SIDE) for move in moves]
    for _ in range(4):
        places = [(column, SIDE - 1 - row) for row, column in places]
        for seen in (places, [(column, row) for row, column in places]):
            yield [cell_name(row * SIDE + column, SIDE) for row, column in seen]
