"""The rules' texts as cards, tracks and aids print them, in any language.

What a language can't say is said in English, from the same typed trees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.language.analysis import Analysis
from interpreter.language.incremental import read_condition
from interpreter.language.ir.builders import descendants_of, local
from interpreter.language.ir.expressions import Conditional, Expr, TermCall
from interpreter.language.ir.statements import Block, Signature
from interpreter.language.ir.types import CONDITION, Local, Type
from interpreter.presentation.names import Names
from interpreter.presentation.questions import TRANSLATED_LABELS
from interpreter.presentation.saying.card_style import lay_out
from interpreter.presentation.saying.expressions.translator import ExpressionTranslator
from interpreter.presentation.saying.found_languages import find_language
from interpreter.presentation.saying.inflection import Language
from interpreter.presentation.saying.rules_words import phrasebook_of_rules
from interpreter.presentation.saying.statements import StatementTranslator, TranslatedLine
from interpreter.presentation.saying.templates import MissingTranslationError, tidy_sentence
from interpreter.presentation.saying.turn_outline import OutlineStep, outline_game
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.presentation.speech import DEFAULT_LANGUAGE, load_catalog
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.player_words import Phrasebook
from interpreter.support.errors import RulebookError, errors_of

PrintedLines = tuple[tuple[int, str], ...]
"""Lines with their steps of indentation."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A value or condition of the vocabulary, and what it stands for.

    Attributes:
        meanings: What it is, and the condition under which it is that; the last one has none.
        is_condition: True for a condition, whose meaning is one, too.
    """

    word: str
    meanings: tuple[tuple[str, str], ...]
    is_condition: bool = False


@dataclass(frozen=True, slots=True)
class _Voice:
    """A language with its words for a game."""

    words: Wordbook
    names: Names
    analysis: Analysis

    @classmethod
    def speaking(cls, language: Language, phrasebook: Phrasebook, names: Names, analysis: Analysis) -> _Voice:
        """Return the voice of a language. Raises RulebookError for mistakes in the phrasebook."""
        words = Wordbook(language, phrasebook, analysis.symbols, names)
        if errors_of(words.problems):
            raise RulebookError(words.problems)
        return cls(words, names, analysis)

    def lines(self, text: Text, body: Block) -> list[TranslatedLine]:
        return StatementTranslator(self._expressions(), text, as_card=True).lines(body)

    def row(self, form: str, value: Expr, candidate: Local) -> str | None:
        """Return a condition, or with a form a value in it; None if the language lacks a word."""
        expressions = self._expressions()
        expressions.names.introduce(candidate)
        statements = StatementTranslator(expressions, Text("", self.analysis.rulebook.start.where))
        return statements.translate_value(form, value) if form else statements.translate_condition(value)

    def definition(self, call: TermCall) -> Definition | None:
        """Return a value or condition of the vocabulary with its explanation; None if the language lacks a word."""
        term = self.analysis.terms.term(call.word)
        try:
            head = self._said(replace(call, args=tuple(map(local, term.parameters)), written=None))
            if term.block:
                translated = StatementTranslator(self._expressions(), term.text, as_card=True).lines(term.block)
                if any(line.untold for line in translated):
                    return None
                return Definition(head, ((" ".join(words for _, words in lay_out(translated)), ""),))
            return Definition(head, tuple(self._cases(term.body)), is_condition=call.type == CONDITION)
        except MissingTranslationError:
            return None

    def _cases(self, value: Expr) -> Iterator[tuple[str, str]]:
        """Yield the values of a chain of conditions with these."""
        while isinstance(value, Conditional):
            yield self._said(value.yes), self._said(value.condition)
            value = value.no
        yield self._said(value), ""

    def _said(self, expr: Expr) -> str:
        """Return a value or condition by itself. Raises MissingTranslationError."""
        expressions = self._expressions()
        alone = expressions.condition_alone if expr.type == CONDITION else expressions.value_alone
        return self.words.language.smooth(tidy_sentence(alone(expr).form("")))

    def step(self, step: OutlineStep) -> str | None:
        """Return the name of a step; None if the language has none."""
        expressions = self._expressions()
        try:
            if step.word is None and step.title in TRANSLATED_LABELS:
                return load_catalog(self.names.lang).say(step.title)
            if step.word is None:
                return expressions.vocabulary.label(step.title).form("")
            sentence, _ = expressions.vocabulary.vocabulary_word(step.word, step.title, ())
            return self.words.language.smooth(tidy_sentence(sentence.default.fill({})))
        except MissingTranslationError:
            return None

    def _expressions(self) -> ExpressionTranslator:
        return ExpressionTranslator(self.words, self.names, self.analysis)


class PrintedTexts:
    """The texts of a game in one language."""

    def __init__(self, book: Rulebook, names: Names) -> None:
        """Read the game's words.

        Raises:
            RulebookError: The rules or the phrasebook have mistakes.
        """
        self.analysis = analysis = Analysis(book)
        own_words = phrasebook_of_rules(analysis, Names(book))
        english = _Voice.speaking(find_language(DEFAULT_LANGUAGE), own_words, names, analysis)
        self._voices = [english]
        phrasebook = book.phrasebooks.get(names.lang)
        if names.lang != DEFAULT_LANGUAGE and phrasebook is not None and phrasebook.has_content:
            language = find_language(names.lang, phrasebook)
            self._voices.insert(0, _Voice.speaking(language, phrasebook, names, analysis))
        self._safe = names.safe

    @property
    def language(self) -> str:
        """The language of events and definitions, as far as it has the words."""
        return self._voices[0].words.language.id

    def event(self, text: Text) -> PrintedLines:
        """Return the event of a card."""
        return self._lines(Signature("event", text, (), Local("you", Type("seat")), is_event=True))

    def fragment(self, text: Text) -> PrintedLines:
        """Return statements that are linked to the game, such as the beginning of a scenario."""
        return self._lines(Signature("begin", text, (), Local("you", Type("seat"))))

    def condition(self, text: Text) -> str | None:
        """Return a condition that is linked to the game; None if the language can't say it."""
        said = self._voices[0].row("", read_condition(self.analysis, text), Local("it", Type("seat")))
        if said is None:
            return None
        return self._safe(_capitalized(load_catalog(self.language).say("printed_fact", condition=said)))

    def routine(self, text: Text) -> PrintedLines:
        """Return a text that is carried out at some time, such as what a track does at a step."""
        return self._lines(next(each for each in self.analysis.routines.all if each.text is text))

    def course(self) -> tuple[tuple[OutlineStep, str], ...]:
        """Return the steps of the game with their names."""
        own, english = self._voices[0], self._voices[-1]
        steps = outline_game(self.analysis)
        named = ((step, own.step(step) or english.step(step) or step.title) for step in steps)
        return tuple((step, self._safe(_capitalized(name))) for step, name in named)

    def row(self, form: str, value: Expr, candidate: Local) -> tuple[str, str] | None:
        """Return a condition of a bot about a candidate, or with a form a value in it, and its language.

        It is None if it can't be said.
        """
        for voice in self._voices:
            if (said := voice.row(form, value, candidate)) is not None:
                return self._safe(said), voice.words.language.id
        return None

    def definitions(self, said: Iterable[Expr]) -> tuple[Definition, ...]:
        """Return the values and conditions of the vocabulary in some expressions, and in each other, by first mention.

        Those that the language can't say are left out, and so is whatever a glossary explains.
        """
        waiting, calls = list(said), dict[int, TermCall]()
        glossary = {note.word.casefold() for note in self.analysis.rulebook.glossary}
        found: list[Definition] = []
        while waiting:
            for part in descendants_of(waiting.pop(0)):
                if isinstance(part, TermCall) and part.word not in calls and part.word not in self.analysis.phrases:
                    calls[part.word] = part
                    waiting.append(self.analysis.terms.term(part.word).body)
        for call in calls.values():
            each = self._voices[0].definition(call)
            if each is not None and each.word.casefold() not in glossary:
                safe = tuple((self._safe(value), self._safe(condition)) for value, condition in each.meanings)
                found.append(Definition(self._safe(each.word), safe, each.is_condition))
        return tuple(found)

    def _lines(self, signature: Signature) -> PrintedLines:
        with self.analysis.resolver.without_recording():
            body = self.analysis.read_routine(signature)
        own, *others = [voice.lines(signature.text, body) for voice in self._voices]
        for other in others:
            own = _completed(own, other)
        return tuple((depth, self._safe(words)) for depth, words in lay_out(own))


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def _completed(lines: Sequence[TranslatedLine], others: Sequence[TranslatedLine]) -> list[TranslatedLine]:
    """Return lines with those that aren't translated said as in others of the same text."""
    said = {(each.row, each.column, each.depth): each.words for each in others}
    return [
        replace(line, words=said.get((line.row, line.column, line.depth), line.words)) if line.untold else line
        for line in lines
    ]
