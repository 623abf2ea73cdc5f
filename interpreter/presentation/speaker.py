"""Names and sentences of a game in a language, for things given by their numbers in a state."""

from __future__ import annotations

from interpreter.engine.rules import Rules
from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.rulebook.labels import slug


class Localizer:
    """Display names and message sentences of a game in one language."""

    def __init__(self, rules: Rules, names: Names, speech: MessageCatalog) -> None:
        """Combine names and sentences, which must be of the same language."""
        self.rules = rules
        self.names = names
        self.speech = speech
        self.say = speech.say

    def thing(self, kind: str, value: int | None) -> str:
        """Return the name of a thing by kind and number. Numbers and flags are returned as text."""
        if value is None:
            return self.say("nothing")
        return self.names.title_of(self.rules.id_of(kind, value))

    def label(self, label: str) -> str:
        """Return the name of an option, purpose or state, or its label as words if it isn't translated."""
        return self.names.label(slug(label), label.replace("_", " "))
