"""Check of a file against its JSON Schema, with messages in plain words.

Wrong parts are removed from the tree so that the rest can still be read and checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from interpreter.rulebook.building.ids import check_id, describe
from interpreter.rulebook.schema.compiled_schema import MOST_ERRORS, Failure, schema_errors, schema_of
from interpreter.rulebook.source.files import SINGLE_KINDS
from interpreter.rulebook.source.nodes import (
    Problems,
    YamlList,
    YamlMapping,
    YamlNode,
    YamlScalar,
    closest_name,
    is_synonym,
)
from interpreter.rulebook.source.yaml_errors import COMMA_IN_BRACES, is_empty_block, range_as_list, text_cut_at_comma
from interpreter.rulebook.text import NUMBER_WORDS, slug
from interpreter.support.errors import closest_match, edit_distance

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

MISPLACED_HINTS = {
    "cards": "write decks with their cards under `decks`",
    "variants": "each variant is a file in the folder `variants`",
    "records": "records are files in the folder `records`",
}
"""Hints for fields that one might expect in game.yaml but that belong elsewhere."""
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping (`key: value`)",
}
_SEPARATORS = re.compile(r" *[/|] *| (?:or|and) ")
"""Separators that people write between the entries of a list, besides commas."""
MAX_EXAMPLE_LENGTH = 80
"""Maximum length of an example in a message."""
MOST_FIELDS_LISTED = 60
"""Maximum number of fields that the message about an unknown one lists."""
_CHOICE = re.compile(r"\^\(([a-z|]+)\)\$")
_ONE_WORD = re.compile(r"\^\(([a-z]+)\)\$")
_IN_BRACKETS = re.compile(r"[\w/][^,:#\[\]{}]*|'[^']+'|\"[^\"]+\"")
"""Text that can stand in a list in brackets as it is."""
_IN_BRACES = re.compile(r"\{[^{}#]*\}")
_ID_PATTERN = "^[a-z][a-z0-9_]"
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


@dataclass(frozen=True, slots=True)
class ShapeResult:
    """A file that fits its schema after the removal of wrong parts.

    `is_complete` is True if no entry was lost.
    """

    root: YamlMapping
    is_complete: bool


def check_shape(
    root: YamlNode, kind: str, problems: Problems, columns: frozenset[str] = frozenset()
) -> ShapeResult | None:
    """Report and remove parts that don't fit the schema of a kind of file; return None if nothing is left.

    `columns` are attributes declared in other files of the same kind.
    """
    if not isinstance(root, YamlMapping):
        problems.add(root, "wrong-type", f"expected fields (`key: value`), found {describe(root.data)}")
        return None
    whole = True
    telling = True
    for _ in range(20):  # a removal can invalidate its parent; nesting is limited
        errors = schema_errors(root.data, kind)
        if not errors:
            return ShapeResult(root, whole)
        if telling:
            _SchemaReport(root, kind, problems, columns).report(errors)
            telling = False
        wrong = [_InvalidPart.of(root, error) for error in errors]  # all before any removal, which shifts list indices
        whole = whole and len(errors) < MOST_ERRORS and not any(each.loses for each in wrong)
        for each in wrong:
            if each.key is None:
                return None
            each.take_out()
    return None


class _SchemaReport:
    """A report of the schema errors of one file, with one message for each mistake."""

    def __init__(self, root: YamlNode, kind: str, problems: Problems, columns: frozenset[str]) -> None:
        self._root, self._kind, self._problems, self._columns = root, kind, problems, columns
        self._misspelt: dict[int, set[str]] = {}
        self._astray: set[int] = set()
        self._lists: set[tuple[str | int, ...]] = set()
        self._missing: list[_MissingField] = []

    def report(self, errors: Sequence[Failure]) -> None:
        """Report all errors; a missing field only if no other message explains it."""
        listed = {tuple(error.absolute_path) for error in errors if error.validator == "enum"}
        empty = {tuple(error.absolute_path)[:-1] for error in errors if is_empty_block(self._at(error))}
        for error in errors:
            node = self._at(error)
            if error.validator == "additionalProperties" and isinstance(node, YamlMapping):
                keys = [
                    key for key in _unknown_keys(error) if " " not in key or tuple(error.absolute_path) not in empty
                ]
                for key in keys:  # keys of several words may be lines of a missing block text
                    self._unknown(node, key, error)
            elif error.validator == "required" and isinstance(node, YamlMapping):
                self._note_missing(error, (name for name in error.validator_value if name not in node.values))
            elif error.validator in ("oneOf", "anyOf"):
                if not isinstance(node, YamlMapping):
                    continue  # the schema also has its type, and that error is reported
                wanted = [name for branch in error.validator_value for name in branch.get("required", ())]
                if not _report_choice(node, wanted, self._problems):
                    self._note_missing(error, ["` or `".join(wanted)])
            elif "propertyNames" in error.relative_schema_path and isinstance(node, YamlMapping):
                _report_value(node.keys.get(str(error.instance), node), error, self._problems)
            elif error.validator != "type" or tuple(error.absolute_path) not in listed:
                _report_value(node, error, self._problems)
        self._report_missing()

    def _at(self, error: Failure) -> YamlNode:
        return self._root.find(error.absolute_path)

    def _note_missing(self, error: Failure, names: Iterable[str]) -> None:
        self._missing.extend(_MissingField.of(self._root, error, name, self._columns) for name in names)

    def _unknown(self, node: YamlMapping, key: str, error: Failure) -> None:
        """Report an unknown field: part of another field, a field of another list's entries, or a misspelling."""
        known = list(error.schema.get("properties", {}))
        home = _list_for(key, error.absolute_path, self._kind)
        if (said := text_cut_at_comma(node, key)) is not None:
            self._problems.add(node.keys[key], "needs-quotes", COMMA_IN_BRACES, wordings=(said,))
        elif (field := key.split(" ")[0]) in known and field not in node.values and field != key:
            self._misspelt.setdefault(id(node), set()).add(field)
            message = f"a colon is missing after `{field}`"
            written = f"{field}: {key.removeprefix(field).strip()}"
            does = node.values[key]
            wordings = (written,) if isinstance(does, YamlScalar) and does.data in (None, "") else ()
            self._problems.add(node.keys[key], "no-colon", message, wordings=wordings)
        elif " " in key and "say" in known and len(node.values) == 1:
            self._astray.add(id(node))
            message = "write the wording under `say`, and its effect under `do`"
            does = node.values[key]
            plain = isinstance(does, YamlScalar) and "\n" not in does.text
            wordings = (f"say: {key}\ndo: {does.data}",) if plain else ()
            self._problems.add(node.keys[key], "unknown-field", message, wordings=wordings)
        elif home is not None:
            self._astray.add(id(node))
            within = tuple(error.absolute_path)[:-1]
            if within not in self._lists:
                self._lists.add(within)
                message = f"an entry with `{key}` belongs under `{home}:`, not under `{within[-1]}:`"
                self._problems.add(node.keys[key], "unknown-field", message)
        else:
            from_outside = node.keys[key].source is not node.source  # it may be meant for a field that exists
            place = "" if error.absolute_path else _place_of(key, error)
            names = [name for name in known if from_outside or name not in node.values]
            meant = None if place else _most_similar(key, names) or _only_missing_field(node, key, error)
            self._misspelt.setdefault(id(node), set()).add(meant or "")
            message = f"unknown field `{key}`{place}"
            if meant is None and not place and 0 < len(known) <= MOST_FIELDS_LISTED:
                message += f"; the fields here are {', '.join(known)}"
            self._problems.add(node.keys[key], "unknown-field", message, suggestion=meant)

    def _report_missing(self) -> None:
        told = set()
        for each in self._missing:
            node, name = each.node, each.name
            wanted = name.split("` or `")
            answered = set(wanted) & self._misspelt.get(id(node), set()) or id(node) in self._astray
            if answered or (id(node), name) in told:
                continue
            told.add((id(node), name))
            said = next(((key, one) for one in wanted for key in each.odd if is_synonym(key, one)), None)
            alike = (
                (_most_similar(one, each.odd), one) for one in wanted
            )  # a misspelt field can look like an attribute
            meant, field = said or next((pair for pair in alike if pair[0] is not None), (None, name))
            if meant is not None:
                message = f"unknown field `{meant}`"
                self._problems.add(node.keys[meant], "unknown-field", message, suggestion=field)
            elif each.entry:
                others = (
                    f"; `{each.odd[0]}` is no field of it"
                    if len(each.odd) == 1 and id(node) not in self._misspelt
                    else ""
                )
                self._problems.add(node, "missing-field", f"an entry without `{name}`{others}")
            else:
                self._problems.add(node, "missing-field", f"the field `{name}` is missing here")


@dataclass(frozen=True, slots=True)
class _MissingField:
    """A field that `node` lacks.

    Attributes:
        entry: True if the node is an entry of a list.
        odd: Keys of the node that may be the field misspelt. They are in no schema, no file declares them as
            columns, and no other entry that has the field has them.
    """

    node: YamlMapping
    name: str
    entry: bool
    odd: tuple[str, ...]

    @classmethod
    def of(cls, root: YamlNode, error: Failure, name: str, columns: frozenset[str]) -> _MissingField:
        path = list(error.absolute_path)
        node, above = root.find(path), root.find(path[:-1])
        assert isinstance(node, YamlMapping)
        entries = above.items if isinstance(above, YamlList) else []
        beside = [each.values for each in entries if isinstance(each, YamlMapping) and name in each.values]
        declared = root.get_mapping("attributes") if isinstance(root, YamlMapping) else None
        usual = {*error.schema.get("properties", {}), *(declared.keys if declared else ()), *columns}
        odd = tuple(key for key in node.keys if key not in usual and not any(key in values for values in beside))
        return cls(node, name, node in entries, odd)


def _most_similar(word: str, names: Iterable[str]) -> str | None:
    """Return the most similar name, or None; words of two letters may differ in one letter."""
    names = list(names)
    return closest_name(word, names) or next((each for each in names if edit_distance(word, each, 1) is not None), None)


def _only_missing_field(node: YamlMapping, key: str, error: Failure) -> str | None:
    """Return the one field that an entry lacks, if the list or number in its only unknown field fits it."""
    missing = [name for name in error.schema.get("required", ()) if name not in node.values]
    if len(missing) != 1 or len(_unknown_keys(error)) != 1:
        return None
    wanted = error.schema["properties"].get(missing[0], {}).get("type")
    fits = YamlList if wanted == "array" else YamlMapping if wanted == "object" else None
    value = node.values[key]
    is_number = wanted == "integer" and isinstance(value.data, int) and not isinstance(value.data, bool)
    return missing[0] if is_number or (fits is not None and isinstance(value, fits)) else None


def _list_for(key: str, path: Sequence[str | int], kind: str) -> str | None:
    """Return the name of a sibling list whose entries have a field, or None."""
    *above, field, number = path if len(path) > 1 else ("", "")
    if not isinstance(number, int):
        return None
    schema = schema_of(kind)
    for step in above:
        schema = schema.get("items", {}) if isinstance(step, int) else schema.get("properties", {}).get(step, {})
    lists = schema.get("properties", {})
    return next(
        (name for name in lists if name != field and key in lists[name].get("items", {}).get("properties", {})), None
    )


def _place_of(key: str, error: Failure) -> str:
    """Return a hint if a field belongs at the top of another of the game's files; an empty text if not."""
    shape = error.schema.get("$id", "").rpartition("/")[2].partition(".")[0]
    if shape == "game" and key in MISPLACED_HINTS:
        return f": {MISPLACED_HINTS[key]}"
    kinds = [
        kind for kind in SINGLE_KINDS if key in _fields_of(kind) and not (kind == "game" and key in SECTION_FIELDS)
    ]
    if shape not in SINGLE_KINDS or not kinds:
        return ""
    under = ", or here under `map`" if shape == "game" and kinds == ["map"] else ""
    return f": it goes in {' or '.join(f'{kind}.yaml' for kind in kinds)}{under}"


def _fields_of(kind: str) -> dict[str, Any]:
    fields: dict[str, Any] = schema_of(kind)["properties"]
    return fields


def _unknown_keys(error: Failure) -> list[str]:
    known = error.schema.get("properties", {})
    patterns = list(error.schema.get("patternProperties", {}))
    return [key for key in error.instance if key not in known and not any(re.search(each, key) for each in patterns)]


def _report_choice(node: YamlMapping, wanted: list[str], problems: Problems) -> bool:
    """Report several fields of which only one is allowed; False if there is none of them."""
    there = [name for name in wanted if name in node.values]
    if there:
        message = f"only one of {', '.join(f'`{name}`' for name in wanted)} is allowed here"
        problems.add(node.keys[there[1] if len(there) > 1 else there[0]], "one-of", message)
    return bool(there)


def _report_value(node: YamlNode, error: Failure, problems: Problems) -> None:
    value, limit, label = error.instance, error.validator_value, _label(error)
    match error.validator:
        case "type":
            types = [limit] if isinstance(limit, str) else list(limit)
            word = _ONE_WORD.fullmatch(str(error.schema.get("pattern")))
            known = {**_TYPES, "string": f"`{word[1]}`" if word else _TYPES["string"]}
            *first, last = [known[name] for name in types if name in known]
            wanted = f"{', '.join(first)} or {last}" if first else last
            hint = (
                "; in quotes it is text" if "string" in types and not word and isinstance(value, (int, float)) else ""
            )
            hint += _needed(error.schema) if "object" in types else ""
            listed, replaced = _as_list(node, error) if "array" in types else ((), None)
            hint += _example(error.schema) if types in (["object"], ["array"]) and not hint and not listed else ""
            message = f"expected {wanted}, found {describe(value)} ({label}){hint}"
            listed = listed or _in_digits(value, types)
            problems.add(node, "wrong-type", message, wordings=listed, replaced=replaced)
        case "minimum" if value < 0 <= limit:
            problems.add(node, "negative", f"a negative amount, {value}, where at least {limit} goes ({label})")
        case "minimum":
            problems.add(node, "out-of-range", f"{value} is too small: at least {limit} ({label})")
        case "maximum":
            problems.add(node, "out-of-range", f"{value} is too large: at most {limit:,} ({label})")
        case "enum" | "pattern" if _choices(error):
            choices = _choices(error)
            among = ", ".join(choices)
            compound = value is None or isinstance(value, (list, dict))
            message = (
                f"expected one of {among}, found {describe(value)}"
                if compound
                else f"{_quoted(value)} isn't one of {among}"
            )
            problems.add(
                node, "unknown-value", f"{message} ({label})", value if isinstance(value, str) else None, choices
            )
        case "pattern" if str(limit).startswith(_ID_PATTERN):
            _report_id(str(value), node, label, problems)
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
            apart = _two_words(node, value) if error.validator == "minItems" else None
            message = f"{_count(len(value))}, {_wanted_count(error)} ({label})"
            message += f"; a comma is missing between `{apart[0]}` and `{apart[1]}`" if apart else ""
            listed = (f"[{', '.join(apart)}]",) if apart else ()
            length = (node.source.excerpt(node.line) or "")[node.column - 1 :].find("]") + 1
            replaced = (node.column, length) if listed and length else None
            problems.add(node, "wrong-length", message, wordings=listed, replaced=replaced)
        case _:
            problems.add(node, "wrong-form", f"this does not fit ({label})")


def _two_words(node: YamlNode, value: Sequence[object]) -> list[str] | None:
    """Return the two words of a list's only text, between which a comma may be missing, or None."""
    words = str(value[0]).split(" ") if len(value) == 1 and isinstance(value[0], str) else []
    return words if isinstance(node, YamlList) and len(words) == 2 else None


def _report_id(text: str, node: YamlNode, label: str, problems: Problems) -> None:
    """Report a text that is no id; one with blanks in another field than `id` is the title of a thing."""
    if label != "`id`" and " " in text:
        message = f"a thing is named by its id here, not by its title ({label})"
        problems.add(node, "bad-id", message, suggestion=slug(text) if label == "`for`" else None)
    else:
        check_id(text, node, problems)


def _in_digits(value: object, types: Sequence[str]) -> tuple[str, ...]:
    """Return a number word in digits, if a whole number is needed."""
    word = str(value).casefold()
    return (str(NUMBER_WORDS.index(word)),) if "integer" in types and word in NUMBER_WORDS else ()


def _needed(schema: dict[str, Any]) -> str:
    """Return a hint with the required fields of a mapping, if it allows no others than its own."""
    if schema.get("additionalProperties") is not False:
        return ""
    needed = [f"`{name}`" for name in schema.get("required", ())]
    either = [f"`{name}`" for branch in schema.get("oneOf", schema.get("anyOf", ())) for name in branch["required"]]
    needed += [f"one of {', '.join(either)}"] if either else []
    return f"; it needs {', '.join(needed[:-1])}{' and ' if needed[1:] else ''}{needed[-1]}" if needed else ""


def _example(schema: dict[str, Any]) -> str:
    """Return a hint with an example of a mapping or list, if its schema has one; of open keys, the first one."""
    example = next((each for each in schema.get("examples", ()) if isinstance(each, dict | list) and each), None)
    if example is None:
        return ""
    if isinstance(example, dict) and "properties" not in schema:
        example = dict([next(iter(example.items()))])
    told = yaml.safe_dump(example, default_flow_style=True, width=MAX_EXAMPLE_LENGTH, sort_keys=False).strip()
    return f"; as in `{told}`" if len(told) <= MAX_EXAMPLE_LENGTH else ""


def _as_list(node: YamlNode, error: Failure) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """Return the corrected form of a single thing where a list is needed, and the text that it replaces.

    The corrected form begins with `- ` or is in brackets. The text to replace is given by its column and length.
    """
    wanted = error.schema.get("items", {}).get("type", ())
    line = node.source.excerpt(node.line) or ""
    before, rest = line[: node.column - 1], line[node.column - 1 :].rstrip()
    listed, length = None, len(rest)
    if isinstance(node, YamlMapping) and "object" in wanted:
        in_lines = len(node.values) == 1 or not rest.startswith("{")
        if in_lines and "/" in (key := next(iter(node.values))) and _label(error) == "`change`":
            said = rest.strip("{} ").removeprefix(f"{key}:").strip()
            listed = f"- {{at: {key}, to: {said}}}" if not before.strip() else f"[{{at: {key}, to: {said}}}]"
        elif not before.strip():
            listed = f"- {rest}"
        elif _IN_BRACES.fullmatch(rest):
            listed = f"[{rest}]"
    elif isinstance(node, YamlScalar) and isinstance(node.data, str):
        if wanted == "integer" and (numbers := range_as_list(node.data)) is not None:
            return (numbers,), None
        rest = rest[: node.length]
        length = len(rest)
        rest = _SEPARATORS.sub(", ", rest) if error.schema.get("minItems", 1) > 1 else rest
        parts = rest.split(", ") if error.schema.get("minItems", 1) > 1 else [rest]
        plain = all(_IN_BRACKETS.fullmatch(part) for part in parts) and len(parts) >= error.schema.get("minItems", 1)
        listed = f"[{rest}]" if "string" in wanted and plain else None
    return ((), None) if listed is None else ((listed,), (node.column, length))


def _choices(error: Failure) -> list[str]:
    if error.validator == "enum":
        return [str(value) for value in error.validator_value]
    choice = _CHOICE.fullmatch(str(error.validator_value))
    return choice[1].split("|") if choice else []


def _label(error: Failure) -> str:
    """Return the field that an error is about, as it is written in the file."""
    names = [step for step in error.absolute_path if isinstance(step, str)]
    return f"`{names[-1]}`" if names else "the file"


def _quoted(value: Any) -> str:
    """Return a value as it is written in the file."""
    if isinstance(value, (str, bool, int, float)):
        return f"`{json.dumps(value) if isinstance(value, bool) else str(value)[:40]}`"
    return describe(value)


def _count(number: int) -> str:
    return "1 entry" if number == 1 else f"{number:,} entries"


def _wanted_count(error: Failure) -> str:
    schema, at_most = error.schema, str(error.validator).startswith("max")
    if schema.get("minItems") is not None and schema.get("minItems") == schema.get("maxItems"):
        return f"exactly {schema['minItems']} are needed"
    return f"at most {error.validator_value:,} are allowed" if at_most else f"at least {error.validator_value} needed"


@dataclass(frozen=True, slots=True)
class _InvalidPart:
    """A part to remove from a file.

    Attributes:
        parent: The mapping or list that contains it.
        key: Its keys or its entry in `parent`; None for the whole file.
        above: All nodes on the way to it.
        instead: A value to put in its place, if more can be checked with it.
        loses: True if names may get lost with it.
    """

    parent: YamlNode
    key: YamlNode | tuple[str, ...] | None
    above: tuple[YamlNode, ...]
    instead: int | bool | str | None
    loses: bool

    @classmethod
    def of(cls, root: YamlMapping, error: Failure) -> _InvalidPart:
        path = list(error.absolute_path)
        above = tuple(root.find(path[:end]) for end in range(len(path) + 1))
        if error.validator == "additionalProperties":
            extras = tuple(_unknown_keys(error))
            return cls(above[-1], extras, above, None, not path and _may_hold_names(extras, error))
        if "propertyNames" in error.relative_schema_path:
            return cls(above[-1], (str(error.instance),), above, None, True)
        if not path:
            return cls(root, None, above, None, True)
        instead = _replacement(error)
        named = any(step in path for step in ("say", "attributes", "names", "gives"))
        last = path[-1]
        loses = instead is None and (named or len(path) < 3)
        return cls(above[-2], (last,) if isinstance(last, str) else above[-1], above, instead, loses)

    def take_out(self) -> None:
        parent, key = self.parent, self.key
        spot = self.above[-1]
        other = YamlScalar(spot.source, spot.line, spot.column, spot.length, self.instead)
        if isinstance(parent, YamlMapping) and isinstance(key, tuple):
            for name in key:
                if self.instead is not None and name in parent.values:
                    parent.values[name], parent.data[name] = other, other.data
                    continue
                parent.remove(name)
                parent.removed_keys.add(name)
        elif isinstance(parent, YamlList) and isinstance(key, YamlNode) and key in parent.items:
            parent.insert(parent.items.index(key), *([other] if self.instead is not None else []), replaced=1)
        for node in self.above:
            if isinstance(node, YamlMapping):
                node.damaged = True


def _may_hold_names(extras: tuple[str, ...], error: Failure) -> bool:
    """True if an unknown field of a file may be a misspelt list of things."""
    known = error.schema["properties"]
    meant = [closest_match(key, known) for key in extras]
    return any(each is None or known[each].get("type") in ("array", "object") for each in meant)


def _replacement(error: Failure) -> int | bool | str | None:
    """Return a valid value to replace a wrong number, flag or choice, so that the thing that has it is kept."""
    limit = error.validator_value
    if error.validator in ("minimum", "maximum") and isinstance(limit, int):
        return limit
    if error.validator == "enum":
        return str(limit[0])
    if error.validator == "type" and "string" in limit and isinstance(error.instance, (int, float)):
        return str(error.instance)
    if error.validator == "type" and (limit == "integer" or limit[:2] == ["integer", "object"]):
        return int(error.schema.get("minimum", 0))
    return False if error.validator == "type" and limit == "boolean" else None
