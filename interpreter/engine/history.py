"""Course of a match: its choices, its past states and its current state, without any wording."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

from interpreter.engine.driver import GAME_WORK_LIMIT, UNLIMITED, advance, answer, refill_work
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.execution.executable import DecisionInfo
from interpreter.rulebook.log_entries import DecisionTaken, Entry
from interpreter.support.errors import Location, PlayError, Problem


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Card layout at the start of a staged match.

    Attributes:
        zones: The cards of each zone.
        known: For each card, a mask of the seats that know it.
    """

    zones: tuple[tuple[int, ...], ...]
    known: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a match.

    Attributes:
        winners: Seats that won; empty if nobody did.
        reason: The reason by which the game ended.
        scores: Score of each seat.
        side: The side that the winners won with, if there is one.
    """

    winners: list[str]
    reason: str
    scores: dict[str, int]
    side: str | None = None


class PendingDecision(NamedTuple):
    """A decision that waits for an answer.

    Attributes:
        info: The part that is the same every time the decision comes up.
        seat: Number of the deciding seat.
        values: The options in the state's own terms: numbers of things or labels, None for the way out.
        state: The position in which it waits.
    """

    info: DecisionInfo
    seat: int
    values: Sequence[Any]
    state: State


class History:
    """A match up to a decision or the end. Answers continue it; any number of them can be undone."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        state: State,
        opening: CardLayout | None = None,
        is_limited: bool = False,
        imagined: Sequence[str] | None = None,
    ) -> None:
        """Run a new match up to its first decision.

        Args:
            rules: Rules of the match.
            seed: Seed of the match.
            state: The state to start from. The history keeps and changes it.
            opening: Card layout, if it differs from the one that the rules make.
            is_limited: Limit the work of the whole match, not only of each effect.
            imagined: Choices invented for the past of a hypothetical match.
        """
        self.rules = rules
        self.seed = seed
        self.state = state
        self.opening = opening
        self.is_imagined = imagined is not None
        self.choices: list[str] = list(imagined or ())
        self.past: list[State] = []
        self._code = rules.program.code(True)
        self._left = GAME_WORK_LIMIT if is_limited else UNLIMITED
        advance(state, self._code)

    @property
    def pending(self) -> PendingDecision | None:
        """The decision that waits for an answer, or None when the match is over."""
        state = self.state
        if not state.is_waiting:
            return None
        return PendingDecision(self._code.decisions[state.decision], state.seat, state.options, state)

    @property
    def keys(self) -> list[str]:
        """Keys of the current options; empty when the match is over."""
        asked = self.pending
        return [] if asked is None else [self.rules.option_key(asked.info, value) for value in asked.values]

    def outcome(self) -> Outcome | None:
        """Return the result of the match, or None while it goes on."""
        result, rules = self.state.result, self.rules
        if result is None:
            return None
        winners, reason, side = result
        named = None if side is None else rules.rulebook.sides[side].id
        return Outcome([rules.seats[at] for at in winners], reason, rules.scores(self.state), named)

    def choose(self, index: int) -> None:
        """Answer the current decision with the option at this index, which must exist.

        If the rules can't be carried out any further, the error is raised and the match is unchanged.
        """
        state, asked = self.state, self.pending
        assert asked is not None
        info, value = asked.info, asked.values[index]
        before = state.copy()
        log_choice(state, info, value)
        self._left = refill_work(state, self._left)
        try:
            answer(state, self._code, value)
        except Exception:
            self.state = before
            raise
        self.past.append(before)
        self.choices.append(self.rules.option_key(info, value))

    def undo(self) -> None:
        """Take back the last choice. Raises PlayError at the start."""
        if not self.past:
            raise PlayError(Problem(Location(self.rules.id), "nothing-to-undo", "there is no choice to take back"))
        self.state = self.past.pop().copy()  # copies have the same past
        self.choices.pop()

    def copy(self) -> History:
        """Return an independent course with the same past and position."""
        other = copy(self)
        other.choices, other.past, other.state = self.choices[:], self.past[:], self.state.copy()
        return other

    def at(self, decisions: int) -> History:
        """Return an independent course up to the position after so many decisions.

        Raises:
            PlayError: Fewer decisions have been made.
        """
        if not 0 <= decisions <= len(self.choices):
            message = f"{decisions} decisions: {len(self.choices)} have been made"
            raise PlayError(Problem(Location(self.rules.id), "no-such-decision", message))
        other = self.copy()
        if decisions < len(self.choices):
            other.state = self.past[decisions].copy()
            del other.choices[decisions:], other.past[decisions:]
        return other

    def entries(self, since: int = 0, until: int | None = None) -> list[Entry]:
        """Return the log entries from index `since` up to, but not including, `until`."""
        return self.state.log.entries(since, until) if self.state.log is not None else []

    def snapshot(self) -> dict[str, Any]:
        """Return the whole state as plain data, secrets included. Matches with equal snapshots continue equally."""
        state = self.state
        return {
            "v": _plain(state.v),
            "z": _plain(state.z),
            "stack": _plain(state.stack),
            "pc": state.pc,
            "options": _plain(state.options) if state.is_waiting else [],
            "random": state.random,
            "turns": state.turns,
            "opener": state.opener,
            "result": _plain(state.result),
        }


def log_choice(state: State, info: DecisionInfo, value: Any) -> None:
    """Append an answer that is about to be given to the state's log, if it has one."""
    if state.log is not None:
        things = info.things_of(value) if info.kind == "choose" and value is not None else ()
        places = [state.v[state.constants.where + number] for kind, number in things if kind == "card"]
        faces = [0 if place is None else state.constants.faces[place] for place in places]
        seen_by = reduce(and_, faces) if faces else 0  # to know all cards of a hand is not enough
        state.log.append(DecisionTaken(state.seat, value, state.decision, seen_by))


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value
