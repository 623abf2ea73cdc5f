"""Settings of a comparison of two versions of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from interpreter.lab.compare.aims import ChangeAim
from interpreter.lab.compare.pairing import AFTER, BEFORE
from interpreter.lab.stats.payoffs import StudySpec
from interpreter.matches.match import Game
from interpreter.players.lineup import has_only_quick_players
from interpreter.support.errors import Location, Problem, RulebookError

MOST_GAMES = 200_000
"""Default maximum number of games on each arm: enough for a margin of 1 point."""
DEFAULT_MARGIN = 1.0
"""Default margin: the smallest difference that matters, in percentage points."""
POINTS = 100
"""Percentage points in a share of 1."""


@dataclass(frozen=True, slots=True)
class ComparedVersion:
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
class ComparisonSpec(StudySpec):
    """Settings of a comparison.

    Attributes:
        before: The version before the change.
        after: The version after the change.
        margin_points: The margin: the smallest difference that matters, in percentage points.
        games: Maximum number of games on each arm.
        is_single_look: Play exactly `games` games and look only once.
        seeds: Seeds of the runs of the two arms.
        family_size: Number of such comparisons whose intervals hold simultaneously.
        aims: Where figures should be; equal shares of all sides if none are given.
        until: Play until the verdict falls, or until the size of the difference is known as well.
    """

    before: ComparedVersion
    after: ComparedVersion
    margin_points: float = DEFAULT_MARGIN
    games: int = MOST_GAMES
    is_single_look: bool = False
    seeds: tuple[int, int] = (0, 0)
    family_size: int = 1
    aims: tuple[ChangeAim, ...] = ()
    until: Literal["verdict", "size"] = "size"

    def check(self) -> None:
        """Raise RulebookError if the games have different seats or sides and therefore can't be compared."""
        before, after = self.before.game, self.after.game
        for what, ours, theirs in (
            ("seats", before.seats, after.seats),
            ("sides", *(tuple(side.id for side in game.rulebook.sides) for game in (before, after))),
        ):
            if ours != theirs:
                message = f"the {what} differ: {', '.join(ours) or 'none'} before, {', '.join(theirs) or 'none'} after"
                raise RulebookError(Problem(Location(after.rulebook.folder), "other-seats", message))

    @property
    def versions(self) -> tuple[ComparedVersion, ComparedVersion]:
        """The two versions."""
        return self.before, self.after

    @property
    def reference_game(self) -> Game:
        """The version before the change."""
        return self.before.game

    @property
    def is_quick(self) -> bool:
        """True if all players decide at once."""
        return all(has_only_quick_players(version.seated) for version in self.versions)

    @property
    def has_single_winner(self) -> bool:
        """True if the rules show that exactly one side wins each game."""
        return all(each.game.program.has_single_winner for each in self.versions)

    @property
    def can_be_drawn(self) -> bool:
        """True unless the rules show that somebody wins each game; False in a game for one."""
        return len(self.contenders) > 1 and not self.has_single_winner

    @property
    def is_identical(self) -> bool:
        """True if both arms would play identical games."""
        before, after = self.versions
        same = before.game.rulebook.digest == after.game.rulebook.digest and before.seated == after.seated
        return same and self.seeds[BEFORE] == self.seeds[AFTER]
