"""Numbers, and values of a column in the order in which it lists them: the ranks of cards."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import AttributeValue, Conditional, Const, EnumWord, Expr
from interpreter.language.ir.types import NUMBER
from interpreter.language.ir.written import Belonging
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, SyntaxPart


def ordered_numbers(resolver: Resolver, scope: Scope, *nodes: SyntaxPart) -> list[Expr]:
    """Resolve values that are compared: as numbers, or as places in the list of a column, from 1; 0 for no value."""
    values = [resolver.value(scope, node) for node in nodes]
    columns = list(dict.fromkeys(column for value in values for column in _columns(resolver, value)))
    if not columns:
        return [resolver.convert(scope, node, value, NUMBER) for node, value in zip(nodes, values, strict=True)]
    if len({attribute for _, attribute in columns}) > 1:
        resolver.fail(scope, nodes[-1], "wrong-type", "values of different columns have no order")
    kind, attribute = columns[0]
    listed = resolver.symbols.attributes[attribute][kind].values
    return [_place(resolver, scope, node, value, listed) for node, value in zip(nodes, values, strict=True)]


def _columns(resolver: Resolver, value: Expr) -> Iterator[tuple[str, str]]:
    """Yield the columns with listed values that a value comes from."""
    match value:
        case AttributeValue() if value.type.kind == "value":
            yield value.kind, value.attribute
        case Conditional():
            yield from (*_columns(resolver, value.yes), *_columns(resolver, value.no))
        case EnumWord(written=Belonging() as whose) | Const(written=Belonging() as whose):  # printed on a thing
            declared = resolver.symbols.attributes.get(whose.name, {}).get(whose.owner.type.kind)
            if declared is not None and declared.kind == "values":
                yield whose.owner.type.kind, whose.name


def _place(resolver: Resolver, scope: Scope, node: SyntaxPart, value: Expr, listed: tuple[str, ...]) -> Expr:
    match value:
        case AttributeValue() if value.type.kind == "value":
            return value.replace(ordered=True, type=NUMBER)
        case Conditional():
            yes, no = (_place(resolver, scope, node, each, listed) for each in (value.yes, value.no))
            return value.replace(yes=yes, no=no, type=NUMBER)
        case EnumWord() if value.word in listed:
            return constant(listed.index(value.word) + 1, NUMBER, value)
        case Const(value=None):
            return constant(0, NUMBER, value)
    return resolver.fail(scope, node, "wrong-type", f"one of {', '.join(listed)} is needed here")
