"""Grammatical forms and templates from which texts in a language are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

from interpreter.rulebook.text import Text

Forms = Union[Text, "dict[str, Forms]"]
"""A form, or several by grammatical feature.

A key is a Text too and knows its place. An empty form isn't translated yet.
"""


def without_empty(forms: Mapping[str, Forms]) -> dict[str, Forms]:
    """Return the forms without empty ones."""
    inner = ((key, without_empty(form) if isinstance(form, dict) else form) for key, form in forms.items())
    return {key: form for key, form in inner if form}


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """A game's forms and templates in a language.

    Attributes:
        nouns: Forms of nouns by the id of the thing or of its kind.
        adjectives: Forms of adjectives by the word.
        words: A template for each word of the vocabulary, by wording.
    """

    nouns: dict[str, Forms] = field(default_factory=dict)
    adjectives: dict[str, Forms] = field(default_factory=dict)
    words: dict[str, Forms] = field(default_factory=dict)

    @property
    def has_content(self) -> bool:
        """True if it contains at least one form or template."""
        return any(map(without_empty, (self.nouns, self.adjectives, self.words)))

    def add(self, other: Phrasebook) -> None:
        """Add the content of another phrasebook; it takes precedence."""
        self.nouns.update(other.nouns)
        self.adjectives.update(other.adjectives)
        self.words.update(other.words)
