"""A player at a seat: requesting answers, and reporting failures."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from interpreter.errors import CahierError, Location, PlayError, Problem
from interpreter.language.chance import next_state, seat_stream
from interpreter.matches.match import Game, Match
from interpreter.players.base import Player, QuickPlayer
from interpreter.players.making import make_player
from interpreter.players.refusals import describe_exception, is_interruption
from interpreter.players.search import SearchPlayer
from interpreter.players.seat import SeatMatch


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
        if isinstance(self.player, SearchPlayer):
            self.player.prepare(game)
        self._stream = seat_stream(seed, game.seats.index(seat))
        self._random = Random(int.from_bytes(sha256(f"{seed} {seat}".encode()).digest()))

    def answer(self, match: Match) -> int:
        """Return the index of the option that the player takes, without changing the match.

        Coverage points reached while the player searches are not counted (see language.points).

        Raises PlayError if the player fails, or answers with something that is not an option.
        """
        if isinstance(self.player, QuickPlayer):
            self._stream = next_state(self._stream)
            return self.player.pick(match.state, self._stream)
        code = match.game.program.code(True)
        reached = bytes(code.reached)
        try:
            choice = self.player.choose(self.seat_match(match))
            return match.index_of(choice)
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
            raise PlayError(Problem(Location(match.game.id), "player-failed", message)) from error
        finally:
            code.reached[:] = reached

    def seat_match(self, match: Match) -> SeatMatch:
        """Return the match as the player sees it."""
        return SeatMatch(match, self.seat, self._random)
