"""Reads scenarios: examples of play, with a position, the answers that are given, and what holds afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.errors import Problem, RulebookError, Where, errors_of
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.files import FoundFile, list_files, read_files, source_of
from interpreter.rulebook.given import Given, Known, read_given
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.nodes import Items, Mapping, Node, Problems, Scalar
from interpreter.rulebook.schema import check_shape
from interpreter.rulebook.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Holds:
    """A condition of the language holds."""

    condition: Text
    where: Where


@dataclass(frozen=True, slots=True)
class Options:
    """Keys of options are on offer (`has`), or are not."""

    has: bool
    keys: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class View:
    """Ids are somewhere in what a seat sees (`has`), or are not."""

    seat: str
    has: bool
    ids: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class TableKeeps:
    """Exactly these options are left when the table of the seat that is asked has been read to its end."""

    keys: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over. `winners` is empty if nobody won; None: it does not matter who, or why. `scores` by seat."""

    winners: tuple[str, ...] | None
    reason: str | None
    scores: tuple[tuple[str, int], ...]
    side: str | None
    where: Where


@dataclass(frozen=True, slots=True)
class Decides:
    """A seat is asked now."""

    seat: str
    where: Where


BY_TABLE = "by_table"

Then = Holds | Options | View | TableKeeps | Over | Decides


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat takes the option with this key, or BY_TABLE the one that its table says."""

    seat: str
    key: str
    where: Where


@dataclass(frozen=True, slots=True)
class Scenario:
    """One example of play. `players` is None where the game's own number will do."""

    name: str
    rule: str | None
    variants: tuple[str, ...]
    players: int | None
    given: Given
    when: tuple[Answer, ...]
    then: tuple[Then, ...]
    where: Where


def load_scenarios(rulebook: Rulebook, paths: Iterable[str] | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a game's folder, or of the files given. Raises RulebookError with all problems of all files."""
    scenarios, problems = read_scenarios(rulebook, paths)
    if errors_of(problems):
        raise RulebookError(problems)
    return scenarios


def read_scenarios(
    rulebook: Rulebook, paths: Iterable[str] | None = None, books: dict[tuple[str, ...], Rulebook] | None = None
) -> tuple[tuple[Scenario, ...], tuple[Problem, ...]]:
    """As `load_scenarios`, but the problems, warnings too, are handed back beside the scenarios that could be read. The
    game with the variants that they are about is put into `books`."""
    problems = Problems()
    if paths is None:
        listing = Problems()  # what is wrong with other files is told when the game is loaded
        found = [file for file in list_files(rulebook.folder, listing) if file.kind == "scenarios"]
        here = os.path.join(rulebook.folder, "scenarios")
        problems.extend(problem for problem in listing.sorted() if problem.where.file.startswith(here))
    else:
        found = [FoundFile("scenarios", path, path, os.path.realpath(path)) for path in paths]
    texts, _ = read_files(found, rulebook.folder, problems)
    scenarios: list[Scenario] = []
    names: dict[str, Scenario] = {}
    books = {} if books is None else books
    books[rulebook.variants] = rulebook  # a scenario that names no variants is about the plain game
    for file, text in texts.values():
        root = read_yaml(source_of(file, text), text, problems)
        for node in _entries(root, problems):
            book = _with_variants(node, books, problems)
            if book is None:
                continue
            scenario = _scenario(node, book, problems)
            scenarios.append(scenario)
            first = names.setdefault(scenario.name, scenario)
            if first is not scenario:
                message = f"there is a scenario of this name already, at {first.where}"
                problems.add(node.values["name"], "name-twice", message)
    return tuple(scenarios), (*problems.sorted(), *problems.warnings())


def _with_variants(node: Mapping, books: dict[tuple[str, ...], Rulebook], problems: Problems) -> Rulebook | None:
    """The rulebook with the variants that a scenario asks for; None if they can't be had, which is reported."""
    variants = tuple(node.plain("variants", ()))
    if variants not in books:
        try:
            folder = next(iter(books.values())).folder
            books[variants] = load_rulebook(folder, variants=variants)
        except RulebookError as error:
            first = error.problems[0]
            spot = node.values.get("variants", node)
            problems.add(spot, "no-variants", first.message, suggestion=first.suggestion)
            return None
    return books[variants]


def _entries(root: Node | None, problems: Problems) -> list[Mapping]:
    """The scenarios of a file that have the right shape."""
    nodes = root.items if isinstance(root, Items) else [] if root is None else [root]
    shaped = [check_shape(node, "scenarios", problems) for node in nodes]
    return [each.root for each in shaped if each is not None]


def _scenario(node: Mapping, rulebook: Rulebook, problems: Problems) -> Scenario:
    players = node.plain("players")
    low, high = rulebook.players
    if players is not None and not low <= players <= high:
        message = f"{players} players: the game is for {low}" + (f" to {high}" if high > low else "")
        problems.add(node.values["players"], "players-out-of-range", message)
        players = None
    known = Known(rulebook, players, problems)
    return Scenario(
        node.data["name"],
        node.plain("rule"),
        tuple(node.plain("variants", ())),
        players,
        read_given(node.mapping("given"), known),
        tuple(answer for item in node.items_of("when") for answer in _answers(item, known)),
        tuple(then for item in node.items_of("then") if (then := _then(item, known)) is not None),
        node.where,
    )


def _answers(item: Node, known: Known) -> list[Answer]:
    if not isinstance(item, Mapping):
        return []
    found = []
    for seat, key in item.values.items():
        if known.refers(item.keys[seat], seat, "seat"):
            found.append(Answer(seat, str(key.data), item.keys[seat].where))
    return found


def _then(item: Node, known: Known) -> Then | None:
    if isinstance(item, Scalar):
        return Holds(item.text, item.where)
    if not isinstance(item, Mapping):
        return None
    word, value = next(iter(item.values.items()))
    where = item.keys[word].where
    if word in ("options has", "options lacks"):
        return Options(word == "options has", _keys(value), where)
    if word == "table keeps":
        return TableKeeps(_keys(value), where)
    if word == "decides":
        return Decides(value.data, where) if known.refers(value, value.data, "seat") else None
    if word == "over" and isinstance(value, Mapping):
        scores = value.mapping("scores")
        spots = scores.values.items() if scores is not None else ()
        counted = tuple(
            (seat, node.data) for seat, node in spots if scores and known.refers(scores.keys[seat], seat, "seat")
        )
        side = value.get("side")
        named = side.data if side is not None and known.refers(side, side.data, "side") else None
        return Over(_winners(value, known), value.plain("reason"), counted, named, where)
    seat, has = word.removeprefix("view of ").rsplit(" ", 1)
    if not known.refers(item.keys[word], seat, "seat"):
        return None
    for spot in value.items if isinstance(value, Items) else [value]:
        known.refers(spot, str(spot.data), "thing")
    return View(seat, has == "has", _keys(value), where)


def _keys(value: Node) -> tuple[str, ...]:
    return tuple(str(key) for key in value.data) if isinstance(value, Items) else (str(value.data),)


def _winners(value: Mapping, known: Known) -> tuple[str, ...] | None:
    node = value.get("winner")
    if node is None:
        return None
    if node.data == "nobody":
        return ()
    spots = node.items if isinstance(node, Items) else [node]
    return tuple(spot.data for spot in spots if known.refers(spot, spot.data, "seat"))
