"""Warnings about accidental duplicates in print: equal titles, and equal values of unique attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.rulebook.ids import IdTable, title_of
from interpreter.rulebook.model import Attribute
from interpreter.rulebook.nodes import YamlMapping, YamlScalar


def warn_of_duplicates(things: Sequence[YamlMapping], attributes: dict[str, Attribute], names: IdTable) -> None:
    """Warn of duplicates among things with the same columns: the cards of a deck, the spaces, the boxes of a group."""
    for attribute in attributes.values():
        if attribute.unique:
            _values(things, attribute, names)
    _titles(things, attributes, names)


def _values(things: Sequence[YamlMapping], attribute: Attribute, names: IdTable) -> None:
    first: dict[object, YamlMapping] = {}
    for thing in things:
        node = thing.get(attribute.id)
        if not isinstance(node, YamlScalar) or node.data == attribute.none:
            continue
        other = first.setdefault(node.data, thing)
        if other is not thing:
            message = f"`{attribute.id}` is declared to be unique, but `{other.data['id']}` has {node.data}, too"
            names.problems.warn(node, "printed-twice", message)


def _titles(things: Sequence[YamlMapping], attributes: dict[str, Attribute], names: IdTable) -> None:
    """Warn of two things with the same title that do not look like copies of each other."""
    first: dict[str, YamlMapping] = {}
    for thing in things:
        if "title" not in thing.values:
            continue
        other = first.setdefault(title_of(thing, "")["en"], thing)
        if other is not thing and not _are_copies(thing, other, attributes):
            message = f"`{other.data['id']}` has the same title, but neither looks like a copy of the other"
            names.problems.warn(thing.values["title"], "title-twice", message)


def _are_copies(one: YamlMapping, other: YamlMapping, attributes: dict[str, Attribute]) -> bool:
    """True if two things look like copies of each other.

    Signs are ids that differ only in digits, the same event, or equal values in all columns that aren't unique.
    """
    if re.sub(r"[_\d]+", "", one.data["id"]) == re.sub(r"[_\d]+", "", other.data["id"]):
        return True
    if one.get_plain("event") is not None and one.get_plain("event") == other.get_plain("event"):
        return True
    alike = [name for name, attribute in attributes.items() if not attribute.unique]
    return bool(alike) and all(one.get_plain(name) == other.get_plain(name) for name in alike)
