"""What can be in a name that is nothing at first and is set later: a guess from how the texts read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from interpreter.language.grammar import Grammar
from interpreter.language.symbols import Symbols
from interpreter.language.tree import Type

KINDS = ("space", "seat", "card", "box", "side")
SETS = ("np", "filter", "argbest", "or_e")
"""Forms of the grammar that are sets whatever is in them."""


def names_set(tree: Tree[Token]) -> set[str]:
    """The plain names that are set somewhere in a text."""
    return {name for name, _ in _settings(tree)}


def types_for(name: str, tree: Tree[Token], grammar: Grammar, symbols: Symbols) -> list[Type]:
    """What the name may be, the likeliest first."""
    values = [value for wanted, value in _settings(tree) if wanted == name]
    spoken_of = [kind for value in values for kind in _kinds(value, tree, grammar, symbols)]
    kinds = [kind for kind in dict.fromkeys((*spoken_of, *KINDS)) if kind in KINDS]
    sets = any(isinstance(value, Tree) and value.data in SETS for value in values)
    return [Type(kind, many, not many) for kind in kinds for many in ((True, False) if sets else (False, True))]


def _settings(tree: Tree[Token]) -> Iterator[tuple[str, Any]]:
    """Each plain name that is set, with what it is set to."""
    for part in tree.find_data("set_to"):
        target, value = part.children
        if isinstance(target, Tree) and target.data == "name":
            yield str(target.children[0]), value


def _kinds(value: Any, tree: Tree[Token], grammar: Grammar, symbols: Symbols) -> Iterator[str]:
    """The kinds of the things that a value speaks of, in the order of its words."""
    for token in _tokens(value):
        if token.type in grammar.noun_of:
            yield symbols.nouns[grammar.noun_of[token.type]].kind
        elif str(token) in symbols.names:
            yield symbols.names[str(token)].kind
        else:
            for part in tree.iter_subtrees():
                if part.data in ("choose", "for_each") and any(str(token) == each for each in _called(part)):
                    first = next((each for each in _tokens(part) if each.type in grammar.noun_of), None)
                    if first is not None:
                        yield symbols.nouns[grammar.noun_of[first.type]].kind


def _called(statement: Tree[Token]) -> Iterator[str]:
    """The name that a statement gives what it chooses or goes through."""
    for part in statement.children:
        if isinstance(part, Tree) and part.data == "as_name":
            yield str(part.children[0])


def _tokens(node: Any) -> Iterator[Token]:
    if isinstance(node, Token):
        yield node
    elif isinstance(node, Tree):
        for child in node.children:
            yield from _tokens(child)
