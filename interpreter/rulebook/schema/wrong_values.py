"""Messages about values that don't fit a schema, and what may be written in their place."""

from __future__ import annotations

import json
import re
from itertools import pairwise, takewhile
from typing import Any

import yaml

from interpreter.rulebook.building.ids import check_id, describe, is_id
from interpreter.rulebook.schema.compiled_schema import ID_PATTERN, Failure, label_of
from interpreter.rulebook.schema.field_hints import hint_for_value
from interpreter.rulebook.schema.meant_values import (
    BETWEEN_VALUES,
    fits_part,
    meant_lines,
    meant_text,
    meant_values,
    span_on_line,
)
from interpreter.rulebook.source.joined_items import separate_items
from interpreter.rulebook.source.missing_dashes import text_without_dash
from interpreter.rulebook.source.nodes import Problems, YamlMapping, YamlNode, YamlScalar, closest_name
from interpreter.rulebook.source.yaml_errors import is_empty_block
from interpreter.rulebook.text import slug

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping (`key: value`)",
}
MAX_EXAMPLE_LENGTH = 80
"""Maximum length of an example in a message."""
MOST_LINES_SHOWN = 8
"""Maximum number of lines of a thing that are shown as they should be."""
_PAIRS = ("`two_way`", "`one_way`")
"""Labels of lists of pairs of spaces."""
_CHOICE = re.compile(r"\^\(([a-z|]+)\)\$")
_ONE_WORD = re.compile(r"\^\(([a-z]+)\)\$")
PATTERN_MESSAGES = {
    "^.{1,4}$|[.]([Pp][Nn][Gg]|[Jj][Pp][Ee]?[Gg]|[Ss][Vv][Gg])$": (
        "an icon is a picture, as art/sun.png, or a sign of at most four letters"
    ),
    "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$": "a language is written as `fr` or `pt-BR`",
    "^[a-z][a-z_]{0,60}$": "it begins with a small letter, and has small letters and `_`",
    "^[0-9]{1,6}([.][0-9]{1,6}){0,3}$": "a version is one to four numbers with points between them, as 1.0 or 2.3.1",
    '^https?://[^\\s<>"]+$': "an address begins with http:// or https:// and has no blanks",
    "^([5-9]|[1-9][0-9])x([5-9]|[1-9][0-9])$": "a size in millimetres is written as `18` or `25x15`",
    "^[^\\W\\d_][^\\W_]*([ '’.-]{1,2}[^\\W_]+)*$": "words of letters and digits go here, one blank apart",
}
"""Messages for values that don't match a pattern, by pattern; ids and choices have messages of their own."""


def _block_marker(node: YamlNode, error: Failure) -> str:
    """Return a hint if the lines of a text, such as `either "a":`, were read as fields; an empty text if not."""
    lines = [key for key in node.values if " " in key] if isinstance(node, YamlMapping) else []
    is_text = error.validator_value == "string" and bool(error.absolute_path)
    return f": a text of several lines needs `|` after `{error.absolute_path[-1]}:`" if lines and is_text else ""


def report_value(node: YamlNode, error: Failure, kind: str, problems: Problems, sample: Any = None) -> None:
    """Report a value that its field doesn't take; `sample` is one of the same field elsewhere in the file."""
    value, limit, label = error.instance, error.validator_value, label_of(error)
    match error.validator:
        case "type":
            _report_type(node, error, kind, problems, sample)
        case "minimum" if value < 0 <= limit:
            problems.add(node, "negative", f"a negative amount, {value}, where at least {limit} goes ({label})")
        case "minimum":
            problems.add(node, "out-of-range", f"{value} is too small: at least {limit} ({label})")
        case "maximum":
            message = f"{value} is too large: at most {limit:,} ({label})"
            meant, replaced = alternatives(node, error, kind)
            problems.add(node, "out-of-range", message, wordings=meant, replaced=replaced)
        case "enum" | "pattern" if _choices(error):
            _report_choice(node, error, kind, problems)
        case "pattern" if str(limit).startswith(ID_PATTERN):
            _report_id(str(value), node, error, kind, problems)
        case "pattern":
            problems.add(
                node, "wrong-form", f"{_quoted(value)} isn't allowed here: {PATTERN_MESSAGES[limit]} ({label})"
            )
        case "minLength" if is_empty_block(node):
            problems.add(node, "empty", f"the text of {label} goes on the lines below it, indented")
        case "minLength":
            problems.add(node, "empty", f"this text is empty ({label})")
        case "maxLength":
            problems.add(node, "too-long", f"{len(value):,} letters; at most {limit:,} are allowed ({label})")
        case "minItems" | "minProperties" | "maxItems" | "maxProperties":
            meant, replaced = alternatives(node, error, kind)
            problems.add(
                node,
                "wrong-length",
                f"{_count(len(value))}, {_wanted_count(error)} ({label})",
                wordings=meant,
                replaced=replaced,
            )
        case _:
            problems.add(node, "wrong-form", f"this does not fit ({label})")


def _report_choice(node: YamlNode, error: Failure, kind: str, problems: Problems) -> None:
    """Report a value that isn't one of a few words."""
    value, choices = error.instance, _choices(error)
    among, compound = ", ".join(choices), value is None or isinstance(value, (list, dict))
    if compound:
        message = f"expected one of {among}, found {describe(value)}"
    elif len(choices) == 1:
        message = f"only `{among}` can stand here, not {_quoted(value)}"
    else:
        message = f"{_quoted(value)} isn't one of {among}"
    message = f"{message} ({label_of(error)})"
    alike = closest_name(str(value), choices) if isinstance(value, str) else None
    meant, replaced = ((), None) if alike else alternatives(node, error, kind)
    if not meant and len(choices) == 1 and not compound:
        alike, replaced = choices[0], None
    problems.add(node, "unknown-value", message, suggestion=alike, wordings=meant, replaced=replaced)


def _report_type(node: YamlNode, error: Failure, kind: str, problems: Problems, sample: Any) -> None:
    """Report a value of another type; arguments as of `report_value`."""
    limit, label, is_number = error.validator_value, label_of(error), isinstance(error.instance, int | float)
    types = [limit] if isinstance(limit, str) else list(limit)
    if "array" in types and isinstance(node, YamlScalar) and (joined := text_without_dash(node)) is not None:
        problems.extend([joined])
        return
    word = _ONE_WORD.fullmatch(str(error.schema.get("pattern")))
    known = {**_TYPES, "string": f"`{word[1]}`" if word else _TYPES["string"]}
    *first, last = [known[name] for name in types if name in known]
    wanted = f"{', '.join(first)} or {last}" if first else last
    is_kind = {"string", "array", "object"}.issubset(types)  # the kind of a column, which no number is
    hint = _hint_for_number(error, kind) if "string" in types and not word and is_number and not is_kind else ""
    hint += _needed(error.schema) if "object" in types else _block_marker(node, error)
    meant, replaced = ((), None) if is_kind and is_number else alternatives(node, error, kind)
    example = (
        _example(error.schema, sample) if {"array", "object"}.intersection(types) and "string" not in types else ""
    )
    example = hint_for_value(error.instance, label[1:-1]) or example
    message = f"expected {wanted}, found {describe(error.instance)} ({label}){hint}{'' if meant else example}"
    problems.add(node, "wrong-type", message, wordings=meant, replaced=replaced, otherwise=example if meant else "")


def _hint_for_number(error: Failure, kind: str) -> str:
    """Return a hint for a number where a text goes: quotes make it one, unless an id is needed."""
    if str(error.schema.get("pattern")).startswith(ID_PATTERN) and not fits_part(
        str(error.instance), error.schema, kind
    ):
        return ": an id is made of small letters, digits and _, and begins with a letter"
    return "; in quotes it is text"


def alternatives(node: YamlNode, error: Failure, kind: str) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """Return what may be written in place of a value, and the column and length of what it replaces."""
    span = span_on_line(node)
    if error.validator == "maxItems" and label_of(error) in _PAIRS:
        pairs = [f"[{one}, {other}]" for one, other in pairwise(map(str, node.data))]
        is_line = not (node.source.excerpt(node.line) or "")[: node.column - 1].strip(" -")
        return (("\n".join(f"- {pair}" for pair in pairs),), None) if is_line else ((", ".join(pairs),), span)
    if span is not None:
        line, meant = node.source.excerpt(node.line) or "", meant_values(node.data, error.schema, kind)
        is_entry = isinstance(node, YamlMapping) and not line[: span[0] - 1].strip()  # on a line below its field
        listed = (f"- {each[1:-1]}" if is_entry and each.startswith("[{") else each for each in meant)
        return tuple(listed), span
    if (added := _with_dash(node, error)) is not None:
        return added
    text = meant_text(node.data, error.schema, kind)
    block = "\n".join((f"{label_of(error)[1:-1]}: |", *(f"  {line}" for line in text)))
    return (block,) if text else tuple(meant_lines(node.data, error.schema, kind)), None


def _with_dash(node: YamlNode, error: Failure) -> tuple[tuple[str, ...], tuple[int, int] | None] | None:
    """Return an entry with the `- ` that it lacks, and what it replaces on its line; None if it lacks none."""
    items = error.schema.get("items", {})
    rest = (node.source.excerpt(node.line) or "")[node.column - 1 :].rstrip()
    if not isinstance(node, YamlMapping):
        return None
    inner = [value.values.keys() for value in node.values.values() if isinstance(value, YamlMapping)]
    if not {*node.values}.union(*inner) & items.get("properties", {}).keys():
        return None
    first = next(iter(node.values))
    if first not in items["properties"] and rest == f"{first}:" and items.get("required"):
        return (f"- {items['required'][0]}: {first}",), (node.column, len(rest))
    below = _lines_below(node)
    return ("\n".join((f"- {rest}", *below)),), (node.column, len(rest)) if not below else None


def _lines_below(node: YamlMapping) -> list[str]:
    """Return the further lines of a mapping, as they are when a dash is put before it; none if they are too many."""
    rows = [node.source.excerpt(line) or "" for line in range(node.line + 1, node.line + MOST_LINES_SHOWN + 2)]
    inside = list(takewhile(lambda row: len(row) - len(row.lstrip(" ")) >= node.column - 1 and row.strip(), rows))
    return [f"  {row[node.column - 1 :].rstrip()}" for row in inside] if len(inside) <= MOST_LINES_SHOWN else []


def _report_id(text: str, node: YamlNode, error: Failure, kind: str, problems: Problems) -> None:
    """Report a text that is no id; one with blanks in another field than `id` is the title of a thing."""
    label, span = label_of(error), span_on_line(node)
    if label != "`id`" and " " in text and span is not None:
        items = separate_items(node, text, is_id) if isinstance(error.absolute_path[-1], int) else None
        if items is not None and (span == items[1] or "\n" in items[0]):
            message = f"each of them is an entry of its own ({label})"
            problems.add(node, "bad-id", message, wordings=items[:1], replaced=items[1])
            return
        is_key = "propertyNames" in error.relative_schema_path
        meant = (*(() if is_key else meant_values(text, error.schema, kind)), slug(text))
        message = f"a thing is named by its id here, not by its title ({label})"
        if BETWEEN_VALUES.search(text) and meant[0].startswith("["):
            message = f"several of them are written as a list ({label})"
        problems.add(node, "bad-id", message, wordings=meant, replaced=span)
    else:
        check_id(text, node, problems)


def _needed(schema: dict[str, Any]) -> str:
    """Return a hint with the required fields of a mapping, if it allows no others than its own."""
    if schema.get("additionalProperties") is not False:
        return ""
    needed = [f"`{name}`" for name in schema.get("required", ())]
    either = [f"`{name}`" for branch in schema.get("oneOf", schema.get("anyOf", ())) for name in branch["required"]]
    needed += [f"one of {', '.join(either)}"] if either else []
    return f"; it needs {', '.join(needed[:-1])}{' and ' if needed[1:] else ''}{needed[-1]}" if needed else ""


def _example(schema: dict[str, Any], sample: Any) -> str:
    """Return a hint with an example of a mapping or list: the sample, or one of the schema; of open keys, the first."""
    examples = (sample, *schema.get("examples", ()))
    example = next((each for each in examples if isinstance(each, dict | list) and each), None)
    if example is None:
        return ""
    if isinstance(example, dict) and "properties" not in schema and example is not sample:
        example = dict([next(iter(example.items()))])
    told = yaml.safe_dump(
        example, default_flow_style=True, width=MAX_EXAMPLE_LENGTH, sort_keys=False, allow_unicode=True
    ).strip()
    return f"; as in `{told}`" if len(told) <= MAX_EXAMPLE_LENGTH else ""


def _choices(error: Failure) -> list[str]:
    if error.validator == "enum":
        return [str(value) for value in error.validator_value]
    choice = _CHOICE.fullmatch(str(error.validator_value))
    return choice[1].split("|") if choice else []


def _quoted(value: Any) -> str:
    """Return a value as it is written in the file."""
    if isinstance(value, (str, bool, int, float)):
        return f"`{json.dumps(value) if isinstance(value, bool) else str(value)[:40]}`"
    return describe(value)


def _count(number: int) -> str:
    return "1 entry" if number == 1 else f"{number:,} entries"


def _wanted_count(error: Failure) -> str:
    schema, at_most = error.schema, str(error.validator).startswith("max")
    if at_most and label_of(error) in _PAIRS:
        return "and a connection joins two spaces"
    if schema.get("minItems") is not None and schema.get("minItems") == schema.get("maxItems"):
        return f"exactly {schema['minItems']} are needed"
    return f"at most {error.validator_value:,} are allowed" if at_most else f"at least {error.validator_value} needed"
