"""Translated texts of a game's cards, and the phrasebook entries that they require."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from interpreter.language.analysis import Analysis
from interpreter.language.bot_programs import ResolvedBot, resolve_bots
from interpreter.language.ir.builders import expressions_in, statements_in
from interpreter.language.ir.statements import Block, Must, Signature
from interpreter.language.ir.types import CONDITION, Local, SourceRange, Type
from interpreter.language.symbols import Symbols
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import DEFAULT_TEMPLATE, WordTranslation, untyped_wording
from interpreter.presentation.saying.expressions.translator import ExpressionTranslator
from interpreter.presentation.saying.found_languages import find_language
from interpreter.presentation.saying.inflection import (
    NUMBERS,
    InflectedAdjective,
    InflectedNoun,
    Language,
)
from interpreter.presentation.saying.rules_words import phrasebook_of_rules
from interpreter.presentation.saying.statements import StatementTranslator, TranslatedLine
from interpreter.presentation.saying.templates import Template
from interpreter.presentation.saying.turn_outline import outline_game
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.presentation.speech import DEFAULT_LANGUAGE
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.player_words import Phrasebook
from interpreter.support.errors import WARNING, Location, Problem, RulebookError, errors_of

INDENT = "  "


class CardTranslator:
    """Translator of events into a language. A line that can't be translated is quoted from the rules."""

    def __init__(self, analysis: Analysis, target: Language, names: Names) -> None:
        """Read the game's phrasebook.

        Raises:
            RulebookError: The phrasebook has mistakes.
        """
        book = analysis.rulebook
        self._analysis = analysis
        self._names = names
        is_own = target.id == DEFAULT_LANGUAGE
        phrasebook = phrasebook_of_rules(analysis, names) if is_own else book.phrasebooks[target.id]
        self._words = Wordbook(target, phrasebook, analysis.symbols, names)
        if errors_of(self._words.problems):
            raise RulebookError(self._words.problems)

    def translate(self, event: Text) -> tuple[str, ...]:
        """Return the translated lines of an event, with blocks indented."""
        return tuple(INDENT * line.depth + line.words for line in self._translated(event))

    def translate_part(self, where: Location, words: str) -> str | None:
        """Return the translation of a part of an event, given its place and wording; None if there is none."""
        for event in self._events():
            if event.where.file == where.file and (spot := event.position_of(where.line, where.column)) is not None:
                return self._part(event, spot, words)
        return None

    def _part(self, event: Text, spot: tuple[int, int], words: str) -> str | None:
        statements = StatementTranslator(ExpressionTranslator(self._words, self._names, self._analysis), event)
        body = resolve_event(self._analysis, event)
        statements.lines(body)  # records the names that the text defines

        def is_meant(place: SourceRange | None) -> bool:
            return place is not None and (place.line, place.column) == spot and place.words == words

        for statement in statements_in(body):
            if isinstance(statement, Must) and is_meant(statement.source_range):
                return statements.translate_statement(statement.inner)
        for expr in expressions_in(body):
            if expr.type == CONDITION and is_meant(expr.source_range):
                return statements.translate_condition(expr)
        return None

    def _events(self) -> list[Text]:
        return list(dict.fromkeys(card.event for card in self._analysis.rulebook.cards if card.event is not None))

    def warnings(self) -> tuple[Problem, ...]:
        """Return warnings for phrasebook entries about unknown things, and for lines that can't be translated."""
        lang = self._words.language.id
        found = list(self._words.problems)
        for event in self._events():
            for line in self._translated(event):
                if line.untold:
                    where = event.place_at(line.row, line.column)
                    message = f"in {lang} this is said in English: {line.untold}"
                    excerpt = event.excerpt(where)
                    found.append(Problem(where, "untold", message, None, excerpt, len(line.words), WARNING))
        return tuple(found)

    def _translated(self, event: Text) -> list[TranslatedLine]:
        expressions = ExpressionTranslator(self._words, self._names, self._analysis)
        return StatementTranslator(expressions, event).lines(resolve_event(self._analysis, event))


def resolve_event(analysis: Analysis, event: Text) -> Block:
    """Return the statements of an event as they are written, without those that the compiler adds."""
    signature = Signature("event", event, (), Local("you", Type("seat")), is_event=True)
    with analysis.resolver.without_recording():
        return analysis.read_routine(signature)


def make_card_translator(
    book: Rulebook, names: Names, analysis: Callable[[], Analysis] | None = None
) -> CardTranslator | None:
    """Return a translator of events into the language of the names; None if events stay as they are written.

    Args:
        book: The rulebook.
        names: Display names in the target language.
        analysis: Function that returns the analysis of the rulebook, if the caller has it.

    Returns:
        The translator, or None if the game has no phrasebook for the language or has not begun it, and in English.

    Raises:
        RulebookError: The game's phrasebook has mistakes.
    """
    phrasebook = book.phrasebooks.get(names.lang)
    if phrasebook is None or not phrasebook.has_content or names.lang == DEFAULT_LANGUAGE:
        return None
    target = find_language(names.lang, phrasebook)
    return CardTranslator(Analysis(book) if analysis is None else analysis(), target, names)


def check_phrasebook(analysis: Analysis, lang: str) -> tuple[Problem, ...]:
    """Return the problems of a game's phrasebook; if there are none, warnings for lines that it can't translate."""
    book = analysis.rulebook
    try:
        target = find_language(lang, book.phrasebooks[lang])
        return CardTranslator(analysis, target, Names(book, lang)).warnings()
    except RulebookError as error:
        return error.problems


@dataclass(slots=True)
class RequiredEntries:
    """Phrasebook entries that events require, in order of appearance.

    Attributes:
        kinds: Ids of kinds of things, without those whose forms the core knows.
        things: Ids of things.
        adjectives: Adjectives.
        wordings: Words and wordings by their wording without the types of holes.
        made_names: Names that texts define.
        untold_forms: Forms of the core that events have, and for which the language has no words.
        untold_nouns: Nouns of the core that it lacks.
        untold_adjectives: Adjectives of the core that it lacks.
    """

    kinds: dict[str, None] = field(default_factory=dict)
    things: dict[str, None] = field(default_factory=dict)
    adjectives: dict[str, None] = field(default_factory=dict)
    wordings: dict[str, tuple[int, str]] = field(default_factory=dict)
    made_names: dict[str, None] = field(default_factory=dict)
    untold_forms: dict[str, None] = field(default_factory=dict)
    untold_nouns: dict[str, None] = field(default_factory=dict)
    untold_adjectives: dict[str, None] = field(default_factory=dict)


def collect_required_entries(analysis: Analysis, language: Language) -> RequiredEntries:
    """Return the phrasebook entries required to translate what cards, tracks, bots' tables and the turn summary say."""
    book = analysis.rulebook
    names = Names(book, language.id)
    words = _RecordingWordbook(language, Phrasebook(), analysis.symbols, names)
    for event in dict.fromkeys(card.event for card in book.cards if card.event is not None):
        for as_card in (False, True):
            statements = StatementTranslator(ExpressionTranslator(words, names, analysis), event, as_card)
            statements.lines(resolve_event(analysis, event))
    for number in analysis.routines.trigger.values():
        routine = analysis.routines.all[number]
        with analysis.resolver.without_recording():
            body = analysis.read_routine(routine)
        StatementTranslator(ExpressionTranslator(words, names, analysis), routine.text).lines(body)
    for bot in resolve_bots(analysis):
        _collect_rows(bot, ExpressionTranslator(words, names, analysis))
    for step in outline_game(analysis):
        if step.word is not None:
            words.sentence(step.word, step.title)
    return words.needs


def _collect_rows(bot: ResolvedBot, expressions: ExpressionTranslator) -> None:
    """Translate the rows of a bot's tables."""
    rows = [(row.said, table.it) for table in bot.tables for row in table.rows]
    for said, candidate in ((bot.when, bot.you), *rows):
        if said is not None:
            expressions.names.introduce(candidate)
            expressions.value_alone(said).form("")


class _RecordingWordbook(Wordbook):
    """Wordbook that has a dummy for every entry, and records which entries are used."""

    def __init__(self, language: Language, phrasebook: Phrasebook, symbols: Symbols, names: Names) -> None:
        super().__init__(language, phrasebook, symbols, names)
        self.needs = RequiredEntries()

    def form(self, form: str) -> Template:
        if not self.language.forms.get(form):
            self.needs.untold_forms[form] = None
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
        if thing_id not in self.language.nouns:
            self.needs.things[thing_id] = None
        return self._any_noun()

    def core_noun(self, name: str) -> InflectedNoun:
        if name not in self.language.nouns:
            self.needs.untold_nouns[name] = None
        return self._any_noun()

    def adjective(self, word: str) -> InflectedAdjective:
        if word not in self.language.adjectives:
            self.needs.adjectives[word] = None
        return _ANY_ADJECTIVE

    def core_adjective(self, name: str) -> InflectedAdjective:
        if name not in self.language.adjectives:
            self.needs.untold_adjectives[name] = None
        return _ANY_ADJECTIVE

    def sentence(self, word: int, wording: str) -> WordTranslation:
        self.needs.wordings.setdefault(untyped_wording(wording), (word, wording))
        return WordTranslation({DEFAULT_TEMPLATE: Template(())})

    def _any_noun(self) -> InflectedNoun:
        return InflectedNoun("", frozenset(), dict.fromkeys(product(NUMBERS, self.cases.names), ""))


_ANY_ADJECTIVE = InflectedAdjective("", {frozenset(): ""})
