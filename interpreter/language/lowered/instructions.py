"""Instructions of the intermediate language: state changes and control flow.

A routine without decisions becomes a function. Any other routine becomes a chain of *segments* that keep the routine's
names in its *frame*: a list with the segment to resume at, the acting seat, then the names. This way a match can be
copied and saved in the middle of any effect. A segment ends in one of `End`, also inside the branches of its last
`When`.
"""

from __future__ import annotations

from typing import ClassVar

from interpreter.errors import Where
from interpreter.language.frozen import Branch
from interpreter.language.log import Entry
from interpreter.language.lowered.values import Cell, Register, Value

Target = int
"""Number of a segment that is jumped to immediately."""
Resumption = int
"""Number of a segment at which the routine resumes later."""
ReturnTo = int
"""Number of a segment at which the routine resumes once the routine whose frame was pushed is done."""


class Part(Branch[Value]):
    """Base class of instructions and of their branches.

    The bodies and segment references are found by the declared types of the fields. A register or cell that an
    instruction changes is not one of its parts.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("Value",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(
        ("Body", "tuple[Branching, ...]", "Register", "Register | Cell", "Where", "type[Entry]", "int", "str", "bool")
    ) | {"Target", "Resumption", "ReturnTo"}
    body_names: ClassVar[tuple[str, ...]] = ()
    target_names: ClassVar[tuple[str, ...]] = ()
    resumption_names: ClassVar[tuple[str, ...]] = ()
    return_names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Collect the names of bodies and segment references from the declared fields.

        Raises:
            TypeError: The class pushes a frame that can't replace the routine's own frame (see `Push`).
        """
        super().__init_subclass__()
        cls.body_names = tuple(name for name, _ in cls.declared("Body"))
        cls.target_names = tuple(name for name, _ in cls.declared("Target"))
        cls.resumption_names = tuple(name for name, _ in cls.declared("Resumption", "ReturnTo"))
        cls.return_names = tuple(name for name, _ in cls.declared("ReturnTo"))
        if cls.return_names and ("instead", "bool") not in cls.declared("bool"):
            raise TypeError(f"{cls.__name__} lays a frame on another, and can't have it take that one's place")


# -- names and cells


class Set(Part):
    """Assign a value to a register or cell."""

    target: Register | Cell
    value: Value


class Add(Part):
    """Add a number to a register or cell, or subtract it if `taken`."""

    target: Register | Cell
    value: Value
    taken: bool = False


class Append(Part):
    """Append an option to a list of options."""

    options: Register
    value: Value


# -- the flow inside a function or segment


class Branching(Part):
    """A condition, and the body that runs if it holds."""

    condition: Value
    body: Body


class When(Part):
    """Run the first branch whose condition holds, or else `otherwise`."""

    branches: tuple[Branching, ...]
    otherwise: Body = ()


class Loop(Part):
    """Run a body for each member of a list; `otherwise` runs unless a `Break` leaves the loop."""

    it: Register
    things: Value
    body: Body
    otherwise: Body = ()


class Times(Part):
    """Run a body a number of times."""

    times: Value
    body: Body


class While(Part):
    """Run a body while a condition holds."""

    condition: Value
    body: Body


class Break(Part):
    """Leave the innermost loop."""


class Continue(Part):
    """Continue with the next iteration of the innermost loop."""


class Return(Part):
    """Return from a function."""


# -- accounts


class Charge(Part):
    """Count work, and stop the match if it exceeds the limit. `place` is an index into `LoweredGame.places`."""

    units: int
    place: int


class StopAtEnd(Part):
    """Count that a track has stopped at an end: the upper one if `upper` holds, else the lower one."""

    track: int
    upper: Value


class PastEnd(Part):
    """Stop the match because a track would go past its end."""

    where: Where
    message: str


class Log(Part):
    """Write an entry of a kind to the log."""

    kind: type[Entry]
    entry: tuple[Value, ...]


class Reach(Part):
    """Record that play has reached a coverage point (see points.py)."""

    point: int


class Note(Part):
    """Count the use of a card for a purpose."""

    card: Value
    label: str


# -- cards


class MoveCard(Part):
    """Move a card to the top of a zone, or to its bottom."""

    card: Value
    target: Value
    under: bool = False


class MoveZone(Part):
    """Move all cards of a zone to another one."""

    source: Value
    target: Value
    under: bool


class DrawCard(Part):
    """Move the top card of a zone to the top of another one, or to its bottom."""

    source: Value
    target: Value
    under: bool = False


class Shuffle(Part):
    """Shuffle the cards of a zone."""

    zone: Value


class Reveal(Part):
    """Show cards to a seat, or to everyone if the seat is None."""

    cards: Value
    seat: Value


class Show(Part):
    """Show a seat the cards that it is about to choose from, if it does not see them already."""

    cards: Value
    seat: Value


# -- routines


class Turn(Part):
    """Begin a seat's turn."""

    seat: Value


class Call(Part):
    """Call a routine that is a function. `arguments`: the acting seat, then the values of its parameters."""

    routine: int
    arguments: tuple[Value, ...]


class Push(Part):
    """Push a frame for a routine made of segments; this routine resumes at `resume` when that one is done.

    Attributes:
        arguments: As of `Call`.
        guarded: True if the routine may be recursive, so that the depth of the stack is checked.
        instead: True for a tail call: the frame replaces this routine's own.
    """

    routine: int
    arguments: tuple[Value, ...]
    resume: ReturnTo
    guarded: bool = False
    instead: bool = False


class PushEvent(Part):
    """Push a frame for the event of a card, as `Push` does."""

    card: Value
    you: Value
    resume: ReturnTo
    instead: bool = False


# -- ends


class Jump(Part):
    """Continue at another segment of the routine, or at the first one of a routine whose frame was pushed."""

    target: Target


class JumpTo(Part):
    """Continue at a segment whose number is computed."""

    target: Value


class Back(Part):
    """Return from the routine to the one below its frame."""


class Ask(Part):
    """Suspend for a decision of a seat. The answer is stored in the frame and the routine resumes at `resume`."""

    decision: int
    options: Value
    resume: Resumption


class Finish(Part):
    """End the game. `side` is the winning side, or None."""

    winners: Value
    reason: str
    side: Value


class Done(Part):
    """Stop at the end of the rules, when no effect has ended the game."""


End = Jump | JumpTo | Back | Ask | Finish | Done
Instruction = (
    Set | Add | Append | When | Loop | Times | While | Break | Continue | Return | Charge | StopAtEnd | PastEnd | Log
    | Reach | Note | MoveCard | MoveZone | DrawCard | Shuffle | Reveal | Show | Turn | Call | Push | PushEvent | End
)  # fmt: skip
Body = tuple[Instruction, ...]
