"""The changes that an overlay asks for, each with the place it touches, looked up in the files and ready to be made.

Comparison of the values that an overlay expects with those in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

from interpreter.rulebook.building.ids import describe
from interpreter.rulebook.overlays.lines import (
    find_lines,
    is_whole_text,
    line_paths,
    replace_in_target,
    unique_lines,
)
from interpreter.rulebook.overlays.near_paths import new_field_hint
from interpreter.rulebook.overlays.overlays import Overlay
from interpreter.rulebook.overlays.paths import (
    BEGINNINGS,
    LIST_PATHS,
    NO_FIELDS,
    CanonicalPath,
    PathTarget,
    UnknownPathError,
    find_target,
    label_of,
)
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import (
    Problems,
    YamlList,
    YamlMapping,
    YamlNode,
    YamlScalar,
    closest_name,
    is_synonym,
)
from interpreter.support.errors import Location

_LONGEST_QUOTE = 60


def check_expected(path: str, node: YamlNode | None, expected: YamlNode, problems: Problems) -> None:
    """Report the value at a path if it isn't the expected one; without a node, there is no value."""
    if is_same(node.data if node else None, expected.data):
        return
    if isinstance(node, YamlScalar) and isinstance(node.data, str) and isinstance(expected.data, str):
        here, there, where = _first_difference(node, expected.data)
        message = f"`{path}` says {here}, in {where}; this variant expects {there}"
    else:
        place = f", in {node.where}" if node is not None else ""
        message = (
            f"`{path}` is {_quote(node.data if node else None)}{place}; this variant expects {_quote(expected.data)}"
        )
    problems.add(expected, "moved-base", message)


def _field_for(thing: YamlMapping, value: YamlScalar) -> str | None:
    """Return the only field of a thing that has a value of the same type, for texts one of the language; else None."""
    fields = [key for key, node in thing.values.items() if key not in NO_FIELDS and type(node.data) is type(value.data)]
    if isinstance(value.data, str):
        fields = [key for key in fields if key in _TEXTS] or fields
    return fields[0] if len(fields) == 1 else None


_TEXTS = ("event", "do", "means", "when")
"""Fields with texts of the language, of which a thing mostly has one."""


def is_same(here: object, there: object) -> bool:
    """True if two plain values are equal, apart from blanks at the end of texts."""
    if isinstance(here, str) and isinstance(there, str):
        return here.rstrip() == there.rstrip()
    if isinstance(here, list) and isinstance(there, list):
        return len(here) == len(there) and all(is_same(one, other) for one, other in zip(here, there, strict=True))
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() == there.keys() and all(is_same(here[key], there[key]) for key in here)
    return type(here) is type(there) and here == there


def _first_difference(node: YamlScalar, expected: str) -> tuple[str, str, Location]:
    """Return the first lines in which two texts differ, and the place of the first text's line."""
    here, there = node.data.rstrip().split("\n"), expected.rstrip().split("\n")
    at = next(at for at in range(max(len(here), len(there))) if here[at : at + 1] != there[at : at + 1])
    where = node.text.place_at(min(at, len(here) - 1) + 1, 1)
    lines = [lines[at].strip() if at < len(lines) else None for lines in (here, there)]
    pairs = zip_longest(lines[0] or "", lines[1] or "")
    same = next(number for number, (one, other) in enumerate(pairs) if one != other)
    return _line(lines[0], same), _line(lines[1], same), where


def _line(line: str | None, same: int) -> str:
    """Return a line in backticks; if it is long, the part around the end of its first `same` letters."""
    if line is None:
        return "no more"
    start = max(0, same - _LONGEST_QUOTE // 2) if len(line) > _LONGEST_QUOTE else 0
    end = start + _LONGEST_QUOTE
    return f"`{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}`"


def _quote(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list):
        told = f"[{', '.join(each[:_LONGEST_QUOTE] if isinstance(each, str) else _quote(each) for each in value)}]"
        return f"`{told}`" if len(told) <= _LONGEST_QUOTE else describe(value)
    return f"`{value[:_LONGEST_QUOTE]}`" if isinstance(value, str) else describe(value)


SINGLE_VALUES = ("start", "score", "aim", "side", "goal", "image", "captured to", "remembered positions")
"""First steps of paths that lead to a single value, not a list."""

FILES = {"decks": "cards", "bots": "bot"}
"""First steps of paths to things that have a file each, with the kind of the file."""

BEFORE = "before "
"""Prefix of a path under `add`: new things go before the thing at the path."""

MOST_FIELDS = 12
"""Maximum number of fields that a message lists."""

ADDED = "add"
"""The kind of a change that adds something, in its content."""

_KEPT = ("id", "say")
"""Fields that a replacement inherits from the replaced thing unless it has them itself."""


@dataclass(frozen=True, slots=True, eq=False)
class OverlayChange:
    """A change that an overlay asks for.

    Attributes:
        spot: The place in the overlay where it is asked for.
        name: The path as a message shows it.
        steps: The canonical path of the place that it touches.
        make: A function that makes the change.
        is_addition: True if it only adds something.
        is_removal: True if it removes something.
        settling_entry: The same change as an entry of a `with` part: the name of the list, and the entry. None if that
            can't settle a clash.
        line: The line of a text that it touches, if it does not touch the whole text.
        further_lines: Paths of further lines that it touches, below the first one.
        content: The new value, with the kind of the change. Two changes of one place with the same content are the same
            change. None for a removal of a line or a file.
    """

    overlay: Overlay
    spot: YamlScalar
    name: str
    steps: CanonicalPath
    make: Callable[[], None]
    is_addition: bool = True
    is_removal: bool = False
    settling_entry: tuple[str, Any] | None = None
    line: str | None = None
    further_lines: tuple[CanonicalPath, ...] = ()
    content: Any = None

    @property
    def description(self) -> str:
        """The name of the touched place in a message."""
        return f"`{self.name}`" if self.line is None else f"the line `{self.line}` of `{self.name}`"

    def is_same(self, other: OverlayChange) -> bool:
        """True if another change does the same to the same place, so that one of them is enough."""
        return self.content is not None and self.places == other.places and self.content == other.content

    @property
    def added_id(self) -> str | None:
        """The id of the thing that it adds, or None."""
        data = self.content[1] if self.content is not None and self.content[0] == ADDED else None
        found = data.get("id") if isinstance(data, dict) else None
        return found if isinstance(found, str) else None

    @property
    def places(self) -> tuple[CanonicalPath, ...]:
        """The paths of everything that it touches."""
        return (self.steps, *self.further_lines)


@dataclass(frozen=True, slots=True)
class UnresolvedPath:
    """A path that leads nowhere.

    Attributes:
        spot: Its place in the overlay.
        error: The error.
        kind: `add`, `before`, `change`, `replace` or `remove`.
        new: The value for its place; None if it is to be removed.
    """

    spot: YamlScalar
    error: UnknownPathError
    kind: str
    new: YamlNode | None = None

    @property
    def is_value(self) -> bool:
        """True if a single value is to be changed."""
        return self.kind == "change" and isinstance(self.new, YamlScalar)


def read_changes(
    documents: Documents, overlay: Overlay, part: YamlMapping, problems: Problems
) -> tuple[list[OverlayChange], list[UnresolvedPath]]:
    """Return the changes that a part of an overlay asks for, removals first, and the paths that lead nowhere.

    Differences between the game and the values that the overlay expects are added to `problems`.
    """
    return _ChangeReader(documents, overlay, problems).read(part)


def touched_paths(documents: Documents, overlay: Overlay, part: YamlMapping) -> set[CanonicalPath]:
    """Return the paths of existing things that a part of an overlay changes, replaces or removes, and of new things."""
    items = [*part.mappings("change"), *part.mappings("replace")]
    spots = [(path_of(item), item.get("line")) for item in items]
    spots += [(spot, None) for spot in part.list_items("remove") if isinstance(spot, YamlScalar)]
    found: set[CanonicalPath] = set()
    for spot, line in spots:
        try:
            target = find_target(documents, str(spot.data))
        except UnknownPathError:
            continue
        if line is None:
            found.add(target.steps)
        elif isinstance(target.node, YamlScalar):
            for lines in find_lines(target.node.text, str(line.data)):
                whole = is_whole_text(target.node.text, lines)
                found.update([target.steps] if whole else line_paths(target.steps, target.node, lines))
    for addition in _ChangeReader(documents, overlay, Problems()).additions(part):
        with suppress(UnknownPathError):
            found.update(change.steps for change in addition.read())
    return found


def path_of(item: YamlMapping) -> YamlScalar:
    """Return the path in an entry of `change` or `replace`."""
    spot = item.values["at"]
    assert isinstance(spot, YamlScalar)
    return spot


@dataclass(frozen=True, slots=True)
class _Request:
    """A change that is asked for, and a function that returns what it changes."""

    kind: str
    spot: YamlScalar
    new: YamlNode | None
    read: Callable[[], list[OverlayChange]]


class _ChangeReader:
    def __init__(self, documents: Documents, overlay: Overlay, problems: Problems) -> None:
        self._documents = documents
        self._overlay = overlay
        self._problems = problems

    def read(self, part: YamlMapping) -> tuple[list[OverlayChange], list[UnresolvedPath]]:
        requests: list[_Request] = []
        removed = [spot for spot in part.list_items("remove") if isinstance(spot, YamlScalar)]
        requests += [_Request("remove", spot, None, partial(self._remove, spot)) for spot in removed]
        requests += [
            _Request("replace", path_of(item), item.values["with"], partial(self._replace, item))
            for item in part.mappings("replace")
        ]
        requests += [
            _Request("change", path_of(item), item.values["to"], partial(self._change, item))
            for item in part.mappings("change")
        ]
        requests += self.additions(part)
        found: list[OverlayChange] = []
        lost: list[UnresolvedPath] = []
        for request in requests:
            try:
                found += request.read()
            except UnknownPathError as nothing:
                lost.append(UnresolvedPath(request.spot, nothing, request.kind, request.new))
        return found, lost

    def additions(self, part: YamlMapping) -> list[_Request]:
        """Return what a part adds, with the paths to which it adds that."""
        requests: list[_Request] = []
        for spot, node in part.section("add").entries():
            if spot.data.startswith(BEFORE):
                spot = _new_key(spot.data.removeprefix(BEFORE), spot)
                requests.append(_Request("before", spot, node, partial(self._add_before, spot, node)))
            else:
                requests.append(_Request(ADDED, spot, node, partial(self._add, spot, node)))
        return requests

    # -- existing things

    def _target(self, spot: YamlScalar) -> PathTarget:
        """Return the target of a path; a field that isn't there yet is allowed."""
        path = str(spot.data)
        if path in BEGINNINGS and path not in SINGLE_VALUES:
            raise UnknownPathError(f"`{path}` isn't a single thing; add an id or a wording, as in `{path}/…`")
        target = find_target(self._documents, path)
        if target.steps == ("game", "id"):
            raise UnknownPathError("the game's id stays as it is: it tells which game this is a variant of")
        if target.parent is None:
            raise UnknownPathError(f"`{path}` is a whole file; name a part of it")
        return target

    def _existing(self, spot: YamlScalar, unless: str = "") -> tuple[PathTarget, YamlNode]:
        """Return the target of a path and its node, which must exist.

        `unless` is added to the message of the error, and says how a change can do without the node.
        """
        target = self._target(spot)
        if target.node is None:
            path = str(spot.data)
            wrong = len(path) - len(target.key), len(target.key)
            there = list(target.parent.values) if isinstance(target.parent, YamlMapping) else []
            fields = [each for each in there if each not in NO_FIELDS or not is_synonym(target.key, each)]
            meant = closest_name(target.key, fields)
            if meant is not None:
                raise UnknownPathError(f"there is no `{path}`", path.removesuffix(target.key) + meant, wrong)
            listed = f"; the fields there are {', '.join(there)}" if there and len(there) <= MOST_FIELDS else ""
            raise UnknownPathError(f"there is no `{path}`{listed}{unless}", wrong=wrong)
        return target, target.node

    def _changed(
        self, spot: YamlScalar, target: PathTarget, make: Callable[[], None], again: tuple[str, Any], gone: bool = False
    ) -> list[OverlayChange]:
        kind, entry = again
        content = kind, {**entry, "at": None, "from": None} if isinstance(entry, dict) else None
        return [
            OverlayChange(self._overlay, spot, str(spot.data), target.steps, make, False, gone, again, content=content)
        ]

    def _remove(self, spot: YamlScalar) -> list[OverlayChange]:
        beginning, _, thing_id = str(spot.data).partition("/")
        several = self._documents.several[FILES[beginning]] if beginning in FILES else []
        if files := [root for root in several if label_of(root) == thing_id]:

            def make() -> None:
                several[:] = [root for root in several if root not in files]

            again = ("remove", spot.data)
            return [OverlayChange(self._overlay, spot, str(spot.data), (beginning, thing_id), make, False, True, again)]
        target, _ = self._existing(spot)
        return self._changed(spot, target, target.remove, ("remove", spot.data), gone=True)

    def _replace(self, item: YamlMapping) -> list[OverlayChange]:
        spot, new = path_of(item), item.values["with"]
        target, old = self._existing(spot)
        if not isinstance(old, YamlMapping) or not isinstance(new, YamlMapping):
            raise UnknownPathError(f"`{spot.data}` isn't a thing that can be replaced; use `change` for a single value")
        for key, node in item.section("from").entries():
            check_expected(f"{spot.data}/{key.data}", old.get(key.data), node, self._problems)
        again = ("replace", {"at": spot.data, "with": dict(new.data)})
        for name in _KEPT:
            if name not in new.values and name in old.values:
                new.keys[name], new.values[name], new.data[name] = old.keys[name], old.values[name], old.data[name]
        return self._changed(spot, target, partial(target.put, new, spot), again)

    def _change(self, item: YamlMapping) -> list[OverlayChange]:
        spot, new = path_of(item), item.values["to"]
        expected = item.values.get("from")
        line = item.values.get("line")
        if isinstance(line, YamlScalar) and isinstance(new, YamlScalar):
            return self._change_line(item, line, new)
        fresh = self._overlay.is_setting or (expected is not None and expected.data is None)
        target = self._target(spot) if fresh else self._existing(spot, new_field_hint(str(spot.data)))[0]
        if isinstance(target.node, YamlMapping) and label_of(target.node) is not None and isinstance(new, YamlScalar):
            fields = list(target.node.values)
            listed = f", {', '.join(fields)}" if len(fields) <= MOST_FIELDS else ""
            only = _field_for(target.node, new)
            meant = None if only is None else f"{spot.data}/{only}"
            raise UnknownPathError(f"`{spot.data}` is a whole thing: name one of its fields{listed}", meant)
        if expected is not None and not self._report_part(item, target.node, expected):
            check_expected(str(spot.data), target.node, expected, self._problems)
        as_new = {"from": None} if fresh else {}
        again = ("change", {"at": spot.data, **as_new, "to": new.data})
        return self._changed(spot, target, partial(target.put, new, _new_key(target.key, spot)), again)

    def _report_part(self, item: YamlMapping, node: YamlNode | None, expected: YamlNode) -> bool:
        """Report a `from` that has some lines of a longer text, which are changed with `line`; True if it is one."""
        if not isinstance(node, YamlScalar) or not isinstance(node.data, str) or not isinstance(expected.data, str):
            return False
        found = find_lines(node.text, expected.data)
        if len(found) != 1 or is_whole_text(node.text, found[0]):
            return False
        path, key = path_of(item).data, item.keys["from"]
        message = f"`{path}` has this as a line of a longer text: `line` in place of `from` changes only that"
        self._problems.add(key, "moved-base", message, suggestion="`line`")
        return True

    def _change_line(self, item: YamlMapping, wanted: YamlScalar, new: YamlScalar) -> list[OverlayChange]:
        spot, path = path_of(item), str(path_of(item).data)
        target, text = self._existing(spot)
        if "from" in item.values:
            message = "leave out `from`: `line` already says what is expected there"
            self._problems.add(item.keys["from"], "line-and-from", message)
        if not isinstance(text, YamlScalar) or not isinstance(text.data, str):
            raise UnknownPathError(f"`{path}` isn't a text, so it has no lines; leave out `line` to change the value")
        if not isinstance(new.data, str | None):
            self._problems.add(new, "no-text", "a line is replaced by a text, or by `null` to remove it")
        lines = unique_lines(path, text, wanted, self._problems)
        if lines is None:
            return []
        key = _new_key(target.key, spot)
        if is_whole_text(text.text, lines):
            again = ("change", {"at": path, "to": new.data})
            return self._changed(spot, target, partial(target.put, new, key), again)
        again = ("change", {"at": path, "line": wanted.data, "to": new.data})
        first, *others = line_paths(target.steps, text, lines)
        make = partial(replace_in_target, target, lines, new, key)
        said = lines[0].content.strip()
        content = again[0], wanted.data, new.data
        return [
            OverlayChange(self._overlay, spot, path, first, make, False, False, again, said, tuple(others), content)
        ]

    # -- new things

    def _add(self, spot: YamlScalar, node: YamlNode) -> list[OverlayChange]:
        path = str(spot.data)
        if path in FILES:
            several = self._documents.several[FILES[path]]
            files = [item for item in _list_items(node, path) if isinstance(item, YamlMapping)]
            return [self._addition(spot, path, (path,), item, partial(several.append, item)) for item in files]
        if path == "connections":
            return self._add_connections(node)
        steps, holder = self._holder(path, node)
        if isinstance(holder, YamlList):
            return [
                self._addition(spot, path, steps, item, partial(_insert, holder, item))
                for item in _list_items(node, path)
            ]
        return self._add_fields(path, steps, holder, node)

    def _add_before(self, spot: YamlScalar, node: YamlNode) -> list[OverlayChange]:
        path = str(spot.data)
        target, beginning = find_target(self._documents, path), path.partition("/")[0]
        holder: YamlList | list[YamlMapping]
        if isinstance(target.parent, YamlList):
            holder = target.parent
        elif target.parent is None and beginning in FILES:
            holder = self._documents.several[FILES[beginning]]
        else:
            raise UnknownPathError(f"`{path}` isn't in a list, so nothing can be added before it")
        row = _row(holder)
        followers = row[next(index for index, item in enumerate(row) if item is target.node) :]
        return [
            self._addition(spot, beginning, target.steps[:-1], item, partial(_insert, holder, item, followers))
            for item in _list_items(node, f"before {path}")
        ]

    def _add_fields(self, path: str, steps: CanonicalPath, holder: YamlMapping, node: YamlNode) -> list[OverlayChange]:
        if not isinstance(node, YamlMapping):
            raise UnknownPathError(f"`{path}` holds fields (`key: value`), not a list")
        for name in node.values:
            if name in holder.values:
                raise UnknownPathError(f"`{path}/{name}` already exists; use `change` to give it another value")
        found = []
        for key, value in node.entries():
            make = partial(holder.put, key.data, value, key)
            name, content = f"{path}/{key.data}", (ADDED, value.data)
            found.append(OverlayChange(self._overlay, key, name, (*steps, key.data), make, content=content))
        return found

    def _add_connections(self, node: YamlNode) -> list[OverlayChange]:
        if not isinstance(node, YamlMapping):
            raise UnknownPathError("connections are added under `two_way` or `one_way`, as in map.yaml")
        root = self._get_or_create("map", "connections", node)
        found = []
        for way, pairs in node.values.items():
            if way not in ("two_way", "one_way") or not isinstance(root, YamlMapping):
                raise UnknownPathError("connections are added under `two_way` or `one_way`, as in map.yaml")
            holder = root.values.get(way)
            if not isinstance(holder, YamlList):
                holder = YamlList(pairs.source, pairs.line, pairs.column)
                root.put(way, holder, node.keys[way])
            for pair in _list_items(pairs, f"connections/{way}"):
                ends = [str(end) for end in pair.data] if isinstance(pair, YamlList) else []
                steps = ("connections", "/".join(sorted(ends) if way == "two_way" else ends))
                make = partial(_insert, holder, pair)
                found.append(OverlayChange(self._overlay, node.keys[way], "/".join(steps), steps, make))
        return found

    def _holder(self, path: str, node: YamlNode) -> tuple[CanonicalPath, YamlList | YamlMapping]:
        """Return the list or mapping to which things are added, with its path; create it if the game has none."""
        if path == "words":
            kind = "vocabulary" if "vocabulary" in self._documents.single else "sequence"
            return ("words",), self._get_or_create(kind, path, node)
        if path in LIST_PATHS and path not in SINGLE_VALUES:
            kind, name = LIST_PATHS[path]
            return (kind, name), self._get_or_create(kind, name, node)
        beginning, _, deck = path.partition("/")
        if beginning == "cards" and deck and "/" not in deck:
            decks = [str(root.data["deck"]) for root in self._documents.several["cards"]]
            if deck not in decks:
                paths = " or ".join(f"`cards/{each}`" for each in dict.fromkeys(decks)) or "none, so `decks` gets one"
                message = f"there is no deck `{deck}`; cards are added to their deck, {paths}"
                raise UnknownPathError(message, wrong=(len("cards/"), len(deck)))
            roots = [root for root in self._documents.several["cards"] if root.data["deck"] == deck]
            cards = roots[-1].values["cards"]
            assert isinstance(cards, YamlList)
            return ("cards",), cards
        target = find_target(self._documents, path)
        if isinstance(target.node, (YamlList, YamlMapping)):
            return target.steps, target.node
        raise UnknownPathError(f"`{path}` is neither a list nor a mapping: nothing can be added to it")

    def _get_or_create(self, kind: str, name: str, like: YamlNode) -> YamlList | YamlMapping:
        """Return a list or mapping of a file, and create it if there is none.

        One that stays empty does no harm.
        """
        single = self._documents.single
        root = single.setdefault(kind, YamlMapping(like.source, like.line, like.column))
        held = root.values.get(name)
        if isinstance(held, (YamlList, YamlMapping)):
            return held
        made = (YamlMapping if isinstance(like, YamlMapping) else YamlList)(like.source, like.line, like.column)
        root.put(name, made, YamlScalar(like.source, like.line, like.column, 1, name))
        return made

    def _addition(
        self, spot: YamlScalar, path: str, steps: CanonicalPath, item: YamlNode, make: Callable[[], None]
    ) -> OverlayChange:
        """Return a change that adds an item to a list; an item without an id or wording never clashes with another."""
        label = label_of(item)
        name = f"{path}/{label}" if label is not None else path
        steps = (*steps, label or f"{self._overlay.id} {item.line} {item.column}")
        return OverlayChange(self._overlay, spot, name, steps, make, content=(ADDED, item.data))


def _new_key(name: str, spot: YamlScalar) -> YamlScalar:
    """Return a key for a new field, placed at the last step of the path that names it."""
    last = spot.part(len(str(spot.data)) - len(name), len(name))
    return YamlScalar(spot.source, last.line, last.column, last.length, name)


def _insert(holder: YamlList | list[YamlMapping], item: YamlNode, followers: Sequence[YamlNode] = ()) -> None:
    """Insert an item before the first of its followers that is still there or has been replaced, else at the end."""
    row = _row(holder)
    places = (
        at
        for follower in followers
        for at, there in enumerate(row)
        if there is follower or (label_of(there) is not None and label_of(there) == label_of(follower))
    )
    index = next(places, len(row))
    row.insert(index, item)
    if isinstance(holder, YamlList):
        holder.data.insert(index, item.data)


def _row(holder: YamlList | list[YamlMapping]) -> list[Any]:
    return holder.items if isinstance(holder, YamlList) else holder


def _list_items(node: YamlNode, path: str) -> list[YamlNode]:
    if not isinstance(node, YamlList):
        raise UnknownPathError(f"the things to add to `{path}` have to be in a list")
    return node.items
