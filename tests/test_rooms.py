"""The interpreter's rooms: each knows only those under it, and no import goes in a circle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx

from tests.sources import ROOT, paths_of, source_of

ROOMS = (
    "support",
    "rulebook",
    "language",
    "engine",
    "presentation",
    "printing",
    "knowledge",
    "matches",
    "authoring",
    "players",
    "web",
    "learning",
    "playtest",
    "lab",
    "report",
    "editor",
)
"""From below."""


def _module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_module_name(path): path for path in paths_of("interpreter")}


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the interpreter that a module imports anywhere, also for types alone."""
    for each in source_of(path).imports:
        name = f"{each.module}.{each.name}"
        if name in MODULES or each.module in MODULES:
            yield name if name in MODULES else each.module


@cache
def rooms() -> list[tuple[str, str]]:
    """All import relations. Those of a package's public API stand in its stub, and are made when a name is used."""
    return [(module, other) for module, path in MODULES.items() for other in imported(path)]


def test_each_room_knows_only_those_under_it() -> None:
    def height(module: str) -> int:
        room = module.split(".")[1]
        return ROOMS.index(room) if room in ROOMS else -1

    upward = {(module, other) for module, other in rooms() if height(module) < height(other)}
    assert not upward
    assert {module.split(".")[1] for module in MODULES if module.count(".") > 1} == set(ROOMS)


def test_no_import_goes_in_a_circle() -> None:
    components: Iterator[set[str]] = nx.strongly_connected_components(nx.DiGraph(rooms() + front_end()))
    assert [each for each in components if len(each) > 1] == []


def front_end() -> list[tuple[str, str]]:
    """All import relations inside the front end."""
    modules = {_module_name(path): path for path in paths_of("cli")}
    found = []
    for module, path in modules.items():
        for each in source_of(path).imports:
            name = f"{each.module}.{each.name}"
            found.append((module, name if name in modules else each.module))
    return [(module, other) for module, other in found if other in modules]


def test_only_the_language_knows_how_it_is_compiled() -> None:
    """Analyses are open to tools for authors, and not to the rooms that play and tell."""
    hidden = {"lowering", "passes", "backends"}
    closed = dict.fromkeys(ROOMS[ROOMS.index("language") + 1 :], hidden)
    closed |= dict.fromkeys(
        ("engine", "presentation", "printing", "knowledge", "matches"), hidden | {"checking", "resolving"}
    )
    leaks = [
        (module, other)
        for module, other in rooms()
        if other.split(".")[1:2] == ["language"] and other.split(".")[2] in closed.get(module.split(".")[1], ())
    ]
    assert leaks == []


def test_the_interpreter_does_not_know_its_front_end() -> None:
    assert not [path for path in MODULES.values() for each in source_of(path).imports if each.module.startswith("cli")]


def test_no_folder_is_crowded_or_lonely() -> None:
    """Test that a folder with modules has between 3 and 16, its `__init__` included, unless it only holds packages."""
    sizes = Counter(path.parent for path in paths_of("interpreter", "cli"))
    odd = {folder for folder, size in sizes.items() if not 3 <= size <= 16}
    assert {folder for folder in odd if sizes[folder] > 1 or not any(each.parent == folder for each in sizes)} == set()


LAZY = {
    "interpreter.language.program": "a program that is there is played without what made it",
    "interpreter.language.reading.grammar": "of most texts nothing has to be told",
    "interpreter.engine.rules": "who plays by no table needs none",
    "interpreter.web.serving": "only the server itself needs its libraries",
    "interpreter.learning.environments": "each of its libraries is needed only by those who have it",
    "interpreter.matches.loading": "a game that was kept ready is not read again",
    "interpreter.playtest.run.arms": "a worker that was forked has its game",
    "interpreter.matches.match": "playing thousands of matches needs no views, boards, reasons or saves",
    "interpreter.presentation.player_sentences": "a game without words of its own needs no compiler to be told",
    "interpreter.presentation.language_files": "YAML is read only if a library has a file of a language",
    "interpreter.report.phrasing": "the summary of one question needs nothing of the others",
}
"""The modules that import others of the interpreter when they need them, or for their types alone, and why."""


def test_imports_stand_at_the_top() -> None:
    late = {
        module
        for module, path in MODULES.items()
        if any(each.late and each.module.startswith("interpreter") for each in source_of(path).imports)
    }
    assert late == set(LAZY)


LANGUAGE = "interpreter.language"
COMPILER = (
    {"layout", "directions", "chance", "coverage_points", "position_hashes", "ir"},
    {"symbols", "routines"},
    {"execution"},
    {"lowered", "diagnostics", "reading", "suggestions"},
    {"checking"},
    {"resolving", "passes"},
    {"analysis"},
    {"lowering", "backends"},
    {"queries"},
    {"program"},
    {"incremental", "bot_programs", "sentence_holes", "reference"},
)
"""Packages and modules of the compiler from the lowest layer up; those in one set are on the same layer."""


def test_the_compiler_has_an_order() -> None:
    def height(module: str) -> int:
        room = module.split(".")[2] if module.startswith(f"{LANGUAGE}.") else "ir"
        (found,) = (at for at, rooms in enumerate(COMPILER) if room in rooms)
        return found

    inside = [(module, other) for module, other in rooms() if module.startswith(f"{LANGUAGE}.")]
    assert {(module, other) for module, other in inside if height(module) < height(other)} == set()


def test_a_backend_is_known_to_the_program_alone() -> None:
    """And to the queries that are linked beside it."""
    knowing = {module for module, other in rooms() if other.startswith(f"{LANGUAGE}.backends")}
    assert {module for module in knowing if not module.startswith(f"{LANGUAGE}.backends")} == {
        f"{LANGUAGE}.program",
        f"{LANGUAGE}.queries",
    }


def test_one_module_drives() -> None:
    """Test that only the driver interprets a segment's result, and the state, which knows whether a seat is asked."""
    of_language = "interpreter.language"
    knowing = {
        module
        for module, path in MODULES.items()
        if not module.startswith(of_language)
        and re.search(r"execution\.executable import .*\bGAME_OVER\b", path.read_text("utf-8"))
    }
    assert knowing == {"interpreter.engine.driver", "interpreter.engine.state"}


def test_words_are_made_in_one_room() -> None:
    """Nothing below it knows the sentences, so that any other room, and any other language, can have its own."""
    speaking = {module for module, other in rooms() if other.startswith("interpreter.presentation")}
    below = {module for module in speaking if module.split(".")[1] in ROOMS[: ROOMS.index("presentation")]}
    assert speaking and not below
