"""Resolution of decisions: a choice of things, a number, one of several options, an offer."""

from __future__ import annotations

from lark import Token

from interpreter.language.ir.expressions import Expr, Range
from interpreter.language.ir.statements import Block, Choose, Either, May
from interpreter.language.ir.types import Local, Type, WayOut
from interpreter.language.resolving.handlers import Handlers
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax, token_of
from interpreter.language.resolving.topics.sets import resolve_pick
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location

CHOICES = Handlers[Resolver]()
CHOICES.part("or_stop", "or_none", "as_name", "to_label")


@CHOICES.statement("choose")
def _choose(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    options, noun = resolve_pick(resolver, scope, node.children[0])
    return _chosen(resolver, scope, node, options, noun, node.children[1:])


@CHOICES.statement("choose_one")
def _choose_one(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    options = resolver.set_of(scope, node.children[0])
    return _chosen(resolver, scope, node, options, options.type.kind, node.children[1:], one_of=True)


@CHOICES.statement("choose_number")
def _choose_number(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    low, high, *rest = node.children
    ends = Range(resolver.number(scope, low), resolver.number(scope, high))
    return _chosen(resolver, scope, node, ends, "number", rest)


def _chosen(
    resolver: Resolver,
    scope: Scope,
    node: Syntax,
    options: Expr,
    noun: str,
    said: list[Syntax | None],
    one_of: bool = False,
) -> Choose:
    you = resolver.you(scope, node)
    way_out, token, label = _after_commas(resolver, scope, said)
    chosen_type = options.type._replace(many=False, optional=way_out == "none")
    name = resolver.bind(scope, token if token is not None else noun, chosen_type)
    return Choose(resolver.where(scope, node), name, options, you, way_out, label, noun, one_of)


def _after_commas(resolver: Resolver, scope: Scope, said: list[Syntax | None]) -> tuple[WayOut, Token | None, str]:
    """Return the parts of a choice after its commas: its way out, the name for the chosen thing, its label."""
    way_out: WayOut = ""
    name, label = None, ""
    kinds: set[str] = set()
    for option in said:
        if option is None:
            continue
        kind = option.data.split("_")[0]
        if kind in kinds:
            resolver.fail(scope, option, "duplicate", f"`{kind}` is said twice of one choice")
        kinds.add(kind)
        if kind == "or":
            way_out = "stop" if option.data == "or_stop" else "none"
        elif kind == "as":
            name = token_of(option.children[0])
        else:
            label = str(option.children[0])
    return way_out, name, label


@CHOICES.statement("either")
def _either(resolver: Resolver, scope: Scope, node: Syntax) -> Either:
    you = resolver.you(scope, node)
    options: list[tuple[str, Block]] = []
    places: list[Location] = []
    for label, block in zip(map(token_of, node.children[::2]), node.children[1::2], strict=True):
        _check_label(resolver, scope, label)
        if any(slug(label) == slug(known) for known, _ in options):
            resolver.fail(scope, label, "duplicate", f'two options are called "{label}", or alike')
        places.append(resolver.where(scope, label))
        options.append((str(label), _option(resolver, scope, block)))
    return Either(resolver.where(scope, node), Local("option", Type("text")), tuple(options), you, tuple(places))


@CHOICES.statement("may")
def _may(resolver: Resolver, scope: Scope, node: Syntax) -> May:
    label, block = token_of(node.children[0]), node.children[1]
    _check_label(resolver, scope, label)
    you = resolver.you(scope, node)
    option, body = Local("option", Type("text")), _option(resolver, scope, block)
    return May(resolver.where(scope, node), option, str(label), body, you)


def _option(resolver: Resolver, scope: Scope, block: Syntax) -> Block:
    inside = scope.inner()
    inside.option_start = resolver.where(inside, block.children[0])
    return resolver.block(inside, block)


def _check_label(resolver: Resolver, scope: Scope, label: Token) -> None:
    if not slug(label):
        resolver.fail(scope, label, "bad-label", "a label needs a letter or a digit")
