"""Who says the things of a game in a language: by the numbers that they have in a state, and in sentences."""

from __future__ import annotations

from interpreter.engine.rules import Rules
from interpreter.presentation.names import Names
from interpreter.presentation.speech import Speech
from interpreter.rulebook.labels import slug


class Speaker:
    """The names of a game's things, and the sentences that they stand in."""

    def __init__(self, rules: Rules, names: Names, speech: Speech) -> None:
        """`names` in the language of the speech."""
        self.rules = rules
        self.names = names
        self.speech = speech
        self.say = speech.say

    def thing(self, kind: str, value: int | None) -> str:
        """What the thing of that kind with this number is called; a number, or a flag, is said as it is."""
        if value is None:
            return self.say("nothing")
        return self.names.of(self.rules.id_of(kind, value))

    def label(self, label: str) -> str:
        """What the rules call an option, a purpose, a state: in the language if the game has a name for it."""
        return self.names.label(slug(label), label.replace("_", " "))
