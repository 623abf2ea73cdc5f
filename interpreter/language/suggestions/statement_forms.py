"""Forms of statements, for lines for which no suggestion is found: those of the game and of the language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cached_property

from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.patterns import HOLE
from interpreter.language.suggestions.hints import HintTable
from interpreter.language.suggestions.named_things import NamedThings

MOST_FORMS = 3
"""Maximum number of forms that a message lists."""
_NO_VERBS = frozenset({"you", "your", "each", "every", "all", "any", "it", "this", "that"})
MOST_OWN = 2
"""Maximum number of the game's own among the forms that do something with a thing."""


class StatementForms:
    """The statements that one game can say."""

    def __init__(self, phrases: Sequence[str], table: HintTable, things: NamedThings) -> None:
        """Prepare the search; `phrases` are the game's own wordings of statements."""
        self._phrases = [HOLE.sub(lambda hole: (hole[2] or hole[1]).upper(), phrase) for phrase in phrases]
        self._table, self._things = table, things

    def with_verb(self, line: str, at: int) -> str | None:
        """Return the forms that begin with the verb of a statement, as a list in words; None if there are none.

        Args:
            line: The line.
            at: The place of the mistake in the line.
        """
        begin = line.rfind(": ", 0, at) + 2 if ": " in line[:at] else 0
        clause = line[begin:]
        verb = next((word for word in clause.split() if word not in ARTICLES), "")
        if verb in _NO_VERBS:
            return None
        own = [phrase for phrase in self._phrases if _words(phrase)[:1] == [verb] and phrase != verb]
        own.sort(key=lambda phrase: -SequenceMatcher(None, phrase.split(), clause.split()).ratio())
        core = self._table.statement_forms.get(verb, ())
        core = () if any(_has_words(form, clause) for form in core) else core
        forms = [*own[:MOST_FORMS], *core][:MOST_FORMS]
        return f"`{verb}` is used as in {_listed(forms)}" if forms else None

    def with_things(self, line: str) -> str | None:
        """Return the forms that do something with the first thing of a line, as a list in words, or None."""
        nouns = self._things.symbols.noun_words
        for word in line.lower().split()[1:]:
            kind = next((kind for kind, words in self._kinds.items() if word in words), None)
            if kind is None and word in nouns:
                return None
            if kind is not None:
                same = next((pair for pair in self._pairs if word in pair), {word})
                own = (phrase for phrase in self._phrases if same.intersection(phrase.lower().split()))
                listed = [*sorted(own, key=len)[:MOST_OWN], *self._table.deeds[kind]]
                return f"for {'cards' if kind == 'cards' else f'`{word}`'} there are {_listed(listed)}"
        return None

    @property
    def _pairs(self) -> list[set[str]]:
        """The singular and the plural of each noun."""
        return [{noun.one, noun.many} for noun in self._things.symbols.nouns.values()]

    @cached_property
    def _kinds(self) -> dict[str, frozenset[str]]:
        """The words for things that statements change."""
        nouns = self._things.symbols.nouns.values()
        pieces = frozenset(word for noun in nouns if noun.kind == "pieces" for word in (noun.one, noun.many))
        cells = frozenset((*self._things.cells, *self._things.cells.values()))
        return {"cards": frozenset({"card", "cards"}), "pieces": pieces, "numbers": cells}


def _has_words(form: str, clause: str) -> bool:
    """Return whether a clause has all small words of a form."""
    return set(re.findall(r"\b[a-z]+\b", form)) <= {*clause.split(), *ARTICLES}


def _listed(forms: Sequence[str]) -> str:
    return ", ".join(f"`{form}`" for form in forms)


def _words(phrase: str) -> list[str]:
    return [re.sub(r"\((?:s|es)\)$", "", word) for word in phrase.split()]
