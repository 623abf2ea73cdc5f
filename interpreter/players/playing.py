"""Matches played to the end by players of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

from interpreter.engine.playout import GameResult, count_track_ends
from interpreter.errors import Location, PlayError, Problem, closest_match
from interpreter.matches.match import Game, Match
from interpreter.players.base import Player, QuickPlayer
from interpreter.players.seated import SeatedPlayer

PlayersBySeat = Mapping[str, str | Player | QuickPlayer]
"""Player of each seat: a name such as `search:100`, or a player object."""


def play(
    game: Game,
    players: PlayersBySeat,
    seed: int = 0,
    on_step: Callable[[], None] | None = None,
    player_seed: int | None = None,
) -> Match:
    """Play a match between players to its end. Seats without a player play at random.

    Args:
        game: The game.
        players: The player of each seat.
        seed: The seed of the match.
        on_step: A callback after each decision.
        player_seed: The seed of what players draw; None for the match's seed.

    Raises:
        PlayError: A seat or player is unknown, or a player fails.
        BudgetError: An effect or the match does not end.
    """
    for seat in players:
        if seat not in game.seats:
            message = f"there is no seat `{seat}`; seats are {', '.join(game.seats)}"
            raise PlayError(Problem(Location(game.id), "unknown-seat", message, closest_match(seat, game.seats)))
    stream_seed = seed if player_seed is None else player_seed
    seated = {seat: SeatedPlayer(game, seat, players.get(seat, "random"), stream_seed) for seat in game.seats}
    match = game.start(seed, limited=True)
    while (decision := match.decision) is not None:
        match.choose(seated[decision.seat].answer(match))
        if on_step is not None:
            on_step()
    return match


def play_seated(game: Game, players: PlayersBySeat, seed: int, on_step: Callable[[], None] | None = None) -> GameResult:
    """Play a match as `play` does and return its summary. Raises PlayError, or BudgetError if it does not end."""
    began = perf_counter()
    match = play(game, players, seed, on_step)
    return summarize_match(match, perf_counter() - began)


def summarize_match(match: Match, seconds: float) -> GameResult:
    """Return the summary of a finished match that took `seconds`."""
    game, state, outcome = match.game, match.state, match.outcome()
    assert outcome is not None
    uses: dict[tuple[str, str], int] = {}
    for card, label in state.uses:
        key = (game.card_ids[card], label)
        uses[key] = uses.get(key, 0) + 1
    return GameResult(
        tuple(outcome.winners),
        outcome.reason,
        outcome.scores,
        match.decisions,
        state.turns,
        game.seats[state.opener] if state.opener >= 0 else None,
        uses,
        match.choices,
        seconds,
        outcome.side,
        ends=count_track_ends(state),
    )
