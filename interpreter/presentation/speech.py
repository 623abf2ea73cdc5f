"""Message catalogues: the sentences of decisions and log lines in a language, with the names of a game in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from interpreter.engine.rules import Rules
from interpreter.presentation.language_files import bundled_phrases, library_phrases
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import check_phrases, fill_phrase, is_complete
from interpreter.presentation.player_sentences import SentenceEvaluator
from interpreter.rulebook.player_words import Phrase
from interpreter.rulebook.text import slug
from interpreter.support.errors import RulebookError
from interpreter.support.package_data import read_package_yaml

ENGLISH_SENTENCES = Path(__file__).parent / "sentences" / "en.yaml"
"""The sentences of the rules' own language; other languages have theirs in their files."""
SENTENCES = "sentences"
"""Section of a language file with the sentences."""
PAGE_PREFIX = "page_"
"""Beginning of the names of a page's own words."""
DEFAULT_LANGUAGE = "en"
"""The language of the rules. Sentences that another language lacks are said in it."""


@cache
def bundled_sentences(lang: str) -> Mapping[str, Phrase]:
    """Return the program's sentences in a language; none for a language without a file."""
    if lang != DEFAULT_LANGUAGE:
        return bundled_phrases(lang, SENTENCES)
    own: dict[str, Phrase] = read_package_yaml(ENGLISH_SENTENCES)
    return own


@dataclass(frozen=True, slots=True)
class MessageCatalog:
    """A language and its sentences with placeholders; those in `own`, of a library or a game, take precedence."""

    lang: str
    own: Mapping[str, Phrase] = field(default_factory=dict)

    @property
    def sentences(self) -> Mapping[str, Phrase]:
        """The sentences of the language."""
        return {**bundled_sentences(self.lang), **self.own}

    @property
    def is_english(self) -> bool:
        """True if the sentences are English, as the rules are."""
        return self.lang == DEFAULT_LANGUAGE or not self.sentences

    def say(self, sentence: str, **parts: object) -> str:
        """Return a sentence with its placeholders filled."""
        for sentences in (self.own, bundled_sentences(self.lang)):
            if sentence in sentences:
                return fill_phrase(sentences[sentence], self.lang, parts)
        return fill_phrase(bundled_sentences(DEFAULT_LANGUAGE)[sentence], DEFAULT_LANGUAGE, parts)

    def words_of_pages(self) -> dict[str, str]:
        """Return a page's own words by name, with their placeholders; English ones where the language lacks them."""
        known = {**bundled_sentences(DEFAULT_LANGUAGE), **self.sentences}
        return {
            name.removeprefix(PAGE_PREFIX): phrase
            for name, phrase in known.items()
            if name.startswith(PAGE_PREFIX) and isinstance(phrase, str)
        }


ENGLISH = MessageCatalog(DEFAULT_LANGUAGE)
"""The sentences of the rules' own language."""


def load_catalog(lang: str, overrides: Mapping[str, Phrase] | None = None) -> MessageCatalog:
    """Return the sentences of a language; those of libraries, and before these a game's `overrides`, take precedence.

    Raises:
        RulebookError: The sentences of a library or of the game have mistakes.
    """
    own = {**library_phrases(lang, SENTENCES), **(overrides or {})}
    if wrong := [*check_phrases(own, ENGLISH.sentences, lang)]:
        raise RulebookError(wrong)
    return MessageCatalog(lang, {name: phrase for name, phrase in own.items() if is_complete(phrase, lang)})


class Localizer:
    """Display names and message sentences of a game in one language."""

    def __init__(
        self, rules: Rules, names: Names, speech: MessageCatalog, sentences: SentenceEvaluator | None = None
    ) -> None:
        """Combine names and sentences, which must be of the same language; `sentences` are the game's own."""
        self.rules = rules
        self.names = names
        self.speech = speech
        self.say = speech.say
        self.sentences = sentences or SentenceEvaluator(rules)

    def thing(self, kind: str, value: int | None) -> str:
        """Return the name of a thing by kind and number. Numbers and flags are returned as text."""
        if value is None:
            return self.say("nothing")
        return self.names.title_of(self.rules.id_of(kind, value))

    def label(self, label: str) -> str:
        """Return the name of an option, purpose or state, or its label as words if it isn't translated."""
        return self.names.label(slug(label), label.replace("_", " "))
