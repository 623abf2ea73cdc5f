"""Checks of texts before play: calls without progress, loops that can't end, and too much work.

Warnings about choices written in the plural, although a choice is of a single thing.

Cost check of preconditions, which are evaluated before something is offered or required.

Nesting depth of texts.

Every backend can compile texts within LEVELS and OPERATIONS. Deeper ones are compiled when the game is loaded, so that
one that is too deep is reported before play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lark import Token, Tree

from interpreter.language.checking.cost_model import MAX_PAIRS, MAX_WORK, CostModel
from interpreter.language.checking.costly_loops import explain_cost
from interpreter.language.checking.effects import Dependences, Effects
from interpreter.language.checking.information_flow import SecretFinder
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.ir.builders import NOBODY, TRUE, blocks_of, expressions_of, has_local, statements_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import (
    Block,
    CallPhrase,
    CallRoutine,
    ForEach,
    If,
    LeaveLoop,
    RememberPosition,
    Routine,
    Statement,
    StopRule,
    Term,
    WhileLoop,
)
from interpreter.language.reading.grammar import Grammar
from interpreter.language.routines import Routines, cyclic_nodes
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text
from interpreter.support.errors import WARNING, Location, Problem, RulebookError

ENDLESS = "this goes on `again and again` without end: nothing in it ends the game or leaves the loop"
ENDLESS_WHILE = "this `while` can't end: nothing in it can change its condition"


def check_routines(routines: Routines, reads: Dependences) -> list[Problem]:
    """Return the problems of phrases that call themselves without progress, and of loops that can't end."""
    problems: list[Problem] = []
    calls: list[set[int]] = []
    for routine in routines.all:
        called = {routines.callee(statement) for statement in _before_change(routine.body)}
        calls.append(called - {-1})
    for number in cyclic_nodes(calls):
        routine = routines.all[number]
        message = f"`{routine.title}` comes back to itself with no choice or change between"
        problems.append(Problem(routine.text.where, "calls-itself", message))
    effects = Effects(routines, reads)
    for routine in routines.all:
        for statement in statements_in(routine.body):
            if isinstance(statement, WhileLoop) and not effects.can_end(statement):
                message = ENDLESS if statement.condition == TRUE else ENDLESS_WHILE
                problems.append(Problem(statement.where, "endless", message))
            if isinstance(statement, ForEach) and statement.until_empty and not effects.can_leave(statement.body):
                problems.append(Problem(statement.where, "endless", ENDLESS))
    return problems


def _before_change(block: Block) -> Iterator[Statement]:
    """Yield the statements that may be reached before anything is chosen or changed."""
    for statement in block:
        if statement.facts.asks or isinstance(statement, StopRule | LeaveLoop) or statement.changes():
            return
        yield statement
        for inner in blocks_of(statement):
            yield from _before_change(inner)


def check_work(
    weights: CostModel, routines: list[Routine], terms: dict[int, Term], others: list[tuple[Text, Expr]]
) -> list[Problem]:
    """Return the problems of expressions that could take too long: nested sets, or terms that double at each level."""
    problems: list[Problem] = []
    for term in terms.values():
        if weights.steps_of_term(term) > MAX_WORK:
            problems.append(_too_much_work(weights, term.text.where, f"working out `{term.title}`", term.body))
    if problems:
        return problems[:1]
    for routine in routines:
        for statement in statements_in(routine.body):
            costly = [expr for expr in expressions_of(statement) if weights.steps(expr) > MAX_WORK]
            if costly:
                problems.append(_too_much_work(weights, statement.where, "working this out", costly[0]))
            elif any(weights.has_too_many_pairs(expr) for expr in expressions_of(statement)):
                message = f"there can be more than {MAX_PAIRS:,} pairs of these things: choose one after the other"
                problems.append(Problem(statement.where, "too-much-work", message))
    for text, expr in others:
        if weights.steps(expr) > MAX_WORK:
            problems.append(_too_much_work(weights, text.where, "working this out", expr))
    return problems


def _too_much_work(weights: CostModel, where: Location, done: str, expr: Expr) -> Problem:
    """Return the problem of an expression that could take too long, with the part of it that takes longest."""
    message = ": ".join(filter(None, (f"{done} could take too long", explain_cost(weights, expr))))
    return Problem(where, "too-much-work", message)


def check_positions(routines: Routines, secrets: SecretFinder, symbols: Symbols) -> list[Problem]:
    """Return the problems of remembered positions to which something belongs that not everyone sees."""
    message = "a position is remembered with what everyone sees: whether it has occurred would give the rest away"
    return [
        Problem(statement.where, "hidden-position", message)
        for routine in routines.all
        for statement in statements_in(routine.body)
        if isinstance(statement, RememberPosition)
        and any(secrets.is_hidden_from_some(value, symbols, with_trials=True) for value in statement.values)
    ]


def routines_needing_seat(routines: Routines) -> set[int]:
    """Return the numbers of the routines that need an acting seat."""
    needs: set[int] = set()
    changed = True
    while changed:
        before = len(needs)
        for number, routine in enumerate(routines.all):
            if any(_needs_you(statement, routine, routines, needs) for statement in statements_in(routine.body)):
                needs.add(number)
        changed = len(needs) > before
    return needs


def check_acting(routines: Routines, among: list[Routine], needs: set[int]) -> list[Problem]:
    """Return the problems of calls, in some routines, of phrases that need an acting seat where there is none.

    `needs` has the numbers of the phrases that need one.
    """
    problems: list[Problem] = []
    for routine in among:
        for statement in statements_in(routine.body):
            nobody = isinstance(statement, CallPhrase | CallRoutine) and statement.you == NOBODY
            called = routines.callee(statement)
            if called in needs and nobody:
                who = (
                    "say who by `turn: SEAT` beside `begin`" if routine.title == "begin" else "put `as SEAT:` around it"
                )
                message = f"`{routines.all[called].title}` needs somebody who acts: {who}"
                problems.append(Problem(statement.where, "nobody-acts", message))
    return problems


def _needs_you(statement: Statement, routine: Routine, routines: Routines, needs: set[int]) -> bool:
    """Return whether a statement refers to the routine's acting seat, or calls a routine that needs it."""
    called = routines.callee(statement)
    if isinstance(statement, CallPhrase | CallRoutine):
        asks = any(has_local(arg, routine.you) for arg in statement.args)
        return asks or (called in needs and has_local(statement.you, routine.you))
    return any(has_local(expr, routine.you) for expr in expressions_of(statement))


def choices_of_several(texts: Iterable[Text], grammar: Grammar, singular: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a warning for each `choose` with a plural; `singular` maps plurals to singulars."""
    for text in dict.fromkeys(texts):
        try:
            program = grammar.parse(text, "program")
        except RulebookError:  # not a program, but a value, say
            continue
        for choice in program.find_data("choose"):
            for token in _nouns(choice):
                one = singular.get(str(token))
                if token.type.endswith("_MANY") and one is not None:
                    where = text.place_at(token.line or 1, token.column or 1)
                    message = f"`choose` takes one: say `{one}`"
                    yield Problem(where, "plural-choice", message, one, length=len(token), severity=WARNING)


def _nouns(choice: Tree[Token]) -> Iterator[Token]:
    """Yield the nouns that name the chosen thing."""
    for part in choice.children[:1]:
        head = part.children[0] if isinstance(part, Tree) and part.data == "pick" else None
        head = head.children[0] if isinstance(head, Tree) and head.data == "named_pick" else head
        for phrase in head.children if isinstance(head, Tree) else ():
            if isinstance(phrase, Tree) and phrase.data == "nounp":
                for noun in phrase.find_data("noun"):
                    yield from (token for token in noun.scan_values(lambda leaf: isinstance(leaf, Token)))


def check_offers(routines: Routines, doable: Preconditions, weights: CostModel) -> list[Expr]:
    """Return the preconditions of all options, `must`s and events of a game.

    Raises RulebookError for the first one that could take too long to evaluate.
    """
    found = [condition for routine in routines.all for condition in check_options(routine, doable, weights)]
    events = [routines.all[event] for event in dict.fromkeys(routines.event) if event is not None]
    return found + [_condition(event.body, True, doable, weights) for event in events]


def check_options(routine: Routine, doable: Preconditions, weights: CostModel) -> list[Expr]:
    """Return the preconditions of the options and `must`s of one routine.

    Raises RulebookError for the first one that could take too long to evaluate.
    """
    return [
        _condition(block, False, doable, weights) for each in statements_in(routine.body) for block in _tested(each)
    ]


def _tested(statement: Statement) -> list[Block]:
    """Return the blocks whose precondition is tested for a statement: those that it offers, or itself."""
    return [(statement,)] if statement.facts.needs_precondition else blocks_of(statement, statement.facts.offers)


def _condition(block: Block, event: bool, doable: Preconditions, weights: CostModel) -> Expr:
    _, condition = doable.test(block, event)
    doable.check_total_size(block)
    weights.check(condition, block)
    return condition


MAX_LEVELS = 8
"""Maximum depth of nested statements."""
MAX_OPERATIONS = 32
"""Maximum depth of nested operations."""
BRANCHES = 50
"""Number of branches of one `if` that count as a level."""


def is_too_deep(expr: Expr) -> bool:
    """Return whether an expression is nested too deeply."""
    return _operations(expr) > MAX_OPERATIONS


def is_too_deep_block(block: Block) -> bool:
    """Return whether the statements of a routine, or the expressions in them, are nested too deeply."""
    return _levels(block) > MAX_LEVELS or any(
        is_too_deep(expr) for statement in statements_in(block) for expr in expressions_of(statement)
    )


def _operations(expr: Expr) -> int:
    return 1 + max(map(_operations, expr.parts), default=0)


def _levels(block: Block) -> int:
    deepest = 0
    for statement in block:
        own = 1 + (len(statement.branches) // BRANCHES if isinstance(statement, If) else 0)
        deepest = max(deepest, own + max(map(_levels, blocks_of(statement)), default=0))
    return deepest
