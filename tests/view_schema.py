"""JSON schema of a seat's board, made from the types of the document.

python tests/view_schema.py

This writes `schemas/view.schema.json` anew.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from jsonschema import Draft202012Validator

from interpreter.presentation.board.document import Board, NamedThing, ValuesByKey
from tests.result_schemas import PLAIN, descriptions
from tests.sources import ROOT

PATH = ROOT / "schemas" / "view.schema.json"
VALUE = "ShownValue"


def schema() -> dict[str, Any]:
    """The schema of the document."""
    parts: dict[str, Any] = {}
    board = _schema(Board, parts)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://cahier.invalid/schemas/view.schema.json",
        "title": "A seat's view of a match",
        **board,
        "$defs": dict(sorted(parts.items())),
    }


def _schema(hint: Any, parts: dict[str, Any]) -> dict[str, Any]:
    kind, inner = get_origin(hint), get_args(hint)
    if hint == "ShownValue" or (kind in (Union, UnionType) and ValuesByKey in inner and bool in inner):
        return _value(parts)
    if kind in (Union, UnionType):
        return {"anyOf": [_schema(part, parts) for part in inner]}
    if kind is Literal:
        return {"enum": list(inner)}
    if kind is Mapping:
        return {"type": "object", "additionalProperties": _schema(inner[1], parts)}
    if kind is tuple:
        if inner[-1] is Ellipsis:
            return {"type": "array", "items": _schema(inner[0], parts)}
        items = [_schema(part, parts) for part in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if hint is Any:
        return {}
    if not (is_dataclass(hint) and isinstance(hint, type)):
        return {"type": PLAIN[hint]}
    if hint.__name__ not in parts:
        parts[hint.__name__] = {}
        parts[hint.__name__] = _object(hint, parts)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _object(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    described, hints = descriptions(kind), get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    text = inspect.getdoc(kind) or ""
    return {
        "description": " ".join(text.partition("\n\nAttributes:")[0].split()),
        "type": "object",
        "properties": {
            name: ({"description": described[name]} if name in described else {}) | _schema(hints[name], parts)
            for name in names
        },
        "required": names,
        "additionalProperties": False,
    }


def _value(parts: dict[str, Any]) -> dict[str, Any]:
    reference = {"$ref": f"#/$defs/{VALUE}"}
    if VALUE not in parts:
        parts[VALUE] = {}
        kinds = [_schema(part, parts) for part in (bool, int, NamedThing, ValuesByKey)]
        parts[VALUE] = {"anyOf": [*kinds, {"type": "array", "items": reference}]}
    return reference


def text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(PATH.read_text("utf-8")))


def check_view(document: Any) -> None:
    """Raise ValidationError unless a board's data fit the published schema."""
    _validator().validate(document)


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
