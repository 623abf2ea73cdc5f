"""Signatures of the words of a vocabulary: their wordings as patterns, and the types of their holes."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.language.diagnostics import Diagnostics
from interpreter.language.ir.statements import Signature
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.reading.patterns import Pattern, read_pattern
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text, VocabularyWord
from interpreter.support.errors import NO_RANGE, Problem, RulebookError, closest_match


@dataclass(slots=True)
class Signatures:
    """The wordings of a vocabulary, and its terms and phrases by word, with typed holes but without bodies."""

    patterns: list[Pattern] = field(default_factory=list)
    phrases: dict[int, Signature] = field(default_factory=dict)
    terms: dict[int, Signature] = field(default_factory=dict)

    @property
    def holes(self) -> dict[int, tuple[Local, ...]]:
        """The holes of each word."""
        found = {number: phrase.parameters for number, phrase in self.phrases.items()}
        return found | {number: term.parameters for number, term in self.terms.items()}

    @property
    def types(self) -> dict[int, tuple[Type, ...]]:
        """The types of each word's holes."""
        return {number: tuple(hole.type for hole in holes) for number, holes in self.holes.items()}


def read_signatures(words: tuple[VocabularyWord, ...], symbols: Symbols, diagnostics: Diagnostics) -> Signatures:
    """Read the signatures of all words, and collect the mistakes."""
    signatures = Signatures()
    for number, word in enumerate(words):
        holes = _holes(number, word, symbols, diagnostics, signatures.patterns)
        title, you = word.title, Local("you", Type("seat"))
        kind = signatures.phrases if word.kind == "do" else signatures.terms
        kind[number] = Signature(title, word.body, holes, you, word.turn)
    return signatures


def _holes(
    number: int, word: VocabularyWord, symbols: Symbols, diagnostics: Diagnostics, patterns: list[Pattern]
) -> tuple[Local, ...]:
    """Read the holes of all wordings of a word, and add the wordings to the patterns."""
    names: list[str] = []
    types: dict[str, Type] = {}
    for say in word.says:
        read = diagnostics.attempt(say, read_pattern, number, say, names)
        if read is None:
            continue
        pattern, holes = read
        patterns.append(pattern)
        for name, kind in holes:
            hole_type = diagnostics.attempt(say, _hole_type, say, name, kind, symbols)
            if hole_type is not None and types.setdefault(name, hole_type) != hole_type:
                message = f"the hole {{{name}}} has two types in the wordings of one word"
                diagnostics.problems.append(Problem(say.where, "bad-pattern", message))
    return tuple(Local(name, types.get(name, NUMBER)) for name in names)


def _hole_type(say: Text, name: str, kind: str | None, symbols: Symbols) -> Type:
    wanted = kind or name
    if wanted in ("number", "n"):
        return NUMBER
    nouns = [noun for noun in symbols.nouns.values() if noun.kind != "pieces"]
    for noun in nouns:
        if wanted == noun.one:
            return noun.set_type._replace(many=False)
        if wanted == noun.many:
            return noun.set_type
    known = ["number", *(text for noun in nouns for text in (noun.one, noun.many))]
    meant = closest_match(wanted, known)
    message = f"of what type is the hole {{{name}}}? write {{{name}: TYPE}}; types are {', '.join(known)}"
    suggestion = f"`{meant}`" if meant else None
    raise RulebookError(Problem(say.where, "bad-pattern", message, suggestion, replaced=NO_RANGE))


def check_signatures(
    signatures: Signatures, words: tuple[VocabularyWord, ...], grammar: Grammar, symbols: Symbols
) -> list[Problem]:
    """Report holes that are named like words of the language, and wordings that can't be told apart."""
    problems: list[Problem] = []
    for number, holes in signatures.holes.items():
        for name in (hole.name for hole in holes):
            if grammar.is_reserved(name) and name not in symbols.noun_words:
                message = f"the hole {{{name}}} has the name of a word of the language: take another"
                problems.append(Problem(words[number].says[0].where, "reserved-name", message))
    return problems + _twins(grammar, signatures.types)


def _twins(grammar: Grammar, types: dict[int, tuple[Type, ...]]) -> list[Problem]:
    """Report wordings with the same words and the same types of holes."""
    problems: list[Problem] = []
    for shape in grammar.shapes.values():
        seen: dict[tuple[Type, ...], Pattern] = {}
        for pattern in shape.patterns:
            order = tuple(types[pattern.word][part] for part in pattern.parts if isinstance(part, int))
            first = seen.setdefault(order, pattern)
            if first is not pattern:
                message = (
                    f"`{pattern.text}` and `{first.text}` ({first.text.where}) can't be told apart: they have the same"
                    " words, and holes of the same types"
                )
                problems.append(Problem(pattern.text.where, "ambiguous-pattern", message))
    return problems
