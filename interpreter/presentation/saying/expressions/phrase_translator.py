"""Base of the translators of sets, numbers and conditions: forms of the core, and translators of their parts."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.presentation.saying.expressions.core_forms import FormFiller
from interpreter.presentation.saying.expressions.local_names import LocalNameTranslator
from interpreter.presentation.saying.expressions.noun_phrases import NounTranslator
from interpreter.presentation.saying.expressions.referents import Referents
from interpreter.presentation.saying.expressions.vocabulary_words import VocabularyTranslator


@dataclass(frozen=True, slots=True)
class PhraseParts:
    """Translators of the parts of phrases in one text.

    Attributes:
        forms: Forms of the core.
        referents: Referents of the text's pronouns.
        nouns: Translator of nouns with the words around them.
        names: Translator of pronouns, and of names that the text makes.
        vocabulary: Translator of the game's labels and vocabulary.
    """

    forms: FormFiller
    referents: Referents
    nouns: NounTranslator
    names: LocalNameTranslator
    vocabulary: VocabularyTranslator


class PhraseTranslator(FormFiller):
    """Base of translators of phrases. The attributes are those of PhraseParts."""

    def __init__(self, parts: PhraseParts) -> None:
        super().__init__(parts.forms.words, parts.forms.translate)
        self.referents = parts.referents
        self.nouns = parts.nouns
        self.names = parts.names
        self.vocabulary = parts.vocabulary
