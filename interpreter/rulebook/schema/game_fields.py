"""The fields of game.yaml: sections of other files, texts for players, and the imprint."""

from __future__ import annotations

SECTIONS = {
    "map": ("map",),
    "pieces": ("pieces", "boxes", "groups", "dice", "kinds", "piece attributes", "captured to", "remembered positions"),
    "tracks": ("tracks",),
    "zones": ("zones",),
    "vocabulary": ("variables", "flags", "words", "bends", "glossary"),
    "sequence": ("start", "score", "aim", "side", "watch", "certain"),
    "cards": ("decks",),
    "bot": ("bots",),
    "text": ("text",),
    "scenarios": ("scenarios",),
}
"""The fields under which game.yaml can have the content of other files, by kind of file.

`words` and `bends` belong to the vocabulary, wherever the sequence stands.
"""
SECTION_FIELDS = {field: kind for kind, fields in SECTIONS.items() for field in fields}
PLAYER_TEXT_FIELDS = ("goal", "colour", "show", "ask", "why", "because", "print", "image")
"""Fields of game.yaml with words and display settings for players, which aren't rules."""
IMPRINT_FIELDS = ("author", "version", "licence", "language", "homepage", "needs")
"""Fields of games and variants about their publication, which aren't rules either."""
