"""Resolution of choices that several seats make at the same time, each without knowing those of the others."""

from __future__ import annotations

from lark import Token

from interpreter.language.ir.builders import TRUE, constant, local
from interpreter.language.ir.expressions import Compare, Count, Equal, Expr, First, Range
from interpreter.language.ir.nullness import narrowed, no_choice, optional_type
from interpreter.language.ir.statements import ActAs, Assign, Block, Choose, If, Let, ListChange, ShowChoices, WhileLoop
from interpreter.language.ir.types import MAYBE_NUMBER, NUMBER, SEAT, Local, SeatChoices, Type
from interpreter.language.ir.written_statements import ChooseTogether
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax
from interpreter.language.resolving.topics.decisions.choices import after_commas
from interpreter.language.resolving.topics.sets import candidate_name, resolve_pick
from interpreter.support.errors import Location

SIMULTANEOUS = Handlers[Resolver]()
SIMULTANEOUS.part("together")


@SIMULTANEOUS.statement("choose_together", "choose_one_together", "choose_number_together")
def _choose_together(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve a sealed choice of several seats: while seats are left, the first of them chooses.

    In play the seats may choose in any order. Nobody learns of a choice, and nothing depends on it, until all are made.
    """
    who, *parts = node.children
    where = resolver.where(scope, node)
    seats, _ = resolve_pick(resolver, scope, who.children[-1])
    if seats.type.kind != "seat":
        resolver.fail(scope, who.children[-1], "wrong-type", "only players choose: `each player chooses …`")
    you = Local("you", SEAT)
    options, noun, said = _options(resolver, scope.inner(you=local(you)), node, parts)
    named = None if node.data == "choose_number_together" else candidate_name(parts[0])
    way_out, token, label = after_commas(resolver, scope, said, named)
    if way_out == "stop":
        message = "nobody stops alone where all choose at the same time"
        resolver.fail(scope, node, "no-way-out", message, form="`…, or none`")
    single = options.type._replace(many=False)
    choice_type = MAYBE_NUMBER if single == NUMBER and way_out else optional_type(single)
    name = _bind(resolver, scope, token if token is not None else noun, choice_type)
    members, waiting = (Local(word, Type("seat", many=True)) for word in ("seats", "left"))
    choice = Local(noun, single._replace(optional=bool(way_out)))
    choose = Choose(
        where, choice, options, local(you), way_out, label, noun, together=(members, waiting, *name.by_seat)
    )
    turn = (
        ListChange(where, "take", waiting, None, local(you)),
        choose,
        If(where, tuple(_keep(where, you, choice, seat, each) for seat, each in enumerate(name.by_seat)), None),
    )
    acting = ActAs(where, you, narrowed(First(local(waiting), type=SEAT._replace(optional=True))), turn)
    block: Block = (
        *(Let(where, each, no_choice(choice_type)) for each in name.by_seat),
        Let(where, members, seats),
        Let(where, waiting, local(members)),
        WhileLoop(where, Compare(">", Count(local(waiting)), constant(0, NUMBER)), (acting,)),
    )
    if options.type.kind != "card":  # cards are seen where they lie
        block = (*block, ShowChoices(where, members, name.by_seat))
    is_one_of = node.data == "choose_one_together"
    source_range = resolver.span_of(scope, node)
    written = ChooseTogether(name, seats, options, noun, way_out, is_one_of, source_range=source_range)
    return If(where, ((TRUE, block),), None, written)


def _options(
    resolver: Resolver, scope: Scope, node: Syntax, parts: list[Syntax]
) -> tuple[Expr, str, list[Syntax | None]]:
    """Return the set that each seat chooses from, the noun of its members, and the parts after the commas."""
    if node.data == "choose_number_together":
        low, high, *said = parts
        return Range(resolver.number(scope, low), resolver.number(scope, high)), "number", [*said]
    if node.data == "choose_one_together":
        options = resolver.set_of(scope, parts[0])
        return options, options.type.kind, [*parts[1:]]
    options, noun = resolve_pick(resolver, scope, parts[0])
    return options, noun, [*parts[1:]]


def _bind(resolver: Resolver, scope: Scope, token: Token | str, choice_type: Type) -> SeatChoices:
    """Bind the name of what the seats choose."""
    resolver.bind(scope, token, choice_type)
    seats = resolver.symbols.seats
    name = SeatChoices(str(token), choice_type, tuple(Local(f"{token} of {seat}", choice_type) for seat in seats))
    scope.names[str(token)] = name
    return name


def _keep(where: Location, you: Local, choice: Local, seat: int, kept: Local) -> tuple[Expr, Block]:
    """Return the branch that keeps the choice of a seat."""
    return Equal(local(you), constant(seat, SEAT)), (Assign(where, "set", local(kept), local(choice)),)
