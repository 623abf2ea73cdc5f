"""From a bot's tables to functions: each row a condition on, or a value of, a candidate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interpreter.errors import Problem, RulebookError, nearest
from interpreter.language.checking.sight import Sight
from interpreter.language.ir.expressions import Variable
from interpreter.language.ir.making import local
from interpreter.language.ir.types import Local, Type
from interpreter.language.parts import DecisionInfo
from interpreter.language.program import Program
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.model import Bot, Row, Table, Text, Title

Judge = Callable[[list[Any], list[list[int]], int, Any], Any]
"""`(v, z, you, it)` to the worth of a candidate, or whether it is kept."""

SEES_OTHERS = "a table sees what lies open and the cards of its own seat; this looks at others"


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """A row that can be asked. `judge` is None for a row without a condition; `choose` is an option's number."""

    row: Row
    judge: Judge | None
    choose: int | None


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A table that can be asked, for one decision."""

    table: Table
    rows: tuple[ReadyRow, ...]


@dataclass(frozen=True, slots=True)
class ReadyBot:
    """A bot's tables by the number of the decision that they answer. `when` is None if it always plays."""

    id: str
    seat: str | None
    title: Title
    when: Judge | None
    tables: dict[int, ReadyTable]


def ready_bots(program: Program) -> tuple[ReadyBot, ...]:
    """All bots of a game. Raises RulebookError with every mistake in their tables."""
    reader = _Reader(program)
    bots = tuple(reader.bot(bot) for bot in program.rulebook.bots)
    if reader.problems:
        raise RulebookError(sorted(dict.fromkeys(reader.problems), key=lambda problem: problem.where))
    return bots


class _Reader:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.problems: list[Problem] = []
        self.sight: Sight | None = None
        self.decisions = program.code(False).decisions
        self._questions = program.questions()

    def bot(self, bot: Bot) -> ReadyBot:
        tables: dict[int, ReadyTable] = {}
        self.sight = Sight(self.program.symbols, self.program.analysis.terms.term, bot)
        for table in bot.tables:
            numbers = self._answered(table)
            for number in numbers:
                tables.setdefault(number, ReadyTable(table, self._rows(table, self.decisions[number])))
        when = None if bot.when is None else self._read(bot.when, Type("nothing"), "when")
        return ReadyBot(bot.id, bot.seat, bot.title, when, tables)

    def _answered(self, table: Table) -> list[int]:
        """The decisions that a table answers; none is a mistake."""
        wanted = set(table.answers)
        if table.kind == "first" and len(wanted) == 1:
            found = [at for at, info in enumerate(self.decisions) if info.kind == "may" and wanted == set(info.labels)]
            if not found:
                known = {label for info in self.decisions if info.kind == "may" for label in info.labels}
                self._unknown(table, table.answers[0], known, "nothing is offered as")
            return found
        if table.kind == "first":
            found = [
                at for at, info in enumerate(self.decisions) if info.kind == "either" and set(info.labels) == wanted
            ]
            known = {", ".join(info.labels) for info in self.decisions if info.kind == "either"}
            if not found:
                self._unknown(table, ", ".join(table.answers), known, "no decision has exactly the options")
            return found
        known = {info.label for info in self.decisions if info.label}
        for label in table.answers:
            if label not in known:
                self._unknown(table, label, known, "no decision is called")
        return [at for at, info in enumerate(self.decisions) if info.kind == "choose" and info.label in wanted]

    def _unknown(self, table: Table, name: str, known: set[str], message: str) -> None:
        meant = nearest(name, sorted(known))
        problem = Problem(table.where, "unknown-decision", f"{message} `{name}`", f"`{meant}`" if meant else None)
        self.problems.append(problem)

    def _rows(self, table: Table, info: DecisionInfo) -> tuple[ReadyRow, ...]:
        rows: list[ReadyRow] = []
        for row in table.rows:
            choose = None
            if row.choose is not None:
                choose = int(row.choose == "yes") if info.kind == "may" else info.labels.index(row.choose)
            type = info.type._replace(many=False) if info.kind == "choose" else Type("nothing")
            rows.append(ReadyRow(row, None if row.text is None else self._read(row.text, type, row.kind), choose))
        return tuple(rows)

    def _read(self, text: Text, type: Type, kind: str) -> Judge | None:
        """A condition, or for `highest` and `lowest` a number, about candidates of a type; of type nothing there are
        none. None if it can't be read."""
        values = self.program.analysis.resolver
        you, it = Local("you", Type("seat")), Local("it", type)
        scope = Scope(text, {}, local(you), None if type.kind == "nothing" else local(it))
        try:
            node = values.syntax(scope)
            expr = values.number(scope, node) if kind in ("highest", "lowest") else values.condition(scope, node)
        except RulebookError as error:
            self.problems += (
                Problem(p.where, p.code, p.message, p.suggestion, p.excerpt or text.excerpt(p.where), p.length)
                for p in error.problems
            )
            return None
        hidden = None if self.sight is None else self.sight.hidden_in(expr, you)
        if hidden is not None:
            meant: str | None
            message, meant = SEES_OTHERS, "`sees: [ZONE]` if it may"
            if isinstance(hidden, Variable):
                message, meant = f"a table does not see the card in `{hidden.variable}`, which nobody sees", None
            self.problems.append(Problem(text.where, "hidden-cards", message, meant, text.excerpt(text.where)))
            return None
        return self._questions.function(expr, (you, it))
