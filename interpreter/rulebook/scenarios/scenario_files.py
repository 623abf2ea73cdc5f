"""A reader for scenarios: examples of play with a position, answers, and conditions that hold afterwards."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.building.ids import as_title
from interpreter.rulebook.model import Rulebook, Text, Title
from interpreter.rulebook.scenarios.expectations import Expectation, ExpectedCondition, read_expectations
from interpreter.rulebook.scenarios.given import GivenPosition, ReferenceChecker, read_given
from interpreter.rulebook.schema.documents import scenarios_of_game
from interpreter.rulebook.schema.validation import check_shape
from interpreter.rulebook.source.files import FolderFile, list_files, read_files, source_file
from interpreter.rulebook.source.library import VARIANT_FILE
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.rulebook.suggestion_trial import try_suggestions
from interpreter.support.errors import Location, Problem, RulebookError, errors_of

BY_TABLE = "by_table"
_ENTRY = re.compile(r"-(?: |$)")
"""The beginning of an entry of a list that isn't indented."""
MOST_GAMES = 100
"""Maximum number of different sets of variants in a game's scenarios."""


@dataclass(frozen=True, slots=True)
class ScenarioAnswer:
    """A seat's answer: the key of an option, or BY_TABLE for the one that the seat's table chooses."""

    seat: str
    key: Text
    where: Location


@dataclass(frozen=True, slots=True)
class ScenarioCheck:
    """Conditions that hold between two answers, or after the last one."""

    then: tuple[Expectation, ...]


ScenarioStep = ScenarioAnswer | ScenarioCheck


@dataclass(frozen=True, slots=True)
class Scenario:
    """One example of play.

    Attributes:
        rule: The place in the printed rulebook that it illustrates.
        players: Number of players; None: the game's default.
        given: Changes to the start of the game.
        steps: Answers and checks in order. The last one is the final check.
        mistakes: Errors because of which it can't be played.
        example: Title under which it is printed as an example of play; None if it isn't.
    """

    name: str
    rule: str | None
    variants: tuple[str, ...]
    players: int | None
    given: GivenPosition
    steps: tuple[ScenarioStep, ...]
    where: Location
    seed: int = 0
    mistakes: tuple[Problem, ...] = ()
    example: Title | None = None

    @property
    def expected(self) -> list[Expectation]:
        """All expectations, at any step."""
        return [then for step in self.steps if isinstance(step, ScenarioCheck) for then in step.then]

    @property
    def conditions(self) -> list[Text]:
        """The conditions that are expected, in order."""
        return [then.condition for then in self.expected if isinstance(then, ExpectedCondition)]

    @property
    def texts(self) -> list[Text]:
        """The texts of the language in it."""
        return self.conditions if self.given.begin is None else [self.given.begin, *self.conditions]

    @property
    def answers(self) -> list[ScenarioAnswer]:
        """All answers, in order."""
        return [step for step in self.steps if isinstance(step, ScenarioAnswer)]


def load_scenarios(rulebook: Rulebook, paths: Iterable[str] | None = None) -> tuple[Scenario, ...]:
    """Return the scenarios of a game's folder, or of the given files.

    Raises:
        RulebookError: Some of the files have errors; it has all of them.
    """
    scenarios, problems = read_scenarios(rulebook, paths)
    if errors_of(problems):
        raise RulebookError(problems)
    return scenarios


def variant_folders(rulebook: Rulebook) -> list[str]:
    """Return the folders of a rulebook's variants that have one of their own, with scenarios and records."""
    files = [variant.where.file for variant in rulebook.overlays]
    return [os.path.dirname(file) for file in files if os.path.basename(file) == VARIANT_FILE]


def read_scenarios(
    rulebook: Rulebook,
    paths: Iterable[str] | None = None,
    books: dict[tuple[str, ...], Rulebook] | None = None,
    places: Collection[Location] | None = None,
) -> tuple[tuple[Scenario, ...], tuple[Problem, ...]]:
    """Return scenarios like `load_scenarios`, including those with mistakes, and all errors and warnings.

    `books` receives the game with each set of variants that the scenarios use, by the variants. `places`, if given,
    limits the result to the scenarios that begin there; others in the same list aren't even parsed.
    """
    books = {} if books is None else books
    scenarios, problems = _read_scenarios(rulebook, paths, books, places)
    tried = try_suggestions(problems, lambda file: _read_scenarios(rulebook, [file], books, None)[1])
    better = dict(zip(problems, tried, strict=True))
    told = (replace(each, mistakes=tuple(better.get(one, one) for one in each.mistakes)) for each in scenarios)
    return (scenarios if tried == problems else tuple(told)), tried


def _read_scenarios(
    rulebook: Rulebook,
    paths: Iterable[str] | None,
    books: dict[tuple[str, ...], Rulebook],
    places: Collection[Location] | None,
) -> tuple[tuple[Scenario, ...], tuple[Problem, ...]]:
    """Read scenarios, with suggestions that haven't been tried."""
    problems = Problems()
    if paths is None:
        found = []
        for folder in (rulebook.folder, *variant_folders(rulebook)):
            listing = Problems()  # problems of other files are reported when the game is loaded
            files = [file for file in list_files(folder, listing) if file.kind in ("game", "scenarios")]
            found += files if folder == rulebook.folder else [_found(file.path) for file in files]
            here = os.path.join(folder, "scenarios")
            problems.extend(problem for problem in listing.errors() if problem.where.file.startswith(here))
    else:
        found = [_found(path) for path in paths]
    texts, _ = read_files(found, rulebook.folder, problems)
    scenarios: list[Scenario] = []
    names: dict[str, Scenario] = {}
    refused: dict[tuple[str, ...], Problem] = {}
    books[rulebook.variants] = rulebook  # a scenario that names no variants is about the plain game
    for file, text in texts.values():
        if places is not None and file.kind == "scenarios":
            text = _with_entries_at(text, {where.line for where in places if where.file == file.path})
        for entry in _entries(file, text, problems):
            if places is not None and entry.where not in places:
                continue
            before = len(problems)
            shaped = check_shape(entry, "scenarios", problems)
            book = None if shaped is None else _with_variants(shaped.root, books, refused, problems)
            if shaped is None or book is None:
                if mistakes := problems.since(before):
                    scenarios.append(_unreadable(entry, mistakes))
                continue
            scenario = _scenario(shaped.root, book, problems)
            first = names.setdefault(scenario.name, scenario)
            if first is not scenario:
                message = f"there is already a scenario with this name, at {first.where}"
                problems.add(shaped.root.values["name"], "name-twice", message)
            scenarios.append(replace(scenario, mistakes=problems.since(before)))
    return tuple(scenarios), (*problems.errors(), *problems.warnings())


def _found(path: str) -> FolderFile:
    kind = "game" if os.path.basename(path) == "game.yaml" else "scenarios"
    return FolderFile(kind, path, path, os.path.realpath(path))


def _entries(file: FolderFile, text: str, problems: Problems) -> list[YamlNode]:
    """Return the scenarios in a file: a list, a single one, or the section of a game.yaml."""
    if file.kind == "game":
        return scenarios_of_game(file, text)
    root = read_yaml(source_file(file, text), text, problems)
    return root.items if isinstance(root, YamlList) else [] if root is None else [root]


def _with_entries_at(text: str, lines: Collection[int]) -> str:
    """Return a file's text with blank lines in the place of the scenarios in which none of some lines is.

    They aren't read, and those that are keep their places. A file in another form than a plain list is left as it is.
    """
    rows = text.split("\n")
    first = next((row for row in rows if row.strip() and not row.startswith("#")), "")
    if not _ENTRY.match(first):
        return text
    starts = [number for number, row in enumerate(rows, start=1) if _ENTRY.match(row)]
    for start, end in pairwise([*starts, len(rows) + 1]):
        if not any(start <= line < end for line in lines):
            rows[start - 1 : end - 1] = [""] * (end - start)
    return "\n".join(rows)


def shape_problems(file: FolderFile, text: str) -> tuple[Problem, ...]:
    """Return the mistakes of YAML and of the schema in a file of scenarios.

    They can be found without a rulebook.
    """
    problems = Problems()
    for entry in _entries(file, text, problems):
        check_shape(entry, "scenarios", problems)
    return problems.errors()


def _unreadable(node: YamlNode, mistakes: tuple[Problem, ...]) -> Scenario:
    """Return a placeholder for an entry that is malformed or whose game can't be loaded."""
    data = node.data if isinstance(node.data, dict) else {}
    name, variants = data.get("name"), data.get("variants")
    if not isinstance(name, str):
        name = "a scenario without a name"
    named = tuple(each for each in variants if isinstance(each, str)) if isinstance(variants, list) else ()
    example = {"en": name} if "example" in data else None
    return Scenario(name, None, named, None, GivenPosition(), (), node.where, mistakes=mistakes, example=example)


def _with_variants(
    node: YamlMapping,
    books: dict[tuple[str, ...], Rulebook],
    refused: dict[tuple[str, ...], Problem],
    problems: Problems,
) -> Rulebook | None:
    """Return the rulebook with the variants that a scenario asks for.

    Variants that can't be loaded are reported, and the result is None. `refused` receives the first mistake of each
    such set of variants.
    """
    variants = tuple(node.get_plain("variants", ()))
    listed = node.list_items("variants")
    spot = listed[0] if len(listed) == 1 else node.values.get("variants", node)
    if variants not in books and variants not in refused:
        if len(books) + len(refused) > MOST_GAMES:
            if all(problem.code != "too-many" for problem in refused.values()):
                message = f"the scenarios use more than {MOST_GAMES} sets of variants: the rest is not read"
                problems.add(spot, "too-many", message)
                refused[variants] = Problem(spot.where, "too-many", message)
            return None
        try:
            folder = next(iter(books.values())).folder
            books[variants] = load_rulebook(folder, variants=variants)
        except RulebookError as error:
            refused[variants] = error.problems[0]
    if variants in refused:
        first = refused[variants]
        cause = first.where if first.where.line else None
        problems.add(spot, "no-variants", first.message, suggestion=first.suggestion, cause=cause)
    return books.get(variants)


def _scenario(node: YamlMapping, rulebook: Rulebook, problems: Problems) -> Scenario:
    players, example = node.get_plain("players"), node.get_plain("example")
    low, high = rulebook.players
    if players is not None and not low <= players <= high:
        message = f"{players} players: the game is for {low}" + (f" to {high}" if high > low else "")
        problems.add(node.values["players"], "players-out-of-range", message)
        players = None
    known = ReferenceChecker(rulebook, players, problems)
    return Scenario(
        node.data["name"],
        node.get_plain("rule"),
        tuple(node.get_plain("variants", ())),
        players,
        read_given(node.section("given"), known),
        (
            *(step for item in node.list_items("when") for step in _steps(item, known)),
            ScenarioCheck(read_expectations(node.list_items("then"), known)),
        ),
        node.where,
        node.get_plain("seed", 0),
        example=None if example is None else as_title(example, ""),
    )


def _steps(item: YamlNode, known: ReferenceChecker) -> list[ScenarioStep]:
    """Return an answer, or a check of the conditions at that moment."""
    found: list[ScenarioStep] = []
    for key, value in item.entries() if isinstance(item, YamlMapping) else ():
        if key.data == "then" and isinstance(value, YamlList):
            found.append(ScenarioCheck(read_expectations(value.items, known)))
        elif isinstance(value, YamlScalar) and known.check_reference(key, key.data, "seat"):
            found.append(ScenarioAnswer(key.data, value.text, key.where))
    return found
