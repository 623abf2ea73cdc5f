"""Values and fields that were probably meant where a file doesn't fit its schema.

All of them fit the schema. Whether the game can be read with them is tried afterwards (`suggestion_trial.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any

import yaml

from interpreter.rulebook.schema.compiled_schema import MOST_ERRORS, Failure, schema_validator
from interpreter.rulebook.schema.readings import readings, without_if
from interpreter.rulebook.source.nodes import YamlMapping, YamlNode, YamlScalar, closest_name, is_synonym
from interpreter.support.similar_words import edit_distance, is_misspelt

MOST_VALUES = 6
"""Maximum number of values that are suggested in place of one."""
MOST_FIELDS = 3
"""Maximum number of fields of which one may be meant."""
MOST_AROUND = 3
"""Maximum number of fields that are named as those into which an unknown field may belong."""
MAX_VALUE_LENGTH = 110
"""Maximum length of a suggested value on one line."""
BETWEEN_VALUES = re.compile(r",| or | and |/|;|\||&")
"""Matches what people write between two values in one text."""
_FREE_TEXT = "any words, as they come"
"""Text that fits a field for texts, and no field for ids, paths or choices."""


def fits_part(value: Any, schema: Any, kind: str) -> bool:
    """True if a value fits a part of the schema of a kind of file."""
    return bool(schema_validator(kind).evolve(schema=schema).is_valid(value))


def meant_values(value: Any, schema: dict[str, Any], kind: str) -> list[str]:
    """Return the values that were probably meant by one that doesn't fit, as YAML on one line, likeliest first."""
    fitting = (
        each for each in readings(value, schema) if fits_part(each, schema, kind) and not _lacks_path(each, schema)
    )
    found = (as_written(each) for each in fitting)
    return list(dict.fromkeys(each for each in found if each is not None))[:MOST_VALUES]


def _lacks_path(value: Any, schema: dict[str, Any]) -> bool:
    """True for a list with a text that is no path, where all examples are lists of paths, with `/` in them."""
    examples = [each for example in schema.get("examples", ()) if isinstance(example, list) for each in example]
    are_paths = bool(examples) and all(isinstance(each, str) and "/" in each for each in examples)
    return are_paths and isinstance(value, list) and not all("/" in str(each) for each in value)


def meant_lines(value: Any, schema: dict[str, Any], kind: str) -> list[str]:
    """Return the first value that was probably meant by one of several lines, as lines of YAML."""
    found = (_as_lines(each) for each in readings(value, schema) if fits_part(each, schema, kind))
    return [each for each in found if each is not None][:1]


def meant_text(value: Any, schema: dict[str, Any], kind: str) -> list[str]:
    """Return the lines of a text that is written as a list, or none."""
    is_text = isinstance(value, list) and len(value) > 1 and all(isinstance(each, str) for each in value)
    return value if is_text and fits_part("\n".join(value), schema, kind) else []


def meant_fields(node: YamlMapping, key: str, error: Failure, kind: str) -> list[str]:
    """Return the fields that were probably meant by an unknown one.

    It is a similar one or a synonym, or its value tells: the missing field, or the few that take such a value. Fields
    for texts and ids tell nothing, nor do those at the top of a file.
    """
    fields, value = error.schema.get("properties", {}), node.values[key].data
    absent = [name for name in fields if name not in node.values]
    fitting = [name for name in absent if fits_part(value, fields[name], kind)]
    alike = most_similar(key, fitting) or next((each for each in absent if is_misspelt(key, each)), None)
    if alike is not None:
        return [alike]
    same = [name for name in fitting if is_synonym(key, name)]
    if len(same) == 1:
        return same
    unknown = (each for each in node.values if each not in fields and each != key)
    others = [most_similar(each, absent) for each in islice(unknown, MOST_ERRORS)]
    fitting = [name for name in fitting if name not in others]
    required = [name for name in _required(error.schema) if name in fitting]
    if required and ((len(required) == 1 and None not in others) or not _takes_text(fields[required[0]], kind)):
        return required[:1]
    telling = [name for name in fitting if not _takes_text(fields[name], kind)]
    if isinstance(value, str):
        telling = [name for name in telling if "enum" in fields[name]]
    missing = [name for name in error.schema.get("required", ()) if name in absent and name not in others]
    is_clear = None not in others and not missing and len(telling) <= MOST_FIELDS
    return telling if is_clear and error.absolute_path else []


def only_missing_field(node: YamlMapping, key: str, error: Failure, kind: str) -> str | None:
    """Return the only field that a mapping needs and lacks, if it takes the value of an unknown one; else None."""
    missing = [name for name in error.schema.get("required", ()) if name not in node.values]
    fields = error.schema.get("properties", {})
    fits = len(missing) == 1 and fits_part(node.values[key].data, fields[missing[0]], kind)
    return missing[0] if fits else None


def renamed_field(node: YamlMapping, key: str, error: Failure, kind: str) -> tuple[str, ...]:
    """Return the fields that were probably meant by an unknown one, each with the value that was meant.

    Such are `seats: {from: 2, to: 4, …}` for `players: 2-4`, and `is: number` for `number: true`.
    """
    fields, value = error.schema.get("properties", {}), node.values[key].data
    absent = [name for name in fields if name not in node.values]
    if value is True:
        needed = [name for name in error.schema.get("required", ()) if name in absent]
        return tuple(f"{name}: {key}" for name in needed[:1] if name != "id" and fits_part(key, fields[name], kind))
    meant = next((name for name in absent if most_similar(key, [name]) is not None), None)
    return () if meant is None else tuple(f"{meant}: {each}" for each in meant_values(value, fields[meant], kind))


def written_without(node: YamlMapping, key: str) -> tuple[str, tuple[int, int]] | None:
    """Return a mapping in braces without one of its fields, and the column and length of the mapping, or None."""
    span, text = span_on_line(node), as_written({name: each for name, each in node.data.items() if name != key})
    return (text, span) if span is not None and text is not None else None


def field_within(node: YamlMapping, key: str, schema: dict[str, Any], kind: str) -> tuple[str, str, str] | None:
    """Return a field whose name is a word within the text of another one, and the value of either, or None.

    Such is `for` in `is: number for each seat`.

    Args:
        node: The mapping with the text.
        key: The field of the text.
        schema: The schema of the mapping.
        kind: The kind of file.
    """
    fields, text = schema.get("properties", {}), node.values[key].data
    for name in (each for each in fields if each not in node.values) if isinstance(text, str) else ():
        own, found, other = re.sub(r"^an? +", "", text).partition(f" {name} ")
        value = re.sub("^(?:(?:each|every|all|an?|the) +)+", "", other.strip(" :"))
        meant = (
            value if fits_part(value, fields[name], kind) else next(iter(meant_values(value, fields[name], kind)), "")
        )
        if found and meant and fits_part(own.strip(), fields.get(key, {}), kind):
            return name, own.strip(), meant
    return None


def field_of_numbers(node: YamlMapping, error: Failure, kind: str) -> tuple[str, str] | None:
    """Return the missing field that takes a list of the numbers in all unknown fields, alone and with its value."""
    fields = error.schema.get("properties", {})
    numbers = [value.data for key, value in node.values.items() if key not in fields]
    missing = [name for name in error.schema.get("required", ()) if name not in node.values]
    if len(numbers) < 2 or len(missing) != 1 or not fits_part(numbers, fields[missing[0]], kind):
        return None
    return missing[0], f"{missing[0]}: {as_written(numbers)}"


def fields_around(node: YamlMapping, key: str, error: Failure, kind: str) -> dict[str, str]:
    """Return the fields that take an unknown one with its list or mapping, each with it as YAML on one line.

    If several take it, those are meant whose examples have such a key; if more than three remain, none is.
    """
    value, fields = node.values[key].data, error.schema.get("properties", {})
    inside = [name for name, each in fields.items() if key in each.get("properties", {}) and not each.get("required")]
    fitting = [name for name in inside if fits_part({key: value}, fields[name], kind)]
    if len(fitting) == 1:
        return {fitting[0]: f"{fitting[0]}: {as_written({key: value})}"}
    if not isinstance(value, list | dict):
        return {}
    mappings = [name for name, each in fields.items() if each.get("type") == "object" and "properties" not in each]
    fitting = [name for name in mappings if fits_part({key: value}, fields[name], kind)]
    usual = [name for name in fitting if any(key in example for example in fields[name].get("examples", ()))]
    written = {name: as_written({key: value}) for name in usual or fitting}
    found = {name: f"{name}: {text}" for name, text in written.items() if text is not None}
    return found if len(found) <= MOST_AROUND else {}


def field_as_key(node: YamlMapping, schema: dict[str, Any], kind: str) -> tuple[str, str] | None:
    """Return the field of an entry whose value stands there as a key, and the entry as it should be, or None.

    Such are `- birch:` for `- id: birch`, and `- birch: The Birch` where an entry has an id and a title.
    """
    fields, key = schema.get("properties", {}), next(iter(node.values))
    inner = node.values[key].data
    there = {*node.values, *(inner if isinstance(inner, dict) else ())}
    needed = [name for name in _required(schema) if name not in there]
    has_fields = isinstance(inner, dict) and bool(inner) and inner.keys() <= fields.keys()
    if not needed or key in fields or (not has_fields and most_similar(key, fields) is not None):
        return None
    said = next((each for each in (key, [key]) if fits_part(each, fields[needed[0]], kind)), None)
    if said is None:
        return None
    value = node.values[key]
    said = without_if(said, needed[0]) if isinstance(said, str) else said
    begin = f"{needed[0]}: {as_written(said)}"
    if value.data is None:
        return needed[0], begin
    if isinstance(value.data, dict):
        rest = [f"{name}: {as_written(each)}" for name, each in value.data.items()]
        in_braces = value.line == node.line
        return needed[0], f"{{{', '.join([begin, *rest])}}}" if in_braces else "\n".join([begin, *rest])
    whole = dict(zip(needed, (said, value.data), strict=False))
    fits = len(node.values) == 1 and len(needed) == 2 and fits_part(whole, schema, kind)
    if not fits:
        return None
    begun = (value.source.excerpt(value.line) or "").rstrip()[value.column - 1 :]
    is_scalar = isinstance(value, YamlScalar) and (begun[:1] == "|" or "\n" not in str(value.data))
    in_lines = f"{begin}\n{needed[1]}: {begun}" if is_scalar and value.line == node.line else begin
    return needed[0], as_written(whole) or in_lines


def most_similar(word: str, names: Iterable[str]) -> str | None:
    """Return the most similar name, or None; words of two letters may differ in one letter."""
    return _most_similar(word, tuple(names))


@lru_cache(maxsize=4000)
def _most_similar(word: str, names: tuple[str, ...]) -> str | None:
    """Return the most similar name, kept because each of several unknown fields is compared with the same ones."""
    return closest_name(word, names) or next((each for each in names if edit_distance(word, each, 1) is not None), None)


def span_on_line(node: YamlNode) -> tuple[int, int] | None:
    """Return the column and length of a value that ends in its first line, or None."""
    rest = (node.source.excerpt(node.line) or "")[node.column - 1 :]
    if isinstance(node, YamlScalar):
        return (node.column, node.length) if "\n" not in str(node.data) and rest[:1] not in ("|", ">") else None
    if isinstance(node, YamlMapping) and len(node.values) == 1 and rest[:1] != "{":
        (value,) = node.values.values()
        is_plain = isinstance(value, YamlScalar) and value.data is not None and value.line == node.line
        end = span_on_line(value) if is_plain else None
        return None if end is None else (node.column, sum(end) - node.column)
    depth = 0
    for at, letter in enumerate(rest):
        depth += (letter in "[{") - (letter in "]}")
        if not depth:
            return (node.column, at + 1) if at and not re.search("[\"'#]", rest[:at]) else None
    return None


def span_of_field(node: YamlMapping, key: str) -> tuple[int, int] | None:
    """Return the column and length of a field with its value if they are on one line, or None."""
    spot, value = node.keys[key], node.values[key]
    span = span_on_line(value) if value.line == spot.line else None
    return None if span is None else (spot.column, sum(span) - spot.column)


def _required(schema: dict[str, Any]) -> list[str]:
    """Return the fields of a mapping that are needed, also those of which one is."""
    branches = [name for each in schema.get("oneOf", schema.get("anyOf", ())) for name in each.get("required", ())]
    return [*schema.get("required", ()), *branches]


def _takes_text(schema: dict[str, Any], kind: str) -> bool:
    return fits_part(_FREE_TEXT, schema, kind)


def _as_lines(value: Any) -> str | None:
    """Return a value as lines of YAML with an entry on each, or None if one is too long."""
    entries = [as_written(each) for each in value] if isinstance(value, list) else [as_written(value)]
    known = [each for each in entries if each is not None]
    return "\n".join(f"- {each}" if isinstance(value, list) else each for each in known) if known == entries else None


def as_written(value: Any) -> str | None:
    """Return a value as YAML on one line, or None if it is too long for one."""
    text = yaml.safe_dump(value, default_flow_style=True, width=float("inf"), sort_keys=False, allow_unicode=True)
    written = str(text).removesuffix("\n").removesuffix("\n...")
    return written if len(written) <= MAX_VALUE_LENGTH and "\n" not in written else None
