"""Observation of whole campaigns: each game of a run is a campaign, of which all games are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from interpreter.engine.playout import GameResult, game_seed
from interpreter.matches.match import Game
from interpreter.players.playing import play, summarize_match
from interpreter.rulebook.player_names import RANDOM

LARGEST_NUMBER = 2**63 - 1
"""Largest number of decisions, and largest score, that is read from a file of results."""


@dataclass(frozen=True, slots=True)
class CampaignGame:
    """A game of a campaign.

    Attributes:
        winners: Seats that won.
        side: The side that won, if one did.
        reason: Reason of the end.
        decisions: Number of decisions.
        scores: Score of each seat; empty without a rule for scores.
    """

    winners: tuple[str, ...]
    side: str | None
    reason: str
    decisions: int
    scores: dict[str, int]

    def as_data(self) -> list[Any]:
        """Return the game as JSON data; `from_data` reads it again."""
        return [list(self.winners), self.side, self.reason, self.decisions, self.scores]

    @classmethod
    def from_data(cls, data: Any, game: Game) -> CampaignGame:
        """Return the game that was written by `as_data`. Raises ValueError for data that can't be of this game."""
        winners, side, reason, decisions, scores = data
        sides = [each.id for each in game.rulebook.sides]
        is_possible = (
            isinstance(winners, list)
            and set(winners) <= set(game.seats)
            and len(set(winners)) == len(winners)
            and (side is None or side in sides)
            and isinstance(reason, str)
            and type(decisions) is int
            and 0 <= decisions <= LARGEST_NUMBER
            and isinstance(scores, dict)
            and set(scores) == (set() if game.rulebook.score is None else set(game.seats))
            and all(type(score) is int and abs(score) <= LARGEST_NUMBER for score in scores.values())
        )
        if not is_possible:
            raise ValueError("this is no game of a campaign")
        return cls(tuple(winners), side, reason, decisions, scores)


@dataclass(frozen=True, slots=True)
class CampaignLook:
    """Probe that plays a whole campaign for each game of a run, and keeps all its games.

    Attributes:
        games: Number of games of a campaign.
    """

    games: int

    def begin(
        self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None
    ) -> CampaignObserver:
        """Start observing the campaigns of a run; see `Probe`."""
        return CampaignObserver(game, seated, seed, step, self.games)

    def is_found(self, found: Any, game: Game) -> bool:
        """Return True if the data may be the games of a campaign; see `Probe`."""
        if not isinstance(found, list) or len(found) != self.games:
            return False
        try:
            for each in found:
                CampaignGame.from_data(each, game)
        except (TypeError, ValueError):
            return False
        return True


class CampaignObserver:
    """Observer that plays campaigns; it returns their last games, with the data of all games."""

    def __init__(
        self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None, games: int
    ) -> None:
        self._game, self._seed, self._step, self._games = game, seed, step, games
        self._players = {seat: seated.get(seat, RANDOM) for seat in game.seats}

    def play(self, index: int) -> tuple[GameResult, list[Any]]:
        """Play campaign `index`; see `RunObserver`."""
        own, game, found = game_seed(self._seed, index), self._game, []
        for number in range(self._games):
            began = perf_counter()
            match = play(game, self._players, game_seed(own, number), self._step)
            played = summarize_match(match, perf_counter() - began)
            found.append(
                CampaignGame(played.winners, played.side, played.reason, played.decisions, played.scores).as_data()
            )
            if number + 1 < self._games:
                game = self._game.after(match.kept())
        return played, found
