"""Phrasebook entries that the events of a game's cards require."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from interpreter.language.analysis import Analysis
from interpreter.language.reading.patterns import Pattern
from interpreter.language.symbols import Symbols
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import BY_ITSELF, Sentence, plain_wording
from interpreter.presentation.saying.expressions import Expressions
from interpreter.presentation.saying.inflection import NUMBERS, Adjective, Noun
from interpreter.presentation.saying.languages import Language
from interpreter.presentation.saying.statements import Statements
from interpreter.presentation.saying.templates import Template
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.phrasebooks import Phrasebook


@dataclass(slots=True)
class Needs:
    """Phrasebook entries that events require, in order of appearance.

    Attributes:
        kinds: Ids of kinds of things, without those whose forms the core knows.
        things: Ids of things.
        adjectives: Adjectives.
        wordings: Patterns by their wording, without the types of holes.
        made_names: Names that texts define.
    """

    kinds: dict[str, None] = field(default_factory=dict)
    things: dict[str, None] = field(default_factory=dict)
    adjectives: dict[str, None] = field(default_factory=dict)
    wordings: dict[str, Pattern] = field(default_factory=dict)
    made_names: dict[str, None] = field(default_factory=dict)


def needs_of(analysis: Analysis, language: Language) -> Needs:
    """Return the phrasebook entries required to translate all events into a language."""
    book = analysis.rulebook
    names = Names(book, language.id)
    words = _Asked(language, Phrasebook(), analysis.symbols, names)
    for event in dict.fromkeys(card.event for card in book.cards if card.event is not None):
        statements = Statements(Expressions(words, names, analysis, event), event)
        statements.lines(analysis.grammar.parse(event, "program"))
    return words.needs


class _Asked(Wordbook):
    """Wordbook that has a dummy for every entry, and records which entries are used."""

    def __init__(self, language: Language, phrasebook: Phrasebook, symbols: Symbols, names: Names) -> None:
        super().__init__(language, phrasebook, symbols, names)
        self.needs = Needs()

    def form(self, form: str) -> Template:
        return Template(())

    def has_label(self, key: str) -> bool:
        return True

    def made_name(self, name: str) -> str:
        self.needs.made_names[name] = None
        return ""

    def noun(self, id: str) -> Noun:
        if id not in self.language.nouns:
            self.needs.kinds[id] = None
        return self._any_noun()

    def thing(self, id: str) -> Noun:
        self.needs.things[id] = None
        return self._any_noun()

    def core_noun(self, name: str) -> Noun:
        return self._any_noun()

    def adjective(self, word: str) -> Adjective:
        self.needs.adjectives[word] = None
        return _ANY_ADJECTIVE

    def core_adjective(self, name: str) -> Adjective:
        return _ANY_ADJECTIVE

    def sentence(self, pattern: Pattern) -> Sentence:
        self.needs.wordings.setdefault(plain_wording(pattern.text), pattern)
        return Sentence({BY_ITSELF: Template(())})

    def _any_noun(self) -> Noun:
        return Noun("", frozenset(), dict.fromkeys(product(NUMBERS, self.cases.names), ""))


_ANY_ADJECTIVE = Adjective("", {frozenset(): ""})
