"""Forms in which a statement can be written that is carried out as other statements.

A translation into another language needs them. `If.written` holds one of these forms, or the statement that was written
before the resolver made a condition around it.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, get_args

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import TreeNode
from interpreter.language.ir.types import Local, SourceRange, WayOut


class StatementForm(TreeNode[Expr]):
    """Base class of these forms, with the range in the text."""

    PARTS: ClassVar[tuple[str, ...]] = ("Expr",)
    OTHERS: ClassVar[frozenset[str]] = frozenset({"Local", "SourceRange | None", "WayOut", "bool", "str"})

    source_range: SourceRange | None = field(default=None, compare=False, repr=False, kw_only=True)


class ChooseSeveral(StatementForm):
    """Choice of several members of a set. It is carried out as choices of one member each or, all at once, of a subset.

    Attributes:
        name: The chosen members.
        options: The set.
        quantity: Meaning of `amount`: `just`, `up_to` or `no_fewer`; `any` if there is no amount.
        amount: Number of members.
        is_at_once: True if the options are subsets; then one of these is chosen, unless they are too many.
    """

    name: Local
    options: Expr
    quantity: str
    amount: Expr
    is_at_once: bool


class ChooseTogether(StatementForm):
    """Choice of several seats at the same time. It is carried out as sealed choices of one seat each.

    Attributes:
        name: The chosen members.
        seats: The seats.
        options: The set that each chooses from.
        noun: Noun of its members.
        way_out: Effect of declining.
        one_of: True if it is written as a choice of one of a set.
    """

    name: Local
    seats: Expr
    options: Expr
    noun: str
    way_out: WayOut
    one_of: bool


class Exchange(StatementForm):
    """Payment or gain of amounts of several kinds. It is carried out as changes of numbers.

    Attributes:
        form: Name of the form: `pay` or `gain`.
        cells: Number of each kind that the seat has.
        amounts: Amount of each kind.
    """

    form: str
    cells: tuple[Expr, ...]
    amounts: tuple[Expr, ...]


class ExchangeZones(StatementForm):
    """Exchange of the cards in two zones. It is carried out as moves of cards."""

    first: Expr
    second: Expr


class ChangeOwner(StatementForm):
    """Replacement of a piece by one of another seat. It is carried out as two moves.

    Attributes:
        piece: The piece.
        is_turned: True if it is turned over, False if it is replaced by one of the acting seat.
    """

    piece: Expr
    is_turned: bool


class CaptureAll(StatementForm):
    """Capture of all pieces of a kind on some spaces. It is carried out as a move from each space."""

    pieces: Expr


class RepeatUntil(StatementForm):
    """Loop that ends after a round with which its condition holds. It is carried out as a `while`.

    Its block is that of the `while`, without the last statement, which leaves it.
    """

    condition: Expr


WrittenStatement = ChooseSeveral | ChooseTogether | Exchange | ExchangeZones | ChangeOwner | CaptureAll | RepeatUntil


if set(StatementForm.__subclasses__()) != set(get_args(WrittenStatement)):
    raise TypeError("a form of statements is missing from the union")
