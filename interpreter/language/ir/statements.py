"""Statement nodes: one class for each statement, with its expressions and the blocks inside it."""

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
"""An expression that may be nothing without the statement being skipped."""


class Out(Enum):
    """Scope that a statement may leave."""

    BLOCK = "the rest of its block"
    LOOP = "the innermost loop"
    TEXT = "the rule that it stands in"
    GAME = "the game, which is over"


@dataclass(frozen=True, slots=True)
class Facts:
    """Properties of a kind of statement.

    Attributes:
        skipped: It is skipped if something that it acts on is nothing.
        asks: A seat may decide there, or the game may end.
        leaves: Scope that it may leave.
        always: It always leaves that scope.
        repeats: Its body is carried out repeatedly.
        calls: It carries out another text.
        anything: The text that it carries out can be any one.
        insists: Its feasibility is tested beforehand.
        into: Fields with the zones to which it only adds cards, or which it shuffles.
        empties: Field with the id of the zone from which cards are taken until it is empty.
        amount: Field with the number of things acted on; with 0 it does nothing.
        offers: Fields with the blocks that a seat may choose; their feasibility is tested beforehand.
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
        """The fields that the facts refer to."""
        named = (*self.into, *self.offers, self.empties, self.amount)
        return frozenset(name for name in named if name is not None)


PLAIN = Facts(skipped=False)
"""Facts of a statement that is carried out and followed by the next one."""
SKIPPED = Facts(skipped=True)
"""Facts of such a statement that is skipped if something that it acts on is nothing."""


BLOCKS = frozenset({"Block", "Block | None"})
TESTED, LABELLED, DUE = "tuple[tuple[Expr, Block], ...]", "tuple[tuple[str, Block], ...]", "Due"
"""Declared types of fields with blocks: each with a condition, each with a label, a single statement as a block."""


class At(Branch[Expr]):
    """Base class of statements, with the source location `where`.

    A subclass states its `facts` and has two methods. `changes` returns the aspects of the state that it changes
    itself, not through blocks inside it or texts that it calls. `moves` returns its change of a number, if that is
    known.

    Its contents are derived from the declared types of its fields; an unknown type raises an error at start-up.
    """

    CELLS: ClassVar[tuple[str, ...]] = ("Cell", "Track", "Variable | None")
    PARTS: ClassVar[tuple[str, ...]] = ("Expr", "OrNothing", "Cell", "Track", "Variable")
    OTHERS: ClassVar[frozenset[str]] = BLOCKS | {
        *(TESTED, LABELLED, DUE, "Where", "tuple[Where, ...]", "Local", "Local | None", "Said | None"),
        *("str", "int", "bool", "tuple[str, ...]", "WayOut", "Verb", "ListVerb"),
    }
    facts: ClassVar[Facts]
    inside: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Fields that contain statements, with their declared types."""
    cells: ClassVar[frozenset[str]] = frozenset()
    """Fields that are assigned to: they count by identity, not by their current value."""
    optional: ClassVar[frozenset[str]] = frozenset()
    """Fields that may be nothing."""

    where: Where

    def __init_subclass__(cls, *, facts: Facts | None) -> None:
        """Set the facts of a class of statements.

        `facts` is None for a common base class. Raises TypeError for facts that do not match the fields.
        """
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
    """Base class of statements that change nothing themselves."""

    def changes(self) -> frozenset[Aspect]:
        """Return no aspects."""
        return NOWHERE

    def moves(self) -> None:
        """Return None: no number is changed."""


class OnPieces(At, facts=None):
    """Base class of statements about pieces.

    Attributes:
        amount: Number of pieces; None for all.
        sorts: Kinds of pieces, or kinds in one state.
        owner: Owner of the pieces; None for any.
    """

    amount: Expr | None
    sorts: tuple[str, ...]
    owner: Expr | None

    def changes(self) -> frozenset[Aspect]:
        """Return the kinds of pieces as the aspects changed."""
        return frozenset({"pieces", *(("pieces", kind_of_sort(sort)) for sort in self.sorts)})

    def moves(self) -> None:
        """Return None: the change of a number is not known."""


class OnCards(At, facts=None):
    """Base class of statements about cards."""

    def changes(self) -> frozenset[Aspect]:
        """Return the cards as the aspect changed."""
        return frozenset({"cards"})

    def moves(self) -> None:
        """Return None: the change of a number is not known."""


class Move(NamedTuple):
    """Change of a number by another one: raised if `up`, else lowered."""

    cell: Cell
    up: bool
    by: Expr


class Let(Inert, facts=PLAIN):
    """Binding of a name to a value."""

    name: Local
    value: Expr


class Choose(Inert, facts=Facts(skipped=False, asks=True, leaves=Out.BLOCK)):
    """Choice of a member of the set `options` by a seat; `label` names the decision."""

    name: Local
    options: Expr
    you: Expr
    way_out: WayOut
    label: str
    noun: str


class MovePieces(OnPieces, facts=Facts(skipped=True, amount="amount")):
    """Move of pieces from one place to another.

    `taker` becomes the owner of pieces without an owner that leave a box.
    """

    source: Expr
    target: Expr
    taker: Expr | None = None


class ChangeState(OnPieces, facts=Facts(skipped=True, amount="amount")):
    """Change of the state of pieces in a place."""

    place: Expr
    state: str


class MoveCards(OnCards, facts=Facts(skipped=True, into=("target",))):
    """Move of cards to the top or the bottom of a zone."""

    cards: Expr
    target: Expr
    bottom: bool


class Draw(OnCards, facts=Facts(skipped=False, into=("receiving",), empties="zone", amount="amount")):
    """Draw of cards from a zone to one zone or, with `each`, to a zone of each seat in order."""

    amount: Expr
    source: Expr
    receiving: tuple[Expr, ...]
    name: Local | None
    zone: str


class Shuffle(OnCards, facts=Facts(skipped=True, into=("zone",))):
    """Shuffle of the cards in a zone."""

    zone: Expr


class Reveal(Inert, facts=SKIPPED):
    """Disclosure of cards to a seat, or to all seats."""

    cards: Expr
    seat: Expr | None


class Assign(At, facts=SKIPPED):
    """Assignment to a track, a variable, or a name bound by `let`.

    `amount` is the new value, or the change for `raise` and `lower`.
    """

    verb: Verb
    cell: Cell
    amount: OrNothing

    def changes(self) -> frozenset[Aspect]:
        """Return the cell as the aspect changed."""
        return self.cell.looks_at()

    def moves(self) -> Move | None:
        """Return the change of the cell; None if it is set to a value."""
        return None if self.verb == "set" else Move(self.cell, self.verb == "raise", self.amount)


class ListChange(At, facts=SKIPPED):
    """Addition of an item to a list, or removal from it: the local set `name`, or the list variable `cell`."""

    verb: ListVerb
    name: Local | None
    cell: Variable | None
    item: Expr

    def changes(self) -> frozenset[Aspect]:
        """Return the list as the aspect changed."""
        if self.cell is not None:
            return self.cell.looks_at()
        assert self.name is not None
        return frozenset({("local", self.name)})

    def moves(self) -> None:
        """Return None: no number is changed."""


class Make(At, facts=SKIPPED):
    """Change of a flag of things."""

    things: Expr
    flag: str
    value: bool

    def changes(self) -> frozenset[Aspect]:
        """Return the flag as the aspect changed."""
        return frozenset({("flag", self.flag)})

    def moves(self) -> None:
        """Return None: no number is changed."""


class Must(Inert, facts=Facts(skipped=False, leaves=Out.TEXT, insists=True)):
    """Statement that must be possible in full, else the rule is left.

    Attributes:
        inner: The statement.
        given: Condition that the things it acts on are not nothing.
        said: Source location of the whole statement.
    """

    inner: Due
    given: Expr = TRUE
    said: Said | None = None


class OnlyIf(Inert, facts=Facts(skipped=False, leaves=Out.BLOCK)):
    """Guard: the rest of the block is skipped unless the condition holds."""

    condition: Expr


class Carry(Inert, facts=Facts(skipped=True, asks=True, calls=True, anything=True)):
    """Execution of a card's event."""

    card: Expr
    you: Expr


class Note(Inert, facts=SKIPPED):
    """Record of a card's use under a label."""

    card: Expr
    label: str
    you: Expr


class Leave(Inert, facts=Facts(skipped=False, leaves=Out.LOOP, always=True)):
    """Exit from the innermost loop: `leave the loop`."""


class Stop(Inert, facts=Facts(skipped=False, leaves=Out.TEXT, always=True)):
    """Exit from the rule: `stop`."""


class End(Inert, facts=Facts(skipped=False, asks=True, leaves=Out.GAME, always=True)):
    """End of the game; `side` is the winning side, if a side wins."""

    winners: Expr | None
    reason: str
    side: Expr | None = None


class Call(Inert, facts=Facts(skipped=False, calls=True)):
    """Call of a phrase of the vocabulary."""

    word: int
    args: tuple[Expr, ...]
    you: Expr


class If(Inert, facts=PLAIN):
    """Conditional branches, tested in order, with an optional alternative."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


class Either(Inert, facts=Facts(skipped=False, asks=True, offers=("options",))):
    """Choice between labelled options; `places` has the source locations of the labels."""

    name: Local
    options: tuple[tuple[str, Block], ...]
    you: Expr
    places: tuple[Where, ...]


class May(Inert, facts=Facts(skipped=False, asks=True, offers=("body",))):
    """Offer to carry out a block; `otherwise` is carried out if the seat declines or the block is not possible."""

    name: Local
    label: str
    body: Block
    you: Expr
    otherwise: Block = ()


class ForEach(Inert, facts=Facts(skipped=False, repeats=True)):
    """Loop over the members of a set.

    `again`: the loop is repeated with the set evaluated anew for each round, until it is empty.
    """

    name: Local
    things: Expr
    body: Block
    again: bool = False


class Repeat(Inert, facts=Facts(skipped=False, repeats=True)):
    """Loop with a number of rounds."""

    times: Expr
    body: Block


class While(Inert, facts=Facts(skipped=False, repeats=True)):
    """Loop that goes on as long as a condition holds."""

    condition: Expr
    body: Block


class As(Inert, facts=SKIPPED):
    """Block in which another seat acts."""

    name: Local
    seat: Expr
    body: Block


class CallRoutine(Inert, facts=Facts(skipped=False, calls=True)):
    """Call of a routine by its number, generated for bends, watches and triggers."""

    routine: int
    args: tuple[Expr, ...]
    you: Expr


class Step(At, facts=PLAIN):
    """One step of a track, to which `raise` and `lower` are lowered if steps have consequences."""

    cell: Track
    up: bool

    def changes(self) -> frozenset[Aspect]:
        """Return the track as the aspect changed."""
        return self.cell.looks_at()

    def moves(self) -> Move:
        """Return the change by one step."""
        return Move(self.cell, self.up, ONE)


class AtEnd(Inert, facts=PLAIN):
    """Step that a track can't take because it is at its end."""

    cell: Track
    up: bool


class Top(OnCards, facts=Facts(skipped=False, into=("target",))):
    """Move of the top card of a zone to another zone, to which `draw` is lowered."""

    source: Expr
    target: Expr
    name: Local | None


Simple = (
    Let | MovePieces | ChangeState | MoveCards | Draw | Shuffle | Reveal | Assign | ListChange | Make | Note | Step
    | AtEnd | Top
)  # fmt: skip
"""Statements that are carried out at once: without decisions, exits or other statements inside."""
Due = Assign | MovePieces | ChangeState | MoveCards | Choose | Call | CallRoutine
"""Statements that can follow `must`."""
Statement = (
    Simple | Choose | Must | OnlyIf | Carry | Leave | Stop | End | Call | CallRoutine | If | Either | May | ForEach
    | Repeat | While | As
)  # fmt: skip
Block = tuple[Statement, ...]
"""A sequence of statements."""


for each in Simple.__args__:
    if each.inside or each.facts.asks or each.facts.leaves or each.facts.repeats or each.facts.calls:
        raise TypeError(f"{each.__name__} is not as simple as it says")


class Signature(Frozen):
    """Interface of a text for its callers.

    Attributes:
        title: Description in words.
        text: Source text.
        holes: Its parameters.
        you: The acting seat; nobody acts if its type is optional.
        turn: True if a turn begins with it.
        event: True if it is the event of a card.
    """

    title: str
    text: Text
    holes: tuple[Local, ...]
    you: Local
    turn: bool = False
    event: bool = False


class Routine(Signature):
    """A text as statements: a phrase, an event, or the consequence of a track or an empty zone."""

    body: Block = ()


class Term(Signature):
    """A condition or value of the vocabulary: an expression with parameters.

    `uses_you`: the acting seat is an additional argument.
    """

    body: Expr = field(kw_only=True)
    uses_you: bool = field(kw_only=True)

    @property
    def type(self) -> Type:
        """The type of the value."""
        return self.body.type

    @property
    def arguments(self) -> tuple[Local, ...]:
        """The parameters, including the acting seat if it is used."""
        return (*self.holes, self.you) if self.uses_you else self.holes
