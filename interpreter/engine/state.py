"""One match as plain data: what the generated segments read and change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.engine.endless import Suspects
from interpreter.errors import BudgetError, Problem, Where
from interpreter.language.chance import FACTOR, MASK, STEP, seeded
from interpreter.language.executable import OVER
from interpreter.language.log import Ended, Entry, Log, Shown, Turn
from interpreter.language.program import Program

WORK = 1_000_000
"""Rounds of loops, cards shuffled, and events tried, from one decision to the next: an effect without end is stopped
after them."""
DEEPEST = 200
"""Phrases within phrases that may be under way at once."""


class Constants:
    """What a program's matches have in common, worked out once: where things stand and who sees which zone; `trial` is
    how an event is tried (see engine.trial)."""

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

    def __init__(self, program: Program, trial: Trial) -> None:
        symbols = program.symbols
        self.program = program
        self.trial = trial
        self.where = symbols.where_base
        self.known = symbols.known_base
        self.everyone = symbols.everyone
        self.faces = symbols.faces
        self.alike = symbols.kinds_of_card
        self.places = symbols.places
        self.ends = 2 * len(program.rulebook.tracks)
        self.rooms = tuple((kind.room_each, kind.room_all) for kind in program.rulebook.pieces)
        self.piece_bases = tuple(
            tuple(zip(*(symbols.bases(sort) for sort in symbols.sorts[kind.id]), strict=True))
            for kind in program.rulebook.pieces
        )
        self.closed = tuple(space.closed for space in program.rulebook.map.spaces) + (False,) * (
            symbols.places - symbols.spaces
        )


class State:
    """`v` and `z` as laid out in `Layout`; `stack` of frames; `pc` the next segment, or what is asked; `options` of
    the decision.

    `work` is what is left of it; `suspects` is not there until it is used up. `log` is None when nobody reads it.
    `muted` is the number of a track, raising which fires no triggers: only in a trial. `result` is (winners, reason,
    the side that won) once the game is over. `ends` counts for each track how often it stopped at its lower and its
    upper end.
    """

    __slots__ = (
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

    def __init__(self, constants: Constants, v: list[Any], z: list[list[int]], seed: int, logged: bool) -> None:
        self.constants = constants
        self.v = v
        self.z = z
        self.stack: list[list[Any]] = []
        self.pc = 0
        self.options: list[Any] = []
        self.random = seeded(seed)
        self.work = WORK
        self.log: Log[Entry] | None = Log() if logged else None
        self.uses: Log[tuple[int, str]] | list[tuple[int, str]] = Log() if logged else []
        self.ends = [0] * constants.ends
        self.muted = -1
        self.turns = 0
        self.opener = -1
        self.result: tuple[tuple[int, ...], str, int | None] | None = None

    def copy(self) -> State:
        """An independent state; what is in the lists is immutable, so that copying the lists is enough."""
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
    def asks(self) -> bool:
        """Whether a seat must decide."""
        return self.pc < OVER

    @property
    def asked(self) -> int:
        """The number of the decision that a seat must take, or a negative number."""
        return OVER - 1 - self.pc

    @property
    def seat(self) -> int:
        """The seat that must decide."""
        info = self.constants.program.code(self.log is not None).decisions[self.asked]
        seat: int = self.stack[-1][info.seat_slot]
        return seat

    # -- what the generated source calls

    def finished(self) -> int:
        """All statements are done and nobody ended the game."""
        if self.result is None:
            self.result = ((), "done", None)
        return OVER

    def end(self, winners: tuple[int, ...], reason: str, side: int | None = None) -> int:
        self.result = (winners, reason, side)
        if self.log is not None:
            self.log.append(Ended(*self.result))
        return OVER

    def turn(self, seat: int | None) -> None:
        self.turns += 1
        if self.opener < 0 and seat is not None:
            self.opener = seat
        if self.log is not None:
            self.log.append(Turn(seat))

    def enter(self, frame: list[Any]) -> None:
        """Push the frame of a phrase that may come back to itself."""
        if len(self.stack) > DEEPEST:
            raise BudgetError(
                Problem(Where(self.constants.program.rulebook.folder), "budget", "phrases call each other without end")
            )
        self.stack.append(frame)

    def overrun(self, place: int) -> None:
        """A place was charged although the work is used up. Raises BudgetError once it is known what goes on."""
        if not hasattr(self, "suspects"):
            self.suspects = Suspects()
        self.suspects.charged(place, len(self.stack), sys._getframe(1))
        if self.suspects.done(self.work):
            raise self.suspects.error(self.constants.program.code(self.log is not None).places)

    def would_change(self, card: int | None, you: int, uncounted: int) -> bool:
        """Whether a card's event, played by a seat, could change something on the table."""
        return self.constants.trial(self, card, you, uncounted)

    def one_of(self, things: Sequence[Any]) -> Any:
        """One of some things by chance, nothing if there are none."""
        if not things:
            return None
        self.random = (self.random * FACTOR + STEP) & MASK
        return things[((self.random >> 33) * len(things)) >> 31]

    def fit(self, kind: int, place: int, owner: int | None) -> int:
        """How many more pieces of a kind a place can take."""
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
        """A seat is about to choose among cards: from now on it knows those that it did not see."""
        known, sees = self.constants.known, 1 << seat
        news = tuple(card for card in cards if not self.v[known + card] & sees)
        for card in news:
            self.v[known + card] |= sees
        if news and self.log is not None:
            self.log.append(Shown(news, sees))

    def distinct(self, cards: list[int]) -> list[int]:
        """One of each of the cards that are alike in all that is printed on them and lie in the same zone."""
        alike, where = self.constants.alike, self.constants.where
        seen: dict[tuple[int, int], int] = {}
        for card in cards:
            seen.setdefault((alike[card], self.v[where + card]), card)
        return cards if len(seen) == len(cards) else list(seen.values())


Trial = Callable[[State, int | None, int, int], bool]
"""Of a state, a card, the seat that plays it and an uncounted track, whether the card's event would change anything."""
