"""Log of how people play a match: each choice with its options and the time it took, and what was taken back.

The time of a decision counts while its seat is asked: a pause, a cover between two people or a lost connection doesn't.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from time import monotonic
from typing import Any

from interpreter.matches.match import Match

SECONDS_DIGITS = 2
MAX_ACTS = 100_000


@dataclass(frozen=True, slots=True)
class HumanChoice:
    """A person's choice.

    Attributes:
        seat: The seat that chose.
        at: Number of decisions before it.
        topic: Kind of decision, in words of the rules.
        options: Keys of the options.
        choice: Key of the option chosen.
        seconds: Time that the decision took; None if it isn't known, or a choice was only repeated.
    """

    seat: str
    at: int
    topic: str
    options: tuple[str, ...]
    choice: str
    seconds: float | None

    def to_json(self) -> dict[str, Any]:
        """Return the choice as plain data."""
        fields = {"seat": self.seat, "at": self.at, "topic": self.topic, "options": [*self.options]}
        taken = {} if self.seconds is None else {"seconds": round(self.seconds, SECONDS_DIGITS)}
        return {**fields, "choice": self.choice, **taken}


@dataclass(frozen=True, slots=True)
class Takeback:
    """Choices that a person took back.

    Attributes:
        seat: The person's seat.
        at: Number of decisions that were left.
    """

    seat: str
    at: int

    def to_json(self) -> dict[str, Any]:
        """Return the takeback as plain data."""
        return {"seat": self.seat, "at": self.at, "undo": True}


HumanAct = HumanChoice | Takeback
"""Something that a person did."""


class HumanPlay:
    """Log of a match: the acts of people, in order."""

    def __init__(
        self,
        match: Match,
        people: Collection[str],
        acts: Iterable[HumanAct] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Continue a log.

        Args:
            match: The match.
            people: Seats that people play.
            acts: What they have done before.
            clock: Time in seconds.
        """
        self.acts = [*acts]
        self._match = match
        self._people = people
        self._clock = clock
        self._since: float | None = None
        self._seconds = 0.0

    def ask(self) -> None:
        """Let the time of the current decision run, if it doesn't run already."""
        if self._since is None:
            self._since = self._clock()

    def pause(self) -> None:
        """Let the time of the current decision stand still."""
        if self._since is not None:
            self._seconds += self._clock() - self._since
        self._since = None

    def choose(self, choice: str | int, seat: str | None = None) -> None:
        """Make the current decision of the match, and log it if a person makes it.

        `seat` is one of several that choose at the same time. The time runs until all have chosen.

        Raises:
            PlayError: The choice is not on offer; nothing changes then.
        """
        match = self._match
        decision = match.decision if seat is None else match.decision_of(seat)
        topic, at, index = match.topic, match.decisions, match.index_of(choice, seat)
        match.choose(index, seat)
        if decision is not None and decision.seat in self._people:
            is_timed, is_running = self._since is not None or self._seconds > 0, self._since is not None
            self.pause()
            keys = tuple(option.key for option in decision.options)
            seconds = self._seconds if is_timed else None
            self._log(HumanChoice(decision.seat, at, topic, keys, keys[index], seconds))
            if match.has_sealed(decision.seat):
                if is_running:
                    self.ask()
                return
        self._begin()

    def take_back(self, seat: str, steps: int) -> None:
        """Take back the last choices of the match for a seat."""
        if self._match.has_sealed(seat):
            self._match.reopen(seat)
        else:
            for _ in range(steps):
                self._match.undo()
        self._log(Takeback(seat, self._match.decisions))
        self._begin()

    def _begin(self) -> None:
        self._since, self._seconds = None, 0.0

    def _log(self, act: HumanAct) -> None:
        if len(self.acts) < MAX_ACTS:
            self.acts.append(act)


def read_acts(data: Any) -> list[HumanAct] | None:
    """Return a log from its plain data; None if it is something else."""
    if not isinstance(data, list) or len(data) > MAX_ACTS:
        return None
    acts = [_read_act(each) for each in data]
    return None if None in acts else [act for act in acts if act is not None]


def _read_act(data: Any) -> HumanAct | None:
    if not isinstance(data, Mapping):
        return None
    seat, at = data.get("seat"), data.get("at")
    if not isinstance(seat, str) or type(at) is not int or at < 0:
        return None
    if data.get("undo") is True:
        return Takeback(seat, at)
    topic, choice, options, seconds = (data.get(name) for name in ("topic", "choice", "options", "seconds"))
    if not isinstance(topic, str) or not isinstance(choice, str) or not isinstance(options, list):
        return None
    if not all(isinstance(option, str) for option in options) or choice not in options:
        return None
    if seconds is not None and (type(seconds) not in (int, float) or not isfinite(seconds) or seconds < 0):
        return None
    return HumanChoice(seat, at, topic, tuple(options), choice, None if seconds is None else float(seconds))
