"""How much skill matters: a stronger player in each of the seats in turn, against weaker ones in all others, in games
with the same seeds. Such a round has one deal, and says less than as many games with a deal each would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from interpreter.lab.fates import Fates
from interpreter.lab.intervals import ALPHA, Interval, bonferroni, of_rounds
from interpreter.matches.match import Game
from interpreter.players.making import QUICK
from interpreter.playtest.chunks import Ending


@dataclass(frozen=True, slots=True)
class Rung:
    """A stronger player, who searches with so many playouts, and a weaker one: with `fewer`, or, where that is 0, those
    who decide at once and are `seated`. They play the `open` seats: those that the rules give to nobody."""

    more: int
    fewer: int
    seated: tuple[tuple[str, str], ...]
    open: tuple[str, ...]

    @property
    def stronger(self) -> str:
        return f"search:{self.more}"

    @property
    def weaker(self) -> str:
        """Their name, or names, joined by `+`."""
        return "+".join(dict.fromkeys(self._weaker(seat) for seat in self.open))

    def _weaker(self, seat: str) -> str:
        name = dict(self.seated)[seat]
        if self.fewer:
            return f"search:{self.fewer}"
        return name if name in QUICK else "random"

    def seatings(self) -> list[dict[str, str]]:
        """Who plays: with the stronger player in each of the open seats; and, if there is but one, without."""
        weak = {seat: self._weaker(seat) if seat in self.open else name for seat, name in self.seated}
        seatings = [weak | {seat: self.stronger} for seat in self.open]
        return [*seatings, weak] if len(self.open) == 1 else seatings

    def playouts(self, decisions: float) -> float:
        """About how many there are in a round, in which all seatings play a game with so many decisions."""
        each = decisions / max(1, len(self.seated))
        return max(1.0, each * len(self.open) * (self.more + (max(1, len(self.open) - 1)) * self.fewer))


def rungs_of(game: Game, seated: dict[str, str], playouts: int) -> tuple[Rung, ...]:
    """Somebody who searches against those who decide at once, and against somebody who searches half as long; none if
    nobody is free to play."""
    open_seats = tuple(seat for seat in game.seats if game.rulebook.players_of.get(seat) != seated[seat])
    if not open_seats:
        return ()
    sitting = tuple(seated.items())
    return Rung(playouts, 0, sitting, open_seats), Rung(2 * playouts, playouts, sitting, open_seats)


@dataclass(frozen=True, slots=True)
class Skill:
    """What came of a rung in so many rounds and games: the share of wins of the stronger player, and of the weaker
    ones: that of each on average, in the same games; of one alone, in their place. `index`: what the stronger one wins
    beyond the even share, of all that there is to win: 0 if skill does not matter, 1 if it always decides."""

    rung: Rung
    rounds: int
    games: int
    stronger: Interval
    weaker: Interval
    index: Interval


def skill_of(game: Game, rung: Rung, ended: Mapping[tuple[int, int], Ending]) -> Skill | None:
    """What came of games, by the number of their seating and that of their round; rounds that are not over are left
    out. None if there are no others."""
    fates, open_seats = Fates(game), [game.seats.index(seat) for seat in rung.open]
    seatings = range(len(rung.seatings()))
    numbers = sorted({number for _, number in ended})
    whole = [number for number in numbers if all((seating, number) in ended for seating in seatings)]
    strong: list[float] = []
    weak: list[float] = []
    for number in whole:
        shares = [fates.seat_shares(ended[seating, number].winners) for seating in seatings]
        strong.append(fsum(won[seat] for won, seat in zip(shares, open_seats, strict=False)) / len(open_seats))
        if len(open_seats) == 1:
            weak.append(shares[-1][open_seats[0]])
        else:
            others = [won[seat] for at, won in enumerate(shares) for seat in open_seats if seat != open_seats[at]]
            weak.append(fsum(others) / len(others))
    if not whole:
        return None
    each = len(open_seats)
    stronger, weaker = of_rounds(strong, each), of_rounds(weak, each)
    if len(game.seats) == each and not game.rulebook.sides and each > 1:
        index = _beyond(stronger, Interval(1 / each, 1 / each, 1 / each))
    else:
        alpha = bonferroni(ALPHA, 2)
        index = _beyond(of_rounds(strong, each, alpha), of_rounds(weak, each, alpha))
    return Skill(rung, len(whole), len(whole) * each, stronger, weaker, index)


def _beyond(share: Interval, even: Interval) -> Interval:
    """What a share is beyond the even one, of all that there is beyond that; both bounds may be wrong at once."""

    def beyond(won: float, usual: float) -> float:
        return (won - usual) / (1 - usual) if usual < 1 else 0.0

    bounds = beyond(share.low, even.high), beyond(share.high, even.low)
    return Interval(beyond(share.estimate, even.estimate), min(bounds), max(bounds)).within(-1, 1)
