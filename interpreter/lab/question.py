"""Settings of a comparison of two versions of a game."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import Problem, RulebookError, Where
from interpreter.lab.endings import OfOneGame
from interpreter.lab.pairs import AFTER, BEFORE
from interpreter.language.executable import Backend
from interpreter.matches.match import Game

MOST_GAMES = 200_000
"""Default maximum number of games on each arm: enough for a margin of 1 point."""
WITHIN = 1.0
"""Default margin: the smallest difference that matters, in percentage points."""
POINTS = 100


def points_of(within: float) -> str:
    """Return a margin in words."""
    return f"{within:g} point{'s' * (within != 1)}"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two versions, with its players.

    Attributes:
        game: The game.
        seated: Name of the player of each seat.
        folder: Folder of the game as typed, unless it comes with the project.
        revision: Git revision of its files, if it is not the working tree.
    """

    game: Game
    seated: dict[str, str]
    folder: str | None = None
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class Question(OfOneGame):
    """Settings of a comparison.

    Attributes:
        before: The version before the change.
        after: The version after the change.
        within: The margin: the smallest difference that matters, in percentage points.
        games: Maximum number of games on each arm.
        once: Play exactly `games` games and look only once.
        seeds: Seeds of the runs of the two arms.
        jobs: Number of processes.
        backend: Backend that plays the games.
        rows: Number of such comparisons whose intervals hold simultaneously.
    """

    before: Side
    after: Side
    within: float = WITHIN
    games: int = MOST_GAMES
    once: bool = False
    seeds: tuple[int, int] = (0, 0)
    jobs: int = 1
    backend: Backend = "auto"
    rows: int = 1

    def check(self) -> None:
        """Raise RulebookError if the games have different seats or sides and therefore can't be compared."""
        before, after = self.before.game, self.after.game
        for what, ours, theirs in (
            ("seats", before.seats, after.seats),
            ("sides", *(tuple(side.id for side in game.rulebook.sides) for game in (before, after))),
        ):
            if ours != theirs:
                message = f"the {what} differ: {', '.join(ours) or 'none'} before, {', '.join(theirs) or 'none'} after"
                raise RulebookError(Problem(Where(after.rulebook.folder), "other-seats", message))

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two versions."""
        return self.before, self.after

    @property
    def rules(self) -> Game:
        """The version before the change."""
        return self.before.game

    @property
    def is_of_one_game(self) -> bool:
        """True if both arms would play identical games."""
        before, after = self.sides
        same = before.game.rulebook.digest == after.game.rulebook.digest and before.seated == after.seated
        return same and self.seeds[BEFORE] == self.seeds[AFTER]
