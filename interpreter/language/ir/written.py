"""Forms in which an expression can be written that its operation doesn't show.

Resolving loses words: constants are folded, `with your boats` becomes a comparison, and parentheses disappear. A
translation into another language needs these words. `ExprNode.written` holds one of these forms, or the expression
before it was simplified.
"""

from __future__ import annotations

from typing import ClassVar, Literal, cast, get_args

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import WrittenForm

Quantity = Literal["", "none_of", "exactly", "at_least", "at_most"]


class SurfaceForm(WrittenForm):
    """Base class of these forms."""

    PARTS: ClassVar[tuple[str, ...]] = ("Expr", "WrittenNoun")
    OTHERS: ClassVar[frozenset[str]] = frozenset({"str", "bool", "Quantity", "tuple[str, ...]"})


class Name(SurfaceForm):
    """The name of a thing: its id and its kind."""

    id: str
    kind: str


class Belonging(SurfaceForm):
    """`NAME of OWNER`, or `NAME of OWNER in PLACE`: something that is kept for the owner, or printed for it."""

    name: str
    kind: str
    owner: Expr
    place: Expr | None = None


class WrittenNoun(SurfaceForm):
    """A noun with the words around it.

    Attributes:
        noun: Id of the noun.
        many: True if it is in the plural.
        determiner: `your`, `enemy`, `other` or empty.
        adjectives: Its adjectives.
        owner: The part after `of`.
        place: The part after `in` or `from`.
    """

    noun: str
    many: bool
    determiner: str
    adjectives: tuple[str, ...]
    owner: Expr | None
    place: Expr | None


class Possession(SurfaceForm):
    """`PLACE has THINGS`; the same for a member of a set `with THINGS`."""

    place: Expr
    quantity: Quantity
    amount: Expr | None
    things: WrittenNoun


class Room(SurfaceForm):
    """`PLACE has room for THINGS`."""

    place: Expr
    amount: Expr | None
    things: WrittenNoun


class SizeTest(SurfaceForm):
    """`there are at least 2 THINGS`."""

    quantity: Quantity
    amount: Expr
    things: Expr


class AdjectiveTest(SurfaceForm):
    """`THING is ADJECTIVE`."""

    thing: Expr
    adjective: str


class NegatedWhole(SurfaceForm):
    """`not CONDITION`, instead of a negated verb."""

    condition: Expr


class AndOr(SurfaceForm):
    """`SET and/or SET`."""

    left: Expr
    right: Expr


class OrIfNone(SurfaceForm):
    """`SET or, if there is none, SET`."""

    things: Expr
    other: Expr


class WrittenLine(SurfaceForm):
    """`SQUARES north of SPACE`: spaces of a straight line with their noun, up to a limit if there is one."""

    noun: WrittenNoun
    spaces: Expr


class BoardEdge(SurfaceForm):
    """`the north edge`: the spaces at an edge of the board."""

    name: str


class GamePlace(SurfaceForm):
    """`this is the first game`, or another form about the place of a game in its campaign."""

    form: str


class HowMany(SurfaceForm):
    """`how many of (CONDITION, CONDITION) are true`."""

    conditions: tuple[Expr, ...]


class OneOfTwo(SurfaceForm):
    """`CONDITION or CONDITION, but not both`."""

    left: Expr
    right: Expr


class ShareTest(SurfaceForm):
    """`more than half of THINGS are …`, or at least half; `found` are those of them that are."""

    is_more: bool
    found: Expr
    things: Expr


class SameFace(SurfaceForm):
    """`at least 3 of DICE show the same`."""

    quantity: Quantity
    amount: Expr
    dice: Expr


class Parenthesized(SurfaceForm):
    """An expression in parentheses."""

    inner: Expr


AnySurfaceForm = (
    Name | Belonging | WrittenNoun | Possession | Room | SizeTest | AdjectiveTest | NegatedWhole | AndOr | OrIfNone
    | WrittenLine | BoardEdge | GamePlace | HowMany | OneOfTwo | ShareTest | SameFace | Parenthesized
)  # fmt: skip
Written = Expr | AnySurfaceForm
"""Everything that can stand in a text as an expression."""


def as_written(part: Written) -> Written:
    """Return the form in which an expression is written."""
    return part if isinstance(part, SurfaceForm) else cast(Written, part.written or part)


if set(SurfaceForm.__subclasses__()) != set(get_args(AnySurfaceForm)):
    raise TypeError("a form is missing in the union of all that can be written")
