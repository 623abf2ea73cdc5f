"""Factory of players by name.

A player's name is a word, which may be followed by a colon and an argument: `random`, `table`, `search:500`. Packages
add players in the entry-point group `cahier.players`: a name, and a callable that takes the argument ("" if there is
none) and returns a Player.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.errors import nearest
from interpreter.language.search_terms import BEGINNER, STEADY
from interpreter.matches.match import Game
from interpreter.players.base import Player, QuickPlayer, RandomPlayer
from interpreter.players.refusals import from_outside, refusal, told
from interpreter.players.search import Budget, SearchPlayer
from interpreter.players.table import TablePlayer

RANDOM, TABLE = "random", "table"
NAMES = (RANDOM, TABLE, "search", "steady", "beginner")
QUICK = (RANDOM, TABLE)
"""Names of players that need only a state without a log."""
FIXED = {"steady": (400, STEADY), "beginner": (12, BEGINNER)}
"""Searches of fixed strength: number of playouts and search parameters."""
GROUP = "cahier.players"
DEFAULT_SECONDS = 1.5
"""Time budget of `search` without an argument, in seconds."""
MOST_PLAYOUTS, MOST_SECONDS, MOST_TREES = 10_000_000, 3600.0, 64


def make_player(name: str, game: Game, seat: str, besides: tuple[str, ...] = ()) -> Player | QuickPlayer:
    """Return a player for a seat by name.

    `besides`: further names to suggest, where the caller accepts more than players.

    Raises PlayError for an unknown name, or a player that can't play the seat.
    """
    word, colon, argument = name.partition(":")
    if (word in QUICK or word in FIXED) and colon:
        raise refusal(game, seat, name, "bad-budget", f"`{word}` takes nothing behind a colon")
    if word == RANDOM:
        return RandomPlayer()
    if word == TABLE:
        return TablePlayer(game, seat)
    if word == "search":
        return SearchPlayer(_budget(game, seat, name, argument if colon else None))
    if word in FIXED:
        playouts, terms = FIXED[word]
        return SearchPlayer(Budget(playouts), terms=terms)
    return _made_elsewhere(name, game, seat, besides)


def is_timed(name: str) -> bool:
    """Return True if a player of this name has a time budget, so that equal seeds may give different games."""
    word, colon, argument = name.partition(":")
    return word == "search" and (not colon or "s" in argument)


def _budget(game: Game, seat: str, name: str, text: str | None) -> Budget:
    """Parse a budget: `500` playouts; `1.5s` seconds; `500x2` two trees of 500 playouts, grown in parallel."""
    if text is None:
        return Budget(seconds=DEFAULT_SECONDS)
    found = re.fullmatch(r"(?:([0-9]{1,9})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s)(?:x([0-9]{1,2}))?", text)
    if found is not None:
        playouts = int(found[1]) if found[1] else None
        seconds = float(found[2]) if found[2] else None
        trees = int(found[3]) if found[3] else None
        enough = 0 < playouts <= MOST_PLAYOUTS if playouts is not None else 0 < (seconds or 0) <= MOST_SECONDS
        if enough and (trees is None or 0 < trees <= MOST_TREES):
            return Budget(playouts, seconds, trees)
    message = (
        f"behind the colon stands a number of playouts, 1 to {MOST_PLAYOUTS}, or of seconds, such as `1.5s`; "
        f"behind that `x2` for two processors"
    )
    raise refusal(game, seat, name, "bad-budget", message)


def package_of(name: str) -> str | None:
    """Return the package, with its version, that provides a player of this name; None for a built-in one."""
    from importlib.metadata import entry_points

    word = name.partition(":")[0]
    packages = {entry.name: entry.dist for entry in entry_points(group=GROUP)}
    package = None if word in NAMES else packages.get(word)
    return None if package is None else f"{package.name} {package.version}"


def _made_elsewhere(name: str, game: Game, seat: str, besides: tuple[str, ...]) -> Player:
    """Return a player provided by a package."""
    from importlib.metadata import entry_points

    word, _, argument = name.partition(":")
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if word not in found:
        names = [*besides, *NAMES, *sorted(found)]
        message = f"there is no player of this name; the players are: {', '.join(names)}"
        raise refusal(game, seat, name, "unknown-player", message, nearest(word, names))
    try:
        make: Callable[[str], Player] = found[word].load()
        player = make(argument)
    except BaseException as error:
        if from_outside(error):
            raise
        raise refusal(game, seat, name, "player-failed", f"it can't be made: {told(error)}") from error
    if isinstance(player, QuickPlayer):
        raise refusal(game, seat, name, "player-failed", "a QuickPlayer sees all; one from a package has `choose`")
    if not callable(getattr(player, "choose", None)):
        raise refusal(game, seat, name, "player-failed", "it has no `choose`")
    return player
