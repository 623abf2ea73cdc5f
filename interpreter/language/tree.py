"""The typed tree: what a text means once its names are known. `resolving` builds it; `checking`, `lowering` read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from interpreter.errors import Where
from interpreter.rulebook.model import Text


class Type(NamedTuple):
    """What a value is. `kind`: number, condition, seat, space, box, card, zone, value (of an enumeration), text,
    nothing.

    `many`: a set of them. `optional`: may also be nothing.
    """

    kind: str
    many: bool = False
    optional: bool = False

    def shown(self) -> str:
        names = {"value": "word", "condition": "condition", "nothing": "nothing"}
        name = names.get(self.kind, self.kind)
        return f"set of {name}s" if self.many else name

    def a(self) -> str:
        """The name with its article."""
        return "nothing" if self.kind == "nothing" else f"a {self.shown()}"


NUMBER = Type("number")
CONDITION = Type("condition")
NOTHING = Type("nothing", optional=True)


class Local:
    """A name that lives inside one text: a hole, a `let`, something chosen, `it`, `you`. Compared by identity.

    `let`: where the name was made by a `let`, so that it can be set to something else.
    """

    __slots__ = ("let", "name", "slot", "type")

    def __init__(self, name: str, type: Type, let: Where | None = None) -> None:
        self.name = name
        self.type = type
        self.slot = -1
        self.let = let

    def __repr__(self) -> str:
        return f"Local({self.name})"


class Said(NamedTuple):
    """Where something stands in a text: from which line and column to which, all from 1."""

    text: Text
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def where(self) -> Where:
        return self.text.at(self.line, self.column)

    @property
    def words(self) -> str:
        """What is written there, on one line."""
        lines = self.text.splitlines()[self.line - 1 : self.end_line]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return " ".join(" ".join(lines).split())


@dataclass(frozen=True, slots=True)
class Expr:
    """A value or condition. `op` says which; `args` are its parts; `data` is what the operation needs besides (see
    `lowering`). `said`: of conditions and sets, where they are written.
    """

    op: str
    type: Type
    args: tuple[Expr, ...] = ()
    data: Any = None
    said: Said | None = field(default=None, compare=False, repr=False)


def constant(value: Any, type: Type) -> Expr:
    return Expr("const", type, (), value)


def local(name: Local) -> Expr:
    return Expr("local", name.type, (), name)


TRUE = constant(True, CONDITION)
FALSE = constant(False, CONDITION)


def both(left: Expr, right: Expr) -> Expr:
    """`left and right`, without the constants and without saying a thing twice."""
    if left == TRUE or right == FALSE:
        return right
    if right == TRUE or left == FALSE or right in conjuncts(left):
        return left
    return Expr("and", CONDITION, (left, right))


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that `and` joins to this one."""
    if condition.op != "and":
        return [condition]
    return [part for arg in condition.args for part in conjuncts(arg)]


def negation(condition: Expr) -> Expr:
    if condition.op == "not":
        return condition.args[0]
    return Expr("not", CONDITION, (condition,))


def mentions(expr: Expr, name: Local) -> bool:
    """Whether a local stands in an expression."""
    return expr.data is name or any(mentions(arg, name) for arg in expr.args)


def substituted(expr: Expr, known: Mapping[Local, Expr]) -> Expr:
    """The expression with holes and lets replaced by what they stand for."""
    if expr.op == "local":
        return known.get(expr.data, expr)
    if not expr.args or not known:
        return expr
    args = tuple(substituted(arg, known) for arg in expr.args)
    return expr if args == expr.args else replace(expr, args=args)


def terms_in(expr: Expr) -> set[int]:
    """The words of the vocabulary that an expression uses."""
    own = {expr.data} if expr.op == "term" else set()
    return own.union(*(terms_in(arg) for arg in expr.args))


@dataclass(slots=True)
class Statement:
    where: Where


@dataclass(slots=True)
class Let(Statement):
    name: Local
    value: Expr


@dataclass(slots=True)
class Choose(Statement):
    """`options` is a set; `way_out` is `stop`, `none` or empty; `label` names the decision."""

    name: Local
    options: Expr
    you: Expr
    way_out: str
    label: str
    noun: str


@dataclass(slots=True)
class MovePieces(Statement):
    """`amount` is None for all. `sorts` are kinds of pieces, or kinds in one state; `owner` is None for everybody's.
    `taker` is whose they become if they are nobody's and leave a box."""

    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None
    source: Expr
    target: Expr
    taker: Expr | None = None


@dataclass(slots=True)
class ChangeState(Statement):
    """Pieces in a place get into another state. `amount`, `sorts`, `owner` as of MovePieces."""

    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None
    place: Expr
    state: str


@dataclass(slots=True)
class MoveCards(Statement):
    cards: Expr
    target: Expr
    bottom: bool


@dataclass(slots=True)
class Draw(Statement):
    """`targets` is one zone or, `each`, a zone for each seat in order."""

    amount: Expr
    source: Expr
    targets: tuple[Expr, ...]
    name: Local | None
    zone: str


@dataclass(slots=True)
class Shuffle(Statement):
    zone: Expr


@dataclass(slots=True)
class Reveal(Statement):
    cards: Expr
    seat: Expr | None


@dataclass(slots=True)
class Assign(Statement):
    """`verb` is set, raise or lower; `cell` is the Expr of the track, the variable or the name made by a `let`;
    `amount` what it is set to or changed by.
    """

    verb: str
    cell: Expr
    amount: Expr


@dataclass(slots=True)
class ListChange(Statement):
    """`name` is a local set or a list variable's cell."""

    verb: str
    name: Local | None
    cell: Expr | None
    item: Expr


@dataclass(slots=True)
class Make(Statement):
    things: Expr
    flag: str
    value: bool


@dataclass(slots=True)
class Must(Statement):
    """`given`: that what `inner` is about is something; `said`: where all of it is written."""

    inner: Any
    given: Expr = TRUE
    said: Said | None = None


@dataclass(slots=True)
class OnlyIf(Statement):
    condition: Expr


@dataclass(slots=True)
class Carry(Statement):
    card: Expr
    you: Expr


@dataclass(slots=True)
class Note(Statement):
    card: Expr
    label: str
    you: Expr


@dataclass(slots=True)
class Leave(Statement):
    pass


@dataclass(slots=True)
class Stop(Statement):
    pass


@dataclass(slots=True)
class End(Statement):
    """`side` is the side that wins, where one does."""

    winners: Expr | None
    reason: str
    side: Expr | None = None


@dataclass(slots=True)
class Call(Statement):
    word: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class If(Statement):
    branches: list[tuple[Expr, list[Any]]]
    otherwise: list[Any] | None


@dataclass(slots=True)
class Either(Statement):
    name: Local
    options: list[tuple[str, list[Any]]]
    you: Expr


@dataclass(slots=True)
class May(Statement):
    """`otherwise` is done if the seat declines, or can't do it."""

    name: Local
    label: str
    body: list[Any]
    you: Expr
    otherwise: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class ForEach(Statement):
    """`again`: round after round, the things worked out anew for each; it ends if there are none."""

    name: Local
    things: Expr
    body: list[Any]
    again: bool = False


@dataclass(slots=True)
class Repeat(Statement):
    times: Expr
    body: list[Any]


@dataclass(slots=True)
class While(Statement):
    condition: Expr
    body: list[Any]


@dataclass(slots=True)
class As(Statement):
    name: Local
    seat: Expr
    body: list[Any]


@dataclass(slots=True)
class Run(Statement):
    """A call of a routine by its number; made for bends, watches and triggers, not by authors."""

    routine: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class Step(Statement):
    """One step of a track; what raise and lower become where steps have consequences."""

    cell: Expr
    by: int


@dataclass(slots=True)
class AtEnd(Statement):
    """A step that a track can't take, since it is at its end."""

    cell: Expr
    by: int


@dataclass(slots=True)
class Top(Statement):
    """The top card of a zone goes to another; what draw becomes."""

    source: Expr
    target: Expr
    name: Local | None


Block = list[Any]
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
