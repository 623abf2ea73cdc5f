"""A test of every pattern of a game, because an LALR parser resolves some conflicts silently.

A sample sentence of each wording, with placeholders in its holes, must be read as that wording. A name must not be a
word of a pattern at a place where both are possible: the parser would always choose the word.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir.types import Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.reading.patterns import Pattern
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import VocabularyWord
from interpreter.support.errors import Problem

ProbeToken = tuple[str, str]
"""A terminal of the grammar, and its spelling in a message."""


def probe(
    grammar: Grammar,
    symbols: Symbols,
    patterns: list[Pattern],
    words: tuple[VocabularyWord, ...],
    holes: dict[int, tuple[Type, ...]],
) -> Iterator[Problem]:
    """Report patterns that are not read as themselves, and names that a pattern's word hides."""
    for pattern in patterns:
        kind = words[pattern.word].kind
        for sample in _samples(grammar, symbols, pattern, holes[pattern.word], kind):
            start = "program" if kind == "do" else "value"
            end = [("_NL", "")] if kind == "do" else []
            read = grammar.parse_terminals([terminal for terminal, _ in (*sample, *end)], start)
            if read is None or grammar.shapes.get(read) is None or pattern not in grammar.shapes[read].patterns:
                text = " ".join(word for _, word in sample)
                message = f"`{pattern.text}` can't be used: `{text}` is read as something else, or not at all"
                yield Problem(pattern.text.where, "swallowed-pattern", message)
                break
    for name in sorted(symbols.names):
        clash = grammar.pattern_hiding(name)
        if clash is not None:
            message = f"the word `{name}` of `{clash.text}` is also a name in this game; say it differently"
            yield Problem(clash.text.where, "pattern-hides-name", message)


def _samples(
    grammar: Grammar, symbols: Symbols, pattern: Pattern, types: tuple[Type, ...], kind: str
) -> Iterator[list[ProbeToken]]:
    """Yield the wording with names in its holes; for a phrase also with the longest kind of set."""
    yield [token for part in pattern.parts for token in _part(grammar, symbols, part, types, False)]
    if kind == "do":
        yield [token for part in pattern.parts for token in _part(grammar, symbols, part, types, True)]


def _part(grammar: Grammar, symbols: Symbols, part: str | int, types: tuple[Type, ...], long: bool) -> list[ProbeToken]:
    if isinstance(part, str):
        return [(grammar.terminal(part), part.split("(")[0])]
    hole_type = types[part]
    if hole_type.kind == "number":
        return [("NUMBER", "2")]
    plural = next((noun for noun in symbols.nouns.values() if noun.kind == hole_type.kind), None)
    if long and hole_type.many and plural is not None and hole_type.kind != "card":
        middle = [("_K_WHERE", "where"), ("_K_IT", "it"), ("_K_IS", "is"), ("NAME", "something")]
        return [(grammar.terminal(plural.many), plural.many), *middle]
    return [("NAME", "something")]
