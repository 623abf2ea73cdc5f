"""The instructions of the intermediate language: what changes a match's state, and where a segment goes on.

A routine in which nobody decides is a function; any other is a chain of *segments*, which keep the routine's names in
its *frame*: a list of where to go on in this routine, the acting seat, then its names. So a match can be copied and
saved in the middle of any effect. A segment ends in one of `End`, also inside the branches of its last `When`.
"""

from __future__ import annotations

from typing import ClassVar

from interpreter.errors import Where
from interpreter.language.frozen import Branch
from interpreter.language.log import Entry
from interpreter.language.lowered.values import Cell, Register, Value

Target = int
"""The number of a segment that is gone on with at once."""
Resumption = int
"""The number of a segment that the routine goes on with later."""
ReturnTo = int
"""So, when the routine is done whose frame is laid on this one's."""


class Part(Branch[Value]):
    """An instruction. Its bodies, and the segments that it speaks of, are the fields that are declared to be such; a
    register or cell that it changes is no part of it."""

    PARTS: ClassVar[tuple[str, ...]] = ("Value",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(
        ("Body", "tuple[Branching, ...]", "Register", "Register | Cell", "Where", "type[Entry]", "int", "str", "bool")
    ) | {"Target", "Resumption", "ReturnTo"}
    body_names: ClassVar[tuple[str, ...]] = ()
    target_names: ClassVar[tuple[str, ...]] = ()
    resumption_names: ClassVar[tuple[str, ...]] = ()
    return_names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Raises TypeError for a frame that can't take the place of the routine's own (see Push)."""
        super().__init_subclass__()
        cls.body_names = tuple(name for name, _ in cls.declared("Body"))
        cls.target_names = tuple(name for name, _ in cls.declared("Target"))
        cls.resumption_names = tuple(name for name, _ in cls.declared("Resumption", "ReturnTo"))
        cls.return_names = tuple(name for name, _ in cls.declared("ReturnTo"))
        if cls.return_names and ("instead", "bool") not in cls.declared("bool"):
            raise TypeError(f"{cls.__name__} lays a frame on another, and can't have it take that one's place")


# -- names and cells


class Set(Part):
    target: Register | Cell
    value: Value


class Add(Part):
    """A number is added to what stands somewhere, or taken from it."""

    target: Register | Cell
    value: Value
    taken: bool = False


class Append(Part):
    """One more option at the end of a list of options."""

    options: Register
    value: Value


# -- the flow inside a function or segment


class Branching(Part):
    """A condition, and what is done if it holds."""

    condition: Value
    body: Body


class When(Part):
    """The first branch whose condition holds is done, or else `otherwise`."""

    branches: tuple[Branching, ...]
    otherwise: Body = ()


class Loop(Part):
    """A body for each member of a list; `otherwise` is done if no `Break` leaves it."""

    it: Register
    things: Value
    body: Body
    otherwise: Body = ()


class Times(Part):
    """A body so many times."""

    times: Value
    body: Body


class While(Part):
    condition: Value
    body: Body


class Break(Part):
    """Out of the innermost loop."""


class Continue(Part):
    """On with the next round of the innermost loop."""


class Return(Part):
    """Out of a function."""


# -- accounts


class Charge(Part):
    """Work is counted, and the match stopped if it was too much; `place` is a number of `Lowered.places`."""

    units: int
    place: int


class StopAtEnd(Part):
    """It is counted that a track has stopped at its lower end, or at its upper one if that is so."""

    track: int
    upper: Value


class PastEnd(Part):
    """The match is stopped: a track would go past its end."""

    where: Where
    message: str


class Log(Part):
    """An entry of a kind for the log."""

    kind: type[Entry]
    entry: tuple[Value, ...]


class Reach(Part):
    """Play has come to a point (see points.py)."""

    point: int


class Note(Part):
    """It is counted what a card was used for."""

    card: Value
    label: str


# -- cards


class MoveCard(Part):
    """A card goes on top of a zone, or under it."""

    card: Value
    target: Value
    under: bool = False


class MoveZone(Part):
    """All cards of a zone go to another one."""

    source: Value
    target: Value
    under: bool


class DrawCard(Part):
    """The top card of a zone goes on top of another one, or under it."""

    source: Value
    target: Value
    under: bool = False


class Shuffle(Part):
    zone: Value


class Reveal(Part):
    """Cards are shown to a seat; to everyone, if it is nothing."""

    cards: Value
    seat: Value


class Show(Part):
    """A seat is about to choose among cards, and gets to know those that it did not see."""

    cards: Value
    seat: Value


# -- routines


class Turn(Part):
    """A seat's turn begins."""

    seat: Value


class Call(Part):
    """A routine that is a function is carried out. `arguments`: the acting seat, then what its names are."""

    routine: int
    arguments: tuple[Value, ...]


class Push(Part):
    """A frame is laid on the others for a routine that is segments; when it is done, this one goes on at `resume`.

    `arguments` as of Call. `guarded`: it may come back to itself, so that the frames are counted. `instead`: the frame
    takes the place of this routine's, which has nothing left to do.
    """

    routine: int
    arguments: tuple[Value, ...]
    resume: ReturnTo
    guarded: bool = False
    instead: bool = False


class PushEvent(Part):
    """As Push, for the event of a card."""

    card: Value
    you: Value
    resume: ReturnTo
    instead: bool = False


# -- ends


class Jump(Part):
    """On with another segment of the routine, or with the first one of another whose frame was laid on top."""

    target: Target


class JumpTo(Part):
    """As Jump, to a number that is worked out."""

    target: Value


class Back(Part):
    """The routine is done: on with what is under its frame."""


class Ask(Part):
    """The seat decides among options; its answer goes into the frame, and the routine goes on at `resume`."""

    decision: int
    options: Value
    resume: Resumption


class Finish(Part):
    """The game ends. `side` is the side that wins, or nothing."""

    winners: Value
    reason: str
    side: Value


class Done(Part):
    """All is done, and nobody has ended the game."""


End = Jump | JumpTo | Back | Ask | Finish | Done
Instruction = (
    Set | Add | Append | When | Loop | Times | While | Break | Continue | Return | Charge | StopAtEnd | PastEnd | Log
    | Reach | Note | MoveCard | MoveZone | DrawCard | Shuffle | Reveal | Show | Turn | Call | Push | PushEvent | End
)  # fmt: skip
Body = tuple[Instruction, ...]
