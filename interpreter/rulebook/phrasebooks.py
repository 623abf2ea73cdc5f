"""How a language says what texts are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from interpreter.rulebook.text import Text

Forms = Union[Text, "dict[str, Forms]"]
"""A form, or several by what asks for them. A key is a Text, too, and knows its place."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """What a game says in a language: the forms of `nouns`, by the id of the thing or of its kind, and of `adjectives`,
    by the word; for `words` of the vocabulary a template each, by wording."""

    nouns: dict[str, Forms] = field(default_factory=dict)
    adjectives: dict[str, Forms] = field(default_factory=dict)
    words: dict[str, Forms] = field(default_factory=dict)

    def add(self, other: Phrasebook) -> None:
        """Take in what another one says, instead of what this one says of the same."""
        self.nouns.update(other.nouns)
        self.adjectives.update(other.adjectives)
        self.words.update(other.words)
