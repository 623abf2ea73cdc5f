"""State of one match as plain data that the generated segments read and change, with its log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from interpreter.engine.faults import EndlessDetector
from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER, ScriptedDraws, seed_state
from interpreter.language.execution.executable import GAME_OVER, TURN_WORK, decision_of
from interpreter.language.program import Program
from interpreter.rulebook.log_entries import CardsShown, Entry, MatchEnded, TurnStarted
from interpreter.support.errors import BudgetError, Location, Problem

EFFECT_WORK_LIMIT = 1_000_000
"""Work budget from one decision to the next: loop iterations, shuffled cards, trials of events, and TURN_WORK a turn.

An effect that uses it up is stopped as endless.
"""
QUESTION_WORK_LIMIT = EFFECT_WORK_LIMIT // 10
"""Work budget of a question about a state, which is one expression."""
MAX_DEPTH = 200
"""Largest number of nested phrases in progress."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Card layout at the start of a match that doesn't begin as the rules lay it out.

    Attributes:
        zones: The cards of each zone.
        known: For each card, a mask of the seats that know where it is.
        gathered: Cards that were put together face down, so that nobody knows their order in a zone.
    """

    zones: tuple[tuple[int, ...], ...]
    known: tuple[int, ...]
    gathered: frozenset[int] = frozenset()


T = TypeVar("T")


class MatchLog(Generic[T]):
    """The first entries of a list that is shared between copies of a log.

    Appending takes constant time, however long the log is. A copy that diverges from another gets a list of its own, so
    no log is ever changed through another.
    """

    __slots__ = ("_entries", "_length")

    def __init__(self, entries: list[T] | None = None) -> None:
        self._entries: list[T] = [] if entries is None else entries
        self._length = len(self._entries)

    def append(self, entry: T) -> None:
        """Append an entry, after copying the shared list if another log has already continued it."""
        if self._length != len(self._entries):  # another log has continued the list
            self._entries = self._entries[: self._length]
        self._entries.append(entry)
        self._length += 1

    def copy(self) -> MatchLog[T]:
        """Return an independent log with the same entries."""
        other: MatchLog[T] = object.__new__(MatchLog)
        other._entries = self._entries
        other._length = self._length
        return other

    def entries(self, start: int, end: int | None = None) -> list[T]:
        """Entries from number `start` up to, but not including, `end`, or to the last one."""
        return self._entries[start : self._length if end is None else min(end, self._length)]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self.entries(0))


class Constants:
    """Constants of all matches of a program: offsets in the state, visibility masks, and capacities of places.

    `trial` is the function that tries events (see engine.driver).
    """

    __slots__ = (
        "alike",
        "closed",
        "ends",
        "everyone",
        "faces",
        "known",
        "piece_bases",
        "places",
        "program",
        "rooms",
        "trial",
        "where",
    )

    def __init__(self, program: Program, trial: TrialFunction) -> None:
        symbols = program.symbols
        self.program = program
        self.trial = trial
        self.where = symbols.card_zone_base
        self.known = symbols.known_base
        self.everyone = symbols.everyone_mask
        self.faces = symbols.faces
        self.alike = symbols.kinds_of_card
        self.places = symbols.place_count
        self.ends = 2 * len(program.rulebook.tracks)
        self.rooms = tuple((kind.room_each, kind.room_all) for kind in program.rulebook.pieces)
        self.piece_bases = tuple(
            tuple(zip(*(symbols.owner_bases(sort) for sort in symbols.sorts[kind.id]), strict=True))
            for kind in program.rulebook.pieces
        )
        self.closed = tuple(space.closed for space in program.rulebook.map.spaces) + (False,) * (
            symbols.place_count - symbols.space_count
        )


class State:
    """State of a match.

    Attributes:
        calls: Calls of a word that uses itself since the outermost one, which counts anew.
        constants: Constants of the program.
        v: Values of the cells (see `StateLayout`).
        z: Cards of the zones, the top card last.
        stack: Frames of the routines in progress.
        pc: Number of the next segment. Negative if a decision waits or the game is over.
        options: Options of the current decision.
        random: State of the random generator.
        work: Remaining work budget.
        suspects: Places charged after the budget ran out. Not set before.
        log: Log entries; None if no log is kept.
        uses: Card uses, as (card, label).
        ends: For each track, how often it stopped at its lower and at its upper end.
        muted: Number of the track whose raises fire no triggers during a trial; -1 for none.
        turns: Number of turns begun.
        opener: The seat that took the first turn; -1 before it.
        result: Winners, reason and winning side once the game is over.
    """

    __slots__ = (
        "calls",
        "constants",
        "ends",
        "log",
        "muted",
        "opener",
        "options",
        "pc",
        "random",
        "result",
        "stack",
        "suspects",
        "turns",
        "uses",
        "v",
        "work",
        "z",
    )
    suspects: EndlessDetector

    def __init__(self, constants: Constants, v: list[Any], z: list[list[int]], seed: int, logged: bool) -> None:
        self.calls = 0
        self.constants = constants
        self.v = v
        self.z = z
        self.stack: list[list[Any]] = []
        self.pc = 0
        self.options: list[Any] = []
        self.random = seed_state(seed)
        self.work = EFFECT_WORK_LIMIT
        self.log: MatchLog[Entry] | None = MatchLog() if logged else None
        self.uses: MatchLog[tuple[int, str]] | list[tuple[int, str]] = MatchLog() if logged else []
        self.ends = [0] * constants.ends
        self.muted = -1
        self.turns = 0
        self.opener = -1
        self.result: tuple[tuple[int, ...], str, int | None] | None = None

    def copy(self) -> State:
        """Return an independent state. Copying the lists is enough, because their items are immutable."""
        other = object.__new__(State)
        other.constants = self.constants
        other.v = self.v[:]
        other.z = [cards[:] for cards in self.z]
        other.stack = [frame[:] for frame in self.stack]
        other.pc = self.pc
        other.options = self.options
        other.random = self.random
        other.work = self.work
        other.log = None if self.log is None else self.log.copy()
        other.uses = self.uses.copy()
        other.ends = self.ends[:]
        other.muted = self.muted
        other.turns = self.turns
        other.opener = self.opener
        other.result = self.result
        return other

    @property
    def is_waiting(self) -> bool:
        """True if a seat must decide."""
        return self.pc < GAME_OVER

    @property
    def decision(self) -> int:
        """Number of the current decision; negative if there is none."""
        return decision_of(self.pc)

    @property
    def seat(self) -> int:
        """Number of the seat that must decide."""
        info = self.constants.program.code(self.log is not None).decisions[self.decision]
        seat: int = self.stack[-1][info.seat_slot]
        return seat

    @contextmanager
    def own_work(self, limit: int = QUESTION_WORK_LIMIT) -> Iterator[None]:
        """Count the work of a question about the state apart from that of the match."""
        left, self.work = self.work, limit
        suspects: EndlessDetector | None = getattr(self, "suspects", None)
        if suspects is not None:
            del self.suspects
        try:
            yield
        finally:
            self.work = left
            if suspects is not None:
                self.suspects = suspects
            elif hasattr(self, "suspects"):
                del self.suspects

    # -- called by generated source

    def finished(self) -> int:
        """End the game after its last statement, unless a rule ended it before."""
        if self.result is None:
            self.result = ((), "done", None)
        return GAME_OVER

    def end(self, winners: tuple[int, ...], reason: str, side: int | None = None) -> int:
        """End the game with a result."""
        self.result = (winners, reason, side)
        if self.log is not None:
            self.log.append(MatchEnded(*self.result))
        return GAME_OVER

    def turn(self, seat: int | None) -> None:
        """Begin a turn of a seat."""
        self.turns += 1
        self.work -= TURN_WORK
        if self.opener < 0 and seat is not None:
            self.opener = seat
        if self.log is not None:
            self.log.append(TurnStarted(seat))

    def call_count(self, depth: int) -> int:
        """Count a call of a word that uses itself; return the number of calls within the outermost one, at depth 0."""
        self.calls = 1 if depth == 0 else self.calls + 1
        return self.calls

    def enter(self, frame: list[Any]) -> None:
        """Push the frame of a phrase that may call itself. Raises BudgetError if too many are nested."""
        if len(self.stack) > MAX_DEPTH:
            raise BudgetError(
                Problem(
                    Location(self.constants.program.rulebook.folder), "budget", "phrases call each other without end"
                )
            )
        self.stack.append(frame)

    def overrun(self, place: int) -> None:
        """Record a charge after the work budget is used up. Raises BudgetError once the endless rule is identified."""
        if not hasattr(self, "suspects"):
            self.suspects = EndlessDetector(self.turns)
        self.suspects.record_charge(place, len(self.stack), sys._getframe(1))
        if self.suspects.has_enough(self.work):
            raise self.suspects.error(self.constants.program.code(self.log is not None).places, self.turns)

    def would_change(self, card: int | None, you: int, uncounted: int) -> bool:
        """Return True if a card's event, played by a seat, could change something on the table."""
        return self.constants.trial(self, card, you, uncounted)

    def one_of(self, things: Sequence[Any]) -> Any:
        """Return one of some things at random, or None if there are none."""
        if not things:
            return None
        self.random = (self.random * MULTIPLIER + INCREMENT) & MASK
        return things[((self.random >> 33) * len(things)) >> 31]

    def index_by_weight(self, weights: Sequence[int]) -> int | None:
        """Return an index into some weights at random, as likely as its weight says; None if all are 0."""
        total = sum(weights)
        if not total:
            return None
        self.random = (self.random * MULTIPLIER + INCREMENT) & MASK
        if isinstance(self.random, ScriptedDraws):
            return self.random.draw_by_weight(weights)
        left = ((self.random >> 33) * total) >> 31
        for index, weight in enumerate(weights):
            if left < weight:
                return index
            left -= weight
        raise AssertionError(weights)

    def fit(self, kind: int, place: int, owner: int | None) -> int:
        """Return the number of pieces of a kind that a place still has room for."""
        constants = self.constants
        if place >= len(constants.program.rulebook.map.spaces):
            return 1 << 30
        if constants.closed[place]:
            return 0
        each, together = constants.rooms[kind]
        owners = constants.piece_bases[kind]
        room = 1 << 30
        if each is not None:
            room = each - sum(self.v[base + place] for base in owners[owner or 0])
        if together is not None:
            room = min(room, together - sum(self.v[base + place] for bases in owners for base in bases))
        return max(0, room)

    def show(self, cards: list[int], seat: int) -> None:
        """Reveal to a seat the cards that it is about to choose from."""
        known, sees = self.constants.known, 1 << seat
        news = tuple(card for card in cards if not self.v[known + card] & sees)
        for card in news:
            self.v[known + card] |= sees
        if news and self.log is not None:
            self.log.append(CardsShown(news, sees))

    def distinct(self, cards: list[int]) -> list[int]:
        """Return one of each set of cards that look identical and lie in the same zone."""
        alike, where = self.constants.alike, self.constants.where
        seen: dict[tuple[int, int], int] = {}
        for card in cards:
            seen.setdefault((alike[card], self.v[where + card]), card)
        return cards if len(seen) == len(cards) else list(seen.values())


TrialFunction = Callable[[State, int | None, int, int], bool]
"""Callback `(state, card, seat, uncounted track)` that returns True if the card's event would change anything."""
