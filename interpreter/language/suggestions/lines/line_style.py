"""The style of lines: those of a printed card have capitals, titles and full stops."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.reading.lexer import Lexer
from interpreter.language.suggestions.hints import HintSearch
from interpreter.language.suggestions.named_things import NamedThings
from interpreter.language.suggestions.pasted import TitleMatcher, normalize_signs, sentences, without_capitals


@dataclass(frozen=True)
class LineStyle:
    """The style of one game's lines.

    Attributes:
        titles: The recognizer of its names.
        things: Its things.
        hints: The words that people type for its own.
        dictionary: Its lexer.
    """

    titles: TitleMatcher
    things: NamedThings
    hints: HintSearch
    dictionary: Lexer

    def message(self, line: str) -> str | None:
        """Return the message for a line in the style of a printed card; None for any other line."""
        printed = normalize_signs(self.titles.correct(line))
        if printed[:1].isupper() and without_capitals(printed, self.dictionary) != printed:
            return "this is no statement: they are written small, without a full stop, one a line"
        if ";" in printed and len(sentences(printed)) > 1:
            return "`;` is no sign of the language: each statement begins a line of its own"
        if sentences(printed) != [printed]:
            return "this is no statement: they are written without a full stop, one a line"
        return None

    def cleaned_sentences(self, line: str) -> list[str]:
        """Return the sentences of a line, each as `cleaned` returns it."""
        return [self._cleaned(each) for each in sentences(normalize_signs(line))]

    def cleaned(self, line: str) -> str:
        """Return a line of one sentence in lower case without its full stop; leave any other line as it is."""
        found = self.cleaned_sentences(line)
        return found[0] if len(found) == 1 else line

    def _cleaned(self, sentence: str) -> str:
        """Return a sentence with the game's words for names and spaces, and otherwise in lower case."""
        named = self.things.with_ids(self.titles.correct(sentence))
        return self.hints.with_own_space(without_capitals(named, self.dictionary))
