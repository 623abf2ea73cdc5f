"""The interface between generated code and its callers: return codes, frames, and decisions.

Results of games played by machine code: a row of words for each game, divided into columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Protocol, get_args

from interpreter.language.execution.deals import PlayoutOrigin, Position
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters
from interpreter.language.execution.subset_numbers import SubsetNumbering
from interpreter.language.ir.types import Kind, Type, WayOut
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, PlayError, Problem
from interpreter.support.similar_words import closest_match

SingleColumn = Literal["decisions", "turns", "first", "reason", "side", "holder", "work", "won"]
"""Columns of one word.

`first`: the seat that opened; `reason` and `side`: numbers; `holder`: the first seat with the card whose event is left
out, negative for none; `won`: number of winners.
"""
MultiColumn = Literal["winners", "scores", "ends", "shared_tracks"]
"""Columns of several words.

Winners and scores have one for each seat; `ends` counts how often each track stopped at its lower and its upper end;
`shared_tracks` has the last value of each track that isn't a seat's.
"""
Column = Literal[SingleColumn, MultiColumn]
"""Columns of a row, in this order."""
COLUMNS: tuple[Column, ...] = get_args(Column)


class RowColumns:
    """Positions of the columns within a row, for numbers of seats, ends of tracks and tracks that aren't a seat's.

    `width` is a row's length.
    """

    def __init__(self, seats: int, ends: int, shared_tracks: int) -> None:
        several = {"winners": seats, "scores": seats, "ends": ends, "shared_tracks": shared_tracks}
        self.width = 0
        self._places: dict[Column, range] = {}
        for column in COLUMNS:
            self._places[column] = range(self.width, self.width + several.get(column, 1))
            self.width = self._places[column].stop

    def __getitem__(self, column: Column) -> range:
        return self._places[column]


@dataclass(frozen=True, slots=True)
class ResultRows:
    """Results of consecutive games.

    Attributes:
        count: Number of games.
        words: The rows of all games in one list. NIL stands for nothing.
        uses: Number of uses of each card over all games, by card and label.
    """

    count: int
    words: list[int]
    uses: list[int]


GAME_OVER = -1
"""Return value of a segment when the game is over.

Other results: the number of the next segment, or the code of a decision (`decision_code`).
"""
FIRST_DECISION = GAME_OVER - 1
"""Code of decision 0; those of the others go down from there."""
FIRST_SLOT = 2
"""First slot of a frame for names; the two slots before it hold the return segment and the acting seat."""


def decision_code(decision: int) -> int:
    """Return the code with which a segment stops for a decision, by number."""
    return FIRST_DECISION - decision


def decision_of(code: int) -> int:
    """Return the number of the decision for which a segment has stopped with a code."""
    return FIRST_DECISION - code


class CodeKind(StrEnum):
    """The kinds of code that are made of a text. One text can give several, all with the same title."""

    RULE = "rule"
    """A text that is carried out: a phrase, an event, a trigger, the whole game."""
    WORD = "condition or value"
    """A condition or value of the vocabulary."""
    PLAYABILITY_TEST = "playability test"
    """A test that tells if a card's event can be played."""
    QUESTION = "question"
    """An expression that is in no text of the game."""
    GAME = "part of the game"
    """Code that belongs to the game as a whole."""


class CodeKey(NamedTuple):
    """The name of a piece of generated code: the title of its rule, and its kind."""

    title: str
    kind: CodeKind

    def __str__(self) -> str:
        return f"{self.kind}: {self.title}"


def parse_code_key(label: str) -> CodeKey:
    """Parse a label made by `str(key)`."""
    kind, _, title = label.partition(": ")
    return CodeKey(title, CodeKind(kind))


class SourceLocation(NamedTuple):
    """The place to which work is charged: its position, and the title and text of its rule."""

    where: Location
    title: str
    text: Text


@dataclass(frozen=True, slots=True)
class FramedRoutine:
    """A routine with decisions.

    Attributes:
        title: Title of its rule.
        first_segment: Number of its first segment.
        name_count: Number of names in its frame.
        card_slots: Slots of the frame that hold cards.
    """

    title: str
    first_segment: int
    name_count: int
    card_slots: tuple[int, ...]


PAIR_SIGN = "-"
"""Sign between the things in the key of a pair or a subset."""
DecisionKind = Literal["choose", "either", "may"]
"""Kinds of decisions: choose a thing, choose one of several options, or accept an offer."""


class SealedSlots(NamedTuple):
    """Slots of the frame for a choice that several seats make at the same time.

    Attributes:
        members: Slot of the list of these seats.
        waiting: Slot of the list of those that choose after the one that is asked.
        answers: Slot of the choice of each seat of the game.
        blank: Value of a slot before the seat has chosen.
        restart: Segment that asks the seat in the decision's `seat_slot`.
    """

    members: int
    waiting: int
    answers: tuple[int, ...]
    blank: int | None
    restart: int


class SubsetOptions(NamedTuple):
    """A choice whose options are subsets: the kind of their members, and their numbers."""

    kind: Kind
    numbering: SubsetNumbering


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """The constant data of a decision, the same every time it comes up.

    The answer goes into `slot` of the frame, and the deciding seat is in `seat_slot`. `labels` name the options of an
    either. `card_slot` holds the card that its options act on, if they act on one only; otherwise it is negative. If
    pairs are chosen, `parts` are the kinds of the two things, and `width` is the number of things of the second kind.
    `sealed` is given if several seats choose at the same time, and `subset` if the options are subsets.
    """

    kind: DecisionKind
    noun: str
    label: str
    type: Type
    labels: tuple[str, ...]
    slot: int
    seat_slot: int
    way_out: WayOut = ""
    card_slot: int = -1
    parts: tuple[Kind, ...] = ()
    width: int = 0
    sealed: SealedSlots | None = None
    subset: SubsetOptions | None = None

    @property
    def has_cards(self) -> bool:
        """True if the options of a choice are cards, or consist of things of which some are."""
        return "card" in (self.type.kind, *self.parts, *(() if self.subset is None else (self.subset.kind,)))

    def things_of(self, value: int) -> tuple[tuple[Kind, int], ...]:
        """Return the things for which an option of a choice stands, with their kinds.

        There is one, the two of a pair, or the members of a subset.
        """
        if self.subset is not None:
            return tuple((self.subset.kind, member) for member in self.subset.numbering.members(value))
        return (
            tuple(zip(self.parts, divmod(value, self.width), strict=True)) if self.parts else ((self.type.kind, value),)
        )


SegmentCode = Callable[[Any, list[Any], list[list[int]], list[Any]], int]
"""A segment: called with the match's state `m`, its cells `v`, its zones `z` and the routine's frame `f`.

Returns the number of the next segment, or that of a decision after it has put the options into the match.
"""
PlayableTest = Callable[[Any, list[Any], list[list[int]], int], Any]
"""A test of an event, called with `(v, z, seat)`."""


class Executable(Protocol):
    """A callable game, independent of the backend that made it."""

    @property
    def segments(self) -> Sequence[SegmentCode]:
        """Segments by number."""

    @property
    def decisions(self) -> Sequence[DecisionInfo]:
        """Decisions by number."""

    def begin(self, routine: int) -> tuple[int, int]:
        """Return the first segment of a routine with decisions, and the number of names in its frame."""


Backend = Literal["auto", "native", "python"]
"""Backends that play many games: machine code, Python, or automatic choice of the better one."""
BACKENDS: tuple[Backend, ...] = ("auto", "native", "python")
StartState = tuple[list[Any], list[list[int]]]
"""Cells and zones of a match: its `v` and `z`."""


def parse_backend(name: str) -> Backend:
    """Return a backend by name.

    Raises:
        PlayError: No backend has this name.
    """
    for backend in BACKENDS:
        if name == backend:
            return backend
    message = f"there is no backend of this name; there are {', '.join(BACKENDS)}"
    raise PlayError(Problem(Location(f"backend {name}"), "unknown-backend", message, closest_match(name, BACKENDS)))


class NativeUnavailableError(Exception):
    """The reason why a game can't be played by machine code here, in a few words."""


class RuntimeNotInstalledError(NativeUnavailableError):
    """The runtime for machine code is missing, and can be installed."""


class NotCompilableError(NativeUnavailableError):
    """The game itself can't be compiled to machine code, on any machine."""


TURN_WORK = 100
"""Work units charged for the beginning of a turn: turns without end, in which all pass, are stopped soon."""
NIL = -(1 << 63)
"""The word that stands for nothing."""


@dataclass(frozen=True, slots=True)
class NativeCode:
    """A game as machine code.

    Security: whoever can write to the place where this is kept can run any code.

    Attributes:
        machine_code: The code, for one kind of machine and one runtime.
        memory_map: Addresses in its memory, by name.
        reasons: Reasons for the end of a game, by number.
        labels: Labels of uses of cards, by number.
        rules: Titles of the functions' rules, by the functions' names.
    """

    machine_code: bytes
    memory_map: Mapping[str, int]
    reasons: Sequence[str]
    labels: Sequence[str]
    rules: Mapping[str, str]


class ToldSentence(NamedTuple):
    """A sentence that players are told: its English text, the kinds of its values, and True for those with lists.

    With a `decision` it has no text: it tells which seat has chosen what there, after several chose at the same time.
    """

    text: str
    kinds: tuple[str, ...]
    many: tuple[bool, ...]
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class PortableCode:
    """A game as a WebAssembly module, with which any program can play single matches.

    It exports `begin_match(seed)`, `answer(option)`, `option_of_player()`, `score(seat)`, its memory, and the questions
    `q0`, `q1` …, functions of a frame's address. A program that writes back what was stored at POSITION, FRAMES and
    LISTS goes on from there after `resume_match()`. While IS_SCRIPTED is 1, the draws of chance are those of
    DRAW_RESULTS, which also gets their numbers of results and probabilities.

    Sentences that are told, and choices that become known, are appended to CHOICES, TOLD words so far: the number, a
    mask of the seats that may know it, and the values; a list is its length and its members.

    Attributes:
        module: The module's bytes.
        memory_map: Addresses in its memory, by name.
        reasons: Reasons for the end of a game, by number.
        sentences: Sentences that players are told, by number.
    """

    module: bytes
    memory_map: Mapping[str, int]
    reasons: Sequence[str]
    sentences: Sequence[ToldSentence]


class Machine(Protocol):
    """A game as machine code, with a memory in which it is played by random and table players. Not thread-safe.

    Attributes:
        columns: Columns of a row.
        most: Maximum number of games in one call.
        reasons: Reasons for the end of a game, by number.
        labels: Labels of uses of cards, by number.
        stopped_in: Title of the rule in which a game was last stopped; "" if unknown.
    """

    columns: RowColumns
    most: int
    reasons: Sequence[str]
    labels: Sequence[str]
    stopped_in: str

    def set_seed(self, seed: int) -> bool:
        """Set the seed of the run to which all games belong; return False if machine code can't take this seed."""

    def set_seat_player(self, seat: int, by_table: bool) -> None:
        """Let a seat be played by its tables or at random from now on."""

    def set_start_cells(self, cells: Mapping[int, int]) -> None:
        """Set the values of some cells at the start of games; the other cells start as the rules say."""

    def play(self, first: int, count: int) -> ResultRows:
        """Play some games of the run, and return the rows of those before the first one that was stopped."""

    def play_recorded(self, index: int) -> tuple[ResultRows, list[tuple[int, int]]] | None:
        """Play one game, and return its row and each decision's number with its answer; None if it was stopped."""

    def take_reached(self) -> bytes:
        """Return a byte for each coverage point (coverage_points.py): 1 if it was reached since the last call, else 0.

        Games that were stopped don't count.
        """


class PlayoutMachine(Machine, Protocol):
    """A machine with a current position, from which play can go on, and one that is kept as the start of playouts."""

    @property
    def has_position(self) -> bool:
        """True if there is a current position."""

    @property
    def decision_number(self) -> int | None:
        """Number of the decision that must be taken; None if the game is over."""

    @property
    def decider(self) -> int:
        """The seat that must decide."""

    @property
    def options(self) -> Sequence[Any]:
        """Options of the current decision."""

    def set_position(self, position: Position) -> None:
        """Set the current position.

        Raises:
            NativeUnavailableError: Machine code can't take this position.
        """

    def copy_position(self, position: Position) -> None:
        """Copy the current position into `position`. Lists become tuples there, and truth values become numbers."""

    def answer(self, option: int) -> bool:
        """Take an option by its number, and play on to the next decision.

        Returns:
            False if play was stopped; then there is no current position.
        """

    def keep_position(self) -> bool:
        """Keep the current position as the start of playouts; return False if it doesn't fit."""

    def restore_position(self) -> None:
        """Make the position that is kept the current one."""

    def play_out(self, first: int, count: int, most: int) -> ResultRows:
        """Play some playouts of the run from the position that is kept.

        Each uses the generator and the streams of the run's game of its number. The current position is then the end of
        the last one.

        Args:
            first: Number of the first playout.
            count: Number of playouts.
            most: Maximum number of decisions of a playout.

        Returns:
            The rows of the playouts before the first one that was stopped.
        """


class SearchMachine(PlayoutMachine, Protocol):
    """A machine that grows a search tree as players.search.python_tree does, one tree at a time.

    Options are given as the values that represent them, decisions and seats by number.

    Attributes:
        code: The game's machine code.
    """

    code: NativeCode

    def begin_search(self, seed: int, terms: SearchParameters, model: ScoreModel) -> None:
        """Start a new tree with this score model. `seed` determines all random choices.

        Raises:
            NativeUnavailableError: Machine code can't search this game.
        """

    def score_model(self) -> ScoreModel:
        """Return the score model that the tree has learned."""

    def set_table_shares(self, guided: Sequence[float], trusted: Sequence[float]) -> None:
        """Set the share of each seat's decisions that its tables take, if it has any, in playouts and in the tree."""

    def set_proving(self, provable: bool) -> None:
        """Turn proofs of certain results on or off, for the positions where playouts begin."""

    def begin_from(self, origin: PlayoutOrigin) -> None:
        """Set the origin of the playouts from now on.

        Raises:
            NativeUnavailableError: Machine code can't begin there.
        """

    def search(self, count: int) -> None:
        """Run `count` playouts.

        Raises:
            NativeUnavailableError: Machine code can't go on; the tree is lost.
        """

    def drop_statistics(self) -> None:
        """Drop the action statistics of options that are not in the tree."""

    def set_deciding_seat(self, seat: int) -> None:
        """Set the seat that decides at the origin of the playouts."""

    def advance_origin(self, decision: int, option: int | None, card: int | None) -> None:
        """Move the origin of the playouts past this option of its decision. `card`: the card of the option, if any.

        Raises:
            NativeUnavailableError: Machine code can't go on from there.
        """

    def common_replies(
        self, decision: int, options: Sequence[int | None]
    ) -> list[list[tuple[int, int, int | None, int, int]]]:
        """Return the most common decisions after each of these options of the decision at the origin.

        Returns:
            For each option a list of tuples, most common first: the seat, its decision, the option it took, in how many
                playouts it took that,
            and in how many playouts it decided.

        Raises:
            NativeUnavailableError: Machine code can't tell.
        """

    def option_statistics(self, decision: int, seat: int, option: int | None) -> tuple[int, float, float, int, int]:
        """Return the statistics of an option of the decision at the origin.

        Returns:
            The number of playouts that took it, the seat's total payoff in these, the option's estimated value, the
            proven result for the first seat as a number (tree_search.py), and the depth of its proof.

        Raises:
            NativeUnavailableError: Machine code can't tell.
        """
