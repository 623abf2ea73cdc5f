"""Forms of statements, for lines for which no suggestion is found: those of the game and of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import islice, product

from interpreter.language.reading.lexer import ARTICLES
from interpreter.language.reading.patterns import HOLE, split_verb
from interpreter.language.suggestions.hints import HintTable
from interpreter.language.suggestions.named_things import NamedThings, longest_first
from interpreter.language.suggestions.own_phrases import LINKS
from interpreter.support.name_lists import quote_names

MOST_FORMS = 3
"""Maximum number of forms that a message lists."""
_NO_VERBS = frozenset({"you", "your", "each", "every", "all", "any", "it", "this", "that"})
STATEMENT_SHARE, CONDITION_SHARE = 0.6, 0.5
"""Minimum share of the words of a wording that a line like it has."""
ENDING = re.compile(r"(?<=[a-z])\(([a-z]+)\)")
"""Matches the ending of a verb, as in `hold(s)`."""
MOST_FILLERS, MOST_FILLED = 4, 40
"""Maximum number of things of a line with which forms are filled, and of texts that are tried."""
_PLACEHOLDER = re.compile(r"\b[A-Z]+\b")
MOST_OWN = 2
"""Maximum number of the game's own among the forms that do something with a thing."""


class StatementForms:
    """The statements that one game can say."""

    def __init__(
        self, phrases: Sequence[str], conditions: Sequence[str], table: HintTable, things: NamedThings
    ) -> None:
        """Prepare the search; `phrases` and `conditions` are the game's own wordings of statements and conditions."""
        self._phrases = [_with_names(phrase) for phrase in phrases]
        self._conditions = [_with_names(phrase) for phrase in conditions]
        self._table, self._things = table, things

    def with_verb(self, line: str, at: int, fits: Callable[[str], bool]) -> str | None:
        """Return the forms that begin with the verb of a statement, as a list in words; None if there are none.

        The first one that things of the line can fill is shown with them, too.

        Args:
            line: The line.
            at: The place of the mistake in the line.
            fits: Returns True if a text is right in the place of the line.
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
        if not forms:
            return None
        example = self._filled(forms, clause, lambda text: fits(line[:begin] + text))
        return f"`{verb}` is used as in {quote_names(forms)}{f', here `{example}`' if example else ''}"

    def _filled(self, forms: Iterable[str], clause: str, fits: Callable[[str], bool]) -> str | None:
        """Return the first form that is right with names and numbers of a clause in its holes."""
        named = dict.fromkeys(said[0] for said in self._named.finditer(clause))
        found = [f"your {each}" if each in self._things.cells_of_seats else each for each in named][:MOST_FILLERS]
        texts = (
            _put(form, fillers)
            for form in forms
            for fillers in product((*found, "1"), repeat=len(_PLACEHOLDER.findall(form)))
            if fillers and set(found) <= set(fillers)
        )
        return next((text for text in islice(texts, MOST_FILLED) if fits(text)), None)

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """A pattern of numbers and of names of things that can be in a hole."""
        things, symbols = self._things, self._things.symbols
        spaces = (name for space in symbols.rulebook.map.spaces for name in (space.id, *space.title.values()))
        names = {*things.cells, *things.seats, *things.zones, *spaces}
        return re.compile(rf"(?<!\w)(?:\d+|(?:your )?(?i:{longest_first(names)}))(?!\w)")

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
                return f"for {'cards' if kind == 'cards' else f'`{word}`'} there are {quote_names(listed)}"
        return None

    def alike(self, line: str) -> list[str]:
        """Return the game's own statements that have most of their words, and at least two, from a line.

        If the line has all words of one, only those that have more words from it are meant.
        """
        said = self._stems(line)
        shares = {phrase: _share(phrase, said) for phrase in self._phrases}
        counts = {phrase: len(_stems(phrase) & said) for phrase in self._phrases}
        used = max((counts[phrase] for phrase in self._used(line)), default=1)
        found = [phrase for phrase, share in shares.items() if share >= STATEMENT_SHARE and counts[phrase] > used]
        return sorted(found, key=lambda phrase: -shares[phrase])[:MOST_OWN]

    def uses_one(self, line: str) -> bool:
        """Return whether a line has all words of one of the game's own statements."""
        return bool(self._used(line))

    def _used(self, line: str) -> list[str]:
        return [phrase for phrase in self._phrases if _is_in(phrase, line)]

    def conditions_with(self, word: str, line: str) -> list[str]:
        """Return the game's own conditions that have a word of a line, and at least half of their words from it."""
        if word in self._things.symbols.noun_words:
            return []
        said, stem = self._stems(line), next(iter(_stems(word)), "")
        near = (phrase for phrase in self._conditions if _share(phrase, said) >= CONDITION_SHARE)
        return sorted((phrase for phrase in near if stem in _stems(phrase)), key=len)[:MOST_OWN]

    def _stems(self, line: str) -> set[str]:
        """Return the words of a line without endings, and what else the table has for them."""
        stems = _stems(line)
        return stems.union(_stem(meant) for stem in stems for meant in self._table.synonyms.get(stem, ()))

    @property
    def nouns(self) -> list[str]:
        """The game's nouns, singular and plural."""
        return [word for noun in self._things.symbols.nouns.values() for word in (noun.one, noun.many)]

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


def _with_names(phrase: str) -> str:
    """Return a wording with the types of its holes in capitals, and with the endings of verbs."""
    return ENDING.sub(r"\1", HOLE.sub(lambda hole: (hole[2] or hole[1]).upper(), phrase))


def _put(form: str, fillers: Iterable[str]) -> str:
    """Return a form with other words in its holes."""
    words = iter(fillers)
    return _PLACEHOLDER.sub(lambda _: next(words), form)


def _is_in(phrase: str, line: str) -> bool:
    """Return whether a line has all words of a wording in their order; holes are none."""
    words = iter(re.findall(r"\w+", line))
    return all(part in words for part in re.findall(r"\w+", phrase) if not part.isupper())


def _share(phrase: str, said: set[str]) -> float:
    """Return the share of the words of a wording that are among some others."""
    stems = _stems(phrase)
    return len(stems & said) / len(stems) if stems else 0.0


def _stems(text: str) -> set[str]:
    """Return the words of a text that say something, without endings; holes are none."""
    words = re.findall(r"(?<![\w(])[a-z]{3,}(?:\([a-z]+\))?(?!\w)", text)
    return {_stem(split_verb(word)[0]) for word in words} - LINKS - ARTICLES


def _stem(word: str) -> str:
    return word.removesuffix("es") if word.endswith(("sses", "shes", "ches")) else word.rstrip("s")


def _has_words(form: str, clause: str) -> bool:
    """Return whether a clause has all small words of a form."""
    return set(re.findall(r"\b[a-z]+\b", form)) <= {*clause.split(), *ARTICLES}


def _words(phrase: str) -> list[str]:
    return [split_verb(word)[0] for word in phrase.split()]
