"""What the rooms of the lowering share: numbers, made-up statements, facts about decisions, walks over blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.language.tree import As, Block, Either, Expr, ForEach, If, Local, May, Repeat, Type, While

OVER = -1
"""What a segment returns instead of the next segment's number when the game is over; -2 - N: a seat must answer
decision N."""
FIRST_SLOT = 2
"""The first place of a frame for names; before it: where to go on, and the acting seat."""


@dataclass(slots=True)
class Run:
    """A call of a routine by its number (see Flow.routines); made by the lowering, not by authors."""

    where: Any
    routine: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class Step:
    """One step of a track; made by the lowering of raise and lower where steps have consequences."""

    where: Any
    cell: Expr
    by: int


@dataclass(slots=True)
class Top:
    """The top card of a zone goes to another; made by the lowering of draw."""

    where: Any
    source: Expr
    target: Expr
    name: Local | None


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """What is the same every time a decision comes up. `kind`: choose, either or may; `labels` name an either's
    options.

    The answer goes into `slot` of the frame; the deciding seat stands in `seat_slot`.
    """

    kind: str
    noun: str
    label: str
    type: Type
    labels: tuple[str, ...]
    slot: int
    seat_slot: int
    way_out: str = ""


def in_cycles(calls: list[set[int]]) -> list[int]:
    """The numbers that can reach themselves by calls."""
    found = []
    for start in range(len(calls)):
        seen: set[int] = set()
        queue = list(calls[start])
        while queue:
            number = queue.pop()
            if number == start:
                found.append(start)
                break
            if number not in seen:
                seen.add(number)
                queue.extend(calls[number])
    return found


def blocks_of(statement: Any) -> list[Block]:
    """The blocks inside a statement."""
    if isinstance(statement, If):
        found = [block for _, block in statement.branches]
        return found + ([statement.otherwise] if statement.otherwise is not None else [])
    if isinstance(statement, Either):
        return [block for _, block in statement.options]
    if isinstance(statement, May):
        return [statement.body, statement.otherwise]
    if isinstance(statement, (ForEach, Repeat, While, As)):
        return [statement.body]
    return []
