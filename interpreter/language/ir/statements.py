"""The statements: each a class of its own, with its expressions and the blocks inside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from interpreter.errors import Where
from interpreter.language.ir.expressions import Cell, Expr, Track, Variable, kind_of_sort
from interpreter.language.ir.making import TRUE
from interpreter.language.ir.nodes import NOWHERE, Aspect
from interpreter.language.ir.types import CONDITION, Local, Said, Type
from interpreter.rulebook.model import Text


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
    to do `anything`. `into`: the fields of zones that cards only get into, or are mixed in.
    """

    skipped: bool
    asks: bool = False
    leaves: Out | None = None
    always: bool = False
    repeats: bool = False
    calls: bool = False
    anything: bool = False
    into: tuple[str, ...] = ()


PLAIN = Facts(skipped=False)
"""It is done, and the next one follows."""
SKIPPED = Facts(skipped=True)
"""So it is, unless something that it is about is nothing."""


@dataclass(slots=True)
class At:
    """`where` a statement stands.

    Each statement states its `facts`, and has a method `changes`: what it changes itself, not through what is in it or
    what it calls; see Aspect.
    """

    facts: ClassVar[Facts]

    where: Where


class Inert(At):
    """What changes nothing itself."""

    __slots__ = ()

    def changes(self) -> frozenset[Aspect]:
        return NOWHERE


@dataclass(slots=True)
class Let(Inert):
    facts: ClassVar[Facts] = PLAIN
    name: Local
    value: Expr


@dataclass(slots=True)
class Choose(Inert):
    """`options` is a set; `way_out` is `stop`, `none` or empty; `label` names the decision."""

    facts: ClassVar[Facts] = Facts(skipped=False, asks=True, leaves=Out.BLOCK)
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

    facts: ClassVar[Facts] = SKIPPED
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

    facts: ClassVar[Facts] = SKIPPED
    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None
    place: Expr
    state: str

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"pieces", *(("pieces", kind_of_sort(sort)) for sort in self.sorts)})


@dataclass(slots=True)
class MoveCards(At):
    facts: ClassVar[Facts] = Facts(skipped=True, into=("target",))
    cards: Expr
    target: Expr
    bottom: bool

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


@dataclass(slots=True)
class Draw(At):
    """`receiving` is one zone or, `each`, a zone for each seat in order."""

    facts: ClassVar[Facts] = Facts(skipped=False, into=("receiving",))
    amount: Expr
    source: Expr
    receiving: tuple[Expr, ...]
    name: Local | None
    zone: str

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


@dataclass(slots=True)
class Shuffle(At):
    facts: ClassVar[Facts] = Facts(skipped=True, into=("zone",))
    zone: Expr

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


@dataclass(slots=True)
class Reveal(Inert):
    facts: ClassVar[Facts] = SKIPPED
    cards: Expr
    seat: Expr | None


@dataclass(slots=True)
class Assign(At):
    """`verb` is set, raise or lower; `cell` is the Expr of the track, the variable or the name made by a `let`;
    `amount` what it is set to or changed by.
    """

    facts: ClassVar[Facts] = SKIPPED
    verb: str
    cell: Cell
    amount: Expr

    def changes(self) -> frozenset[Aspect]:
        return self.cell.looks_at()


@dataclass(slots=True)
class ListChange(At):
    """`name` is a local set or a list variable's cell."""

    facts: ClassVar[Facts] = SKIPPED
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
    facts: ClassVar[Facts] = SKIPPED
    things: Expr
    flag: str
    value: bool

    def changes(self) -> frozenset[Aspect]:
        return frozenset({("flag", self.flag)})


@dataclass(slots=True)
class Must(Inert):
    """`given`: that what `inner` is about is something; `said`: where all of it is written."""

    facts: ClassVar[Facts] = Facts(skipped=False, leaves=Out.TEXT)
    inner: Due
    given: Expr = TRUE
    said: Said | None = None


@dataclass(slots=True)
class OnlyIf(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, leaves=Out.BLOCK)
    condition: Expr


@dataclass(slots=True)
class Carry(Inert):
    facts: ClassVar[Facts] = Facts(skipped=True, asks=True, calls=True, anything=True)
    card: Expr
    you: Expr


@dataclass(slots=True)
class Note(Inert):
    facts: ClassVar[Facts] = SKIPPED
    card: Expr
    label: str
    you: Expr


@dataclass(slots=True)
class Leave(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, leaves=Out.LOOP, always=True)


@dataclass(slots=True)
class Stop(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, leaves=Out.TEXT, always=True)


@dataclass(slots=True)
class End(Inert):
    """`side` is the side that wins, where one does."""

    facts: ClassVar[Facts] = Facts(skipped=False, asks=True, leaves=Out.GAME, always=True)
    winners: Expr | None
    reason: str
    side: Expr | None = None


@dataclass(slots=True)
class Call(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, calls=True)
    word: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class If(Inert):
    facts: ClassVar[Facts] = PLAIN
    branches: list[tuple[Expr, Block]]
    otherwise: Block | None


@dataclass(slots=True)
class Either(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, asks=True)
    name: Local
    options: list[tuple[str, Block]]
    you: Expr


@dataclass(slots=True)
class May(Inert):
    """`otherwise` is done if the seat declines, or can't do it."""

    facts: ClassVar[Facts] = Facts(skipped=False, asks=True)
    name: Local
    label: str
    body: Block
    you: Expr
    otherwise: Block = field(default_factory=list)


@dataclass(slots=True)
class ForEach(Inert):
    """`again`: round after round, the things worked out anew for each; it ends if there are none."""

    facts: ClassVar[Facts] = Facts(skipped=False, repeats=True)
    name: Local
    things: Expr
    body: Block
    again: bool = False


@dataclass(slots=True)
class Repeat(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, repeats=True)
    times: Expr
    body: Block


@dataclass(slots=True)
class While(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, repeats=True)
    condition: Expr
    body: Block


@dataclass(slots=True)
class As(Inert):
    facts: ClassVar[Facts] = SKIPPED
    name: Local
    seat: Expr
    body: Block


@dataclass(slots=True)
class Run(Inert):
    """A call of a routine by its number; made for bends, watches and triggers, not by authors."""

    facts: ClassVar[Facts] = Facts(skipped=False, calls=True)
    routine: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class Step(At):
    """One step of a track; what raise and lower become where steps have consequences."""

    facts: ClassVar[Facts] = PLAIN
    cell: Track
    by: int

    def changes(self) -> frozenset[Aspect]:
        return self.cell.looks_at()


@dataclass(slots=True)
class AtEnd(Inert):
    """A step that a track can't take, since it is at its end."""

    facts: ClassVar[Facts] = PLAIN
    cell: Track
    by: int


@dataclass(slots=True)
class Top(At):
    """The top card of a zone goes to another; what draw becomes."""

    facts: ClassVar[Facts] = Facts(skipped=False, into=("target",))
    source: Expr
    target: Expr
    name: Local | None

    def changes(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


Simple = (
    Let | MovePieces | ChangeState | MoveCards | Draw | Shuffle | Reveal | Assign | ListChange | Make | Note | Step
    | AtEnd | Top
)  # fmt: skip
"""What is done at once, and the next one follows: nobody decides, nothing is left, no other statement is inside."""
Due = Assign | MovePieces | ChangeState | MoveCards | Choose | Call | Run
"""What can stand behind a `must`."""
Statement = (
    Simple | Choose | Must | OnlyIf | Carry | Leave | Stop | End | Call | If | Either | May | ForEach | Repeat | While
    | As | Run
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
