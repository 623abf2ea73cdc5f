"""Attributes of things: the declaration of columns, and the values of a thing in them.

Warnings about accidental duplicates in print: equal titles, and equal values of unique attributes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from interpreter.rulebook.building.ids import NO_SIDES, IdTable, check_id, describe, is_id, title_of
from interpreter.rulebook.model import Attribute, AttributeDatum
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar, closest_name, is_synonym
from interpreter.rulebook.text import FLAG_WORDS
from interpreter.support.similar_words import closest_match

ATTRIBUTE_KINDS = ("number", "flag", "text", "seat", "side", "space", "card", "box")
UNCLEAR = "unclear"
ALIKE = 0.7
"""Similarity from 0 to 1 at which an unknown field is taken for a misspelt one."""


def read_attributes(
    node: YamlMapping, taken: frozenset[str], names: IdTable, things: Sequence[YamlMapping]
) -> dict[str, Attribute]:
    """Return the attributes that a node declares, by name.

    If no thing has a declared attribute, and several have an undeclared one with a similar name, the declaration is
    misspelt. That is reported, and the attribute gets the name that the things use.

    Args:
        node: The declarations.
        taken: Fields that things of this kind have anyway.
        names: The game's ids.
        things: The things that have the attributes.
    """
    if node.damaged:
        names.incomplete_kinds.add("attributes")
    found = {key.data: _attribute(key, spec, taken, names) for key, spec in node.entries()}
    used = Counter(name for thing in things for name in thing.values if name not in taken)
    odd = [name for name, times in used.items() if name not in found and times > 1]
    for name in [each for each in found if not used[each]]:
        meant = closest_match(name, odd)
        if meant is not None and meant not in found:
            message = f"nothing has the attribute `{name}`; {used[meant]} have `{meant}`"
            names.problems.add(node.keys[name], "unknown-field", message, suggestion=meant)
            found[meant] = replace(found.pop(name), id=meant)
    return found


def _attribute(key: YamlScalar, spec: YamlNode, taken: frozenset[str], names: IdTable) -> Attribute:
    """Return a declared attribute; of one that is declared wrongly, a stand-in whose values can't be checked."""
    kind: str | None = None
    values: tuple[str, ...] = ()
    none, optional = None, False
    if check_attribute_name(key, taken, names):
        if isinstance(spec, YamlMapping):
            none = spec.get_plain("none")
            optional = bool(spec.get_plain("optional", False)) or none is not None
        kind, values = _kind(spec.values["is"] if isinstance(spec, YamlMapping) else spec, names)
        if none is not None:
            if none in values:
                names.problems.add(spec, "value-twice", f"`{none}` is both a value and the word for no value")
            check_id(none, spec.find(["none"]), names.problems)
    if kind is None:
        names.incomplete_kinds.add("attributes")
        return Attribute(key.data, UNCLEAR, (), None, True, key.where)
    attribute = Attribute(key.data, kind, values, none, optional, key.where)
    return _declared(attribute, spec, names) if isinstance(spec, YamlMapping) else attribute


def _declared(attribute: Attribute, spec: YamlMapping, names: IdTable) -> Attribute:
    """Return the attribute with the declared limits, uniqueness and titles of its values."""
    low, high, unique = spec.get_plain("from"), spec.get_plain("to"), bool(spec.get_plain("unique", False))
    if spec.damaged:
        low = high = None  # they may replace wrong values
    for field in ("from", "to"):
        if field in spec.values and attribute.kind != "number":
            names.problems.add(spec.keys[field], "wrong-type", f"`{field}` is for numbers")
    if unique and attribute.kind == "flag":
        names.problems.add(spec.keys["unique"], "wrong-type", "a flag can't be unique")
    if low is not None and high is not None and low > high:
        names.problems.add(spec.values["from"], "bad-range", f"from {low} to {high} there are no numbers")
        low = high = None
    return replace(attribute, unique=unique, low=low, high=high, titles=_titles(attribute, spec, names))


def _titles(attribute: Attribute, spec: YamlMapping, names: IdTable) -> dict[str, str]:
    """Return printed names by value."""
    titles: dict[str, str] = {}
    for value, node in spec.section("titles").entries():
        if value.data in (*attribute.values, attribute.none):
            titles[value.data] = node.data
        else:
            message = f"`{value.data}` isn't one of the values of `{attribute.id}`"
            names.problems.add(value, "unknown-value", message, value.data, attribute.values)
    return titles


def check_attribute_name(key: YamlScalar, taken: frozenset[str], names: IdTable) -> bool:
    """True if an attribute can have this name; report it if not.

    The words for kinds of things are allowed.
    """
    name = key.data
    if name in taken:
        names.problems.add(key, "reserved-id", f"`{name}` is already a field, so no attribute can have its name")
        return False
    return name in ATTRIBUTE_KINDS or check_id(name, key, names.problems)


def _kind(node: YamlNode, names: IdTable) -> tuple[str | None, tuple[str, ...]]:
    if isinstance(node, YamlList) and all(str(item.data).casefold() in FLAG_WORDS for item in node):
        names.problems.add(node, "unknown-kind", "what is true or false of a thing is a flag", wordings=("flag",))
        return "flag", ()
    if isinstance(node, YamlList):
        values: list[str] = []
        for item in node:
            if item.data in values:
                names.problems.add(item, "value-twice", f"`{item.data}` is in the list twice")
            elif check_id(item.data, item, names.problems):
                values.append(item.data)
        return "values", tuple(values)
    if node.data == "side" and not names.has_sides:
        names.problems.add(node, "unknown-kind", NO_SIDES)
        return None, ()
    if node.data in ATTRIBUTE_KINDS:
        return str(node.data), ()
    if names.space_noun and node.data == names.space_noun:
        return "space", ()
    kinds = ", ".join(ATTRIBUTE_KINDS)
    message = f"there is no kind of attribute `{node.data}`; it is one of {kinds}, or a list of values"
    if names.listing_columns:
        message += f", or a column that lists them ({', '.join(names.listing_columns)})"
    known = [*ATTRIBUTE_KINDS, *names.listing_columns]
    listed = _listed_values(str(node.data)) if closest_name(str(node.data), known) is None else ()
    replaced = (node.column, node.length) if listed else None
    names.problems.add(node, "unknown-kind", message, str(node.data), known, wordings=listed, replaced=replaced)
    return None, ()


_SPAN = re.compile(r"(\d+) *(?:-|–|to|\.\.|\.\.\.) *(\d+)")
"""Matches a range of numbers: `1-8`, `1 to 8`."""


def _listed_values(text: str) -> tuple[str, ...]:
    """Return what a text may mean as a column: numbers, a kind and the word for none, or a list of values."""
    if (span := _SPAN.fullmatch(text)) is not None:
        return (f"{{is: number, from: {span[1]}, to: {span[2]}}}",)
    words = re.split(r" *[,/|] *| or | and ", text)
    if len(words) < 2 or not all(map(is_id, words)):
        return ()
    with_none = f"{{is: {words[0]}, none: {words[1]}}}" if len(words) == 2 and words[0] in ATTRIBUTE_KINDS else None
    return (with_none or f"[{', '.join(words)}]",)


def read_values(
    thing: YamlMapping,
    attributes: dict[str, Attribute],
    fields: frozenset[str],
    names: IdTable,
    own_boxes: bool = False,
) -> dict[str, AttributeDatum]:
    """Return a thing's values by attribute.

    Args:
        thing: The thing.
        attributes: The declared attributes.
        fields: Fields of the thing that aren't attributes.
        names: The game's ids.
        own_boxes: True if the thing is a box that each seat has; it may then name another such box.
    """
    found: dict[str, AttributeDatum] = {}
    for name, node in thing.values.items():
        if name in fields:
            continue
        if name not in attributes:
            if "attributes" in names.incomplete_kinds:
                continue  # it may be a column whose declaration was wrong
            known = [*sorted(fields), *attributes]
            message = f"unknown field `{name}`"
            only = _only_missing_column(thing, name, fields, attributes) or _meant_field(name, known)
            declared = f"{name}: {_kind_of(node.data)}"
            fields_here = f"; the fields here are {', '.join(known)}; `attributes:` declares more, as `{declared}`"
            if _meant_field(name, known) is None:
                message += fields_here
            if only in fields:
                names.incomplete_kinds.add("fields")  # what it says of the thing is missing
            names.problems.add(thing.keys[name], "unknown-field", message, suggestion=only, otherwise=fields_here)
            thing.removed_keys.add(name)
            continue
        found[name] = _value(node, attributes[name], names, own_boxes)
    missed = [attribute for name, attribute in attributes.items() if name not in thing.values]
    unknown = [name for name in thing.values if name not in fields and name not in attributes]
    for attribute in missed:
        found[attribute.id] = False if attribute.kind == "flag" else None
        misspelt = any(
            closest_match(name, [attribute.id]) or _only_missing_column(thing, name, fields, attributes)
            for name in unknown
        )
        if attribute.kind != "flag" and not attribute.optional and not thing.damaged and not misspelt:
            kind = f"[{', '.join(attribute.values)}]" if attribute.kind == "values" else attribute.kind
            declared = f"`{attribute.id}: {{is: {kind}, optional: true}}`"
            message = f"the attribute `{attribute.id}` is missing; if not all have one, declare it as {declared}"
            names.problems.add(thing, "missing-field", message)
    return found


def _meant_field(name: str, known: Sequence[str]) -> str | None:
    """Return the field or column that was probably meant by an unknown one: a synonym, or one that is much alike."""
    meant = closest_name(name, known)
    is_alike = meant is not None and (is_synonym(name, meant) or closest_match(name, [meant], ALIKE) is not None)
    return meant if is_alike else None


def _kind_of(value: object) -> str:
    """Return the type of a column with a value."""
    return "flag" if isinstance(value, bool) else "number" if isinstance(value, int) else "text"


def _only_missing_column(
    thing: YamlMapping, name: str, fields: Collection[str], attributes: Mapping[str, Attribute]
) -> str | None:
    """Return the one column in which a thing has no value, if the value of its only unknown field fits it."""
    missing = [
        each
        for each in attributes.values()
        if each.id not in thing.values and each.kind != "flag" and not each.optional
    ]
    unknown = [each for each in thing.values if each not in fields and each not in attributes]
    if len(missing) != 1 or unknown != [name]:
        return None
    column, value = missing[0], thing.values[name].data
    is_number = column.kind == "number" and isinstance(value, int) and not isinstance(value, bool)
    return column.id if is_number or (column.kind == "values" and value in column.values) else None


def _value(node: YamlNode, attribute: Attribute, names: IdTable, own_boxes: bool) -> AttributeDatum:
    """Return one value; a wrong one is reported and read as nothing."""
    data: Any = node.data
    kind = attribute.kind
    if kind == "flag":
        return data if isinstance(data, bool) else _wrong(node, attribute, "true or false", names, False)
    if kind == UNCLEAR:
        return None
    if attribute.optional and (data is None or (data == attribute.none and attribute.none is not None)):
        return None
    if kind == "number":
        if isinstance(data, int) and not isinstance(data, bool):
            _check_range(node, attribute, names)
            return data
        return _wrong(node, attribute, "a whole number", names)
    if kind == "text":
        return data if isinstance(data, str) else _wrong(node, attribute, "text", names)
    if kind == "values":
        return _listed_value(node, attribute, names)
    return _thing_id(node, attribute, names, own_boxes)


def _listed_value(node: YamlNode, attribute: Attribute, names: IdTable) -> AttributeDatum:
    """Return a value that must be one of those that the attribute lists."""
    data: Any = node.data
    if not isinstance(data, str):
        return _wrong(node, attribute, f"one of {', '.join(attribute.values)}", names)
    if data in attribute.values:
        return data
    known = [*attribute.values, attribute.none] if attribute.none else [*attribute.values]
    message = f"`{data}` isn't a value of `{attribute.id}`; it is one of {', '.join(known)}"
    names.problems.add(node, "unknown-value", message, data, known)
    return None


def _thing_id(node: YamlNode, attribute: Attribute, names: IdTable, own_boxes: bool) -> AttributeDatum:
    """Return a value that must be the id of a thing of the attribute's kind."""
    data, kind = node.data, attribute.kind
    if not isinstance(data, str):
        return _wrong(node, attribute, f"the id of a {kind}", names)
    none = (attribute.none,) if attribute.none else ()
    if not names.check_reference(node, data, kind, also=none) or (kind == "seat" and data not in names.seats):
        return None  # a seat that does not play with this number of players
    box = names.declaring_node("box", data) if kind == "box" else None
    if box is not None and box.get_plain("for") == "seat" and not own_boxes:
        message = f"each seat has a `{data}` of its own, so it can't be named here"
        names.problems.add(node, "box-of-seats", message)
        return None
    return data


def _check_range(node: YamlNode, attribute: Attribute, names: IdTable) -> None:
    """Warn of a number outside the declared range."""
    low, high = attribute.low, attribute.high
    if (low is None or node.data >= low) and (high is None or node.data <= high):
        return
    span = f"at least {low}" if high is None else f"at most {high}" if low is None else f"from {low} to {high}"
    message = f"`{attribute.id}` is declared to be {span}, but this is {node.data}"
    if attribute.path and node.source.path != attribute.where.file:
        end = "from" if low is not None and node.data < low else "to"
        message += f"; for a wider range: change: [{{at: {attribute.path}/{end}, to: {node.data}}}]"
    names.problems.warn(node, "out-of-range", message)


def _wrong(
    node: YamlNode, attribute: Attribute, wanted: str, names: IdTable, instead: AttributeDatum = None
) -> AttributeDatum:
    names.problems.add(node, "wrong-type", f"expected {wanted}, found {describe(node.data)} (`{attribute.id}`)")
    return instead


def warn_of_duplicates(things: Sequence[YamlMapping], attributes: dict[str, Attribute], names: IdTable) -> None:
    """Warn of duplicates among things with the same columns: the cards of a deck, the spaces, the boxes of a group.

    Things with the same title are warned of unless they look like copies of each other.
    """
    for attribute in attributes.values():
        first: dict[object, YamlMapping] = {}
        for thing in things if attribute.unique else ():
            node = thing.get(attribute.id)
            if not isinstance(node, YamlScalar) or node.data == attribute.none:
                continue
            other = first.setdefault(node.data, thing)
            if other is not thing:
                message = f"`{attribute.id}` is declared to be unique, but `{other.data['id']}` has {node.data}, too"
                names.problems.warn(node, "printed-twice", message)
    titled: dict[str, YamlMapping] = {}
    for thing in things:
        if "title" not in thing.values:
            continue
        other = titled.setdefault(title_of(thing, "")["en"], thing)
        if other is not thing and not _are_copies(thing, other, attributes):
            message = f"`{other.data['id']}` has the same title; what is no copy of another needs a title of its own"
            names.problems.warn(thing.values["title"], "title-twice", message)


def _are_copies(one: YamlMapping, other: YamlMapping, attributes: dict[str, Attribute]) -> bool:
    """True if two things look like copies of each other.

    Signs are ids that differ only in digits, and the same event; or, of things of which one has no event, equal values
    in all columns that aren't unique.
    """
    if re.sub(r"[_\d]+", "", one.data["id"]) == re.sub(r"[_\d]+", "", other.data["id"]):
        return True
    events = one.get_plain("event"), other.get_plain("event")
    if None not in events:
        return bool(events[0] == events[1])
    alike = [name for name, attribute in attributes.items() if not attribute.unique]
    return bool(alike) and all(one.get_plain(name) == other.get_plain(name) for name in alike)
