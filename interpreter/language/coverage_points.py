"""Code coverage of a game's texts: items that can happen, and the points that record which of them did.

Items are statements, the two results of a condition, options, rows of tables, triggers, and bends.

A point is a number. In a game lowered with `covers` (see lowering.points), extra instructions record that play has
reached it; players don't see that, and the state holds nothing of it. Items are identified by their place in the
files, so a text that is lowered several times is one item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple

from interpreter.rulebook.model import Rulebook, Title
from interpreter.support.errors import Location

ItemKind = Literal["statement", "branch", "option", "row", "trigger", "bend"]
ITEM_KINDS: tuple[ItemKind, ...] = ("statement", "branch", "option", "row", "trigger", "bend")

CoverageStep = Literal["done", "true", "false", "offered", "taken", "asked", "decided", "fired", "applied"]
"""Stages of an item.

A statement is done, a condition is true or false, an option is offered and then taken, a row is asked and then decides,
a trigger is fired, a bend is applied.
"""


class CoveragePoint(NamedTuple):
    """A coverage point, reached by a step of the item at `where`; `at` is the number of the condition or option."""

    where: Location
    step: CoverageStep
    at: int = 0


@dataclass(frozen=True, slots=True)
class CoverageItem:
    """One item of code coverage.

    Attributes:
        kind: Its kind.
        where: Its place in the files.
        text: Its source line, or a description.
        title: Title of the card, track or table that it belongs to.
        steps: Its stages in order, each with the points any of which shows that the stage was reached.
        bot: The bot whose row it is.
    """

    kind: ItemKind
    where: Location
    text: str
    title: Title | None
    steps: tuple[tuple[CoverageStep, tuple[int, ...]], ...]
    bot: str | None = None

    def first_unreached(self, reached: int) -> CoverageStep | None:
        """Return the first stage that was not reached; None if all were. `reached` has a bit for each point."""
        return next((step for step, points in self.steps if not any(reached >> at & 1 for at in points)), None)


def select_reachable(items: Sequence[CoverageItem], book: Rulebook, tables: Sequence[str]) -> list[CoverageItem]:
    """Items that can be covered if these seats are played by tables; only bots that play there use their rows."""
    playing = {bot.id for bot in book.bots if (bot.seat in tables if bot.seat else tables)}
    return [item for item in items if item.bot is None or item.bot in playing]


def digest_of(items: Sequence[CoverageItem]) -> str:
    """Return a hash that identifies the meaning of the points; data of different versions must not be merged."""
    described = [(item.kind, item.where.line, item.where.column, item.text, item.steps) for item in items]
    return sha256(repr(described).encode()).hexdigest()
