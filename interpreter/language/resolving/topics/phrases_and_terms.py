"""Resolution of the game's own vocabulary: the wording, its arguments, and `as usual` in bends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

from lark import Token

from interpreter.language.ir.builders import NOBODY, constant, local, negation
from interpreter.language.ir.expressions import EnumWord, Expr, TermCall
from interpreter.language.ir.nullness import null_safe, optional_type
from interpreter.language.ir.statements import CallPhrase, CallRoutine
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Type
from interpreter.language.reading.patterns import Pattern
from interpreter.language.resolving.orders import check_value
from interpreter.language.resolving.resolver import Resolver, as_cards
from interpreter.language.resolving.scope import Handlers, Scope, Syntax
from interpreter.language.resolving.topics.conditions import quantified
from interpreter.support.errors import RulebookError

VOCABULARY = Handlers[Resolver]()
VOCABULARY.part("possible_phrase")


@VOCABULARY.expression("condition", "computed")
def _term(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return _term_call(resolver, scope, node)


@VOCABULARY.expression("quantified")
def _quantified(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    def test(inside: Scope, it: Expr) -> Expr:
        return _term_call(resolver, replace(scope, names=inside.names), node, it)

    return quantified(resolver, scope, node, test)


def _term_call(resolver: Resolver, scope: Scope, node: Syntax, first: Expr | None = None) -> Expr:
    """Resolve a condition or value of the vocabulary with its arguments."""
    pattern, args = _match(resolver, scope, node, lambda word: resolver.term_of(word).parameters, first)
    call = resolver.call_term(scope, node, pattern, args)
    return negation(call) if node.data.endswith("_not") else call


@VOCABULARY.statement("phrase")
def _phrase(resolver: Resolver, scope: Scope, node: Syntax) -> CallPhrase | CallRoutine:
    pattern, args = _match(resolver, scope, node, lambda word: resolver.phrases[word].parameters)
    _widen(resolver, pattern.word, args)
    if scope.bent is not None and pattern.word == scope.bent[0]:
        return CallRoutine(resolver.where(scope, node), scope.bent[1], args, scope.you or NOBODY)
    return CallPhrase(resolver.where(scope, node), pattern.word, args, scope.you or NOBODY, pattern.text)


def _widen(resolver: Resolver, word: int, args: tuple[Expr, ...]) -> None:
    """Let the parameters of a phrase be nothing if an argument may be."""
    for hole, arg in zip(resolver.phrases[word].parameters, args, strict=True):
        if arg.type.optional and not hole.type.optional:
            hole.type = hole.type._replace(optional=True)
            resolver.outdated_phrases.add(word)


@VOCABULARY.expression("can_do", "can_not_do")
def _can_do(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `SEAT can PHRASE`, whose meaning is a condition of the vocabulary under the number of the phrase."""
    seat_node, phrase = node.children
    seat, (said,) = resolver.seat(scope, seat_node), phrase.children
    pattern, args = _match(resolver, scope, said, lambda word: resolver.phrases[word].parameters)
    _widen(resolver, pattern.word, args)
    resolver.tested_phrases.add(pattern.word)
    test = null_safe(TermCall(pattern.word, (*args, seat), pattern.text, type=CONDITION))
    return negation(test) if node.data == "can_not_do" else test


@VOCABULARY.statement("as_usual")
def _as_usual(resolver: Resolver, scope: Scope, node: Syntax) -> CallRoutine:
    if scope.bent is None:
        message = "`do it as usual` can stand only in a rule that bends a phrase"
        resolver.fail(scope, node, "nothing-bent", message)
    word, routine = scope.bent
    resolver.record_use(scope, node, "word", resolver.symbols.rulebook.words[word].title, "as usual")
    args = tuple(local(scope.names[hole.name]) for hole in resolver.phrases[word].parameters)
    return CallRoutine(resolver.where(scope, node), routine, args, scope.you or NOBODY)


def _fits(value: Expr, wanted: Type, loosely: bool) -> bool:
    """True if a value can be an argument of a type.

    With `loosely`, a die may stand for its number, and a piece for its space.
    """
    given = as_cards(value, wanted).type
    is_piece = given.kind == "piece" and not given.many
    stands_for = (given.kind, wanted) == ("die", NUMBER) or (is_piece and wanted.kind == "space")
    return given.is_assignable_to(optional_type(wanted)) or (loosely and stands_for)


def _argument(resolver: Resolver, scope: Scope, node: Syntax, column: str) -> Expr:
    """Resolve an argument; an unknown word where the value of a column stands is told which values there are."""
    try:
        return resolver.value(scope, node)
    except RulebookError as error:
        problem = error.problems[0]
        if not column or problem.code != "unknown-name":
            raise
        values = ", ".join(resolver.symbols.rulebook.values_of(column))
        message = f"{problem.message}; a {column} is one of {values}"
        raise RulebookError(replace(problem, message=message, detail="cause")) from None


def _match(
    resolver: Resolver,
    scope: Scope,
    node: Syntax,
    holes_of: Callable[[int], tuple[Local, ...]],
    first: Expr | None = None,
) -> tuple[Pattern, tuple[Expr, ...]]:
    """Return the pattern of a tree, chosen by the types of its arguments, and the arguments in order.

    `first` is the first argument, if the tree has `every …` or `some …` there.
    """
    shape = resolver.grammar.shapes[node.data.split("_")[0]]
    given = [
        child
        for child in node.children
        if not (isinstance(child, Token) and child.type.startswith("N") and child.type != "NAME")
    ]
    if first is not None:
        given = given[1:]  # `every` or `some`, and then the set
    usual = shape.patterns[0]
    columns = [holes_of(usual.word)[part].column for part in usual.parts if isinstance(part, int)]
    values = [
        first if first is not None and not at else _argument(resolver, scope, each, column)
        for at, (each, column) in enumerate(zip(given, columns, strict=True))
    ]
    wrong: tuple[Syntax, Expr, Local] | None = None
    for loosely, pattern in product((False, True), shape.patterns):
        holes = holes_of(pattern.word)
        order = [part for part in pattern.parts if isinstance(part, int)]
        misfit = next(
            (
                (child, value, holes[hole])
                for child, value, hole in zip(given, values, order, strict=False)
                if not _fits(value, holes[hole].type, loosely)
            ),
            None,
        )
        if misfit is not None:
            wrong = wrong or misfit
            continue
        args: list[Expr] = []
        for number, hole in enumerate(holes):
            if number in order:
                child, value = given[order.index(number)], values[order.index(number)]
                if value.type.kind == "nothing" and not hole.type.many:
                    value = constant(None, optional_type(hole.type))
                check_value(resolver, scope, child, resolver.symbols.attributes.get(hole.column, {}).values(), value)
                args.append(resolver.convert(scope, child, value, optional_type(hole.type)))
            elif scope.it is None:
                message = f"this wording leaves out {{{hole.name}}}, and nothing here could be meant by it"
                resolver.fail(scope, node, "no-it", message)
            else:
                args.append(resolver.convert(scope, node, scope.it, hole.type))
        title = resolver.symbols.rulebook.words[pattern.word].title
        resolver.record_use(scope, node, "word", title, str(node.data))
        return pattern, tuple(args)
    assert wrong is not None
    child, value, hole = wrong
    if hole.type == NUMBER:
        resolver.check_present(scope, child, value)
    if hole.type.kind == "number" and isinstance(value, EnumWord):
        resolver.convert(scope, child, value, hole.type)
    title = resolver.symbols.rulebook.words[shape.patterns[0].word].title
    resolver.refuse_type(scope, child, f"{{{hole.name}}} of `{title}` is {hole.type.with_article()}", value.type)
    return None
