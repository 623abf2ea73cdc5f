"""Statement nodes: one class for each statement, with its expressions and the blocks inside it."""

from __future__ import annotations

from dataclasses import field
from types import MappingProxyType
from typing import Literal

from interpreter.language.ir.expressions import Cell, Const, Expr, TrackValue, VariableValue
from interpreter.language.ir.nodes import ANY_PIECES, Aspect, FrozenNode
from interpreter.language.ir.statement_nodes import (
    PLAIN,
    SKIPPED,
    CardStatement,
    ExitScope,
    InertStatement,
    NumberChange,
    OrNothing,
    PieceStatement,
    PlainForm,
    StatementFacts,
    StatementNode,
)
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Type, WayOut
from interpreter.language.ir.written import WrittenNoun
from interpreter.language.ir.written_statements import ChooseSeveral, WrittenStatement
from interpreter.rulebook.model import SHOWN, Text
from interpreter.support.errors import Location

Verb = Literal["set", "raise", "lower"]
ListVerb = Literal["add", "take"]


class Let(InertStatement, facts=PLAIN):
    """Binding of a name to a value."""

    name: Local
    value: Expr


class Choose(InertStatement, facts=StatementFacts(is_skippable=False, asks=True, exits=ExitScope.BLOCK)):
    """Choice of a member of the set `options` by a seat.

    Attributes:
        name: The chosen member.
        options: The set.
        you: The seat.
        way_out: Effect of declining.
        label: Name of the decision.
        noun: Noun of the members.
        one_of: True if it is written as `choose one of SET`.
        parts_of_pair: Names of the two things, if a pair is chosen.
        together: If several seats choose at the same time, names of these seats, of those that have not chosen yet, and
            of the choice of each seat of the game.
        pick_of: Choice of several members of which this is a single one, as it is written.
    """

    name: Local
    options: Expr
    you: Expr
    way_out: WayOut
    label: str
    noun: str
    one_of: bool = field(default=False, compare=False, repr=False)
    parts_of_pair: tuple[Local, ...] = ()
    together: tuple[Local, ...] = ()
    pick_of: ChooseSeveral | None = field(default=None, compare=False, repr=False)


class ShowChoices(InertStatement, facts=PLAIN):
    """Disclosure of what several seats have chosen at the same time, now that all have.

    Attributes:
        seats: Name of these seats.
        by_seat: Names of the choice of each seat of the game.
    """

    seats: Local
    by_seat: tuple[Local, ...]


class MovePieces(PieceStatement, facts=StatementFacts(is_skippable=True, amount="amount")):
    """Move of pieces from one place to another.

    Attributes:
        source: The place that they leave.
        target: The place to which they go.
        pieces: How they are written.
        taker: Owner of pieces without an owner that leave a box.
        at_random: True if they are drawn one after the other, each piece equally likely.
        name: The piece that is drawn, in its new place.
        is_capture: True if they are captured.
    """

    source: Expr
    target: Expr
    pieces: WrittenNoun = field(compare=False, repr=False)
    taker: Expr | None = None
    at_random: bool = False
    name: Local | None = None
    is_capture: bool = False


class MovePiece(StatementNode, facts=StatementFacts(is_skippable=True)):
    """Move of one piece of any kind to another place, which may be its capture."""

    piece: Expr
    target: Expr
    is_capture: bool = False

    def changes(self) -> frozenset[Aspect]:
        """Return the pieces of a kind that isn't known as the aspects changed."""
        return frozenset({"pieces", ANY_PIECES})


class ChangeState(PieceStatement, facts=StatementFacts(is_skippable=True, amount="amount")):
    """Change of the state of pieces in a place; `pieces` is how they are written."""

    place: Expr
    state: str
    pieces: WrittenNoun = field(compare=False, repr=False)


class MoveCards(CardStatement, facts=StatementFacts(is_skippable=True, into=("target",))):
    """Move of cards to the top or the bottom of a zone."""

    cards: Expr
    target: Expr
    bottom: bool


class Draw(
    CardStatement, facts=StatementFacts(is_skippable=False, into=("receiving",), empties="zone", amount="amount")
):
    """Draw of cards from a zone to one zone or, with `each`, to a zone of each seat in order.

    `name` is the card that is drawn, or the set of several. `owner` is the seat whose zone it is, if each seat has one;
    that seat acts when the zone is empty.
    `filled_to` is the number of cards that a zone is refilled to, if that is how it is written.
    """

    amount: Expr
    source: Expr
    receiving: tuple[Expr, ...]
    name: Local | None
    zone: str
    owner: Expr | None
    filled_to: Expr | None = field(default=None, compare=False, repr=False)


class Shuffle(CardStatement, PlainForm, facts=StatementFacts(is_skippable=True, into=("zone",))):
    """Shuffle of the cards in a zone."""

    form = "shuffle"
    holes = MappingProxyType({"zone": Type("zone")})
    zone: Expr


class Roll(StatementNode, facts=StatementFacts(is_skippable=False)):
    """Roll of dice.

    Attributes:
        dice: The dice.
        amount: Number of the dice to roll, the first ones; None for all.
        name: The dice that are rolled, or the number that a single one shows.
        you: The acting seat, if one acts.
    """

    dice: Expr
    amount: Expr | None
    name: Local | None
    you: Expr | None

    def changes(self) -> frozenset[Aspect]:
        """Return the variable of the faces of dice as the aspect changed."""
        return frozenset({("variable", SHOWN)})


class RememberPosition(StatementNode, facts=PLAIN):
    """Storage of the present position, in which these values belong to a position.

    `name` is the number of times that it has occurred so far.
    """

    values: tuple[OrNothing, ...]
    name: Local | None

    def changes(self) -> frozenset[Aspect]:
        """Return the remembered positions as the aspect changed."""
        return frozenset({"positions"})


class ForgetPositions(StatementNode, PlainForm, facts=PLAIN):
    """Removal of all positions that were remembered."""

    form = "forget"

    def changes(self) -> frozenset[Aspect]:
        """Return the remembered positions as the aspect changed."""
        return frozenset({"positions"})


class Reveal(InertStatement, facts=SKIPPED):
    """Disclosure of cards to a seat, or to all seats."""

    cards: Expr
    seat: Expr | None


class RevealDice(InertStatement, facts=SKIPPED):
    """Disclosure to a seat, or to all seats, of what dice show."""

    dice: Expr
    seat: Expr | None


class Assign(StatementNode, facts=SKIPPED):
    """Assignment to a track, a variable, or a name bound by `let`.

    `amount` is the new value, or the change for `raise` and `lower`.
    """

    verb: Verb
    cell: Cell
    amount: OrNothing

    def changes(self) -> frozenset[Aspect]:
        """Return the cell as the aspect changed."""
        return self.cell.looks_at()

    def moves(self) -> NumberChange | None:
        """Return the change of the cell; None if it is set to a value."""
        return None if self.verb == "set" else NumberChange(self.cell, self.verb == "raise", self.amount)


class ListChange(StatementNode, facts=SKIPPED):
    """Addition of an item to a list, or removal from it: the local set `name`, or the list variable `cell`."""

    verb: ListVerb
    name: Local | None
    cell: VariableValue | None
    item: Expr

    def changes(self) -> frozenset[Aspect]:
        """Return the list as the aspect changed."""
        if self.cell is not None:
            return self.cell.looks_at()
        assert self.name is not None
        return frozenset({("local", self.name)})


class SetFlag(StatementNode, facts=SKIPPED):
    """Change of a flag of things."""

    things: Expr
    flag: str
    value: bool

    def changes(self) -> frozenset[Aspect]:
        """Return the flag as the aspect changed."""
        return frozenset({("flag", self.flag)})


class Must(InertStatement, facts=StatementFacts(is_skippable=False, exits=ExitScope.TEXT, needs_precondition=True)):
    """Statement that must be possible in full, else the rule is left or something else is carried out.

    Attributes:
        inner: The statement.
        presence: Condition that the things it acts on are not nothing.
        otherwise: Statements that are carried out in its place if it is impossible. The rule is not left then; but
            after a choice, which gives a name to what follows it, the rest of the block is skipped.
    """

    inner: Due
    presence: Expr = Const(True, type=CONDITION)
    otherwise: Block | None = None


class OnlyIf(InertStatement, facts=StatementFacts(is_skippable=False, exits=ExitScope.BLOCK)):
    """Guard: the rest of the block is skipped unless the condition holds."""

    condition: Expr


class CarryOutEvent(
    InertStatement, PlainForm, facts=StatementFacts(is_skippable=True, asks=True, calls=True, calls_any_text=True)
):
    """Execution of a card's event."""

    form = "carry_out"
    holes = MappingProxyType({"card": Type("card")})
    card: Expr
    you: Expr


class RecordUse(InertStatement, facts=SKIPPED):
    """Record of a card's use under a label."""

    card: Expr
    label: str
    you: Expr


class Tell(InertStatement, facts=PLAIN):
    """Sentence for the players in the log, with values of the position in its holes.

    Attributes:
        sentence: The sentence as it is written.
        values: Values of its holes, in order.
        holes: Places of the holes.
    """

    sentence: str
    values: tuple[OrNothing, ...]
    holes: tuple[Location, ...]


class LeaveLoop(InertStatement, facts=StatementFacts(is_skippable=False, exits=ExitScope.LOOP, always_exits=True)):
    """Exit from the innermost loop: `leave the loop`."""


class StopRule(
    InertStatement, PlainForm, facts=StatementFacts(is_skippable=False, exits=ExitScope.TEXT, always_exits=True)
):
    """Exit from the rule: `stop`."""

    form = "stop"


class DoNothing(InertStatement, PlainForm, facts=PLAIN):
    """Option that a seat can always take and that changes nothing: `do nothing`."""

    form = "do_nothing"


class Answer(InertStatement, facts=StatementFacts(is_skippable=False, exits=ExitScope.TEXT, always_exits=True)):
    """Answer of a condition or value whose body consists of statements: `yes`, `no` or `give VALUE`."""

    value: OrNothing


class End(InertStatement, facts=StatementFacts(is_skippable=False, asks=True, exits=ExitScope.GAME, always_exits=True)):
    """End of the game; `side` is the winning side, if a side wins."""

    winners: Expr | None
    reason: str
    side: Expr | None = None


class CallPhrase(InertStatement, facts=StatementFacts(is_skippable=False, calls=True)):
    """Call of a phrase of the vocabulary; `wording` is the one of its wordings that is used."""

    word: int
    args: tuple[Expr, ...]
    you: Expr
    wording: str = field(default="", compare=False, repr=False)


class If(InertStatement, facts=PLAIN):
    """Conditional branches, tested in order, with an optional alternative.

    `written`: the statement that is written there, if the resolver made the condition.
    """

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None
    written: Statement | WrittenStatement | None = field(default=None, compare=False, repr=False)


class Either(InertStatement, facts=StatementFacts(is_skippable=False, asks=True, offers=("options",))):
    """Choice between labelled options; `places` has the source locations of the labels."""

    name: Local
    options: tuple[tuple[str, Block], ...]
    you: Expr
    places: tuple[Location, ...]


class May(InertStatement, facts=StatementFacts(is_skippable=False, asks=True, offers=("body",))):
    """Offer to carry out a block; `otherwise` is carried out if the seat declines or the block is not possible."""

    name: Local
    label: str
    body: Block
    you: Expr
    otherwise: Block = ()


class ForEach(InertStatement, facts=StatementFacts(is_skippable=False, repeats=True)):
    """Loop over the members of a set.

    Attributes:
        name: The member of the round.
        things: The set.
        body: The statements of a round.
        until_empty: True if the loop is repeated with the set evaluated anew, until it is empty.
        options: What is written after the commas, by the names of the grammar.
    """

    name: Local
    things: Expr
    body: Block
    until_empty: bool = False
    options: tuple[str, ...] = field(default=(), compare=False, repr=False)


class Repeat(InertStatement, facts=StatementFacts(is_skippable=False, repeats=True)):
    """Loop with a number of rounds."""

    times: Expr
    body: Block


class WhileLoop(InertStatement, facts=StatementFacts(is_skippable=False, repeats=True)):
    """Loop that goes on as long as a condition holds."""

    condition: Expr
    body: Block


class ActAs(InertStatement, facts=SKIPPED):
    """Block in which another seat acts.

    Attributes:
        begins_turn: True if the block is a turn of the seat, which playtests count.
    """

    name: Local
    seat: Expr
    body: Block
    begins_turn: bool = False


class CallRoutine(InertStatement, facts=StatementFacts(is_skippable=False, calls=True)):
    """Call of a routine by its number, generated for bends, watches and triggers."""

    routine: int
    args: tuple[Expr, ...]
    you: Expr


class StepTrack(StatementNode, facts=PLAIN):
    """One step of a track, to which `raise` and `lower` are lowered if steps have consequences."""

    cell: TrackValue
    up: bool

    def changes(self) -> frozenset[Aspect]:
        """Return the track as the aspect changed."""
        return self.cell.looks_at()

    def moves(self) -> NumberChange:
        """Return the change by one step."""
        return NumberChange(self.cell, self.up, Const(1, type=NUMBER))


class TrackAtEnd(InertStatement, facts=PLAIN):
    """Step that a track can't take because it is at its end."""

    cell: TrackValue
    up: bool


class MoveTopCard(CardStatement, facts=StatementFacts(is_skippable=False, into=("target",))):
    """Move of the top card of a zone to another zone, to which `draw` is lowered."""

    source: Expr
    target: Expr
    name: Local | None


ValueChange = Let | Assign | StepTrack | TrackAtEnd | ListChange | SetFlag
"""Changes of names, tracks, variables and flags."""
PieceChange = MovePieces | MovePiece | ChangeState
Announcement = RecordUse | Tell | ShowChoices
"""Statements that only write to the log."""
PositionChange = RememberPosition | ForgetPositions
ComponentChange = (
    PieceChange | PositionChange | MoveCards | MoveTopCard | Draw | Shuffle | Roll | Reveal | RevealDice | Announcement
)
"""Changes of pieces, cards and remembered positions, and what is told about the game."""
Simple = ValueChange | ComponentChange
"""Statements that are carried out at once: without decisions, exits or other statements inside."""
Decision = Choose | Either | May
"""Statements for which a seat decides."""
Iteration = ForEach | Repeat | WhileLoop
Compound = If | Must | ActAs | Iteration
"""Statements without a decision of their own that contain other statements."""
Transfer = OnlyIf | CarryOutEvent | LeaveLoop | StopRule | DoNothing | Answer | End | CallPhrase | CallRoutine
"""Statements that only say where the rules go on: behind a block, in another text, or with the next statement."""
Due = Assign | MovePieces | MovePiece | ChangeState | MoveCards | Choose | CallPhrase | CallRoutine
"""Statements that can follow `must`."""
Statement = Simple | Decision | Compound | Transfer
"""All statements. A walk with many cases has one function for each of these groups."""
PLAIN_STATEMENTS = {each.form: each for each in Statement.__args__ if issubclass(each, PlainForm)}
"""Classes of statements that say what their form shows, by form."""
Block = tuple[Statement, ...]
"""A sequence of statements."""


for each in Simple.__args__:
    if each.block_fields or each.facts.asks or each.facts.exits or each.facts.repeats or each.facts.calls:
        raise TypeError(f"{each.__name__} is not as simple as it says")


class Signature(FrozenNode):
    """Interface of a text for its callers.

    Attributes:
        title: Description in words.
        text: Source text.
        parameters: Its parameters.
        you: The acting seat; nobody acts if its type is optional.
        begins_turn: True if a turn begins with it.
        is_event: True if it is the event of a card.
    """

    title: str
    text: Text
    parameters: tuple[Local, ...]
    you: Local
    begins_turn: bool = False
    is_event: bool = False


class Routine(Signature):
    """A text as statements: a phrase, an event, or the consequence of a track or an empty zone."""

    body: Block = ()


class Term(Signature):
    """A condition or value of the vocabulary: an expression with parameters.

    Attributes:
        body: The expression; `Computed` if statements find the answer.
        uses_you: True if the acting seat is an additional argument.
        block: These statements; empty if there are none.
        depth: The last argument of a word that uses itself: how many of its calls are under way.
    """

    body: Expr = field(kw_only=True)
    uses_you: bool = field(kw_only=True)
    block: Block = field(default=(), kw_only=True)
    depth: Local | None = field(default=None, kw_only=True)

    @property
    def type(self) -> Type:
        """The type of the value."""
        return self.body.type

    @property
    def all_parameters(self) -> tuple[Local, ...]:
        """The parameters, including the acting seat if it is used, and the depth of a word that uses itself."""
        found = (*self.parameters, self.you) if self.uses_you else self.parameters
        return found if self.depth is None else (*found, self.depth)
