"""Fast validation of shapes: it agrees with jsonschema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from interpreter.rulebook.schema.compiled_schema import compile_schema, schema_of, schema_validator
from interpreter.rulebook.source.files import FOLDERS, SINGLE_KINDS
from tests.rulebook.test_rulebook_schemas import SCHEMAS, fields

ROOT = Path(__file__).parents[2]
PLACES = {kind: f"{kind}.yaml" for kind in SINGLE_KINDS} | {
    kind: f"{folder}/*.yaml" for folder, kind in FOLDERS.items()
}
ODD: tuple[Any, ...] = (None, True, 0, -1, 3, 1.5, 10**12, "", "a", "A b", "a" * 30_000, [], ["a"], {}, {"a": 1})


def spoilt(data: Any) -> Iterator[Any]:
    """Values that are not what they were, or hold something more."""
    yield from ODD
    if isinstance(data, dict):
        for key in data:
            yield {name: value for name, value in data.items() if name != key}
        yield data | {"odd one": 1}
        yield data | {"odd": "one"}
    if isinstance(data, list):
        yield data[:-1]
        yield [*data, *data]
        yield [*data, None]
    if isinstance(data, str):
        yield f"{data}\n"
        yield f" {data}"


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value in a document."""
    yield path
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        yield from paths(value, (*path, key))


def documents(kind: str) -> Iterator[Any]:
    """The smallest files of a kind, and what they are with one value spoilt."""
    files = sorted((ROOT / "rules").glob(f"*/{PLACES[kind]}"), key=lambda path: path.stat().st_size)
    random = Random(kind)
    for file in files[:2]:
        data = yaml.safe_load(file.read_text())
        data = data[:3] if isinstance(data, list) else data
        yield data
        for path in random.sample(found := list(paths(data)), min(15, len(found))):
            value = data
            for step in path:
                value = value[step]
            for other in random.sample(list(spoilt(value)), 5):
                changed = deepcopy({"": data})
                at: Any = changed
                for step in ("", *path)[:-1]:
                    at = at[step]
                at[("", *path)[-1]] = other
                yield changed[""]


def by_jsonschema(kind: str, data: Any) -> bool:
    return next(iter(schema_validator(kind).iter_errors(data)), None) is None


@pytest.mark.parametrize("kind", sorted(PLACES))
def test_documents_fit_if_jsonschema_has_nothing_to_say(kind: str) -> None:
    fits = compile_schema(schema_of(kind))
    said = [(fits(data), by_jsonschema(kind, data), data) for data in documents(kind)]
    assert {quick for quick, _, _ in said} == {True, False}
    assert [data for quick, slow, data in said if quick != slow] == []


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_fields_fit_if_jsonschema_has_nothing_to_say(path: Path) -> None:
    whole = json.loads(path.read_text(encoding="utf-8"))
    strict = schema_validator(path.name.partition(".")[0])
    for name, field in fields(whole):
        part = {**field, "$defs": whole.get("$defs", {})}
        fits, slow = compile_schema(part), strict.evolve(schema=part)
        for data in (*field["examples"], *(each for example in field["examples"] for each in spoilt(example))):
            assert fits(data) == slow.is_valid(data), (name, data)


@pytest.mark.parametrize(
    "odd", [{"type": "string", "format": "date"}, {"enum": [1]}, {"items": {"contains": {}}}, {"$ref": "elsewhere"}]
)
def test_what_a_schema_says_is_never_passed_over(odd: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        compile_schema(odd)
