"""`--library`: the user's folders in which games and variants are found by name.

Look-up of things by name, or by the beginning of a name.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import click

from cli.text.output import echo_err
from interpreter.support import Location, Problem, RulebookError, list_first, printable

LIBRARY = click.option(
    "--library",
    metavar="DIR",
    multiple=True,
    help="Also find games and variants in this folder; repeatable, or set CAHIER_LIBRARY.",
)
OWN = "own"
LIBRARY_OR_OWN = click.option(
    "--library",
    metavar="[DIR]",
    multiple=True,
    is_flag=False,
    flag_value=OWN,
    help="List only your own library, or also find games and variants in DIR; repeatable.",
)
GAME_PARAMETERS = ("game", "other", "rules", "model", "of")
"""Parameters of commands that name a game."""


def add_library_option(command: click.Command) -> None:
    """Add one more option, `--library`, to a command; it takes effect before its work begins."""
    work = command.callback
    assert work is not None

    def begin(library: Sequence[str], **given: Any) -> Any:
        use_libraries(library)
        if has_libraries():
            for name in dict.fromkeys(given.get(option) for option in GAME_PARAMETERS):
                if isinstance(name, str):
                    report_clashes(name)
            if isinstance(game := given.get("game"), str):
                _report_hidden_variants(game, [*given.get("variant", ()), *given.get("base", ())])
        return work(**given)

    command.callback = begin
    LIBRARY(command)


def has_libraries() -> bool:
    """Return True if there is any library; most commands need none of this."""
    from interpreter.rulebook import libraries

    return bool(libraries())


def use_libraries(given: Sequence[str]) -> None:
    """Put the folders before those named in the environment, for this command and its processes.

    Raises RulebookError if one of all these is no library.
    """
    if not given and not has_libraries():
        return
    from interpreter.rulebook import VARIABLE, library_games, named_libraries

    for folder in given:
        if not folder or "\0" in folder or os.pathsep in folder:
            message = f"a library is named by a path without `{os.pathsep}`; give --library once for each"
            raise RulebookError(Problem(Location("--library"), "no-library", message))
    os.environ[VARIABLE] = os.pathsep.join([*given, *named_libraries()])
    library_games()


def report_clashes(name: str | None = None) -> None:
    """Report the library games whose name is taken by another game: all of them, or those called `name`."""
    if not has_libraries():
        return
    from interpreter.rulebook import installed_games, library_games

    taken = dict.fromkeys(installed_games(), "a game that comes with cahier")
    for game in library_games():
        if game.name in taken and name in (None, game.name):
            by = f"`{game.name}` is {taken[game.name]}"
            echo_err(
                printable(f"note: {game.path} is not found by its name: {by}; give its path, or rename the folder")
            )
        taken.setdefault(game.name, game.path)


def _report_hidden_variants(game: str, asked: Sequence[str]) -> None:
    """Report the library variants that are hidden by one of the game's own."""
    from interpreter.rulebook import find_folder, is_own_variant, library_variants

    shelved = {each.name for each in library_variants()}
    hidden = [found_id for found_id in asked if found_id in shelved and is_own_variant(found_id, find_folder(game))]
    if not hidden:
        return
    from interpreter.rulebook import load_rulebook, read_library_variants

    with suppress(RulebookError):  # the command itself reports errors in the game
        game_id = load_rulebook(game).id
        for variant in (each.variant for each in read_library_variants()[0] if each.game == game_id):
            if variant.id in hidden:
                why = f"`{game_id}` has another variant `{variant.id}`; give its path, or rename it"
                echo_err(printable(f"note: {variant.where.file} is not found by its id: {why}"))


MOST_NAMED = 8
"""Maximum number of candidates that are listed for an ambiguous name."""


def find_matches(wanted: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """Return the ids of the things that a text may name.

    A name that equals `wanted` comes first, else names that begin with it, else names with a word that begins with it.
    Case and accents don't matter.
    """
    wanted = _normalise(wanted)
    if not wanted:
        return []
    known = {thing_id: [_normalise(name) for name in each] for thing_id, each in names.items()}
    exact = [thing_id for thing_id, each in known.items() if wanted in each]
    begun = [thing_id for thing_id, each in known.items() if any(name.startswith(wanted) for name in each)]
    inside = re.compile(rf"\b{re.escape(wanted)}")
    return exact or begun or [thing_id for thing_id, each in known.items() if any(inside.search(name) for name in each)]


def find_best_matches(wanted: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """Return ids as `find_matches` does, but only the first of several things with exactly this name."""
    found = find_matches(wanted, names)
    exact = [thing_id for thing_id in found if _normalise(wanted) in map(_normalise, names[thing_id])]
    return exact[:1] or found


def pick_first_by_title(found: Sequence[str], called: Callable[[str], str]) -> dict[str, str]:
    """Return the id of the first thing with each title; copies of a card count as one."""
    things: dict[str, str] = {}
    for thing_id in found:
        things.setdefault(called(thing_id), thing_id)
    return things


def join_titles(titles: Iterable[str]) -> str:
    """Join the first titles with commas."""
    return list_first([*titles], MOST_NAMED)


def _normalise(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.strip())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
