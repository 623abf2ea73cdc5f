"""The statements: each a class of its own, with its expressions and the blocks inside it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import ClassVar, Literal, NamedTuple

from interpreter.errors import Where
from interpreter.language.frozen import Branch, Frozen
from interpreter.language.ir.expressions import Cell, Expr, Track, Variable
from interpreter.language.ir.making import ONE, TRUE
from interpreter.language.ir.nodes import NOWHERE, Aspect
from interpreter.language.ir.types import Local, Said, Type, WayOut, kind_of_sort
from interpreter.rulebook.model import Text

Verb = Literal["set", "raise", "lower"]
ListVerb = Literal["add", "take"]
OrNothing = Expr
"""What may be nothing, without the statement being left out for that."""


class Out(Enum):
    """What a statement may leave."""

    BLOCK = "the rest of its block"
    LOOP = "the innermost loop"
    TEXT = "the rule that it stands in"
    GAME = "the game, which is over"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a kind of statement. `skipped`: it is left out where something that it is about is nothing.
    `asks`: a seat may decide there, or the game may end. `leaves`: what it may leave, and whether it does so `always`.
    `repeats`: what is in it is done over and over. `calls`: it has another text carried out, and may be any, if it is
    to do `anything`. `insists`: it is asked beforehand whether it can be done.

    Of its fields, `into` are the zones that cards only get into, or are mixed in; `empties` names the zone of which
    cards are taken until it is empty; `amount` is of how many it is done, of none if it is 0; `offers` is what somebody
    may decide to do: it is asked beforehand whether that can be done.
    """

    skipped: bool
    asks: bool = False
    leaves: Out | None = None
    always: bool = False
    repeats: bool = False
    calls: bool = False
    anything: bool = False
    insists: bool = False
    into: tuple[str, ...] = ()
    empties: str | None = None
    amount: str | None = None
    offers: tuple[str, ...] = ()

    @property
    def fields(self) -> frozenset[str]:
        """The fields that they speak of."""
        named = (*self.into, *self.offers, self.empties, self.amount)
        return frozenset(name for name in named if name is not None)


PLAIN = Facts(skipped=False)
"""It is done, and the next one follows."""
SKIPPED = Facts(skipped=True)
"""So it is, unless something that it is about is nothing."""


BLOCKS = frozenset({"Block", "Block | None"})
TESTED, LABELLED, DUE = "tuple[tuple[Expr, Block], ...]", "tuple[tuple[str, Block], ...]", "Due"
"""Blocks each behind a condition, or a label; one statement, which is taken for a block of its own."""


class At(Branch[Expr]):
    """A statement, and `where` it stands.

    Each states its `facts`, and has two methods: `changes`, what it changes itself, not through what is in it or what
    it calls (see Aspect), and `moves`, how it changes a number, if that is known.

    What is in it is found from what its fields are declared to be; one that no walk knows stops the start.
    """

    CELLS: ClassVar[tuple[str, ...]] = ("Cell", "Track", "Variable | None")
    PARTS: ClassVar[tuple[str, ...]] = ("Expr", "OrNothing", "Cell", "Track", "Variable")
    OTHERS: ClassVar[frozenset[str]] = BLOCKS | {
        *(TESTED, LABELLED, DUE, "Where", "tuple[Where, ...]", "Local", "Local | None", "Said | None"),
        *("str", "int", "bool", "tuple[str, ...]", "WayOut", "Verb", "ListVerb"),
    }
    facts: ClassVar[Facts]
    inside: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The fields with statements in them, and what these are declared to be."""
    cells: ClassVar[frozenset[str]] = frozenset()
    """The fields with what is set or changed: not what is in it counts there, but which it is."""
    optional: ClassVar[frozenset[str]] = frozenset()
    """The fields with what may be nothing."""

    where: Where

    def __init_subclass__(cls, *, facts: Facts | None) -> None:
        """`facts` are None for what several kinds of statements have in common. Raises TypeError for facts that don't
        go with the fields."""
        super().__init_subclass__()
        cls.inside = cls.declared(*BLOCKS, TESTED, LABELLED, DUE)
        cls.cells = frozenset(name for name, _ in cls.declared(*cls.CELLS))
        cls.optional = frozenset(name for name, _ in cls.declared("OrNothing"))
        if facts is not None:
            cls.facts = facts
            if not facts.fields <= {each.name for each in fields(cls)}:
                raise TypeError(f"{cls.__name__} has no field that its facts speak of")
            if facts.asks and cls.inside and not facts.offers:
                raise TypeError(f"{cls.__name__} asks, and does not say what it offers")


class Inert(At, facts=None):
    """What changes nothing itself."""

    def changes(self) -> frozenset[Aspect]:
        return NOWHERE

    def moves(self) -> None:
        return None


class OnPieces(At, facts=None):
    """What is done to pieces. `amount` is None for all. `sorts` are kinds of pieces, or kinds in one state; `owner` is
    None for everybody's."""

    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"pieces", *(("pieces", kind_of_sort(sort)) for sort in self.sorts)})

    def moves(self) -> None:
        return None


class OnCards(At, facts=None):
    """What is done to cards."""

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})

    def moves(self) -> None:
        return None


class Move(NamedTuple):
    """A number is raised, or lowered, by another one."""

    cell: Cell
    up: bool
    by: Expr


class Let(Inert, facts=PLAIN):
    name: Local
    value: Expr


class Choose(Inert, facts=Facts(skipped=False, asks=True, leaves=Out.BLOCK)):
    """`options` is a set; `label` names the decision."""

    name: Local
    options: Expr
    you: Expr
    way_out: WayOut
    label: str
    noun: str


class MovePieces(OnPieces, facts=Facts(skipped=True, amount="amount")):
    """`taker` is whose they become if they are nobody's and leave a box."""

    source: Expr
    target: Expr
    taker: Expr | None = None


class ChangeState(OnPieces, facts=Facts(skipped=True, amount="amount")):
    """Pieces in a place get into another state."""

    place: Expr
    state: str


class MoveCards(OnCards, facts=Facts(skipped=True, into=("target",))):
    cards: Expr
    target: Expr
    bottom: bool


class Draw(OnCards, facts=Facts(skipped=False, into=("receiving",), empties="zone", amount="amount")):
    """`receiving` is one zone or, `each`, a zone for each seat in order."""

    amount: Expr
    source: Expr
    receiving: tuple[Expr, ...]
    name: Local | None
    zone: str


class Shuffle(OnCards, facts=Facts(skipped=True, into=("zone",))):
    zone: Expr


class Reveal(Inert, facts=SKIPPED):
    cards: Expr
    seat: Expr | None


class Assign(At, facts=SKIPPED):
    """`cell` is the track, the variable or the name made by a `let`; `amount` what it is set to or changed by."""

    verb: Verb
    cell: Cell
    amount: OrNothing

    def changes(self) -> frozenset[Aspect]:
        return self.cell.looks_at()

    def moves(self) -> Move | None:
        return None if self.verb == "set" else Move(self.cell, self.verb == "raise", self.amount)


class ListChange(At, facts=SKIPPED):
    """`name` is a local set or a list variable's cell."""

    verb: ListVerb
    name: Local | None
    cell: Variable | None
    item: Expr

    def changes(self) -> frozenset[Aspect]:
        if self.cell is not None:
            return self.cell.looks_at()
        assert self.name is not None
        return frozenset({("local", self.name)})

    def moves(self) -> None:
        return None


class Make(At, facts=SKIPPED):
    things: Expr
    flag: str
    value: bool

    def changes(self) -> frozenset[Aspect]:
        return frozenset({("flag", self.flag)})

    def moves(self) -> None:
        return None


class Must(Inert, facts=Facts(skipped=False, leaves=Out.TEXT, insists=True)):
    """`given`: that what `inner` is about is something; `said`: where all of it is written."""

    inner: Due
    given: Expr = TRUE
    said: Said | None = None


class OnlyIf(Inert, facts=Facts(skipped=False, leaves=Out.BLOCK)):
    condition: Expr


class Carry(Inert, facts=Facts(skipped=True, asks=True, calls=True, anything=True)):
    card: Expr
    you: Expr


class Note(Inert, facts=SKIPPED):
    card: Expr
    label: str
    you: Expr


class Leave(Inert, facts=Facts(skipped=False, leaves=Out.LOOP, always=True)):
    """`leave the loop`."""


class Stop(Inert, facts=Facts(skipped=False, leaves=Out.TEXT, always=True)):
    """`stop`."""


class End(Inert, facts=Facts(skipped=False, asks=True, leaves=Out.GAME, always=True)):
    """`side` is the side that wins, where one does."""

    winners: Expr | None
    reason: str
    side: Expr | None = None


class Call(Inert, facts=Facts(skipped=False, calls=True)):
    word: int
    args: tuple[Expr, ...]
    you: Expr


class If(Inert, facts=PLAIN):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


class Either(Inert, facts=Facts(skipped=False, asks=True, offers=("options",))):
    """`places`: where the labels of the options stand."""

    name: Local
    options: tuple[tuple[str, Block], ...]
    you: Expr
    places: tuple[Where, ...]


class May(Inert, facts=Facts(skipped=False, asks=True, offers=("body",))):
    """`otherwise` is done if the seat declines, or can't do it."""

    name: Local
    label: str
    body: Block
    you: Expr
    otherwise: Block = ()


class ForEach(Inert, facts=Facts(skipped=False, repeats=True)):
    """`again`: round after round, the things worked out anew for each; it ends if there are none."""

    name: Local
    things: Expr
    body: Block
    again: bool = False


class Repeat(Inert, facts=Facts(skipped=False, repeats=True)):
    times: Expr
    body: Block


class While(Inert, facts=Facts(skipped=False, repeats=True)):
    condition: Expr
    body: Block


class As(Inert, facts=SKIPPED):
    name: Local
    seat: Expr
    body: Block


class CallRoutine(Inert, facts=Facts(skipped=False, calls=True)):
    """A call of a routine by its number; made for bends, watches and triggers, not by authors."""

    routine: int
    args: tuple[Expr, ...]
    you: Expr


class Step(At, facts=PLAIN):
    """One step of a track; what raise and lower become where steps have consequences."""

    cell: Track
    up: bool

    def changes(self) -> frozenset[Aspect]:
        return self.cell.looks_at()

    def moves(self) -> Move:
        return Move(self.cell, self.up, ONE)


class AtEnd(Inert, facts=PLAIN):
    """A step that a track can't take, since it is at its end."""

    cell: Track
    up: bool


class Top(OnCards, facts=Facts(skipped=False, into=("target",))):
    """The top card of a zone goes to another; what draw becomes."""

    source: Expr
    target: Expr
    name: Local | None


Simple = (
    Let | MovePieces | ChangeState | MoveCards | Draw | Shuffle | Reveal | Assign | ListChange | Make | Note | Step
    | AtEnd | Top
)  # fmt: skip
"""What is done at once, and the next one follows: nobody decides, nothing is left, no other statement is inside."""
Due = Assign | MovePieces | ChangeState | MoveCards | Choose | Call | CallRoutine
"""What can stand behind a `must`."""
Statement = (
    Simple | Choose | Must | OnlyIf | Carry | Leave | Stop | End | Call | CallRoutine | If | Either | May | ForEach
    | Repeat | While | As
)  # fmt: skip
Block = tuple[Statement, ...]
"""Statements one after the other."""


for each in Simple.__args__:
    if each.inside or each.facts.asks or each.facts.leaves or each.facts.repeats or each.facts.calls:
        raise TypeError(f"{each.__name__} is not as simple as it says")


class Signature(Frozen):
    """What others have to know of a text in order to use it.

    `title` says in words what it is; `holes` are its arguments; `you` the acting seat (nobody acts, if that may be
    nothing). `turn`: a turn begins with it. `event`: a card does it.
    """

    title: str
    text: Text
    holes: tuple[Local, ...]
    you: Local
    turn: bool = False
    event: bool = False


class Routine(Signature):
    """A text as statements: a phrase, an event, what a track does, what an empty zone does."""

    body: Block = ()


class Term(Signature):
    """A condition or value of the vocabulary: an expression with holes. `uses_you`: the acting seat is one more
    argument.
    """

    body: Expr = field(kw_only=True)
    uses_you: bool = field(kw_only=True)

    @property
    def type(self) -> Type:
        return self.body.type

    @property
    def arguments(self) -> tuple[Local, ...]:
        return (*self.holes, self.you) if self.uses_you else self.holes
