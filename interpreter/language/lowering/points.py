"""Coverage items of a game, collected from its texts, and the points that record them; see language.lowered.game."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.analysis import Analysis
from interpreter.language.coverage_points import CoverageItem, CoveragePoint, CoverageStep, ItemKind
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.expressions import Const, Expr, RecordedCondition
from interpreter.language.ir.statements import Either, If, May, Must, OnlyIf, Statement
from interpreter.rulebook.model import Bend, Bot, BotRow, Rulebook, Text, Title
from interpreter.support.errors import Location

OUTCOMES: tuple[CoverageStep, CoverageStep] = ("false", "true")
"""Outcomes of a condition, in the order of the items."""
ITEM_ORDER: tuple[ItemKind, ...] = ("trigger", "bend", "row", "statement", "branch", "option")
"""Order of items in the same place."""


class CoverageItems:
    """Coverage items of one game, in the order of its files, and the number of each point."""

    def __init__(self, analysis: Analysis) -> None:
        book = analysis.rulebook
        self._numbers: dict[CoveragePoint, int] = {}
        self._items: list[CoverageItem] = []
        made = {bend.where for bend in book.bends} | {watch.where for watch in book.watches}
        triggers = [*_triggers(book)]
        titles = {card.event.where: card.title for card in book.cards if card.event is not None}
        titles |= {text.where: title for text, _, _, title in triggers if title is not None}
        for routine in analysis.routines.all:
            inside = [*statements_in(routine.body)]
            due = {each.inner.where for each in inside if isinstance(each, Must)}  # counts as done with its `must`
            for statement in inside:
                if statement.where not in made and statement.where not in due:
                    self._statement(statement, routine.text, titles.get(routine.text.where))
        for text, where, told, title in triggers:
            self._add("trigger", where, told, title, ("fired", self._new(text.where, "fired")))
        for bend in book.bends:
            self._bend(bend)
        for bot, title, row in _rows(book):
            asked, decided = self._new(row.where, "asked"), self._new(row.where, "decided")
            self._add("row", row.where, _row_text(row), title, ("asked", asked), ("decided", decided), bot=bot.id)
        self.items = tuple(sorted(self._items, key=lambda item: (item.where, ITEM_ORDER.index(item.kind))))

    @property
    def count(self) -> int:
        """Number of points."""
        return len(self._numbers)

    def number(self, point: CoveragePoint) -> int | None:
        """Return the number of a point; None if it doesn't exist."""
        return self._numbers.get(point)

    def _knows(self, where: Location, step: CoverageStep) -> bool:
        return CoveragePoint(where, step) in self._numbers

    def instrument(self, statement: OnlyIf) -> Expr:
        """Return the condition, instrumented to record its result because it is tested before something is offered."""
        held, failed = (self.number(CoveragePoint(statement.where, side)) for side in ("true", "false"))
        condition = statement.condition
        if held is None or failed is None or isinstance(condition, Const):
            return condition
        return RecordedCondition(condition, held, failed, source_range=condition.source_range)

    def _new(self, where: Location, step: CoverageStep, at: int = 0) -> int:
        return self._numbers.setdefault(CoveragePoint(where, step, at), len(self._numbers))

    def _add(
        self,
        kind: ItemKind,
        where: Location,
        text: str,
        title: Title | None,
        *steps: tuple[CoverageStep, int | tuple[int, ...]],
        bot: str | None = None,
    ) -> None:
        taken = tuple((step, points if isinstance(points, tuple) else (points,)) for step, points in steps)
        self._items.append(CoverageItem(kind, where, text, title, taken, bot))

    def _statement(self, statement: Statement, text: Text, title: Title | None) -> None:
        where = statement.where
        if is_guard(statement):
            return
        if not self._knows(where, "done"):
            self._add("statement", where, line_of(text, where), title, ("done", self._new(where, "done")))
        match statement:
            case OnlyIf() if not self._knows(where, "true"):
                for side in OUTCOMES:
                    self._add("branch", where, line_of(text, where), title, (side, self._new(where, side)))
            case If() if not self._knows(where, "true"):
                self._branches(statement, text, title)
            case Either() if not self._knows(where, "offered"):
                for at, (place, (label, _)) in enumerate(zip(statement.places, statement.options, strict=True)):
                    self._option(where, at, place, label, title)
            case May() if not self._knows(where, "offered"):
                self._option(where, 0, where, statement.label, title)

    def _branches(self, statement: If, text: Text, title: Title | None) -> None:
        """Add the items of a conditional; a condition was false if a later one held, or none did."""
        where, last = statement.where, len(statement.branches) - 1
        none_held = self._new(where, "false", last)
        held = [self._new(where, "true", at) for at in range(last + 1)]
        for at, (condition, _) in enumerate(statement.branches):
            place = condition.source_range.where if at and condition.source_range is not None else where
            line = line_of(text, place)
            self._add("branch", place, line, title, ("false", (*held[at + 1 :], none_held)))
            self._add("branch", place, line, title, ("true", held[at]))

    def _option(self, where: Location, at: int, place: Location, label: str, title: Title | None) -> None:
        offered, taken = self._new(where, "offered", at), self._new(where, "taken", at)
        self._add("option", place, label, title, ("offered", offered), ("taken", taken))

    def _bend(self, bend: Bend) -> None:
        """Add the items of a bend: it is a generated condition, or an option."""
        done = self._new(bend.where, "true" if bend.offer is None else "taken")
        self._add("bend", bend.where, f"{bend.kind}: {bend.phrase}", None, ("applied", done))
        if bend.offer is not None:
            self._option(bend.where, 0, bend.offer.where, str(bend.offer), None)


def is_guard(statement: Statement) -> bool:
    """Return True if a statement is a generated test for the existence of what the statement in it refers to."""
    if not isinstance(statement, If) or not statement.branches[0][1]:
        return False
    return statement.branches[0][1][0].where == statement.where


def line_of(text: Text, where: Location) -> str:
    """Return the line of text at a position in a file."""
    return (text.excerpt(where) or "").strip()


def _triggers(book: Rulebook) -> Iterator[tuple[Text, Location, str, Title | None]]:
    """Yield all triggers: the text, the position and wording of the condition, and the title of the owner."""
    for track in book.tracks:
        for trigger in track.triggers:
            preposition = "to" if trigger.direction == "raised" else "from"
            steps = ", ".join(map(str, trigger.steps))
            yield trigger.do, trigger.where, f"{trigger.direction} {preposition} {steps}", track.title
    for zone in book.zones:
        if zone.when_empty is not None:
            yield zone.when_empty, zone.when_empty.where, "when empty", zone.title
    for watch in book.watches:
        yield watch.do, watch.where, f"when {' '.join(watch.when.split())}", None


def _row_text(row: BotRow) -> str:
    asked = "" if row.text is None else f"{row.kind} {' '.join(row.text.split())}"
    return ": ".join(filter(None, (asked, f"choose {row.choose}" if row.choose else "")))


def _rows(book: Rulebook) -> Iterator[tuple[Bot, Title, BotRow]]:
    for bot in book.bots:
        for table in bot.tables:
            for row in table.rows:
                yield bot, table.title or bot.title, row
