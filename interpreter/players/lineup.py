"""The lineup of a game: the player on each seat, as plain data and as a phrase for headings.

A lineup with a time budget is refused where games must be reproducible, with an equivalent number of playouts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from interpreter.matches.match import Game, Match
from interpreter.players.making import MAX_PLAYOUTS, RANDOM, TABLE, is_timed, make_player
from interpreter.players.playing import SeatedPlayer
from interpreter.players.search.native_tree import make_tree, search_machine_for
from interpreter.players.search.search_player import Budget, SearchPlayer, run_search
from interpreter.presentation.names import Names
from interpreter.support.errors import Location, PlayError, Problem

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
    """Estimate the number of playouts in a time budget, to two digits, by measuring at a decision of the seat."""
    assert budget.seconds is not None
    match = _match_at_seat(game, seat)
    if match is None:
        return 1
    seen = SeatedPlayer(game, seat, "random", 0).seat_match(match)
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
