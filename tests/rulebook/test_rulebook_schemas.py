"""The schemas are valid, and explain every field to people who write in an editor."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interpreter.rulebook.schema.game_fields import IMPRINT_FIELDS, PLAYER_TEXT_FIELDS, SECTION_FIELDS, SECTIONS
from interpreter.rulebook.schema.wrong_values import PATTERN_MESSAGES
from interpreter.rulebook.source.files import FOLDERS, SINGLE_KINDS
from tests.rulebook.whole_game import schema_of, whole_game

ROOT = Path(__file__).parent.parent.parent
SCHEMAS = sorted(set((ROOT / "schemas").glob("*.schema.json")) - {ROOT / "schemas" / "view.schema.json"})
"""The schemas of a game's files; that of a seat's board is made from its types."""
KINDS = {"language", "style", *SINGLE_KINDS, *FOLDERS.values()}


def fields(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field that a schema names, at any depth."""
    if isinstance(schema, list):
        for item in schema:
            yield from fields(item, path)
    if not isinstance(schema, dict):
        return
    for group in ("properties", "patternProperties"):
        for name, field in schema.get(group, {}).items():
            yield f"{path}/{name}", field
    for key, value in schema.items():
        if key not in ("examples", "required"):
            yield from fields(value, f"{path}/{key}")


def test_there_is_one_for_each_kind_of_file() -> None:
    assert {path.name.removesuffix(".schema.json") for path in SCHEMAS} == KINDS


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schema(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]
    for name, field in fields(schema):
        assert field.get("title"), name
        assert field.get("description"), name
        assert field.get("examples"), name
        validator = Draft202012Validator({**field, "$defs": schema.get("$defs", {})})
        assert [example for example in field["examples"] if not validator.is_valid(example)] == [], name


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_nothing_unknown_slips_through(path: Path) -> None:
    """Each mapping with fields of its own says what else it may hold."""

    def closed(schema: Any) -> Iterator[bool]:
        if isinstance(schema, list):
            for item in schema:
                yield from closed(item)
        elif isinstance(schema, dict):
            if "properties" in schema:
                yield "additionalProperties" in schema
            for key, value in schema.items():
                if key != "examples":
                    yield from closed(value)

    assert all(closed(json.loads(path.read_text(encoding="utf-8"))))


def test_the_schema_of_a_game_has_those_of_its_sections() -> None:
    told = "`python -m tests.rulebook.whole_game` writes it anew"
    assert json.loads((ROOT / "schemas" / "game.schema.json").read_text(encoding="utf-8")) == whole_game(), told
    tops = {kind: schema_of(kind)["properties"].keys() - {"source"} for kind in SINGLE_KINDS}
    for kind in ("pieces", "tracks", "zones", "vocabulary"):
        assert tops[kind] == set(SECTIONS[kind])
    assert tops["sequence"] == {*SECTIONS["sequence"], "words", "bends"}
    assert tops["game"] - set(SECTION_FIELDS) == {
        "id",
        "title",
        "about",
        "seats",
        "sides",
        "campaign",
        *PLAYER_TEXT_FIELDS,
        *IMPRINT_FIELDS,
    }


TOLD = {"type", "required", "enum", "pattern", "minimum", "maximum", "additionalProperties", "propertyNames"}
TOLD |= {"oneOf", "anyOf", *(f"{most}{what}" for most in ("min", "max") for what in ("Length", "Items", "Properties"))}
"""What a schema may ask for: a message in plain words is there for each."""
HOLDING = {"$schema", "$id", "$ref", "$defs", "title", "description", "examples"}
HOLDING |= {"properties", "patternProperties", "items", "if", "then"}


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_there_are_words_for_all_that_is_asked_for(path: Path) -> None:
    """No phrase of the validator's own comes out: a choice of fields stands beside the type, which is told instead."""

    def parts(schema: Any) -> Iterator[dict[str, Any]]:
        if isinstance(schema, dict):
            yield schema
            for group in ("properties", "patternProperties", "$defs"):
                for part in schema.get(group, {}).values():
                    yield from parts(part)
            for key in ("items", "additionalProperties", "propertyNames", "then", "if"):
                yield from parts(schema.get(key))

    for part in parts(json.loads(path.read_text(encoding="utf-8"))):
        assert set(part) <= TOLD | HOLDING, set(part) - TOLD - HOLDING
        pattern = part.get("pattern")
        assert pattern is None or pattern in PATTERN_MESSAGES or pattern.startswith(("^[a-z][a-z0-9_]", "^(")), pattern
        for choice in ("oneOf", "anyOf"):
            if choice in part:
                assert part["type"] == "object"
                assert all(set(branch) == {"required"} for branch in part[choice])


def test_every_file_of_a_game_names_its_schema() -> None:
    for path in (ROOT / "rules").rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").split("\n")[0]
        assert first.startswith("# yaml-language-server: $schema="), path
        target = (path.parent / first.partition("$schema=")[2]).resolve()
        kind = FOLDERS.get(path.parent.name, path.stem)
        assert target == ROOT / "schemas" / f"{kind}.schema.json", path
