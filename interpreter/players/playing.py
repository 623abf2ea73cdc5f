"""Matches played to the end by players of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

from interpreter.engine.playout import Played, ends_of
from interpreter.errors import PlayError, Problem, Where, nearest
from interpreter.matches.match import Game, Match
from interpreter.players.base import Player, QuickPlayer
from interpreter.players.seated import Seated

Players = Mapping[str, str | Player | QuickPlayer]
"""Player of each seat: a name such as `search:100`, or a player object."""


def play(
    game: Game,
    players: Players,
    seed: int = 0,
    step: Callable[[], None] | None = None,
    picks: int | None = None,
) -> Match:
    """Play a match between players to its end. Seats without a player play at random.

    Args:
        game: The game.
        players: The player of each seat.
        seed: The seed of the match.
        step: A callback after each decision.
        picks: The seed of what players draw; None for the match's seed.

    Raises:
        PlayError: A seat or player is unknown, or a player fails.
        BudgetError: An effect or the match does not end.
    """
    for seat in players:
        if seat not in game.seats:
            message = f"there is no seat `{seat}`; seats are {', '.join(game.seats)}"
            raise PlayError(Problem(Where(game.id), "unknown-seat", message, nearest(seat, game.seats)))
    drawn = seed if picks is None else picks
    seated = {seat: Seated(game, seat, players.get(seat, "random"), drawn) for seat in game.seats}
    match = game.start(seed, limited=True)
    while (decision := match.decision) is not None:
        match.choose(seated[decision.seat].answer(match))
        if step is not None:
            step()
    return match


def play_seated(game: Game, players: Players, seed: int, step: Callable[[], None] | None = None) -> Played:
    """Play a match as `play` does and return its summary. Raises PlayError, or BudgetError if it does not end."""
    began = perf_counter()
    match = play(game, players, seed, step)
    return as_played(match, perf_counter() - began)


def as_played(match: Match, seconds: float) -> Played:
    """Return the summary of a finished match that took `seconds`."""
    game, state, outcome = match.game, match.state, match.outcome()
    assert outcome is not None
    uses: dict[tuple[str, str], int] = {}
    for card, label in state.uses:
        key = (game.card_ids[card], label)
        uses[key] = uses.get(key, 0) + 1
    return Played(
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
        ends=ends_of(state),
    )
