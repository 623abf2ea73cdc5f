"""The forms of the effect language, as its grammar defines them: words, and slots between them.

`core.lark` is parsed with Lark's own grammar of grammars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from lark import Lark, Token, Tree

from interpreter.language.reading.joined_words import (
    BEFORE_OTHER,
    COST_TOKENS,
    EDGE,
    JOINED_TOKENS,
    join_with_blanks,
)
from interpreter.language.reading.lexer import ANSWERS, SIGNS

TERMINAL_SPELLINGS = (
    {name.lstrip("_"): sign for sign, name in SIGNS.items() if name != "OP"}
    | {name.lstrip("_"): join_with_blanks(words) for words, name in JOINED_TOKENS.items() if name != EDGE}
    | {name.lstrip("_"): word for word, name in ANSWERS.items()}
    | {name.lstrip("_"): join_with_blanks(words) for words, name in COST_TOKENS.items()}
    | {"OWNS": "'s", "AND_OR": "and/or", BEFORE_OTHER.lstrip("_"): "before"}
)
"""Spellings of the grammar's named terminals."""
SILENT_TERMINALS = ("_NL", "_INDENT", "_DEDENT")
EQUIVALENT_SLOTS = {"NAME", "NUMBER", "num", "expr", "val", "singular", "plural", "statement", "simple"}
"""Slots whose values only the parser distinguishes; to a reader they are the same."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot for the text of a grammar rule, or for a name, a number, a label or an adjective."""

    rule: str


@dataclass(frozen=True, slots=True)
class WordingGroup:
    """A choice between wordings. `sign` is `?` if it is optional, `*` if it is also repeatable, else empty."""

    ways: tuple[Wording, ...]
    sign: str


WordingPart = str | Slot | WordingGroup
"""Part of a wording; words and signs are strings."""
Wording = tuple[WordingPart, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the language. `name` is the name of its tree; each of its `wordings` has a meaning of its own."""

    name: str
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class CoreForms:
    """The forms of the core grammar.

    Attributes:
        forms: Forms by name, in the order of the grammar.
        rules: Names of the forms that each rule reads directly, by rule.
    """

    forms: dict[str, Form]
    rules: dict[str, tuple[str, ...]]


@cache
def core_forms() -> CoreForms:
    """Return all forms of the language, without those of any game's vocabulary."""
    text = (files("interpreter.language.reading") / "core.lark").read_text("utf-8")
    reader = Lark.open_from_package("lark", "lark.lark", ("grammars",), parser="lalr", maybe_placeholders=False)
    wordings: dict[str, list[Wording]] = {}
    rules: dict[str, tuple[str, ...]] = {}
    for rule in reader.parse(text).find_data("rule"):
        signed, *_, body = rule.children
        origin = str(signed).split(".")[0].lstrip("?!")
        read = []
        for alias, wording in _alternatives(body):
            if alias is None and len(wording) == 1 and isinstance(wording[0], Slot) and str(signed).startswith("?"):
                continue  # the tree is that of its only part
            read.append(alias or origin)
            wordings.setdefault(alias or origin, []).append(wording)
        rules[origin] = tuple(dict.fromkeys(read))
    return CoreForms({name: Form(name, tuple(_distinct(each))) for name, each in wordings.items()}, rules)


def _alternatives(body: Any) -> Iterator[tuple[str | None, Wording]]:
    """Yield the alternatives of a rule, each with its alias."""
    for each in body.children if body.data == "expansions" else [body]:
        if each.data == "alias":
            inner, *alias = [child for child in each.children if child is not None]
            yield (str(alias[0]) if alias else None), tuple(_parts(inner))
        else:
            yield None, tuple(_parts(each))


def _parts(node: Tree[Token] | Token) -> Iterator[WordingPart]:
    if isinstance(node, Token):
        return
    if node.data == "expr":
        inner, *rest = [child for child in node.children if child is not None]
        sign = str(rest[0]) if rest else ""
        parts = tuple(_parts(inner))
        if sign in ("*", "?"):
            yield WordingGroup((parts,), sign)
        else:
            yield from parts
    elif node.data in ("literal", "name", "value"):
        word = str(node.children[0]) if isinstance(node.children[0], Token) else None
        if word is None:
            yield from _parts(node.children[0])
        elif node.data == "literal":
            yield word.strip('"')
        elif word not in SILENT_TERMINALS:
            yield TERMINAL_SPELLINGS.get(word) or Slot(word)
    elif node.data in ("maybe", "expansions"):
        inner = node.children[0] if node.data == "maybe" else node
        yield WordingGroup(tuple(wording for _, wording in _alternatives(inner)), "?" if node.data == "maybe" else "")
    else:
        for child in node.children:
            yield from _parts(child)


def _distinct(wordings: Iterable[Wording]) -> Iterator[Wording]:
    """Yield the wordings that say something new; a parser needs more of them than a reader."""
    known: set[tuple[str, ...]] = set()
    for wording in wordings:
        if not _spoken(wording) <= known:
            yield wording
        known |= _spoken(wording)


def _spoken(wording: Wording) -> set[tuple[str, ...]]:
    """Return the sequences of words that a wording allows, with and without optional parts, without parentheses."""
    found: set[tuple[str, ...]] = {()}
    for part in wording:
        if isinstance(part, str):
            ways: set[tuple[str, ...]] = {() if part in "()" else (part,)}
        elif isinstance(part, WordingGroup):
            ways = set().union(*(_spoken(way) for way in part.ways), {()} if part.sign else set())
        else:
            ways = {() if part.rule in EQUIVALENT_SLOTS else (f"<{part.rule}>",)}
        found = {(*before, *after) for before, after in product(found, ways)}
    return found
