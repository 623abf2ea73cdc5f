"""Dictionary of a game in a language: words of the core and of the game's phrasebook, with validation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path

from interpreter.language.reading.patterns import HOLE, OWN_ADJECTIVE
from interpreter.language.symbols import Symbols
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import EntryParser, ProblemCollector, WordTranslation, untyped_wording
from interpreter.presentation.saying.inflection import CaseSystem, InflectedAdjective, InflectedNoun, Language
from interpreter.presentation.saying.templates import (
    MissingTranslationError,
    Template,
    parse_template,
)
from interpreter.presentation.speech import DEFAULT_LANGUAGE
from interpreter.rulebook.player_words import Phrasebook
from interpreter.rulebook.text import Text, slug
from interpreter.support.errors import ERROR, WARNING, Problem
from interpreter.support.similar_words import closest_match

MOST_ALIKE = 0.6
"""Share of words that a similar wording has in common."""


def _closest_wording(written: str, wordings: Iterable[str]) -> str | None:
    """Return the wording with the same holes that has most words in common with one that isn't there, or None."""
    words, holes = written.split(), sorted(HOLE.findall(written))
    alike = [
        (SequenceMatcher(None, words, each.split()).ratio(), each)
        for each in wordings
        if sorted(HOLE.findall(each)) == holes
    ]
    ratio, found = max(alike, default=(0.0, None))
    return found if ratio >= MOST_ALIKE else None


POSSESSIVES = ("own", "your", "their")
"""Beginnings of the adjectives of the core that state an owner."""


class Wordbook:
    """All words and templates for translating a game's texts into a language."""

    def __init__(self, language: Language, phrasebook: Phrasebook, symbols: Symbols, names: Names) -> None:
        self.language = language
        self._phrasebook = phrasebook
        self._symbols = symbols
        self._names = names
        book = symbols.rulebook
        self._labels = book.labels.get(language.id, {}).keys() | book.texts.get(language.id, {}).keys()
        self._collector = ProblemCollector()
        self._entries = EntryParser(language, self._collector)
        self._nouns = self._read_nouns()
        self._adjectives = self._read_adjectives()
        self._sentences = self._read_sentences()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of the game's phrasebook."""
        return tuple(dict.fromkeys(self._collector.problems))

    @property
    def cases(self) -> CaseSystem:
        """Case system of the language."""
        return self.language.cases

    # -- look-up; each method raises MissingTranslationError if there is no entry

    def form(self, form: str) -> Template:
        """Return the template of a form of the core."""
        text = self.language.forms.get(form)
        if not text:
            raise MissingTranslationError(f"there are no words for the form `{form}`")
        return parse_template(text)

    def has_label(self, key: str) -> bool:
        """Return True if there is a translation of this label."""
        return self.language.id == DEFAULT_LANGUAGE or key in self._labels

    def defined_name(self, name: str) -> str:
        """Return the translation of a name that a text defines, or its words if it has none."""
        return self._names.label(slug(name), name.replace("_", " "))

    def noun(self, noun_id: str) -> InflectedNoun:
        """Return the noun of a kind of things."""
        if (noun := self._nouns.get(noun_id) or self._core_nouns.get(noun_id)) is None:
            raise MissingTranslationError(f"there are no forms of the noun `{self._symbols.nouns[noun_id].one}`")
        return noun

    def thing(self, thing_id: str) -> InflectedNoun:
        """Return the name of a thing as a noun.

        If the phrasebook has no entry, it has only the basic form, or in some languages is the same in all cases.
        """
        noun = self._nouns.get(thing_id) or (
            None if thing_id in self._symbols.names else self._core_nouns.get(thing_id)
        )
        if noun is None:
            cases = self.cases.names[:1] if self.language.names_need_forms else self.cases.names
            title = self._names.title_of(thing_id)
            said = self._names.as_words(thing_id) if title == thing_id else title
            forms = dict.fromkeys((("one", case) for case in cases), said)
            noun = InflectedNoun(thing_id, frozenset(), forms)
        return replace(noun, marks=noun.marks | {"name"})

    def core_noun(self, name: str) -> InflectedNoun:
        """Return a noun of the core."""
        if name not in self._core_nouns:
            raise MissingTranslationError(f"there are no words for `{name}`")
        return self._core_nouns[name]

    @property
    def pronoun_cases(self) -> Mapping[str, str]:
        """Built cases of pronouns, taken from the core's noun `it`."""
        return self._core_nouns["it"].own if "it" in self._core_nouns else {}

    @property
    def has_singular_pronoun(self) -> bool:
        """True if `it` is one of a set even where the set is several."""
        return "it" in self._core_nouns and "one" in self._core_nouns["it"].marks

    def adjective(self, word: str) -> InflectedAdjective:
        """Return an adjective of the game, or one of the core."""
        if word not in self._adjectives and word not in self._core_adjectives:
            raise MissingTranslationError(f"there are no forms of the adjective `{word}`")
        return self._adjectives.get(word) or self._core_adjectives[word]

    def core_adjective(self, name: str) -> InflectedAdjective:
        """Return an adjective of the core."""
        if name not in self._core_adjectives:
            raise MissingTranslationError(f"there are no words for `{name}`")
        return replace(self._core_adjectives[name], possessive=name.startswith(POSSESSIVES))

    def sentence(self, word: int, wording: str) -> WordTranslation:
        """Return the translation of a wording, or of a synonymous wording that has no additional holes."""
        own = untyped_wording(wording)
        holes = set(HOLE.findall(own))
        for each in (own, *map(untyped_wording, self._symbols.rulebook.words[word].says)):
            if each in self._sentences and set(HOLE.findall(each)) <= holes:
                return self._sentences[each]
        raise MissingTranslationError(f"there is no template for `{own}`")

    # -- reading

    @cached_property
    def _of_variants(self) -> set[str]:
        """Wordings and ids that only a variant of the game has."""
        return set(map(untyped_wording, self._phrasebook.of_variants))

    @cached_property
    def _core_nouns(self) -> dict[str, InflectedNoun]:
        read = (
            (noun_id, self._entries.parse_noun(noun_id, entry, None, "one" in entry))
            for noun_id, entry in self.language.nouns.items()
        )
        return {noun_id: noun for noun_id, noun in read if noun is not None}

    @cached_property
    def _core_adjectives(self) -> dict[str, InflectedAdjective]:
        read = (
            (adjective_id, self._entries.parse_adjective(adjective_id, entry))
            for adjective_id, entry in self.language.adjectives.items()
        )
        return {adjective_id: adjective for adjective_id, adjective in read if adjective is not None}

    def _read_nouns(self) -> dict[str, InflectedNoun]:
        """Return the nouns by id. A phrasebook may list a kind by its noun instead of its id."""
        symbols, found = self._symbols, {}
        called = {noun.one: noun_id for noun_id, noun in symbols.nouns.items()}
        known = [*symbols.names, *symbols.nouns, *called, *symbols.attributes]
        for written, entry in self._phrasebook.nouns.items():
            if written not in known:
                if written not in self._of_variants:
                    self._report_unknown(written, "unknown-thing", f"there is no thing with the id `{written}`", known)
                continue
            noun_id = str(written if written in symbols.names else called.get(written, written))
            title = self._names.title_of(noun_id) if noun_id in symbols.names else None
            is_kind = noun_id in symbols.nouns and symbols.nouns[noun_id].kind != "value"
            noun = self._entries.parse_noun(written, entry, title, is_kind)
            if noun is not None:
                found[noun_id] = noun
        return found

    def _read_adjectives(self) -> dict[str, InflectedAdjective]:
        found = {}
        says = (say for word in self._symbols.rulebook.words for say in word.says if word.kind == "when")
        own = {match[1] for match in map(OWN_ADJECTIVE.fullmatch, says) if match is not None}
        for adjective_id, entry in self._phrasebook.adjectives.items():
            if adjective_id not in self._symbols.adjectives and adjective_id not in own:
                self._report_unknown(
                    adjective_id,
                    "unknown-adjective",
                    f"`{adjective_id}` is no adjective of this game",
                    self._symbols.adjectives,
                )
            elif (adjective := self._entries.parse_adjective(adjective_id, entry)) is not None:
                found[str(adjective_id)] = adjective
        return found

    def _read_sentences(self) -> dict[str, WordTranslation]:
        kinds = {untyped_wording(say): word.kind for word in self._symbols.rulebook.words for say in word.says}
        found = {}
        for written, entry in self._phrasebook.words.items():
            wording = untyped_wording(written)
            if wording not in kinds:
                if wording not in self._of_variants:
                    message = f"no word of this game is written `{wording}`"
                    self._report_unknown(written, "unknown-word", message, kinds, _closest_wording(wording, kinds))
                continue
            holes = [name for name, _ in HOLE.findall(wording)]
            sentence = self._entries.parse_word(written, entry, holes, kinds[wording])
            if sentence is not None:
                found[wording] = sentence
        return found

    def _report_unknown(
        self, written: str, code: str, message: str, known: Iterable[str], meant: str | None = None
    ) -> None:
        """Report an entry for something that the game doesn't have, unless an overlay may have removed it.

        Entries that come with another folder are only warned about, because they may be older than the game.
        """
        book = self._symbols.rulebook
        if not book.overlays:
            own = isinstance(written, Text) and Path(written.where.file).is_relative_to(book.folder)
            severity = ERROR if own else WARNING
            meant = meant or closest_match(written, known)
            self._collector.add(written, code, message, meant, severity=severity)
