"""Facts and base classes of statements, from which the compiler's stages know them without their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from interpreter.language.ir.expressions import Cell, Expr
from interpreter.language.ir.nodes import NOWHERE, Aspect, TreeNode
from interpreter.language.ir.types import SourceRange, Type, kind_of_sort
from interpreter.support.errors import Location

OrNothing = Expr
"""An expression that may be nothing without the statement being skipped."""


class ExitScope(Enum):
    """Scope that a statement may leave."""

    BLOCK = "the rest of its block"
    LOOP = "the innermost loop"
    TEXT = "the rule that it stands in"
    GAME = "the game, which is over"


@dataclass(frozen=True, slots=True)
class StatementFacts:
    """Properties of a kind of statement.

    Attributes:
        is_skippable: It is skipped if something that it acts on is nothing.
        asks: A seat may decide there, or the game may end.
        exits: Scope that it may leave.
        always_exits: It always leaves that scope.
        repeats: Its body is carried out repeatedly.
        calls: It carries out another text.
        calls_any_text: The text that it carries out can be any one.
        needs_precondition: Its feasibility is tested beforehand.
        into: Fields with the zones to which it only adds cards, or which it shuffles.
        empties: Field with the id of the zone from which cards are taken until it is empty.
        amount: Field with the number of things acted on; with 0 it does nothing.
        offers: Fields with the blocks that a seat may choose; their feasibility is tested beforehand.
    """

    is_skippable: bool
    asks: bool = False
    exits: ExitScope | None = None
    always_exits: bool = False
    repeats: bool = False
    calls: bool = False
    calls_any_text: bool = False
    needs_precondition: bool = False
    into: tuple[str, ...] = ()
    empties: str | None = None
    amount: str | None = None
    offers: tuple[str, ...] = ()

    @property
    def fields(self) -> frozenset[str]:
        """The fields that the facts refer to."""
        named = (*self.into, *self.offers, self.empties, self.amount)
        return frozenset(name for name in named if name is not None)


PLAIN = StatementFacts(is_skippable=False)
"""Facts of a statement that is carried out and followed by the next one."""
SKIPPED = StatementFacts(is_skippable=True)
"""Facts of such a statement that is skipped if something that it acts on is nothing."""


BLOCKS = frozenset({"Block", "Block | None"})
TESTED, LABELLED, DUE = "tuple[tuple[Expr, Block], ...]", "tuple[tuple[str, Block], ...]", "Due"
"""Declared types of fields with blocks: each with a condition, each with a label, a single statement as a block."""


class NumberChange(NamedTuple):
    """Change of a number by another one: raised if `up`, else lowered."""

    cell: Cell
    up: bool
    by: Expr


class StatementNode(TreeNode[Expr]):
    """Base class of statements, with the source location `where` and the range in the text, if they are written there.

    A subclass states its `facts`, and has a method `changes` that returns the aspects of the state that it changes
    itself, not through blocks inside it or texts that it calls.

    Its contents are derived from the declared types of its fields; an unknown type raises an error at start-up.
    """

    CELLS: ClassVar[tuple[str, ...]] = ("Cell", "TrackValue", "VariableValue | None")
    PARTS: ClassVar[tuple[str, ...]] = ("Expr", "OrNothing", "Cell", "TrackValue", "VariableValue")
    OTHERS: ClassVar[frozenset[str]] = BLOCKS | {
        *(TESTED, LABELLED, DUE, "Location", "tuple[Location, ...]", "Local", "Local | None", "SourceRange | None"),
        *(
            "str",
            "int",
            "bool",
            "tuple[str, ...]",
            "tuple[Local, ...]",
            "WayOut",
            "Verb",
            "ListVerb",
            "WrittenNoun",
            "ChooseSeveral | None",
            "Statement | WrittenStatement | None",
        ),
    }
    facts: ClassVar[StatementFacts]
    block_fields: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Fields that contain statements, with their declared types."""
    assigned_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields that are assigned to: they count by identity, not by their current value."""
    optional_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields that may be nothing."""

    where: Location
    source_range: SourceRange | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __init_subclass__(cls, *, facts: StatementFacts | None) -> None:
        """Set the facts of a class of statements.

        `facts` is None for a common base class. Raises TypeError for facts that do not match the fields.
        """
        super().__init_subclass__()
        cls.block_fields = cls.fields_declared(*BLOCKS, TESTED, LABELLED, DUE)
        cls.assigned_fields = frozenset(name for name, _ in cls.fields_declared(*cls.CELLS))
        cls.optional_fields = frozenset(name for name, _ in cls.fields_declared("OrNothing"))
        if facts is not None:
            cls.facts = facts
            if not facts.fields <= {each.name for each in fields(cls)}:
                raise TypeError(f"{cls.__name__} has no field that its facts speak of")
            if facts.asks and cls.block_fields and not facts.offers:
                raise TypeError(f"{cls.__name__} asks, and does not say what it offers")

    def moves(self) -> NumberChange | None:
        """Return the change of a number, if it is known."""
        return None


class InertStatement(StatementNode, facts=None):
    """Base class of statements that change nothing themselves."""

    def changes(self) -> frozenset[Aspect]:
        """Return no aspects."""
        return NOWHERE


class PieceStatement(StatementNode, facts=None):
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


class CardStatement(StatementNode, facts=None):
    """Base class of statements about cards."""

    def changes(self) -> frozenset[Aspect]:
        """Return the cards as the aspect changed."""
        return frozenset({"cards"})


class PlainForm:
    """Mixin of statements that say what their form shows: its holes are their values, in order.

    They are resolved and translated by these declarations.

    Attributes:
        form: Name of the form, which is also its rule in the grammar.
        holes: Types of the values that are in the holes, by field. A field `you` is the acting seat.
    """

    form: ClassVar[str]
    holes: ClassVar[Mapping[str, Type]] = MappingProxyType({})
