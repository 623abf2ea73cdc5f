"""Plan of a ladder: kinds of players from weak to strong, and which of them get the next games within a time.

Which rung gets the next games depends on the numbers of games and on the clock, so that the intervals stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol, TypeVar

from interpreter.players.lineup import has_only_quick_players
from interpreter.playtest.run.arms import GameSpan
from interpreter.rulebook.player_names import RANDOM, TABLE

T = TypeVar("T")
LADDER = (RANDOM, TABLE, "search:20", "search:200", "search:1000", "search:5000", "search:20000")
"""Players of the rungs, from the weakest to the strongest."""
QUICK_FACTOR = 25
"""Games between players that decide at once, for each game between others."""
QUICK_SPAN = 1000
"""Games between such players that are planned at once."""
FIRST_GAMES, ENOUGH_GAMES = 100, 400
"""Games of a rung before the next one is tried, and after which no more are played: 10 points either way, and 5."""
QUICK_FIRST_GAMES = 2500
"""Games between quick players before the next rung is tried, if they hardly take time."""
TRIAL_GAMES = 8
"""Games from which the time of a game is estimated."""
LEAST_GAMES = 40
"""Games from which a rung is reported."""
TRIAL_SHARE = 0.25
"""Largest part of the remaining time that a trial of the next rung may take."""
TRIAL_DOUBT = 4
"""Factor by which the first games of a trial, which include preparations, may take too long for the remaining time."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A kind of player, and the player on each seat."""

    player: str
    seated: dict[str, str]

    @property
    def is_quick(self) -> bool:
        """True if all players decide at once."""
        return has_only_quick_players(self.seated)

    @property
    def enough_games(self) -> int:
        """Number of games after which shares are known well enough: to 1 point, or to 5 between slow players."""
        return ENOUGH_GAMES * (QUICK_FACTOR if self.is_quick else 1)


@dataclass(slots=True)
class RungTime:
    """Processor time of the games between players of one kind.

    Attributes:
        seconds: Time of all games, in seconds.
        games: Number of games.
    """

    seconds: float = 0.0
    games: int = 0
    _latest: float = 0.0

    def add(self, seconds: float, games: int) -> None:
        """Add games that were played together."""
        self.seconds += seconds
        self.games += games
        self._latest = seconds / games

    def per_game(self, rung: Rung) -> float:
        """Return the mean time of a game, for quick players that of the latest ones; 0 before the first."""
        if rung.is_quick:
            return self._latest
        return self.seconds / self.games if self.games else 0.0


class RungProgress(Protocol):
    """The games of a rung so far, and the limits of their number."""

    @property
    def rung(self) -> Rung:
        """The kind of player."""

    @property
    def games(self) -> int:
        """Number of games played."""

    @property
    def seconds_per_game(self) -> float:
        """Time that a game takes; 0 before the first."""

    @property
    def least_games(self) -> int:
        """Number of games that the rung must get to be worth while."""

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""


class Planner:
    """Plan of a ladder: which rung gets the next games.

    Rungs are climbed one after the other, each with `FIRST_GAMES` games or, if that is cheap, more, as long as a trial
    shows that the next one gets enough of them for a report. The rest of the time goes to those with the fewest games,
    the strongest first.
    """

    def __init__(
        self, results: Sequence[RungProgress], seconds: float | None, jobs: int, clock: Callable[[], float]
    ) -> None:
        """Start the clock.

        Args:
            results: The games of each rung so far, from the weakest players to the strongest.
            seconds: Time to play; None for no limit.
            jobs: Number of processes.
            clock: Returns seconds.
        """
        self._results, self._jobs = results, jobs
        self._seconds = inf if seconds is None else seconds
        self._clock = clock
        self._began = clock()
        self._assigned = [0] * len(results)
        self._given_up: int | None = None
        """The rung whose trial was broken off because its games take too long, by number."""

    def is_time_up(self) -> bool:
        """Return True once the time is over."""
        return self._left() <= 0

    def spans(self) -> Iterator[GameSpan]:
        """Yield the games to play, each span when a process is free."""
        while (arm := self._next_rung()) is not None:
            count = self._next_count(arm)
            self._assigned[arm] += count
            yield GameSpan(arm, self._assigned[arm] - count, count)

    def parts(self, parts_of: Callable[[int], Iterable[T]]) -> Iterator[tuple[GameSpan, T]]:
        """Yield the games to play, each span once for each part of a game of its rung, which `parts_of` returns.

        A trial begins with one game of each part. It is broken off as soon as they show that the rung can't get enough
        games for a report.
        """
        for span in self.spans():
            is_known = not span.arm or self._results[span.arm].seconds_per_game > 0
            sizes = [span.count] if is_known or span.count == 1 else [1, span.count - 1]
            pieces = [replace(span, first=span.first + at * sizes[0], count=size) for at, size in enumerate(sizes)]
            for piece, part in ((piece, part) for piece in pieces for part in parts_of(span.arm)):
                if not self._can_still_reach(span.arm):
                    self._given_up, self._assigned[span.arm] = span.arm, 0
                    break
                yield piece, part

    def _can_still_reach(self, arm: int) -> bool:
        result = self._results[arm]
        needed = result.least_games * self.seconds_per_game(arm)
        return not arm or bool(result.games) or needed <= TRIAL_DOUBT * max(0.0, self._left())

    def seconds_per_game(self, arm: int) -> float:
        """Estimate the time in which all processes together play a game of a rung, in seconds."""
        return self._seconds_per_game(arm) / self._jobs

    def _left(self) -> float:
        """Return the remaining time in seconds; infinite without a limit."""
        return self._seconds - (self._clock() - self._began)

    def _next_rung(self) -> int | None:
        """Return the rung to play next, by number; None if nothing more fits into the time."""
        for arm, result in enumerate(self._results):
            if arm == self._given_up:
                break
            if self._assigned[arm] >= min(FIRST_GAMES, result.most_games):
                if self._is_cheap(arm):
                    return arm
                continue
            if self._can_climb(arm):
                return arm
            break
        affordable = [
            arm
            for arm, result in enumerate(self._results)
            if result.least_games <= self._assigned[arm] < result.most_games and self._fits(arm, self._next_count(arm))
        ]
        return min(
            affordable,
            key=lambda arm: (self._assigned[arm] / self._results[arm].rung.enough_games, -arm),
            default=None,
        )

    def _is_cheap(self, arm: int) -> bool:
        """Return True if more games between quick players hardly take time, and they had few so far."""
        result, assigned = self._results[arm], self._assigned[arm]
        if not (result.rung.is_quick and result.games) or assigned >= min(QUICK_FIRST_GAMES, result.most_games):
            return False
        return self._fits(arm, self._next_count(arm), self._left() * TRIAL_SHARE)

    def _can_climb(self, arm: int) -> bool:
        """Return True if a rung with less than `FIRST_GAMES` games may go on.

        A trial shows how long its games take, unless even that would take too long.
        """
        assigned = self._assigned[arm]
        if not assigned:
            return self._fits(arm, TRIAL_GAMES, self._left() * TRIAL_SHARE)
        return self._fits(arm, max(self._next_count(arm), self._results[arm].least_games - assigned))

    def _next_count(self, arm: int) -> int:
        """Return the number of games for the next span of a rung."""
        result, assigned = self._results[arm], self._assigned[arm]
        if result.rung.is_quick:
            return min(QUICK_SPAN if assigned else FIRST_GAMES, result.most_games - assigned)
        return min(TRIAL_GAMES, result.most_games - assigned)

    def _fits(self, arm: int, games: int, seconds: float | None = None) -> bool:
        """Return True if more games of a rung fit into a time, by default the remaining one."""
        under_way = sum(
            (assigned - result.games) * self._seconds_per_game(number)
            for number, (assigned, result) in enumerate(zip(self._assigned, self._results, strict=True))
        )
        return (under_way + games * self._seconds_per_game(arm)) / self._jobs <= (
            self._left() if seconds is None else seconds
        )

    def _seconds_per_game(self, arm: int) -> float:
        """Estimate the time of a game of a rung: measured, or by the playouts from the rung below."""
        result = self._results[arm]
        measured = result.seconds_per_game
        if measured or not arm:
            return measured
        below = self._results[arm - 1]
        playouts = playouts_of(result.rung.player), playouts_of(below.rung.player)
        ratio = playouts[0] / playouts[1] if all(playouts) else 1.0
        return self._seconds_per_game(arm - 1) * ratio


def playouts_of(player: str) -> int:
    """Return the number of playouts in a player's name, or 0."""
    _, _, argument = player.partition(":")
    return int(argument) if argument.isdecimal() else 0
