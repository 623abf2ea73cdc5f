"""The texts of a game's cards in a language."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.errors import WARNING, Problem, RulebookError, Where, errors_of
from interpreter.language.analysis import Analysis
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import Findings
from interpreter.presentation.saying.expressions import Expressions
from interpreter.presentation.saying.languages import Language, language, languages
from interpreter.presentation.saying.statements import Line, Statements
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.model import Rulebook, Text

STEP = "  "


class CardTexts:
    """Says what events do, in a language; where it has no words for a line, that line of the rules stands there."""

    def __init__(self, analysis: Analysis, spoken: Language, names: Names) -> None:
        """Raises RulebookError with the mistakes in the game's phrasebook."""
        book = analysis.rulebook
        self._analysis = analysis
        self._names = names
        self._words = Wordbook(spoken, book.phrasebooks[spoken.id], analysis.symbols, names)
        if errors_of(self._words.problems):
            raise RulebookError(self._words.problems)

    def lines(self, event: Text) -> tuple[str, ...]:
        """What an event says, a line each, blocks further in."""
        return tuple(STEP * line.depth + line.words for line in self._told(event))

    def part(self, where: Where, words: str) -> str | None:
        """A part of an event, by where it stands in the rules and how it is written; None if there are no words for
        it."""
        for event in self._events():
            if event.where.file == where.file and (spot := event.within(where.line, where.column)) is not None:
                return self._part(event, spot, words)
        return None

    def _part(self, event: Text, spot: tuple[int, int], words: str) -> str | None:
        expressions = Expressions(self._words, self._names, self._analysis, event)
        statements = Statements(expressions, event)
        program = self._analysis.grammar.parse(event, "program")
        statements.lines(program)  # for the names that it makes
        for node in program.iter_subtrees():
            meta = node.meta
            if not meta.empty and (meta.line, meta.column) == spot and statements.written(node) == words:
                return statements.part(node)
        return None

    def _events(self) -> list[Text]:
        return list(dict.fromkeys(card.event for card in self._analysis.rulebook.cards if card.event is not None))

    def warnings(self) -> tuple[Problem, ...]:
        """What words from elsewhere are about that is not there, and the lines of events for which there are none."""
        lang = self._words.language.id
        found = list(self._words.problems)
        for event in self._events():
            for line in self._told(event):
                if line.untold:
                    where = event.at(line.row, line.column)
                    message = f"in {lang} this is said in English: {line.untold}"
                    excerpt = event.excerpt(where)
                    found.append(Problem(where, "untold", message, None, excerpt, len(line.words), WARNING))
        return tuple(found)

    def _told(self, event: Text) -> list[Line]:
        expressions = Expressions(self._words, self._names, self._analysis, event)
        return Statements(expressions, event).lines(self._analysis.grammar.parse(event, "program"))


def card_texts(book: Rulebook, names: Names, analysis: Callable[[], Analysis] | None = None) -> CardTexts | None:
    """What says a game's events in the language of the names; None where they stay as they are written. `analysis`:
    what its texts mean, if that is known. Raises RulebookError with the mistakes in the game's phrasebook."""
    spoken = language(names.lang)
    if spoken is None or names.lang not in book.phrasebooks or not book.phrasebooks[names.lang].begun:
        return None
    return CardTexts(Analysis(book) if analysis is None else analysis(), spoken, names)


def found_in(analysis: Analysis, lang: str) -> tuple[Problem, ...]:
    """What is wrong in what a game has for a language besides names; if nothing is, the lines of events for which it
    has no words, as warnings."""
    book, spoken = analysis.rulebook, language(lang)
    if spoken is None:
        phrasebook = book.phrasebooks[lang]
        first = next(key for part in (phrasebook.nouns, phrasebook.adjectives, phrasebook.words) for key in part)
        message = f"nothing is known of how {lang} goes; texts can be said in: {', '.join(languages())}"
        findings = Findings()
        findings.add(first, "unknown-language", message)
        return tuple(findings.problems)
    try:
        return CardTexts(analysis, spoken, Names(book, lang)).warnings()
    except RulebookError as error:
        return error.problems
