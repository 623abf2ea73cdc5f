"""What can happen in a game, item by item: each statement of its texts, each side of a condition, each option, each row
of a table, each trigger, each bend; and the points by which it is known what of that has happened (code coverage).

A point is a number. Instructions that are lowered for a game that `covers` (see lowering.points) note that play has
come to it; nobody who plays looks at that, and the state knows nothing of it. Items go by where they stand in the
files: what is lowered several times is one item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple

from interpreter.errors import Where
from interpreter.rulebook.model import Rulebook, Title

ItemKind = Literal["statement", "branch", "option", "row", "trigger", "bend"]
KINDS: tuple[ItemKind, ...] = ("statement", "branch", "option", "row", "trigger", "bend")
Step = Literal["done", "true", "false", "offered", "taken", "asked", "decided", "fired", "applied"]
"""What can happen to an item: a statement is done, a condition is true or false, an option is offered and then taken, a
row is asked and then decides something, a trigger is fired, a bend is applied."""


class Point(NamedTuple):
    """Where play comes when a step is taken by what stands there: by the condition, or the option, `at`."""

    where: Where
    step: Step
    at: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that can happen. `steps` are what it takes, in order, each with the points any of which tells that it
    did; `text` is the line, or what stands for it; `title` that of the card, the track or the table that it belongs to.
    `bot`: the one whose row it is.
    """

    kind: ItemKind
    where: Where
    text: str
    title: Title | None
    steps: tuple[tuple[Step, tuple[int, ...]], ...]
    bot: str | None = None

    def never(self, reached: int) -> Step | None:
        """The first step that was not taken, of those points that were `reached`, a bit each; None if all were."""
        return next((step for step, points in self.steps if not any(reached >> at & 1 for at in points)), None)


def items_for(items: Sequence[Item], book: Rulebook, tables: Sequence[str]) -> list[Item]:
    """Those that can be met where these seats are played by tables: rows are asked by nobody else."""
    playing = {bot.id for bot in book.bots if (bot.seat in tables if bot.seat else tables)}
    return [item for item in items if item.bot is None or item.bot in playing]


def digest_of(items: Sequence[Item]) -> str:
    """A hash of what the points are: points of two versions are not put together."""
    told = [(item.kind, item.where.line, item.where.column, item.text, item.steps) for item in items]
    return sha256(repr(told).encode()).hexdigest()
