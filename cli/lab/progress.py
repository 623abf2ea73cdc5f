"""Progress of long work on standard error: a line that is redrawn at a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from shutil import get_terminal_size
from time import monotonic
from types import TracebackType
from typing import Self

from cli.text.output import ERASE_LINE, echo_err

REDRAW_SECONDS = 0.2
"""Seconds between two redraws of the line at a terminal."""
FIRST_REPORT_SECONDS, MAX_REPORT_SECONDS = 5.0, 60.0
"""Seconds to the first line elsewhere, and maximum seconds between two lines.

Intervals double until they reach the maximum.
"""
BAR_WIDTH = 20
"""Maximum width of the bar in columns."""
MIN_RATE_SECONDS = 1.0
"""Seconds before a rate is shown; earlier ones are too random."""
MAX_ESTIMATE = 0.99
"""Maximum share of work that an estimate may count as done."""


@dataclass(slots=True)
class ProgressState:
    """Amount of work, how much of it is done, and how fast.

    Attributes:
        unit: Unit of the work: `games`, …
        total: Number of things to do.
        done_before: Number of things that were done before the start.
        decisions: Estimated decisions per thing, if each decision takes time; else None.
        played: Number of things done since the start.
        made: Number of decisions made since the start.
        is_upper_bound: True if fewer things may be enough.
        part: Name of the part of a larger work that this is.
        seconds_limit: Time after which the work ends, in seconds, if it is limited by time.
        elapsed: Seconds of work so far.
        at_start: Values of `played` and `made` when the clock was started.
    """

    unit: str
    total: int
    done_before: int = 0
    decisions: float | None = None
    played: int = 0
    made: int = 0
    is_upper_bound: bool = False
    part: str = ""
    seconds_limit: float | None = None
    elapsed: float = 0.0
    at_start: tuple[int, int] = (0, 0)

    def share(self) -> float:
        """Return the share of the remaining work that is done, from 0 to 1."""
        if self.seconds_limit is not None:
            return min(1.0, self.elapsed / self.seconds_limit)
        return self._share(self.played, self.made)

    def _share(self, played: int, made: int) -> float:
        to_do = self.total - self.done_before
        share = played / to_do if to_do > 0 else 1.0
        if self.decisions and share < MAX_ESTIMATE:
            share = max(share, min(MAX_ESTIMATE, made / (to_do * self.decisions)))
        return share

    def describe(self, seconds: float, decisions: bool = True) -> str:
        """Describe the progress after so many `seconds` of work. `decisions`: with the number of decisions."""
        whole = "" if self.seconds_limit is not None else f" of {'at most ' * self.is_upper_bound}{self.total:,}"
        parts = [f"{self.done_before + self.played:,}{whole} {self.unit}"]
        if self.made and decisions:
            parts.append(f"{self.made:,} decision{'s' * (self.made != 1)}")
        if self.seconds_limit is not None:
            return ", ".join([*parts, f"{_time(max(0.0, self.seconds_limit - seconds))} left"])
        since = self.played - self.at_start[0]
        if since and seconds >= MIN_RATE_SECONDS:
            parts.append(f"{_rate(since / seconds)} {self.unit} a second")
        share = self.share()
        more = share - self._share(*self.at_start)
        if more > 0 and share < 1 and seconds >= MIN_RATE_SECONDS:
            parts.append(f"{'at most' if self.is_upper_bound else 'about'} {_time(seconds * (1 - share) / more)} left")
        return f"{self.part}: " * bool(self.part) + ", ".join(parts)


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


class ProgressDisplay:
    """Display of the progress of some work.

    Use it in a `with` block, and call it with the number of things newly done and the number of all decisions so far.
    At a terminal, the line is removed at the end.
    """

    def __init__(self, pace: ProgressState, clock: Callable[[], float] = monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._first = clock()
        self._began: float | None = None
        self._next = self._first
        self._line = sys.stderr is not None and sys.stderr.isatty()
        self._drawn = False

    def __enter__(self) -> Self:
        if not self._line:
            self._next = self._first + FIRST_REPORT_SECONDS
        elif self._pace.total:
            self(0)
        return self

    def __call__(self, more: int, made: int = 0) -> None:
        """Count the work done, and show the progress if an update is due."""
        self._pace.played += more
        self._pace.made = max(made, self._pace.made)
        now = self._clock()
        if self._began is None and (self._pace.played or self._pace.made):
            # the time before that is loading, which must not count in the rate
            self._began, self._pace.at_start = now, (self._pace.played, self._pace.made)
        if now < self._next:
            return
        seconds = self._pace.elapsed = 0 if self._began is None else now - self._began
        told = self._pace.describe(seconds)
        if self._line:
            self._next = now + REDRAW_SECONDS
            columns = get_terminal_size().columns - 1
            if len(told) > columns:
                told = self._pace.describe(seconds, decisions=False)
            width = max(0, min(BAR_WIDTH, columns - len(told) - 1))
            done = round(width * self._pace.share())
            self._draw(f"{'━' * done}{'·' * (width - done)} {told}".lstrip()[:columns])
        else:
            self._next = now + min(max(now - self._first, FIRST_REPORT_SECONDS), MAX_REPORT_SECONDS)
            echo_err(told)

    def begin_part(self, pace: ProgressState) -> None:
        """Begin another part of the work, with a progress of its own; the times of updates depend on all parts."""
        self._pace, self._began = pace, None
        if self._line:
            self._next = self._first
            self(0)

    def clear(self) -> None:
        """Remove the line, so that something else can be printed."""
        if self._drawn:
            self._draw("")
            self._drawn, self._next = False, self._first

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def _draw(self, text: str) -> None:
        sys.stderr.write(ERASE_LINE + text)
        sys.stderr.flush()
        self._drawn = True


class PartProgress:
    """Progress of the part that is being played."""

    def __init__(self, progress: ProgressDisplay) -> None:
        self._progress = progress
        self._pace = ProgressState("games", 0)
        self._earlier = self._made = 0

    def update_part(self, name: str, games: int, held: int, decisions: float) -> None:
        """Update the games of a part; a new name begins another part.

        `games` of about so many `decisions` belong to it, of which `held` need not be played.
        """
        if name != self._pace.part:
            self._pace = ProgressState("games", games, decisions=decisions, part=name)
            self._earlier = self._made
            self._progress.begin_part(self._pace)
        self._pace.done_before = held

    def add_played(self, more: int, made: int) -> None:
        """Add games that were played; `made` is the number of decisions in all parts so far."""
        self._made = made
        self._progress(more, made - self._earlier)
