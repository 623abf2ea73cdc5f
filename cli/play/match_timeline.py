"""The positions of a match in order: its turns, who chose, and from which seats it may be seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cli.libraries import find_best_matches

if TYPE_CHECKING:
    from interpreter.matches import Match
    from interpreter.presentation import Board


class MatchTimeline:
    """The positions of a match from its beginning to the present, by the number of choices made before them.

    Attributes:
        viewers: Seats from which they may be seen; None is what all can see.
        turns: The turn in which each choice was made, and the last turn.
        deciders: The seat that made each choice.
    """

    def __init__(self, match: Match, viewers: Sequence[str | None]) -> None:
        self.viewers = viewers
        self.turns = [*(state.turns for state in match.past), match.state.turns]
        self.deciders = [match.game.seats[state.seat] for state in match.past]

    @property
    def last(self) -> int:
        """Number of all choices."""
        return len(self.deciders)

    def find_next_turn(self, made: int) -> int:
        """Return the first position of the turn after a position, or the last position."""
        now = self.turns[made]
        return next((at for at in range(made, self.last) if self.turns[at] > now), self.last)

    def find_previous_turn(self, made: int) -> int:
        """Return the first position of a position's turn, or of the turn before if it is the first one."""
        return self.turns.index(self.turns[max(0, made - 1)])

    def find_turn(self, made: int, wanted: str, words_back: Collection[str]) -> int | None:
        """Return the first position of a turn that is typed: its number, one of the words for back, or the next one.

        It is None if there is no such turn.
        """
        if not wanted:
            return self.find_next_turn(made)
        if wanted in words_back:
            return self.find_previous_turn(made)
        turn = int(wanted) if wanted.isdecimal() else -1
        return self.turns.index(turn) if turn in self.turns else None

    def find_decision(self, made: int, viewer: str | None, step: int) -> int:
        """Return the next position (step 1) or the one before (-1) in which the viewer chooses, else the first or last.

        For None it is the next one in which anybody chooses.
        """
        following = range(made + 1, self.last) if step > 0 else range(made - 1, -1, -1)
        own = (at for at in following if viewer is None or self.deciders[at] == viewer)
        return next(own, self.last if step > 0 else 0)

    def find_seats(self, wanted: str, board: Board) -> list[str]:
        """Return the seats among the viewers that a typed text may mean, by id, title or mark."""
        seats = [seat for seat in board.seats if seat.id in self.viewers]
        return find_best_matches(wanted, {seat.id: {seat.id, seat.title, seat.mark} for seat in seats})

    def find_last_turn(self, seat: str) -> int | None:
        """Return the number of choices before a seat's first choice of its last turn; None if it made none."""
        own = [at for at, decider in enumerate(self.deciders) if decider == seat]
        return next((at for at in own if self.turns[at] == self.turns[own[-1]]), None) if own else None
