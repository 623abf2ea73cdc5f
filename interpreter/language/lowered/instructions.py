"""Instructions of the intermediate language: state changes and control flow.

A routine without decisions becomes a function. Any other routine becomes a chain of *segments* that keep the routine's
names in its *frame*: a list with the segment to resume at, the acting seat, then the names. This way a match can be
copied and saved in the middle of any effect. A segment ends in one of `End`, also inside the branches of its last
`ConditionalChain`.

Traversal of instructions: nested bodies, registers and segment references, and copies with replacements.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias

from interpreter.language.ir.nodes import TreeNode
from interpreter.language.lowered.values import Cell, Register, Value, subvalues
from interpreter.rulebook.log_entries import Entry
from interpreter.support.errors import Location

Target = int
"""Number of a segment that is jumped to immediately."""
Resumption = int
"""Number of a segment at which the routine resumes later."""
ReturnTo = int
"""Number of a segment at which the routine resumes once the routine whose frame was pushed is done."""
CardNumber: TypeAlias = Value
ZoneNumber: TypeAlias = Value


class InstructionNode(TreeNode[Value]):
    """Base class of instructions and of their branches.

    The bodies and segment references are found by the declared types of the fields. A register or cell that an
    instruction changes is not one of its parts.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("Value", "CardNumber", "ZoneNumber")
    OTHERS: ClassVar[frozenset[str]] = frozenset(
        (
            "Body",
            "tuple[ConditionalBody, ...]",
            "Register",
            "Register | Cell",
            "Location",
            "type[Entry]",
            "int",
            "str",
            "bool",
            "tuple[str, ...]",
            "tuple[bool, ...]",
        )
    ) | {"Target", "Resumption", "ReturnTo"}
    body_names: ClassVar[tuple[str, ...]] = ()
    target_names: ClassVar[tuple[str, ...]] = ()
    resumption_names: ClassVar[tuple[str, ...]] = ()
    return_names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Collect the names of bodies and segment references from the declared fields.

        Raises:
            TypeError: The class pushes a frame that can't replace the routine's own frame (see `PushFrame`).
        """
        super().__init_subclass__()
        cls.body_names = tuple(name for name, _ in cls.fields_declared("Body"))
        cls.target_names = tuple(name for name, _ in cls.fields_declared("Target"))
        cls.resumption_names = tuple(name for name, _ in cls.fields_declared("Resumption", "ReturnTo"))
        cls.return_names = tuple(name for name, _ in cls.fields_declared("ReturnTo"))
        if cls.return_names and ("instead", "bool") not in cls.fields_declared("bool"):
            raise TypeError(f"{cls.__name__} lays a frame on another, and can't have it take that one's place")


# -- names and cells


class Set(InstructionNode):
    """Assign a value to a register or cell."""

    target: Register | Cell
    value: Value


class Add(InstructionNode):
    """Add a number to a register or cell, or subtract it if `subtracts`."""

    target: Register | Cell
    value: Value
    subtracts: bool = False


class Append(InstructionNode):
    """Append an option to a list of options."""

    options: Register
    value: Value


# -- the flow inside a function or segment


class ConditionalBody(InstructionNode):
    """A condition, and the body that runs if it holds."""

    condition: Value
    body: Body


class ConditionalChain(InstructionNode):
    """Run the first branch whose condition holds, or else `otherwise`."""

    branches: tuple[ConditionalBody, ...]
    otherwise: Body = ()


class Loop(InstructionNode):
    """Run a body for each member of a list; `otherwise` runs unless a `Break` leaves the loop.

    Attributes:
        frees: True if the lists that an iteration makes are not needed after it. Region analysis sets it, as in the
            other loops.
    """

    it: Register
    things: Value
    body: Body
    otherwise: Body = ()
    frees: bool = False


class CountedLoop(InstructionNode):
    """Run a body a number of times."""

    times: Value
    body: Body
    frees: bool = False


class While(InstructionNode):
    """Run a body while a condition holds."""

    condition: Value
    body: Body
    frees: bool = False


class Break(InstructionNode):
    """Leave the innermost loop."""


class Continue(InstructionNode):
    """Continue with the next iteration of the innermost loop."""


class Return(InstructionNode):
    """Return from a function."""


# -- accounts


class Charge(InstructionNode):
    """Count work, and stop the match if it exceeds the limit. `place` is an index into `LoweredGame.places`."""

    units: int
    place: int


class StopAtEnd(InstructionNode):
    """Count that a track has stopped at an end: the upper one if `upper` holds, else the lower one."""

    track: int
    upper: Value


class Fail(InstructionNode):
    """Stop the match at a place of the rules, with the code of the problem and a message."""

    where: Location
    code: str
    message: str


class Log(InstructionNode):
    """Write an entry of a kind to the log."""

    kind: type[Entry]
    entry: tuple[Value, ...]


class LogSentence(InstructionNode):
    """Write a sentence with values of these kinds to the log, for the seats of a mask. `many` are those with lists."""

    sentence: str
    kinds: tuple[str, ...]
    values: tuple[Value, ...]
    readers: Value
    many: tuple[bool, ...]


class RecordPoint(InstructionNode):
    """Record that play has reached a coverage point (see game.py)."""

    point: int


class CountCardUse(InstructionNode):
    """Count the use of a card for a purpose."""

    card: Value
    label: str


class RevealOptions(InstructionNode):
    """Show a seat the cards that it is about to choose from, if it does not see them already."""

    cards: Value
    seat: Value


# -- cards


class RuntimeCall(InstructionNode):
    """Base class of instructions that call a function which both backends' runtimes have under the same name.

    Its arguments are the instruction's values, in order; backends know cards and zones by the declared types.
    """

    function: ClassVar[str]
    operand_types: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, function: str) -> None:
        super().__init_subclass__()
        cls.function = function
        cls.operand_types = tuple(kind for _, kind in cls.fields_declared(*cls.PARTS))

    @property
    def function_name(self) -> str:
        """Name of the function that carries out this instruction."""
        return self.function


class MoveCard(RuntimeCall, function="move"):
    """Move a card to the top of a zone, or to its bottom."""

    card: CardNumber
    target: ZoneNumber
    to_bottom: bool = False

    @property
    def function_name(self) -> str:
        """Name of the function that carries out this instruction."""
        return f"{self.function}_under" if self.to_bottom else self.function


class MoveZone(RuntimeCall, function="move_all"):
    """Move all cards of a zone to another one, on top of its cards or under them."""

    source: ZoneNumber
    target: ZoneNumber
    to_bottom: Value


class DrawCard(RuntimeCall, function="draw"):
    """Move the top card of a zone to the top of another one, or to its bottom."""

    source: ZoneNumber
    target: ZoneNumber
    to_bottom: bool = False

    @property
    def function_name(self) -> str:
        """Name of the function that carries out this instruction."""
        return f"{self.function}_under" if self.to_bottom else self.function


class ShuffleZone(RuntimeCall, function="shuffle"):
    """Shuffle the cards of a zone."""

    zone: ZoneNumber


class RevealCards(RuntimeCall, function="reveal"):
    """Show cards to a seat, or to everyone if the seat is None."""

    cards: Value
    seat: Value


# -- routines


class BeginTurn(InstructionNode):
    """Begin a seat's turn."""

    seat: Value


class Call(InstructionNode):
    """Call a routine that is a function. `arguments`: the acting seat, then the values of its parameters."""

    routine: int
    arguments: tuple[Value, ...]


class PushFrame(InstructionNode):
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


class PushEventFrame(InstructionNode):
    """Push a frame for the event of a card, as `PushFrame` does."""

    card: Value
    you: Value
    resume: ReturnTo
    instead: bool = False


# -- ends


class Jump(InstructionNode):
    """Continue at another segment of the routine, or at the first one of a routine whose frame was pushed."""

    target: Target


class ComputedJump(InstructionNode):
    """Continue at a segment whose number is computed."""

    target: Value


class PopFrame(InstructionNode):
    """Return from the routine to the one below its frame."""


class Ask(InstructionNode):
    """Suspend for a decision of a seat. The answer is stored in the frame and the routine resumes at `resume`.

    `restart` is the segment that asks again, for another seat, if several choose at the same time; otherwise `resume`.
    """

    decision: int
    options: Value
    resume: Resumption
    restart: Resumption


class EndGame(InstructionNode):
    """End the game. `side` is the winning side, or None."""

    winners: Value
    reason: str
    side: Value


class EndOfRules(InstructionNode):
    """Stop at the end of the rules, when no effect has ended the game."""


Assignment = Set | Add | Append
Flow = ConditionalChain | Loop | CountedLoop | While | Break | Continue | Return
"""Control flow inside a function or segment."""
Account = Charge | StopAtEnd | Fail | Log | LogSentence | RecordPoint | CountCardUse | RevealOptions
"""Work limits, the log, counters, and cards that a seat sees because it chooses among them."""
RoutineStart = BeginTurn | Call | PushFrame | PushEventFrame
End = Jump | ComputedJump | PopFrame | Ask | EndGame | EndOfRules
Instruction = Assignment | Flow | Account | RuntimeCall | RoutineStart | End
"""All instructions. A walk with many cases has one function for each of these groups."""
Body = tuple[Instruction, ...]


def bodies_of(instruction: Instruction) -> list[Body]:
    """Return the bodies directly inside an instruction."""
    if isinstance(instruction, ConditionalChain):
        return [*(branch.body for branch in instruction.branches), instruction.otherwise]
    return [getattr(instruction, name) for name in instruction.body_names]


def with_bodies(instruction: Instruction, change: Callable[[Body], Body]) -> Instruction:
    """Return a copy of an instruction whose bodies are replaced by `change`."""
    if isinstance(instruction, ConditionalChain):
        branches = tuple(replace(branch, body=change(branch.body)) for branch in instruction.branches)
        return ConditionalChain(branches, change(instruction.otherwise))
    if not instruction.body_names:
        return instruction
    changes: dict[str, Any] = {name: change(getattr(instruction, name)) for name in instruction.body_names}
    return replace(instruction, **changes)


def with_values(body: Body, change: Callable[[Value], Value]) -> Body:
    """Return a copy of a body whose values are replaced by `change`, including those in addresses of cells."""

    def changed(instruction: Instruction) -> Instruction:
        match instruction:
            case ConditionalChain():
                branches = tuple(branch.map_parts(change) for branch in instruction.branches)
                instruction = ConditionalChain(branches, instruction.otherwise)
            case Set(Cell() as target) | Add(Cell() as target):
                instruction = instruction.map_parts(change).replace(target=target.map_parts(change))
            case _:
                instruction = instruction.map_parts(change)
        return with_bodies(instruction, lambda inner: with_values(inner, change))

    return tuple(map(changed, body))


def instructions_in(body: Body) -> Iterator[Instruction]:
    """Yield all instructions of a body, including nested ones."""
    for instruction in body:
        yield instruction
        for inner in bodies_of(instruction):
            yield from instructions_in(inner)


def registers_in(body: Body) -> Iterator[Register]:
    """Yield each register that is read or set in a body, once per occurrence."""
    for instruction in instructions_in(body):
        match instruction:
            case Set(Register() as changed) | Append(changed) | Loop(changed):
                yield changed
        for part in instruction.parts:
            yield from (each for each in subvalues(part) if isinstance(each, Register))


def jump_targets(instruction: Instruction) -> list[int]:
    """Return the segments that an instruction jumps to itself."""
    return [getattr(instruction, name) for name in instruction.target_names]


def resumptions_of(instruction: Instruction) -> list[int]:
    """Return the segments at which the routine may resume after an instruction."""
    return [getattr(instruction, name) for name in instruction.resumption_names]


def with_resumptions(instruction: Instruction, change: Callable[[int], int]) -> Instruction:
    """Return a copy of an instruction whose resumption segments are replaced by `change`."""
    if not instruction.resumption_names:
        return instruction
    changes: dict[str, Any] = {name: change(getattr(instruction, name)) for name in instruction.resumption_names}
    return replace(instruction, **changes)


def is_tail_call(instruction: Instruction, done: Collection[int]) -> bool:
    """Return True if an instruction is a tail call: it pushes a frame and then resumes only at segments in `done`."""
    returns = [getattr(instruction, name) for name in instruction.return_names]
    return bool(returns) and all(number in done for number in returns)


def instruction_count(body: Body) -> int:
    """Return the number of instructions in a body, including nested ones; `RecordPoint` is not counted."""
    return sum(1 for each in instructions_in(body) if not isinstance(each, RecordPoint))
