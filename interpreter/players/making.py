"""Factory of players by name.

A player's name is a word, which may be followed by a colon and an argument: `random`, `table`, `search:500`. Packages
add players in the entry-point group `cahier.players`: a name, and a callable that takes the argument ("" if there is
none) and returns a Player.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.language.execution.search_terms import BEGINNER, STEADY
from interpreter.matches.match import Game
from interpreter.players.base import (
    Player,
    QuickPlayer,
    RandomPlayer,
    describe_exception,
    is_interruption,
    player_error,
)
from interpreter.players.search.search_player import Budget, SearchPlayer
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import closest_match

RANDOM, TABLE = "random", "table"
BUILT_IN_NAMES = (RANDOM, TABLE, "search", "steady", "beginner")
"""Names of the built-in players, without their arguments."""
STATE_ONLY = (RANDOM, TABLE)
"""Names of players that need only a state without a log."""
FIXED_STRENGTH = {"steady": (400, STEADY), "beginner": (12, BEGINNER)}
"""Searches of fixed strength: number of playouts and search parameters."""
ENTRY_POINT_GROUP = "cahier.players"
DEFAULT_SECONDS = 1.5
"""Time budget of `search` without an argument, in seconds."""
MAX_PLAYOUTS, MAX_SECONDS, MAX_TREES = 10_000_000, 3600.0, 64
"""Upper limits of the arguments of `search`."""


def make_player(name: str, game: Game, seat: str, other_names: tuple[str, ...] = ()) -> Player | QuickPlayer:
    """Return a player for a seat by name.

    `other_names`: further names to suggest, where the caller accepts more than players.

    Raises PlayError for an unknown name, or a player that can't play the seat.
    """
    word, colon, argument = name.partition(":")
    if (word in STATE_ONLY or word in FIXED_STRENGTH) and colon:
        raise player_error(game, seat, name, "bad-budget", f"`{word}` takes nothing after a colon")
    if word == RANDOM:
        return RandomPlayer()
    if word == TABLE:
        return TablePlayer(game, seat)
    if word == "search":
        return SearchPlayer(_parse_budget(game, seat, name, argument if colon else None))
    if word in FIXED_STRENGTH:
        playouts, terms = FIXED_STRENGTH[word]
        return SearchPlayer(Budget(playouts), terms=terms)
    return _make_package_player(name, game, seat, other_names)


def is_timed(name: str) -> bool:
    """Return True if a player of this name has a time budget, so that equal seeds may give different games."""
    word, colon, argument = name.partition(":")
    return word == "search" and (not colon or "s" in argument)


def _parse_budget(game: Game, seat: str, name: str, text: str | None) -> Budget:
    """Parse a budget: `500` playouts; `1.5s` seconds; `500x2` two trees of 500 playouts, grown in parallel."""
    if text is None:
        return Budget(seconds=DEFAULT_SECONDS)
    found = re.fullmatch(r"(?:([0-9]{1,9})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s)(?:x([0-9]{1,2}))?", text)
    if found is not None:
        playouts = int(found[1]) if found[1] else None
        seconds = float(found[2]) if found[2] else None
        trees = int(found[3]) if found[3] else None
        is_in_range = 0 < playouts <= MAX_PLAYOUTS if playouts is not None else 0 < (seconds or 0) <= MAX_SECONDS
        if is_in_range and (trees is None or 0 < trees <= MAX_TREES):
            return Budget(playouts, seconds, trees)
    message = (
        f"after the colon, write a number of playouts, 1 to {MAX_PLAYOUTS}, or of seconds, such as `1.5s`; "
        f"add `x2` for two processors"
    )
    raise player_error(game, seat, name, "bad-budget", message)


def player_package(name: str) -> str | None:
    """Return the package, with its version, that provides a player of this name; None for a built-in one."""
    from importlib.metadata import entry_points

    word = name.partition(":")[0]
    packages = {entry.name: entry.dist for entry in entry_points(group=ENTRY_POINT_GROUP)}
    package = None if word in BUILT_IN_NAMES else packages.get(word)
    return None if package is None else f"{package.name} {package.version}"


def _make_package_player(name: str, game: Game, seat: str, other_names: tuple[str, ...]) -> Player:
    """Return a player provided by a package."""
    from importlib.metadata import entry_points

    word, _, argument = name.partition(":")
    found = {entry.name: entry for entry in entry_points(group=ENTRY_POINT_GROUP)}
    if word not in found:
        names = [*other_names, *BUILT_IN_NAMES, *sorted(found)]
        message = f"there is no player of this name; the players are: {', '.join(names)}"
        raise player_error(game, seat, name, "unknown-player", message, closest_match(word, names))
    try:
        make: Callable[[str], Player] = found[word].load()
        player = make(argument)
    except BaseException as error:
        if is_interruption(error):
            raise
        raise player_error(
            game, seat, name, "player-failed", f"it can't be made: {describe_exception(error)}"
        ) from error
    if isinstance(player, QuickPlayer):
        raise player_error(game, seat, name, "player-failed", "a QuickPlayer sees all; one from a package has `choose`")
    if not callable(getattr(player, "choose", None)):
        raise player_error(game, seat, name, "player-failed", "it has no `choose`")
    return player
