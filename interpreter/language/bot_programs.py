"""Compilation of a bot's tables to functions: each row is a condition on a candidate, or a value of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from interpreter.language.analysis import Analysis
from interpreter.language.checking.information_flow import BotVisibility, card_dependences
from interpreter.language.coverage_points import CoverageItem
from interpreter.language.execution.ready_tables import (
    CardDependencies,
    CompiledBot,
    CompiledRow,
    CompiledTable,
    Evaluator,
)
from interpreter.language.ir.builders import (
    TRUE,
    blocks_of,
    conjunction,
    constant,
    descendants_of,
    disjunction,
    local,
    negation,
    statements_in,
    substitute,
)
from interpreter.language.ir.expressions import (
    Conditional,
    Expr,
    IsOmitted,
    PairPart,
    Pairs,
    Ref,
    SubsetMembers,
    Subsets,
    VariableValue,
)
from interpreter.language.ir.nesting import is_too_deep
from interpreter.language.ir.statements import Choose, Either, May
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.lowered import values as lowered_values
from interpreter.language.lowered.game import Function, LoweredBot, LoweredBots, LoweredRow, LoweredTable
from interpreter.language.lowered.instructions import RecordPoint
from interpreter.language.lowered.values import Register, Value
from interpreter.language.program import Program
from interpreter.language.resolving.resolved_texts import ResolvedTexts
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.model import Bot, BotRow, BotTable, Text
from interpreter.rulebook.schema.meant_values import BETWEEN_VALUES
from interpreter.rulebook.text import standalone_text
from interpreter.support.errors import NO_RANGE, Location, Problem, RulebookError
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

Result = TypeVar("Result")
DecisionStatement = Choose | Either | May
NO_PARTS: Mapping[Local, Expr] = MappingProxyType({})
MOST_LISTED = 10
"""Most decisions that a message lists."""
EXTREMES = ("highest", "lowest")
"""Kinds of rows that compare numbers."""
SEES_OTHERS = "a table sees what lies open and the cards of its own seat; this looks at others"


@dataclass(frozen=True, slots=True)
class ResolvedRow:
    """An analysed row.

    Attributes:
        expression: None for a row without a condition.
        choose: Number of an option.
        said: The expression as it is written: without a test for an omission, and with the names of a pair's parts.
    """

    row: BotRow
    expression: Expr | None
    choose: int | None
    said: Expr | None


@dataclass(frozen=True, slots=True)
class ResolvedTable:
    """An analysed table for one decision statement; its rows are about `you` and the candidate `it`."""

    table: BotTable
    statement: DecisionStatement
    you: Local
    it: Local
    rows: tuple[ResolvedRow, ...]


@dataclass(frozen=True, slots=True)
class ResolvedBot:
    """A bot with analysed tables. `when` is None if it always plays, else a condition on the seat `you`."""

    bot: Bot
    you: Local
    when: Expr | None
    tables: tuple[ResolvedTable, ...]

    @property
    def is_deep(self) -> bool:
        """True if a row is nested so deeply that only a backend can tell if it can be evaluated."""
        rows = (row.expression for table in self.tables for row in table.rows)
        return any(is_too_deep(expr) for expr in (self.when, *rows) if expr is not None)


def resolve_bots(analysis: ResolvedTexts) -> tuple[ResolvedBot, ...]:
    """Analyse all bots of a game.

    Raises:
        RulebookError: Every mistake in their tables.
    """
    reader = _BotResolver(analysis)
    bots = tuple(reader.bot(bot) for bot in analysis.rulebook.bots)
    if reader.problems:
        raise RulebookError(sorted(dict.fromkeys(reader.problems), key=lambda problem: problem.where))
    return bots


def find_doubtful_rows(bots: tuple[ResolvedBot, ...], analysis: Analysis) -> tuple[Problem, ...]:
    """Return warnings about readable tables: conditions that never hold, or always do."""
    whole = [(bot.bot.when, bot.when) for bot in bots]
    rows = [
        (row.row.text, row.expression)
        for bot in bots
        for table in bot.tables
        for row in table.rows
        if row.row.kind not in EXTREMES
    ]
    given = [(text, condition) for text, condition in (*whole, *rows) if text is not None and condition is not None]
    return analysis.odd_conditions(given) if given else ()


def compile_bots(bots: tuple[ResolvedBot, ...], program: Program) -> tuple[CompiledBot, ...]:
    """Compile the bots to callable tables."""
    asked = _expressions_of(bots)
    functions = dict(zip(asked, program.queries().functions([*asked.values()]), strict=True))
    points = _points_of_rows(program.code(False).items)
    names = {id(decision.asking): decision.names for decision in program.lowered(False).decisions}

    def judge(expr: Expr | None) -> Evaluator | None:
        return None if expr is None else functions[id(expr)]

    def looks(you: Local, expr: Expr | None) -> CardDependencies:
        analysis = program.analysis
        return card_dependences([] if expr is None else [expr], local(you), analysis.symbols, analysis.secrets)

    def row(read: ResolvedTable, row: ResolvedRow) -> CompiledRow:
        asked, decided = points.get(row.row.where, (None, None))
        return CompiledRow(row.row, judge(row.expression), row.choose, asked, decided, looks(read.you, row.expression))

    def table(read: ResolvedTable) -> CompiledTable:
        rows = tuple(row(read, each) for each in read.rows)
        return CompiledTable(
            read.table, rows, _option_dependencies(read.statement, names.get(id(read.statement), {}), program)
        )

    def bot(read: ResolvedBot) -> CompiledBot:
        bot, tables = read.bot, _by_decision(read, program, table)
        return CompiledBot(bot.id, bot.seat, bot.title, judge(read.when), tables, looks(read.you, read.when))

    return tuple(map(bot, bots))


def _option_dependencies(asking: DecisionStatement, names: Mapping[Local, Value], program: Program) -> CardDependencies:
    """Cards on which the options of a decision depend. `names` are the values that names stand for there."""
    analysis = program.analysis
    if isinstance(asking, Choose):
        exprs = [asking.options]
    else:
        tests = [analysis.preconditions.test(block) for block in blocks_of(asking, asking.facts.offers)]
        exprs = [expr for named, condition in tests for expr in (*(value for _, value in named), condition)]
    looks = card_dependences(exprs, asking.you, analysis.symbols, analysis.secrets)
    refs = {
        part.local
        for expr in exprs
        for part in descendants_of(expr)
        if isinstance(part, Ref) and part.type.kind == "card"
    }
    kept = [names[each] for each in refs if each in names]
    slots = (value.slot for value in kept if isinstance(value, Register) and value.slot is not None)
    return replace(looks, slots=frozenset(slots))


def lower_bots(bots: tuple[ResolvedBot, ...], program: Program, logged: bool = False) -> LoweredBots:
    """Lower the bots and the certain conditions to the intermediate language, with the game with or without a log."""
    asked = _expressions_of(bots)
    certain = [(each.condition, ()) for each in program.analysis.certain_conditions]
    lowered, game = program.queries(logged).lower([*asked.values(), *certain])
    functions = dict(zip(asked, lowered, strict=False))
    points = _points_of_rows(game.items)

    def judge(expr: Expr | None) -> Function | None:
        return None if expr is None else functions[id(expr)]

    def row(read: ResolvedTable, row: ResolvedRow) -> LoweredRow:
        """Lower a row; for coverage, the code records that the row is asked and that it decides."""
        judging = judge(row.expression)
        if row.row.where not in points:
            return LoweredRow(row.row.kind, judging, row.choose)
        nothing = Function("a question", (Register(read.you.type), Register(read.it.type)), (), lowered_values.TRUE)
        asked, decided = map(RecordPoint, points[row.row.where])
        judging = judging or nothing
        noting = replace(judging, body=(asked, *judging.body))
        return LoweredRow(row.row.kind, noting, row.choose, replace(nothing, body=(decided,)))

    def table(read: ResolvedTable) -> LoweredTable:
        return LoweredTable(read.table.kind == "first", tuple(row(read, each) for each in read.rows))

    found = [LoweredBot(read.bot.seat, judge(read.when), _by_decision(read, program, table)) for read in bots]
    return LoweredBots(game, found, lowered[len(asked) :])


def _points_of_rows(items: Sequence[CoverageItem]) -> dict[Location, tuple[int, int]]:
    """Coverage points of each row: for being asked, and for deciding."""
    rows = ((item.where, dict(item.steps)) for item in items if item.kind == "row")
    return {where: (steps["asked"][0], steps["decided"][0]) for where, steps in rows}


def _expressions_of(bots: tuple[ResolvedBot, ...]) -> dict[int, tuple[Expr, Sequence[Local]]]:
    """Expressions of the bots, with the seat and the candidate they are about, by the expression's identity."""
    none = Local("it", Type("nothing"))
    asked = [(bot.when, (bot.you, none)) for bot in bots]
    asked += [(row.expression, (table.you, table.it)) for bot in bots for table in bot.tables for row in table.rows]
    return {id(expr): (expr, names) for expr, names in asked if expr is not None}


def _by_decision(bot: ResolvedBot, program: Program, made: Callable[[ResolvedTable], Result]) -> dict[int, Result]:
    """Results of `made` for each table, by the numbers of the decisions that the table answers."""
    asked = {id(table.statement): made(table) for table in bot.tables}
    numbers = enumerate(id(decision.asking) for decision in program.lowered(False).decisions)
    return {number: asked[statement] for number, statement in numbers if statement in asked}


class _BotResolver:
    def __init__(self, analysis: ResolvedTexts) -> None:
        self.problems: list[Problem] = []
        self._analysis = analysis
        self._asking = [
            statement
            for routine in analysis.routines.all
            for statement in statements_in(routine.body)
            if isinstance(statement, Choose | Either | May)
        ]
        self._sight: BotVisibility | None = None

    def bot(self, bot: Bot) -> ResolvedBot:
        tables: dict[int, ResolvedTable] = {}
        self._sight = BotVisibility(self._analysis.symbols, self._analysis.secrets, bot)
        for table in bot.tables:
            for asking in self._answered(table):
                if id(asking) not in tables:
                    tables[id(asking)] = self._table(table, asking)
        you = Local("you", Type("seat"))
        when = None if bot.when is None else self._read(bot.when, you, Local("it", Type("nothing")), "when")
        return ResolvedBot(bot, you, when, tuple(tables.values()))

    def _answered(self, table: BotTable) -> Sequence[DecisionStatement]:
        """Return the decision statements that a table answers; report a mistake if there are none."""
        wanted = set(table.answers)
        if table.kind == "first" and len(wanted) == 1:
            offers = [each for each in self._asking if isinstance(each, May)]
            found = [each for each in offers if wanted == {each.label}]
            if not found:
                self._unknown(table, table.answers[0], {each.label for each in offers}, "nothing is offered as")
            return found
        if table.kind == "first":
            choices = [each for each in self._asking if isinstance(each, Either)]
            same = [each for each in choices if set(_labels(each)) == wanted]
            if not same:
                known = {", ".join(_labels(each)) for each in choices}
                self._unknown(table, ", ".join(table.answers), known, "no decision has exactly the options")
            return same
        named = [each for each in self._asking if isinstance(each, Choose) and each.label]
        known = {each.label for each in named}
        options = {label for each in self._asking if isinstance(each, Either) for label in _labels(each)}
        for label in table.answers:
            if label in options - known:
                message = f"`{label}` is an option of an `either`, which a table with `first` answers"
                self.problems.append(Problem(table.where, "unknown-decision", message, excerpt=table.excerpt))
            elif label not in known:
                self._unknown_purpose(table, label, known)
        return [each for each in named if each.label in wanted]

    def _unknown_purpose(self, table: BotTable, label: str, known: set[str]) -> None:
        """Report an answer that is no decision, or that names several."""
        parts = [part.strip().removeprefix("to ") for part in BETWEEN_VALUES.split(label)]
        if len(parts) > 1 and known.issuperset(parts):
            message = f"each decision is an answer of its own: `answers: [{', '.join(parts)}]`"
            self.problems.append(Problem(table.where, "unknown-decision", message, excerpt=table.excerpt))
        else:
            self._unknown(table, label, known, "no decision is called")

    def _unknown(self, table: BotTable, name: str, known: set[str], message: str) -> None:
        meant = closest_match(name, sorted(known))
        suggestion = f"`{meant}`" if meant else None
        message = f"{message} `{name}`"
        if known and meant is None and len(known) <= MOST_LISTED:
            message += f"; there are {quote_names(sorted(known))}"
        problem = Problem(table.where, "unknown-decision", message, suggestion, table.excerpt, replaced=NO_RANGE)
        self.problems.append(problem)

    def _table(self, table: BotTable, asking: DecisionStatement) -> ResolvedTable:
        candidate_type = asking.options.type._replace(many=False) if isinstance(asking, Choose) else Type("nothing")
        you, it = Local("you", Type("seat")), Local("it", candidate_type)
        parts = self._parts_of(asking, it)
        rows = []
        for row in table.rows:
            chosen = None
            if row.choose is not None:
                chosen = _labels(asking).index(row.choose) if isinstance(asking, Either) else int(row.choose == "yes")
            worth = None if row.text is None else self._read(row.text, you, it, row.kind, parts)
            given = None if worth is None else substitute(worth, parts)
            rows.append(ResolvedRow(row, self._unless_omitted(row, given), chosen, worth))
        return ResolvedTable(table, asking, you, it, tuple(rows))

    def _unless_omitted(self, row: BotRow, worth: Expr | None) -> Expr | None:
        """Return the row's expression, changed so that the row has no effect where it is left out of the match."""
        omissions = self._analysis.symbols.omissions
        if omissions is None:
            return worth
        omitted = IsOmitted(omissions.number_at(row.where))
        match row.kind:
            case "that" | "only":
                return None if worth is None else disjunction(omitted, worth)
            case "highest" | "lowest":
                return None if worth is None else Conditional(constant(0, NUMBER), omitted, worth, type=NUMBER)
            case _:
                return conjunction(negation(omitted), TRUE if worth is None else worth)

    def _parts_of(self, asking: DecisionStatement, it: Local) -> dict[Local, Expr]:
        """Return the things of a candidate that is a pair or a subset, by their names; none for single things."""
        if isinstance(asking, Choose) and isinstance(subsets := asking.options, Subsets) and asking.pick_of is not None:
            name = asking.pick_of.name
            return {name: SubsetMembers(local(it), subsets.largest, type=name.type)}
        if not isinstance(asking, Choose) or not isinstance(asking.options, Pairs):
            return {}
        width = len(self._analysis.symbols.labels[asking.options.seconds.type.kind])
        names = [Local(name.name, name.type._replace(optional=False)) for name in asking.parts_of_pair]
        return {name: PairPart(local(it), width, at == 1, type=name.type) for at, name in enumerate(names)}

    def _read(
        self, text: Text, you: Local, it: Local, kind: str, parts: Mapping[Local, Expr] = NO_PARTS
    ) -> Expr | None:
        """Read a condition about candidates, or a number for `highest` and `lowest`.

        Args:
            text: The expression's text.
            you: The seat that decides.
            it: The candidate; of type nothing if there are no candidates.
            kind: The row's kind.
            parts: The things of the candidate by their names, if it is a pair or a subset.

        Returns:
            The expression; None if it can't be read or looks at hidden cards.
        """
        values = self._analysis.resolver
        scope = Scope(
            text, {name.name: name for name in parts}, local(you), None if it.type.kind == "nothing" else local(it)
        )
        try:
            expr = values.read(scope, values.number if kind in EXTREMES else values.condition)
        except RulebookError as error:
            first = error.problems[0]
            asked = self._asks_for_number(scope, kind, first) if kind in EXTREMES else self._asks_of_it(scope, first)
            found = [asked, *(() if kind in EXTREMES else error.problems[1:])]
            self.problems += (replace(each, excerpt=each.excerpt or text.excerpt(each.where)) for each in found)
            return None
        hidden = None if self._sight is None else self._sight.first_hidden_in(substitute(expr, parts), you)
        if hidden is not None:
            meant: str | None
            message, meant = SEES_OTHERS, "`sees: [ZONE]` if it may"
            if isinstance(hidden, VariableValue):
                message, meant = f"a table does not see the card in `{hidden.variable}`, which nobody sees", None
            excerpt = text.excerpt(text.where)
            self.problems.append(Problem(text.where, "hidden-cards", message, meant, excerpt, replaced=NO_RANGE))
            return None
        return expr

    def _asks_of_it(self, scope: Scope, problem: Problem) -> Problem:
        """Return a problem of a condition about candidates, with the words that are left out at its beginning."""
        values, text = self._analysis.resolver, scope.text
        for start in ("it has", "it is") if scope.it is not None and problem.code == "syntax" else ():
            meant = f"{start} {text}"
            with suppress(RulebookError):
                values.read(replace(scope, text=standalone_text([meant])), values.condition)
                message, replaced = "a condition about a candidate says `it`", (text.where.column, len(text))
                told = replace(problem, where=text.where, length=len(text), message=message)
                return replace(told, suggestion=f"`{meant}`", wordings=(), replaced=replaced)
        return problem

    def _asks_for_number(self, scope: Scope, kind: str, problem: Problem) -> Problem:
        """Return a problem of a row that needs a number, with what is to be written for the things that stand there."""
        values, symbols, text = self._analysis.resolver, self._analysis.symbols, scope.text
        first = text.split(" ")[0]
        with suppress(RulebookError):
            if values.read(scope, values.value).type.many:
                meant = f"`number of ({text})`"
                return replace(problem, suggestion=meant, replaced=(text.where.column, len(text)), wordings=())
        if first not in {noun.many for noun in symbols.nouns.values()} or problem.suggestion or problem.wordings:
            return problem
        return replace(problem, message=f"{problem.message}; `{kind}` needs a number, as `number of ({first} …)`")


def _labels(asking: Either) -> tuple[str, ...]:
    return tuple(label for label, _ in asking.options)
