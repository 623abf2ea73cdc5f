"""Readings of a value: what its author may have meant by it, whether or not it fits the schema of its field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from interpreter.rulebook.building.ids import DECLARED_IN, is_id
from interpreter.rulebook.source.nodes import is_synonym
from interpreter.rulebook.text import FLAG_WORDS, NUMBER_WORDS, slug
from interpreter.support.noun_forms import plural_of

_SEPARATORS = ("->", ", ", ",", "/", "|", " or ", " and ", ";", "-", " ")
"""Separators that people write between the entries of a list, beginning with the strongest."""
_SHARE = re.compile(r"(\d{1,3}) ?%", re.ASCII)
"""Matches a number in percent."""
_CONDITIONAL = re.compile(r"(?:if|when|whenever|once|as soon as) +([^:]+?)(?:: *|, *(?:then +)?)(\S.*)", re.ASCII)
"""Matches a statement with a condition before it."""
_RANGE = re.compile(r"(-?\d{1,9}) *(?:-|–|\.\.+|,|to) *(-?\d{1,9})", re.ASCII)
"""Matches a range of numbers, as in `1-3` or `1 to 3`."""
_AMOUNT = re.compile(r"(\d{1,6}) *(?:in|on|at|x|×|of|to)? *([a-z]\w*)|([a-z]\w*) *[:=x×]? *(\d{1,6})", re.ASCII)
"""Matches a number of a thing, the number first or last."""
_LIST_IN_WORDS = re.compile(r"(?:list|set|array)(?: of|:)? ?(\w+?)s?|(\w+?)s?[ -](?:list|set|array)", re.ASCII)
"""Matches a list of things of one kind in words, as in `list of spaces`."""
LISTS = frozenset((*(name for _, name in DECLARED_IN.values()), "words"))
"""Lists of things, with which paths in a game's files begin."""
MOST_PARTS = 20
"""Maximum number of parts into which a text is split."""


def readings(value: Any, schema: dict[str, Any]) -> Iterator[Any]:
    """Yield the readings of a value, likeliest first; most of them don't fit."""
    yield from _readings_as_pairs(value, schema)
    if isinstance(value, str):
        yield from _readings_of_text(value, schema)
    elif isinstance(value, list):
        yield from _readings_of_list(value, schema)
    elif isinstance(value, dict):
        yield [value]
        if len({each for each in value.values() if isinstance(each, int)}) == 1:
            yield next(iter(value.values()))
        yield _entries(value, schema)
        yield from _texts_of_mapping(value)
        if all(each is True for each in value.values()):
            yield list(value)
    elif value is not None:
        if schema.get("maximum") == 1 and 1 < value <= 100:
            yield round(value / 100, 4)
        yield [value]
        yield str(value)
        if "from" in schema.get("required", ()):
            yield _range_of_seats(value, value)
        yield from ({name: value} for name in schema.get("properties", ()))


def _texts_of_mapping(value: dict[str, Any]) -> Iterator[str | list[str]]:
    """Yield the texts that a mapping with one field says: a condition, or paths to things."""
    if len(value) != 1:
        return
    (key, said), *_ = value.items()
    listed = said if isinstance(said, list) else [said]
    beginning = key if key in LISTS else plural_of(key)
    if beginning in LISTS and all(isinstance(each, str) for each in listed):
        paths = [f"{beginning}/{each}" for each in listed]
        yield from (paths, paths[0]) if len(paths) == 1 else (paths,)
        return
    if isinstance(said, dict) and len(said) == 1:
        ((owner, number),) = said.items()
        if isinstance(number, str | int):
            yield f"{key} of {owner} is {number}"
    if " " not in key and isinstance(said, str | int):
        yield f"{key} is {said}"


def _readings_as_pairs(value: Any, schema: dict[str, Any]) -> Iterator[Any]:
    """Yield the readings of a value as a pair, a list of pairs, or a mapping with such a list."""
    pairs = _pairs(value)
    if pairs and schema.get("maxItems") == 2:
        yield pairs[0]
    if pairs and schema.get("items", {}).get("maxItems") == 2:
        yield pairs
    if pairs:
        lists = schema.get("properties", {}).items()
        yield from ({name: pairs} for name, each in lists if each.get("items", {}).get("maxItems") == 2)


def _pairs(value: Any) -> list[list[str]]:
    """Return the pairs that mappings say: `{a: b}`, `{a: [b, c]}`, `{from: a, to: b}`, or a list of those; or none."""
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return [pair for each in value for pair in _pairs(each)]
    if not isinstance(value, dict):
        return []
    if len(value) == 2 and value.keys() & {"from", "to"} and all(isinstance(each, str) for each in value.values()):
        return [[*value.values()]]
    ends = {key: each if isinstance(each, list) else [each] for key, each in value.items()}
    are_names = all(isinstance(each, str) for to in ends.values() for each in to)
    return (
        list({tuple(sorted((key, each))): [key, each] for key, to in ends.items() for each in to}.values())
        if are_names
        else []
    )


def _list_of_kind(text: str, schema: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Yield the list that words such as `list of spaces` say."""
    found = _LIST_IN_WORDS.fullmatch(text.strip())
    if found is not None and "list" in schema.get("properties", {}):
        yield {"list": found[1] or found[2]}


def _readings_of_text(text: str, schema: dict[str, Any]) -> Iterator[Any]:
    words = text.split()
    yield from _list_of_kind(text, schema)
    yield from _values_of_word(text.strip().casefold())
    choices = [each for each in schema.get("enum", ()) if isinstance(each, str)]
    if choices:
        yield from (each for said in words for each in choices if is_synonym(said, each) or said == each)
    if (found := _RANGE.fullmatch(text.strip())) is not None:
        numbers = [int(found[1]), int(found[2])]
        yield numbers
        if "from" in schema.get("required", ()):
            yield _range_of_seats(*numbers)
    yield from _mapping_of(text, schema)
    if "," not in text:
        yield [text]
    for separator in _SEPARATORS:
        parts = [_plain(part) for part in text.split(separator, MOST_PARTS)]
        if len(parts) > 1 and all(part != "" for part in parts):
            yield parts
    if "," in text:
        yield [text]
    if 1 < len(words) <= 3:
        named = [each for each in words if is_id(each)]
        yield from named
        yield from ([each] for each in named)
    if "properties" not in schema:
        yield _amounts(text) or ({text: 1} if is_id(text) else text)
    if schema.get("maxProperties") == 1 and len(words) > 1:
        yield {words[0].rstrip(":"): " ".join(words[1:])}
    if len(said := re.findall(r"-?\d+", text)) == 1 and len(said[0]) < 10:
        yield int(said[0])


def _values_of_word(word: str) -> Iterator[Any]:
    """Yield the number or flag that a word says, and shares that are written in percent."""
    if word in NUMBER_WORDS:
        yield NUMBER_WORDS.index(word)
    if word in FLAG_WORDS:
        yield FLAG_WORDS[word]
    if (shares := _SHARE.findall(word)) and not _SHARE.sub("", word).strip(" ,;/"):
        yield from ([int(share) / 100 for share in shares], int(shares[0]) / 100)


def _amounts(text: str) -> dict[str, int]:
    """Return the number of each thing in a text such as `2 in alder, 3 in yard` or `alder 2`; none of other texts."""
    amounts: dict[str, int] = {}
    for part in re.split(r" *(?:,|;| and ) *", text.strip()):
        found = _AMOUNT.fullmatch(part)
        if found is None:
            return {}
        amounts[found[2] or found[3]] = int(found[1] or found[4])
    return amounts


def _range_of_seats(lowest: int, highest: int) -> dict[str, Any]:
    return {"from": lowest, "to": highest, "id": "player", "title": "Player"}


def _mapping_of(text: str, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the mapping of which a text is the only needed field, or the title."""
    needed, fields = schema.get("required", ()), schema.get("properties", {})
    begin, _, rest = text.partition(" ")
    if begin in fields and rest.strip():
        yield {begin: rest.strip()}
    if {"when", "do"} <= fields.keys() and (found := _CONDITIONAL.fullmatch(text.strip())) is not None:
        yield {"when": found[1], "do": found[2]}
    if len(needed) == 1:
        yield {needed[0]: text}
    parts = [part.strip() for part in re.split(r",| / ", text)]
    if [*needed] == ["one", "many"] and len(parts) <= len(needed):
        yield {"one": parts[0], "many": parts[-1] if parts[1:] else plural_of(parts[0])}
    if [*needed] == ["id", "title"]:
        yield {"id": slug(text), "title": text if text != slug(text) else text.replace("_", " ").title()}


def _readings_of_list(value: list[Any], schema: dict[str, Any]) -> Iterator[Any]:
    if len(value) == 1:
        yield value[0]
        if isinstance(value[0], str):
            yield from _readings_of_text(value[0], schema)
    needed = schema.get("required", ())
    if len(value) == len(needed) > 1 and all(isinstance(each, str) for each in value):
        yield dict(zip(needed, value, strict=True))
    yield from ({name: value} for name in schema.get("properties", ()))
    if "properties" not in schema and all(isinstance(each, str) and is_id(each) for each in value):
        yield dict.fromkeys(value, 1)
    merged: dict[str, Any] = {}
    for each in value:
        if not isinstance(each, dict) or not merged.keys().isdisjoint(each):
            return
        merged |= each
    yield merged


def _entries(value: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the entries of a list that are written as a mapping, by their first needed field, or None."""
    needed = schema.get("items", {}).get("required", ())
    if needed and all(isinstance(each, dict) for each in value.values()):
        return [{needed[0]: key, **fields} for key, fields in value.items()]
    if len(needed) == 2:
        return [{needed[0]: without_if(key, needed[0]), needed[1]: each} for key, each in value.items()]
    return None


def without_if(key: str, field: str) -> str:
    """Return a key that is the value of a field; a condition without the word before it, which `when` replaces."""
    return re.sub("^(?:if|when|whenever|once) +", "", key) if field == "when" else key


def _plain(part: str) -> Any:
    """Return a part of a text as YAML would read it."""
    stripped = part.strip()
    return int(stripped) if re.fullmatch(r"-?\d{1,9}", stripped, re.ASCII) else stripped
