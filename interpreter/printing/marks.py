"""Source marks on printed components."""

from __future__ import annotations

from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.rulebook.model import FactSource

MARKED_SOURCES = ("reconstructed", "ours", "inferred")
"""Sources that are marked; published facts aren't."""

COMMON_FIELDS = ("title", "event")
"""Fields that all cards have."""


def source_marks(source: FactSource, names: Names, speech: MessageCatalog) -> list[str]:
    """Return a line for each source except the published one, such as `reconstructed: event`.

    If one source applies to the whole thing, the line is its name alone.
    """
    if not isinstance(source, dict):
        return [speech.say(f"printed_{source}")] if source in MARKED_SOURCES else []
    found = []
    for word in MARKED_SOURCES:
        fields = [_called(field, names, speech) for field, said in source.items() if said == word]
        if fields:
            found.append(speech.say("printed_marks", source=speech.say(f"printed_{word}"), fields=", ".join(fields)))
    return found


def _called(field: str, names: Names, speech: MessageCatalog) -> str:
    if field in COMMON_FIELDS:
        return speech.say(f"printed_{field}")
    return names.label(field, field.replace("_", " "))


def is_reconstructed(source: FactSource) -> bool:
    """Return True if any fact of a thing is reconstructed."""
    return "reconstructed" in (source.values() if isinstance(source, dict) else (source,))
