"""Warnings about rules that are valid but probably unintended; `cahier check` shows them, and play ignores them.

Only what is certain from the rules alone is reported. Of several oddities with one cause, only the first is.

Warnings concern cards that no rule reaches, conditions that never or always hold, and statements without effect: empty
moves, loops with 0 rounds, choices without options.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import inf

from interpreter.language.checking.effects import Effects, LoopTermination
from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.checking.spans import Environment, NumberRange
from interpreter.language.checking.warnings.card_warnings import find_card_warnings, warning_at
from interpreter.language.checking.warnings.earlier_positions import find_forgotten_positions
from interpreter.language.checking.warnings.equal_numbers import find_equal_numbers
from interpreter.language.checking.warnings.gathered_pieces import find_gathered_pieces
from interpreter.language.checking.warnings.idle_lines import find_idle_lines
from interpreter.language.checking.warnings.mixed_conditions import find_mixed_conditions
from interpreter.language.checking.warnings.present_values import find_present_values
from interpreter.language.checking.warnings.printed_conditions import find_printed_conditions
from interpreter.language.checking.warnings.repeated_conditions import find_repeated_conditions
from interpreter.language.checking.warnings.reversed_opponents import find_reversed_opponents
from interpreter.language.checking.warnings.set_steps import find_set_steps
from interpreter.language.checking.warnings.skipped_choices import find_skipped
from interpreter.language.checking.warnings.winning_seats import find_winning_seats
from interpreter.language.ir.builders import blocks_of, conjuncts, statements_in, terms_in
from interpreter.language.ir.expressions import (
    And,
    Compare,
    Const,
    Expr,
    Not,
    Or,
    TermCall,
    TrackValue,
)
from interpreter.language.ir.statements import (
    ActAs,
    Assign,
    Block,
    CallPhrase,
    CallRoutine,
    ChangeState,
    Choose,
    End,
    ForEach,
    If,
    Let,
    MovePieces,
    Must,
    OnlyIf,
    Repeat,
    Statement,
    StopRule,
    Term,
    WhileLoop,
)
from interpreter.language.ir.types import SourceRange
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Location, Problem


class NoEffectFinder:
    """Finds the reason why statements have no effect, including those of called phrases with their arguments."""

    def __init__(self, ranges: ValueRanges, routines: Routines) -> None:
        self._ranges = ranges
        self._routines = routines
        self._idle: dict[int, bool] = {}

    def is_idle(self, number: int) -> bool:
        """Return whether a routine has no effect for any arguments."""
        if number not in self._idle:
            self._idle[number] = self._block(self._routines.all[number].body, {}, 0) is not None
        return self._idle[number]

    def reason(self, statement: Statement, known: Environment, depth: int = 0) -> str | None:
        """Return why a statement never has an effect; None if it may have one.

        A statement of a kind that isn't examined here is assumed to have one.
        """
        match statement:
            case Must(otherwise=None):
                return self.reason(statement.inner, known, depth)
            case MovePieces() if statement.source == statement.target:
                return "they are there already"
            case MovePieces() | ChangeState():
                place = statement.target if isinstance(statement, MovePieces) else statement.place
                return self._closed_place(place, known) or self._zero_amount(statement, known)
            case Assign() if statement.verb == "set":
                return "it is that already" if statement.amount == statement.cell else None
            case Assign():
                span = self._ranges.number(statement.amount, known)
                if span.high < 0 and isinstance(statement.cell, TrackValue):
                    return "a number below 0 takes no steps on a track"
                return "the change is 0" if span.low == span.high == 0 else None
            case Repeat():
                if self._ranges.number(statement.times, known).high <= 0:
                    return "it is done 0 times"
                return self._block(statement.body, known, depth)
            case CallPhrase() | CallRoutine():
                if depth > MAX_DEPTH:
                    return None
                routine = self._routines.all[self._routines.callee(statement)]
                given = [self._ranges.of(arg, known) for arg in statement.args]
                return self._block(routine.body, dict(zip(routine.parameters, given, strict=True)), depth + 1)
        return self._zero_amount(statement, known)

    def _zero_amount(self, statement: Statement, known: Environment) -> str | None:
        name = statement.facts.amount
        amount = None if name is None else getattr(statement, name)
        none = amount is not None and self._ranges.number(amount, known).high <= 0
        return "the number is 0" if none else None

    def _closed_place(self, place: Expr, known: Environment) -> str | None:
        closed = self._ranges.closed_space(self._ranges.of(place, known))
        return f"`{closed}` is closed" if closed else None

    def _block(self, block: Block, known: Environment, depth: int) -> str | None:
        """Return why no statement of a block has an effect; an empty block has no reason."""
        known = dict(known)
        first = None
        for statement in block:
            if isinstance(statement, OnlyIf):
                if self._ranges.is_impossible(statement.condition, known):
                    return first or "its condition never holds"
                continue
            if isinstance(statement, Choose):
                return first or "there is nothing to choose" if self._empty(statement.options, known) else None
            if not isinstance(statement, Let):
                reason = self._inner_reason(statement, known, depth)
                if reason is None:
                    return None
                first = first or reason
            self._ranges.bind(statement, known)
        return first

    def _inner_reason(self, statement: Statement, known: Environment, depth: int) -> str | None:
        if isinstance(statement, If):
            blocks = [block for test, block in statement.branches if not self._ranges.is_impossible(test, known)]
            blocks += [statement.otherwise] if statement.otherwise else []
            reasons = [self._block(block, known, depth) for block in blocks]
            return None if None in reasons else next(iter(reasons), "its condition never holds")
        if isinstance(statement, ForEach):
            if self._empty(statement.things, known):
                return "there is nothing to do this for"
            return self._block(statement.body, self._ranges.loop_environment(statement, known), depth)
        if isinstance(statement, WhileLoop):
            return "its condition never holds" if self._ranges.is_impossible(statement.condition, known) else None
        return self.reason(statement, known, depth)

    def _empty(self, things: Expr, known: Environment) -> bool:
        return self._ranges.is_empty(things, known)


MAX_DEPTH = 20
"""Maximum depth of nested phrases, and of nested words of the vocabulary."""


@dataclass(frozen=True, slots=True)
class ConditionReason:
    """The reason in words, empty if there are none for it, and the source location of its cause."""

    text: str
    source_range: SourceRange | None


class Explainer:
    """Finds the reasons for conditions of one game."""

    def __init__(self, ranges: ValueRanges, symbols: Symbols, terms: dict[int, Term]) -> None:
        self._ranges = ranges
        self._symbols = symbols
        self._terms = terms

    def of(self, condition: Expr, known: Environment, holds: bool, depth: int = 0) -> ConditionReason:
        """Return why a condition always holds, or never if `holds` is False."""
        if isinstance(condition, Not):
            return self._put(condition, self.of(condition.condition, known, not holds, depth))
        for part in condition.parts if isinstance(condition, Or if holds else And) else ():
            if self._ranges.is_certain(part, known) if holds else self._ranges.is_impossible(part, known):
                return self._put(condition, self.of(part, known, holds, depth))
        if isinstance(condition, Compare):
            return ConditionReason(self._numbers(condition, known), condition.source_range)
        if isinstance(condition, TermCall) and depth < MAX_DEPTH:
            term = self._terms[condition.word]
            given = [self._ranges.of(arg, known) for arg in condition.args]
            inside = dict(zip(term.all_parameters, given, strict=False))
            return replace(self.of(term.body, inside, holds, depth + 1), source_range=condition.source_range)
        return ConditionReason("", condition.source_range)

    def _put(self, whole: Expr, part: ConditionReason) -> ConditionReason:
        return part if part.source_range is not None else replace(part, source_range=whole.source_range)

    def _numbers(self, compared: Compare, known: Environment) -> str:
        """Return the ranges of two compared numbers in words, or just the ends of a track."""
        tracks = [self._symbols.track(part.track) for part in compared.parts if isinstance(part, TrackValue)]
        if tracks:
            return f"`{tracks[0].id}` goes from {tracks[0].low} to {tracks[0].high}"
        left, right = (_shown(self._ranges.number(arg, known)) for arg in compared.parts)
        return f"the left side is {left}, the right side {right}"


def _shown(span: NumberRange) -> str:
    if span.low == span.high:
        return f"{span.low}"
    if span.high == inf:
        return "any number" if span.low == -inf else f"at least {span.low}"
    return f"at most {span.high}" if span.low == -inf else f"{span.low} to {span.high}"


def find_warnings(effects: Effects, symbols: Symbols, terms: dict[int, Term], others: Iterable[Expr]) -> list[Problem]:
    """Return the warnings for all texts of a game; `others` are expressions outside of routines and terms."""
    routines = effects.routines
    walk = _WarningFinder(effects, symbols, terms)
    walk.vocabulary(terms)
    for routine in routines.all:
        walk.block(routine.body, {})
    skipped = find_skipped(effects, ValueRanges(symbols, terms.__getitem__))
    twice = find_repeated_conditions(routines, terms)
    equal = find_equal_numbers(routines, terms)
    cards = find_card_warnings(routines, symbols, terms, others)
    forgotten = find_forgotten_positions(routines, terms)
    printed, reversed_ones = find_printed_conditions(routines), find_reversed_opponents(routines)
    gathered, set_steps = find_gathered_pieces(routines, symbols), find_set_steps(routines, symbols)
    mixed = find_mixed_conditions(routines, terms)
    lines = (*find_idle_lines(routines), *twice, *equal, *forgotten, *printed, *reversed_ones, *gathered)
    seats_win = find_winning_seats(routines, [side.id for side in symbols.rulebook.sides])
    present = find_present_values(routines, terms)
    lines = (*lines, *set_steps, *mixed, *seats_win, *present)
    return [*walk.found, *skipped, *lines, *cards]


def condition_warnings(
    effects: Effects, symbols: Symbols, terms: dict[int, Term], conditions: Iterable[tuple[Location, Expr]]
) -> list[Problem]:
    """Return the warnings for conditions that never or always hold, except for those caused by the vocabulary."""
    walk = _WarningFinder(effects, symbols, terms)
    walk.vocabulary(terms)
    walk.found.clear()
    for where, condition in conditions:
        walk.condition(where, condition, {})
    return walk.found


class _WarningFinder:
    """Walks through statements in order, and tracks the possible values of names."""

    def __init__(self, effects: Effects, symbols: Symbols, terms: dict[int, Term]) -> None:
        self.found: list[Problem] = []
        self._routines = routines = effects.routines
        self._ranges = ValueRanges(symbols, terms.__getitem__)
        self._idle = NoEffectFinder(self._ranges, routines)
        self._lasting = LoopTermination(effects, self._ranges, symbols)
        self._reasons = Explainer(self._ranges, symbols, terms)

    def vocabulary(self, terms: dict[int, Term]) -> None:
        """Check the conditions of the vocabulary, and report those that never hold by themselves."""
        conditions = {number: term.body for number, term in terms.items() if term.type.kind == "condition"}
        odd = {number for number, body in conditions.items() if self._ranges.is_impossible(body, {})}
        for number in odd:
            if not terms_in(conditions[number]) & odd:
                self._never(terms[number].text.where, conditions[number], {})
        self._ranges.ignore_terms(odd)

    def condition(self, where: Location, condition: Expr, known: Environment) -> bool:
        """Return whether a condition can hold, and report one that never or always does."""
        if self._ranges.is_impossible(condition, known):
            self._never(where, condition, known)
            return False
        self._always(where, condition, known)
        return True

    def block(self, block: Block, known: Environment) -> None:
        """Check the statements of a block, up to the point where the rest is certainly skipped."""
        known = dict(known)
        for statement, after in zip_longest(block, block[1:]):
            if statement.facts.always_exits and after is not None:
                why = "the game is over by then" if isinstance(statement, End) else "the line before it leaves first"
                self._tell(after.where, "never-reached", f"this is never reached: {why}")
                return
            if not self._goes_on(statement, known):
                return

    def _goes_on(self, statement: Statement, known: Environment) -> bool:
        """Check a statement, and return whether the next one can be reached.

        Records the possible values of the name that it binds.
        """
        if isinstance(statement, Must):
            return self._goes_on(statement.inner, known)
        if isinstance(statement, OnlyIf):
            if not self.condition(statement.where, statement.condition, known):
                return False
        elif isinstance(statement, Choose):
            if self._ranges.is_empty(statement.options, known):
                message = "there is never anything to choose here"
                self._tell(statement.where, "nothing-there", message, statement.options.source_range)
                return False
        elif isinstance(statement, If):
            self._branches(statement, known)
        elif isinstance(statement, ForEach):
            if self._ranges.is_empty(statement.things, known):
                message = "this is never done: there is nothing to do it for"
                self._tell(statement.where, "nothing-there", message, statement.things.source_range)
            else:
                self.block(statement.body, self._ranges.loop_environment(statement, known))
                self._stops(statement)
        elif isinstance(statement, WhileLoop):
            self._while(statement, known)
        elif reason := self._idle.reason(statement, known):
            self._does_nothing(statement, reason)
        else:
            for inner in blocks_of(statement):
                self.block(inner, known)
        self._ranges.bind(statement, known)
        return True

    def _stops(self, loop: ForEach) -> None:
        """Report each `stop` in turns: it ends the turns of all, and not only the one in which it stands."""
        acting = any(isinstance(statement, ActAs) for statement in statements_in(loop.body))
        for statement in statements_in(loop.body) if loop.until_empty and acting else ():
            if isinstance(statement, StopRule):
                message = (
                    "this `stop` ends the turns of all players: `leave the loop` says so, and `only if` skips the rest"
                    " of one turn"
                )
                self._tell(statement.where, "ends-all-turns", message)

    def _branches(self, statement: If, known: Environment) -> None:
        for condition, block in statement.branches:
            if self.condition(statement.where, condition, known):
                self.block(block, known)
        self.block(statement.otherwise or (), known)

    def _while(self, statement: WhileLoop, known: Environment) -> None:
        if self._ranges.is_impossible(statement.condition, known):
            self._never(statement.where, statement.condition, known)
            return
        if self._ranges.is_certain(statement.condition, known) and not self._can_be_left(statement.body):
            why = self._reasons.of(statement.condition, known, holds=True)
            self._about(statement.where, "never-ends", "this `while` never ends", replace(why, source_range=None))
        elif missing := self._lasting.missing_change(statement):
            message = f"once it begins, this `while` never ends: nothing in it {missing}"
            self._tell(statement.where, "never-ends", message)
        elif self._ranges.is_certain(statement.condition, known):
            message = "this always holds, so that only a line in the loop can end it"
            self._always(statement.where, statement.condition, known, message)
        else:
            self._always(statement.where, statement.condition, known)
        self.block(statement.body, known)

    def _does_nothing(self, statement: Statement, reason: str) -> None:
        called = self._routines.callee(statement)
        if called >= 0 and self._idle.is_idle(called):  # reported at the routine's own text
            return
        self._tell(statement.where, "does-nothing", f"this does nothing: {reason}")

    def _never(self, where: Location, condition: Expr, known: Environment) -> None:
        why = self._reasons.of(condition, known, holds=False)
        self._about(where, "never-holds", "this can never hold", why)

    def _always(self, where: Location, condition: Expr, known: Environment, message: str = "this always holds") -> None:
        """Report conditions that the ends of a track imply; other redundant conditions may be written for safety."""
        for part in conjuncts(condition):
            on_track = isinstance(part, Compare) and {type(each) for each in part.parts} == {TrackValue, Const}
            if on_track and self._ranges.is_certain(part, known):
                self._about(where, "always-holds", message, self._reasons.of(part, known, holds=True))

    def _can_be_left(self, body: Block) -> bool:
        """Return whether a loop with this body may end although its condition holds."""
        seen: set[int] = set()
        queue = [body]
        while queue:
            for statement in statements_in(queue.pop()):
                if statement.facts.exits is not None or statement.facts.calls_any_text:
                    return True
                for number in self._routines.started_by(statement):
                    if number not in seen:
                        seen.add(number)
                        queue.append(self._routines.all[number].body)
        return False

    def _about(self, where: Location, code: str, message: str, why: ConditionReason) -> None:
        """Report a problem at the part of the text that causes it, if its location is known."""
        self._tell(where, code, f"{message}: {why.text}" if why.text else message, why.source_range)

    def _tell(self, where: Location, code: str, message: str, said: SourceRange | None = None) -> None:
        self.found.append(warning_at(where, code, message, said))
