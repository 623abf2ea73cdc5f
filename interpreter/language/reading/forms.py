"""The forms of the effect language as its grammar has them: words, and what can stand between them.

`core.lark` is read by the grammar of such grammars that comes with Lark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from lark import Lark, Token, Tree

from interpreter.language.reading.joining import JOINED, spaced
from interpreter.language.reading.lexer import SIGNS

SIGN = (
    {name.lstrip("_"): sign for sign, name in SIGNS.items() if name != "OP"}
    | {name.lstrip("_"): spaced(words) for words, name in JOINED.items()}
    | {"OWNS": "'s", "AND_OR": "and/or"}
)
"""What the grammar names, and an author writes as it stands here."""
SILENT = ("_NL", "_INDENT", "_DEDENT")
ALIKE = {"NAME", "NUMBER", "num", "expr", "val", "singular", "plural", "statement", "simple"}
"""Slots in which a parser has to tell values apart that are the same to a reader."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for whatever a rule of the grammar reads, or for a name, a number, a label, an adjective."""

    rule: str


@dataclass(frozen=True, slots=True)
class Group:
    """One of several wordings. `sign`: `?` if it can be left out, `*` also if it can come several times, else ``."""

    ways: tuple[Wording, ...]
    sign: str


Part = str | Slot | Group
"""A word or a sign is written as it is."""
Wording = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the language: `name` is what its tree is called. Each of its `wordings` says something of its own."""

    name: str
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class CoreForms:
    """`forms` by name, in the order of the grammar; `rules` by name: the names of the forms that each reads itself."""

    forms: dict[str, Form]
    rules: dict[str, tuple[str, ...]]


@cache
def core_forms() -> CoreForms:
    """All forms of the language; nothing of a game's own vocabulary."""
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
                continue  # what is read there stands for itself
            read.append(alias or origin)
            wordings.setdefault(alias or origin, []).append(wording)
        rules[origin] = tuple(dict.fromkeys(read))
    return CoreForms({name: Form(name, tuple(_distinct(each))) for name, each in wordings.items()}, rules)


def _alternatives(body: Any) -> Iterator[tuple[str | None, Wording]]:
    """The alternatives of a rule, each with the name that is given to it."""
    for each in body.children if body.data == "expansions" else [body]:
        if each.data == "alias":
            inner, *alias = [child for child in each.children if child is not None]
            yield (str(alias[0]) if alias else None), tuple(_parts(inner))
        else:
            yield None, tuple(_parts(each))


def _parts(node: Tree[Token] | Token) -> Iterator[Part]:
    if isinstance(node, Token):
        return
    if node.data == "expr":
        inner, *rest = [child for child in node.children if child is not None]
        sign = str(rest[0]) if rest else ""
        parts = tuple(_parts(inner))
        if sign in ("*", "?"):
            yield Group((parts,), sign)
        else:
            yield from parts
    elif node.data in ("literal", "name", "value"):
        word = str(node.children[0]) if isinstance(node.children[0], Token) else None
        if word is None:
            yield from _parts(node.children[0])
        elif node.data == "literal":
            yield word.strip('"')
        elif word not in SILENT:
            yield SIGN.get(word) or Slot(word)
    elif node.data in ("maybe", "expansions"):
        inner = node.children[0] if node.data == "maybe" else node
        yield Group(tuple(wording for _, wording in _alternatives(inner)), "?" if node.data == "maybe" else "")
    else:
        for child in node.children:
            yield from _parts(child)


def _distinct(wordings: Iterable[Wording]) -> Iterator[Wording]:
    """Those that say something which none before them does: a parser needs more of them than a reader."""
    known: set[tuple[str, ...]] = set()
    for wording in wordings:
        if not _spoken(wording) <= known:
            yield wording
        known |= _spoken(wording)


def _spoken(wording: Wording) -> set[tuple[str, ...]]:
    """The sequences of words that a wording can have, with what can be left out and without; no parentheses."""
    found: set[tuple[str, ...]] = {()}
    for part in wording:
        if isinstance(part, str):
            ways: set[tuple[str, ...]] = {() if part in "()" else (part,)}
        elif isinstance(part, Group):
            ways = set().union(*(_spoken(way) for way in part.ways), {()} if part.sign else set())
        else:
            ways = {() if part.rule in ALIKE else (f"<{part.rule}>",)}
        found = {(*before, *after) for before, after in product(found, ways)}
    return found
