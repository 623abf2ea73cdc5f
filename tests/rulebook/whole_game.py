"""The schema of game.yaml, which may contain the sections of other files.

`python -m tests.rulebook.whole_game` writes it anew: its own fields are kept, and the sections are taken from the
schemas of those files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from interpreter.rulebook.schema.game_fields import SECTION_FIELDS, SECTIONS

SCHEMAS = Path(__file__).parents[2] / "schemas"
GAME = SCHEMAS / "game.schema.json"
TITLES = {
    "map": ("Map", "The spaces, their attributes and their connections; may be in map.yaml instead."),
    "decks": ("Decks", "Decks of cards; may be in files of the folder cards instead."),
    "bots": ("Bots", "Bots, which decide for a seat by tables; may be in files of the folder bots instead."),
    "text": ("Text", "Names in other languages, by language; may be in files of the folder text instead."),
    "scenarios": (
        "Scenarios",
        "Examples of play with the results they must have; may be in files of the folder scenarios instead.",
    ),
}
EXAMPLES: dict[str, Any] = {
    "map": {"grid": {"columns": 3, "rows": 3}},
    "decks": [{"deck": "fate", "cards": [{"id": "storm", "title": "Storm"}]}],
    "bots": [{"id": "guard", "seat": "red", "tables": [{"answers": ["look"], "first": [{"choose": "yes"}]}]}],
    "text": {"fr": {"names": {"gate": "Porte"}}},
    "scenarios": [{"name": "the first turn", "then": [{"decides": "red"}]}],
}
LANGUAGE = "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"


def schema_of(kind: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return {
        key: value for key, value in schema.items() if not key.startswith("$") and key not in ("title", "description")
    }


def section(kind: str, field: str) -> dict[str, Any]:
    """The schema of a section as it stands in game.yaml."""
    schema = schema_of(kind)
    if field not in TITLES:
        plain: dict[str, Any] = schema["properties"][field]
        return plain
    title, description = TITLES[field]
    told = {"title": title, "description": description, "examples": [EXAMPLES[field]]}
    match field:
        case "map":
            return told | schema
        case "text":
            names = {"pattern": LANGUAGE, "maxLength": 20}
            return told | {"type": "object", "propertyNames": names, "additionalProperties": schema}
        case "scenarios":
            return told | {"type": "array", "items": schema["items"], "maxItems": schema["maxItems"]}
    return told | {"type": "array", "items": schema, "maxItems": 500}


def whole_game() -> dict[str, Any]:
    """The schema of game.yaml as it should be."""
    schema: dict[str, Any] = json.loads(GAME.read_text(encoding="utf-8"))
    own = {name: field for name, field in schema["properties"].items() if name not in SECTION_FIELDS}
    sections = {field: section(kind, field) for kind, fields in SECTIONS.items() for field in fields}
    of_scenarios = json.loads((SCHEMAS / "scenarios.schema.json").read_text(encoding="utf-8"))
    return {**schema, "properties": own | sections, "$defs": of_scenarios["$defs"]}


if __name__ == "__main__":
    GAME.write_text(json.dumps(whole_game(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
