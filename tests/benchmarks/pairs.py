"""Games between two kinds of players, with how many playouts each made, and in what time.

One game: the first player has one seat, which goes round, the other all others. A deal: it is played twice, with seats
changed. Then the first player has the seats of a side, or every other seat. Equal numbers make equal games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time

from interpreter import play
from interpreter.engine.playout import game_seed
from interpreter.matches.match import Game, Match
from interpreter.players.base import Player, QuickPlayer, SeatMatch
from interpreter.players.search.search_player import SearchPlayer
from tests.benchmarks.sequential import Played

SEED = 7
Maker = Callable[[str], Player | QuickPlayer]
"""Makes a player for a seat."""


class Timed:
    """A searching player, and how long it thought, in seconds of the processor."""

    def __init__(self, player: SearchPlayer) -> None:
        self._player = player
        self.seconds = 0.0

    @property
    def playouts(self) -> int:
        return self._player.playouts

    def choose(self, match: SeatMatch) -> int:
        """As of Player."""
        began = process_time()
        choice = self._player.choose(match)
        self.seconds += process_time() - began
        return choice


def game_played(test: str, game: Game, makers: tuple[Maker, Maker], index: int, only: str | None = None) -> Played:
    """Play one game. `only`: the one seat that the first player can have."""
    began = process_time()
    seat = only or game.seats[index % len(game.seats)]
    match, players = _match(game, makers, {seat}, index)
    return _told(test, index, _share_of_seat(match, seat), [players], began)


def deal_played(test: str, game: Game, makers: tuple[Maker, Maker], index: int) -> Played:
    """Play both games of a deal. The share is one of wins, or of the higher score (`is_scored`)."""
    began = process_time()
    seats, everyone = _half(game, index), set(game.seats)
    if is_together(game):
        seats = everyone
    shares, leads, players = [], [], []
    for own in (seats, everyone - seats):
        match, seated = _match(game, makers, own, index)
        shares.append(_share_of(match, own))
        if is_scored(game):
            scores = game.scores(match.state)
            leads.append(sum(score if seat in own else -score for seat, score in scores.items()))
        players.append(seated)
    share = sum(shares) / 2
    if leads:
        share = 0.5 if not sum(leads) else float(sum(leads) > 0)
    return _told(test, index, share, players, began)


def is_together(game: Game) -> bool:
    """Return True if all seats win or lose together."""
    return len(game.rulebook.sides) == 1


def is_scored(game: Game) -> bool:
    """Return True if players are compared by score, because seats aim for it or win together."""
    return game.rulebook.aims_for_score or is_together(game)


def rate(played: Sequence[Played], which: int) -> float:
    """Playouts a second of the first or the second kind of players; 0 if it makes none."""
    seconds = sum(each.thought[which] for each in played)
    return sum(each.playouts[which] for each in played) / seconds if seconds else 0.0


Seats = tuple[list[Player | QuickPlayer], list[Player | QuickPlayer]]
"""The players of both kinds."""


def _match(game: Game, makers: tuple[Maker, Maker], first: set[str], number: int) -> tuple[Match, Seats]:
    """A match in which the first kind of player has these seats; who played."""
    kinds: Seats = [], []
    players: dict[str, Player | QuickPlayer] = {}
    for seat in game.seats:
        which = 0 if seat in first else 1
        players[seat] = makers[which](seat)
        kinds[which].append(players[seat])
    return play(game, players, game_seed(SEED, number)), kinds


def _told(test: str, index: int, share: float, games: Sequence[Seats], began: float) -> Played:
    playouts, thought = [0, 0], [0.0, 0.0]
    for kinds in games:
        for which, players in enumerate(kinds):
            for player in players:
                if isinstance(player, Timed):
                    playouts[which] += player.playouts
                    thought[which] += player.seconds
    return Played(test, index, share, tuple(playouts), tuple(thought), process_time() - began)


def _half(game: Game, deal: int) -> set[str]:
    """Return the seats of the first player in the first game of a deal.

    In a game with sides, these are the winners when the deal is played at random.
    """
    count = len(game.seats)
    if len(game.rulebook.sides) > 1:
        outcome = play(game, {}, game_seed(SEED, deal)).outcome()
        if outcome is not None and 0 < len(outcome.winners) < count:
            return set(outcome.winners)
    return {game.seats[(deal + 2 * number) % count] for number in range(count // 2)}


def _share_of(match: Match, seats: set[str]) -> float:
    """The part that some seats have in the win; half of it if nobody wins."""
    outcome = match.outcome()
    if outcome is None or not outcome.winners:
        return 0.5
    return len(seats & set(outcome.winners)) / len(outcome.winners)


def _share_of_seat(match: Match, seat: str) -> float:
    """A seat's part of the win: its side's as a whole, an even part of a shared one or of none."""
    outcome = match.outcome()
    if outcome is None or not outcome.winners:
        return even_share(match.game)
    if seat not in outcome.winners:
        return 0.0
    return 1.0 if outcome.side is not None else 1 / len(outcome.winners)


def even_share(game: Game) -> float:
    """The share of one seat if all play equally well."""
    return 1 / (len(game.rulebook.sides) or len(game.seats))
