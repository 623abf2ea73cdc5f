"""Paths into a game's files, by which overlays name the things that they change: `tracks/ID/start`, `cards/ID/event`.

A path begins with the name of a list, independent of the file that contains it. Ids, wordings and fields follow. An
item without an id or wording is named by its title or its number in the list, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.rulebook.building.ids import DECLARED_IN
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.schema.game_fields import PLAYER_TEXT_FIELDS
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import slug
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

LIST_PATHS = {field: (file, field) for file, field in DECLARED_IN.values() if file != "cards"} | {
    "glossary": ("vocabulary", "glossary"),
    "start": ("sequence", "start"),
    "score": ("sequence", "score"),
    "aim": ("sequence", "aim"),
    "side": ("sequence", "side"),
    "certain": ("sequence", "certain"),
    "watch": ("sequence", "watch"),
    "captured to": ("pieces", "captured to"),
    "remembered positions": ("pieces", "remembered positions"),
    **{field: ("game", field) for field in PLAYER_TEXT_FIELDS},
}
"""First steps of a path with the file and field that they mean; BEGINNINGS has further ones."""

WHOLE = ("game", "map")
"""Files whose fields can be named by a path as well (`map/attributes`, `game/title`)."""

_OF_RULES = tuple(field for field in LIST_PATHS if field not in PLAYER_TEXT_FIELDS)
BEGINNINGS = (*_OF_RULES, *WHOLE, "cards", "decks", "words", "bends", "connections", "bots", *PLAYER_TEXT_FIELDS)

_FILES = frozenset(file for file, _ in LIST_PATHS.values()) - set(BEGINNINGS)
"""Files that are no beginning of a path."""

MOST_STEPS = 4
"""Maximum number of steps of a path that are corrected in a suggestion."""

NO_FIELDS = ("number", "flag", "turn", "seat")
"""Words of the format that are no fields, but may be the names of a game's columns; they have no synonyms in paths."""

CanonicalPath = tuple[str, ...]
"""A path in canonical form: with the first wording of a word, the id of a thing."""


@dataclass(frozen=True, slots=True)
class PathTarget:
    """The target of a path.

    Attributes:
        steps: The canonical path.
        parent: The mapping or list that contains it; None if it can't be removed.
        key: Its key, if the parent is a mapping.
        node: The node; None for a field that isn't there.
    """

    steps: CanonicalPath
    parent: YamlMapping | YamlList | None
    key: str
    node: YamlNode | None

    def put(self, node: YamlNode, key: YamlScalar) -> None:
        """Replace the node by another one; `key` is the place of a new field's key."""
        if isinstance(self.parent, YamlMapping):
            self.parent.put(self.key, node, key)
        elif isinstance(self.parent, YamlList) and self.node is not None:
            self.parent.insert(self.parent.items.index(self.node), node, replaced=1)

    def remove(self) -> None:
        """Remove the node from its parent."""
        if isinstance(self.parent, YamlMapping):
            self.parent.remove(self.key)
        elif isinstance(self.parent, YamlList) and self.node is not None:
            self.parent.insert(self.parent.items.index(self.node), replaced=1)


class UnknownPathError(Exception):
    """Raised for a path that leads nowhere.

    The message and the suggestion are computed only when they are read.

    Attributes:
        wrong_span: Offset and length of the wrong step in the path; None: the whole path.
    """

    def __init__(self, message: str, suggestion: str | None = None, wrong: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.wrong_span = wrong
        self._told = message, suggestion

    def explanation(self) -> tuple[str, str | None]:
        """Return the message, and the path that was probably meant."""
        return self._told

    @property
    def message(self) -> str:
        """The error message."""
        return self.explanation()[0]

    @property
    def suggestion(self) -> str | None:
        """The path that was probably meant, or None."""
        return self.explanation()[1]


@dataclass(frozen=True, slots=True)
class _PathStep:
    """A possible next step: its labels, and its target."""

    labels: tuple[str, ...]
    target: PathTarget


def find_target(documents: Documents, path: str) -> PathTarget:
    """Return the target of a path.

    Raises:
        UnknownPathError: The path leads nowhere.
    """
    beginning, _, rest = path.partition("/")
    if beginning not in BEGINNINGS:
        if not rest and beginning.split(".")[0] in BEGINNINGS:
            message = "the steps of a path are parted by `/`"
            raise UnknownPathError(message, beginning.replace(".", "/"), (0, len(beginning)))
        titled = (
            f"{each}/{entry.labels[0]}"
            for each in BEGINNINGS
            if each not in WHOLE and not beginning.islower()
            for _, entry in _titled(_things(documents, each), beginning)
        )
        named = (
            f"{each}/{beginning}"
            for each in BEGINNINGS
            if each not in WHOLE and any(beginning in entry.labels for entry in _things(documents, each))
        )
        fields = (f"{each}/{beginning}" for each in WHOLE if _has_field(documents, each, beginning))
        first = (next(each, None) for each in (titled, named, fields))
        meant = next(filter(None, first), None) or closest_match(beginning, BEGINNINGS)
        message = f"no path begins with `{beginning}`"
        if beginning in _FILES:
            there = [each for each in BEGINNINGS if LIST_PATHS.get(each, ("",))[0] == beginning]
            there += ["words", "bends"] if beginning in ("vocabulary", "sequence") else []
            message = f"paths begin with a list, not with its file: those into {beginning}.yaml with {', '.join(there)}"
        elif meant is None:
            message += f"; it can be {', '.join(BEGINNINGS)}"
        raise UnknownPathError(message, path.replace(beginning, meant, 1) if meant else None, (0, len(beginning)))
    if beginning in LIST_PATHS:
        kind, field = LIST_PATHS[beginning]
        root = documents.single.get(kind)
        target = PathTarget((kind, field), root, field, root.get(field) if root else None)
        return _walk(target, beginning, rest) if rest else target
    if beginning in WHOLE:
        target = PathTarget((beginning,), None, beginning, documents.single.get(beginning))
        return _walk(target, beginning, rest) if rest else target
    if not rest:
        labels = [entry.labels[0] for entry in _entries_of(documents, "decks")] if beginning == "cards" else []
        message = f"`{path}` isn't a single thing; add an id or a wording, as in `{beginning}/…`"
        if labels:
            decks = quote_names((f"cards/{label}" for label in labels[:3]), " or ")
            message = f"`{path}` isn't a single thing: a card is `cards/ID`; cards are added to their deck, {decks}"
        raise UnknownPathError(message, f"cards/{labels[0]}" if len(labels) == 1 else None)
    return _choose(_entries_of(documents, beginning), beginning, rest)


def _has_field(documents: Documents, file: str, field: str) -> bool:
    root = documents.single.get(file)
    return root is not None and field in root.values


def named_values(documents: Documents) -> Iterator[tuple[str, YamlScalar]]:
    """Yield the single values of the rules, each with a path that leads to it. Texts for players are left out."""
    told: set[int] = set()
    for beginning in BEGINNINGS:
        if beginning in PLAYER_TEXT_FIELDS or beginning == "game":
            continue
        if beginning in LIST_PATHS or beginning in WHOLE:
            targets = [(beginning, find_target(documents, beginning).node)]
        else:
            entries = _entries_of(documents, beginning)
            targets = [(f"{beginning}/{entry.labels[0]}", entry.target.node) for entry in entries]
        for path, node in targets:
            for found, scalar in _values_below(path, node):
                if id(scalar) not in told and find_target(documents, found).node is scalar:
                    told.add(id(scalar))
                    yield found, scalar


def _values_below(path: str, node: YamlNode | None) -> Iterator[tuple[str, YamlScalar]]:
    if isinstance(node, YamlScalar):
        yield path, node
    for step in _ways(node, ()):
        yield from _values_below(f"{path}/{step.labels[0]}", step.target.node)


def suggest_path(documents: Documents, path: str, suggestion: str | None) -> str | None:
    """Return the path that was probably meant by one that leads nowhere, or None.

    It is a similar path, corrected step by step, one without its first step, or one with another first step to the
    same thing.
    """
    steps = path.split("/")
    below = "/".join(steps[1:])
    is_thing = suggestion is not None and suggestion.endswith(f"/{path}")
    if not is_thing and steps[1:] and steps[1] in BEGINNINGS and leads_to_something(documents, below):
        return below
    for _ in range(MOST_STEPS):
        if suggestion is None:
            break
        try:
            find_target(documents, suggestion)
            return suggestion
        except UnknownPathError as nothing:
            suggestion = nothing.suggestion
    if path in BEGINNINGS:
        return None  # the path is right as far as it goes
    things = [(beginning, _things(documents, beginning)) for beginning in BEGINNINGS if beginning not in WHOLE]
    for first in (1, 0, 2):
        rest = "/".join(steps[first:])
        for beginning, entries in things:
            if not any(f"{rest}/".startswith(f"{label}/") for entry in entries for label in entry.labels):
                continue
            try:
                target = _choose(entries, beginning, rest)
            except UnknownPathError:
                continue
            if target.node is not None and not steps[first].isdecimal() and f"{beginning}/{rest}" != path:
                return f"{beginning}/{rest}"
    return None


def leads_to_something(documents: Documents, path: str) -> bool:
    """Return whether there is something at a path."""
    try:
        return find_target(documents, path).node is not None
    except UnknownPathError:
        return False


def _things(documents: Documents, beginning: str) -> list[_PathStep]:
    if beginning not in LIST_PATHS:
        return _entries_of(documents, beginning)
    kind, field = LIST_PATHS[beginning]
    root = documents.single.get(kind)
    return _ways(root.get(field), (kind, field)) if root else []


def label_of(node: YamlNode) -> str | None:
    """Return the id or first wording of a thing in a list; for a deck's file, the deck."""
    if isinstance(node, YamlMapping):
        for field in ("id", "deck"):
            if isinstance(node.get_plain(field), str):
                return str(node.get_plain(field))
        says = _wordings(node)
        return says[0] if says else None
    return None


def _entries_of(documents: Documents, beginning: str) -> list[_PathStep]:
    """Return the things that a first step stands for, if it isn't in LIST_PATHS."""
    single, several = documents.single, documents.several
    if beginning == "cards":
        return [entry for root in several["cards"] for entry in _ways(root.get("cards"), ("cards",))]
    if beginning == "words":
        roots = [root for kind in ("vocabulary", "sequence") if (root := single.get(kind))]
        return [entry for root in [*roots, *several["bot"]] for entry in _ways(root.get("words"), ("words",))]
    if beginning == "bends":
        return _bends(single)
    if beginning == "connections":
        return _connections(single.get("map"))
    roots = several["cards" if beginning == "decks" else "bot"]
    labelled = [(label_of(root), root) for root in roots]
    return [_PathStep((label,), PathTarget((beginning, label), None, label, root)) for label, root in labelled if label]


def _bends(single: dict[str, YamlMapping]) -> list[_PathStep]:
    """Return a game's own bends, labelled by their offer or by their number in both files together."""
    lists = [single[kind].get("bends") for kind in ("vocabulary", "sequence") if kind in single]
    holders = [(items, item) for items in lists if isinstance(items, YamlList) for item in items]
    found = []
    for number, (holder, item) in enumerate(holders, start=1):
        offer = item.get_plain("offer") if isinstance(item, YamlMapping) else None
        labels = (offer, str(number)) if isinstance(offer, str) else (str(number),)
        found.append(_PathStep(labels, PathTarget(("bends", "own", str(number)), holder, "", item)))
    return found


def _connections(root: YamlMapping | None) -> list[_PathStep]:
    lists = root.get_mapping("connections") if root else None
    found = []
    for way in ("two_way", "one_way"):
        pairs = lists.get(way) if lists else None
        for pair in pairs.items if isinstance(pairs, YamlList) else ():
            first, second = str(pair.data[0]), str(pair.data[1])
            labels = [f"{first}/{second}", f"{second}/{first}"] if way == "two_way" else [f"{first}/{second}"]
            parent = pairs if isinstance(pairs, YamlList) else None
            found.append(_PathStep(tuple(labels), PathTarget(("connections", min(labels)), parent, labels[0], pair)))
    return found


def _walk(target: PathTarget, shown: str, rest: str) -> PathTarget:
    entries = _ways(target.node, target.steps)
    if isinstance(target.node, YamlMapping) and "/" not in rest and rest not in target.node.values:
        return PathTarget((*target.steps, rest), target.node, rest, None)
    return _choose(entries, shown, rest)


def _choose(entries: list[_PathStep], shown: str, rest: str) -> PathTarget:
    """Return the target of the rest of a path, which begins with the label of one of the entries.

    Wordings can contain slashes, therefore the longest label that fits is used.
    """
    found = [(label, entry) for entry in entries for label in entry.labels if f"{rest}/".startswith(f"{label}/")]
    if not found and len(titled := _titled(entries, rest.partition("/")[0])) == 1:
        found = titled
    if not found:
        raise _UnknownStepError([label for entry in entries for label in entry.labels], shown, rest)
    longest = max(len(label) for label, _ in found)
    ways = [(label, entry.target) for label, entry in found if len(label) == longest]
    if longest == len(rest):
        return ways[0][1]
    ends = [_walk(target, f"{shown}/{label}", rest[longest + 1 :]) for label, target in ways]
    return next((end for end in ends if end.node is not None), ends[0])


def _titled(entries: list[_PathStep], step: str) -> list[tuple[str, _PathStep]]:
    """Return the things with an id that a step names by their title, or by the id that their title would have.

    The game may have given the thing another id since the path was written.
    """
    things = ((_title_of(entry.target.node), entry) for entry in entries)
    return [(step, entry) for title, entry in things if title is not None and step in (title, slug(title))]


def _title_of(node: YamlNode | None) -> str | None:
    """Return the English title of a thing with an id, or None."""
    if not isinstance(node, YamlMapping) or node.get_plain("id") is None:
        return None
    title = node.get_plain("title")
    found = title.get("en") if isinstance(title, dict) else title
    return found if isinstance(found, str) else None


class _UnknownStepError(UnknownPathError):
    """Raised if the rest of a path begins with none of the labels."""

    def __init__(self, labels: list[str], shown: str, rest: str) -> None:
        super().__init__("", wrong=(len(shown) + 1, len(rest.partition("/")[0])))
        self._labels = labels
        self._shown = shown
        self._rest = rest

    def explanation(self) -> tuple[str, str | None]:
        step = self._rest.partition("/")[0]
        for wanted in (step, self._rest.rpartition("/")[0], self._rest):  # a wording can contain a slash
            meant = closest_match(wanted, self._labels) if wanted else None
            if meant is not None:
                return f"there is no `{self._shown}/{wanted}`", f"{self._shown}/{meant}{self._rest[len(wanted) :]}"
        return f"there is no `{self._shown}/{step}`", None


def _ways(node: YamlNode | None, steps: CanonicalPath) -> list[_PathStep]:
    """Return the possible steps from a node."""
    if isinstance(node, YamlMapping):
        return [_PathStep((key,), PathTarget((*steps, key), node, key, value)) for key, value in node.values.items()]
    found = []
    for number, item in enumerate(node.items if isinstance(node, YamlList) else (), start=1):
        labels = labels_of(item, number)
        found.append(
            _PathStep(labels, PathTarget((*steps, labels[0]), node if isinstance(node, YamlList) else None, "", item))
        )
    return found


def labels_of(item: YamlNode, number: int) -> tuple[str, ...]:
    """Return the labels by which a path can name the item with this number, from 1, in a list; the best one first."""
    if isinstance(item, YamlMapping):
        if isinstance(item.get_plain("id"), str):
            return (item.data["id"],)
        if says := _wordings(item):
            return says
        title = item.get_plain("title")
        name = title.get("en") if isinstance(title, dict) else title
        if isinstance(name, str):
            return name, str(number)
    return (str(number),)


def _wordings(node: YamlMapping) -> tuple[str, ...]:
    say = node.get_plain("say")
    says = [say] if isinstance(say, str) else say if isinstance(say, list) else []
    return tuple(each for each in says if isinstance(each, str))
