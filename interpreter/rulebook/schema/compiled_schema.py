"""The JSON Schemas of files, and the check of plain data against them.

Schemas are compiled to predicates, which is much faster than interpreting them for each document. The compiler supports
only the keywords that this project's schemas use. It doesn't say what is wrong with a document: jsonschema does, and is
imported only for a document that doesn't fit.

Libraries were measured on all files of the games. jsonschema takes 440 ms, and 150 ms to import; these predicates take
25 ms, and 10 ms to compile. fastjsonschema takes 70 ms, and 1 s to compile. jsonschema-rs takes 4 ms, but 20 to 40 ms
to import, which each command would pay; it takes 1.0 for a whole number and é for no letter, and its errors don't name
the key that is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from interpreter.rulebook.source.files import INSTALLED
from interpreter.rulebook.source.nodes import YamlMapping

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Predicate = Callable[[Any], bool]

_CLASSES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
ID_PATTERN = "^[a-z][a-z0-9_]"
"""Beginning of the patterns of ids."""
_ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description", "examples"}
"""Keywords that don't constrain data."""


def _always(value: Any) -> bool:
    return True


def _never(value: Any) -> bool:
    return False


def _all(checks: list[Predicate]) -> Predicate:
    if len(checks) < 2:
        return checks[0] if checks else _always
    return lambda value: all(fits(value) for fits in checks)


def compile_schema(schema: dict[str, Any]) -> Predicate:
    """Return a predicate that is true of plain data that fits a schema.

    Raises:
        ValueError: The schema has a keyword that isn't supported.
    """
    return _SchemaCompiler(schema).compile_node(schema)


class _SchemaCompiler:
    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._named: dict[str, Predicate] = {}

    def compile_node(self, schema: Any) -> Predicate:
        if isinstance(schema, bool):
            return _always if schema else _never
        left = schema.keys() - _ANNOTATIONS
        named = schema.get("type", list(_CLASSES))
        allowed = {kind for name in ([named] if isinstance(named, str) else named) for kind in _CLASSES[name]}
        checks: dict[type, list[Predicate]] = {kind: [] for kind in allowed}
        left.discard("type")
        for kinds, keywords, make in (
            ((str,), {"minLength", "maxLength", "pattern"}, self._text),
            ((int, float), {"minimum", "maximum"}, self._number),
            ((list,), {"items", "minItems", "maxItems"}, self._items),
            ((dict,), _OF_MAPPINGS, self._mapping),
            (tuple(allowed), {"enum", "$ref", "anyOf", "oneOf", "if", "then"}, self._any),
        ):
            if left & keywords:
                check = make(schema)
                for kind in allowed.intersection(kinds):
                    checks[kind].append(check)
            left -= keywords
        if left:
            raise ValueError(f"keywords of a schema that are not known: {', '.join(sorted(left))}")

        by_class = {kind: _all(found) for kind, found in checks.items()}
        return lambda value: by_class.get(type(value), _never)(value)

    def _text(self, schema: dict[str, Any]) -> Predicate:
        low, high = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
        search = re.compile(schema.get("pattern", "")).search
        return lambda value: low <= len(value) <= high and search(value) is not None

    def _number(self, schema: dict[str, Any]) -> Predicate:
        low, high = schema.get("minimum", float("-inf")), schema.get("maximum", float("inf"))
        return lambda value: bool(low <= value <= high)

    def _items(self, schema: dict[str, Any]) -> Predicate:
        low, high = schema.get("minItems", 0), schema.get("maxItems", float("inf"))
        each = self.compile_node(schema.get("items", True))
        return lambda value: low <= len(value) <= high and all(map(each, value))

    def _mapping(self, schema: dict[str, Any]) -> Predicate:
        low, high = schema.get("minProperties", 0), schema.get("maxProperties", float("inf"))
        needed = frozenset(schema.get("required", ()))
        named = {name: self.compile_node(part) for name, part in schema.get("properties", {}).items()}
        alike = [
            (re.compile(pattern).search, self.compile_node(part))
            for pattern, part in schema.get("patternProperties", {}).items()
        ]
        other, key_fits = self.compile_node(schema.get("additionalProperties", True)), None
        if "propertyNames" in schema:
            key_fits = self.compile_node(schema["propertyNames"])

        def check(value: dict[Any, Any]) -> bool:
            if not (low <= len(value) <= high and needed <= value.keys()):
                return False
            for key, part in value.items():
                if type(key) is not str or (key_fits is not None and not key_fits(key)):
                    return False
                own = named.get(key)
                known = own is not None
                if own is not None and not own(part):
                    return False
                for search, fits in alike:
                    if search(key):
                        known = True
                        if not fits(part):
                            return False
                if not known and not other(part):
                    return False
            return True

        return check

    def _any(self, schema: dict[str, Any]) -> Predicate:
        checks: list[Predicate] = []
        if "enum" in schema:
            words = frozenset(schema["enum"])
            if not all(isinstance(word, str) for word in words):
                raise ValueError("an enum of anything but text")
            checks.append(lambda value: type(value) is str and value in words)
        if "$ref" in schema:
            checks.append(self._reference(schema["$ref"]))
        if "anyOf" in schema:
            any_of = [self.compile_node(part) for part in schema["anyOf"]]
            checks.append(lambda value: any(fits(value) for fits in any_of))
        if "oneOf" in schema:
            one_of = [self.compile_node(part) for part in schema["oneOf"]]
            checks.append(lambda value: sum(fits(value) for fits in one_of) == 1)
        if "if" in schema:
            condition, then = self.compile_node(schema["if"]), self.compile_node(schema["then"])
            checks.append(lambda value: not condition(value) or then(value))
        return _all(checks)

    def _reference(self, name: str) -> Predicate:
        """Return the predicate of a part of `$defs`, which may refer to itself."""
        place, _, part = name.rpartition("/")
        if place != "#/$defs":
            raise ValueError(f"a reference to {name}")
        if name not in self._named:
            self._named[name] = lambda value: self._named[name](value)
            self._named[name] = self.compile_node(self._root["$defs"][part])
        return lambda value: self._named[name](value)


_OF_MAPPINGS = {
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "required",
    "minProperties",
    "maxProperties",
}


MOST_ERRORS = 100

Failure = Any
"""A jsonschema ValidationError, whose own annotations allow every field to be unset."""


@cache
def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file."""
    schema: dict[str, Any] = json.loads((INSTALLED / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def _fits(kind: str) -> Predicate:
    return compile_schema(schema_of(kind))


@cache
def schema_validator(kind: str) -> Validator:
    """Return the jsonschema validator of a kind of file; it is slow, but finds every mistake."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    checker = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    strict: Any = extend(Draft202012Validator, type_checker=checker)  # type: ignore[no-untyped-call]
    made: Validator = strict(schema_of(kind))
    return made


def fits_shape(root: YamlMapping, kind: str) -> bool:
    """True if a file fits the schema of its kind."""
    return _fits(kind)(root.data)


def schema_errors(data: Any, kind: str) -> list[Failure]:
    """Return the errors of plain data, at most MOST_ERRORS; with none, jsonschema isn't imported."""
    return [] if _fits(kind)(data) else list(islice(schema_validator(kind).iter_errors(data), MOST_ERRORS))


def unknown_keys(error: Failure) -> list[str]:
    """Return the keys of a mapping that its schema doesn't have."""
    known = error.schema.get("properties", {})
    patterns = list(error.schema.get("patternProperties", {}))
    return [key for key in error.instance if key not in known and not any(re.search(each, key) for each in patterns)]


def label_of(error: Failure) -> str:
    """Return the field that an error is about, as it is written in the file."""
    names = [step for step in error.absolute_path if isinstance(step, str)]
    return f"`{names[-1]}`" if names else "the file"
