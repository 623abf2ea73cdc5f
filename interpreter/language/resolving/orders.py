"""Values of a column: which words it has, and the order in which it lists them, as that of the ranks of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Tree

from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import (
    AttributeValue,
    Conditional,
    Const,
    EnumWord,
    Expr,
    PlaceInList,
    Ref,
    VariableValue,
)
from interpreter.language.ir.types import NUMBER
from interpreter.language.ir.written import Belonging
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, SyntaxPart
from interpreter.rulebook.model import Attribute
from interpreter.support.similar_words import closest_match


def columns_of(resolver: Resolver, node: SyntaxPart) -> list[Attribute]:
    """Columns whose value an attribute, or a variable, is, for each kind of thing; none if the tree is neither."""
    if not isinstance(node, Tree) or node.data not in ("of", "your_name", "of_in", "name", "noun_name"):
        return []
    word: SyntaxPart = node.children[0]
    while isinstance(word, Tree):
        word = word.children[0]
    variable = resolver.symbols.variables.get(str(word))
    if node.data in ("name", "noun_name") and variable is None:
        return []
    name = variable.column if variable is not None and variable.column else str(word)
    return list(resolver.symbols.attributes.get(name, {}).values())


def check_word(resolver: Resolver, scope: Scope, node: SyntaxPart, columns: list[Attribute], word: str) -> None:
    """Refuse a word that is never a value of the columns: `colour of s is warm`."""
    values = [value for column in columns for value in column.values]
    if columns and word not in values:
        meant = closest_match(word, values)
        message = f"`{columns[0].id}` is never `{word}`"
        resolver.fail(scope, node, "wrong-type", message, form=f"`{meant}`" if meant else None)


def ordered_numbers(resolver: Resolver, scope: Scope, *nodes: SyntaxPart) -> list[Expr]:
    """Resolve values that are compared: as numbers, or as places in the list of a column, from 1; 0 for no value."""
    values = [resolver.value(scope, node) for node in nodes]
    columns = [column for value in values for column in columns_behind(resolver, value)]
    if not columns:
        return [resolver.convert(scope, node, value, NUMBER) for node, value in zip(nodes, values, strict=True)]
    listed = common_list(resolver, scope, nodes[-1], columns)
    return [_place(resolver, scope, node, value, listed) for node, value in zip(nodes, values, strict=True)]


def common_list(resolver: Resolver, scope: Scope, node: SyntaxPart, columns: list[Attribute]) -> tuple[str, ...]:
    """Return the values of these columns in their order, and refuse columns whose lists differ."""
    first, other = columns[0], next((each for each in columns if each.values != columns[0].values), None)
    if other is not None:
        message = f"{_both(first, other)} have lists of their own, and therefore no common order"
        if set(first.values) == set(other.values):
            message += f"; `{other.id}: {first.id}` gives both one list"
        resolver.fail(scope, node, "wrong-type", message)
    return first.values


def check_value(resolver: Resolver, scope: Scope, node: SyntaxPart, columns: Iterable[Attribute], value: Expr) -> None:
    """Refuse a word, or a value of other columns, that these columns never have: `suit of X is rank of Y`."""
    first, second = list(columns), list(columns_behind(resolver, value))
    if isinstance(value, EnumWord) and not second:
        check_word(resolver, scope, node, first, value.word)
    if not first or not second:
        return
    values = {value for column in first for value in column.values}
    if values.isdisjoint(value for column in second for value in column.values):
        message = f"{_both(first[0], second[0])} have no value in common"
        resolver.fail(scope, node, "wrong-type", message)


def _both(first: Attribute, second: Attribute) -> str:
    """Return the names of two columns, each with the place of its declaration."""
    return f"`{first.id}` ({first.where}) and `{second.id}` ({second.where})"


def columns_behind(resolver: Resolver, value: Expr) -> Iterator[Attribute]:
    """Yield the columns with listed values that a value comes from."""
    attributes = resolver.symbols.attributes
    match value:
        case AttributeValue() if value.type.kind == "value":
            yield attributes[value.attribute][value.kind]
        case VariableValue() if column := resolver.symbols.variables[value.variable].column:
            yield from attributes[column].values()
        case Ref() if value.local.column:
            yield from attributes[value.local.column].values()
        case Conditional():
            yield from (*columns_behind(resolver, value.yes), *columns_behind(resolver, value.no))
        case EnumWord(written=Belonging() as whose) | Const(written=Belonging() as whose):  # printed on a thing
            declared = attributes.get(whose.name, {}).get(whose.owner.type.kind)
            if declared is not None and declared.kind == "values":
                yield declared


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
        case Ref() | VariableValue() if value.type.kind == "value" and not value.type.many:
            return PlaceInList(listed, value, written=value)
    return resolver.fail(scope, node, "wrong-type", f"one of {', '.join(listed)} is needed here")
