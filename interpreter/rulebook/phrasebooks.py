"""How a language says what texts are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

from interpreter.rulebook.text import Text

Forms = Union[Text, "dict[str, Forms]"]
"""A form, or several by what asks for them. A key is a Text, too, and knows its place. Empty ones are not said yet."""


def filled(forms: Mapping[str, Forms]) -> dict[str, Forms]:
    """Forms without those that are empty."""
    inner = ((key, filled(form) if isinstance(form, dict) else form) for key, form in forms.items())
    return {key: form for key, form in inner if form}


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """What a game says in a language: the forms of `nouns`, by the id of the thing or of its kind, and of `adjectives`,
    by the word; for `words` of the vocabulary a template each, by wording."""

    nouns: dict[str, Forms] = field(default_factory=dict)
    adjectives: dict[str, Forms] = field(default_factory=dict)
    words: dict[str, Forms] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether anything is said in it."""
        return any(map(filled, (self.nouns, self.adjectives, self.words)))

    def add(self, other: Phrasebook) -> None:
        """Take in what another one says, instead of what this one says of the same."""
        self.nouns.update(other.nouns)
        self.adjectives.update(other.adjectives)
        self.words.update(other.words)
