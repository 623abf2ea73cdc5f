"""Course of a match: its choices, its past states and its current state, without any wording.

Where several seats choose at the same time, the engine asks one after the other and keeps the answers in the frame of
the routine, where nobody sees them. No question depends on them before all are made. Therefore the seats can be asked
in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

from interpreter.engine.driver import GAME_WORK_LIMIT, UNLIMITED, advance, answer, refill_work
from interpreter.engine.rules import Rules
from interpreter.engine.state import CardLayout, MatchLog, State
from interpreter.language.chance import ScriptedDraws
from interpreter.language.execution.executable import DecisionInfo, Executable
from interpreter.language.execution.shuffled_piles import settle_order
from interpreter.rulebook.log_entries import DecisionForced, DecisionTaken, Entry
from interpreter.support.errors import Location, PlayError, Problem


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
            opening: Card layout of a position that was laid out; None if the match begins as the rules say.
            is_limited: Limit the work of the whole match, not only of each effect.
            imagined: Choices invented for the past of a hypothetical match.
        """
        self.rules = rules
        self.seed = seed
        self.state = state
        self.opening = rules.opening if opening is None else opening
        self.is_staged = opening is not None
        self.is_imagined = imagined is not None
        self.choices: list[str] = list(imagined or ())
        self.past: list[State] = []
        self.early: dict[int, str] = {}
        """Keys of the choices of seats that were not yet asked, but choose at the same time as the seat that is."""
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
    def awaited(self) -> tuple[int, ...]:
        """The seats that may choose now, in the order in which they are asked; empty when the match is over."""
        if not self.state.is_waiting:
            return ()
        return tuple(seat for seat in seats_to_choose(self.state, self._code) if seat not in self.early)

    def pending_of(self, seat: int | None) -> PendingDecision | None:
        """Return the decision that a seat may make now; None if it has none."""
        asked = self.pending
        if seat is None or asked is None or seat not in self.awaited:
            return None
        if seat == asked.seat:
            return asked
        state = reopened(self.state, self._code, seat)
        if not state.is_waiting or state.seat != seat:
            return None  # it has no other choice
        return PendingDecision(self._code.decisions[state.decision], seat, state.options, state)

    def asked_first(self, seat: int) -> History:
        """Return an independent course in which a seat that may choose now is asked before all others."""
        other = self.at(len(self.choices) - len(self._sealed_seats()))
        other.state, other.early = reopened(self.state, self._code, seat), {}
        return other

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

    def choose(self, index: int, seat: int | None = None) -> None:
        """Answer the current decision with the option at this index, which must exist.

        Another `seat` that may choose now chooses early. Its choice is kept until the seat is asked.

        If the rules can't be carried out any further, the error is raised and the match is unchanged.
        """
        if seat is not None and (asked := self.pending_of(seat)) is not None and seat != self.state.seat:
            self.early[seat] = self.rules.option_key(asked.info, asked.values[index])
            return
        self._answer(index)
        while self.state.is_waiting and self.state.seat in self.early:
            self._answer(self.keys.index(self.early.pop(self.state.seat)))

    def _answer(self, index: int) -> None:
        state, asked = self.state, self.pending
        assert asked is not None
        info, value = asked.info, asked.values[index]
        if self.is_imagined and not isinstance(state.random, ScriptedDraws):
            state.random = settle_order(state.z, state.random)
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
        if self.early:
            self.early.popitem()
            return
        if not self.past:
            raise PlayError(Problem(Location(self.rules.id), "nothing-to-undo", "there is no choice to take back"))
        self.state = self.past.pop().copy()  # copies have the same past
        self.choices.pop()

    def has_sealed(self, seat: int) -> bool:
        """Return True if a seat has chosen, and others still have to choose at the same time."""
        return seat in self.early or seat in self._sealed_seats()

    def _sealed_seats(self) -> list[int]:
        """Return the seats that were asked and have chosen while others still have to, the last one first."""
        if not self.state.is_waiting:
            return []
        done, found = seats_done(self.state, self._code), list[int]()
        for before in reversed(self.past[-len(done) :] if done else []):
            if before.decision != self.state.decision or before.seat not in done:
                break
            found.append(before.seat)
        return found

    def reopen(self, seat: int) -> None:
        """Take back the sealed choice of a seat that has one; those of others stay."""
        if seat in self.early:
            del self.early[seat]
            return
        others: dict[int, str] = {}
        for each in self._sealed_seats():
            key = self.choices.pop()
            self.state = self.past.pop().copy()
            if each == seat:
                break
            others[each] = key
        self.early = others | self.early

    def copy(self) -> History:
        """Return an independent course with the same past and position."""
        other = copy(self)
        other.choices, other.past, other.state = self.choices[:], self.past[:], self.state.copy()
        other.early = dict(self.early)
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
            other.state, other.early = self.past[decisions].copy(), {}
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
            **({"early": {str(seat): key for seat, key in sorted(self.early.items())}} if self.early else {}),
        }


def log_choice(state: State, info: DecisionInfo, value: Any) -> None:
    """Append an answer that is about to be given to the state's log, if it has one."""
    if state.log is not None:
        things = info.things_of(value) if info.kind == "choose" and value is not None else ()
        places = [state.v[state.constants.where + number] for kind, number in things if kind == "card"]
        faces = [0 if place is None else state.constants.faces[place] for place in places]
        is_shown = bool(faces) and info.sealed is None
        seen_by = reduce(and_, faces) if is_shown else 0  # to know all cards of a hand is not enough
        state.log.append(DecisionTaken(state.seat, value, state.decision, seen_by))


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def seats_to_choose(state: State, code: Executable) -> tuple[int, ...]:
    """Return the seats that a waiting position waits for: the one that is asked, and those that choose with it."""
    sealed = code.decisions[state.decision].sealed
    return (state.seat,) if sealed is None else (state.seat, *state.stack[-1][sealed.waiting])


def seats_done(state: State, code: Executable) -> tuple[int, ...]:
    """Return the seats that have chosen already while others still have to choose at the same time."""
    sealed = code.decisions[state.decision].sealed
    if sealed is None:
        return ()
    left = seats_to_choose(state, code)
    return tuple(seat for seat in state.stack[-1][sealed.members] if seat not in left)


def reopened(state: State, code: Executable, first: int, keeping: int | None = None) -> State:
    """Return the position as it would be if `first` had been asked before all others, and none of these had chosen.

    A position without such a choice is returned itself.

    Args:
        state: A waiting position.
        code: The game's code.
        first: A seat that still has to choose.
        keeping: A seat whose choice is kept, if it has chosen.
    """
    sealed = code.decisions[state.decision].sealed
    if sealed is None:
        return state
    done = seats_done(state, code)
    if not done and first == state.seat:
        return state
    other = state.copy()
    frame, kept = other.stack[-1], [seat for seat in done if seat == keeping]
    order = [first, *(seat for seat in frame[sealed.members] if seat not in (first, *kept))]
    frame[code.decisions[state.decision].slot] = sealed.blank
    for seat in order:
        frame[sealed.answers[seat]] = sealed.blank
    frame[code.decisions[state.decision].seat_slot] = first
    frame[sealed.waiting] = tuple(order[1:])
    if state.log is not None:
        other.log = MatchLog(_without_choices(state.log.entries(0), state.decision, done, kept))
    other.pc = sealed.restart
    advance(other, code)
    return other


def _without_choices(entries: list[Entry], decision: int, done: tuple[int, ...], kept: list[int]) -> list[Entry]:
    """Return log entries without the choices that end them, except those of the seats `kept`."""
    left = {*done}
    own: list[Entry] = []
    while entries:
        last = entries[-1]
        if not isinstance(last, DecisionTaken | DecisionForced) or last.decision != decision or last.seat not in left:
            break
        left.discard(last.seat)
        own += [last] if last.seat in kept else []
        entries.pop()
    return entries + own
