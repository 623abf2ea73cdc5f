"""How much skill matters: a stronger player in each of the seats in turn, against weaker ones in all others, in games
with the same seeds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from interpreter.lab.fates import Fates
from interpreter.lab.intervals import Interval, wilson
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
    """What came of a rung in so many games: the share of wins of the stronger player, and of the weaker ones: that of
    each on average, in the same games; of one alone, in their place. `index`: what the stronger one wins beyond the
    even share, of all that there is to win: 0 if skill does not matter, 1 if it always decides."""

    rung: Rung
    games: int
    stronger: Interval
    weaker: Interval
    index: Interval


def skill_of(game: Game, rung: Rung, ended: Iterable[tuple[int, Ending]]) -> Skill | None:
    """What came of games, each with the number of its seating. None if there are none."""
    fates, seats = Fates(game), list(game.seats)
    strong: list[float] = []
    weak: list[float] = []
    for seating, ending in ended:
        shares = fates.seat_shares(ending.winners)
        if seating == len(rung.open):
            weak.append(shares[seats.index(rung.open[0])])
            continue
        strong.append(shares[seats.index(rung.open[seating])])
        others = [shares[seats.index(seat)] for seat in rung.open if seat != rung.open[seating]]
        if others:
            weak.append(fsum(others) / len(others))
    if not strong or not weak:
        return None
    stronger, weaker = wilson(fsum(strong), len(strong)), wilson(fsum(weak), len(weak))
    alone = len(game.seats) == len(rung.open) and not game.rulebook.sides and len(game.seats) > 1
    even = 1 / len(game.seats) if alone else weaker.estimate
    rest = 1 - even
    index = Interval(
        *((share - even) / rest if rest else 0.0 for share in (stronger.estimate, stronger.low, stronger.high))
    )
    return Skill(rung, len(strong), stronger, weaker, index)
