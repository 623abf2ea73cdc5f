"""Player of the games of a search, within a time or a number of games."""

from __future__ import annotations

from math import inf
from time import monotonic

from interpreter.lab.balance.planner import Rung
from interpreter.lab.sweep.point_player import PointPlayer
from interpreter.lab.tune.rounds import SCREENING_GAMES, ArmGames
from interpreter.lab.tune.tune_result import TuneResult
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ProgressCallback
from interpreter.playtest.run.stopping import RunStopped, Stopper

MOST_DECIDING_GAMES = 100_000
"""Most games between the deciding players."""


class TunePlayer:
    """Player of the games of a search.

    Attributes:
        points: Player of the games with each change.
    """

    def __init__(
        self, found: TuneResult, stopper: Stopper, progress: ProgressCallback, remote: RemotePool | None
    ) -> None:
        """Prepare to play; see `PointPlayer`."""
        self._found, self._spec, self._progress = found, found.spec, progress
        self.points = PointPlayer(found, found.spec.jobs, stopper, self._note_progress, remote)
        self._began = monotonic()
        self._before = 0, 0.0

    def play(self, rung: Rung, arms: ArmGames) -> bool:
        """Play some changes, by number, and return whether all games were played and the present rules end."""
        shift = len(self._found.candidates) if rung is self._spec.deciding else 0
        wanted = {number + shift: (spot, games) for number, (spot, games) in arms.items() if games > spot.games}
        points = {number: spot.point for number, (spot, _) in wanted.items()}
        most = SCREENING_GAMES if rung.is_quick else max((games for _, games in wanted.values()), default=0)
        if not wanted:
            return True
        is_whole = False
        with self.points.session(self._spec.phase(rung), points, most) as players:
            is_whole = self.points.play(players, wanted, self._is_time_up)
        present = self._found.candidates[0]
        return is_whole and present.is_playable

    def start_clock(self) -> None:
        """Let the time begin now."""
        self._began = monotonic()

    def begin_deciding(self) -> None:
        """Begin to count games and their time anew."""
        self._before = self.points.games, self.points.processor_seconds

    def _note_progress(self, more: int, made: int) -> None:
        self._progress(more, made)
        if not more and self._is_time_up():
            raise RunStopped

    def _seconds_left(self) -> float:
        """Return the time that is left, which is infinite without a limit."""
        return inf if self._spec.seconds is None else self._spec.seconds - (monotonic() - self._began)

    def is_time_spent(self, share: float) -> bool:
        """Return True if this share of the time is over."""
        return self._spec.seconds is not None and self._seconds_left() <= (1 - share) * self._spec.seconds

    def _is_time_up(self) -> bool:
        return self._seconds_left() <= 0

    def games_left(self) -> int:
        """Return the number of games between the deciding players that are left, by the clock if there is a time."""
        games, seconds = self._before
        played = self.points.games - games
        if self._spec.games is not None:
            return max(0, self._spec.games - played)
        each = (self.points.processor_seconds - seconds) / max(1, played)
        left = max(0.0, self._seconds_left()) * self._spec.jobs
        return min(MOST_DECIDING_GAMES - played, int(left / each) if each else MOST_DECIDING_GAMES)
