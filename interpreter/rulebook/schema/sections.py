"""Sections of game.yaml that can replace other files, for small games in one file."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar

SECTIONS = {
    "map": ("map",),
    "pieces": ("pieces", "boxes", "groups"),
    "tracks": ("tracks",),
    "zones": ("zones",),
    "vocabulary": ("variables", "flags", "words", "bends", "glossary"),
    "sequence": ("start", "score", "side", "watch", "certain"),
    "cards": ("decks",),
    "bot": ("bots",),
    "text": ("text",),
    "scenarios": ("scenarios",),
}
"""The fields under which game.yaml can have the content of other files, by kind of file.

`words` and `bends` belong to the vocabulary, wherever the sequence stands.
"""
SECTION_FIELDS = {field: kind for kind, fields in SECTIONS.items() for field in fields}
LIST_SECTIONS = ("decks", "bots", "scenarios")
"""Fields in which each entry is the content of a file or part of one."""

MISPLACED_HINTS = {
    "cards": "decks with their cards stand under `decks`",
    "variants": "each variant is a file in the folder `variants`",
    "records": "records are files in the folder `records`",
}
"""Hints for fields that one might expect in game.yaml but that belong elsewhere."""


def take_sections(game: YamlMapping) -> Iterator[tuple[str, YamlScalar, YamlNode]]:
    """Remove the sections from a game.yaml and yield them: kind of file, key, content.

    A section that should be a list or mapping and isn't stays in place; the schema check reports it.
    """
    parts: dict[str, YamlMapping] = {}
    for field in [each for each in game.values if each in SECTION_FIELDS]:
        kind, key, value = SECTION_FIELDS[field], game.keys[field], game.values[field]
        if not isinstance(
            value, YamlList if field in LIST_SECTIONS else YamlMapping if field in ("map", "text") else YamlNode
        ):
            continue
        game.remove(field)
        if isinstance(value, YamlList) and field in LIST_SECTIONS:
            yield from ((kind, key, item) for item in value.items)
        elif isinstance(value, YamlMapping) and field == "text":
            yield from ((kind, value.keys[language], names) for language, names in value.values.items())
        elif field == "map":
            yield kind, key, value
        else:
            part = parts.setdefault(kind, YamlMapping(key.source, key.line, key.column))
            part.put(field, value, key)
    yield from ((kind, next(iter(part.keys.values())), part) for kind, part in parts.items())
