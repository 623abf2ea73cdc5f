"""The question whether one version of a game differs from another."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import Problem, RulebookError, Where
from interpreter.lab.endings import OfOneGame
from interpreter.lab.pairs import AFTER, BEFORE
from interpreter.language.executable import Backend
from interpreter.matches.match import Game

MOST_GAMES = 200_000
"""So many are played on each side if nothing else is said: enough for a margin of 1."""
WITHIN = 1.0
"""The smallest difference that matters if nothing else is said, in points."""
POINTS = 100


def points_of(within: float) -> str:
    """A margin in words."""
    return f"{within:g} point{'s' * (within != 1)}"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two versions, and who plays which seat of it. `folder` is where its files lie, as it was typed, if it
    does not come with the project; `revision`: as they were at that one."""

    game: Game
    seated: dict[str, str]
    folder: str | None = None
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class Question(OfOneGame):
    """Does `after` differ from `before`? `within`: by how many points at least, to matter. At most so many `games` are
    played on each side; `once`: exactly so many, and one looks for the only time then. `rows`: how many such questions
    are asked together. The two sides play the runs of `seeds`, on `jobs` processes."""

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
        """Raises RulebookError if the games are not for the same seats and sides: nothing could be compared."""
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
        """Both versions."""
        return self.before, self.after

    @property
    def rules(self) -> Game:
        """See OfOneGame."""
        return self.before.game

    @property
    def is_of_one_game(self) -> bool:
        """Whether both sides play the very same games."""
        before, after = self.sides
        same = before.game.rulebook.digest == after.game.rulebook.digest and before.seated == after.seated
        return same and self.seeds[BEFORE] == self.seeds[AFTER]
