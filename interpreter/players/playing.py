"""Matches played to the end by players of any kind.

A player at a seat: requesting answers, and reporting failures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from time import perf_counter

from interpreter.engine.playout import GameResult, count_track_ends, first_holder, shared_track_values
from interpreter.engine.state import State
from interpreter.language.chance import next_state, seat_stream
from interpreter.matches.match import Game, Match
from interpreter.players.base import (
    Player,
    PreparedPlayer,
    QuickPlayer,
    SeatMatch,
    describe_exception,
    is_interruption,
)
from interpreter.players.lineup import make_player
from interpreter.support.errors import CahierError, Location, PlayError, Problem
from interpreter.support.similar_words import closest_match


class SeatedPlayer:
    """A player at a seat of a game, given by its name or as an object."""

    def __init__(self, game: Game, seat: str, player: str | Player | QuickPlayer, seed: int) -> None:
        """Make the player and prepare it.

        `seed` is that of the match or another number. Together with the seat it determines everything that the player
        draws.

        Raises PlayError if there is no such player, or it can't play the seat.
        """
        self.seat = seat
        self.name = player if isinstance(player, str) else type(player).__name__
        self.player = make_player(player, game, seat) if isinstance(player, str) else player
        if isinstance(self.player, PreparedPlayer):
            with self._thinking(game):
                self.player.prepare(game)
        self._stream = seat_stream(seed, game.seats.index(seat))
        self._random = Random(int.from_bytes(sha256(f"{seed} {seat}".encode()).digest()))

    def answer(self, match: Match) -> int:
        """Return the index of the option that the player takes, without changing the match.

        Coverage points reached while the player searches are not counted (see language.lowered.game).

        Raises PlayError if the player fails, or answers with something that is not an option.
        """
        if isinstance(self.player, QuickPlayer):
            self._stream = next_state(self._stream)
            return self.player.pick(match.state, self._stream)
        with self._thinking(match.game):
            return match.index_of(self.player.choose(self.seat_match(match)))

    @contextmanager
    def _thinking(self, game: Game) -> Iterator[None]:
        """Name the player in its errors, and count no coverage points that it reaches."""
        code = game.program.code(True)
        reached = bytes(code.reached)
        try:
            yield
        except CahierError as error:
            problem = error.problems[0]
            message = f"seat {self.seat}, played by `{self.name}`: {problem.message}"
            raise PlayError(
                Problem(problem.where, problem.code, message, problem.suggestion, problem.excerpt)
            ) from error
        except BaseException as error:
            if is_interruption(error):
                raise
            message = f"seat {self.seat}: the player `{self.name}` failed: {describe_exception(error)}"
            raise PlayError(Problem(Location(game.id), "player-failed", message)) from error
        finally:
            code.reached[:] = reached

    def seat_match(self, match: Match) -> SeatMatch:
        """Return the match as the player sees it."""
        return SeatMatch(match, self.seat, self._random)


PlayersBySeat = Mapping[str, str | Player | QuickPlayer]
"""Player of each seat: a name such as `search:100`, or a player object."""


def seat_for_decision(match: Match, player: str | Player) -> SeatedPlayer:
    """Seat a player, given itself or by name, for the current decision.

    It is seeded from the match's seed and the number of the decision: after an undo or a reload, the same choices lead
    to the same answers.

    Raises:
        PlayError: There is no such player, or it can't play the seat.
    """
    decision = match.decision
    assert decision is not None
    seed = sha256(f"{match.seed} {decision.seat} {match.decisions}".encode()).digest()
    return SeatedPlayer(match.game, decision.seat, player, int.from_bytes(seed[:8]))


def play(
    game: Game,
    players: PlayersBySeat,
    seed: int = 0,
    on_step: Callable[[], None] | None = None,
    player_seed: int | None = None,
    observe: Callable[[State, int], None] | None = None,
) -> Match:
    """Play a match between players to its end. Seats without a player play at random.

    Args:
        game: The game.
        players: The player of each seat.
        seed: The seed of the match.
        on_step: A callback after each decision.
        player_seed: The seed of what players draw; None for the match's seed.
        observe: A callback before each decision, with the state and the index of the option taken.

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
        answer = seated[decision.seat].answer(match)
        if observe is not None:
            observe(match.state, answer)
        match.choose(answer)
        if on_step is not None:
            on_step()
    return match


def play_seated(
    game: Game,
    players: PlayersBySeat,
    seed: int,
    on_step: Callable[[], None] | None = None,
    observe: Callable[[State, int], None] | None = None,
) -> GameResult:
    """Play a match as `play` does and return its summary. Raises PlayError, or BudgetError if it does not end."""
    began = perf_counter()
    match = play(game, players, seed, on_step, observe=observe)
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
        shared_tracks=shared_track_values(state),
        holder=first_holder(state),
    )
