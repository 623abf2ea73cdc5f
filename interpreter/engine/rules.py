"""Rulebooks compiled for play: program, seats, constants, and the states in which matches begin.

A match begins as the rulebook's files describe it. What the rules then lay out before the first decision is sampled by
running them again with other seeds: where they pick hidden cards (one by chance, then another that goes with it),
layouts needn't be equally likely, and only the rules know their probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self, assert_never

from interpreter.engine.driver import advance, begin, would_change
from interpreter.engine.faults import locate_error
from interpreter.engine.state import EFFECT_WORK_LIMIT, CardLayout, Constants, State
from interpreter.language.execution.executable import (
    PAIR_SIGN,
    Backend,
    CodeKey,
    DecisionInfo,
    NativeCode,
    NotCompilableError,
    PortableCode,
    StartState,
)
from interpreter.language.layout import Limits
from interpreter.language.program import Program
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Rulebook, Variable
from interpreter.rulebook.text import slug
from interpreter.support.errors import Problem

if TYPE_CHECKING:
    from interpreter.language.bot_programs import ResolvedBot
    from interpreter.language.execution.ready_tables import CompiledBot
    from interpreter.language.ir.expressions import Expr
    from interpreter.language.lowered.game import LoweredBots
    from interpreter.language.queries import NameValues


def start_state(symbols: Symbols) -> tuple[list[Any], list[list[int]]]:
    """Return `v` and `z` with pieces, tracks and variables at their start values, and cards in their first zones."""
    v: list[Any] = [0] * symbols.size
    book = symbols.rulebook
    for kind in book.pieces:
        for entry in kind.start:
            v[symbols.slot_of(kind, entry.owner, entry.state, entry.place)] += entry.number
    symbols.update_totals(v)
    for track in book.tracks:
        _fill(v, symbols.track_base[track.id], symbols.slots_of_track(track), track.start)
    for variable in book.variables:
        value = _value(symbols, variable)
        _fill(v, symbols.variable_base[variable.id], symbols.slots_of_variable(variable), value)
    for flag in book.flags:
        _fill(v, symbols.flag_base[flag.id], symbols.slots_of_flag(flag), False)
    _fill(v, symbols.watch_base, len(book.watches), False)
    if symbols.die_known_base is not None:
        _fill(v, symbols.die_known_base, len(symbols.die_faces), symbols.everyone_mask)
    return v, _deal_cards(symbols, v)


def start_state_without(symbols: Symbols, start: StartState, thing: int) -> StartState:
    """Return the same state for a match that omits a thing, by its number; 0 omits nothing.

    Omitted pieces that would start on the map are put into the box in which most of their owner's pieces start. If
    there is no such box, they are nowhere.
    """
    assert symbols.omissions is not None and symbols.omission_cell is not None
    v, z = start[0][:], start[1]
    v[symbols.omission_cell] = thing
    if symbols.holder_cell is not None and thing:
        zones = [
            zone for zone, cards in enumerate(z) if any(symbols.omissions.of_cards[card] == thing for card in cards)
        ]
        owners = [owner for zone in zones if (owner := symbols.zone_owners[zone]) is not None]
        v[symbols.holder_cell] = owners[0] + 1 if owners else 0
    if thing in symbols.omissions.pieces:
        kind, placed = symbols.omissions.pieces[thing]
        spaces = {space.id for space in symbols.rulebook.map.spaces}
        boxes = [other for other in kind.start if other.owner == placed.owner and other.place not in spaces]
        v[symbols.slot_of(kind, placed.owner, placed.state, placed.place)] -= placed.number
        if boxes:
            box = max(boxes, key=lambda other: other.number)
            v[symbols.slot_of(kind, box.owner, box.state, box.place)] += placed.number
        symbols.update_totals(v)
    return v, z


def _fill(v: list[Any], first: int, count: int, value: Any) -> None:
    v[first : first + count] = [value] * count


def _value(symbols: Symbols, variable: Variable) -> Any:
    if isinstance(variable.start, tuple):
        return tuple(symbols.number_of(variable.kind.split()[-1], thing) for thing in variable.start)
    if variable.kind.startswith("list"):
        return ()
    if variable.kind == "number":
        return int(variable.start or 0)
    if variable.kind == "flag":
        return bool(variable.start)
    return None if variable.start is None else symbols.number_of(variable.kind, str(variable.start))


def _deal_cards(symbols: Symbols, v: list[Any]) -> list[list[int]]:
    """Return the cards of each zone, and record in `v` where they are and who knows them."""
    cards = symbols.rulebook.cards
    v[symbols.card_zone_base : symbols.card_zone_base + len(cards)] = [None] * len(cards)
    z: list[list[int]] = [[] for _ in range(symbols.zone_count)]
    for zone in symbols.rulebook.zones:
        index = symbols.zone_index[zone.id]
        for card in range(len(cards) - 1, -1, -1):
            if cards[card].deck in zone.starts_with:
                z[index].append(card)
                v[symbols.card_zone_base + card] = index
                v[symbols.known_base + card] = symbols.faces[index]
    return z


FIRST_SEED = 1 << 64
"""First seed of the samples. No match has such a large one."""


class SetupSampler:
    """Sampler of the layouts of some cards at the first decision.

    Attributes:
        groups: Groups of zones that the cards fill.
        cards: The cards, sorted.
    """

    def __init__(self, set_up: Callable[[int], State], groups: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
        """Create a sampler. `set_up` returns the state at the first decision for a seed."""
        self._set_up = set_up
        self.groups = groups
        self.cards = sorted(cards)
        self._made: dict[int, list[int] | None] = {}

    def layout(self, number: int) -> list[int] | None:
        """Return the cards of sample `number`, group by group; None if the zones hold other cards than `cards`."""
        if number not in self._made:
            self._made[number] = self._sample(FIRST_SEED + number)
        return self._made[number]

    def _sample(self, seed: int) -> list[int] | None:
        state = self._set_up(seed)
        found = [card for zones in self.groups for zone in zones for card in state.z[zone]]
        return found if sorted(found) == self.cards else None


class CodeCache(Protocol):
    """Cache of machine code, or of the reason why a game has none, that lasts from one run to the next.

    `made_for` identifies the compiler's versions and the kind of machine.
    """

    def load(self, made_for: str) -> NativeCode | NotCompilableError | None:
        """Return the cached code or reason, or None."""

    def store(self, made_for: str, made: NativeCode | NotCompilableError) -> None:
        """Store code, or the reason why there is none."""


class Rules:
    """Rules of a game, for the number of players and the variants with which its rulebook was read."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Compile the rules.

        Raises:
            RulebookError: The texts have mistakes; all are listed.
        """
        self.rulebook = rulebook
        self.backend: Backend = "auto"
        """Backend for running many games, unless a caller chooses another."""
        self.shelf: CodeCache | None = None
        """Cache of its machine code."""
        self.program = Program(rulebook)
        self.seats = tuple(seat.id for seat in rulebook.seats)
        self.card_ids = tuple(card.id for card in rulebook.cards)
        self.constants = Constants(self.program, would_change)
        if any(bot.is_deep for bot in self._read_bots):
            self._ready_bots()
        self.usual_beginning = start_state(self.program.symbols)
        """The start state of a first or only game."""
        self.beginning = self.usual_beginning
        """The start state of matches."""
        self.changed_cells: dict[int, int] = {}
        """Cells whose start values differ from the usual ones, with these values."""
        self.opening: CardLayout | None = None
        """Card layout at the start, if it isn't the usual one."""
        self.kept: Mapping[str, Any] | None = None
        """Things kept of an earlier game, with which matches begin (see engine.campaigns)."""
        self._set_ups: dict[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], SetupSampler] = {}
        self._own: Rules | None = None
        """The same rules without linked routines; None if these have none."""

    @property
    def id(self) -> str:
        """Id of the game."""
        return self.rulebook.id

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Warnings about the rules, sorted by file and line. They are computed on access."""
        from interpreter.language.bot_programs import find_doubtful_rows

        in_tables = find_doubtful_rows(self._read_bots, self.program.analysis)
        found = dict.fromkeys((*self.rulebook.warnings, *self.program.warnings, *in_tables))
        return tuple(sorted(found, key=lambda problem: problem.where))

    def __getstate__(self) -> dict[str, Any]:
        made = ("_own", "_read_bots", "_set_ups", "shelf")
        kept = {name: value for name, value in self.__dict__.items() if name not in made}
        return {**kept, "_own": None, "_set_ups": {}, "shelf": None}

    @cached_property
    def _read_bots(self) -> tuple[ResolvedBot, ...]:
        from interpreter.language.bot_programs import resolve_bots

        return resolve_bots(self.program.analysis)

    def _ready_bots(self) -> tuple[CompiledBot, ...]:
        from interpreter.language.bot_programs import compile_bots

        return compile_bots(self._read_bots, self.program)

    def native_code(self, limits: Limits) -> NativeCode:
        """Compile the game with its bots to machine code.

        Raises:
            NotCompilableError: The game can't become machine code.
            NativeUnavailableError: wasmtime fails.
        """
        return self.program.native_code(self._lowered_bots(), self.usual_beginning, limits)

    def portable_code(self, limits: Limits, asked: Sequence[tuple[Expr, NameValues]]) -> PortableCode:
        """Compile the game with its bots to a WebAssembly module for other programs.

        `asked` are expressions that the module evaluates as its questions, each with the names in it.

        Raises:
            NotCompilableError: The game can't become machine code.
            NativeUnavailableError: wasmtime fails.
        """
        return self.program.portable_code(self._lowered_bots(logged=True), self.usual_beginning, limits, asked)

    def native_rules(self, limits: Limits) -> dict[CodeKey, str]:
        """Return the source text of the machine code, by title and kind. Raises NativeUnavailableError."""
        return self.program.native_rules(self._lowered_bots(), self.usual_beginning, limits)

    def _lowered_bots(self, logged: bool = False) -> LoweredBots:
        from interpreter.language.bot_programs import lower_bots

        return lower_bots(self._read_bots, self.program, logged)

    @cached_property
    def bots(self) -> tuple[CompiledBot, ...]:
        """The game's bots with their tables, which never refer to linked routines."""
        return self._ready_bots() if self._own is None else self._own.bots

    def initial_state(self, seed: int, logged: bool) -> State:
        """Return a state with everything in its starting place and no routine to run."""
        v, z = self.beginning
        return State(self.constants, v[:], [cards[:] for cards in z], seed, logged)

    def new_state(self, seed: int, logged: bool, routine: int | None = None, you: int | None = None) -> State:
        """Return the state before the first statement of the game, or of `routine` with `you` as the acting seat."""
        state = self.initial_state(seed, logged)
        begin(state, self.program.code(logged), self.program.root if routine is None else routine, you)
        return state

    def with_program(self, program: Program) -> Self:
        """Return the same rules with a program that has additional routines linked to it."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.program = program
        other._own = self._own or self
        other.constants = copy(self.constants)
        other.constants.program = program
        return other

    def with_omissions(self) -> Self:
        """Return the same rules, compiled so that matches can omit a thing."""
        other = type(self)(replace(self.rulebook, omits=True))
        other.backend = self.backend
        return other

    def with_coverage(self) -> Self:
        """Return the same rules, compiled to record code coverage (see language.lowered.game)."""
        other = type(self)(replace(self.rulebook, covers=True))
        other.backend = self.backend
        return other

    def without(self, thing: int) -> Self:
        """Return the same rules for matches that omit a thing, by its number; 0 omits nothing.

        The rulebook must have been read with `omits`.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._begin_with(start_state_without(self.program.symbols, self.beginning, thing))
        return other

    def with_kept(self, kept: Mapping[str, Any] | None, beginning: StartState, opening: CardLayout | None) -> Self:
        """Return the same rules for matches that begin with what was kept of an earlier game.

        Args:
            kept: The document of what was kept; None for the first game.
            beginning: The start state with it.
            opening: The card layout, if set-ups can't be sampled from the usual one.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.kept, other.opening = kept, opening
        other._begin_with(beginning)
        return other

    def _begin_with(self, beginning: StartState) -> None:
        self.beginning = beginning
        cells = enumerate(zip(self.usual_beginning[0], beginning[0], strict=True))
        self.changed_cells = {cell: after for cell, (before, after) in cells if after != before}
        self._set_ups = {}

    def setup_sampler(self, groups: tuple[tuple[int, ...], ...], cards: tuple[int, ...]) -> SetupSampler:
        """Return the sampler of card layouts that the rules may have made in some zones before the first decision."""
        return self._set_ups.setdefault((groups, cards), SetupSampler(self._state_after_setup, groups, cards))

    def _state_after_setup(self, seed: int) -> State:
        state = self.new_state(seed, logged=False)
        advance(state, self.program.code(False))
        return state

    def scores(self, state: State) -> dict[str, int]:
        """Return each seat's score by the rules' `score`."""
        score = self.program.code(state.log is not None).score
        try:
            with state.own_work(EFFECT_WORK_LIMIT):
                return {seat: int(score(state, state.v, state.z, at)) for at, seat in enumerate(self.seats)}
        except Exception as error:
            raise locate_error(error, self.program) from error

    @cached_property
    def is_score_hidden(self) -> bool:
        """True if the score depends on something that not everyone sees."""
        analysis = self.program.analysis
        return analysis.score is not None and analysis.secrets.is_hidden_from_some(analysis.score, self.program.symbols)

    @cached_property
    def remembers_secrets(self) -> bool:
        """True if the rules may remember something hidden, except cards, while a seat decides."""
        return self.program.analysis.remembers_secrets()

    def are_alike(self, card: str, other: str) -> bool:
        """Return True if two ids are those of cards that are identical in everything printed on them."""
        ids, kinds = self.card_ids, self.constants.alike
        return card in ids and other in ids and kinds[ids.index(card)] == kinds[ids.index(other)]

    def option_key(self, info: DecisionInfo, value: Any) -> str:
        """Return the key of an option of a decision."""
        match info.kind:
            case "may":
                return "yes" if value else "no"
            case "either":
                return slug(info.labels[value])
            case "choose" if value is None:
                return info.way_out or "none"
            case "choose":
                return PAIR_SIGN.join(self.id_of(kind, number) for kind, number in info.things_of(value))
            case _:
                assert_never(info.kind)

    def id_of(self, kind: str, value: int) -> str:
        """Return the id of a thing by its number: `BOX of SEAT` for a seat's own box or zone, digits for a number."""
        return str(self.as_data(kind, value))

    def as_data(self, kind: str, value: Any) -> Any:
        """Return a value as plain data: the id of a thing; numbers, flags and None as they are."""
        names = self.program.symbols.labels.get(kind)
        return value if value is None or names is None else names[value]
