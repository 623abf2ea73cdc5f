"""Source marks on printed components."""

from __future__ import annotations

from interpreter.presentation.names import Names
from interpreter.presentation.speech import Speech
from interpreter.rulebook.model import Source

TOLD = ("reconstructed", "ours", "inferred")
"""Sources that are marked; published facts aren't."""

FIELDS = ("title", "event")
"""Fields that all cards have."""


def marks(source: Source, names: Names, speech: Speech) -> list[str]:
    """Return a line for each source except the published one, such as `reconstructed: event`.

    If one source applies to the whole thing, the line is its name alone.
    """
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
    """Return True if any fact of a thing is reconstructed."""
    return "reconstructed" in (source.values() if isinstance(source, dict) else (source,))
