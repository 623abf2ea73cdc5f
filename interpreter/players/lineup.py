"""Players by name, and the lineup of a game: the player on each seat, as plain data and as a phrase for headings.

A player's name is a word, which may be followed by a colon and an argument: `random`, `table`, `search:500`. Packages
add players in the entry-point group `cahier.players`: a name, and a callable that takes the argument ("" if there is
none) and returns a Player.


A lineup with a time budget is refused where games must be reproducible, with an equivalent number of playouts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from interpreter.language.execution.search_terms import BEGINNER, DEFAULT_PARAMETERS, STEADY
from interpreter.matches.match import Game, Match
from interpreter.players.base import (
    Player,
    QuickPlayer,
    RandomPlayer,
    SeatMatch,
    describe_exception,
    is_interruption,
    player_error,
)
from interpreter.players.equilibrium.equilibrium_player import EquilibriumPlayer
from interpreter.players.search.game_clock import GameClock, expected_decisions
from interpreter.players.search.growth import Budget, run_search
from interpreter.players.search.native_tree import make_tree, search_machine_for
from interpreter.players.search.search_player import SearchPlayer
from interpreter.players.table_player import TablePlayer
from interpreter.presentation.names import Names
from interpreter.rulebook.player_names import (
    EQUILIBRIUM,
    HUMAN,
    PLAYER_NAMES,
    PLAYERS_GROUP,
    RANDOM,
    SEARCH,
    SEARCH_LEVELS,
    TABLE,
)
from interpreter.rulebook.source.nodes import closest_name
from interpreter.support.errors import Location, PlayError, Problem

STATE_ONLY = (RANDOM, TABLE)
"""Names of players that need only a state without a log."""
NAMED_SEARCHES = {
    "easy": (30, DEFAULT_PARAMETERS),
    "club": (400, DEFAULT_PARAMETERS),
    "strong": (5_000, DEFAULT_PARAMETERS),
    "steady": (400, STEADY),
    "beginner": (12, BEGINNER),
}
"""Number of playouts and parameters of searches with a name: levels for people, and searches that never change."""
assert tuple(NAMED_SEARCHES) == SEARCH_LEVELS
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
    if (word in STATE_ONLY or word in NAMED_SEARCHES or word == EQUILIBRIUM) and colon:
        raise player_error(game, seat, name, "bad-budget", f"`{word}` takes nothing after a colon")
    if word == RANDOM:
        return RandomPlayer()
    if word == TABLE:
        return TablePlayer(game, seat)
    if word == EQUILIBRIUM:
        return _make_equilibrium_player(game, seat, name)
    if word == SEARCH:
        return SearchPlayer(_parse_budget(game, seat, name, argument if colon else None))
    if word in NAMED_SEARCHES:
        playouts, terms = NAMED_SEARCHES[word]
        return SearchPlayer(Budget(playouts), terms=terms)
    return _make_package_player(name, game, seat, other_names)


def _make_equilibrium_player(game: Game, seat: str, name: str) -> EquilibriumPlayer:
    try:
        return EquilibriumPlayer(game)
    except PlayError as error:
        raise player_error(game, seat, name, error.problems[0].code, error.problems[0].message) from None


def is_timed(name: str) -> bool:
    """Return True if a player of this name has a time budget, so that equal seeds may give different games."""
    word, colon, argument = name.partition(":")
    return word == SEARCH and (not colon or "s" in argument)


def _parse_budget(game: Game, seat: str, name: str, text: str | None) -> Budget:
    """Parse a budget: `500` playouts; `1.5s` seconds; `500x2` two trees of 500 playouts; `60s/game` for a match."""
    if text is None:
        return Budget(seconds=DEFAULT_SECONDS)
    found = re.fullmatch(r"(?:([0-9]{1,9})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s)(?:x([0-9]{1,2}))?(/game)?", text)
    if found is not None:
        playouts = int(found[1]) if found[1] else None
        seconds = float(found[2]) if found[2] else None
        trees = int(found[3]) if found[3] else None
        is_in_range = 0 < playouts <= MAX_PLAYOUTS if playouts is not None else 0 < (seconds or 0) <= MAX_SECONDS
        is_fine = is_in_range and (trees is None or 0 < trees <= MAX_TREES)
        if is_fine and found[4] and playouts is None:
            return Budget(trees=trees, game_seconds=seconds)
        if is_fine and not found[4]:
            return Budget(playouts, seconds, trees)
    message = (
        f"after the colon, write a number of playouts, 1 to {MAX_PLAYOUTS}, or of seconds, such as `1.5s`, or "
        f"`60s/game` for a whole match; add `x2` to the number for two processors"
    )
    raise player_error(game, seat, name, "bad-budget", message)


def player_package(name: str) -> str | None:
    """Return the package, with its version, that provides a player of this name; None for a built-in one."""
    from importlib.metadata import entry_points

    word = name.partition(":")[0]
    packages = {entry.name: entry.dist for entry in entry_points(group=PLAYERS_GROUP)}
    package = None if word in PLAYER_NAMES else packages.get(word)
    return None if package is None else f"{package.name} {package.version}"


def _make_package_player(name: str, game: Game, seat: str, other_names: tuple[str, ...]) -> Player:
    """Return a player provided by a package."""
    from importlib.metadata import entry_points

    word, _, argument = name.partition(":")
    found = {entry.name: entry for entry in entry_points(group=PLAYERS_GROUP)}
    if word not in found:
        message, meant = _unknown_player(word, game, seat, [*other_names, *PLAYER_NAMES, *sorted(found)])
        raise player_error(game, seat, name, "unknown-player", message, meant)
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


def _unknown_player(word: str, game: Game, seat: str, names: list[str]) -> tuple[str, str | None]:
    """Return the message about an unknown player, and the name that was probably meant."""
    bots = game.rulebook.bots
    bot = next((each for each in bots if word == each.id), None)
    if bot is not None and bot.seat not in (seat, None):
        return f"`{word}` plays seat {bot.seat}", None
    if bot is not None:
        return f"the tables of `{word}` are played as `{TABLE}`", TABLE
    has_tables = any(each.seat in (seat, None) for each in bots)
    meant = closest_name(word, [name for name in names if has_tables or name != TABLE])
    message = "no person can play here" if word == HUMAN else "there is no player of this name"
    return f"{message}; the players are: {', '.join(names)}", meant


BALANCE_WARNING = "Random players don't show whether a game is balanced"
"""Warning beside results of random players."""
SEAT_PHRASES = {1: "the only seat", 2: "both sides"}
"""Phrase for all seats of a game, by their number."""
ALL_SEATS_PHRASE = "all seats"
MAX_LISTED = 2
"""Largest number of seats with the same player that a mixed lineup lists one by one; more are `the others`."""


def lineup(game: Game, seated: Mapping[str, str]) -> dict[str, str]:
    """Return the player on each seat, in the order of the seats; seats missing from `seated` play at random."""
    return {seat: seated.get(seat, RANDOM) for seat in game.seats}


def describe_lineup(game: Game, seated: Mapping[str, str], names: Names) -> str:
    """Return the lineup in words: `random players on both sides`, or by seat: `North: search:500, South: table`."""
    players = lineup(game, seated)
    player_counts = Counter(players.values())
    (most, times), *others = player_counts.most_common()
    if not others:
        return f"{_player_phrase(most, times, names)} on {SEAT_PHRASES.get(times, ALL_SEATS_PHRASE)}"
    titles = names.distinct_titles(players)
    listed = [seat for seat, player in players.items() if times <= MAX_LISTED or player != most]
    phrases = [f"{titles[seat]}: {names.safe(players[seat])}" for seat in listed]
    return ", ".join(phrases if times <= MAX_LISTED else [*phrases, f"the others: {names.safe(most)}"])


def has_only_quick_players(seated: Mapping[str, str]) -> bool:
    """Return True if all players need only a state, and so decide at once."""
    return all(name in STATE_ONLY for name in seated.values())


def random_seats(game: Game, seated: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats that play at random, or none if another player was requested for any seat.

    Players that the rules assign to their seats don't count as requested.
    """
    players, assigned = lineup(game, seated), game.rulebook.players_of
    asked = any(player not in (RANDOM, assigned.get(seat)) for seat, player in players.items())
    return () if asked else tuple(seat for seat, player in players.items() if player == RANDOM)


def _player_phrase(player: str, seats: int, names: Names) -> str:
    """Return a phrase for one player on `seats` seats."""
    one, many = {RANDOM: ("a random player", "random players"), TABLE: ("a table", "tables")}.get(
        player, (names.safe(player),) * 2
    )
    return one if seats == 1 else many


MAX_MEASURE_SECONDS = 1.0
"""Longest time, in seconds, spent on measuring a number of playouts."""
MAX_MATCHES = 10
"""Number of matches started to find a decision of a seat."""


def refuse_time_budgets(game: Game, seated: Mapping[str, str], option: str) -> None:
    """Raise PlayError if a player has a time budget; the message suggests a measured number of playouts.

    Args:
        game: The game to be played.
        seated: The player's name on each seat.
        option: The option, as it is typed, that needs the same games on any machine.
    """
    problems = []
    for seat, name in seated.items():
        if not is_timed(name):
            continue
        player = make_player(name, game, seat)
        assert isinstance(player, SearchPlayer)
        playouts = estimate_playouts(game, seat, player.budget)
        trees = f"x{player.budget.trees}" if player.budget.trees else ""
        message = (
            f"seat {seat} is played by `{name}`, which thinks for a time, but {option} needs games that come "
            f"out the same on any machine; name a number of playouts: in that time there are about {playouts:,} here"
        )
        problems.append(Problem(Location(game.id), "time-budget", message, f"--seat {seat}=search:{playouts}{trees}"))
    if problems:
        raise PlayError(problems)


def estimate_playouts(game: Game, seat: str, budget: Budget) -> int:
    """Estimate the number of playouts in a time budget, to two digits, by measuring at a decision of the seat.

    Of a budget for a whole match, it is the part of one decision.
    """
    if budget.game_seconds is not None:
        allotted = GameClock(budget.game_seconds, expected_decisions(game, seat)).allot()
        return estimate_playouts(game, seat, Budget(seconds=allotted))
    assert budget.seconds is not None
    match = _match_at_seat(game, seat)
    if match is None:
        return 1
    seen = SeatMatch(match, seat, Random(0))
    seconds = min(budget.seconds, MAX_MEASURE_SECONDS)
    playouts = (
        run_search(make_tree(seen, 0, search_machine_for(game, can_compile=True)), Budget(seconds=seconds))
        * budget.seconds
        / seconds
    )
    return min(max(1, int(float(f"{playouts:.1e}"))), MAX_PLAYOUTS)


def _match_at_seat(game: Game, seat: str) -> Match | None:
    """Return a match at the seat's first decision, or None if none of `MAX_MATCHES` matches reaches one."""
    for seed in range(MAX_MATCHES):
        match, random = game.start(seed, limited=True), Random(seed)
        while match.decision is not None:
            if match.decision.seat == seat:
                return match
            match.choose(random.randrange(len(match.decision.options)))
    return None
