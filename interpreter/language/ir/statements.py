"""The statements: each a class of its own, with its expressions and the blocks inside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from interpreter.errors import Where
from interpreter.language.ir.expressions import Cell, Expr, Track, Variable, kind_of_sort
from interpreter.language.ir.making import TRUE
from interpreter.language.ir.nodes import NOWHERE, Aspect
from interpreter.language.ir.types import CONDITION, Local, Said, Type
from interpreter.rulebook.model import Text


@dataclass(slots=True)
class At:
    """`where` a statement stands. `suspends`: a seat may decide there, or the game may end.

    Each statement has a method `changes`: what it changes itself, not through what is in it or what it calls; see
    Aspect.
    """

    suspends: ClassVar[bool] = False

    where: Where


class Inert(At):
    """What changes nothing itself."""

    __slots__ = ()

    def changes(self) -> frozenset[Aspect]:
        return NOWHERE


@dataclass(slots=True)
class Let(Inert):
    name: Local
    value: Expr


@dataclass(slots=True)
class Choose(Inert):
    """`options` is a set; `way_out` is `stop`, `none` or empty; `label` names the decision."""

    suspends: ClassVar[bool] = True
    name: Local
    options: Expr
    you: Expr
    way_out: str
    label: str
    noun: str


@dataclass(slots=True)
class MovePieces(At):
    """`amount` is None for all. `sorts` are kinds of pieces, or kinds in one state; `owner` is None for everybody's.
    `taker` is whose they become if they are nobody's and leave a box."""

    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None
    source: Expr
    target: Expr
    taker: Expr | None = None

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"pieces", *(("pieces", kind_of_sort(sort)) for sort in self.sorts)})


@dataclass(slots=True)
class ChangeState(At):
    """Pieces in a place get into another state. `amount`, `sorts`, `owner` as of MovePieces."""

    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None
    place: Expr
    state: str

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"pieces", *(("pieces", kind_of_sort(sort)) for sort in self.sorts)})


@dataclass(slots=True)
class MoveCards(At):
    cards: Expr
    target: Expr
    bottom: bool

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


@dataclass(slots=True)
class Draw(At):
    """`targets` is one zone or, `each`, a zone for each seat in order."""

    amount: Expr
    source: Expr
    targets: tuple[Expr, ...]
    name: Local | None
    zone: str

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


@dataclass(slots=True)
class Shuffle(At):
    zone: Expr

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


@dataclass(slots=True)
class Reveal(Inert):
    cards: Expr
    seat: Expr | None


@dataclass(slots=True)
class Assign(At):
    """`verb` is set, raise or lower; `cell` is the Expr of the track, the variable or the name made by a `let`;
    `amount` what it is set to or changed by.
    """

    verb: str
    cell: Cell
    amount: Expr

    def changes(self) -> frozenset[Aspect]:
        return self.cell.looks_at()


@dataclass(slots=True)
class ListChange(At):
    """`name` is a local set or a list variable's cell."""

    verb: str
    name: Local | None
    cell: Variable | None
    item: Expr

    def changes(self) -> frozenset[Aspect]:
        if self.cell is not None:
            return self.cell.looks_at()
        return frozenset({("local", self.name)})


@dataclass(slots=True)
class Make(At):
    things: Expr
    flag: str
    value: bool

    def changes(self) -> frozenset[Aspect]:
        return frozenset({("flag", self.flag)})


@dataclass(slots=True)
class Must(Inert):
    """`given`: that what `inner` is about is something; `said`: where all of it is written."""

    inner: Statement
    given: Expr = TRUE
    said: Said | None = None


@dataclass(slots=True)
class OnlyIf(Inert):
    condition: Expr


@dataclass(slots=True)
class Carry(Inert):
    suspends: ClassVar[bool] = True
    card: Expr
    you: Expr


@dataclass(slots=True)
class Note(Inert):
    card: Expr
    label: str
    you: Expr


@dataclass(slots=True)
class Leave(Inert):
    pass


@dataclass(slots=True)
class Stop(Inert):
    pass


@dataclass(slots=True)
class End(Inert):
    """`side` is the side that wins, where one does."""

    suspends: ClassVar[bool] = True
    winners: Expr | None
    reason: str
    side: Expr | None = None


@dataclass(slots=True)
class Call(Inert):
    word: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class If(Inert):
    branches: list[tuple[Expr, Block]]
    otherwise: Block | None


@dataclass(slots=True)
class Either(Inert):
    suspends: ClassVar[bool] = True
    name: Local
    options: list[tuple[str, Block]]
    you: Expr


@dataclass(slots=True)
class May(Inert):
    """`otherwise` is done if the seat declines, or can't do it."""

    suspends: ClassVar[bool] = True
    name: Local
    label: str
    body: Block
    you: Expr
    otherwise: Block = field(default_factory=list)


@dataclass(slots=True)
class ForEach(Inert):
    """`again`: round after round, the things worked out anew for each; it ends if there are none."""

    name: Local
    things: Expr
    body: Block
    again: bool = False


@dataclass(slots=True)
class Repeat(Inert):
    times: Expr
    body: Block


@dataclass(slots=True)
class While(Inert):
    condition: Expr
    body: Block


@dataclass(slots=True)
class As(Inert):
    name: Local
    seat: Expr
    body: Block


@dataclass(slots=True)
class Run(Inert):
    """A call of a routine by its number; made for bends, watches and triggers, not by authors."""

    routine: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class Step(At):
    """One step of a track; what raise and lower become where steps have consequences."""

    cell: Track
    by: int

    def changes(self) -> frozenset[Aspect]:
        return self.cell.looks_at()


@dataclass(slots=True)
class AtEnd(Inert):
    """A step that a track can't take, since it is at its end."""

    cell: Track
    by: int


@dataclass(slots=True)
class Top(At):
    """The top card of a zone goes to another; what draw becomes."""

    source: Expr
    target: Expr
    name: Local | None

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


Statement = (
    Let | Choose | MovePieces | ChangeState | MoveCards | Draw | Shuffle | Reveal | Assign | ListChange | Make | Must
    | OnlyIf | Carry | Note | Leave | Stop | End | Call | If | Either | May | ForEach | Repeat | While | As | Run | Step
    | AtEnd | Top
)  # fmt: skip
Block = list[Statement]
"""Statements one after the other."""


@dataclass(slots=True)
class Routine:
    """One text as statements: a phrase, an event, what a track does, what an empty zone does.

    `title` says in words what it is; `holes` are its arguments; `you` the acting seat (None: nobody acts here).
    """

    title: str
    text: Text
    holes: tuple[Local, ...]
    you: Local
    body: Block = field(default_factory=list)
    turn: bool = False


@dataclass(slots=True)
class Term:
    """A condition or value of the vocabulary: an expression with holes. `uses_you`: the acting seat is one more
    argument.
    """

    title: str
    text: Text
    holes: tuple[Local, ...]
    you: Local
    body: Expr | None = None
    type: Type = CONDITION
    uses_you: bool = False

    @property
    def arguments(self) -> tuple[Local, ...]:
        return (*self.holes, self.you) if self.uses_you else self.holes
