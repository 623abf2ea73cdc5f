"""What the generated segments and whoever runs them agree on: the numbers they return, frames, and decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Protocol

from interpreter.errors import PlayError, Problem, Where, nearest
from interpreter.language.deals import Origin
from interpreter.language.ir.types import Type, WayOut
from interpreter.language.position import Position
from interpreter.language.rows import Columns, Rows
from interpreter.language.search_terms import Outlook, SearchTerms
from interpreter.rulebook.model import Text

OVER = -1
"""What a segment returns instead of the next segment's number when the game is over; -2 - N: a seat must answer
decision N."""
FIRST_SLOT = 2
"""The first place of a frame for names; before it: where to go on, and the acting seat."""


class SourceKind(StrEnum):
    """The kinds of code that are made of a text. One text can give several, all of the same title."""

    RULE = "rule"
    """A text that is carried out: a phrase, an event, a trigger, the whole game."""
    WORD = "condition or value"
    """One of the vocabulary."""
    PLAYABILITY_TEST = "playability test"
    """A test whether a card's event can be played."""
    QUESTION = "question"
    """An expression that stands in no text of the game."""
    GAME = "part of the game"
    """Code that belongs to the game as a whole."""


class SourceKey(NamedTuple):
    """The name of a piece of generated code: the title of its rule, and its kind."""

    title: str
    kind: SourceKind

    def __str__(self) -> str:
        return f"{self.kind}: {self.title}"


def read_source_key(label: str) -> SourceKey:
    """The key that `str` turned into this label."""
    kind, _, title = label.partition(": ")
    return SourceKey(title, SourceKind(kind))


class Place(NamedTuple):
    """What is charged for its work: where it stands, and the title and text of its rule."""

    where: Where
    title: str
    text: Text


@dataclass(frozen=True, slots=True)
class Framed:
    """A routine with decisions: its first segment, how many names its frame has, and which slots keep cards. `title` is
    that of its rule."""

    title: str
    entry: int
    names: int
    card_slots: tuple[int, ...]


Asks = Literal["choose", "either", "may"]
"""How a text asks: for a thing, for one of several options, or whether to do something."""


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """What is the same every time a decision comes up. `labels` name an either's
    options.

    The answer goes into `slot` of the frame; the deciding seat stands in `seat_slot`.
    """

    kind: Asks
    noun: str
    label: str
    type: Type
    labels: tuple[str, ...]
    slot: int
    seat_slot: int
    way_out: WayOut = ""


SegmentCode = Callable[[Any, list[Any], list[list[int]], list[Any]], int]
"""A segment: `(m, v, z, f)`, the match's state, its cells and zones, and the routine's frame, to the number of the next
segment, or of a decision after having put the options into the match."""
PlayableTest = Callable[[list[Any], list[list[int]], int], Any]
"""`(v, z, seat)`."""


class Executable(Protocol):
    """A game that can be called, whichever backend made it."""

    @property
    def segments(self) -> Sequence[SegmentCode]:
        """By number."""

    @property
    def decisions(self) -> Sequence[DecisionInfo]:
        """By number."""

    @property
    def slots(self) -> Sequence[int]:
        """By what a segment returns to ask a decision, where in the frame its answer goes."""

    @property
    def seat_slots(self) -> Sequence[int]:
        """By the same, where in the frame the seat that decides stands."""

    def begin(self, routine: int) -> tuple[int, int]:
        """Where a routine with decisions begins: its first segment, and how many names its frame has."""


Backend = Literal["auto", "native", "python"]
"""What plays many games: machine code, Python, or whichever is the better."""
BACKENDS: tuple[Backend, ...] = ("auto", "native", "python")
Start = tuple[list[Any], list[list[int]]]
"""Cells and zones, as `v` and `z` of a match."""


def known_backend(name: str) -> Backend:
    """A backend by name. Raises PlayError if there is none of that name."""
    for backend in BACKENDS:
        if name == backend:
            return backend
    message = f"there is no backend of this name; there are {', '.join(BACKENDS)}"
    raise PlayError(Problem(Where(f"backend {name}"), "unknown-backend", message, nearest(name, BACKENDS)))


class NotNative(Exception):
    """Why a game can't be played by machine code here, in a few words."""


class NotInstalled(NotNative):
    """What runs machine code is missing, and can be installed."""


class Unfit(NotNative):
    """The game itself can't become machine code, wherever that is tried."""


NIL = -(1 << 63)
"""The word that stands for nothing."""


@dataclass(frozen=True, slots=True)
class NativeCode:
    """A game as machine code. `compiled` is it, for one kind of machine and what runs it; `known` says where what lies
    in its memory, `reasons`, `labels` and `texts` by number. `rules` are the titles of the functions' rules, by the
    functions' names. Who can write where it is kept can have anything carried out.
    """

    compiled: bytes
    known: Mapping[str, int]
    reasons: Sequence[str]
    labels: Sequence[str]
    texts: Sequence[str]
    rules: Mapping[str, str]


class Machine(Protocol):
    """A game as machine code, with a memory in which it is played by chance and tables. Not for two threads at once.

    `columns` are those of a row, `most` how many games can be played at once. `reasons` and `labels` by number.
    `stopped_in`: the title of the rule in which a game was last stopped, or "" if that is not known.
    """

    columns: Columns
    most: int
    reasons: Sequence[str]
    labels: Sequence[str]
    stopped_in: str

    def seed(self, seed: int) -> bool:
        """Sets the seed of the run from which all games are played; whether that is possible."""

    def seat(self, seat: int, by_table: bool) -> None:
        """Who plays a seat from now on: its tables, or chance."""

    def begin_with(self, cells: Mapping[int, int]) -> None:
        """Lets games begin with these numbers in cells, and in the others with what the rules say."""

    def play(self, first: int, count: int) -> Rows:
        """Plays some games of the run: those before the first one that was stopped."""

    def play_recorded(self, index: int) -> tuple[Rows, list[tuple[int, int]]] | None:
        """Plays one game: its row, and each decision's number with the answer; None if it was stopped."""

    def reached(self) -> bytes:
        """For each point (see points.py) 1 if play has come to it in the games since this was last asked, but for those
        that were stopped."""


class PlayoutMachine(Machine, Protocol):
    """A machine in which play stands at one position at a time, and goes on from there. Other positions are kept at
    `places`, by number; of what is at none nothing is checked.
    """

    places: int

    @property
    def stands(self) -> bool:
        """Whether play stands anywhere."""

    @property
    def asked(self) -> int | None:
        """The number of the decision that must be taken; None if the game is over."""

    @property
    def decider(self) -> int:
        """The seat that must decide."""

    @property
    def options(self) -> Sequence[Any]:
        """What it decides between."""

    def put(self, position: Position) -> None:
        """Let play stand at a position. Raises NotNative for one that machine code can't take."""

    def read(self, position: Position) -> None:
        """Make a position the one at which play stands. Lists are tuples there, truth values numbers."""

    def answer(self, option: int) -> bool:
        """Take an option by its number, up to the next decision; whether that could be carried out. If not, play stands
        nowhere."""

    def keep(self, place: int) -> bool:
        """Keep where play stands; whether a place is large enough for that."""

    def restore(self, place: int) -> None:
        """Let play stand where it stood when that was kept."""

    def play_out(self, place: int, first: int, count: int, most: int) -> Rows:
        """Some playouts of the run from what is kept at a place, each with the generator and the streams of the run's
        game of its number, and cut after `most` decisions: those before the first one that was stopped. Then play
        stands at the end of the last one."""


class SearchMachine(PlayoutMachine, Protocol):
    """A machine that grows the tree of a search as players.tree does: one tree at a time. Options are called by what
    stands for them, decisions and seats by number.
    """

    def begin_search(self, seed: int, terms: SearchTerms, outlook: Outlook) -> None:
        """A new tree, which knows no more than this. `seed` settles what is tried. Raises NotNative."""

    def outlook(self) -> Outlook:
        """What the tree has learned of scores."""

    def leave_to_tables(self, guided: Sequence[float], trusted: Sequence[float]) -> None:
        """The share of each seat's decisions that its tables take, if it has some: in playouts, and in the tree."""

    def note_proofs(self, provable: bool) -> None:
        """Whether it is noted what is certain, from where playouts begin."""

    def begin_from(self, origin: Origin) -> None:
        """In what playouts begin from now on. Raises NotNative."""

    def search(self, count: int) -> None:
        """So many playouts. Raises NotNative if machine code can't go on; then the tree is lost."""

    def forget(self) -> None:
        """What options did is kept only where the tree knows it."""

    def stand_after(self, decision: int, option: int | None) -> None:
        """Playouts begin after this option of the decision from which they began until now. Raises NotNative."""

    def after_each(
        self, decision: int, options: Sequence[int | None]
    ) -> list[list[tuple[int, int, int | None, int, int]]]:
        """What was decided after each of these options of the decision from which playouts begin, the most common
        first: the seat, its decision, the option, and in how many of how many playouts. Raises NotNative."""

    def known_of(self, decision: int, seat: int, option: int | None) -> tuple[int, float, float, int]:
        """Of an option of the decision from which playouts begin: how many of them took it, what the seat won in these
        in all, what it seems worth, and what is proved of it for the first seat, as a number (players.proof). Raises
        NotNative."""
