"""Refusal of time budgets where games must be reproducible, with an equivalent number of playouts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from interpreter.matches.match import Game, Match
from interpreter.players.making import MAX_PLAYOUTS, is_timed, make_player
from interpreter.players.playing import SeatedPlayer
from interpreter.players.search.native_tree import make_tree, search_machine_for
from interpreter.players.search.search_player import Budget, SearchPlayer, run_search
from interpreter.support.errors import Location, PlayError, Problem

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
