"""Warnings about choices written in the plural, although a choice is of a single thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lark import Token, Tree

from interpreter.language.reading.grammar import Grammar
from interpreter.rulebook.model import Text
from interpreter.support.errors import WARNING, Problem, RulebookError


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
