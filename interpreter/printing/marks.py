"""What is said on paper of where facts come from."""

from __future__ import annotations

from interpreter.presentation.names import Names
from interpreter.presentation.speech import Speech
from interpreter.rulebook.model import Source

TOLD = ("reconstructed", "ours", "inferred")
"""Sources that are told; what is published goes without saying."""

FIELDS = ("title", "event")
"""What any card has."""


def marks(source: Source, names: Names, speech: Speech) -> list[str]:
    """A line for each source but the published one: `reconstructed: event`, or the word alone for the whole thing."""
    if not isinstance(source, dict):
        return [speech.say(f"printed_{source}")] if source in TOLD else []
    found = []
    for word in TOLD:
        fields = [_called(field, names, speech) for field, said in source.items() if said == word]
        if fields:
            found.append(speech.say("printed_marks", source=speech.say(f"printed_{word}"), fields=", ".join(fields)))
    return found


def _called(field: str, names: Names, speech: Speech) -> str:
    if field in FIELDS:
        return speech.say(f"printed_{field}")
    return names.label(field, field.replace("_", " "))


def reconstructed(source: Source) -> bool:
    """Whether anything of a thing is."""
    return "reconstructed" in (source.values() if isinstance(source, dict) else (source,))
