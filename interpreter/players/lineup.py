"""The lineup of a game: the player on each seat, as plain data and as a phrase for headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from interpreter.matches.match import Game
from interpreter.players.making import RANDOM, TABLE
from interpreter.presentation.names import Names

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
