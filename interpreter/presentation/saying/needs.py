"""Phrasebook entries that the events of a game's cards require."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from interpreter.language.analysis import Analysis
from interpreter.language.reading.patterns import Pattern
from interpreter.language.symbols import Symbols
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import DEFAULT_TEMPLATE, WordTranslation, untyped_wording
from interpreter.presentation.saying.expressions import ExpressionTranslator
from interpreter.presentation.saying.inflection import NUMBERS, InflectedAdjective, InflectedNoun
from interpreter.presentation.saying.languages import Language
from interpreter.presentation.saying.statements import StatementTranslator
from interpreter.presentation.saying.templates import Template
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.phrasebooks import Phrasebook


@dataclass(slots=True)
class RequiredEntries:
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


def collect_required_entries(analysis: Analysis, language: Language) -> RequiredEntries:
    """Return the phrasebook entries required to translate all events into a language."""
    book = analysis.rulebook
    names = Names(book, language.id)
    words = _RecordingWordbook(language, Phrasebook(), analysis.symbols, names)
    for event in dict.fromkeys(card.event for card in book.cards if card.event is not None):
        statements = StatementTranslator(ExpressionTranslator(words, names, analysis, event), event)
        statements.lines(analysis.grammar.parse(event, "program"))
    return words.needs


class _RecordingWordbook(Wordbook):
    """Wordbook that has a dummy for every entry, and records which entries are used."""

    def __init__(self, language: Language, phrasebook: Phrasebook, symbols: Symbols, names: Names) -> None:
        super().__init__(language, phrasebook, symbols, names)
        self.needs = RequiredEntries()

    def form(self, form: str) -> Template:
        return Template(())

    def has_label(self, key: str) -> bool:
        return True

    def defined_name(self, name: str) -> str:
        self.needs.made_names[name] = None
        return ""

    def noun(self, noun_id: str) -> InflectedNoun:
        if noun_id not in self.language.nouns:
            self.needs.kinds[noun_id] = None
        return self._any_noun()

    def thing(self, thing_id: str) -> InflectedNoun:
        self.needs.things[thing_id] = None
        return self._any_noun()

    def core_noun(self, name: str) -> InflectedNoun:
        return self._any_noun()

    def adjective(self, word: str) -> InflectedAdjective:
        self.needs.adjectives[word] = None
        return _ANY_ADJECTIVE

    def core_adjective(self, name: str) -> InflectedAdjective:
        return _ANY_ADJECTIVE

    def sentence(self, pattern: Pattern) -> WordTranslation:
        self.needs.wordings.setdefault(untyped_wording(pattern.text), pattern)
        return WordTranslation({DEFAULT_TEMPLATE: Template(())})

    def _any_noun(self) -> InflectedNoun:
        return InflectedNoun("", frozenset(), dict.fromkeys(product(NUMBERS, self.cases.names), ""))


_ANY_ADJECTIVE = InflectedAdjective("", {frozenset(): ""})
