"""A rulebook made ready for play: its program, who plays, where things stand in a state, how one begins."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self, assert_never

from interpreter.engine.driver import advance, begin
from interpreter.engine.faults import located
from interpreter.engine.setups import SetUps
from interpreter.engine.start import start_state, start_without
from interpreter.engine.state import Constants, State
from interpreter.engine.trial import would_change
from interpreter.errors import Problem
from interpreter.language.executable import Backend, DecisionInfo, NativeCode, SourceKey, Unfit
from interpreter.language.limits import Limits
from interpreter.language.program import Program
from interpreter.rulebook.labels import slug
from interpreter.rulebook.model import Rulebook

if TYPE_CHECKING:  # and in the functions that need them: random players need no tables
    from interpreter.language.lowered.tables import LoweredBots
    from interpreter.language.ready_tables import ReadyBot
    from interpreter.language.tables import ReadBot


class Shelf(Protocol):
    """Where it is kept from one run to the next what a game is as machine code, or why it can't be that. `made_for`:
    with what and for which machines it was made."""

    def recalled(self, made_for: str) -> NativeCode | Unfit | None: ...

    def keep(self, made_for: str, made: NativeCode | Unfit) -> None: ...


class Rules:
    """The rules of a game, for the number of players and with the variants that its rulebook was read for."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Raises RulebookError with every mistake in the texts."""
        self.rulebook = rulebook
        self.backend: Backend = "auto"
        """What plays many of its games, where nothing else is asked for."""
        self.shelf: Shelf | None = None
        """Where its machine code is kept."""
        self.program = Program(rulebook)
        self.seats = tuple(seat.id for seat in rulebook.seats)
        self.card_ids = tuple(card.id for card in rulebook.cards)
        self.constants = Constants(self.program, would_change)
        if any(bot.deep for bot in self._read_bots):
            self._ready_bots()
        self.beginning = start_state(self.program.symbols)
        self.changed: dict[int, int] = {}
        """The cells in which the state before the first statement is another one than usual."""
        self._set_ups: dict[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], SetUps] = {}
        self._own: Rules | None = None
        """The same rules without what is linked beside their program; None if nothing is."""

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What may be amiss in the rules although they can be played, by file and line; worked out when asked for."""
        from interpreter.language.tables import odd_rows

        in_tables = odd_rows(self._read_bots, self.program.analysis)
        found = dict.fromkeys((*self.rulebook.warnings, *self.program.warnings, *in_tables))
        return tuple(sorted(found, key=lambda problem: problem.where))

    def __getstate__(self) -> dict[str, Any]:
        made = ("_own", "_read_bots", "_set_ups", "shelf")
        kept = {name: value for name, value in self.__dict__.items() if name not in made}
        return {**kept, "_own": None, "_set_ups": {}, "shelf": None}

    @cached_property
    def _read_bots(self) -> tuple[ReadBot, ...]:
        from interpreter.language.tables import read_bots

        return read_bots(self.program.analysis)

    def _ready_bots(self) -> tuple[ReadyBot, ...]:
        from interpreter.language.tables import ready_bots

        return ready_bots(self._read_bots, self.program)

    def native_code(self, limits: Limits) -> NativeCode:
        """The machine code of the game with its bots. Raises Unfit; NotNative if wasmtime fails."""
        return self.program.native_code(self._lowered_bots(), self.beginning, limits)

    def native_rules(self, limits: Limits) -> dict[SourceKey, str]:
        """The text that machine code is made of, by title and kind. Raises NotNative."""
        return self.program.native_rules(self._lowered_bots(), self.beginning, limits)

    def _lowered_bots(self) -> LoweredBots:
        from interpreter.language.tables import lowered_bots

        return lowered_bots(self._read_bots, self.program)

    @cached_property
    def bots(self) -> tuple[ReadyBot, ...]:
        """The game's bots with their tables. They look at nothing that is linked beside the program."""
        return self._ready_bots() if self._own is None else self._own.bots

    def laid_out(self, seed: int, logged: bool) -> State:
        """A state in which all lies as the files say, and nothing is to be done."""
        v, z = self.beginning
        return State(self.constants, v[:], [cards[:] for cards in z], seed, logged)

    def new_state(self, seed: int, logged: bool, routine: int | None = None, you: int | None = None) -> State:
        """The state before the first statement. `routine`: another one than the whole game."""
        state = self.laid_out(seed, logged)
        begin(state, self.program.code(logged), self.program.root if routine is None else routine, you)
        return state

    def run_by(self, program: Program) -> Self:
        """The same rules run by a program that has more linked beside its own."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.program = program
        other._own = self._own or self
        other.constants = copy(self.constants)
        other.constants.program = program
        return other

    def omitting(self) -> Self:
        """The same rules, made so that it can be said of a match what is left out of it."""
        other = type(self)(replace(self.rulebook, omits=True))
        other.backend = self.backend
        return other

    def covering(self) -> Self:
        """The same rules, made so that it is known which of them are carried out (see language.points)."""
        other = type(self)(replace(self.rulebook, covers=True))
        other.backend = self.backend
        return other

    def without(self, thing: int) -> Self:
        """The same rules for matches out of which a thing is left, by its number; 0: nothing. Only where the rulebook
        `omits`."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.beginning = start_without(self.program.symbols, self.beginning, thing)
        cells = enumerate(zip(self.beginning[0], other.beginning[0], strict=True))
        other.changed = {cell: after for cell, (before, after) in cells if after != before}
        other._set_ups = {}
        return other

    def set_ups(self, groups: tuple[tuple[int, ...], ...], cards: tuple[int, ...]) -> SetUps:
        """How the rules may have laid some cards in some zones before anybody decided."""
        return self._set_ups.setdefault((groups, cards), SetUps(self._set_up, groups, cards))

    def _set_up(self, seed: int) -> State:
        state = self.new_state(seed, logged=False)
        advance(state, self.program.code(False))
        return state

    def scores(self, state: State) -> dict[str, int]:
        """Each seat's score by the rules' `score`."""
        score = self.program.code(False).score
        try:
            return {seat: int(score(state.v, state.z, at)) for at, seat in enumerate(self.seats)}
        except Exception as error:
            raise located(error, self.program) from error

    def alike(self, card: str, other: str) -> bool:
        """Whether two ids are those of cards that are alike in all that is printed on them."""
        ids, kinds = self.card_ids, self.constants.alike
        return card in ids and other in ids and kinds[ids.index(card)] == kinds[ids.index(other)]

    def key(self, info: DecisionInfo, value: Any) -> str:
        """The key of an option of a decision."""
        match info.kind:
            case "may":
                return "yes" if value else "no"
            case "either":
                return slug(info.labels[value])
            case "choose" if value is None:
                return info.way_out or "none"
            case "choose":
                return self.id_of(info.type.kind, value)
            case _:
                assert_never(info.kind)

    def id_of(self, kind: str, value: int) -> str:
        """The id of a thing by its number; for a seat's own box or zone `BOX of SEAT`. A number is its own."""
        shown = self.program.symbols.shown
        kind = "place" if kind in ("space", "box") else kind
        return shown[kind][value] if kind in shown else str(value)
