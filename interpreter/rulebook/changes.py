"""The changes that an overlay asks for, each with the place it touches, looked up in the files and ready to be made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from interpreter.errors import nearest
from interpreter.rulebook.documents import Documents
from interpreter.rulebook.expected import expect
from interpreter.rulebook.line_changes import find_lines, is_all, put_lines, steps_of, the_lines
from interpreter.rulebook.lines import Line
from interpreter.rulebook.nodes import Items, Mapping, Node, Problems, Scalar
from interpreter.rulebook.overlays import Overlay
from interpreter.rulebook.paths import BEGINNINGS, LISTS, NoTarget, Steps, Target, find, label_of

SINGLE = ("start", "score", "side")
"""First steps of paths that lead to a single value, not a list."""

FILES = {"decks": "cards", "bots": "bot"}
"""First steps of paths to things that have a file each, with the kind of the file."""

BEFORE = "before "
"""Prefix of a path under `add`: new things go before the thing at the path."""

NEW_FIELD = "; a change that sets a new field says so: `from: null`"

_KEPT = ("id", "say")
"""Fields that a replacement inherits from the replaced thing unless it has them itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A change that an overlay asks for.

    Attributes:
        spot: The place in the overlay where it is asked for.
        name: The path as a message shows it.
        steps: The canonical path of the place that it touches.
        make: A function that makes the change.
        new: True if it only adds something.
        gone: True if it removes something.
        again: The same change as an entry of a `with` part: the name of the list, and the entry. None if that can't
            settle a clash.
        line: The line of a text that it touches, if it does not touch the whole text.
        also: Paths of further lines that it touches, below the first one.
    """

    overlay: Overlay
    spot: Scalar
    name: str
    steps: Steps
    make: Callable[[], None]
    new: bool = True
    gone: bool = False
    again: tuple[str, Any] | None = None
    line: str | None = None
    also: tuple[Steps, ...] = ()

    @property
    def called(self) -> str:
        """The name of the touched place in a message."""
        return f"`{self.name}`" if self.line is None else f"the line `{self.line}` of `{self.name}`"

    @property
    def places(self) -> tuple[Steps, ...]:
        """The paths of everything that it touches."""
        return (self.steps, *self.also)


Lost = tuple[Scalar, NoTarget]
"""A path that leads nowhere: its place in the overlay, and the error."""


def read_changes(
    documents: Documents, overlay: Overlay, part: Mapping, problems: Problems
) -> tuple[list[Change], list[Lost]]:
    """Return the changes that a part of an overlay asks for, removals first, and the paths that lead nowhere.

    Differences between the game and the values that the overlay expects are added to `problems`.
    """
    reader = _Reader(documents, overlay, problems)
    return reader.read(part)


def touched_by(documents: Documents, part: Mapping) -> set[Steps]:
    """Return the paths of existing things that a part of an overlay changes, replaces or removes."""
    items = [item for name in ("change", "replace") for item in part.items_of(name) if isinstance(item, Mapping)]
    spots = [(at(item), item.get("line")) for item in items]
    spots += [(spot, None) for spot in part.items_of("remove") if isinstance(spot, Scalar)]
    found: set[Steps] = set()
    for spot, line in spots:
        try:
            target = find(documents, str(spot.data))
        except NoTarget:
            continue
        if line is None:
            found.add(target.steps)
        elif isinstance(target.node, Scalar):
            for lines in find_lines(target.node.text, str(line.data)):
                found.update(_line_steps(target, target.node, lines))
    return found


def _line_steps(target: Target, text: Scalar, lines: list[Line]) -> tuple[Steps, ...]:
    """Return the paths that a change of lines touches: those of the lines, or the text's if they are all of it."""
    return (target.steps,) if is_all(text.text, lines) else steps_of(target.steps, text, lines)


def at(item: Mapping) -> Scalar:
    """Return the path in an entry of `change` or `replace`."""
    spot = item.values["at"]
    assert isinstance(spot, Scalar)
    return spot


class _Reader:
    def __init__(self, documents: Documents, overlay: Overlay, problems: Problems) -> None:
        self._documents = documents
        self._overlay = overlay
        self._problems = problems

    def read(self, part: Mapping) -> tuple[list[Change], list[Lost]]:
        requests: list[tuple[Scalar, Callable[[], list[Change]]]] = []
        for spot in part.items_of("remove"):
            if isinstance(spot, Scalar):
                requests.append((spot, partial(self._remove, spot)))
        for name, read in (("replace", self._replace), ("change", self._change)):
            for item in part.items_of(name):
                if isinstance(item, Mapping):
                    requests.append((at(item), partial(read, item)))
        added = part.mapping("add")
        for path, node in added.values.items() if added else ():
            assert added is not None
            spot = added.keys[path]
            if path.startswith(BEFORE):
                spot = _called(path.removeprefix(BEFORE), spot)
                requests.append((spot, partial(self._add_before, spot, node)))
            else:
                requests.append((spot, partial(self._add, spot, node)))
        found: list[Change] = []
        lost: list[Lost] = []
        for spot, request in requests:
            try:
                found += request()
            except NoTarget as nothing:
                lost.append((spot, nothing))
        return found, lost

    # -- existing things

    def _target(self, spot: Scalar) -> Target:
        """Return the target of a path; a field that isn't there yet is allowed."""
        path = str(spot.data)
        if path in BEGINNINGS and path not in SINGLE:
            raise NoTarget(f"`{path}` is no single thing; an id or a wording follows, as in `{path}/…`")
        target = find(self._documents, path)
        if target.steps == ("game", "id"):
            raise NoTarget("the game's id stays as it is: it tells which game this is a variant of")
        if target.parent is None:
            raise NoTarget(f"`{path}` is a whole file; what is in it can be changed")
        return target

    def _there(self, spot: Scalar, unless: str = "") -> tuple[Target, Node]:
        """Return the target of a path and its node, which must exist.

        `unless` is added to the message of the error, and says how a change can do without the node.
        """
        target = self._target(spot)
        if target.node is None:
            path = str(spot.data)
            wrong = len(path) - len(target.key), len(target.key)
            meant = nearest(target.key, target.parent.values) if isinstance(target.parent, Mapping) else None
            if meant is not None:
                raise NoTarget(f"there is no `{path}`", path.removesuffix(target.key) + meant, wrong)
            raise NoTarget(f"there is no `{path}`{unless}", wrong=wrong)
        return target, target.node

    def _made(
        self, spot: Scalar, target: Target, make: Callable[[], None], again: tuple[str, Any], gone: bool = False
    ) -> list[Change]:
        return [Change(self._overlay, spot, str(spot.data), target.steps, make, False, gone, again)]

    def _remove(self, spot: Scalar) -> list[Change]:
        beginning, _, id = str(spot.data).partition("/")
        several = self._documents.several[FILES[beginning]] if beginning in FILES else []
        if files := [root for root in several if label_of(root) == id]:
            make = partial(_take_out_files, several, files)
            again = ("remove", spot.data)
            return [Change(self._overlay, spot, str(spot.data), (beginning, id), make, False, True, again)]
        target, _ = self._there(spot)
        return self._made(spot, target, target.take_out, ("remove", spot.data), gone=True)

    def _replace(self, item: Mapping) -> list[Change]:
        spot, new = at(item), item.values["with"]
        target, old = self._there(spot)
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            raise NoTarget(f"`{spot.data}` is no thing that can be replaced; `change` sets a single value")
        expected = item.mapping("from")
        for name, node in expected.values.items() if expected else ():
            expect(f"{spot.data}/{name}", old.get(name), node, self._problems)
        again = ("replace", {"at": spot.data, "with": dict(new.data)})
        for name in _KEPT:
            if name not in new.values and name in old.values:
                new.keys[name], new.values[name], new.data[name] = old.keys[name], old.values[name], old.data[name]
        return self._made(spot, target, partial(target.put, new, spot), again)

    def _change(self, item: Mapping) -> list[Change]:
        spot, new = at(item), item.values["to"]
        expected = item.values.get("from")
        line = item.values.get("line")
        if isinstance(line, Scalar) and isinstance(new, Scalar):
            return self._change_line(item, line, new)
        fresh = self._overlay.typed or (expected is not None and expected.data is None)
        target = self._target(spot) if fresh else self._there(spot, NEW_FIELD)[0]
        if expected is not None:
            expect(str(spot.data), target.node, expected, self._problems)
        as_new = {"from": None} if fresh else {}
        again = ("change", {"at": spot.data, **as_new, "to": new.data})
        return self._made(spot, target, partial(target.put, new, _called(target.key, spot)), again)

    def _change_line(self, item: Mapping, wanted: Scalar, new: Scalar) -> list[Change]:
        spot, path = at(item), str(at(item).data)
        target, text = self._there(spot)
        if "from" in item.values:
            message = "`line` says what is expected to be there; `from` is for a whole value"
            self._problems.add(item.keys["from"], "line-and-from", message)
        if not isinstance(text, Scalar) or not isinstance(text.data, str):
            raise NoTarget(f"`{path}` is no text, so it has no `line`; leave that out to change the value")
        if not isinstance(new.data, str | None):
            self._problems.add(new, "no-text", "in place of a line comes a text, or `null` if it is taken out")
        lines = the_lines(path, text, wanted, self._problems)
        if lines is None:
            return []
        key = _called(target.key, spot)
        if is_all(text.text, lines):
            again = ("change", {"at": path, "to": new.data})
            return self._made(spot, target, partial(target.put, new, key), again)
        again = ("change", {"at": path, "line": wanted.data, "to": new.data})
        first, *others = steps_of(target.steps, text, lines)
        make = partial(put_lines, target, lines, new, key)
        said = lines[0].said.strip()
        return [Change(self._overlay, spot, path, first, make, False, False, again, said, tuple(others))]

    # -- new things

    def _add(self, spot: Scalar, node: Node) -> list[Change]:
        path = str(spot.data)
        if path in FILES:
            several = self._documents.several[FILES[path]]
            files = [item for item in _listed(node, path) if isinstance(item, Mapping)]
            return [self._new(spot, path, (path,), item, partial(several.append, item)) for item in files]
        if path == "connections":
            return self._add_connections(node)
        steps, holder = self._holder(path, node)
        if isinstance(holder, Items):
            return [self._new(spot, path, steps, item, partial(_append, holder, item)) for item in _listed(node, path)]
        return self._add_fields(path, steps, holder, node)

    def _add_before(self, spot: Scalar, node: Node) -> list[Change]:
        path = str(spot.data)
        target, beginning = find(self._documents, path), path.partition("/")[0]
        holder: Items | list[Mapping]
        if isinstance(target.parent, Items):
            holder = target.parent
        elif target.parent is None and beginning in FILES:
            holder = self._documents.several[FILES[beginning]]
        else:
            raise NoTarget(f"`{path}` does not stand in a list, so that nothing can be added before it")
        row = _row(holder)
        followers = row[next(index for index, item in enumerate(row) if item is target.node) :]
        return [
            self._new(spot, beginning, target.steps[:-1], item, partial(_insert, holder, item, followers))
            for item in _listed(node, f"before {path}")
        ]

    def _add_fields(self, path: str, steps: Steps, holder: Mapping, node: Node) -> list[Change]:
        if not isinstance(node, Mapping):
            raise NoTarget(f"`{path}` holds fields (`key: value`), not a list")
        for name in node.values:
            if name in holder.values:
                raise NoTarget(f"`{path}/{name}` is there already; `change` gives it another value")
        targets = [Target((*steps, name), holder, name, None) for name in node.values]
        return [
            Change(self._overlay, key, f"{path}/{key.data}", target.steps, partial(target.put, value, key))
            for target, value, key in zip(targets, node.values.values(), node.keys.values(), strict=True)
        ]

    def _add_connections(self, node: Node) -> list[Change]:
        if not isinstance(node, Mapping):
            raise NoTarget("connections are added by `two_way` or `one_way`, as they stand in a map")
        root = self._held("map", "connections", node)
        found = []
        for way, pairs in node.values.items():
            if way not in ("two_way", "one_way") or not isinstance(root, Mapping):
                raise NoTarget("connections are added by `two_way` or `one_way`, as they stand in a map")
            holder = root.values.get(way)
            if not isinstance(holder, Items):
                holder = Items(pairs.source, pairs.line, pairs.column)
                Target((), root, way, None).put(holder, node.keys[way])
            for pair in _listed(pairs, f"connections/{way}"):
                ends = [str(end) for end in pair.data] if isinstance(pair, Items) else []
                steps = ("connections", "/".join(sorted(ends) if way == "two_way" else ends))
                make = partial(_append, holder, pair)
                found.append(Change(self._overlay, node.keys[way], "/".join(steps), steps, make))
        return found

    def _holder(self, path: str, node: Node) -> tuple[Steps, Items | Mapping]:
        """Return the list or mapping to which things are added, with its path; create it if the game has none."""
        if path == "words":
            kind = "vocabulary" if "vocabulary" in self._documents.single else "sequence"
            return ("words",), self._held(kind, path, node)
        if path in LISTS and path not in SINGLE:
            kind, name = LISTS[path]
            return (kind, name), self._held(kind, name, node)
        beginning, _, deck = path.partition("/")
        if beginning == "cards" and deck and "/" not in deck:
            find(self._documents, f"decks/{deck}")
            roots = [root for root in self._documents.several["cards"] if root.data["deck"] == deck]
            cards = roots[-1].values["cards"]
            assert isinstance(cards, Items)
            return ("cards",), cards
        target = find(self._documents, path)
        if isinstance(target.node, (Items, Mapping)):
            return target.steps, target.node
        raise NoTarget(f"`{path}` is neither a list nor a mapping: nothing can be added to it")

    def _held(self, kind: str, name: str, like: Node) -> Items | Mapping:
        """Return a list or mapping of a file, and create it if there is none.

        One that stays empty does no harm.
        """
        single = self._documents.single
        root = single.setdefault(kind, Mapping(like.source, like.line, like.column))
        held = root.values.get(name)
        if isinstance(held, (Items, Mapping)):
            return held
        made = (Mapping if isinstance(like, Mapping) else Items)(like.source, like.line, like.column)
        Target((), root, name, None).put(made, Scalar(like.source, like.line, like.column, 1, name))
        return made

    def _new(self, spot: Scalar, path: str, steps: Steps, item: Node, make: Callable[[], None]) -> Change:
        """Return a change that adds an item to a list; an item without an id or wording never clashes with another."""
        label = label_of(item)
        name = f"{path}/{label}" if label is not None else path
        return Change(
            self._overlay, spot, name, (*steps, label or f"{self._overlay.id} {item.line} {item.column}"), make
        )


def _called(name: str, spot: Scalar) -> Scalar:
    """Return a key for a new field, placed at the last step of the path that names it."""
    last = spot.part(len(str(spot.data)) - len(name), len(name))
    return Scalar(spot.source, last.line, last.column, last.length, name)


def _take_out_files(several: list[Mapping], files: Sequence[Mapping]) -> None:
    several[:] = [root for root in several if root not in files]


def _append(holder: Items, item: Node) -> None:
    _insert(holder, item, ())


def _insert(holder: Items | list[Mapping], item: Node, followers: Sequence[Node]) -> None:
    """Insert an item before the first of its followers that is still there or has been replaced, else at the end."""
    row = _row(holder)
    index = next(
        (at for follower in followers for at, there in enumerate(row) if _stands_for(there, follower)), len(row)
    )
    row.insert(index, item)
    if isinstance(holder, Items):
        holder.data.insert(index, item.data)


def _row(holder: Items | list[Mapping]) -> list[Any]:
    return holder.items if isinstance(holder, Items) else holder


def _stands_for(item: Node, other: Node) -> bool:
    return item is other or (label_of(item) is not None and label_of(item) == label_of(other))


def _listed(node: Node, path: str) -> list[Node]:
    if not isinstance(node, Items):
        raise NoTarget(f"what is added to `{path}` stands in a list")
    return node.items
