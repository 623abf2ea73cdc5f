"""Comparison of two games' files: the changes with which a variant turns one game into the other.

Items correspond if their ids are equal, phrases if their first wordings are. Items with neither are matched by title
or by content. Lists keep their order: a new item is inserted before the item that follows it. Only the order of
phrases, connections and fields has no meaning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from interpreter.rulebook.overlays.changes import BEFORE, SINGLE_VALUES, is_same
from interpreter.rulebook.overlays.lines import line_changes
from interpreter.rulebook.overlays.paths import LIST_PATHS, UnknownPathError, find_target, label_of, labels_of
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.support.errors import Location, Problem

INEXPRESSIBLE = "not-as-variant"
"""Error code of a difference that a variant can't express."""

REPLACED_AS_WHOLE = frozenset({"title", "about", "source", "noun"})
"""Fields that are replaced as a whole, even if they hold mappings."""


@dataclass(slots=True)
class Differences:
    """The sections of a variant's file, and the differences that it can't express.

    Attributes:
        inexpressible: A problem for each difference that a variant can't express.
        places: Positions in the second game, or in the first one for removals, by their path of keys and indices in
            the variant.
    """

    remove: list[str] = field(default_factory=list)
    change: list[dict[str, Any]] = field(default_factory=list)
    add: dict[str, Any] = field(default_factory=dict)
    bends: list[Any] = field(default_factory=list)
    inexpressible: list[Problem] = field(default_factory=list)
    places: dict[tuple[str | int, ...], Location] = field(default_factory=dict)

    def add_removal(self, path: str, node: YamlNode) -> None:
        """Record the removal of a node."""
        self.places["remove", len(self.remove)] = node.where
        self.remove.append(path)

    def add_change(self, path: str, old: YamlNode | None, new: YamlNode) -> None:
        """Record a new value at a path, as line changes if the text has few of them."""
        said: list[dict[str, Any]] = [{"from": _data(old), "to": new.data}]
        if isinstance(old, YamlScalar) and isinstance(old.data, str) and isinstance(new.data, str):
            said = [{"line": each.line, "to": each.to} for each in line_changes(old.text, new.data)] or said
        for each in said:
            self.places["change", len(self.change)] = new.where
            self.change.append({"at": path, **each})

    def add_items(self, path: str, nodes: Sequence[YamlNode]) -> None:
        """Append new items to a list."""
        held = self.bends if path == "bends" else self.add.setdefault(path, [])
        for node in nodes:
            self.places[(path, len(held)) if path == "bends" else ("add", path, len(held))] = node.where
            held.append(node.data)

    def add_field(self, path: str, name: str, node: YamlNode) -> None:
        """Record a new field of a mapping."""
        self.places["add", path, name] = node.where
        self.add.setdefault(path, {})[name] = node.data

    @property
    def change_count(self) -> int:
        """Number of changes, without those that a variant can't express."""
        changed = {change["at"] for change in self.change}
        return len(self.remove) + len(changed) + sum(map(len, self.add.values())) + len(self.bends)


SKIPPED_FIELDS = frozenset({"game/id", "map/connections", "map/source"})
"""Fields that aren't compared directly: not part of a variant, filled in by the reader, or compared separately."""


def differences(base: Documents, other: Documents, compare_title: bool) -> Differences:
    """Return the changes that turn the first game into the second one.

    `compare_title`: compare the title of the game, too.
    """
    comparison = _Comparison(base, other)
    comparison.compare(SKIPPED_FIELDS if compare_title else SKIPPED_FIELDS | {"game/title"})
    return comparison.found


def inexpressible_problem(what: str, spot: YamlNode, why: str) -> Problem:
    """Return the problem for a difference that a variant can't express, and the reason."""
    message = f"a variant can't express the difference in {what}: {why}"
    return Problem(spot.where, INEXPRESSIBLE, message, excerpt=spot.source.excerpt(spot.line), length=spot.length)


class _Comparison:
    def __init__(self, base: Documents, other: Documents) -> None:
        self.found = Differences()
        self._base = base
        self._other = other

    def compare(self, left_out: frozenset[str]) -> None:
        listed = {name for kind, name in LIST_PATHS.values() if kind in ("game", "map")}
        for kind in ("game", "map"):
            before, after = self._base.single.get(kind), self._other.single.get(kind)
            for name in _fields(before, after):
                if name not in listed and f"{kind}/{name}" not in left_out:
                    self._value(f"{kind}/{name}", _get(before, name), _get(after, name))
        for beginning, (kind, name) in LIST_PATHS.items():
            old, new = (_get(each.single.get(kind), name) for each in (self._base, self._other))
            if beginning in SINGLE_VALUES:
                self._value(beginning, old, new)
            elif beginning in ("groups", "glossary"):
                self._by_key(beginning, old, new)
            elif isinstance(old, YamlMapping) or isinstance(new, YamlMapping) or (name in listed and new is None):
                self._value(f"{kind}/{name}", old, new)
            else:
                self._list(beginning, _items(old), _items(new))
        self._words("words", _in_texts(self._base, "words"), _in_texts(self._other, "words"))
        self._list("bends", _in_texts(self._base, "bends"), _in_texts(self._other, "bends"))
        self._connections()
        self._decks()
        self._bots()

    # -- single values

    def _value(self, path: str, old: YamlNode | None, new: YamlNode | None) -> None:
        """Record the changes from one value to another, including nested values; None stands for a missing value."""
        if is_same(_data(old), _data(new)):
            return
        last = path.rpartition("/")[2]
        if old is None or new is None:
            self._set(path, old, new)
        elif isinstance(old, YamlMapping) and isinstance(new, YamlMapping) and last not in REPLACED_AS_WHOLE:
            for name in _fields(old, new):
                self._value(f"{path}/{name}", _get(old, name), _get(new, name))
        elif (
            isinstance(old, YamlList) and isinstance(new, YamlList) and _is_mapping_list(old) and _is_mapping_list(new)
        ):
            self._list(path, old.items, new.items)
        else:
            self._set(path, old, new)

    def _set(self, path: str, old: YamlNode | None, new: YamlNode | None) -> None:
        if not self._check_path(path, old, new or old):
            return
        if new is not None:
            self.found.add_change(path, old, new)
        elif old is not None:
            self.found.add_removal(path, old)

    def _check_path(self, path: str, node: YamlNode | None, spot: YamlNode | None, may_be_file: bool = False) -> bool:
        """Return True if a path leads to a node, or to a place for a new field; otherwise record a problem.

        Whole files can't be changed, but they can be put before one another.
        """
        try:
            target = find_target(self._base, path)
        except UnknownPathError:
            return self._record_inexpressible(path, spot)
        found = target.node is node and (may_be_file or target.parent is not None)
        return found or self._record_inexpressible(path, spot)

    def _record_inexpressible(self, path: str, spot: YamlNode | None, why: str = "no path leads there") -> bool:
        assert spot is not None
        self.found.inexpressible.append(inexpressible_problem(f"`{path}`", spot, why))
        return False

    # -- lists

    def _by_key(self, path: str, old: YamlNode | None, new: YamlNode | None) -> None:
        """Compare mappings whose entries are named by their keys: groups of boxes and the glossary."""
        for name in _fields(old, new):
            one, other = _get(old, name), _get(new, name)
            if one is None and other is not None:
                self.found.add_field(path, name, other)
            else:
                self._value(f"{path}/{name}", one, other)

    def _list(self, path: str, old: Sequence[YamlNode], new: Sequence[YamlNode], to: str | None = None) -> None:
        """Record the changes from one list to another. `to`: path for new items at the end, if it isn't `path`."""
        named = _has_unique_names(old) and _has_unique_names(new)
        keys, others = (
            [str(_name(item)) if named else json.dumps(item.data, sort_keys=True) for item in items]
            for items in (old, new)
        )
        paths = [f"{path}/{label}" for label in _labels(old)]
        for what, start, end, new_start, new_end in SequenceMatcher(None, keys, others, autojunk=False).get_opcodes():
            both = min(end - start, new_end - new_start) if what == "equal" or not named else 0
            for at in range(both):
                self._item(paths[start + at], old[start + at], new[new_start + at])
            for at in range(start + both, end):
                self._set(paths[at], old[at], None)
            if added := new[new_start + both : new_end]:
                anchor = f"{BEFORE}{paths[end]}" if end < len(old) else to or path
                self._add(anchor, old[end] if end < len(old) else None, added)

    def _item(self, path: str, old: YamlNode, new: YamlNode) -> None:
        """Compare two list items; an item without a name and with other fields is replaced."""
        if (
            isinstance(old, YamlMapping)
            and isinstance(new, YamlMapping)
            and (_name(old) or old.keys.keys() == new.keys.keys())
        ):
            self._value(path, old, new)
        elif not is_same(old.data, new.data):
            self._set(path, old, new)

    def _add(self, path: str, anchor: YamlNode | None, items: Sequence[YamlNode]) -> None:
        if anchor is None or self._check_path(path.removeprefix(BEFORE), anchor, items[0], may_be_file=True):
            self.found.add_items(path, items)

    def _words(self, path: str, old: Sequence[YamlNode], new: Sequence[YamlNode]) -> None:
        """Compare the phrases of a file, regardless of their order."""
        before, after = ({_name(item): item for item in items} for items in (old, new))
        for name, item in before.items():
            self._value(f"{path}/{name}", item, after.get(name))
        if added := [item for name, item in after.items() if name not in before]:
            self._add(path, None, added)

    # -- parts spread over several lists or files

    def _connections(self) -> None:
        before, after = (_get(each.single.get("map"), "connections") for each in (self._base, self._other))
        if after is None:
            self._value("map/connections", before, after)
            return
        old, new = _connections_by_ends(before), _connections_by_ends(after)
        for (way, ends), pair in old.items():
            if (way, ends) not in new:
                self._set(f"connections/{ends[0]}/{ends[1]}", pair, None)
        for way in ("two_way", "one_way"):
            added = YamlList(after.source, after.line, after.column)
            added.items = [pair for (one, ends), pair in new.items() if one == way and (way, ends) not in old]
            added.data = [pair.data for pair in added.items]
            if added.items:
                self.found.add_field("connections", way, added)

    def _decks(self) -> None:
        old, new = _by_deck(self._base), _by_deck(self._other)
        self._files(
            "decks",
            {deck_id: roots[0] for deck_id, roots in old.items()},
            {deck_id: _merged_deck(new[deck_id]) for deck_id in new},
        )
        for deck_id in (each for each in old if each in new):
            for name in ("title", "attributes"):
                self._value(
                    f"decks/{deck_id}/{name}", _first_value(old[deck_id], name), _first_value(new[deck_id], name)
                )
            cards, others = (
                [card for root in roots for card in root.list_items("cards")] for roots in (old[deck_id], new[deck_id])
            )
            self._list("cards", cards, others, to=f"cards/{deck_id}")

    def _bots(self) -> None:
        old, new = ({str(label_of(root)): root for root in each.several["bot"]} for each in (self._base, self._other))
        self._files("bots", old, new)
        for bot_id in (each for each in old if each in new):
            path = f"bots/{bot_id}"
            for name in _fields(old[bot_id], new[bot_id]):
                one, other = old[bot_id].get(name), new[bot_id].get(name)
                if name == "words" and isinstance(one, YamlList) and isinstance(other, YamlList):
                    self._words(f"{path}/words", one.items, other.items)
                else:
                    self._value(f"{path}/{name}", one, other)

    def _files(self, beginning: str, old: dict[str, YamlMapping], new: dict[str, YamlMapping]) -> None:
        """Record removed and new files; a new file is inserted before the one that follows it."""
        for file_id in (each for each in old if each not in new):
            self.found.add_removal(f"{beginning}/{file_id}", old[file_id])
        both = [file_id for file_id in new if file_id in old]
        if both != [file_id for file_id in old if file_id in new]:
            self._record_inexpressible(f"{beginning}/{both[0]}", new[both[0]], "they are in another order")
        for file_id in (each for each in new if each not in old):
            rest = list(new)[list(new).index(file_id) :]
            following = next((each for each in rest if each in old), None)
            self.found.add_items(beginning if following is None else f"{BEFORE}{beginning}/{following}", [new[file_id]])


def _in_texts(documents: Documents, name: str) -> list[YamlNode]:
    """Return the entries of a list that the vocabulary and the sequence can both have."""
    return [item for kind in ("vocabulary", "sequence") for item in documents.get(kind).list_items(name)]


def _data(node: YamlNode | None) -> Any:
    return None if node is None else node.data


def _get(node: YamlNode | None, name: str) -> YamlNode | None:
    return node.get(name) if isinstance(node, YamlMapping) else None


def _fields(*nodes: YamlNode | None) -> Iterator[str]:
    """Yield the field names of several mappings without duplicates."""
    yield from dict.fromkeys(name for node in nodes if isinstance(node, YamlMapping) for name in node.values)


def _items(node: YamlNode | None) -> Sequence[YamlNode]:
    return node.items if isinstance(node, YamlList) else ()


def _is_mapping_list(node: YamlList) -> bool:
    """Return True if a list is non-empty and all its items are mappings."""
    return bool(node.items) and all(isinstance(item, YamlMapping) for item in node.items)


def _name(item: YamlNode) -> str | None:
    """Return the id, first wording or title of an item; None if it has none."""
    label = labels_of(item, 0)[0]
    return None if label == "0" else label


def _has_unique_names(items: Sequence[YamlNode]) -> bool:
    """Return True if all items have names, without duplicates."""
    names = [_name(item) for item in items]
    return None not in names and len(set(names)) == len(names)


def _labels(items: Sequence[YamlNode]) -> list[str]:
    """Return the path labels of a list's items: their names, or numbers from 1 for missing or duplicate names."""
    names = [_name(item) for item in items]
    return [
        name if name is not None and names.count(name) == 1 else str(number)
        for number, name in enumerate(names, start=1)
    ]


def _connections_by_ends(connections: YamlNode | None) -> dict[tuple[str, tuple[str, str]], YamlNode]:
    """Return the connections of a map by direction and ends. The ends of two-way connections are sorted."""
    found: dict[tuple[str, tuple[str, str]], YamlNode] = {}
    for way in ("two_way", "one_way"):
        for pair in _items(_get(connections, way)):
            first, second = (str(end) for end in pair.data)
            ends = (min(first, second), max(first, second)) if way == "two_way" else (first, second)
            found[way, ends] = pair
    return found


def _by_deck(documents: Documents) -> dict[str, list[YamlMapping]]:
    found: dict[str, list[YamlMapping]] = {}
    for root in documents.several["cards"]:
        found.setdefault(str(label_of(root)), []).append(root)
    return found


def _first_value(roots: Sequence[YamlMapping], name: str) -> YamlNode | None:
    """Return the first value of a field in the files of a deck; None if no file has it."""
    return next((root.values[name] for root in roots if root.get(name) is not None), None)


def _merged_deck(roots: Sequence[YamlMapping]) -> YamlMapping:
    """Return the files of a deck merged into one mapping."""
    if len(roots) == 1:
        return roots[0]
    first = roots[0]
    whole, cards = YamlMapping(first.source, first.line, first.column), YamlList(first.source, first.line, first.column)
    for root in roots:
        for name, value in root.values.items():
            if name not in whole.values:
                whole.put(name, value, root.keys[name])
        cards.items += root.list_items("cards")
        cards.data += [card.data for card in root.list_items("cards")]
    whole.put("cards", cards)
    return whole
